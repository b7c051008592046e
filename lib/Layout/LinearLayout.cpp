//===- Layout/LinearLayout.cpp - layouts as maps over GF(2) -----*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Construction, application, rank, inversion and restriction of linear maps
// over GF(2).
//
//===----------------------------------------------------------------------===//

#include "tessera/Layout/LinearLayout.h"
#include "Gf2.h"
#include "tessera/Support/Error.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace tessera;
using namespace tessera::layout;

Expected<LinearLayout> LinearLayout::create(Space in, Space out,
                                            ArrayRef<uint64_t> columns) {
  if (columns.size() != in.bits())
    return makeError("expected one column per input bit of " + in.str() +
                     ", got " + Twine(columns.size()));
  for (uint64_t column : columns)
    if (column >= out.size())
      return makeError("expected columns inside " + out.str() + ", got " +
                       Twine(column));
  return LinearLayout(std::move(in), std::move(out), columns);
}

LinearLayout LinearLayout::identity(const Space &space) {
  SmallVector<uint64_t> columns;
  for (unsigned bit = 0; bit != space.bits(); ++bit)
    columns.push_back(uint64_t(1) << bit);
  return LinearLayout(space, space, columns);
}

uint64_t LinearLayout::apply(uint64_t point) const {
  uint64_t value = 0;
  for (auto [bit, column] : enumerate(matrix))
    if (point >> bit & 1)
      value ^= column;
  return value;
}

unsigned LinearLayout::rank() const { return Gf2Span(matrix).rank(); }

SmallVector<uint64_t> LinearLayout::kernel() const {
  return SmallVector<uint64_t>(Gf2Span(matrix).kernel());
}

uint64_t LinearLayout::freeBits() const {
  Gf2Span span;
  uint64_t mask = 0;
  for (auto [bit, column] : enumerate(matrix))
    if (!span.insert(column))
      mask |= uint64_t(1) << bit;
  return mask;
}

LinearLayout LinearLayout::pseudoInverse() const {
  Gf2Span span(matrix);
  SmallVector<uint64_t> columns;
  for (unsigned bit = 0; bit != output.bits(); ++bit)
    columns.push_back(span.reduce(uint64_t(1) << bit).combination);
  return LinearLayout(output, input, columns);
}

Expected<LinearLayout> LinearLayout::invert() const {
  if (!isSurjective())
    return makeError("expected a bijection, got a layout that reaches only 2^" +
                     Twine(rank()) + " of " + Twine(output.size()) + " points");
  if (!isInjective())
    return makeError(
        "expected a bijection, got a layout that holds each point " +
        Twine(uint64_t(1) << (input.bits() - rank())) + " times");
  return pseudoInverse();
}

/// Copies the coordinates that `to` has, too.
static uint64_t project(uint64_t point, const Space &from, const Space &to) {
  uint64_t result = 0;
  for (const Axis &axis : to.axes())
    result |= to.pack(axis.dim, from.get(point, axis.dim));
  return result;
}

Expected<LinearLayout> LinearLayout::sublayout(ArrayRef<Dim> inputs,
                                               ArrayRef<Dim> outputs) const {
  auto restrict = [](const Space &space, ArrayRef<Dim> dims) {
    SmallVector<Axis> axes;
    for (Dim dim : dims) {
      if (!space.has(dim))
        return Expected<Space>(makeError("expected an axis of " + space.str() +
                                         ", got " + dimName(dim)));
      axes.push_back({dim, space.bits(dim)});
    }
    return Space::create(axes);
  };
  Expected<Space> in = restrict(input, inputs);
  if (!in)
    return in.takeError();
  Expected<Space> out = restrict(output, outputs);
  if (!out)
    return out.takeError();
  SmallVector<uint64_t> columns;
  for (unsigned bit = 0; bit != in->bits(); ++bit) {
    auto [dim, index] = in->locate(bit);
    columns.push_back(project(column(dim, index), output, *out));
  }
  return LinearLayout(*in, *out, columns);
}

Expected<LinearLayout>
LinearLayout::permuteTile(ArrayRef<unsigned> order) const {
  SmallVector<Axis> axes;
  SmallVector<bool> seen(order.size());
  for (auto [index, old] : enumerate(order)) {
    if (old >= order.size() || seen[old] || !output.has(tileDim(old)))
      return makeError("expected a permutation of the axes of " + output.str());
    seen[old] = true;
    axes.push_back({tileDim(index), output.bits(tileDim(old))});
  }
  if (order.size() != output.axes().size())
    return makeError("expected a permutation of the axes of " + output.str());
  Space out = cantFail(Space::create(axes));
  SmallVector<uint64_t> columns;
  for (uint64_t column : matrix) {
    uint64_t moved = 0;
    for (auto [index, old] : enumerate(order))
      moved |= out.pack(tileDim(index), output.get(column, tileDim(old)));
    columns.push_back(moved);
  }
  return LinearLayout(input, out, columns);
}
