//===- Layout/LayoutAlgebra.cpp - compose, product, quotient ----*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Operations on two layouts, and the builder.
//
//===----------------------------------------------------------------------===//

#include "tessera/Layout/LinearLayout.h"
#include "tessera/Support/Error.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace tessera;
using namespace tessera::layout;

Expected<LinearLayout> layout::compose(const LinearLayout &outer,
                                       const LinearLayout &inner) {
  if (inner.out() != outer.in())
    return makeError("expected a layout into " + outer.in().str() +
                     " to compose with, got one into " + inner.out().str());
  SmallVector<uint64_t> columns;
  for (uint64_t column : inner.columns())
    columns.push_back(outer.apply(column));
  return LinearLayout::create(inner.in(), outer.out(), columns);
}

/// All axes of both spaces, their bits added.
static Expected<Space> stack(const Space &low, const Space &high) {
  SmallVector<Axis> axes(low.axes());
  for (const Axis &axis : high.axes()) {
    auto *same =
        find_if(axes, [&](const Axis &a) { return a.dim == axis.dim; });
    if (same != axes.end())
      same->bits += axis.bits;
    else
      axes.push_back(axis);
  }
  return Space::create(axes);
}

Expected<LinearLayout> layout::product(const LinearLayout &low,
                                       const LinearLayout &high) {
  Expected<Space> in = stack(low.in(), high.in());
  if (!in)
    return in.takeError();
  Expected<Space> out = stack(low.out(), high.out());
  if (!out)
    return out.takeError();
  SmallVector<uint64_t> columns;
  for (unsigned bit = 0; bit != in->bits(); ++bit) {
    auto [dim, index] = in->locate(bit);
    unsigned lowBits = low.in().bits(dim);
    bool isLow = index < lowBits;
    const LinearLayout &part = isLow ? low : high;
    uint64_t column = part.column(dim, isLow ? index : index - lowBits);
    uint64_t image = 0;
    for (const Axis &axis : part.out().axes()) {
      uint64_t value = part.out().get(column, axis.dim);
      image |= out->pack(axis.dim,
                         isLow ? value : value << low.out().bits(axis.dim));
    }
    columns.push_back(image);
  }
  return LinearLayout::create(*in, *out, columns);
}

/// The axes of `whole` without the low bits that `low` has.
static Expected<Space> strip(const Space &whole, const Space &low) {
  SmallVector<Axis> axes;
  for (const Axis &axis : whole.axes()) {
    unsigned lowBits = low.bits(axis.dim);
    if (lowBits > axis.bits)
      return makeError("expected a factor no larger than " + whole.str() +
                       ", got " + low.str());
    axes.push_back({axis.dim, axis.bits - lowBits});
  }
  for (const Axis &axis : low.axes())
    if (!whole.has(axis.dim))
      return makeError("expected a factor with axes of " + whole.str() +
                       ", got " + dimName(axis.dim));
  return Space::create(axes);
}

Expected<LinearLayout> layout::quotient(const LinearLayout &whole,
                                        const LinearLayout &low) {
  Expected<Space> in = strip(whole.in(), low.in());
  if (!in)
    return in.takeError();
  Expected<Space> out = strip(whole.out(), low.out());
  if (!out)
    return out.takeError();
  SmallVector<uint64_t> columns(in->bits());
  for (unsigned bit = 0; bit != whole.in().bits(); ++bit) {
    auto [dim, index] = whole.in().locate(bit);
    unsigned lowBits = low.in().bits(dim);
    bool isLow = index < lowBits;
    uint64_t column = whole.columns()[bit], upper = 0;
    for (const Axis &axis : whole.out().axes()) {
      uint64_t value = whole.out().get(column, axis.dim);
      unsigned shift = low.out().bits(axis.dim);
      uint64_t expected =
          isLow ? low.out().get(low.column(dim, index), axis.dim) : 0;
      uint64_t lowPart = value & ((uint64_t(1) << shift) - 1);
      if (lowPart != expected || (isLow && value >> shift != 0))
        return makeError("expected a product with the given factor, but " +
                         dimName(dim) + " bit " + Twine(index) +
                         " differs on " + dimName(axis.dim));
      upper |= out->pack(axis.dim, value >> shift);
    }
    if (!isLow)
      columns[in->offset(dim) + index - lowBits] = upper;
  }
  return LinearLayout::create(*in, *out, columns);
}

Expected<LinearLayout> LayoutBuilder::finish() const {
  SmallVector<Axis> axes;
  for (auto [dim, image] : bits) {
    Dim wanted = dim;
    auto *same = find_if(axes, [&](const Axis &a) { return a.dim == wanted; });
    if (same != axes.end())
      ++same->bits;
    else
      axes.push_back({wanted, 1});
  }
  Expected<Space> in = Space::create(axes);
  if (!in)
    return in.takeError();
  SmallVector<uint64_t> columns(in->bits());
  for (const Axis &axis : in->axes()) {
    unsigned next = in->offset(axis.dim);
    for (auto [dim, image] : bits)
      if (dim == axis.dim)
        columns[next++] = image;
  }
  return LinearLayout::create(*in, output, columns);
}
