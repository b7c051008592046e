//===- TileAAToTileAS/Rewrite.h - the steps of the conversion -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In the order in which they run on a kernel.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_CONVERSION_TILEAATOTILEAS_REWRITE_H
#define TESSERA_LIB_CONVERSION_TILEAATOTILEAS_REWRITE_H

#include "tessera/Dialect/TileAA/IR/TileAA.h"
#include "tessera/Target/GpuTarget.h"

namespace tessera::gpu {

class LayoutPlan;

/// Writes products that the target has no instruction for with operands that
/// it multiplies: scales multiplied in, narrow floats as f16 or f32.
void prepareDots(tileaa::FuncOp function, const GpuTarget &target);

/// Types with layouts, conversions where they meet; returns their number.
unsigned assignLayouts(tileaa::FuncOp function, LayoutPlan &plan);

/// Accesses, products and collectives as ops of nv_tileas.
mlir::LogicalResult replaceOps(tileaa::FuncOp function,
                               const GpuTarget &target);

} // namespace tessera::gpu

#endif // TESSERA_LIB_CONVERSION_TILEAATOTILEAS_REWRITE_H
