//===- tessera/Codegen/Locations.h - locations LLVM understands -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LLVM IR's translation knows the builtin locations only and crashes on others,
// such as cuda_tile's debug locations.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_CODEGEN_LOCATIONS_H
#define TESSERA_CODEGEN_LOCATIONS_H

#include "mlir/IR/BuiltinOps.h"

namespace tessera {

/// Replaces every location of another dialect by the first file position in
/// it.
void makeLocationsBuiltin(mlir::ModuleOp module);

/// Replaces every location by the first file position in it: what a line table
/// can show. Fused locations would have no line.
void makeLocationsPlain(mlir::ModuleOp module);

} // namespace tessera

#endif // TESSERA_CODEGEN_LOCATIONS_H
