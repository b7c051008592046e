//===- TileAAToVector/Reduce/Collective.cpp - bodies of reduce and scan -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A body is pure and works on scalars, so it works lane by lane on vectors: its
// ops are emitted with lanes for its arguments. Values from outside are
// splatted.
//
//===----------------------------------------------------------------------===//

#include "Collective.h"

#include "Conversion/TileAAToVector/Elementwise/Elementwise.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;

namespace tessera::cpu {

static bool commutes(Operation *op) {
  return isa<arith::AddFOp, arith::MulFOp, arith::AddIOp, arith::MulIOp,
             arith::AndIOp, arith::OrIOp, arith::XOrIOp, arith::MaxSIOp,
             arith::MaxUIOp, arith::MinSIOp, arith::MinUIOp, arith::MaxNumFOp,
             arith::MinNumFOp, arith::MaximumFOp, arith::MinimumFOp,
             tileaa::AddFOp, tileaa::MulFOp, tileaa::MaxFOp, tileaa::MinFOp>(
      op);
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
}

Type CollectiveBody::elementType(size_t k) const {
  return block.getArgument(2 * k).getType();
}

Value CollectiveBody::identity(size_t k, unsigned width) {
  return splat(e, e.constant(registerAttr(identities[k], elementType(k))),
               width);
}

FailureOr<SmallVector<Value, 2>> CollectiveBody::apply(ValueRange elements,
                                                       ValueRange accumulators,
                                                       unsigned width) {
  IRMapping map;
  for (size_t k = 0; k < size(); ++k) {
    map.map(block.getArgument(2 * k), elements[k]);
    map.map(block.getArgument(2 * k + 1), accumulators[k]);
  }
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
      FailureOr<Value> made = emitElementwise(e, &op, operands, width);
      if (failed(made))
        return failure();
      result = *made;
    }
    map.map(op.getResult(0), result);
  }
  SmallVector<Value, 2> results;
  for (Value yielded : block.getTerminator()->getOperands())
    results.push_back(lookup(yielded));
  return results;
}

} // namespace tessera::cpu
