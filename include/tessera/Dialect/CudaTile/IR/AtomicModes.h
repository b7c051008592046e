//===- CudaTile/IR/AtomicModes.h - modes of read-modify-write ---*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the modes of atomics mean and for which elements they exist. All levels
// use the enumeration of `cuda_tile`, so both are said here and nowhere else.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_CUDATILE_IR_ATOMICMODES_H
#define TESSERA_DIALECT_CUDATILE_IR_ATOMICMODES_H

#include "tessera/Dialect/CudaTile/IR/CudaTileEnums.h"
#include "tessera/Numerics/AtomicUpdate.h"

#include "mlir/IR/Operation.h"

#include "llvm/Support/ErrorHandling.h"

namespace tessera::cuda_tile {

/// The function that an atomic of this mode applies to memory.
inline numerics::AtomicUpdate getAtomicUpdate(AtomicRMWMode mode) {
  using numerics::AtomicUpdate;
  switch (mode) {
  case AtomicRMWMode::And:
    return AtomicUpdate::And;
  case AtomicRMWMode::Or:
    return AtomicUpdate::Or;
  case AtomicRMWMode::Xor:
    return AtomicUpdate::Xor;
  case AtomicRMWMode::Add:
    return AtomicUpdate::Add;
  case AtomicRMWMode::AddF:
    return AtomicUpdate::AddF;
  case AtomicRMWMode::Max:
    return AtomicUpdate::Max;
  case AtomicRMWMode::Min:
    return AtomicUpdate::Min;
  case AtomicRMWMode::UMax:
    return AtomicUpdate::UMax;
  case AtomicRMWMode::UMin:
    return AtomicUpdate::UMin;
  case AtomicRMWMode::Xchg:
    return AtomicUpdate::Xchg;
  }
  llvm_unreachable("unknown mode");
}

/// Succeeds if `mode` is defined for `element`, else reports on `op`. `xchg`
/// returns a value, so reductions do not allow it.
llvm::LogicalResult verifyAtomicMode(mlir::Operation *op, AtomicRMWMode mode,
                                     mlir::Type element, bool allowExchange);

} // namespace tessera::cuda_tile

#endif // TESSERA_DIALECT_CUDATILE_IR_ATOMICMODES_H
