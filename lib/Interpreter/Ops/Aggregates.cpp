//===- Interpreter/Ops/Aggregates.cpp - reduce and scan -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The body runs on whole slices at once where it allows it (BodyUse), element
// by element otherwise; the order of combination is the same in both cases and
// depends on the shapes only (docs/interpreter.md). Combining keeps neighbours
// in order, later part as element and earlier part as accumulator, so
// associativity alone makes the result independent of the grouping.
//
// A tile is seen as [outer][extent][inner] around the aggregated dimension.
//
//===----------------------------------------------------------------------===//

#include "Interpreter/Containers.h"
#include "Interpreter/Engine.h"

#include "mlir/IR/BuiltinAttributes.h"

using namespace mlir;

namespace tessera::interp {

namespace {

/// Copies `runs` runs of `length` elements; consecutive runs lie `fromPitch`
/// and `toPitch` elements apart.
template <typename T>
void copyTyped(T *to, int64_t toPitch, const T *from, int64_t fromPitch,
               int64_t runs, int64_t length) {
  if (length == 1) {
    for (int64_t r = 0; r < runs; ++r)
      to[r * toPitch] = from[r * fromPitch];
    return;
  }
  for (int64_t r = 0; r < runs; ++r)
    std::memcpy(to + r * toPitch, from + r * fromPitch,
                static_cast<size_t>(length) * sizeof(T));
}

void copyRuns(Tile &to, int64_t toStart, int64_t toPitch, const Tile &from,
              int64_t fromStart, int64_t fromPitch, int64_t runs,
              int64_t length) {
  auto copyAs = [&](auto container) {
    using T = decltype(container);
    copyTyped(to.mutableData<T>() + toStart, toPitch,
              from.data<T>() + fromStart, fromPitch, runs, length);
  };
  withContainer(to.bytesPerElement(), copyAs);
  if (to.isPointer())
    copyTyped(to.mutableProvenance() + toStart, toPitch,
              from.provenance() + fromStart, fromPitch, runs, length);
}

/// Outer, extent and inner element counts of `shape` around `dim`.
std::array<int64_t, 3> splitShape(llvm::ArrayRef<int64_t> shape, unsigned dim) {
  std::array<int64_t, 3> parts = {1, shape[dim], 1};
  for (unsigned d = 0; d < shape.size(); ++d)
    if (d != dim)
      parts[d < dim ? 0 : 2] *= shape[d];
  return parts;
}

/// Slices of at least this many elements make a walk along the dimension
/// cheaper than doubling.
constexpr int64_t minSliceForWalk = 16;

} // namespace

LogicalResult Engine::combine(const Aggregate &aggregate,
                              llvm::MutableArrayRef<Tile> elements,
                              llvm::MutableArrayRef<Tile> accumulators,
                              int64_t count) {
  auto runBody = [&]() -> LogicalResult {
    // Only a stop leaves a body other than by its yield.
    return success(execute(aggregate.body) == Signal::Yield);
  };
  auto &slots = context.slots;
  const auto &arguments = aggregate.body.arguments;
  size_t n = elements.size();
  if (aggregate.vectorised) {
    int64_t shape[1] = {count};
    for (auto [outer, inner] : aggregate.captured) {
      const Tile &scalar = slots[outer];
      Tile wide(pool, scalar.kind(), shape);
      wide.fill(scalar.bits(), scalar.isPointer() ? *scalar.provenance() : 0);
      slots[inner] = std::move(wide);
    }
    for (size_t k = 0; k < n; ++k) {
      slots[arguments[2 * k]] = std::move(elements[k]).withShape(shape);
      slots[arguments[2 * k + 1]] = std::move(accumulators[k]).withShape(shape);
    }
    llvm::ArrayRef<int64_t> outerBatch = context.batchShape;
    context.batchShape = shape;
    LogicalResult done = runBody();
    context.batchShape = outerBatch;
    for (size_t k = 0; k < n; ++k)
      accumulators[k] = std::move(slots[aggregate.yielded[k]]);
    return done;
  }
  for (int64_t i = 0; i < count; ++i) {
    for (size_t k = 0; k < n; ++k) {
      auto element = [&](const Tile &tile) {
        return Tile::scalar(tile.kind(), tile.bits(i),
                            tile.isPointer() ? tile.provenance()[i] : 0);
      };
      slots[arguments[2 * k]] = element(elements[k]);
      slots[arguments[2 * k + 1]] = element(accumulators[k]);
    }
    if (failed(runBody()))
      return failure();
    for (size_t k = 0; k < n; ++k)
      accumulators[k].copyElements(i, slots[aggregate.yielded[k]], 0);
  }
  return success();
}

LogicalResult Engine::executeReduce(const Instruction &inst) {
  const Aggregate &aggregate = *inst.aggregate;
  llvm::SmallVector<Tile, 2> values;
  for (unsigned k = 0; k < inst.numOperands; ++k)
    values.push_back(takeOperand(inst, k));
  auto [outer, extent, inner] = splitShape(values[0].shape(), aggregate.dim);
  // Neighbouring pairs are combined until one is left: extent is a power of
  // two. The identity is no element: combined with NaN by `maxf` it would hide
  // it.
  while (extent > 1) {
    int64_t half = extent / 2, count = outer * half * inner;
    llvm::SmallVector<Tile, 2> later, earlier;
    for (const Tile &value : values) {
      int64_t shape[1] = {count};
      Tile &odd = later.emplace_back(pool, value.kind(), shape);
      copyRuns(odd, 0, inner, value, inner, 2 * inner, outer * half, inner);
      Tile &even = earlier.emplace_back(pool, value.kind(), shape);
      copyRuns(even, 0, inner, value, 0, 2 * inner, outer * half, inner);
    }
    if (failed(combine(aggregate, later, earlier, count)))
      return failure();
    values = std::move(earlier);
    extent = half;
  }
  for (auto [k, slot] : llvm::enumerate(inst.resultSlots()))
    context.slots[slot] = std::move(values[k]).withShape(inst.results[k].shape);
  return success();
}

LogicalResult Engine::executeScan(const Instruction &inst) {
  const Aggregate &aggregate = *inst.aggregate;
  llvm::SmallVector<Tile, 2> values;
  for (unsigned k = 0; k < inst.numOperands; ++k)
    values.push_back(takeOperand(inst, k));
  auto [outer, extent, inner] = splitShape(values[0].shape(), aggregate.dim);
  bool walk = outer * inner >= minSliceForWalk;
  if (failed(walk ? scanBySlices(aggregate, values, outer, extent, inner)
                  : scanByDoubling(aggregate, values, outer, extent, inner)))
    return failure();
  for (auto [k, slot] : llvm::enumerate(inst.resultSlots()))
    context.slots[slot] = std::move(values[k]).withShape(inst.results[k].shape);
  return success();
}

LogicalResult Engine::scanBySlices(const Aggregate &aggregate,
                                   llvm::MutableArrayRef<Tile> values,
                                   int64_t outer, int64_t extent,
                                   int64_t inner) {
  int64_t count = outer * inner, shape[1] = {count};
  llvm::SmallVector<Tile, 2> running;
  for (int64_t step = 0; step < extent; ++step) {
    int64_t at = (aggregate.reverse ? extent - 1 - step : step) * inner;
    llvm::SmallVector<Tile, 2> slice;
    for (const Tile &value : values)
      copyRuns(slice.emplace_back(pool, value.kind(), shape), 0, inner, value,
               at, extent * inner, outer, inner);
    if (step == 0) {
      running = std::move(slice);
      continue;
    }
    if (failed(combine(aggregate, slice, running, count)))
      return failure();
    for (auto [value, result] : llvm::zip(values, running))
      copyRuns(value, at, extent * inner, result, 0, inner, outer, inner);
  }
  return success();
}

LogicalResult Engine::scanByDoubling(const Aggregate &aggregate,
                                     llvm::MutableArrayRef<Tile> values,
                                     int64_t outer, int64_t extent,
                                     int64_t inner) {
  // Every position combines with the one `distance` before it (in the walk's
  // direction), for distances 1, 2, 4, ...
  for (int64_t distance = 1; distance < extent; distance *= 2) {
    int64_t length = (extent - distance) * inner, pitch = extent * inner;
    int64_t count = outer * length, shape[1] = {count};
    int64_t laterAt = aggregate.reverse ? 0 : distance * inner;
    int64_t earlierAt = aggregate.reverse ? distance * inner : 0;
    llvm::SmallVector<Tile, 2> later, earlier;
    for (const Tile &value : values) {
      copyRuns(later.emplace_back(pool, value.kind(), shape), 0, length, value,
               laterAt, pitch, outer, length);
      copyRuns(earlier.emplace_back(pool, value.kind(), shape), 0, length,
               value, earlierAt, pitch, outer, length);
    }
    if (failed(combine(aggregate, later, earlier, count)))
      return failure();
    for (auto [value, result] : llvm::zip(values, earlier))
      copyRuns(value, laterAt, pitch, result, 0, length, outer, length);
  }
  return success();
}

} // namespace tessera::interp
