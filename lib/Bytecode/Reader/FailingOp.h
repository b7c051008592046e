//===- Bytecode/Reader/FailingOp.h - which bytes the verifier means -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The verifier sees a finished module and knows no bytes. Remembering where
// each op came from would cost every good file memory; instead a file that does
// not verify is read a second time, up to the op that failed.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_BYTECODE_READER_FAILINGOP_H
#define TESSERA_LIB_BYTECODE_READER_FAILINGOP_H

#include "tessera/Dialect/CudaTile/IR/CudaTile.h"

#include <cstdint>
#include <optional>

namespace tessera::bytecode {

/// Finds the first byte of one item while a file is read. Items are globals,
/// functions and operations, in the order of reading: that in which a pre-order
/// walk of the module meets them.
struct ItemLocator {
  uint64_t remaining; ///< items before the wanted one
  std::optional<size_t> offset = std::nullopt;

  void visit(size_t begin) {
    if (!offset && remaining-- == 0)
      offset = begin;
  }
};

struct FailingOp {
  uint64_t number; ///< how many items come before it
  bool isGlobal;
};

/// The op of `module` whose verification fails first, with an error reported at
/// `reported`; nothing when it is the module itself. Errors are not reported
/// again.
std::optional<FailingOp> findFailingOp(cuda_tile::ModuleOp module,
                                       mlir::Location reported);

} // namespace tessera::bytecode

#endif // TESSERA_LIB_BYTECODE_READER_FAILINGOP_H
