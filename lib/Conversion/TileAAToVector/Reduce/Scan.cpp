//===- TileAAToVector/Reduce/Scan.cpp - prefix scans -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Emits scans. Along the last dimension, log2(W) steps scan inside a vector of
// W lanes; each combines an element with the combined elements before it. Then
// the carry of the vectors before is added. The carry is a vector with the
// same value in every lane: the last lane is spread before it is added, so
// that a vector waits for one application of the body only. Along any other
// dimension a running vector walks down the tile.
//
// The body only ever combines neighbours, with the earlier part as
// accumulator, so it need not be commutative.
//
//===----------------------------------------------------------------------===//

#include "Collective.h"
#include "Conversion/TileAAToVector/Access/RowPrefetch.h"
#include "Conversion/TileAAToVector/Fusion/ScanFusion.h"
#include "Conversion/TileAAToVector/Nest/Nest.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;

namespace tessera::cpu {

namespace {
using Values = SmallVector<Value, 2>;

class ScanEmitter {
public:
  ScanEmitter(Emitter &e, tileaa::ScanOp op)
      : e(e), op(op), body(e, op.getBody(), op.getIdentities()),
        shape(shapeOf(op.getSources()[0].getType())), dim(op.getDim()) {}

  LogicalResult emit();
  using Consumer =
      llvm::function_ref<LogicalResult(ArrayRef<Coord>, ArrayRef<Lanes>)>;
  LogicalResult alongRows(Nest &nest, Consumer consume);

private:
  LogicalResult acrossRows(Nest &nest);
  /// The inclusive scan of the lanes of one vector.
  FailureOr<Values> scanLanes(Values values, unsigned width);
  /// The loop counter, from the end for reverse scans.
  Coord position(Nest &nest, Coord counter, int64_t step);

  Emitter &e;
  tileaa::ScanOp op;
  CollectiveBody body;
  ArrayRef<int64_t> shape;
  unsigned dim;
  SmallVector<Buffer, 2> results;
};

Coord ScanEmitter::position(Nest &nest, Coord counter, int64_t step) {
  // Counting down a power of two flips the bits of the counter.
  if (op.getReverse())
    counter.base = arith::XOrIOp::create(e.b, e.loc(), counter.base,
                                         e.i64(shape[dim] - step));
  return counter;
}

FailureOr<Values> ScanEmitter::scanLanes(Values values, unsigned width) {
  int64_t n = width;
  int64_t block = n;
  for (size_t k = 0; k < body.size(); ++k)
    block = std::min<int64_t>(
        block, 128 / std::max(8u, laneBits(body.accumulatorType(k))));
  // Where the place at `i` of the order of the scan finds what comes before it,
  // if anything does. Shifting inside 128-bit blocks is one short instruction;
  // beyond, every second half of twice their length takes the last place of the
  // half before.
  auto placeBefore = [&](int64_t i,
                         int64_t distance) -> std::optional<int64_t> {
    if (distance < block)
      return i % block >= distance ? std::optional(i - distance) : std::nullopt;
    int64_t half = i / distance;
    return half % 2 != 0 ? std::optional(half * distance - 1) : std::nullopt;
  };
  auto laneAt = [&](int64_t place) {
    return op.getReverse() ? n - 1 - place : place;
  };
  // Lanes with nothing before them take the neutral element: no choice after.
  bool neutral = hasNeutralIdentity(op);
  for (int64_t distance = 1; distance < n; distance *= 2) {
    SmallVector<int64_t> from(n), choice(n);
    for (int64_t i = 0; i < n; ++i) {
      int64_t l = laneAt(i);
      std::optional<int64_t> before = placeBefore(i, distance);
      from[l] = before ? laneAt(*before) : neutral ? n + l : l;
      choice[l] = before ? n + l : l;
    }
    Values shifted;
    for (auto [k, value] : llvm::enumerate(values))
      shifted.push_back(
          shuffle(e, value, neutral ? body.start(k, width) : value, from));
    FailureOr<Values> combined = body.apply(values, shifted, width);
    if (failed(combined))
      return failure();
    if (neutral) {
      values = std::move(*combined);
      continue;
    }
    for (auto [value, sum] : llvm::zip(values, *combined))
      value = shuffle(e, value, sum, choice);
  }
  return values;
}

LogicalResult ScanEmitter::alongRows(Nest &nest, Consumer consume) {
  unsigned width = std::min<int64_t>(nest.width, shape[dim]);
  nest.width = 0;
  Index index = nest.iterate(shape.take_front(dim));
  nest.width = width;
  index.resize(shape.size());
  Values carries;
  for (size_t k = 0; k < body.size(); ++k)
    carries.push_back(body.start(k, width));
  SmallVector<FetchedTile, 2> beyond = tilesBeyondScan(e, op);
  Coord counter = nest.openLoop(shape[dim], width, carries);
  scf::ForOp loop = nest.innermost();
  Coord own;
  for (int64_t l = 0; width > 1 && l < width; ++l)
    own.lanes.push_back(l);
  Coord start = position(nest, counter, width);
  if (nest.level == AccessLevel::Full) {
    index[dim] = start;
    prefetchAt(nest, beyond, index, width);
  }
  index[dim] = own.lanes.empty() ? start : nest.merge(start, own);
  FailureOr<Values> values =
      evaluateOperands(e, nest, op.getSources(), index, width);
  if (failed(values))
    return failure();
  values = scanLanes(body.widened(*values), width);
  if (failed(values))
    return failure();
  SmallVector<int64_t> end(width, op.getReverse() ? 0 : width - 1);
  Values lasts;
  for (Value value : *values)
    lasts.push_back(shuffle(e, value, value, end));
  Values carried(loop.getRegionIterArgs());
  FailureOr<Values> totals =
      body.applyFrom(counter.base, *values, carried, width);
  FailureOr<Values> next = body.applyFrom(counter.base, lasts, carried, width);
  if (failed(totals) || failed(next))
    return failure();
  SmallVector<Lanes, 2> lanes;
  for (Value total : body.narrowed(*totals)) {
    if (own.lanes.empty())
      lanes.push_back({extractLane(e, total, 0), true});
    else
      lanes.push_back({total, false});
  }
  if (failed(consume(index, lanes)))
    return failure();
  scf::YieldOp::create(e.b, e.loc(), *next);
  nest.close();
  return success();
}

LogicalResult ScanEmitter::acrossRows(Nest &nest) {
  SmallVector<int64_t> others(shape);
  others.erase(others.begin() + dim);
  Index index = nest.iterate(others);
  unsigned width = nest.width;
  bool single = isUniform(index);
  if (single)
    width = nest.width = 0;
  Values accumulators;
  for (size_t k = 0; k < body.size(); ++k)
    accumulators.push_back(body.start(k, width));
  Coord counter = nest.openLoop(shape[dim], 1, accumulators);
  scf::ForOp loop = nest.innermost();
  index.insert(index.begin() + dim, position(nest, counter, 1));
  FailureOr<Values> values =
      evaluateOperands(e, nest, op.getSources(), index, width);
  if (failed(values))
    return failure();
  FailureOr<Values> totals =
      body.applyFrom(counter.base, body.widened(*values),
                     Values(loop.getRegionIterArgs()), width);
  if (failed(totals))
    return failure();
  for (auto [buffer, total] : llvm::zip(results, body.narrowed(*totals)))
    nest.store(buffer, index, {total, single});
  scf::YieldOp::create(e.b, e.loc(), *totals);
  nest.close();
  return success();
}

LogicalResult ScanEmitter::emit() {
  for (Value source : op.getSources())
    results.push_back(e.newBuffer(elementOf(source.getType()), shape));
  bool rows = llvm::all_of(shape.drop_front(dim + 1),
                           [](int64_t extent) { return extent == 1; });
  Nest *current = nullptr;
  auto keep = [&](ArrayRef<Coord> index, ArrayRef<Lanes> lanes) {
    for (auto [buffer, value] : llvm::zip(results, lanes))
      current->store(buffer, index, value);
    return success();
  };
  if (failed(e.emitRoot(op, op.getSources(), /*covers=*/true, [&](Nest &nest) {
        current = &nest;
        return rows ? alongRows(nest, keep) : acrossRows(nest);
      })))
    return failure();
  for (auto [result, buffer] : llvm::zip(op.getResults(), results))
    e.setBuffer(result, buffer);
  return success();
}
} // namespace

LogicalResult emitScanInNest(Nest &nest, tileaa::ScanOp op, Value value,
                             Nest::LanesConsumer consume) {
  return ScanEmitter(nest.e, op)
      .alongRows(nest, [&](ArrayRef<Coord> index, ArrayRef<Lanes> scanned) {
        nest.remember(op.getResult(0), index, scanned[0]);
        FailureOr<Lanes> lanes = nest.evaluate(value, index);
        return failed(lanes) ? failure() : consume(index, *lanes);
      });
}

LogicalResult emitScan(Emitter &e, tileaa::ScanOp op) {
  return ScanEmitter(e, op).emit();
}

} // namespace tessera::cpu
