//===- CudaTile/IR/Ops/LoopExits.h - how regions are left ------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A `break` or `continue` may sit inside nested `if`s, where the region-branch
// interface cannot describe it. A loop with such an exit therefore forwards no
// values through the interface: analyses then assume nothing about its carried
// values and results.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_DIALECT_CUDATILE_IR_OPS_LOOPEXITS_H
#define TESSERA_LIB_DIALECT_CUDATILE_IR_OPS_LOOPEXITS_H

#include "mlir/IR/Operation.h"
#include "mlir/IR/Region.h"

namespace tessera::cuda_tile {

/// True if a `break` or `continue` inside a nested `if` leaves an iteration of
/// the loop with this body.
bool hasNestedExit(mlir::Region &body);

/// An error at `op`, "expected WHAT (...), got (...)", unless the types are
/// those that are wanted; with a note at `owner`, if there is one.
llvm::LogicalResult verifyTypesMatch(mlir::Operation *op, mlir::TypeRange got,
                                     mlir::TypeRange want, llvm::StringRef what,
                                     mlir::Operation *owner);

} // namespace tessera::cuda_tile

#endif // TESSERA_LIB_DIALECT_CUDATILE_IR_OPS_LOOPEXITS_H
