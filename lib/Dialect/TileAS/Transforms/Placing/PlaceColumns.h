//===- TileAS/Transforms/Placing/PlaceColumns.h - columns of places -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which columns of tensor memory the places of a kernel have.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_DIALECT_TILEAS_TRANSFORMS_PLACING_PLACECOLUMNS_H
#define TESSERA_LIB_DIALECT_TILEAS_TRANSFORMS_PLACING_PLACECOLUMNS_H

#include "tessera/Dialect/TileAS/IR/TileAS.h"

namespace tessera::tileas {

/// Gives every place of the kernel its columns, claims as many, and gives them
/// back at the kernel's end. Where they do not suffice, that is an error and a
/// misfit.
llvm::LogicalResult giveColumns(ClaimTensorMemoryOp claim);

} // namespace tessera::tileas

#endif // TESSERA_LIB_DIALECT_TILEAS_TRANSFORMS_PLACING_PLACECOLUMNS_H
