//===- TileAAToVector/Fusion/ScanFusion.h - scans without a tile between -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Decides which scans are computed in the nest of the store that they end in.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_CONVERSION_TILEAATOVECTOR_FUSION_SCANFUSION_H
#define TESSERA_LIB_CONVERSION_TILEAATOVECTOR_FUSION_SCANFUSION_H

#include "FusionPlan.h"

namespace tessera::cpu {

/// Prepares the scans of a kernel: totals become reductions where order cannot
/// matter, and a scan that ends in one store moves in front of its use.
void letScansWait(tileaa::FuncOp function);

/// The weak store that the one use of the scan's result leads to through
/// element-wise ops, or null; for scans along rows only.
mlir::Operation *storeOfScan(tileaa::ScanOp op);

/// Whether the scan can be computed in that store's nest.
bool canWaitForStore(tileaa::ScanOp op, const FusionPlan &plan);

/// Whether the body is one op on integers whose neutral element the identity
/// is.
bool hasNeutralIdentity(tileaa::ScanOp op);

} // namespace tessera::cpu

#endif // TESSERA_LIB_CONVERSION_TILEAATOVECTOR_FUSION_SCANFUSION_H
