//===- CudaTile/IR/OptimizationHints.h - checking optimisation hints -*- C++
//-*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which hints exist, where they may stand and which values each architecture
// takes (core.md 3.3, ops.md 12.3). Hints never change meaning: a bad one is
// ignored unless the dialect was told to diagnose it.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_CUDATILE_IR_OPTIMIZATIONHINTS_H
#define TESSERA_DIALECT_CUDATILE_IR_OPTIMIZATIONHINTS_H

#include "tessera/Dialect/CudaTile/IR/CudaTileAttrs.h"

#include "mlir/IR/Operation.h"

namespace tessera::cuda_tile {

/// What kind of op carries the hints.
enum class HintSite { Entry, ViewAccess, PointerAccess };

/// True for the architectures of core.md 3.3 and for `default`.
bool isKnownHintArchitecture(llvm::StringRef arch);

/// The first version of bytecode, as the x of 13.x, whose readers know hints
/// for `arch`; 3 if the name is unknown.
unsigned getHintArchitectureVersion(llvm::StringRef arch);

/// True if `key` is a known hint and `value` is of its kind and in its range on
/// `arch`. Integers count by value, whatever their width.
bool isLegalHint(llvm::StringRef arch, llvm::StringRef key,
                 mlir::Attribute value);

/// True if the hint `key` exists and may stand on ops of `site`.
bool mayStandOn(llvm::StringRef key, HintSite site);

/// Diagnoses unknown architectures and hints, hints that do not belong on
/// `site`, and illegal values: nothing, a warning or an error on `op`, as
/// `CudaTileDialect::getHintDiagnostics` says. Fails only in the error mode.
/// `hints` may be null.
llvm::LogicalResult verifyHints(mlir::Operation *op,
                                OptimizationHintsAttr hints, HintSite site);

/// Warns at `op`, an entry, of each `num_cta_in_cga` among `hints` that is a
/// cluster size on no architecture: anything but a power of two up to 16. Other
/// bad hints are only reported on request, by verifyHints. `hints` may be null.
void warnOfBadClusterSizes(mlir::Operation *op, OptimizationHintsAttr hints);

} // namespace tessera::cuda_tile

#endif // TESSERA_DIALECT_CUDATILE_IR_OPTIMIZATIONHINTS_H
