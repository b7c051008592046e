//===- Bytecode/Dump.h - looking into a container -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For people who debug a writer: what every byte of a file is, and how large
// its sections are. Both are found by the reader itself, so they agree with it.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_BYTECODE_DUMP_H
#define TESSERA_BYTECODE_DUMP_H

#include "mlir/IR/MLIRContext.h"
#include "mlir/Support/LLVM.h"
#include "llvm/Support/MemoryBufferRef.h"
#include "llvm/Support/raw_ostream.h"

namespace tessera::bytecode {

struct SectionInfo {
  llvm::StringRef name;
  uint64_t offset; ///< of the payload, in the file
  uint64_t bytes;  ///< of the payload
  /// Strings, types, constants, functions, globals or location lists.
  uint64_t count;
};

/// The sections in file order. Errors are diagnostics, as those of the reader.
mlir::FailureOr<llvm::SmallVector<SectionInfo>>
listSections(llvm::MemoryBufferRef buffer, mlir::MLIRContext *context);

/// Prints offset, bytes and name of every field. Of a malformed file it prints
/// what was read before the error, and fails.
mlir::LogicalResult dumpBytecode(llvm::MemoryBufferRef buffer,
                                 mlir::MLIRContext *context,
                                 llvm::raw_ostream &os);

} // namespace tessera::bytecode

#endif // TESSERA_BYTECODE_DUMP_H
