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
#include "tessera/MemoryModel/Trace.h"

#include "llvm/ADT/DenseMap.h"

namespace tessera::litmus {

/// Values that the test's condition names.
using NamedValues = llvm::DenseMap<mlir::Value, std::string>;

/// Fails, with "FILE:LINE:COLUMN: message", for operations that litmus tests
/// cannot use. `arguments` are the addresses passed to the entry.
llvm::Expected<std::unique_ptr<memmodel::ThreadBody>>
makeTileThread(cuda_tile::EntryOp entry, std::vector<uint64_t> arguments,
               NamedValues names);

} // namespace tessera::litmus

#endif // TESSERA_LIB_LITMUS_TILETHREAD_H
