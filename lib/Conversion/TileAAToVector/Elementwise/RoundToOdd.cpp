//===- TileAAToVector/Elementwise/RoundToOdd.cpp - sums and casts to be rounded again -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Sums, products and casts whose result is rounded to odd, as RoundToOdd.h
// describes.
//
//===----------------------------------------------------------------------===//

#include "RoundToOdd.h"

#include "Conversion/TileAAToVector/Core/Lanes.h"
#include "tessera/Conversion/Elements/ElementTypes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;

namespace tessera::cpu {

namespace {
unsigned lanesOf(Value x) {
  auto vector = dyn_cast<VectorType>(x.getType());
  return vector ? static_cast<unsigned>(vector.getNumElements()) : 0;
}

Type withElement(Value x, Type element) {
  return lanesType(element, lanesOf(x));
}

Value integer(Emitter &e, Type like, int64_t value) {
  TypedAttr attr = e.b.getIntegerAttr(getElementTypeOrSelf(like), value);
  auto vector = dyn_cast<VectorType>(like);
  return splat(e, e.constant(attr), vector ? vector.getNumElements() : 0);
}

Value zeroLike(Emitter &e, Value x) {
  auto zero = cast<TypedAttr>(e.b.getZeroAttr(getElementTypeOrSelf(x)));
  return splat(e, e.constant(zero), lanesOf(x));
}

/// `nearest` where it is what was to be rounded; `isInexact` lanes become odd.
/// Towards zero first: one step down where `isLarger` says that its magnitude
/// is too large.
Value toOdd(Emitter &e, Value nearest, Value isInexact, Value isLarger) {
  OpBuilder &b = e.b;
  Location loc = e.loc();
  unsigned width =
      getElementTypeOrSelf(nearest.getType()).getIntOrFloatBitWidth();
  Type type = withElement(nearest, b.getIntegerType(width));
  Value bits = arith::BitcastOp::create(b, loc, type, nearest);
  Value step = arith::ExtSIOp::create(b, loc, type, isLarger);
  Value below = arith::AddIOp::create(b, loc, bits, step);
  Value odd = arith::OrIOp::create(b, loc, below, integer(e, type, 1));
  Value chosen = arith::SelectOp::create(b, loc, isInexact, odd, bits);
  return arith::BitcastOp::create(b, loc, nearest.getType(), chosen);
}

/// `nearest` + `error`, which is less than half a unit of its last bit, made
/// odd. Infinite results have NaN as error.
Value toOdd(Emitter &e, Value nearest, Value error) {
  OpBuilder &b = e.b;
  Location loc = e.loc();
  Value isInexact = arith::CmpFOp::create(b, loc, arith::CmpFPredicate::ONE,
                                          error, zeroLike(e, error));
  unsigned width = getElementTypeOrSelf(nearest).getIntOrFloatBitWidth();
  Type type = withElement(nearest, b.getIntegerType(width));
  Value signs = arith::XOrIOp::create(
      b, loc, arith::BitcastOp::create(b, loc, type, nearest),
      arith::BitcastOp::create(b, loc, type, error));
  Value isLarger = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::slt,
                                         signs, integer(e, type, 0));
  return toOdd(e, nearest, isInexact, isLarger);
}
} // namespace

Value addToOdd(Emitter &e, Value x, Value y) {
  OpBuilder &b = e.b;
  Location loc = e.loc();
  auto add = [&](Value l, Value r) -> Value {
    return arith::AddFOp::create(b, loc, l, r);
  };
  auto subtract = [&](Value l, Value r) -> Value {
    return arith::SubFOp::create(b, loc, l, r);
  };
  // Knuth's TwoSum: x + y = sum + error.
  Value sum = add(x, y);
  Value yRounded = subtract(sum, x);
  Value xRounded = subtract(sum, yRounded);
  return toOdd(e, sum, add(subtract(x, xRounded), subtract(y, yRounded)));
}

Value divideToOdd(Emitter &e, Value x, Value y) {
  OpBuilder &b = e.b;
  Location loc = e.loc();
  Value quotient = arith::DivFOp::create(b, loc, x, y);
  // Exact; its sign is that of the error times that of y.
  Value minus = arith::NegFOp::create(b, loc, quotient);
  Value rest = math::FmaOp::create(b, loc, minus, y, x);
  Value one = splat(e, e.constant(b.getF64FloatAttr(1.0)), lanesOf(x));
  Value sign = math::CopySignOp::create(b, loc, one, y);
  return toOdd(e, quotient, arith::MulFOp::create(b, loc, rest, sign));
}

Value rootToOdd(Emitter &e, Value x) {
  OpBuilder &b = e.b;
  Location loc = e.loc();
  Value root = math::SqrtOp::create(b, loc, x);
  Value minus = arith::NegFOp::create(b, loc, root);
  return toOdd(e, root, math::FmaOp::create(b, loc, minus, root, x));
}

Value castToOdd(Emitter &e, Value x) {
  OpBuilder &b = e.b;
  Location loc = e.loc();
  Value nearest =
      arith::TruncFOp::create(b, loc, withElement(x, b.getF32Type()), x);
  Value back = arith::ExtFOp::create(b, loc, x.getType(), nearest);
  Value isInexact =
      arith::CmpFOp::create(b, loc, arith::CmpFPredicate::ONE, x, back);
  Value isLarger = arith::CmpFOp::create(b, loc, arith::CmpFPredicate::OGT,
                                         math::AbsFOp::create(b, loc, back),
                                         math::AbsFOp::create(b, loc, x));
  return toOdd(e, nearest, isInexact, isLarger);
}

Value integerToOdd(Emitter &e, Value x, bool isSigned) {
  OpBuilder &b = e.b;
  Location loc = e.loc();
  Type f64 = withElement(x, b.getF64Type());
  auto convert = [&](Value value, bool isSigned) {
    return isSigned ? Value(arith::SIToFPOp::create(b, loc, f64, value))
                    : Value(arith::UIToFPOp::create(b, loc, f64, value));
  };
  if (getElementTypeOrSelf(x.getType()).isInteger(32))
    return castToOdd(e, convert(x, isSigned));
  // Both halves are exact.
  Type i32 = withElement(x, b.getI32Type());
  Value upper = arith::ShRUIOp::create(b, loc, x, integer(e, x.getType(), 32));
  Value high = convert(arith::TruncIOp::create(b, loc, i32, upper), isSigned);
  Value low = convert(arith::TruncIOp::create(b, loc, i32, x), false);
  Value unit = splat(e, e.constant(b.getF64FloatAttr(0x1p32)), lanesOf(x));
  return castToOdd(e,
                   addToOdd(e, arith::MulFOp::create(b, loc, high, unit), low));
}

} // namespace tessera::cpu
