//===- TileAAToVector/Elementwise/ShortFloat.cpp - f16, bf16 and 8-bit floats as f32 -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Widens short floats to f32 and rounds f32 to them, as ShortFloat.h describes.
//
//===----------------------------------------------------------------------===//

#include "ShortFloat.h"

#include "Conversion/TileAAToVector/Core/Lanes.h"

#include "tessera/Dialect/CudaTile/IR/CudaTile.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;

namespace tessera::cpu {

/// Lanes of `type`; 0 for a scalar.
static unsigned lanesOf(Type type) {
  auto vector = dyn_cast<VectorType>(type);
  return vector ? static_cast<unsigned>(vector.getNumElements()) : 0;
}

Value widenHalf(Emitter &e, Value bits, Type element) {
  OpBuilder &b = e.b;
  unsigned width = lanesOf(bits.getType());
  Type f32 = lanesType(b.getF32Type(), width);
  if (element.isF16()) {
    Type f16 = lanesType(b.getF16Type(), width);
    Value x = arith::BitcastOp::create(b, e.loc(), f16, bits);
    return arith::ExtFOp::create(b, e.loc(), f32, x);
  }
  // Not by extf: LLVM would fold it into comparisons and conversions to
  // integers, for which it then has no vector instructions.
  Value wide = arith::ExtUIOp::create(b, e.loc(),
                                      lanesType(b.getI32Type(), width), bits);
  Value high =
      arith::ShLIOp::create(b, e.loc(), wide, splat(e, e.i32(16), width));
  return arith::BitcastOp::create(b, e.loc(), f32, high);
}

/// A scale without a sign, f8E8M0FNU or f8E5M3FNU; all ones are NaN.
static Value widenScale(Emitter &e, Value bits, bool isPowerOf2) {
  OpBuilder &b = e.b;
  Location loc = e.loc();
  LaneOp lane{e, nullptr, {}, lanesOf(bits.getType())};
  Type words = lanesType(b.getI32Type(), lane.width);
  Type floats = lanesType(b.getF32Type(), lane.width);
  auto word = [&](uint32_t value) {
    return lane.number(APInt(32, value), words);
  };
  auto is = [&](Value value, uint32_t other) -> Value {
    return arith::CmpIOp::create(b, loc, arith::CmpIPredicate::eq, value,
                                 word(other));
  };
  Value wide = arith::ExtUIOp::create(b, loc, words, bits);
  Value isNaN = is(wide, 0xFF);
  if (isPowerOf2) {
    // The exponent of an f32, but for 2^-127, which is a subnormal.
    Value exponent = arith::ShLIOp::create(b, loc, wide, word(23));
    Value either = arith::OrIOp::create(b, loc, isNaN, is(wide, 0));
    Value fraction =
        arith::SelectOp::create(b, loc, either, word(0x400000), word(0));
    return arith::BitcastOp::create(
        b, loc, floats, arith::OrIOp::create(b, loc, exponent, fraction));
  }
  // The fields of an f32 whose exponent's bias is less by 112.
  Value fields = arith::ShLIOp::create(b, loc, wide, word(20));
  Value known =
      arith::SelectOp::create(b, loc, isNaN, word(0x7FC00000), fields);
  Value scale = lane.number(APInt(32, (127 + 112) << 23), floats);
  return arith::MulFOp::create(
      b, loc, arith::BitcastOp::create(b, loc, floats, known), scale);
}

Value widenByteFloat(Emitter &e, Value bits, Type element) {
  if (isa<Float8E8M0FNUType, cuda_tile::F8E5M3FNUType>(element))
    return widenScale(e, bits, isa<Float8E8M0FNUType>(element));
  OpBuilder &b = e.b;
  Location loc = e.loc();
  unsigned width = lanesOf(bits.getType());
  Type i16 = lanesType(b.getI16Type(), width);
  auto word = [&](int16_t value) {
    return splat(e, e.constant(b.getI16IntegerAttr(value)), width);
  };
  auto shifted = [&](Value value, int16_t by) -> Value {
    return arith::ShLIOp::create(b, loc, value, word(by));
  };
  auto masked = [&](Value value, int16_t mask) -> Value {
    return arith::AndIOp::create(b, loc, value, word(mask));
  };
  Type f16 = b.getF16Type();
  // The upper half of an f16.
  if (isa<Float8E5M2Type>(element))
    return widenHalf(e, shifted(arith::ExtUIOp::create(b, loc, i16, bits), 8),
                     f16);
  // The fields of an f16 whose exponent's bias is greater by 8 (f8E4M3FN, of
  // which all ones are NaN) or 14 (f4E2M1FN).
  bool isNibble = isa<Float4E2M1FNType>(element);
  Value size, sign;
  if (isNibble) {
    Value wide = arith::ExtUIOp::create(b, loc, i16, bits);
    size = masked(shifted(wide, 9), 0x0E00);
    sign = masked(shifted(wide, 12), -0x8000);
  } else {
    Value wide = arith::ExtSIOp::create(b, loc, i16, bits);
    size = masked(shifted(wide, 7), 0x3F80);
    Value isNaN = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::eq, size,
                                        word(0x3F80));
    size = arith::SelectOp::create(b, loc, isNaN, word(0x7FFF), size);
    sign = masked(wide, -0x8000);
  }
  Value half = arith::OrIOp::create(b, loc, size, sign);
  Value scale = splat(
      e, e.constant(b.getF32FloatAttr(isNibble ? 0x1p14f : 0x1p8f)), width);
  return arith::MulFOp::create(b, loc, widenHalf(e, half, f16), scale);
}

Value roundBits(Emitter &e, Value x, unsigned dropped) {
  OpBuilder &b = e.b;
  Location loc = e.loc();
  LaneOp lane{e, nullptr, {}, lanesOf(x.getType())};
  Type type = lanesType(b.getI32Type(), lane.width);
  auto word = [&](uint32_t bits) { return lane.number(APInt(32, bits), type); };
  Value bits = arith::BitcastOp::create(b, loc, type, x);
  Value odd = arith::AndIOp::create(
      b, loc, arith::ShRUIOp::create(b, loc, bits, word(dropped)), word(1));
  Value up =
      arith::AddIOp::create(b, loc, odd, word((1u << (dropped - 1)) - 1));
  Value rounded = arith::AddIOp::create(b, loc, bits, up);
  // The payload of a NaN may lie in the low bits.
  Value quiet = arith::OrIOp::create(b, loc, bits, word(0x400000));
  Value isNaN = arith::CmpFOp::create(b, loc, arith::CmpFPredicate::UNO, x, x);
  return arith::SelectOp::create(b, loc, isNaN, quiet, rounded);
}

namespace {
/// f32 lanes rounded to nearest even as bf16, by integer operations.
Value narrowByBits(const LaneOp &lane, Value x) {
  OpBuilder &b = lane.e.b;
  Location loc = lane.e.loc();
  Value bits = roundBits(lane.e, x, 16);
  Value high = arith::ShRUIOp::create(
      b, loc, bits, lane.number(APInt(32, 16), bits.getType()));
  return arith::TruncIOp::create(b, loc, lanesType(b.getI16Type(), lane.width),
                                 high);
}

/// One register of f32 lanes, or two (the first is the lower half), as bf16, by
/// the instructions that take subnormals for zero. As text: where
/// LLVM may use AVX512-BF16 itself, it moves every scalar of bf16 through them.
Value narrowFlushing(Emitter &e, ArrayRef<Value> parts) {
  bool isPair = parts.size() == 2;
  constexpr int64_t lanes = 16;
  Type result = lanesType(e.b.getI16Type(), lanes * parts.size());
  SmallVector<Value, 2> operands(llvm::reverse(parts));
  return LLVM::InlineAsmOp::create(
             e.b, e.loc(), result, operands,
             isPair ? "vcvtne2ps2bf16 $2, $1, $0" : "vcvtneps2bf16 $1, $0",
             isPair ? "=v,v,v" : "=v,v", /*has_side_effects=*/false,
             /*is_align_stack=*/false, LLVM::TailCallKind::None,
             LLVM::AsmDialectAttr(), ArrayAttr())
      .getResult(0);
}

/// One register of f32 lanes, or two, as bf16 by such an instruction, and by
/// integer operations if there are subnormals.
Value narrowRegistersToBF16(const LaneOp &lane, Value x) {
  OpBuilder &b = lane.e.b;
  Location loc = lane.e.loc();
  constexpr int64_t lanes = 16;
  int64_t width = cast<VectorType>(x.getType()).getNumElements();
  SmallVector<Value, 2> parts = {x};
  if (width > lanes) {
    SmallVector<int64_t> low, high;
    for (int64_t l = 0; l < lanes; ++l) {
      low.push_back(l);
      high.push_back(lanes + l);
    }
    parts = {shuffle(lane.e, x, x, low), shuffle(lane.e, x, x, high)};
  }
  constexpr int64_t subnormalClass = 0x20;
  Value subnormal;
  for (Value part : parts) {
    auto isSubnormal = LLVM::CallIntrinsicOp::create(
        b, loc, lanesType(b.getI1Type(), lanes),
        b.getStringAttr("llvm.x86.avx512.fpclass.ps.512"),
        ValueRange{part, lane.e.i32(subnormalClass)});
    Value flags = LLVM::BitcastOp::create(b, loc, b.getI16Type(),
                                          isSubnormal.getResult(0));
    subnormal = subnormal
                    ? Value(arith::OrIOp::create(b, loc, subnormal, flags))
                    : flags;
  }
  Value any = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::ne, subnormal,
                                    lane.e.constant(b.getI16IntegerAttr(0)));
  Value fast = narrowFlushing(lane.e, parts);
  auto choice = scf::IfOp::create(b, loc, TypeRange(fast.getType()), any,
                                  /*withElseRegion=*/true);
  {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(choice.thenBlock());
    LaneOp whole{lane.e, lane.op, {}, static_cast<unsigned>(width)};
    scf::YieldOp::create(b, loc, narrowByBits(whole, x));
    b.setInsertionPointToStart(choice.elseBlock());
    scf::YieldOp::create(b, loc, fast);
  }
  return choice.getResult(0);
}

/// f32 lanes rounded to nearest even as bf16. Not by arith.truncf: the
/// instruction that LLVM uses for it on AVX512-BF16 flushes subnormals.
Value narrowToBF16(const LaneOp &lane, Value x) {
  if (!lane.e.target.bf16Dot || lane.e.target.vectorBits != 512 ||
      lane.width < 16)
    return narrowByBits(lane, x);
  if (lane.width == 32)
    return narrowRegistersToBF16(lane, x);
  return onRegisters(lane.e, {x}, lane.width, [&](ArrayRef<Value> part) {
    return narrowRegistersToBF16(lane, part[0]);
  });
}
} // namespace

Value narrowToHalf(Emitter &e, Value x, Type element) {
  LaneOp lane{e, nullptr, {}, lanesOf(x.getType())};
  if (element.isBF16())
    return narrowToBF16(lane, x);
  OpBuilder &b = e.b;
  Value f16 = arith::TruncFOp::create(b, e.loc(),
                                      lanesType(b.getF16Type(), lane.width), x);
  return arith::BitcastOp::create(b, e.loc(), lane.type(element), f16);
}

namespace {
/// A float format of a byte or less with a sign.
struct ByteFormat {
  unsigned bits, fractionBits;
  int bias;
  /// The largest number as f32, to which results saturate; 0: infinity.
  uint32_t largest;
  /// The lower bits of what a NaN becomes.
  uint32_t nan;
};
} // namespace

static std::optional<ByteFormat> byteFormatOf(Type element) {
  if (isa<Float8E4M3FNType>(element))
    return ByteFormat{8, 3, 7, 0x43E00000, 0x7F}; // 448
  if (isa<Float8E5M2Type>(element))
    return ByteFormat{8, 2, 15, 0, 0x7F};
  if (isa<Float4E2M1FNType>(element))
    return ByteFormat{4, 1, 1, 0x40C00000, 0x07}; // 6
  return std::nullopt;
}

bool canNarrowToByteFloat(Type element) {
  return byteFormatOf(element).has_value();
}

Value narrowToByteFloat(Emitter &e, Value x, Type element) {
  ByteFormat format = *byteFormatOf(element);
  OpBuilder &b = e.b;
  Location loc = e.loc();
  LaneOp lane{e, nullptr, {}, lanesOf(x.getType())};
  Type i32 = lanesType(b.getI32Type(), lane.width);
  auto word = [&](uint32_t bits) { return lane.number(APInt(32, bits), i32); };
  auto number = [&](uint32_t bits) {
    return lane.number(APInt(32, bits), x.getType());
  };
  auto asWords = [&](Value value) -> Value {
    return arith::BitcastOp::create(b, loc, i32, value);
  };
  auto powerOfTwo = [](int exponent) -> uint32_t {
    return static_cast<uint32_t>(127 + exponent) << 23;
  };
  Value isNaN = arith::CmpFOp::create(b, loc, arith::CmpFPredicate::UNO, x, x);
  Value bits = asWords(x);
  Value size = arith::AndIOp::create(b, loc, bits, word(0x7FFFFFFF));
  // Positive floats are ordered like integers.
  if (format.largest)
    size = arith::MinSIOp::create(b, loc, size, word(format.largest));
  // Nearest even at the last bit that is kept, then the other bias.
  unsigned dropped = 23 - format.fractionBits;
  Value last = arith::AndIOp::create(
      b, loc, arith::ShRUIOp::create(b, loc, size, word(dropped)), word(1));
  Value up =
      arith::AddIOp::create(b, loc, last, word((1u << (dropped - 1)) - 1));
  Value rounded = arith::ShRUIOp::create(
      b, loc, arith::AddIOp::create(b, loc, size, up), word(dropped));
  Value normal = arith::SubIOp::create(
      b, loc, rounded,
      word(static_cast<uint32_t>(127 - format.bias) << format.fractionBits));
  if (!format.largest) // f8E5M2's infinity
    normal = arith::MinSIOp::create(b, loc, normal, word(0x7C));
  // The last bit of this sum is worth that of a subnormal: the processor
  // rounds.
  int least = 1 - format.bias - static_cast<int>(format.fractionBits);
  uint32_t unit = powerOfTwo(least + 23);
  Value sum = arith::AddFOp::create(
      b, loc, arith::BitcastOp::create(b, loc, x.getType(), size),
      number(unit));
  Value subnormal = arith::SubIOp::create(b, loc, asWords(sum), word(unit));
  Value isSmall = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::slt, size,
                                        word(powerOfTwo(1 - format.bias)));
  Value known = arith::SelectOp::create(b, loc, isSmall, subnormal, normal);
  Value sign = arith::AndIOp::create(
      b, loc, arith::ShRUIOp::create(b, loc, bits, word(32 - format.bits)),
      word(1u << (format.bits - 1)));
  bool hasNaN = format.bits == 8;
  if (hasNaN)
    known = arith::SelectOp::create(b, loc, isNaN, word(format.nan), known);
  Value result = arith::OrIOp::create(b, loc, known, sign);
  if (!hasNaN)
    result = arith::SelectOp::create(b, loc, isNaN, word(format.nan), result);
  return arith::TruncIOp::create(b, loc, lanesType(b.getI8Type(), lane.width),
                                 result);
}

LaneOp inF32(const LaneOp &lane, bool mayFold) {
  OpBuilder &b = lane.e.b;
  LaneOp wide = lane;
  wide.isInF32 = true;
  for (auto [i, operand] : llvm::enumerate(wide.operands)) {
    Type element = lane.operandElement(i);
    if (!isHalf(element))
      continue;
    operand = widenHalf(lane.e, operand, element);
    if (element.isF16() && !mayFold)
      operand = LLVM::CallIntrinsicOp::create(
                    b, lane.e.loc(), operand.getType(),
                    b.getStringAttr("llvm.arithmetic.fence"), operand)
                    .getResult(0);
  }
  return wide;
}

Value narrowed(const LaneOp &lane, Value x) {
  Type element = lane.resultElement();
  return isHalf(element) ? narrowToHalf(lane.e, x, element) : x;
}

Value narrowedExactly(const LaneOp &lane, Value x) {
  if (!lane.resultElement().isBF16())
    return narrowed(lane, x);
  OpBuilder &b = lane.e.b;
  Type i32 = lanesType(b.getI32Type(), lane.width);
  Value bits = arith::BitcastOp::create(b, lane.e.loc(), i32, x);
  Value high = arith::ShRUIOp::create(b, lane.e.loc(), bits,
                                      lane.number(APInt(32, 16), i32));
  return arith::TruncIOp::create(b, lane.e.loc(),
                                 lane.type(lane.resultElement()), high);
}

} // namespace tessera::cpu
