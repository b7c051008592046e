//===- TileAAToVector/Elementwise/FloatConversions.cpp - floats to and from floats and integers -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Converts between floats, and between floats and integers (ops.md 5.3 to
// 5.5), by way of f32. The step to f32 is exact, or rounds to odd where
// another rounding follows (RoundToOdd.h). Directed modes and conversions to
// the formats of scales are left to the services of the runtime.
//
//===----------------------------------------------------------------------===//

#include "Conversion/TileAAToVector/Core/Lanes.h"
#include "RoundToOdd.h"
#include "ShortFloat.h"

#include "tessera/Dialect/CudaTile/IR/CudaTile.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using tessera::cuda_tile::RoundingMode;
using tessera::cuda_tile::Signedness;
using tessera::numerics::ElementKind;

namespace tessera::cpu {

namespace {
bool isNative(Type element) {
  return isHalf(element) || element.isF32() || element.isTF32() ||
         element.isF64();
}

/// f32 rounded to the 10 fraction bits of tf32.
Value roundToTF32(const LaneOp &lane, Value x) {
  OpBuilder &b = lane.e.b;
  Location loc = lane.e.loc();
  Value bits = roundBits(lane.e, x, 13);
  Value kept = arith::AndIOp::create(
      b, loc, bits, lane.number(APInt(32, 0xFFFFE000), bits.getType()));
  return arith::BitcastOp::create(b, loc, x.getType(), kept);
}

/// The operand in f32, or f64 if it is; null if no instructions do that.
Value widened(const LaneOp &lane) {
  Type from = lane.operandElement(0);
  if (isByteFloat(from))
    return widenByteFloat(lane.e, lane.operands[0], from);
  return isNative(from) ? inF32(lane).operands[0] : Value();
}

/// `x` of f32 or f64 as the result of `lane`; `isExact` if f32 that fits tf32.
Value finish(const LaneOp &lane, Value x, bool isExact) {
  OpBuilder &b = lane.e.b;
  Type to = lane.resultElement();
  if (to.isF64())
    return getElementTypeOrSelf(x.getType()).isF64()
               ? x
               : Value(
                     arith::ExtFOp::create(b, lane.e.loc(), lane.type(to), x));
  if (getElementTypeOrSelf(x.getType()).isF64()) {
    if (to.isF32())
      return arith::TruncFOp::create(b, lane.e.loc(), lane.type(to), x);
    x = castToOdd(lane.e, x);
  }
  if (to.isTF32() && !isExact)
    return roundToTF32(lane, x);
  if (isByteFloat(to))
    return narrowToByteFloat(lane.e, x, to);
  return narrowed(lane, x);
}

FailureOr<Value> convertFloat(const LaneOp &lane, tileaa::FpToFpOp op) {
  Type from = lane.operandElement(0);
  Value x = op.getRoundingMode() == RoundingMode::NearestEven &&
                    (isNative(lane.resultElement()) ||
                     canNarrowToByteFloat(lane.resultElement()))
                ? widened(lane)
                : Value();
  if (!x)
    return emitRuntimeOp(lane);
  return finish(lane, x, /*isExact=*/!from.isF32() && !from.isF64());
}

/// 2^exponent of `semantics`.
APFloat powerOfTwo(const llvm::fltSemantics &semantics, int exponent) {
  return scalbn(APFloat::getOne(semantics), exponent,
                APFloat::rmNearestTiesToEven);
}

/// Toward zero, clamped to the integers of the result; NaN becomes 0. LLVM has
/// intrinsics for it and takes them apart lane by lane.
FailureOr<Value> convertToInt(const LaneOp &lane, tileaa::FpToIntOp op) {
  using P = arith::CmpFPredicate;
  OpBuilder &b = lane.e.b;
  Location loc = lane.e.loc();
  Value x = widened(lane);
  if (!x)
    return emitRuntimeOp(lane);
  auto real = [&](const APFloat &value) {
    return lane.number(value.bitcastToAPInt(), x.getType());
  };
  auto choose = [&](P predicate, Value limit, Value then, Value other) {
    Value holds = arith::CmpFOp::create(b, loc, predicate, x, limit);
    return Value(arith::SelectOp::create(b, loc, holds, then, other));
  };
  const llvm::fltSemantics &semantics =
      cast<FloatType>(getElementTypeOrSelf(x.getType())).getFloatSemantics();
  bool isSigned = op.getSignedness() == Signedness::Signed;
  unsigned bits = lane.resultElement().getIntOrFloatBitWidth();
  // The first number that is too large, and the largest one that is not.
  unsigned exponent = isSigned ? bits - 1 : bits;
  APFloat limit = powerOfTwo(semantics, exponent), most = limit;
  bool isExact = exponent <= APFloat::semanticsPrecision(semantics);
  if (isExact)
    most.subtract(APFloat::getOne(semantics), APFloat::rmTowardZero);
  else
    most.next(/*nextDown=*/true);
  APFloat least = isSigned ? -limit : APFloat::getZero(semantics);

  // The comparison with 0, which is the least of unsigned integers, is false
  // for NaN as it is for what is less.
  Value zero = real(APFloat::getZero(semantics));
  if (isSigned)
    x = choose(P::ORD, zero, x, zero);
  Value original = x;
  x = choose(P::OGT, real(least), x, real(least));
  x = choose(P::OLT, real(most), x, real(most));
  Type target = lane.type(lane.resultElement());
  Type wide = bits < 32 ? lanesType(b.getI32Type(), lane.width) : target;
  Value result = isSigned || bits < 32
                     ? Value(arith::FPToSIOp::create(b, loc, wide, x))
                     : Value(arith::FPToUIOp::create(b, loc, wide, x));
  if (wide != target)
    return Value(arith::TruncIOp::create(b, loc, target, result));
  if (isExact)
    return result;
  x = original;
  APInt largest =
      isSigned ? APInt::getSignedMaxValue(bits) : APInt::getAllOnes(bits);
  return choose(P::OGE, real(limit), lane.number(largest, target), result);
}

/// `result`, made of the integer that f32 `x` stands for; NaN with its sign
/// where that is beyond the numbers of f8E4M3FN, of which floats beyond them
/// become the largest.
Value withoutLarge(const LaneOp &lane, Value x, Value result) {
  if (!isa<Float8E4M3FNType>(lane.resultElement()) ||
      lane.operandElement(0).getIntOrFloatBitWidth() <= 8)
    return result;
  OpBuilder &b = lane.e.b;
  Location loc = lane.e.loc();
  // Halfway between 448 and what would be the next one.
  Value most = lane.number(APInt(32, 0x43E80000), x.getType());
  Value size = math::AbsFOp::create(b, loc, x);
  Value isLarge =
      arith::CmpFOp::create(b, loc, arith::CmpFPredicate::OGT, size, most);
  Value nan = arith::OrIOp::create(
      b, loc, result, lane.number(APInt(8, 0x7F), result.getType()));
  return arith::SelectOp::create(b, loc, isLarge, nan, result);
}

FailureOr<Value> convertFromInt(const LaneOp &lane, bool isSigned) {
  OpBuilder &b = lane.e.b;
  Location loc = lane.e.loc();
  Type to = lane.resultElement();
  if (!isNative(to) && !canNarrowToByteFloat(to))
    return emitRuntimeOp(lane);
  Value x = lane.operands[0];
  unsigned bits = lane.operandElement(0).getIntOrFloatBitWidth();
  // Exact in f32.
  bool isShort = bits <= 16;
  if (isShort) {
    Type i32 = lanesType(b.getI32Type(), lane.width);
    x = isSigned ? Value(arith::ExtSIOp::create(b, loc, i32, x))
                 : Value(arith::ExtUIOp::create(b, loc, i32, x));
  } else if (!to.isF32() && !to.isF64()) {
    x = integerToOdd(lane.e, x, isSigned);
    return withoutLarge(lane, x, finish(lane, x, false));
  }
  Type type = lanesType(to.isF64() ? to : b.getF32Type(), lane.width);
  Value result = isSigned || isShort
                     ? Value(arith::SIToFPOp::create(b, loc, type, x))
                     : Value(arith::UIToFPOp::create(b, loc, type, x));
  return withoutLarge(lane, result, finish(lane, result, false));
}
} // namespace

std::optional<FailureOr<Value>> emitFloatConversion(const LaneOp &lane) {
  using Result = std::optional<FailureOr<Value>>;
  return llvm::TypeSwitch<Operation *, Result>(lane.op)
      .Case<tileaa::FpToFpOp>([&](auto op) { return convertFloat(lane, op); })
      .Case<tileaa::FpToIntOp>([&](auto op) { return convertToInt(lane, op); })
      .Case<tileaa::IntToFpOp>([&](tileaa::IntToFpOp op) {
        return convertFromInt(lane, op.getSignedness() == Signedness::Signed);
      })
      .Case<arith::SIToFPOp>([&](auto) { return convertFromInt(lane, true); })
      .Case<arith::UIToFPOp>([&](auto) { return convertFromInt(lane, false); })
      .Default([](Operation *) { return Result(); });
}

} // namespace tessera::cpu
