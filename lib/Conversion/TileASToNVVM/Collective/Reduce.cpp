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
// because an operation waits for the one before it in its chain. Where the
// target has an instruction for two elements, a partial result is a pair. Order
// and grouping are free (ops.md), and the identities are neutral, so they are
// not needed. Where warps share the dimension, `tileas-explicit-storage` has
// made two reductions with storage between them.
//
//===----------------------------------------------------------------------===//

#include "Collective.h"
#include "Conversion/TileASToNVVM/Access/Access.h"
#include "Conversion/TileASToNVVM/Elementwise/PackedArithmetic.h"
#include "Conversion/TileASToNVVM/Handlers.h"
#include "Conversion/TileASToNVVM/RegisterMap.h"

#include "tessera/Dialect/TileAS/Utils/Exchanges.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/ADT/TypeSwitch.h"

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
  /// The registers that each line combines.
  SmallVector<SmallVector<unsigned>> registersOfLines();
  LogicalResult combineLine(Line &line, ArrayRef<unsigned> registers);
  Line combinePairs(ArrayRef<unsigned> registers);
  LogicalResult combineRegisters();
  LogicalResult combineLanes();

  Emitter &e;
  tileas::ReduceOp op;
  tileas::ReducePlan plan;
  /// The instruction that combines two elements at once; empty without one.
  std::string ofPairs;
  /// By register of the slice.
  SmallVector<Line> lines;
};
} // namespace

template <typename OpTy>
static std::string extremumOfPairs(OpTy op, StringRef name) {
  Type element = op.getResult().getType();
  if (!(element.isF16() || element.isBF16()) || op.getFlushToZero())
    return {};
  return (name + (op.getPropagateNan() ? ".NaN" : "")).str();
}

/// The instruction for two elements that does what the body of `op` does to
/// one; empty where the target has none.
static std::string instructionOfPairs(Emitter &e, tileas::ReduceOp op) {
  Operation *only = tileas::onlyOperationOf(op);
  if (!only)
    return {};
  auto arithmetic = [&](StringRef name) {
    return hasPairs(e, only->getResult(0).getType(), /*isFma=*/false)
               ? name.str()
               : std::string();
  };
  return llvm::TypeSwitch<Operation *, std::string>(only)
      .Case([&](arith::AddFOp) { return arithmetic("add.rn"); })
      .Case([&](arith::MulFOp) { return arithmetic("mul.rn"); })
      .Case([](tileaa::MaxFOp op) { return extremumOfPairs(op, "max"); })
      .Case([](tileaa::MinFOp op) { return extremumOfPairs(op, "min"); })
      .Default([](Operation *) { return std::string(); });
}

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

SmallVector<SmallVector<unsigned>> Reduction::registersOfLines() {
  LinearLayout source = Emitter::layoutOf(op.getSources()[0]);
  layout::Dim axis = layout::tileDim(op.getDim());
  // Elements that differ along the dimension only meet in one line.
  llvm::DenseMap<uint64_t, unsigned> numbers;
  for (unsigned r = 0; r < Emitter::numRegisters(plan.slice); ++r)
    numbers.try_emplace(Emitter::registerPoint(plan.slice, r), r);
  SmallVector<SmallVector<unsigned>> result(Emitter::numRegisters(plan.slice));
  const layout::Space &out = source.out(), &to = plan.slice.out();
  for (unsigned r = 0; r < Emitter::numRegisters(source); ++r) {
    uint64_t point = Emitter::registerPoint(source, r);
    uint64_t line = 0;
    unsigned next = 0;
    for (const layout::Axis &from : out.axes())
      if (from.dim != axis)
        line |= to.pack(layout::tileDim(next++), out.get(point, from.dim));
    result[numbers.lookup(line)].push_back(r);
  }
  return result;
}

/// Whether all of them are neighbours with the next one.
static bool areNeighbours(ArrayRef<unsigned> registers) {
  if (registers.size() % 2 != 0)
    return false;
  for (size_t i = 0; i < registers.size(); i += 2)
    if (registers[i] % 2 != 0 || registers[i + 1] != registers[i] + 1)
      return false;
  return true;
}

Line Reduction::combinePairs(ArrayRef<unsigned> registers) {
  const Registers &elements = e.get(op.getSources()[0]);
  SmallVector<Value> pairs;
  for (size_t i = 0; i < registers.size(); i += 2)
    pairs.push_back(
        pairOf(e, elements[registers[i]], elements[registers[i + 1]]));
  // The first pairs begin a chain each; then chains meet.
  unsigned chains = std::min<unsigned>(numChains(), pairs.size());
  for (size_t i = chains; i < pairs.size(); ++i)
    pairs[i % chains] = emitPair(e, ofPairs, {pairs[i % chains], pairs[i]});
  for (; chains > 1; chains /= 2)
    for (unsigned i = 0; i < chains / 2; ++i)
      pairs[i] = emitPair(e, ofPairs, {pairs[i], pairs[i + chains / 2]});
  auto [first, second] = elementsOf(e, pairs[0]);
  return {first, second};
}

LogicalResult Reduction::combineLine(Line &line, ArrayRef<unsigned> registers) {
  if (!ofPairs.empty() && registers.size() > 2 && areNeighbours(registers)) {
    Line both = combinePairs(registers);
    line = {both[0]};
    return combine(line, both[1]);
  }
  const unsigned chains = numChains();
  SmallVector<Line, 4> partial(chains);
  for (auto [i, r] : llvm::enumerate(registers)) {
    Line &own = partial[i % chains];
    Registers elements;
    for (Value value : op.getSources())
      elements.push_back(e.get(value)[r]);
    if (own.empty())
      own = elements;
    else if (failed(combine(own, elements)))
      return failure();
  }
  for (unsigned left = chains; left > 1; left /= 2)
    for (unsigned i = 0; i < left / 2; ++i)
      if (failed(combine(partial[i], partial[i + left / 2])))
        return failure();
  line = partial[0];
  return success();
}

LogicalResult Reduction::combineRegisters() {
  ofPairs = instructionOfPairs(e, op);
  for (ArrayRef<unsigned> registers : registersOfLines())
    if (failed(combineLine(lines.emplace_back(), registers)))
      return failure();
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
