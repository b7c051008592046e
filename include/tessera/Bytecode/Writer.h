//===- Bytecode/Writer.h - module to bytecode -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Writes a `.tileirbc` container. Output depends on the module and the version
// only; indices are handed out in the order of bytecode.md section 16, so files
// are byte-identical to the reference writer's.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_BYTECODE_WRITER_H
#define TESSERA_BYTECODE_WRITER_H

#include "tessera/Bytecode/Version.h"
#include "tessera/Dialect/CudaTile/IR/CudaTile.h"

#include "llvm/Support/raw_ostream.h"

namespace tessera::bytecode {

/// Writes `module` for `version`. Fails, with a diagnostic at the op that names
/// the feature and the version that has it, when the version cannot express the
/// module; nothing is written then.
mlir::LogicalResult writeBytecode(cuda_tile::ModuleOp module,
                                  llvm::raw_ostream &os,
                                  Version version = kDefaultVersion);

/// The Tile IR module of `op`: itself, or the first op of a builtin module.
/// Null when there is none.
cuda_tile::ModuleOp findTileIRModule(mlir::Operation *op);

} // namespace tessera::bytecode

#endif // TESSERA_BYTECODE_WRITER_H
