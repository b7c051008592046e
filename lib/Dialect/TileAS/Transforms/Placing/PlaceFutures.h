//===- TileAS/Transforms/Placing/PlaceFutures.h - sums that are waited for -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Places for products whose sums some other op waits for.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_DIALECT_TILEAS_TRANSFORMS_PLACEFUTURES_H
#define TESSERA_LIB_DIALECT_TILEAS_TRANSFORMS_PLACEFUTURES_H

#include "tessera/Dialect/TileAS/IR/TileAS.h"

namespace tessera::tileas {

/// Writes every `async.dot` of tcgen05 whose accumulator is a tile as a product
/// into a place, and each `future_wait` for it as a wait and a load. Values
/// that a loop carries from one to the other have one place.
void placeFutures(tileaa::FuncOp function, mlir::Value memory);

} // namespace tessera::tileas

#endif // TESSERA_LIB_DIALECT_TILEAS_TRANSFORMS_PLACEFUTURES_H
