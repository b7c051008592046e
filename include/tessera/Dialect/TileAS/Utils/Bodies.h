//===- TileAS/Utils/Bodies.h - the bodies of a kernel ---------------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A kernel may have a body for arguments that are aligned and one for others
// (tileaa-version-kernel).
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_TILEAS_UTILS_BODIES_H
#define TESSERA_DIALECT_TILEAS_UTILS_BODIES_H

#include "tessera/Dialect/TileAS/IR/TileAS.h"

namespace tessera::tileas {

/// The branch between two bodies, if that is all that the function does; or
/// null.
mlir::Operation *bodiesOf(tileaa::FuncOp function);
/// The block of the function, or of its body of two, that `op` is in.
mlir::Block *bodyAround(tileaa::FuncOp function, mlir::Operation *op);
/// Whether all threads of the block run `op`, whatever their role.
bool isForAllRoles(mlir::Operation *op);

} // namespace tessera::tileas

#endif // TESSERA_DIALECT_TILEAS_UTILS_BODIES_H
