//===- TileAS/Utils/Bodies.h - the bodies of a kernel ---------------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A kernel may have a body for arguments that are aligned and one for others
// (tileaa-version-kernel), and the first of these one for grids of several
// waves and one for others (tileas-loop-over-blocks).
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_TILEAS_UTILS_BODIES_H
#define TESSERA_DIALECT_TILEAS_UTILS_BODIES_H

#include "tessera/Dialect/TileAS/IR/TileAS.h"

namespace tessera::tileas {

/// The branch between two bodies (`nv_tileas.bodies`), or null.
mlir::Operation *bodiesOf(tileaa::FuncOp function);
/// All bodies of the function: its block, or those of branches between bodies.
llvm::SmallVector<mlir::Block *> allBodies(tileaa::FuncOp function);
/// The body that `op` is in, or the block of the function.
mlir::Block *bodyAround(tileaa::FuncOp function, mlir::Operation *op);
/// Whether `body` is for grids of several waves, or for all others.
bool isOfWaves(mlir::Block *body);
/// Whether all threads of the block run `op`, whatever their role.
bool isForAllRoles(mlir::Operation *op);

} // namespace tessera::tileas

#endif // TESSERA_DIALECT_TILEAS_UTILS_BODIES_H
