//===- TileAAToVector/Elementwise/DirectedRounding.cpp - f32 rounded up, down or to zero -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Rounds results of f32 up, down or towards zero. The op is computed in f64
// and rounded to odd, which keeps it on the same side of every number of f32
// as the exact result. Then it is rounded to nearest, and moved one step back
// where that went in the wrong direction. Processors have modes of rounding
// for this, but LLVM moves operations across changes of the mode.
//
//===----------------------------------------------------------------------===//

#include "Conversion/TileAAToVector/Core/Lanes.h"
#include "ExactFloat.h"
#include "RoundToOdd.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using tessera::cuda_tile::RoundingMode;

namespace tessera::cpu {

namespace {
struct Directed {
  const LaneOp &lane;
  RoundingMode mode;
  OpBuilder &b = lane.e.b;
  Location loc = lane.e.loc();
  Type doubles = lanesType(b.getF64Type(), lane.width);
  Type words = lanesType(b.getI32Type(), lane.width);
  Type longs = lanesType(b.getI64Type(), lane.width);

  /// A sum of f64. What cancels out is -0 in the mode downwards, unless both
  /// are +0.
  Value sum(Value x, Value y) {
    Value result = addToOdd(lane.e, x, y);
    if (mode != RoundingMode::NegativeInf)
      return result;
    auto bits = [&](Value v) {
      return arith::BitcastOp::create(b, loc, longs, v);
    };
    Value zero = lane.number(APInt(64, 0), doubles);
    Value isZero =
        arith::CmpFOp::create(b, loc, arith::CmpFPredicate::OEQ, result, zero);
    Value signs = arith::AndIOp::create(
        b, loc, arith::OrIOp::create(b, loc, bits(x), bits(y)),
        lane.number(APInt::getSignMask(64), longs));
    Value signedZero = arith::BitcastOp::create(b, loc, doubles, signs);
    return arith::SelectOp::create(b, loc, isZero, signedZero, result);
  }

  /// The op's result in f64, rounded to odd or exact.
  Value wide() {
    SmallVector<Value, 3> x;
    for (Value operand : lane.operands)
      x.push_back(arith::ExtFOp::create(b, loc, doubles, operand));
    return llvm::TypeSwitch<Operation *, Value>(lane.op)
        .Case<tileaa::AddFOp>([&](auto) { return sum(x[0], x[1]); })
        .Case<tileaa::SubFOp>([&](auto) {
          return sum(x[0], arith::NegFOp::create(b, loc, x[1]));
        })
        .Case<tileaa::MulFOp>(
            [&](auto) { return arith::MulFOp::create(b, loc, x[0], x[1]); })
        .Case<tileaa::FmaOp>([&](auto) {
          return sum(arith::MulFOp::create(b, loc, x[0], x[1]), x[2]);
        })
        .Case<tileaa::DivFOp>(
            [&](auto) { return divideToOdd(lane.e, x[0], x[1]); })
        .Case<tileaa::SqrtOp>([&](auto) { return rootToOdd(lane.e, x[0]); });
  }

  /// f64 `x` as f32.
  Value narrowed(Value x) {
    Value nearest =
        arith::TruncFOp::create(b, loc, lane.type(b.getF32Type()), x);
    Value back = arith::ExtFOp::create(b, loc, doubles, nearest);
    auto compare = [&](arith::CmpFPredicate predicate, Value l, Value r) {
      return arith::CmpFOp::create(b, loc, predicate, l, r);
    };
    Value bits = arith::BitcastOp::create(b, loc, words, nearest);
    Value zero = lane.number(APInt(32, 0), words);
    Value one = lane.number(APInt(32, 1), words);
    Value minusOne = lane.number(APInt::getAllOnes(32), words);
    Value isWrong, step;
    if (mode == RoundingMode::Zero) {
      isWrong =
          compare(arith::CmpFPredicate::OGT, math::AbsFOp::create(b, loc, back),
                  math::AbsFOp::create(b, loc, x));
      step = minusOne;
    } else {
      bool isUp = mode == RoundingMode::PositiveInf;
      isWrong =
          compare(isUp ? arith::CmpFPredicate::OLT : arith::CmpFPredicate::OGT,
                  back, x);
      // Bits count away from zero.
      Value isNegative =
          arith::CmpIOp::create(b, loc, arith::CmpIPredicate::slt, bits, zero);
      step = arith::SelectOp::create(b, loc, isNegative, isUp ? minusOne : one,
                                     isUp ? one : minusOne);
    }
    Value change = arith::SelectOp::create(b, loc, isWrong, step, zero);
    return arith::BitcastOp::create(
        b, loc, nearest.getType(), arith::AddIOp::create(b, loc, bits, change));
  }
};
} // namespace

Value emitDirected(const LaneOp &lane, RoundingMode mode) {
  Directed directed{lane, mode};
  return directed.narrowed(directed.wide());
}

} // namespace tessera::cpu
