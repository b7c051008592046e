//===- TileAAToTileAS/Rewrite.h - the steps of the conversion -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The steps of the conversion, in the order in which they run on a kernel.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_CONVERSION_TILEAATOTILEAS_REWRITE_H
#define TESSERA_LIB_CONVERSION_TILEAATOTILEAS_REWRITE_H

#include "tessera/Dialect/TileAA/IR/TileAA.h"

namespace tessera::gpu {

class LayoutPlan;

/// Types with layouts, conversions where they meet; returns their number.
unsigned assignLayouts(tileaa::FuncOp function, LayoutPlan &plan);

/// Accesses and collectives as ops of nv_tileas.
void replaceOps(tileaa::FuncOp function);

} // namespace tessera::gpu

#endif // TESSERA_LIB_CONVERSION_TILEAATOTILEAS_REWRITE_H
