//===- TileAAToVector/Elementwise/IntegerDivision.cpp - integer division on lanes -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Processors divide vectors of floats but not of integers. Integers of 8 and 16
// bits are therefore divided as f32 and integers of 32 bits as f64. These
// formats have a few more bits than the integers, so a quotient that is no
// integer is further from the next integer than the error of its rounding:
// cutting off the fraction is exact.
//
// A divisor that is the same for all lanes, as where rows and columns are
// computed from an index, is inverted once, and its reciprocal is a factor.
// Half a unit is added to the dividend, so that no error reaches an integer.
//
// Constant divisors, scalars and i64 are left to LLVM.
//
//===----------------------------------------------------------------------===//

#include "Conversion/TileAAToVector/Core/Lanes.h"
#include "Elementwise.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;

namespace tessera::cpu {

namespace {
/// The value that all elements of the second operand of `op` have.
Value repeatedDivisor(Operation *op) {
  Value divisor = op->getOperand(1);
  while (Operation *def = divisor.getDefiningOp()) {
    if (!isa<tileaa::SplatOp, tileaa::BroadcastOp, tileaa::ViewOp>(def))
      break;
    divisor = def->getOperand(0);
  }
  return divisor;
}

struct Division {
  const LaneOp &lane;
  bool isSigned;
  OpBuilder &b = lane.e.b;
  Location loc = lane.e.loc();
  Type type = lane.operands[0].getType();
  unsigned bits = lane.resultElement().getIntOrFloatBitWidth();
  Value x = lane.operands[0], y = lane.operands[1];

  Value number(const APInt &value) { return lane.number(value, type); }
  Value compare(arith::CmpIPredicate predicate, Value l, Value r) {
    return arith::CmpIOp::create(b, loc, predicate, l, r);
  }
  Value select(Value condition, Value l, Value r) {
    return arith::SelectOp::create(b, loc, condition, l, r);
  }

  bool isByConstant(APInt &value) {
    return matchPattern(repeatedDivisor(lane.op), m_ConstantInt(&value));
  }

  /// The divisor; 1 for 0.
  Value withoutZero() {
    Value isZero =
        compare(arith::CmpIPredicate::eq, y, number(APInt::getZero(bits)));
    return select(isZero, number(APInt(bits, 1)), y);
  }

  /// Division traps on x86, and LLVM takes it for undefined, where Tile IR
  /// leaves the result open: such divisors become 1.
  Value safeDivisor() {
    APInt known;
    if (isByConstant(known) && !known.isZero() &&
        !(isSigned && known.isAllOnes()))
      return y;
    Value divisor = withoutZero();
    if (!isSigned)
      return divisor;
    Value least = number(APInt::getSignedMinValue(bits));
    Value minus = number(APInt::getAllOnes(bits));
    Value over = arith::AndIOp::create(
        b, loc, compare(arith::CmpIPredicate::eq, x, least),
        compare(arith::CmpIPredicate::eq, y, minus));
    return select(over, number(APInt(bits, 1)), divisor);
  }

  /// An integer of up to 32 bits as a float that holds it.
  Value toFloat(Value v, Type floats) {
    if (bits < 32) {
      Type i32 = lanesType(b.getI32Type(), lane.width);
      v = isSigned ? Value(arith::ExtSIOp::create(b, loc, i32, v))
                   : Value(arith::ExtUIOp::create(b, loc, i32, v));
    }
    return isSigned || bits < 32
               ? Value(arith::SIToFPOp::create(b, loc, floats, v))
               : Value(arith::UIToFPOp::create(b, loc, floats, v));
  }

  /// The quotient towards zero.
  Value quotient(Value divisor) {
    Type element = bits < 32 ? b.getF32Type() : b.getF64Type();
    Type floats = lanesType(element, lane.width);
    auto constant = [&](double value) {
      return splat(lane.e, lane.e.constant(b.getFloatAttr(element, value)),
                   lane.width);
    };
    Value dividend = toFloat(x, floats), by = toFloat(divisor, floats), real;
    auto repeated =
        dyn_cast<RankedTensorType>(repeatedDivisor(lane.op).getType());
    if (!repeated || repeated.getNumElements() == 1) {
      Value half = constant(0.5);
      if (isSigned)
        half = math::CopySignOp::create(b, loc, half, dividend);
      Value more = arith::AddFOp::create(b, loc, dividend, half);
      Value reciprocal = arith::DivFOp::create(b, loc, constant(1), by);
      real = arith::MulFOp::create(b, loc, more, reciprocal);
    } else {
      real = arith::DivFOp::create(b, loc, dividend, by);
    }
    if (isSigned && bits == 32) {
      // -2^31 / -1 is open, but must be something.
      Value most = constant(0x1p31 - 1);
      Value isTooLarge =
          arith::CmpFOp::create(b, loc, arith::CmpFPredicate::OGT, real, most);
      real = select(isTooLarge, most, real);
    }
    Type wide = bits < 32 ? lanesType(b.getI32Type(), lane.width) : type;
    Value result = isSigned || bits < 32
                       ? Value(arith::FPToSIOp::create(b, loc, wide, real))
                       : Value(arith::FPToUIOp::create(b, loc, wide, real));
    return wide == type ? result
                        : Value(arith::TruncIOp::create(b, loc, type, result));
  }

  Value remainder(Value quotient, Value divisor) {
    return arith::SubIOp::create(
        b, loc, x, arith::MulIOp::create(b, loc, quotient, divisor));
  }

  /// Whether something remains, and with the sign of the divisor (or not).
  Value remains(Value remainder, Value divisor, bool withSign) {
    Value zero = number(APInt::getZero(bits));
    Value some = compare(arith::CmpIPredicate::ne, remainder, zero);
    if (!isSigned)
      return some;
    Value signs = arith::XOrIOp::create(b, loc, remainder, divisor);
    return arith::AndIOp::create(b, loc, some,
                                 compare(withSign ? arith::CmpIPredicate::sge
                                                  : arith::CmpIPredicate::slt,
                                         signs, zero));
  }

  Value emit() {
    APInt known;
    if (!lane.width || bits > 32 || bits < 8 || isByConstant(known)) {
      Value divisor = safeDivisor();
      if (isa<tileaa::RemSIOp>(lane.op))
        return arith::RemSIOp::create(b, loc, x, divisor);
      LaneOp safe = lane;
      safe.operands[1] = divisor;
      return safe.rebuilt();
    }
    Value divisor = withoutZero();
    Value towardsZero = quotient(divisor);
    if (isa<arith::DivUIOp, arith::DivSIOp>(lane.op))
      return towardsZero;
    Value rest = remainder(towardsZero, divisor);
    if (isa<arith::RemUIOp>(lane.op))
      return rest;
    if (isa<arith::RemSIOp, tileaa::RemSIOp>(lane.op)) {
      // Nothing remains of any number, but the quotient of MIN is open.
      Value isMinusOne = compare(arith::CmpIPredicate::eq, divisor,
                                 number(APInt::getAllOnes(bits)));
      return select(isMinusOne, number(APInt::getZero(bits)), rest);
    }
    bool isUp = isa<arith::CeilDivUIOp, arith::CeilDivSIOp>(lane.op);
    Value step = number(isUp ? APInt(bits, 1) : APInt::getAllOnes(bits));
    Value moved = arith::AddIOp::create(b, loc, towardsZero, step);
    return select(remains(rest, divisor, /*withSign=*/isUp), moved,
                  towardsZero);
  }
};
} // namespace

Value emitDivision(const LaneOp &lane) {
  bool isSigned =
      !isa<arith::DivUIOp, arith::RemUIOp, arith::CeilDivUIOp>(lane.op);
  return Division{lane, isSigned}.emit();
}

} // namespace tessera::cpu
