//===- TileAAToVector/Reduce/Collective.cpp - bodies of reduce and scan -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A body is pure and works on scalars, so it works lane by lane on vectors: its
// ops are emitted with lanes for its arguments. Values from outside are
// splatted. The identity is no element: a reduction of NaN only by `maxf` is
// NaN, as on GPUs, whose threads begin with their first elements.
//
//===----------------------------------------------------------------------===//

#include "Collective.h"

#include "Conversion/TileAAToVector/Elementwise/Elementwise.h"
#include "Conversion/TileAAToVector/Elementwise/ShortFloat.h"

#include "tessera/Dialect/CudaTile/IR/CudaTile.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;

namespace tessera::cpu {

FailureOr<SmallVector<Value, 2>> evaluateOperands(Emitter &e, Nest &nest,
                                                  ValueRange sources,
                                                  ArrayRef<Coord> index,
                                                  unsigned width) {
  SmallVector<Value, 2> values;
  for (Value source : sources) {
    FailureOr<Lanes> lanes = nest.evaluate(source, index);
    if (failed(lanes))
      return failure();
    values.push_back(lanes->uniform ? splat(e, lanes->value, width)
                                    : lanes->value);
  }
  return values;
}

static bool commutes(Operation *op) {
  return isa<arith::AddFOp, arith::MulFOp, arith::AddIOp, arith::MulIOp,
             arith::AndIOp, arith::OrIOp, arith::XOrIOp, arith::MaxSIOp,
             arith::MaxUIOp, arith::MinSIOp, arith::MinUIOp, arith::MaxNumFOp,
             arith::MinNumFOp, arith::MaximumFOp, arith::MinimumFOp,
             tileaa::AddFOp, tileaa::MulFOp, tileaa::MaxFOp, tileaa::MinFOp>(
      op);
}

/// Whether `op` is a sum of 16-bit floats, each rounded to nearest.
static bool isShortSum(Operation *op) {
  if (!isHalf(op->getResult(0).getType()))
    return false;
  auto sum = dyn_cast<tileaa::AddFOp>(op);
  return isa<arith::AddFOp>(op) ||
         (sum && sum.getRoundingMode() == cuda_tile::RoundingMode::NearestEven);
}

CollectiveBody::CollectiveBody(Emitter &e, Region &region, ArrayAttr identities)
    : e(e), block(region.front()), identities(identities), commutative(true) {
  for (auto [k, value] :
       llvm::enumerate(block.getTerminator()->getOperands())) {
    Operation *op = value.getDefiningOp();
    commutative &= op && commutes(op) &&
                   ((op->getOperand(0) == block.getArgument(2 * k) &&
                     op->getOperand(1) == block.getArgument(2 * k + 1)) ||
                    (op->getOperand(1) == block.getArgument(2 * k) &&
                     op->getOperand(0) == block.getArgument(2 * k + 1)));
  }
  for (Value value : block.getTerminator()->getOperands())
    wide.push_back(commutative && isShortSum(value.getDefiningOp()));
}

Type CollectiveBody::elementType(size_t k) const {
  return block.getArgument(2 * k).getType();
}

Type CollectiveBody::accumulatorType(size_t k) const {
  return wide[k] ? Type(e.b.getF32Type()) : elementType(k);
}

CollectiveBody::Values CollectiveBody::widened(ValueRange elements) {
  Values values(elements);
  for (auto [k, value] : llvm::enumerate(values))
    if (wide[k])
      value = widenHalf(e, value, elementType(k));
  return values;
}

CollectiveBody::Values CollectiveBody::narrowed(ValueRange accumulators) {
  Values values(accumulators);
  for (auto [k, value] : llvm::enumerate(values))
    if (wide[k])
      value = narrowToHalf(e, value, elementType(k));
  return values;
}

/// The bits of a number of `type` that `op`, one that commutes(), does not see.
static APInt neutralBits(Operation *op, FloatType type) {
  const llvm::fltSemantics &semantics = type.getFloatSemantics();
  auto directed = [&](auto sum) {
    return sum && sum.getRoundingMode() == cuda_tile::RoundingMode::NegativeInf;
  };
  auto extremum = [&](bool propagates, bool isMax) {
    return (propagates ? APFloat::getInf(semantics, /*Negative=*/isMax)
                       : APFloat::getQNaN(semantics))
        .bitcastToAPInt();
  };
  return llvm::TypeSwitch<Operation *, APInt>(op)
      // 0 + -0 is 0 but for sums rounded down, where it is -0.
      .Case<arith::AddFOp, tileaa::AddFOp>([&](Operation *) {
        bool isDown = directed(dyn_cast<tileaa::AddFOp>(op));
        return APFloat::getZero(semantics, /*Negative=*/!isDown)
            .bitcastToAPInt();
      })
      .Case<tileaa::MaxFOp>(
          [&](auto max) { return extremum(max.getPropagateNan(), true); })
      .Case<tileaa::MinFOp>(
          [&](auto min) { return extremum(min.getPropagateNan(), false); })
      .Case<arith::MaxNumFOp>([&](auto) { return extremum(false, true); })
      .Case<arith::MinNumFOp>([&](auto) { return extremum(false, false); })
      .Case<arith::MaximumFOp>([&](auto) { return extremum(true, true); })
      .Case<arith::MinimumFOp>([&](auto) { return extremum(true, false); })
      .Default([&](Operation *) { // products
        return APFloat::getOne(semantics).bitcastToAPInt();
      });
}

static APInt neutralBits(Operation *op, IntegerType type) {
  unsigned bits = type.getWidth();
  return llvm::TypeSwitch<Operation *, APInt>(op)
      .Case<arith::MulIOp>([&](auto) { return APInt(bits, 1); })
      .Case<arith::AndIOp, arith::MinUIOp>(
          [&](Operation *) { return APInt::getAllOnes(bits); })
      .Case<arith::MaxSIOp>(
          [&](auto) { return APInt::getSignedMinValue(bits); })
      .Case<arith::MinSIOp>(
          [&](auto) { return APInt::getSignedMaxValue(bits); })
      .Default([&](Operation *) { return APInt::getZero(bits); });
}

Value CollectiveBody::start(size_t k, unsigned width) {
  Type type = accumulatorType(k);
  TypedAttr attr = cast<TypedAttr>(identities[k]);
  Operation *op = block.getTerminator()->getOperand(k).getDefiningOp();
  if (!commutative)
    return splat(e, e.constant(registerAttr(attr, type)), width);
  if (auto floating = dyn_cast<FloatType>(type))
    attr = FloatAttr::get(floating, APFloat(floating.getFloatSemantics(),
                                            neutralBits(op, floating)));
  else
    attr = IntegerAttr::get(type, neutralBits(op, cast<IntegerType>(type)));
  return splat(e, e.constant(registerAttr(attr, type)), width);
}

FailureOr<CollectiveBody::Values>
CollectiveBody::applyFrom(Value counter, ValueRange elements,
                          ValueRange accumulators, unsigned width) {
  FailureOr<Values> combined = apply(elements, accumulators, width);
  if (failed(combined) || commutative)
    return combined;
  Value isFirst = arith::CmpIOp::create(e.b, e.loc(), arith::CmpIPredicate::eq,
                                        counter, e.i64(0));
  for (auto [value, element] : llvm::zip(*combined, elements))
    value = arith::SelectOp::create(e.b, e.loc(), isFirst, element, value);
  return combined;
}

FailureOr<CollectiveBody::Values> CollectiveBody::apply(ValueRange elements,
                                                        ValueRange accumulators,
                                                        unsigned width) {
  IRMapping map;
  for (size_t k = 0; k < size(); ++k) {
    map.map(block.getArgument(2 * k), elements[k]);
    map.map(block.getArgument(2 * k + 1), accumulators[k]);
  }
  llvm::SmallDenseSet<Operation *, 2> wideSums;
  for (auto [k, value] : llvm::enumerate(block.getTerminator()->getOperands()))
    if (wide[k])
      wideSums.insert(value.getDefiningOp());
  auto lookup = [&](Value value) -> Value {
    if (Value mapped = map.lookupOrNull(value))
      return mapped;
    return splat(e, e.scalar(value), width);
  };
  for (Operation &op : block.without_terminator()) {
    Value result;
    if (auto constant = dyn_cast<arith::ConstantOp>(op)) {
      result = splat(
          e, e.constant(registerAttr(constant.getValue(), constant.getType())),
          width);
    } else {
      SmallVector<Value, 3> operands;
      for (Value operand : op.getOperands())
        operands.push_back(lookup(operand));
      if (wideSums.contains(&op)) {
        result = arith::AddFOp::create(e.b, e.loc(), operands[0], operands[1]);
      } else {
        FailureOr<Value> made = emitElementwise(e, &op, operands, width);
        if (failed(made))
          return failure();
        result = *made;
      }
    }
    map.map(op.getResult(0), result);
  }
  Values results;
  for (Value yielded : block.getTerminator()->getOperands())
    results.push_back(lookup(yielded));
  return results;
}

} // namespace tessera::cpu
