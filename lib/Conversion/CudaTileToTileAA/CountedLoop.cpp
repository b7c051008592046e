//===- CudaTileToTileAA/CountedLoop.cpp - for to scf.for ----------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Chooses among three forms of a counted loop so that no increment can wrap:
//
//   as it is           step 1, or constants and promises show that ub + step -
//   1
//                      fits the type
//   counting in i64    i1 to i32: bounds and step extended, the induction
//                      variable truncated back
//   counting trips     i64: 0 to ceil((ub - lb) / step), iv = lb + k * step
//
// A step that is not positive is undefined behaviour as soon as an iteration
// runs (core.md 6.3); a constant one becomes 1, so that the zero-trip case,
// which is defined, stays right.
//
//===----------------------------------------------------------------------===//

#include "StructureControlFlow.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;

namespace tessera {

static Value castTo(OpBuilder &builder, Location loc, Value value, Type type) {
  return UnrealizedConversionCastOp::create(builder, loc, type, value)
      .getResult(0);
}

static std::optional<APInt> getConstant(Value value) {
  DenseElementsAttr attr;
  if (matchPattern(value, m_Constant(&attr)) && attr.isSplat())
    return attr.getSplatValue<APInt>();
  return std::nullopt;
}

/// The largest value that `bound` can have in the reading of the loop, as far
/// as constants and `assume bounded` tell.
static APInt getLargest(Value bound, unsigned width, bool isUnsigned) {
  if (std::optional<APInt> constant = getConstant(bound))
    return *constant;
  while (auto assume = bound.getDefiningOp<cuda_tile::AssumeOp>()) {
    auto range = dyn_cast<cuda_tile::BoundedAttr>(assume.getPredicate());
    // The promise is about the signed reading.
    if (range && range.getUb() &&
        (!isUnsigned || (range.getLb() && *range.getLb() >= 0)))
      return APInt(width, *range.getUb(), /*isSigned=*/true);
    bound = assume.getValue();
    if (std::optional<APInt> constant = getConstant(bound))
      return *constant;
  }
  return isUnsigned ? APInt::getMaxValue(width)
                    : APInt::getSignedMaxValue(width);
}

/// Whether `iv + step` fits the type for every iv below the upper bound.
static bool fitsType(cuda_tile::ForOp op, unsigned width,
                     const std::optional<APInt> &step) {
  bool isUnsigned = op.getUnsignedCmp();
  // Steps with the top bit set are kept out of scf.for, whose utilities read
  // steps as signed.
  if (width == 1 || !step || !step->isStrictlyPositive())
    return false;
  if (step->isOne())
    return true;
  bool overflow = false;
  APInt largest = getLargest(op.getUpperBound(), width, isUnsigned);
  isUnsigned ? (void)largest.uadd_ov(*step - 1, overflow)
             : (void)largest.sadd_ov(*step - 1, overflow);
  return !overflow;
}

CountedLoop createCountedLoop(OpBuilder &builder, cuda_tile::ForOp op,
                              ValueRange inits) {
  Location loc = op.getLoc();
  auto tileType = cast<cuda_tile::TileType>(op.getLowerBound().getType());
  auto type = cast<IntegerType>(tileType.getElementType());
  bool isUnsigned = op.getUnsignedCmp();
  Type i64 = builder.getI64Type();

  std::optional<APInt> step = getConstant(op.getStep());
  bool neverSteps =
      step && (isUnsigned ? step->isZero() : !step->isStrictlyPositive());
  if (neverSteps)
    step = APInt(type.getWidth(), 1);

  Value lower = castTo(builder, loc, op.getLowerBound(), type);
  Value upper = castTo(builder, loc, op.getUpperBound(), type);
  Value increment =
      neverSteps ? arith::ConstantOp::create(builder, loc,
                                             builder.getIntegerAttr(type, 1))
                 : castTo(builder, loc, op.getStep(), type);

  auto create = [&](Value lb, Value ub, Value by, bool unsignedCmp) {
    auto loop = scf::ForOp::create(
        builder, loc, lb, ub, by, inits,
        [](OpBuilder &, Location, Value, ValueRange) {}, unsignedCmp);
    builder.setInsertionPointToEnd(loop.getBody());
    return loop;
  };

  if (fitsType(op, type.getWidth(), step)) {
    auto loop = create(lower, upper, increment, isUnsigned);
    return {loop, castTo(builder, loc, loop.getInductionVar(), tileType)};
  }

  if (type.getWidth() < 64) {
    auto extend = [&](Value value) -> Value {
      if (isUnsigned)
        return arith::ExtUIOp::create(builder, loc, i64, value);
      return arith::ExtSIOp::create(builder, loc, i64, value);
    };
    Value wideStep =
        step ? arith::ConstantOp::create(
                   builder, loc,
                   builder.getI64IntegerAttr(isUnsigned ? step->getZExtValue()
                                                        : step->getSExtValue()))
                   .getResult()
             : extend(increment);
    // The extended values are non-negative or signed: a signed comparison is
    // right for both.
    Value wideLower = extend(lower), wideUpper = extend(upper);
    auto loop = create(wideLower, wideUpper, wideStep, /*unsignedCmp=*/false);
    auto flag = isUnsigned ? arith::IntegerOverflowFlags::nuw
                           : arith::IntegerOverflowFlags::nsw;
    Value narrow = arith::TruncIOp::create(builder, loc, type,
                                           loop.getInductionVar(), flag);
    return {loop, castTo(builder, loc, narrow, tileType)};
  }

  // trips = lb < ub ? (ub - lb - 1) / step + 1 : 0, unsigned; a zero step must
  // not divide.
  auto integer = [&](int64_t value) -> Value {
    return arith::ConstantOp::create(builder, loc,
                                     builder.getI64IntegerAttr(value));
  };
  Value zero = integer(0), one = integer(1);
  Value divisor =
      step ? increment
           : arith::MaxUIOp::create(builder, loc, increment, one).getResult();
  Value distance = arith::SubIOp::create(builder, loc, upper, lower);
  Value last = arith::SubIOp::create(builder, loc, distance, one);
  Value quotient = arith::DivUIOp::create(builder, loc, last, divisor);
  Value trips = arith::AddIOp::create(builder, loc, quotient, one);
  Value runs = arith::CmpIOp::create(builder, loc,
                                     isUnsigned ? arith::CmpIPredicate::ult
                                                : arith::CmpIPredicate::slt,
                                     lower, upper);
  Value count = arith::SelectOp::create(builder, loc, runs, trips, zero);
  auto loop = create(zero, count, one, /*unsignedCmp=*/true);
  Value done =
      arith::MulIOp::create(builder, loc, loop.getInductionVar(), increment);
  Value current = arith::AddIOp::create(builder, loc, lower, done);
  return {loop, castTo(builder, loc, current, tileType)};
}

} // namespace tessera
