//===- Layout/MatrixImages.cpp - matrices that descriptors name -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The images are those of sharedTile, with the index of the rows first. An
// image is recognised by making it again.
//
//===----------------------------------------------------------------------===//

#include "tessera/Layout/MatrixImages.h"
#include "tessera/Support/Error.h"

#include "llvm/Support/MathExtras.h"

using namespace llvm;
using namespace tessera;
using namespace tessera::layout;

static constexpr SwizzleMode modes[] = {SwizzleMode::B128, SwizzleMode::B64,
                                        SwizzleMode::B32};

static uint64_t rowBytes(ArrayRef<int64_t> shape, unsigned fastDim,
                         unsigned elementBits) {
  return uint64_t(shape[fastDim]) * elementBits / 8;
}

SmallVector<unsigned> layout::matrixImageOrder(unsigned rank,
                                               unsigned fastDim) {
  SmallVector<unsigned> order{fastDim, 2 * rank - 3 - fastDim};
  for (unsigned d = rank - 2; d-- > 0;)
    order.push_back(d);
  return order;
}

static Expected<LinearLayout> imageOf(ArrayRef<int64_t> shape, unsigned fastDim,
                                      unsigned elementBits, SwizzleMode mode) {
  return sharedTile(shape, matrixImageOrder(shape.size(), fastDim), elementBits,
                    mode);
}

Expected<LinearLayout> layout::matrixImage(ArrayRef<int64_t> shape,
                                           unsigned fastDim,
                                           unsigned elementBits,
                                           uint64_t mostBytes) {
  unsigned rank = shape.size();
  if (rank < 2 || fastDim >= rank || fastDim + 2 < rank)
    return makeError("expected rows along one of the last two indices, got " +
                     Twine(fastDim) + " of " + Twine(rank));
  uint64_t bytes = std::min(rowBytes(shape, fastDim, elementBits), mostBytes);
  for (SwizzleMode mode : modes)
    if (bytes >= swizzleWidth(mode))
      return imageOf(shape, fastDim, elementBits, mode);
  return makeError("expected rows of at least 32 bytes, got " + Twine(bytes));
}

std::optional<MatrixImage>
layout::describeMatrixImage(const LinearLayout &image, unsigned elementBits) {
  SmallVector<int64_t> shape;
  for (const Axis &axis : image.out().axes())
    shape.push_back(int64_t(1) << axis.bits);
  unsigned rank = shape.size();
  if (rank < 2)
    return std::nullopt;
  for (unsigned fastDim : {rank - 1, rank - 2})
    for (SwizzleMode mode : modes) {
      if (rowBytes(shape, fastDim, elementBits) < swizzleWidth(mode))
        continue;
      Expected<LinearLayout> made = imageOf(shape, fastDim, elementBits, mode);
      if (!made) {
        consumeError(made.takeError());
        continue;
      }
      if (*made != image)
        continue;
      uint64_t rows = 1;
      for (unsigned d = 0; d < rank; ++d)
        if (d != fastDim)
          rows *= shape[d];
      return MatrixImage{mode, fastDim, rows * swizzleWidth(mode)};
    }
  return std::nullopt;
}

std::optional<unsigned> layout::halvedDim(const MatrixImage &image,
                                          ArrayRef<int64_t> shape) {
  constexpr uint64_t rowsOfAtom = 8;
  if (image.panelBytes < 2 * rowsOfAtom * swizzleWidth(image.mode))
    return std::nullopt;
  const SmallVector<unsigned> order =
      matrixImageOrder(shape.size(), image.fastDim);
  // What comes last in a panel.
  for (unsigned d : llvm::reverse(order))
    if (d != image.fastDim && shape[d] > 1)
      return d;
  return std::nullopt;
}

/// The distances between atoms, in units of 16 bytes.
static uint64_t distances(const MatrixImage &image, bool isDepthFast) {
  // From one atom of eight rows to the next.
  uint64_t stride = 8 * swizzleWidth(image.mode);
  // Along the rows; an instruction's depth never leaves an atom.
  uint64_t leading = isDepthFast ? 16 : image.panelBytes;
  return (stride >> 4) << 32 | (leading >> 4) << 16;
}

uint64_t layout::wgmmaDescriptor(const MatrixImage &image, bool isDepthFast) {
  uint64_t mode = image.mode == SwizzleMode::B128  ? 1
                  : image.mode == SwizzleMode::B64 ? 2
                                                   : 3;
  return mode << 62 | distances(image, isDepthFast);
}

uint64_t layout::tcgen05Descriptor(const MatrixImage &image, bool isDepthFast) {
  uint64_t mode = image.mode == SwizzleMode::B128  ? 2
                  : image.mode == SwizzleMode::B64 ? 4
                                                   : 6;
  return mode << 61 | uint64_t(1) << 46 | distances(image, isDepthFast);
}
