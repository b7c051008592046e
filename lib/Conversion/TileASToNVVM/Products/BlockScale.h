//===- TileASToNVVM/Products/BlockScale.h - scales beside fragments -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// mma.sync takes the scales of its rows and columns from words of four bytes,
// of the lanes that hold these rows and columns. Two numbers of the instruction
// choose the byte and, where more lanes than needed have words, the lane.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_CONVERSION_TILEASTONVVM_PRODUCTS_BLOCKSCALE_H
#define TESSERA_LIB_CONVERSION_TILEASTONVVM_PRODUCTS_BLOCKSCALE_H

#include "Conversion/TileASToNVVM/Emitter.h"

namespace tessera::gpu {

/// The scales of one factor of a product of mma.sync.
class ScaleWords {
public:
  /// `scales`: a tile in the layout of layout::blockScaleLayout.
  ScaleWords(Emitter &e, mlir::Value scales, bool isLhs);

  /// Appends the word, byte and lane of the instruction whose first row (or
  /// column) and block these are; false if no lane has them.
  bool append(uint64_t batch, uint64_t other, uint64_t block,
              llvm::SmallVectorImpl<mlir::Value> &operands);

private:
  struct Place {
    unsigned word, byte, lane;
  };
  Emitter &e;
  bool isLhs;
  layout::Space space;
  llvm::DenseMap<uint64_t, Place> places;
  Registers words;
};

} // namespace tessera::gpu

#endif // TESSERA_LIB_CONVERSION_TILEASTONVVM_PRODUCTS_BLOCKSCALE_H
