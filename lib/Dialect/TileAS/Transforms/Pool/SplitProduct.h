//===- TileAS/Transforms/Pool/SplitProduct.h - products block by block --*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A product whose factors do not fit into shared memory together is made block
// by block of its result, so that it still reads them there.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_DIALECT_TILEAS_TRANSFORMS_POOL_SPLITPRODUCT_H
#define TESSERA_LIB_DIALECT_TILEAS_TRANSFORMS_POOL_SPLITPRODUCT_H

#include "tessera/Dialect/TileAS/IR/TileAS.h"

namespace tessera::tileas {

/// Splits the product with the largest factors in place whose parts fit where
/// the pool has `bytes` now and may have `limit`. False: there is none.
bool splitProduct(tileaa::FuncOp function, int64_t bytes, int64_t limit);

} // namespace tessera::tileas

#endif // TESSERA_LIB_DIALECT_TILEAS_TRANSFORMS_POOL_SPLITPRODUCT_H
