//===- TileASToNVVM/Collective/Reduce.cpp - combining along a dimension -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// First the registers of a thread, then lanes: by one instruction where the
// target has it and all lanes take part, else by butterfly shuffles. A thread
// that has many registers of few results makes several partial results of each,
// because an operation waits for the one before it in its chain. Order and
// grouping are free (ops.md), and the identities are neutral, so they are not
// needed. Where warps share the dimension, `tileas-explicit-storage` has made
// two reductions with storage between them.
//
//===----------------------------------------------------------------------===//

#include "Collective.h"
#include "Conversion/TileASToNVVM/Access/Access.h"
#include "Conversion/TileASToNVVM/Handlers.h"
#include "Conversion/TileASToNVVM/RegisterMap.h"

#include "tessera/Dialect/TileAS/Utils/Exchanges.h"

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

/// Operations that do not wait for each other hide the latency of arithmetic.
static constexpr unsigned chainsThatHideLatency = 4;

namespace {
/// One result: the accumulators of all operands.
using Line = Registers;

class Reduction {
public:
  Reduction(Emitter &e, tileas::ReduceOp op, tileas::ReducePlan plan)
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
  /// Partial results of each line that are made side by side.
  unsigned numChains();
  LogicalResult combineRegisters();
  LogicalResult combineLanes();

  Emitter &e;
  tileas::ReduceOp op;
  tileas::ReducePlan plan;
  /// By register of the slice.
  SmallVector<Line> lines;
};
} // namespace

unsigned Reduction::numChains() {
  const unsigned slice = Emitter::numRegisters(plan.slice);
  const unsigned each =
      Emitter::numRegisters(Emitter::layoutOf(op.getSources()[0])) / slice;
  // Short chains end before others would help. Accumulators of several operands
  // are more registers.
  if (op.getSources().size() > 1 || each < 4 * chainsThatHideLatency)
    return 1;
  return std::max(1u, chainsThatHideLatency / slice);
}

LogicalResult Reduction::combineRegisters() {
  LinearLayout source = Emitter::layoutOf(op.getSources()[0]);
  layout::Dim axis = layout::tileDim(op.getDim());
  // Elements that differ along the dimension only meet in one line.
  llvm::DenseMap<uint64_t, unsigned> numbers;
  SmallVector<int64_t> extents;
  for (unsigned r = 0; r < Emitter::numRegisters(plan.slice); ++r)
    numbers.try_emplace(Emitter::registerPoint(plan.slice, r), r);
  lines.resize(Emitter::numRegisters(plan.slice));
  const unsigned chains = numChains();
  // The chains of a line, and how many elements it has had.
  SmallVector<SmallVector<Line, 4>> partial(lines.size());
  for (auto &own : partial)
    own.resize(chains);
  SmallVector<unsigned> counts(lines.size());
  const layout::Space &out = source.out(), &to = plan.slice.out();
  for (unsigned r = 0; r < Emitter::numRegisters(source); ++r) {
    uint64_t point = Emitter::registerPoint(source, r);
    uint64_t result = 0;
    unsigned next = 0;
    for (const layout::Axis &from : out.axes())
      if (from.dim != axis)
        result |= to.pack(layout::tileDim(next++), out.get(point, from.dim));
    const unsigned number = numbers.lookup(result);
    Line &line = partial[number][counts[number]++ % chains];
    Registers elements;
    for (Value value : op.getSources())
      elements.push_back(e.get(value)[r]);
    if (line.empty())
      line = elements;
    else if (failed(combine(line, elements)))
      return failure();
  }
  for (auto [line, own] : llvm::zip(lines, partial)) {
    for (unsigned left = chains; left > 1; left /= 2)
      for (unsigned i = 0; i < left / 2; ++i)
        if (failed(combine(own[i], own[i + left / 2])))
          return failure();
    line = own[0];
  }
  return success();
}

LogicalResult Reduction::combineLanes() {
  constexpr unsigned laneBits = 5;
  if (plan.laneMasks.size() == laneBits)
    if (std::optional<std::string> name = warpReductionOf(e.target(), op)) {
      for (Line &line : lines)
        line[0] = e.intrinsic(*name, line[0].getType(), {line[0], e.i32(-1)});
      return success();
    }
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

LogicalResult Reduction::run() {
  if (failed(combineRegisters()) || failed(combineLanes()))
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
  std::optional<tileas::ReducePlan> plan = tileas::planReduce(
      Emitter::layoutOf(reduce.getSources()[0]), reduce.getDim());
  if (!plan)
    return e.refuse(op, "a layout that mixes the dimension with others");
  if (!plan->warpBits.empty())
    return e.refuse(op, "a reduction across warps (tileas-explicit-storage)");
  return Reduction(e, reduce, std::move(*plan)).run();
}

void registerReduceHandlers(Handlers &h) {
  h.addOp<tileas::ReduceOp>(emitReduce);
}

} // namespace tessera::gpu
