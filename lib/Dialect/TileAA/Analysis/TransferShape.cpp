//===- TileAA/Analysis/TransferShape.cpp - facts of shapes and pointers -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Ops that move elements keep what they know of them; pointers advance in
// bytes; promises only add.
//
//===----------------------------------------------------------------------===//

#include "Transfer.h"

#include "mlir/IR/TypeUtilities.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tileaa;
using namespace tessera::tileaa::transfer;

/// Takes base and offset of pointers over.
static void copyBase(TileFact &result, const TileFact &source) {
  result.base = source.base;
  result.offsetDivisibility = source.offsetDivisibility;
}

TileFact transfer::splat(TileFact result, const TileFact &source,
                         ArrayRef<int64_t> shape) {
  if (!result.isTile())
    return result;
  copyBase(result, source);
  for (auto [axis, extent] : llvm::zip_equal(result.axes, shape)) {
    axis.constancy = extent;
    axis.divisibility = source.getElementDivisor();
  }
  return result;
}

TileFact transfer::broadcast(const TileFact &source, ArrayRef<int64_t> from,
                             ArrayRef<int64_t> to) {
  TileFact result = source;
  if (!result.isTile())
    return result;
  for (unsigned index = 0, e = from.size(); index != e; ++index)
    if (from[index] != to[index])
      result.axes[index].constancy = to[index];
  return result;
}

/// Facts along the innermost axis of a reshaped group of axes, and constancy
/// along the others. `source` axes [firstFrom, endFrom) become [firstTo,
/// endTo).
static void reshapeGroup(TileFact &result, const TileFact &source,
                         ArrayRef<int64_t> from, ArrayRef<int64_t> to,
                         unsigned firstFrom, unsigned endFrom, unsigned firstTo,
                         unsigned endTo) {
  unsigned inner = endFrom - 1;
  // Neighbours in memory order that are known to be equal.
  int64_t equal = 1;
  for (unsigned index = endFrom; index-- != firstFrom;) {
    equal *= source.axes[index].constancy;
    if (source.axes[index].constancy != from[index])
      break;
  }
  int64_t elements = source.getElementDivisor();
  int64_t stride = 1;
  for (unsigned index = endTo; index-- != firstTo;) {
    AxisFact &axis = result.axes[index];
    axis.constancy = equal >= stride ? std::min(equal / stride, to[index]) : 1;
    if (stride == 1 && to[index] != 1) {
      axis.contiguity = std::min(source.axes[inner].contiguity, to[index]);
      axis.divisibility = source.getDivisorAt(inner, axis.contiguity);
    } else {
      axis.divisibility = elements;
    }
    stride *= to[index];
  }
}

TileFact transfer::reshape(TileFact result, const TileFact &source,
                           ArrayRef<int64_t> from, ArrayRef<int64_t> to) {
  if (!result.isTile())
    return result;
  copyBase(result, source);
  int64_t elements = source.getElementDivisor();
  for (AxisFact &axis : result.axes)
    axis.divisibility = elements;
  // Scalars and tensors of one element have nothing else.
  // Otherwise cut both shapes into groups of axes with equal products.
  unsigned i = 0, j = 0;
  while (i != from.size() && j != to.size()) {
    // Unit axes that stand alone.
    if (from[i] == 1) {
      ++i;
      continue;
    }
    if (to[j] == 1) {
      ++j;
      continue;
    }
    unsigned firstFrom = i, firstTo = j;
    int64_t left = from[i++], right = to[j++];
    while (left != right) {
      if (left < right)
        left *= from[i++];
      else
        right *= to[j++];
    }
    reshapeGroup(result, source, from, to, firstFrom, i, firstTo, j);
  }
  return result;
}

TileFact transfer::permute(const TileFact &source,
                           ArrayRef<int32_t> permutation) {
  TileFact result = source;
  if (result.isTile())
    for (auto [index, from] : llvm::enumerate(permutation))
      result.axes[index] = source.axes[from];
  return result;
}

TileFact transfer::slice(const TileFact &source, ArrayRef<int64_t> shape) {
  TileFact result = source;
  if (!result.isTile())
    return result;
  for (auto [index, extent] : llvm::enumerate(shape)) {
    result.limitContiguity(index, extent);
    result.axes[index].constancy =
        std::min(result.axes[index].constancy, extent);
  }
  return result;
}

TileFact transfer::offsetPointer(const TileFact &pointer,
                                 const Integer &offset) {
  // Offsets are sign-extended; beyond 64 bits the program is undefined.
  TileFact scaled =
      offset.getWidth() < 64 ? extend(offset, /*isSigned=*/true) : offset.fact;
  scaled.unit = pointer.unit;
  for (AxisFact &axis : scaled.axes)
    axis.divisibility = multiplyDivisors(axis.divisibility, pointer.unit);
  TileFact result = add(pointer, scaled);
  result.unit = pointer.unit;
  result.base = pointer.base;
  result.offsetDivisibility =
      std::min(pointer.offsetDivisibility, scaled.getElementDivisor());
  return result;
}

TileFact transfer::reinterpretAddress(TileFact result, const TileFact &source) {
  copyBase(result, source);
  for (auto [index, axis] : llvm::enumerate(result.axes)) {
    axis = source.axes[index];
    if (result.unit == source.unit)
      continue;
    axis.divisibility = source.getElementDivisor();
    axis.contiguity = 1;
  }
  return result;
}

TileFact transfer::assumeDivBy(TileFact fact, cuda_tile::DivByAttr promise) {
  if (fact.state == TileFact::State::Other)
    return fact;
  int64_t divisor = getPowerOf2Divisor(promise.getDivisor());
  if (!promise.getEvery()) {
    for (AxisFact &axis : fact.axes)
      axis.divisibility = std::max(axis.divisibility, divisor);
    return fact;
  }
  // Groups of another size than a power of two: their aligned parts.
  int64_t every = *promise.getEvery();
  unsigned index = *promise.getAlong();
  if (every == 0 || index >= fact.axes.size())
    return fact;
  int64_t group = getPowerOf2Divisor(uint64_t(every));
  if (group != every)
    divisor = std::min(divisor, multiplyDivisors(group, fact.unit));
  AxisFact &axis = fact.axes[index];
  int64_t size = std::max(axis.contiguity, group);
  axis.divisibility = std::max(divisor, fact.getDivisorAt(index, size));
  axis.contiguity = size;
  return fact;
}

TileFact transfer::assumeSameElements(TileFact fact,
                                      cuda_tile::SameElementsAttr promise) {
  if (!fact.isTile())
    return fact;
  for (auto [index, size] : llvm::enumerate(promise.getValues())) {
    if (size == 0 || index >= fact.axes.size())
      continue;
    AxisFact &axis = fact.axes[index];
    axis.constancy =
        std::max(axis.constancy, getPowerOf2Divisor(uint64_t(size)));
  }
  return fact;
}
