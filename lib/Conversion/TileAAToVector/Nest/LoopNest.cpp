//===- TileAAToVector/Nest/LoopNest.cpp - the loops of a nest -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Loops run over i64 counters with constant bounds. Extents and widths are
// powers of two, so there are no remainder loops; a tile smaller than a vector
// has no loops at all and shorter vectors.
//
// Short expressions go four vectors per iteration, all of them evaluated before
// the first is stored: streams from memory are a fifth faster that way. Two are
// enough where an element takes as long as an exponential.
//
//===----------------------------------------------------------------------===//

#include "Nest.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;

namespace tessera::cpu {

Nest::AtDepth::AtDepth(Nest &nest, int depth) : nest(nest), guard(nest.b) {
  if (nest.hoisted++ == 0)
    nest.home = nest.b.saveInsertionPoint();
  size_t inner = static_cast<size_t>(depth + 1);
  if (inner < nest.loops.size())
    nest.b.setInsertionPoint(nest.loops[inner]);
  else
    nest.b.restoreInsertionPoint(nest.home);
}

Nest::AtDepth::~AtDepth() { --nest.hoisted; }

Coord Nest::openLoop(int64_t extent, int64_t step, ValueRange inits,
                     Value end) {
  Value lower = e.i64(0), upper = end ? end : e.i64(extent);
  Value stride = e.i64(step);
  auto loop = scf::ForOp::create(b, e.loc(), lower, upper, stride, inits);
  loops.push_back(loop);
  if (inits.empty())
    b.setInsertionPoint(loop.getBody()->getTerminator());
  else
    b.setInsertionPointToEnd(loop.getBody());
  Coord coord;
  coord.base = loop.getInductionVar();
  coord.baseBits = static_cast<uint64_t>(extent - 1) & ~uint64_t(step - 1);
  coord.depth = depth();
  return coord;
}

void Nest::closeLoop() { b.setInsertionPointAfter(loops.pop_back_val()); }

Index Nest::iterate(ArrayRef<int64_t> shape) {
  // Lanes fill the dimensions from the last one outwards.
  SmallVector<int64_t> lanes(shape.size(), 1);
  int64_t left = width, inner = 1;
  for (size_t d = shape.size(); d-- > 0 && left > 1;) {
    lanes[d] = std::min(left, shape[d]);
    left /= lanes[d];
  }
  int64_t total = 1;
  for (int64_t count : lanes)
    total *= count;
  if (width)
    width = static_cast<unsigned>(total);

  Index index(shape.size());
  for (size_t d = 0; d < shape.size(); ++d)
    if (shape[d] > lanes[d])
      index[d] = openLoop(shape[d], lanes[d]);
  for (size_t d = shape.size(); d-- > 0;) {
    if (lanes[d] == 1)
      continue;
    for (int64_t l = 0; l < total; ++l)
      index[d].lanes.push_back(l / inner % lanes[d]);
    inner *= lanes[d];
  }
  return index;
}

bool Nest::isVisible(Block *block) const {
  Block *here = b.getInsertionBlock();
  if (here == block)
    return true;
  Operation *parent = here->getParentOp();
  return parent && block->findAncestorOpInBlock(*parent);
}

/// Ops that evaluating `value` takes, no more than `limit`.
static unsigned sizeOf(Emitter &e, Value value, unsigned limit) {
  SmallVector<Value> work = {value};
  llvm::DenseSet<Value> seen;
  unsigned size = 0;
  while (!work.empty() && size < limit) {
    Value next = work.pop_back_val();
    Operation *op = next.getDefiningOp();
    if (!isa<RankedTensorType>(next.getType()) || e.bufferOf(next) || !op ||
        !seen.insert(next).second)
      continue;
    ++size;
    llvm::append_range(work, op->getOperands());
  }
  return size;
}

bool Emitter::isCostly(ValueRange values) const {
  SmallVector<Value> work(values);
  llvm::DenseSet<Value> seen;
  while (!work.empty()) {
    Value next = work.pop_back_val();
    Operation *op = next.getDefiningOp();
    // A broadcast value is computed outside of the loop.
    if (!isa<RankedTensorType>(next.getType()) || bufferOf(next) || !op ||
        isa<tileaa::BroadcastOp>(op) || !seen.insert(next).second)
      continue;
    unsigned before = 0;
    for (Value operand : op->getOperands())
      before += plan.costOf(operand);
    if (plan.costOf(next) >= before + 16)
      return true;
    llvm::append_range(work, op->getOperands());
  }
  return false;
}

/// Vectors per iteration of `loop` when it evaluates `value`.
static int64_t vectorsFor(Emitter &e, Value value, scf::ForOp loop) {
  constexpr int64_t most = 4;
  constexpr unsigned limit = 24;
  std::optional<APInt> count = loop.getStaticTripCount();
  if (!count || count->ult(2 * most) || sizeOf(e, value, limit) == limit)
    return 1;
  return e.isCostly(value) ? 2 : most;
}

LogicalResult Nest::forEachVector(Value value, LanesConsumer consume) {
  if (std::optional<unsigned> dim = transposedDim(value))
    return evaluateTransposed(value, *dim, consume);
  Index index = iterate(shapeOf(value.getType()));
  int64_t unroll = level == AccessLevel::Full && !loops.empty()
                       ? vectorsFor(e, value, innermost())
                       : 1;
  SmallVector<std::pair<Index, Lanes>, 4> parts;
  SmallVector<Index, 4> places = {index};
  if (unroll > 1) {
    scf::ForOp loop = innermost();
    auto coord = llvm::find_if(index, [&](const Coord &each) {
      return each.base == loop.getInductionVar();
    });
    auto step = static_cast<int64_t>(*getConstantIntValue(loop.getStep()));
    OpBuilder::InsertionGuard guard(b);
    e.atEntry();
    loop.getStepMutable().assign(e.i64(step * unroll));
    coord->baseBits &= ~static_cast<uint64_t>(step * unroll - 1);
    places = {index};
    for (int64_t u = 1; u < unroll; ++u) {
      e.atEntry();
      Coord part;
      part.base = e.i64(u * step);
      part.baseBits = static_cast<uint64_t>(u * step);
      b.setInsertionPoint(loop.getBody()->getTerminator());
      places.push_back(index);
      Coord &moved = places.back()[coord - index.begin()];
      moved = merge(moved, part);
    }
  }
  for (const Index &place : places) {
    FailureOr<Lanes> lanes = evaluate(value, place);
    if (failed(lanes))
      return failure();
    parts.push_back({place, *lanes});
  }
  for (auto &[place, lanes] : parts)
    if (failed(consume(place, lanes)))
      return failure();
  return success();
}

} // namespace tessera::cpu
