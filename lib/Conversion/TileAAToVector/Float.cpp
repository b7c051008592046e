//===- TileAAToVector/Float.cpp - floating-point ops and conversions on lanes -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Native code where one instruction or a short sequence is exact for the
// element type and modifiers of the op (ops.md 2 and 5); vector maths for the
// functions; the runtime services for everything else: directed roundings,
// formats that no CPU has, and conversions that would round twice.
//
//===----------------------------------------------------------------------===//

#include "Elementwise.h"
#include "Lanes.h"

#include "tessera/Dialect/CudaTile/IR/CudaTile.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using tessera::cuda_tile::RoundingMode;
using tessera::numerics::ElementKind;

namespace tessera::cpu {

namespace {
using MaybeValue = std::optional<FailureOr<Value>>;

bool isHalf(Type element) { return element.isF16() || element.isBF16(); }

Type integerLanes(const LaneOp &lane, Value like) {
  unsigned bits = getElementTypeOrSelf(like.getType()).getIntOrFloatBitWidth();
  return lanesType(lane.e.b.getIntegerType(bits), lane.width);
}

/// f32 subnormals become zeros of their sign.
Value flush(const LaneOp &lane, Value x) {
  OpBuilder &b = lane.e.b;
  Location loc = lane.e.loc();
  Type bitsType = integerLanes(lane, x);
  Value bits = arith::BitcastOp::create(b, loc, bitsType, x);
  Value exponent = arith::AndIOp::create(
      b, loc, bits, lane.number(APInt(32, 0x7F800000), bitsType));
  Value tiny = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::eq, exponent,
                                     lane.number(APInt(32, 0), bitsType));
  Value sign = arith::AndIOp::create(
      b, loc, bits, lane.number(APInt(32, 0x80000000), bitsType));
  Value flushed = arith::SelectOp::create(b, loc, tiny, sign, bits);
  return arith::BitcastOp::create(b, loc, x.getType(), flushed);
}

/// The element converted through f32, which holds every f16 and bf16.
Value widen(const LaneOp &lane, Value x) {
  Type f32 = lanesType(lane.e.b.getF32Type(), lane.width);
  return arith::ExtFOp::create(lane.e.b, lane.e.loc(), f32, x);
}

/// The bits of f32 lanes rounded to nearest even as bf16, by integer
/// operations.
Value narrowToBF16Bits(const LaneOp &lane, Value x) {
  OpBuilder &b = lane.e.b;
  Location loc = lane.e.loc();
  Type bitsType = integerLanes(lane, x);
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

/// One register of f32 lanes, or two (the first is the lower half), as i16 bits
/// of bf16, by the instructions that take subnormals for zero. As text: where
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
    scf::YieldOp::create(b, loc, narrowToBF16Bits(whole, x));
    b.setInsertionPointToStart(choice.elseBlock());
    scf::YieldOp::create(b, loc, fast);
  }
  return arith::BitcastOp::create(b, loc, lanesType(b.getBF16Type(), width),
                                  choice.getResult(0));
}

/// f32 lanes rounded to nearest even as bf16. Not by arith.truncf: the
/// instruction that LLVM uses for it on AVX512-BF16 flushes subnormals.
Value narrowToBF16(const LaneOp &lane, Value x) {
  if (!lane.e.target.bf16Dot || lane.e.target.vectorBits != 512 ||
      lane.width < 16)
    return arith::BitcastOp::create(
        lane.e.b, lane.e.loc(), lanesType(lane.e.b.getBF16Type(), lane.width),
        narrowToBF16Bits(lane, x));
  if (lane.width == 32)
    return narrowRegistersToBF16(lane, x);
  return onRegisters(lane.e, {x}, lane.width, [&](ArrayRef<Value> part) {
    return narrowRegistersToBF16(lane, part[0]);
  });
}

/// f32 lanes as f16 or bf16.
Value narrow(const LaneOp &lane, Value x, Type element) {
  if (element.isBF16())
    return narrowToBF16(lane, x);
  return arith::TruncFOp::create(lane.e.b, lane.e.loc(),
                                 lanesType(element, lane.width), x);
}

/// Correctly rounded in the element's format; bf16 by way of f32, which is
/// exact enough for + - * / and square root not to round twice.
template <typename OpTy> Value arithmetic(const LaneOp &lane, bool ftz) {
  bool isBF16 = lane.resultElement().isBF16();
  SmallVector<Value, 3> operands;
  for (Value operand : lane.operands)
    operands.push_back(isBF16 ? widen(lane, operand)
                       : ftz  ? flush(lane, operand)
                              : operand);
  Value result =
      OpTy::create(lane.e.b, lane.e.loc(), operands[0].getType(), operands);
  if (isBF16)
    return narrowToBF16(lane, result);
  return ftz ? flush(lane, result) : result;
}

/// The plain op; nothing unless it needs the detour of bf16.
template <typename OpTy> MaybeValue plain(const LaneOp &lane) {
  if (!lane.resultElement().isBF16())
    return std::nullopt;
  return FailureOr<Value>(arithmetic<OpTy>(lane, false));
}

/// Whether `x`, an operand of `lane`, is known to be no signalling NaN.
bool isNeverSignalling(const LaneOp &lane, Value x) {
  Operation *op = x.getDefiningOp();
  if (auto part = dyn_cast_or_null<vector::ShuffleOp>(op))
    return isNeverSignalling(lane, part.getV1()) &&
           isNeverSignalling(lane, part.getV2());
  if (op)
    return isa<arith::AddFOp, arith::SubFOp, arith::MulFOp, arith::DivFOp,
               math::FmaOp, LLVM::CallIntrinsicOp>(op);
  // The accumulator of a reduction that does nothing else.
  return isa<tileaa::ReduceOp>(lane.op->getParentOp()) &&
         llvm::hasNItems(*lane.op->getBlock(), 2);
}

/// The larger (or smaller) number of each pair of lanes, -0 < +0, by AVX-512's
/// one instruction for it. It returns signalling NaN, quietened, where the
/// other one is a number, so operands are quietened first.
Value extremumByRange(const LaneOp &lane, bool isMax) {
  OpBuilder &b = lane.e.b;
  auto range = [&](Value x, Value y) -> Value {
    bool isF32 = getElementTypeOrSelf(x.getType()).isF32();
    unsigned bits = lane.width * (isF32 ? 32 : 64);
    // Bits 0 and 1: what is wanted; bit 2: with its own sign.
    Value control = lane.e.i32(isMax ? 5 : 4);
    Value mask = lane.e.constant(
        b.getIntegerAttr(b.getIntegerType(std::max(8u, lane.width)), -1));
    SmallVector<Value, 6> operands = {x, y, control, x, mask};
    if (bits == 512)
      operands.push_back(lane.e.i32(4));
    std::string name = (llvm::Twine("llvm.x86.avx512.mask.range.p") +
                        (isF32 ? "s." : "d.") + llvm::Twine(bits))
                           .str();
    return LLVM::CallIntrinsicOp::create(b, lane.e.loc(), x.getType(),
                                         b.getStringAttr(name), operands)
        .getResult(0);
  };
  auto quiet = [&](Value x) {
    return isNeverSignalling(lane, x) ? x : range(x, x);
  };
  return range(quiet(lane.operands[0]), quiet(lane.operands[1]));
}

/// larger (or smaller) of two with -0 < +0; NaN as `propagate` says.
Value extremum(const LaneOp &lane, bool isMax, bool propagate, bool ftz) {
  OpBuilder &b = lane.e.b;
  Location loc = lane.e.loc();
  Value x = lane.operands[0], y = lane.operands[1];
  if (ftz) {
    x = flush(lane, x);
    y = flush(lane, y);
  }
  unsigned registerBits =
      lane.width * getElementTypeOrSelf(x.getType()).getIntOrFloatBitWidth();
  if (!propagate && !ftz && lane.e.target.vectorBits == 512 &&
      registerBits >= 128 && registerBits <= 512 &&
      !isHalf(getElementTypeOrSelf(x.getType())))
    return extremumByRange(lane, isMax);
  // LLVM's own sequence is as short, and its analyses know it: chains of
  // comparisons for NaN cost them a millisecond each.
  Type element = getElementTypeOrSelf(x.getType());
  if (element.isF32() || element.isF64()) {
    StringRef name = propagate ? (isMax ? "llvm.maximum" : "llvm.minimum")
                     : isMax   ? "llvm.maximumnum"
                               : "llvm.minimumnum";
    return LLVM::CallIntrinsicOp::create(
               b, loc, x.getType(), b.getStringAttr(name), ValueRange{x, y})
        .getResult(0);
  }
  using Predicate = arith::CmpFPredicate;
  auto compare = [&](Predicate predicate, Value l, Value r) -> Value {
    return arith::CmpFOp::create(b, loc, predicate, l, r);
  };
  auto select = [&](Value c, Value l, Value r) -> Value {
    return arith::SelectOp::create(b, loc, c, l, r);
  };
  Value better = compare(isMax ? Predicate::OGT : Predicate::OLT, x, y);
  // Equal numbers differ at most in the sign of zero.
  Type bitsType = integerLanes(lane, x);
  Value xb = arith::BitcastOp::create(b, loc, bitsType, x);
  Value yb = arith::BitcastOp::create(b, loc, bitsType, y);
  Value merged = isMax ? Value(arith::AndIOp::create(b, loc, xb, yb))
                       : Value(arith::OrIOp::create(b, loc, xb, yb));
  Value same = arith::BitcastOp::create(b, loc, x.getType(), merged);
  Value result =
      select(better, x, select(compare(Predicate::OEQ, x, y), same, y));
  unsigned bits = getElementTypeOrSelf(bitsType).getIntOrFloatBitWidth();
  Value nan = lane.number(APInt::getSignedMaxValue(bits), x.getType());
  if (propagate)
    return select(compare(Predicate::UNO, x, y), nan, result);
  result = select(compare(Predicate::UNO, y, y), x, result);
  Value none = arith::AndIOp::create(b, loc, compare(Predicate::UNO, x, x),
                                     compare(Predicate::UNO, y, y));
  return select(none, nan, result);
}

/// SLEEF's f64 tangent loses the smallest subnormals and their sign. This near
/// to zero the tangent is its argument, correctly rounded.
Value tangentNearZero(const LaneOp &lane, Value x, Value tangent) {
  OpBuilder &b = lane.e.b;
  Location loc = lane.e.loc();
  Type bitsType = integerLanes(lane, x);
  Value bits = arith::BitcastOp::create(b, loc, bitsType, x);
  Value magnitude = arith::AndIOp::create(
      b, loc, bits, lane.number(APInt::getSignedMaxValue(64), bitsType));
  // 2^-27: the next term, x^3 / 3, is below half an ulp.
  Value tiny = arith::CmpIOp::create(
      b, loc, arith::CmpIPredicate::ult, magnitude,
      lane.number(APInt(64, uint64_t(1023 - 27) << 52), bitsType));
  return arith::SelectOp::create(b, loc, tiny, x, tangent);
}

/// `name` of the maths library, in f32 for the 16-bit formats. Exponentials of
/// f32 need no library.
FailureOr<Value> function(const LaneOp &lane, StringRef name,
                          bool ftz = false) {
  Type element = lane.resultElement();
  SmallVector<Value, 4> operands(lane.operands);
  if (isHalf(element))
    for (Value &operand : operands)
      operand = widen(lane, operand);
  if (ftz)
    for (Value &operand : operands)
      operand = flush(lane, operand);
  FailureOr<Value> result = Value();
  if (!element.isF64() && (name == "exp" || name == "exp2"))
    result = emitExponential(lane, operands[0], name == "exp2");
  if (!*result)
    result = emitMathCall(lane.e, name, operands, lane.width);
  if (succeeded(result) && (name == "sinh" || name == "cosh"))
    result =
        hyperbolicOfLarge(lane, operands[0], *result, /*isOdd=*/name == "sinh");
  if (failed(result))
    return failure();
  if (name == "tan" && element.isF64())
    return tangentNearZero(lane, operands[0], *result);
  if (ftz)
    return flush(lane, *result);
  if (isHalf(element))
    return narrow(lane, *result, element);
  return *result;
}

Value reciprocalRoot(const LaneOp &lane, bool ftz) {
  OpBuilder &b = lane.e.b;
  Location loc = lane.e.loc();
  Value x = lane.operands[0];
  bool half = isHalf(lane.resultElement());
  if (half)
    x = widen(lane, x);
  if (ftz)
    x = flush(lane, x);
  Value root = math::SqrtOp::create(b, loc, x);
  Type element = getElementTypeOrSelf(x.getType());
  Value one =
      splat(lane.e, lane.e.constant(b.getFloatAttr(element, 1.0)), lane.width);
  Value result = arith::DivFOp::create(b, loc, one, root);
  if (half)
    return narrow(lane, result, lane.resultElement());
  return ftz ? flush(lane, result) : result;
}

/// f32 lanes rounded to the 10 fraction bits of tf32.
Value roundToTF32(const LaneOp &lane, Value x) {
  OpBuilder &b = lane.e.b;
  Location loc = lane.e.loc();
  Type bitsType = integerLanes(lane, x);
  auto word = [&](uint32_t bits) {
    return lane.number(APInt(32, bits), bitsType);
  };
  Value bits = arith::BitcastOp::create(b, loc, bitsType, x);
  Value odd = arith::AndIOp::create(
      b, loc, arith::ShRUIOp::create(b, loc, bits, word(13)), word(1));
  Value rounded = arith::AddIOp::create(
      b, loc, bits, arith::AddIOp::create(b, loc, odd, word(0xFFF)));
  // A NaN stays one (its payload may lie in the low bits).
  Value quiet = arith::OrIOp::create(b, loc, bits, word(0x400000));
  Value isNaN = arith::CmpFOp::create(b, loc, arith::CmpFPredicate::UNO, x, x);
  Value chosen = arith::SelectOp::create(b, loc, isNaN, quiet, rounded);
  Value kept = arith::AndIOp::create(b, loc, chosen, word(0xFFFFE000));
  return arith::BitcastOp::create(b, loc, x.getType(), kept);
}

/// Between formats, nearest even, where no double rounding can happen.
FailureOr<Value> convertFloat(const LaneOp &lane, tileaa::FpToFpOp op) {
  if (op.getRoundingMode() != RoundingMode::NearestEven)
    return emitRuntimeOp(lane);
  OpBuilder &b = lane.e.b;
  Location loc = lane.e.loc();
  ElementKind from = elementKindOf(lane.operandElement(0));
  ElementKind to = elementKindOf(lane.resultElement());
  auto isNative = [](ElementKind kind) {
    return kind == ElementKind::F16 || kind == ElementKind::BF16 ||
           kind == ElementKind::F32 || kind == ElementKind::TF32 ||
           kind == ElementKind::F64;
  };
  if (!isNative(from) || !isNative(to))
    return emitRuntimeOp(lane);
  if (from == ElementKind::F64 && to != ElementKind::F32)
    return emitRuntimeOp(lane);
  Value x = lane.operands[0];
  auto cast = [&](Type element) -> Value {
    Type source = getElementTypeOrSelf(x.getType());
    unsigned now = source.getIntOrFloatBitWidth();
    unsigned then = element.getIntOrFloatBitWidth();
    Type type = lanesType(element, lane.width);
    if (source == element)
      return x;
    if (source.isF32() && isHalf(element))
      return narrow(lane, x, element);
    if (then > now)
      return arith::ExtFOp::create(b, loc, type, x);
    return arith::TruncFOp::create(b, loc, type, x);
  };
  Type target = registerType(lane.resultElement());
  if (to == ElementKind::TF32) {
    x = cast(b.getF32Type());
    // 16-bit formats fit.
    return from == ElementKind::F32 ? roundToTF32(lane, x) : x;
  }
  if (isHalf(target) && isHalf(getElementTypeOrSelf(x.getType())))
    x = cast(b.getF32Type());
  return cast(target);
}

FailureOr<Value> convertToInt(const LaneOp &lane, tileaa::FpToIntOp op) {
  ElementKind from = elementKindOf(lane.operandElement(0));
  if (op.getSaturating() || numerics::bitWidth(from) <= 8)
    return emitRuntimeOp(lane);
  OpBuilder &b = lane.e.b;
  Location loc = lane.e.loc();
  Value x = lane.operands[0];
  if (isHalf(getElementTypeOrSelf(x.getType())))
    x = widen(lane, x);
  Type target = lane.type(lane.resultElement());
  unsigned bits = lane.resultElement().getIntOrFloatBitWidth();
  // Narrow results are in range of a signed i32 by the op's contract.
  if (bits < 32) {
    Type i32 = lanesType(b.getI32Type(), lane.width);
    Value wide = arith::FPToSIOp::create(b, loc, i32, x);
    return Value(arith::TruncIOp::create(b, loc, target, wide));
  }
  if (op.getSignedness() == cuda_tile::Signedness::Signed)
    return Value(arith::FPToSIOp::create(b, loc, target, x));
  return Value(arith::FPToUIOp::create(b, loc, target, x));
}

FailureOr<Value> convertFromInt(const LaneOp &lane, bool isSigned) {
  OpBuilder &b = lane.e.b;
  Location loc = lane.e.loc();
  ElementKind to = elementKindOf(lane.resultElement());
  unsigned bits = lane.operandElement(0).getIntOrFloatBitWidth();
  bool wide = to == ElementKind::F32 || to == ElementKind::F64;
  // Integers of at most 16 bits are exact in f32, so rounding from there is
  // one rounding.
  bool viaF32 =
      bits <= 16 && (to == ElementKind::F16 || to == ElementKind::BF16 ||
                     to == ElementKind::TF32);
  if (!wide && !viaF32)
    return emitRuntimeOp(lane);
  Value x = lane.operands[0];
  if (bits < 32) {
    Type i32 = lanesType(b.getI32Type(), lane.width);
    x = isSigned ? Value(arith::ExtSIOp::create(b, loc, i32, x))
                 : Value(arith::ExtUIOp::create(b, loc, i32, x));
  }
  Type through = viaF32 ? lanesType(b.getF32Type(), lane.width)
                        : lane.type(lane.resultElement());
  Value result = isSigned || bits < 32
                     ? Value(arith::SIToFPOp::create(b, loc, through, x))
                     : Value(arith::UIToFPOp::create(b, loc, through, x));
  if (to == ElementKind::TF32)
    return roundToTF32(lane, result);
  if (viaF32)
    return narrow(lane, result, lane.resultElement());
  return result;
}

/// An op with rounding mode and flush flag: native for nearest even.
template <typename NativeOp, typename OpTy>
FailureOr<Value> rounded(const LaneOp &lane, OpTy op) {
  RoundingMode mode = op.getRoundingMode();
  bool nearest =
      mode == RoundingMode::NearestEven || mode == RoundingMode::Full;
  if (std::is_same_v<NativeOp, math::SqrtOp>)
    nearest |= mode == RoundingMode::Approx;
  // An f16 or bf16 fma in f32 would round twice.
  bool fused =
      std::is_same_v<NativeOp, math::FmaOp> && isHalf(lane.resultElement());
  if (!nearest || fused)
    return emitRuntimeOp(lane);
  return arithmetic<NativeOp>(lane, op.getFlushToZero());
}

std::optional<StringRef> functionName(Operation *op) {
  return llvm::TypeSwitch<Operation *, std::optional<StringRef>>(op)
      .Case<math::ExpOp, tileaa::ExpOp>([](Operation *) { return "exp"; })
      .Case<math::Exp2Op>([](Operation *) { return "exp2"; })
      .Case<math::LogOp>([](Operation *) { return "log"; })
      .Case<math::Log2Op>([](Operation *) { return "log2"; })
      .Case<math::SinOp>([](Operation *) { return "sin"; })
      .Case<math::CosOp>([](Operation *) { return "cos"; })
      .Case<math::TanOp>([](Operation *) { return "tan"; })
      .Case<math::SinhOp>([](Operation *) { return "sinh"; })
      .Case<math::CoshOp>([](Operation *) { return "cosh"; })
      .Case<math::TanhOp, tileaa::TanHOp>([](Operation *) { return "tanh"; })
      .Case<math::PowFOp>([](Operation *) { return "pow"; })
      .Case<math::Atan2Op>([](Operation *) { return "atan2"; })
      .Default([](Operation *) { return std::nullopt; });
}
} // namespace

std::optional<FailureOr<Value>> emitFloat(const LaneOp &lane) {
  if (std::optional<StringRef> name = functionName(lane.op))
    return function(lane, *name);
  OpBuilder &b = lane.e.b;
  Location loc = lane.e.loc();
  return llvm::TypeSwitch<Operation *, MaybeValue>(lane.op)
      .Case<tileaa::AddFOp>(
          [&](auto op) { return rounded<arith::AddFOp>(lane, op); })
      .Case<tileaa::SubFOp>(
          [&](auto op) { return rounded<arith::SubFOp>(lane, op); })
      .Case<tileaa::MulFOp>(
          [&](auto op) { return rounded<arith::MulFOp>(lane, op); })
      .Case<tileaa::DivFOp>(
          [&](auto op) { return rounded<arith::DivFOp>(lane, op); })
      .Case<tileaa::FmaOp>(
          [&](auto op) { return rounded<math::FmaOp>(lane, op); })
      .Case<tileaa::SqrtOp>(
          [&](auto op) { return rounded<math::SqrtOp>(lane, op); })
      .Case<arith::AddFOp>([&](auto) { return plain<arith::AddFOp>(lane); })
      .Case<arith::SubFOp>([&](auto) { return plain<arith::SubFOp>(lane); })
      .Case<arith::MulFOp>([&](auto) { return plain<arith::MulFOp>(lane); })
      .Case<arith::DivFOp>([&](auto) { return plain<arith::DivFOp>(lane); })
      .Case<math::FmaOp>([&](Operation *) -> MaybeValue {
        if (isHalf(lane.resultElement()))
          return emitRuntimeOp(lane);
        return FailureOr<Value>(arithmetic<math::FmaOp>(lane, false));
      })
      .Case<tileaa::MaxFOp>([&](tileaa::MaxFOp op) -> MaybeValue {
        return FailureOr<Value>(
            extremum(lane, true, op.getPropagateNan(), op.getFlushToZero()));
      })
      .Case<tileaa::MinFOp>([&](tileaa::MinFOp op) -> MaybeValue {
        return FailureOr<Value>(
            extremum(lane, false, op.getPropagateNan(), op.getFlushToZero()));
      })
      .Case<tileaa::RsqrtOp>([&](tileaa::RsqrtOp op) -> MaybeValue {
        return FailureOr<Value>(reciprocalRoot(lane, op.getFlushToZero()));
      })
      .Case<math::RsqrtOp>([&](Operation *) -> MaybeValue {
        return FailureOr<Value>(reciprocalRoot(lane, false));
      })
      .Case<tileaa::Exp2Op>([&](tileaa::Exp2Op op) -> MaybeValue {
        return function(lane, "exp2", op.getFlushToZero());
      })
      .Case<tileaa::FpToFpOp>([&](auto op) { return convertFloat(lane, op); })
      .Case<tileaa::FpToIntOp>([&](auto op) { return convertToInt(lane, op); })
      .Case<tileaa::IntToFpOp>([&](tileaa::IntToFpOp op) {
        return convertFromInt(lane, op.getSignedness() ==
                                        cuda_tile::Signedness::Signed);
      })
      .Case<arith::SIToFPOp>([&](auto) { return convertFromInt(lane, true); })
      .Case<arith::UIToFPOp>([&](auto) { return convertFromInt(lane, false); })
      .Case<arith::RemFOp, math::FPowIOp>(
          [&](Operation *) { return emitRuntimeOp(lane); })
      .Case<math::SqrtOp>([&](Operation *) -> MaybeValue {
        return FailureOr<Value>(arithmetic<math::SqrtOp>(lane, false));
      })
      .Case<math::AbsFOp, math::FloorOp, math::CeilOp, math::AbsIOp>(
          [&](Operation *op) -> MaybeValue {
            OperationState state(loc, op->getName(), lane.operands,
                                 lane.type(lane.resultElement()));
            return FailureOr<Value>(b.create(state)->getResult(0));
          })
      .Default([](Operation *) { return MaybeValue(); });
}

} // namespace tessera::cpu
