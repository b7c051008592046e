//===- TileAS/Transforms/StageCopies.h - loads as copies into stages -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which loads can become copies into shared memory, and how their tiles lie
// there.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_DIALECT_TILEAS_TRANSFORMS_STAGECOPIES_H
#define TESSERA_LIB_DIALECT_TILEAS_TRANSFORMS_STAGECOPIES_H

#include "tessera/Dialect/TileAS/IR/TileAS.h"
#include "tessera/Layout/LinearLayout.h"

namespace tessera::tileas {

/// The axis along which a thread's part of `load`, a tile in `layout` of
/// elements of `bytes`, has at least four bytes in a row; nothing without one.
std::optional<unsigned> copyAxis(mlir::Operation *load, int64_t bytes,
                                 const layout::LinearLayout &layout,
                                 bool hasMask);

/// Rows along `axis`, 16-byte parts exchanged so that eight rows of one part
/// are in different banks.
layout::LinearLayout imageOf(const layout::LinearLayout &tile, unsigned axis,
                             int64_t bytes);

/// Positions outside read zero or anything.
bool fillsWithZero(mlir::Operation *load);

/// Accesses that a loop may make earlier.
bool isWeakLoad(mlir::Operation *op);

} // namespace tessera::tileas

#endif // TESSERA_LIB_DIALECT_TILEAS_TRANSFORMS_STAGECOPIES_H
