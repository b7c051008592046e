//===- TileAS/Transforms/StorageImages.h - images of tiles in storage -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// How a tile lies in storage that one layout writes and another reads: the
// image with the fewest bank conflicts for both.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_DIALECT_TILEAS_TRANSFORMS_STORAGEIMAGES_H
#define TESSERA_LIB_DIALECT_TILEAS_TRANSFORMS_STORAGEIMAGES_H

#include "tessera/Dialect/TileAS/IR/TileAS.h"

namespace tessera::tileas {

/// Images that have been searched.
class StorageImages {
public:
  /// Storage for a tile that is written in the layout of `writer` and read in
  /// that of `reader`, types of one shape and element.
  AllocTensorOp makeStorage(mlir::OpBuilder &b, mlir::Location loc,
                            mlir::RankedTensorType writer,
                            mlir::RankedTensorType reader);

private:
  layout::LinearLayout find(const layout::LinearLayout &writer,
                            const layout::LinearLayout &reader,
                            unsigned elementBits);

  struct Image {
    layout::LinearLayout writer, reader;
    unsigned elementBits;
    layout::LinearLayout image;
  };
  llvm::SmallVector<Image, 0> images;
};

} // namespace tessera::tileas

#endif // TESSERA_LIB_DIALECT_TILEAS_TRANSFORMS_STORAGEIMAGES_H
