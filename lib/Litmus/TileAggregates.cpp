//===- Litmus/TileAggregates.cpp - reduce and scan of a tile block -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Elements are combined one after the other along the dimension. The language
// leaves the grouping of a reduce to the implementation, so sums of floats may
// differ from the interpreter's in the last place.
//
//===----------------------------------------------------------------------===//

#include "TileRun.h"
#include "tessera/Interpreter/TypeKinds.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace tessera;
using namespace tessera::litmus;
using namespace tessera::memmodel;
namespace ct = tessera::cuda_tile;

/// Gives `accumulators` what the body makes of them and one element of each
/// operand.
Error TileRun::combine(mlir::Block &body, ArrayRef<uint64_t> elements,
                       MutableArrayRef<uint64_t> accumulators,
                       const Taint &taint) {
  for (size_t k = 0; k < elements.size(); ++k) {
    set(body.getArgument(2 * k), {{elements[k]}, taint});
    set(body.getArgument(2 * k + 1), {{accumulators[k]}, taint});
  }
  for (mlir::Operation &op : body.without_terminator()) {
    Expected<Signal> signal = execute(&op);
    if (!signal)
      return signal.takeError();
  }
  for (auto [k, yielded] : enumerate(body.getTerminator()->getOperands()))
    accumulators[k] = get(yielded).lanes.front();
  return Error::success();
}

Expected<bool> TileRun::aggregate(mlir::Operation *op) {
  auto reduce = dyn_cast<ct::ReduceOp>(op);
  auto scan = dyn_cast<ct::ScanOp>(op);
  if (!reduce && !scan)
    return false;
  size_t dim = reduce ? reduce.getDim() : scan.getDim();
  bool isReverse = scan && scan.getReverse();
  ArrayRef<int64_t> shape =
      cast<ct::TileType>(op->getOperand(0).getType()).getShape();
  size_t extent = shape[dim], outer = 1, inner = 1;
  for (int64_t length : shape.take_front(dim))
    outer *= length;
  for (int64_t length : shape.drop_front(dim + 1))
    inner *= length;

  size_t count = op->getNumOperands();
  Taint taint = taintOf(op->getOperands());
  SmallVector<TileValue> results(count, TileValue{{}, taint});
  for (TileValue &result : results)
    result.lanes.resize(outer * inner * (scan ? extent : 1));
  SmallVector<uint64_t> elements(count), accumulators(count);
  for (size_t line = 0; line < outer * inner; ++line) {
    size_t first = line / inner * extent * inner + line % inner;
    for (size_t step = 0; step < extent; ++step) {
      size_t index = first + (isReverse ? extent - 1 - step : step) * inner;
      for (size_t k = 0; k < count; ++k)
        elements[k] = get(op->getOperand(k)).lanes[index];
      // The identity is no element.
      if (step == 0)
        accumulators = elements;
      else if (Error error = combine(op->getRegion(0).front(), elements,
                                     accumulators, taint))
        return std::move(error);
      for (size_t k = 0; scan && k < count; ++k)
        results[k].lanes[index] = accumulators[k];
    }
    for (size_t k = 0; reduce && k < count; ++k)
      results[k].lanes[line] = accumulators[k];
  }
  for (auto [result, value] : zip(op->getResults(), results))
    set(result, std::move(value));
  return true;
}
