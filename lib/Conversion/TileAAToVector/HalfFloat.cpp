//===- TileAAToVector/HalfFloat.cpp - f16 and bf16 lanes as f32 -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HalfFloat.h"

#include "Lanes.h"

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

namespace {
/// f32 lanes rounded to nearest even as bf16, by integer operations.
Value narrowByBits(const LaneOp &lane, Value x) {
  OpBuilder &b = lane.e.b;
  Location loc = lane.e.loc();
  Type bitsType = lanesType(b.getI32Type(), lane.width);
  auto word = [&](uint32_t bits) {
    return lane.number(APInt(32, bits), bitsType);
  };
  Value bits = arith::BitcastOp::create(b, loc, bitsType, x);
  Value odd = arith::AndIOp::create(
      b, loc, arith::ShRUIOp::create(b, loc, bits, word(16)), word(1));
  Value rounded = arith::AddIOp::create(
      b, loc, bits, arith::AddIOp::create(b, loc, odd, word(0x7FFF)));
  Value quiet = arith::OrIOp::create(b, loc, bits, word(0x400000));
  Value isNaN = arith::CmpFOp::create(b, loc, arith::CmpFPredicate::UNO, x, x);
  Value chosen = arith::SelectOp::create(b, loc, isNaN, quiet, rounded);
  Value high = arith::ShRUIOp::create(b, loc, chosen, word(16));
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
