//===- Bytecode/Reader.h - bytecode to module -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads a `.tileirbc` container (bytecode.md). Input is hostile: every count is
// checked against the bytes that remain before memory is reserved for it, all
// recursion is bounded, and every rule of bytecode.md section 17 is an error
// that names the byte offset, the section and the reason.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_BYTECODE_READER_H
#define TESSERA_BYTECODE_READER_H

#include "tessera/Dialect/CudaTile/IR/CudaTile.h"

#include "mlir/IR/OwningOpRef.h"
#include "llvm/Support/MemoryBuffer.h"

namespace tessera::bytecode {

/// Reads, builds and verifies one module. The module is called `kernels`, as
/// containers do not store a name. Errors go to the context's diagnostic engine
/// with the buffer's identifier as file name; the result is null on error.
/// The buffer is not needed after the call.
mlir::OwningOpRef<cuda_tile::ModuleOp>
readBytecode(llvm::MemoryBufferRef buffer, mlir::MLIRContext *context);

/// As above. If the buffer is a mapped file, the memory of what was read goes
/// back to the system on the way. On error, `isDamaged` tells bytes that are no
/// bytecode of a version that is read from modules that do not verify.
mlir::OwningOpRef<cuda_tile::ModuleOp>
readBytecode(const llvm::MemoryBuffer &buffer, mlir::MLIRContext *context,
             bool *isDamaged = nullptr);

} // namespace tessera::bytecode

#endif // TESSERA_BYTECODE_READER_H
