//===- TileAAToVector/Elementwise/Remainder.cpp - remainders of floats -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Computes `remf` by one step of a long division in f64. The quotient, cut to
// an integer, is right, or one too large if it was rounded up to an integer.
// The remainder is smaller than the divisor and a multiple of its last bit, so
// it is exact. Quotients from 2^51 on take more steps: a vector that contains
// one goes to the runtime.
//
//===----------------------------------------------------------------------===//

#include "Conversion/TileAAToVector/Core/Lanes.h"
#include "ExactFloat.h"
#include "ShortFloat.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;

namespace tessera::cpu {

FailureOr<Value> emitRemainder(const LaneOp &lane) {
  Emitter &e = lane.e;
  OpBuilder &b = e.b;
  Location loc = e.loc();
  LaneOp wide = inF32(lane, /*mayFold=*/false);
  Type doubles = lanesType(b.getF64Type(), lane.width);
  auto asDouble = [&](Value v) -> Value {
    return v.getType() == doubles ? v
                                  : arith::ExtFOp::create(b, loc, doubles, v);
  };
  auto number = [&](double value) {
    return splat(e, e.constant(b.getF64FloatAttr(value)), lane.width);
  };
  auto compare = [&](arith::CmpFPredicate predicate, Value l,
                     Value r) -> Value {
    return arith::CmpFOp::create(b, loc, predicate, l, r);
  };
  Value x = asDouble(wide.operands[0]);
  Value size = math::AbsFOp::create(b, loc, x);
  Value divisor = math::AbsFOp::create(b, loc, asDouble(wide.operands[1]));
  Value quotient = arith::DivFOp::create(b, loc, size, divisor);

  auto oneStep = [&] {
    Value count = math::TruncOp::create(b, loc, quotient);
    Value rest = math::FmaOp::create(
        b, loc, arith::NegFOp::create(b, loc, count), divisor, size);
    Value isTooMany = compare(arith::CmpFPredicate::OLT, rest, number(0));
    rest = arith::SelectOp::create(
        b, loc, isTooMany, arith::AddFOp::create(b, loc, rest, divisor), rest);
    // Also of infinite divisors.
    Value isSmall = compare(arith::CmpFPredicate::OLT, size, divisor);
    rest = arith::SelectOp::create(b, loc, isSmall, size, rest);
    Value result = math::CopySignOp::create(b, loc, rest, x);
    if (!lane.resultElement().isF64())
      result =
          arith::TruncFOp::create(b, loc, lane.type(b.getF32Type()), result);
    return narrowedExactly(lane, result);
  };
  // f16 has no such quotients.
  if (lane.resultElement().isF16())
    return oneStep();

  Value isLarge = compare(arith::CmpFPredicate::OGE, quotient, number(0x1p51));
  if (lane.width)
    isLarge =
        vector::ReductionOp::create(b, loc, vector::CombiningKind::OR, isLarge);
  FailureOr<Value> slow = failure();
  auto choice = scf::IfOp::create(
      b, loc, isLarge,
      [&](OpBuilder &, Location) {
        slow = emitRuntimeOp(lane);
        if (succeeded(slow))
          scf::YieldOp::create(b, loc, *slow);
      },
      [&](OpBuilder &, Location) { scf::YieldOp::create(b, loc, oneStep()); });
  if (failed(slow))
    return failure();
  return choice.getResult(0);
}

} // namespace tessera::cpu
