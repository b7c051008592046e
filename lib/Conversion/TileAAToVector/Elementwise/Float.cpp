//===- TileAAToVector/Elementwise/Float.cpp - floating-point ops and conversions on lanes -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Emits floating-point ops and conversions. An op is native code where one
// instruction or a short sequence is exact for its element type and modifiers
// (ops.md 2 and 5). Functions are vector maths. The services of the runtime do
// the rest: directed roundings of formats other than f32, and conversions that
// would round twice.
//
//===----------------------------------------------------------------------===//

#include "Conversion/TileAAToVector/Core/Lanes.h"
#include "Conversion/TileAAToVector/Math/InlineMath.h"
#include "ExactFloat.h"
#include "RoundToOdd.h"
#include "ShortFloat.h"

#include "tessera/Dialect/CudaTile/IR/CudaTile.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "llvm/ADT/TypeSwitch.h"

#include <numeric>

using namespace mlir;
using tessera::cuda_tile::RoundingMode;
using tessera::numerics::ElementKind;

namespace tessera::cpu {

namespace {
using MaybeValue = std::optional<FailureOr<Value>>;

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

/// The same for numbers that are not negative, or NaN.
Value flushPositive(const LaneOp &lane, Value x) {
  OpBuilder &b = lane.e.b;
  Location loc = lane.e.loc();
  auto number = [&](llvm::APFloat value) {
    return splat(lane.e, lane.e.constant(b.getFloatAttr(b.getF32Type(), value)),
                 lane.width);
  };
  const llvm::fltSemantics &f32 = llvm::APFloat::IEEEsingle();
  Value tiny =
      arith::CmpFOp::create(b, loc, arith::CmpFPredicate::OLT, x,
                            number(llvm::APFloat::getSmallestNormalized(f32)));
  return arith::SelectOp::create(b, loc, tiny,
                                 number(llvm::APFloat::getZero(f32)), x);
}

/// Correctly rounded in the element's format; the 16-bit ones by way of f32,
/// which is exact enough for + - * / and square root not to round twice.
template <typename OpTy> Value arithmetic(const LaneOp &lane, bool ftz) {
  // LLVM has sums and products of f16 vectors, but no roots.
  LaneOp wide = inF32(lane, /*mayFold=*/!std::is_same_v<OpTy, math::SqrtOp>);
  if (ftz)
    for (Value &operand : wide.operands)
      operand = flush(lane, operand);
  Value result = OpTy::create(lane.e.b, lane.e.loc(),
                              wide.operands[0].getType(), wide.operands);
  return narrowed(lane, ftz ? flush(lane, result) : result);
}

/// x * y + z rounded once. Products of 16-bit formats are exact, f16's in f32
/// and bf16's, whose exponents need more room, in f64.
Value multiplyAdd(const LaneOp &lane, bool ftz) {
  Type element = lane.resultElement();
  if (!isHalf(element))
    return arithmetic<math::FmaOp>(lane, ftz);
  OpBuilder &b = lane.e.b;
  Location loc = lane.e.loc();
  LaneOp wide = inF32(lane);
  if (element.isBF16())
    for (Value &operand : wide.operands)
      operand = arith::ExtFOp::create(
          b, loc, lanesType(b.getF64Type(), lane.width), operand);
  Value product = arith::MulFOp::create(b, loc, wide.operands[0].getType(),
                                        wide.operands[0], wide.operands[1]);
  Value sum = addToOdd(lane.e, product, wide.operands[2]);
  return narrowed(lane, element.isBF16() ? castToOdd(lane.e, sum) : sum);
}

/// The plain op; nothing unless it needs the detour of 16-bit formats.
template <typename OpTy> MaybeValue plain(const LaneOp &lane) {
  if (!isHalf(lane.resultElement()))
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

/// The same of fewer lanes than a register of 128 bits has. LLVM 22 makes NaN
/// of a number and NaN for one lane on AVX-512 (llvm.maximumnum, by vfpclass).
Value extremumByPartOfRange(const LaneOp &lane, bool isMax) {
  OpBuilder &b = lane.e.b;
  Location loc = lane.e.loc();
  Type type = lane.operands[0].getType();
  Type element = getElementTypeOrSelf(type);
  LaneOp whole = lane;
  whole.width = 128 / element.getIntOrFloatBitWidth();
  auto wholeType = VectorType::get({whole.width}, element);
  for (Value &operand : whole.operands) {
    if (!isa<VectorType>(type)) {
      operand = vector::BroadcastOp::create(b, loc, wholeType, operand);
      continue;
    }
    SmallVector<int64_t> lanes(whole.width, 0);
    std::iota(lanes.begin(), lanes.begin() + lane.width, 0);
    operand = vector::ShuffleOp::create(b, loc, operand, operand, lanes);
  }
  Value result = extremumByRange(whole, isMax);
  if (!isa<VectorType>(type))
    return vector::ExtractOp::create(b, loc, result, 0);
  SmallVector<int64_t> lanes(lane.width);
  std::iota(lanes.begin(), lanes.end(), 0);
  return vector::ShuffleOp::create(b, loc, result, result, lanes);
}

/// Whether every lane of `x` is known to be a number.
bool isKnownNumber(Value x) {
  if (auto spread = x.getDefiningOp<vector::BroadcastOp>())
    x = spread.getSource();
  Attribute value;
  if (!matchPattern(x, m_Constant(&value)))
    return false;
  if (auto splat = dyn_cast<SplatElementsAttr>(value))
    value = splat.getSplatValue<Attribute>();
  auto number = dyn_cast<FloatAttr>(value);
  return number && !number.getValue().isNaN();
}

/// `result` of a maxf or minf with the canonical NaN for every other one.
/// Inside reductions and scans NaN keeps its bits, at twice the speed.
Value withCanonicalNaN(const LaneOp &lane, Value result, bool propagate) {
  Value x = lane.operands[0], y = lane.operands[1];
  bool canBeNaN = propagate ? !isKnownNumber(x) || !isKnownNumber(y)
                            : !isKnownNumber(x) && !isKnownNumber(y);
  if (!canBeNaN ||
      isa<tileaa::ReduceOp, tileaa::ScanOp>(lane.op->getParentOp()))
    return result;
  OpBuilder &b = lane.e.b;
  auto type = cast<FloatType>(getElementTypeOrSelf(result.getType()));
  APInt bits = type.isF64() ? APInt(64, uint64_t(0x7FF8) << 48)
                            : APInt::getSignedMaxValue(type.getWidth());
  Value pattern = lane.number(bits, integerLanes(lane, result));
  Value nan =
      arith::BitcastOp::create(b, lane.e.loc(), result.getType(), pattern);
  Value isNaN = arith::CmpFOp::create(
      b, lane.e.loc(), arith::CmpFPredicate::UNO, result, result);
  return arith::SelectOp::create(b, lane.e.loc(), isNaN, nan, result);
}

/// The larger (or smaller) of two with -0 < +0; NaN as `propagate` says.
Value extremum(const LaneOp &lane, bool isMax, bool propagate, bool ftz) {
  LaneOp wide = inF32(lane);
  if (ftz)
    for (Value &operand : wide.operands)
      operand = flush(lane, operand);
  Type type = wide.operands[0].getType();
  unsigned registerBits =
      lane.width * getElementTypeOrSelf(type).getIntOrFloatBitWidth();
  if (!propagate && lane.e.target.vectorBits == 512 && registerBits <= 512 &&
      (!ftz || registerBits < 128)) {
    Value result = registerBits < 128 ? extremumByPartOfRange(wide, isMax)
                                      : extremumByRange(wide, isMax);
    return narrowedExactly(lane, withCanonicalNaN(wide, result, propagate));
  }
  // LLVM's own sequence is as short as any, and its analyses know it: chains of
  // comparisons for NaN cost them a millisecond each.
  StringRef name = propagate ? (isMax ? "llvm.maximum" : "llvm.minimum")
                   : isMax   ? "llvm.maximumnum"
                             : "llvm.minimumnum";
  auto result = LLVM::CallIntrinsicOp::create(lane.e.b, lane.e.loc(), type,
                                              lane.e.b.getStringAttr(name),
                                              wide.operands);
  return narrowedExactly(
      lane, withCanonicalNaN(wide, result.getResult(0), propagate));
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

/// `name` in place or from the maths library. `ftz` is for exp2: the power of a
/// subnormal number is 1 as that of zero is, and powers are not negative.
FailureOr<Value> function(const LaneOp &lane, StringRef name,
                          bool ftz = false) {
  LaneOp wide = inF32(lane);
  Value x = wide.operands[0];
  bool isF64 = wide.resultElement().isF64();
  FailureOr<Value> result = emitInlineMath(wide, name, x);
  if (!*result)
    result = emitMathCall(lane.e, name, wide.operands, lane.width);
  if (succeeded(result) && (name == "sinh" || name == "cosh"))
    result = hyperbolicOfLarge(wide, x, *result, /*isOdd=*/name == "sinh");
  if (failed(result))
    return failure();
  if (name == "tan" && isF64)
    return tangentNearZero(lane, x, *result);
  return narrowed(lane, ftz ? flushPositive(lane, *result) : *result);
}

Value reciprocalRoot(const LaneOp &lane, bool ftz) {
  OpBuilder &b = lane.e.b;
  Location loc = lane.e.loc();
  LaneOp wide = inF32(lane);
  Value x = wide.operands[0];
  if (ftz)
    x = flush(lane, x);
  Value root = math::SqrtOp::create(b, loc, x);
  Value one =
      splat(lane.e, lane.e.constant(b.getFloatAttr(wide.resultElement(), 1.0)),
            lane.width);
  Value result = arith::DivFOp::create(b, loc, one, root);
  return narrowed(lane, ftz ? flush(lane, result) : result);
}

/// The quotient of f32 rounded to nearest, but for divisors beyond 2^126: as if
/// multiplied by their reciprocal, which is zero. That is what division by
/// infinity gives.
FailureOr<Value> approximateQuotient(const LaneOp &lane, tileaa::DivFOp op) {
  bool ftz = op.getFlushToZero();
  Value x = lane.operands[0], y = lane.operands[1];
  if (ftz) {
    x = flush(lane, x);
    y = flush(lane, y);
  }
  F32Lanes m{lane};
  Value magnitude = math::AbsFOp::create(m.b, m.loc, y);
  Value isHuge =
      m.compare(arith::CmpFPredicate::OGT, magnitude, m.f32(0x7E800000));
  Value infinity = math::CopySignOp::create(m.b, m.loc, m.f32(0x7F800000), y);
  Value result = m.div(x, m.select(isHuge, infinity, y));
  return ftz ? flush(lane, result) : result;
}

/// An op with rounding mode and flush flag: native for nearest even.
template <typename NativeOp, typename OpTy>
FailureOr<Value> rounded(const LaneOp &lane, OpTy op) {
  RoundingMode mode = op.getRoundingMode();
  bool nearest =
      mode == RoundingMode::NearestEven || mode == RoundingMode::Full;
  if (std::is_same_v<NativeOp, math::SqrtOp>)
    nearest |= mode == RoundingMode::Approx;
  if (!nearest && lane.resultElement().isF32()) {
    LaneOp flushed = lane;
    if (op.getFlushToZero())
      for (Value &operand : flushed.operands)
        operand = flush(lane, operand);
    Value result = emitDirected(flushed, mode);
    return op.getFlushToZero() ? flush(lane, result) : result;
  }
  if (!nearest)
    return emitRuntimeOp(lane);
  if (std::is_same_v<NativeOp, math::FmaOp>)
    return multiplyAdd(lane, op.getFlushToZero());
  return arithmetic<NativeOp>(lane, op.getFlushToZero());
}

/// A bit operation on the 16-bit formats, the op itself on others.
MaybeValue withSign(const LaneOp &lane, uint16_t kept, uint16_t flipped) {
  if (!isHalf(lane.resultElement()))
    return FailureOr<Value>(lane.rebuilt());
  auto number = [&](uint16_t bits) {
    return lane.number(APInt(16, bits), lane.operands[0].getType());
  };
  OpBuilder &b = lane.e.b;
  Value left =
      arith::AndIOp::create(b, lane.e.loc(), lane.operands[0], number(kept));
  return FailureOr<Value>(
      arith::XOrIOp::create(b, lane.e.loc(), left, number(flipped))
          .getResult());
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
  if (MaybeValue conversion = emitFloatConversion(lane))
    return conversion;
  return llvm::TypeSwitch<Operation *, MaybeValue>(lane.op)
      .Case<tileaa::AddFOp>(
          [&](auto op) { return rounded<arith::AddFOp>(lane, op); })
      .Case<tileaa::SubFOp>(
          [&](auto op) { return rounded<arith::SubFOp>(lane, op); })
      .Case<tileaa::MulFOp>(
          [&](auto op) { return rounded<arith::MulFOp>(lane, op); })
      .Case<tileaa::DivFOp>([&](tileaa::DivFOp op) {
        return op.getRoundingMode() == RoundingMode::Approx
                   ? approximateQuotient(lane, op)
                   : rounded<arith::DivFOp>(lane, op);
      })
      .Case<tileaa::FmaOp>(
          [&](auto op) { return rounded<math::FmaOp>(lane, op); })
      .Case<tileaa::SqrtOp>(
          [&](auto op) { return rounded<math::SqrtOp>(lane, op); })
      .Case<arith::AddFOp>([&](auto) { return plain<arith::AddFOp>(lane); })
      .Case<arith::SubFOp>([&](auto) { return plain<arith::SubFOp>(lane); })
      .Case<arith::MulFOp>([&](auto) { return plain<arith::MulFOp>(lane); })
      .Case<arith::DivFOp>([&](auto) { return plain<arith::DivFOp>(lane); })
      .Case<math::FmaOp>([&](auto) -> MaybeValue {
        return FailureOr<Value>(multiplyAdd(lane, false));
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
      .Case<arith::RemFOp>([&](Operation *) { return emitRemainder(lane); })
      .Case<math::FPowIOp>([&](Operation *) { return emitRuntimeOp(lane); })
      .Case<math::SqrtOp>([&](Operation *) -> MaybeValue {
        return FailureOr<Value>(arithmetic<math::SqrtOp>(lane, false));
      })
      .Case<math::AbsFOp>(
          [&](auto) { return withSign(lane, /*kept=*/0x7FFF, /*flipped=*/0); })
      .Case<arith::NegFOp>([&](auto) {
        return withSign(lane, /*kept=*/0xFFFF, /*flipped=*/0x8000);
      })
      .Case<math::FloorOp, math::CeilOp>([&](auto) -> MaybeValue {
        return FailureOr<Value>(narrowedExactly(lane, inF32(lane).rebuilt()));
      })
      .Case<arith::CmpFOp, math::AbsIOp>([&](auto) -> MaybeValue {
        return FailureOr<Value>(inF32(lane).rebuilt());
      })
      .Default([](Operation *) { return MaybeValue(); });
}

} // namespace tessera::cpu
