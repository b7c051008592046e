//===- TileASToNVVM/Collective/Reduce.cpp - combining along a dimension -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// First the registers of a thread, then lanes by butterfly shuffles, then warps
// by a line of shared memory per result. Order and grouping are free (ops.md),
// and the identities are neutral, so they are not needed.
//
//===----------------------------------------------------------------------===//

#include "Collective.h"
#include "Conversion/TileASToNVVM/Access/Access.h"
#include "Conversion/TileASToNVVM/Handlers.h"
#include "Conversion/TileASToNVVM/RegisterMap.h"

using namespace mlir;
using tessera::layout::LinearLayout;

namespace tessera::gpu {

FailureOr<Registers> applyBody(Emitter &e, Region &region, ValueRange elements,
                               ValueRange accumulators) {
  Block &block = region.front();
  for (auto [k, pair] : llvm::enumerate(llvm::zip(elements, accumulators))) {
    e.set(block.getArgument(2 * k), std::get<0>(pair));
    e.set(block.getArgument(2 * k + 1), std::get<1>(pair));
  }
  if (failed(e.emitBlock(block)))
    return failure();
  Registers results;
  for (Value yielded : block.getTerminator()->getOperands())
    results.push_back(e.scalar(yielded));
  return results;
}

namespace {
/// One result: the accumulators of all operands.
using Line = Registers;

class Reduction {
public:
  Reduction(Emitter &e, tileas::ReduceOp op, ReducePlan plan)
      : e(e), op(op), plan(std::move(plan)) {}
  LogicalResult run();

private:
  LogicalResult combine(Line &line, ValueRange elements) {
    FailureOr<Registers> next = applyBody(e, op.getBody(), elements, line);
    if (failed(next))
      return failure();
    line = *next;
    return success();
  }
  LogicalResult combineRegisters();
  LogicalResult combineLanes();
  LogicalResult combineWarps();

  Emitter &e;
  tileas::ReduceOp op;
  ReducePlan plan;
  /// By register of the slice.
  SmallVector<Line> lines;
};
} // namespace

LogicalResult Reduction::combineRegisters() {
  LinearLayout source = Emitter::layoutOf(op.getSources()[0]);
  layout::Dim axis = layout::tileDim(op.getDim());
  // Elements that differ along the dimension only meet in one line.
  llvm::DenseMap<uint64_t, unsigned> numbers;
  SmallVector<int64_t> extents;
  for (unsigned r = 0; r < Emitter::numRegisters(plan.slice); ++r)
    numbers.try_emplace(Emitter::registerPoint(plan.slice, r), r);
  lines.resize(Emitter::numRegisters(plan.slice));
  const layout::Space &out = source.out(), &to = plan.slice.out();
  for (unsigned r = 0; r < Emitter::numRegisters(source); ++r) {
    uint64_t point = Emitter::registerPoint(source, r);
    uint64_t result = 0;
    unsigned next = 0;
    for (const layout::Axis &from : out.axes())
      if (from.dim != axis)
        result |= to.pack(layout::tileDim(next++), out.get(point, from.dim));
    Line &line = lines[numbers.lookup(result)];
    Registers elements;
    for (Value value : op.getSources())
      elements.push_back(e.get(value)[r]);
    if (line.empty())
      line = elements;
    else if (failed(combine(line, elements)))
      return failure();
  }
  return success();
}

LogicalResult Reduction::combineLanes() {
  for (unsigned mask : plan.laneMasks)
    for (Line &line : lines) {
      Registers others;
      for (Value value : line)
        others.push_back(e.shuffleXor(value, mask));
      if (failed(combine(line, others)))
        return failure();
    }
  return success();
}

LogicalResult Reduction::combineWarps() {
  if (plan.warpBits.empty())
    return success();
  Value memory = e.scratch(op);
  if (!memory)
    return failure();
  SmallVector<int64_t> shape, partialShape;
  for (const layout::Axis &axis : plan.slice.out().axes())
    shape.push_back(int64_t(1) << axis.bits);
  int64_t results = int64_t(1) << plan.slice.out().bits();
  int64_t slots = int64_t(1) << plan.warpBits.size();
  partialShape.push_back(slots);
  partialShape.append(shape);
  SmallVector<Value> areas;
  int64_t offset = 0;
  for (Value source : op.getSources()) {
    areas.push_back(e.byteOffset(memory, offset));
    unsigned bytes =
        Emitter::containerBytes(getElementTypeOrSelf(source.getType()));
    offset += llvm::alignTo(slots * results * bytes, 16);
  }
  auto element = [&](unsigned k) {
    return getElementTypeOrSelf(op.getSources()[k].getType());
  };
  auto address = [&](unsigned k, Value index) {
    unsigned bytes = Emitter::containerBytes(element(k));
    return e.byteOffset(areas[k], e.mul(index, e.i32(bytes)));
  };
  e.guarded(e.owner(plan.partials), [&] {
    for (auto [r, line] : llvm::enumerate(lines)) {
      Value index = linearIndex(e, plan.partials, partialShape, r);
      for (auto [k, value] : llvm::enumerate(line))
        writeShared(e, element(k), address(k, index), {value});
    }
  });
  e.barrier();
  for (auto [r, line] : llvm::enumerate(lines)) {
    Value index = linearIndex(e, plan.slice, shape, r);
    if (!index)
      index = e.i32(0);
    Line total;
    for (int64_t slot = 0; slot < slots; ++slot) {
      Value place = e.add(index, e.i32(slot * results));
      Registers elements;
      for (unsigned k = 0; k < areas.size(); ++k)
        elements.push_back(readShared(e, element(k), address(k, place), 1)[0]);
      if (total.empty())
        total = elements;
      else if (failed(combine(total, elements)))
        return failure();
    }
    line = total;
  }
  return success();
}

LogicalResult Reduction::run() {
  if (failed(combineRegisters()) || failed(combineLanes()) ||
      failed(combineWarps()))
    return failure();
  for (auto [k, result] : llvm::enumerate(op.getResults())) {
    if (!isa<RankedTensorType>(result.getType())) {
      e.set(result, lines[0][k]);
      continue;
    }
    std::optional<SmallVector<unsigned>> map =
        mapRegisters(plan.slice, Emitter::layoutOf(result),
                     [](uint64_t point) { return point; });
    if (!map)
      return e.refuse(op, "the result's layout is not the source's without "
                          "the dimension");
    Registers registers;
    for (unsigned r : *map)
      registers.push_back(lines[r][k]);
    e.set(result, std::move(registers));
  }
  return success();
}

static LogicalResult emitReduce(Emitter &e, Operation *op) {
  auto reduce = llvm::cast<tileas::ReduceOp>(op);
  std::optional<ReducePlan> plan =
      planReduce(Emitter::layoutOf(reduce.getSources()[0]), reduce.getDim());
  if (!plan)
    return e.refuse(op, "a layout that mixes the dimension with others");
  return Reduction(e, reduce, std::move(*plan)).run();
}

void registerReduceHandlers(Handlers &h) {
  h.addOp<tileas::ReduceOp>(emitReduce);
}

} // namespace tessera::gpu
