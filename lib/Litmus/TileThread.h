//===- Litmus/TileThread.h - a tile block as a thread body ------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Executes an entry with concrete values, lane by lane, for the memory model.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_LITMUS_TILETHREAD_H
#define TESSERA_LIB_LITMUS_TILETHREAD_H

#include "tessera/Dialect/CudaTile/IR/CudaTile.h"
#include "tessera/Interpreter/Findings.h"
#include "tessera/Litmus/Edit.h"
#include "tessera/MemoryModel/Trace.h"

#include "llvm/ADT/DenseMap.h"

#include <memory>

namespace tessera::litmus {

/// Values that the test's condition names, under all their names.
using NamedValues =
    llvm::DenseMap<mlir::Value, llvm::SmallVector<std::string, 1>>;

/// One tile block of an entry.
struct TileBlock {
  cuda_tile::EntryOp entry;
  std::string agent;
  /// What is passed to the entry: bits, or an address.
  std::vector<uint64_t> arguments;
  NamedValues names;
  interp::Dim3 block, grid;
  /// Times a `loop` is gone round.
  unsigned bound = 0;
};

/// Fails, with "FILE:LINE:COLUMN: message", for operations that litmus tests
/// cannot use. Adds globals and allocas to `image`. `edits` may be null.
llvm::Expected<std::unique_ptr<memmodel::ThreadBody>>
makeTileThread(TileBlock block, memmodel::MemoryImage &image,
               const Edits *edits);

/// The entry's operations that access memory, in order.
std::vector<mlir::Operation *> memoryOperations(cuda_tile::EntryOp entry);

} // namespace tessera::litmus

#endif // TESSERA_LIB_LITMUS_TILETHREAD_H
