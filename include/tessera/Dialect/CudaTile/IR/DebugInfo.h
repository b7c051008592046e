//===- CudaTile/IR/DebugInfo.h - finding and checking debug locations -*- C++
//-*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `di_loc` locations tie operations to source scopes. These functions find the
// `di_loc` behind an MLIR location (core.md 4.2) and check that scopes agree
// with the functions they sit in (4.3).
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_CUDATILE_IR_DEBUGINFO_H
#define TESSERA_DIALECT_CUDATILE_IR_DEBUGINFO_H

#include "tessera/Dialect/CudaTile/IR/CudaTileAttrs.h"

#include "mlir/Interfaces/FunctionInterfaces.h"

namespace tessera::cuda_tile {

/// The `di_loc` that speaks for `location`: the caller's for a call site, the
/// first found for a fused location, through names and opaque fallbacks; null
/// if there is none.
DILocAttr findDebugLocation(mlir::LocationAttr location);

/// The subprogram at the root of a local scope (a subprogram or a lexical
/// block); null for any other attribute.
DISubprogramAttr getSubprogram(mlir::Attribute localScope);

/// Rules 1 to 5: the function's own location is no call site; its `di_loc` is
/// in a subprogram whose linkage name is the symbol; no nested op has a
/// `di_loc` of another subprogram, or one at all if the function has none.
llvm::LogicalResult verifyFunctionDebugInfo(mlir::FunctionOpInterface function);

/// Rule 6: no direct child but functions has a `di_loc`.
llvm::LogicalResult verifyModuleDebugInfo(mlir::Operation *module);

} // namespace tessera::cuda_tile

#endif // TESSERA_DIALECT_CUDATILE_IR_DEBUGINFO_H
