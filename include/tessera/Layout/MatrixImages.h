//===- tessera/Layout/MatrixImages.h - matrices that descriptors name -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// How a matrix must lie in shared memory for wgmma and tcgen05 to read it
// there: rows of 32, 64 or 128 bytes along one of its indices, swizzled, eight
// of them in an atom. A row that is longer is cut into panels. The 64-bit
// descriptor of an instruction names the swizzle, the distances between atoms
// and the address.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LAYOUT_MATRIXIMAGES_H
#define TESSERA_LAYOUT_MATRIXIMAGES_H

#include "tessera/Layout/MemoryLayouts.h"

#include <optional>

namespace tessera::layout {

/// What is known of an image that descriptors name.
struct MatrixImage {
  SwizzleMode mode;
  /// The index whose neighbours are neighbours in memory: one of the last two.
  unsigned fastDim;
  /// Bytes from one panel to the next.
  uint64_t panelBytes;
};

/// The indices of a tile of `rank` in the order in which its image has them,
/// with rows along index `fastDim`, one of the last two: the rows first, the
/// other index of the matrix next.
llvm::SmallVector<unsigned> matrixImageOrder(unsigned rank, unsigned fastDim);

/// The image of a tile of `shape`, a matrix or several, with rows along index
/// `fastDim`, as wide as they and `mostBytes` allow. Fails where that is less
/// than 32 bytes, and on an index that is none of the last two.
llvm::Expected<LinearLayout> matrixImage(llvm::ArrayRef<int64_t> shape,
                                         unsigned fastDim, unsigned elementBits,
                                         uint64_t mostBytes = 128);

/// What `image` is, if matrixImage makes such images.
std::optional<MatrixImage> describeMatrixImage(const LinearLayout &image,
                                               unsigned elementBits);

/// The index of a tile of `shape` whose halves are the halves of each panel of
/// its image, in whole atoms; nothing if there is none.
std::optional<unsigned> halvedDim(const MatrixImage &image,
                                  llvm::ArrayRef<int64_t> shape);

/// The 64-bit descriptor of a matrix in `image` without its address. The
/// address, divided by 16, is added to it.
uint64_t wgmmaDescriptor(const MatrixImage &image, bool isDepthFast);
/// The same of tcgen05.
uint64_t tcgen05Descriptor(const MatrixImage &image, bool isDepthFast);

} // namespace tessera::layout

#endif // TESSERA_LAYOUT_MATRIXIMAGES_H
