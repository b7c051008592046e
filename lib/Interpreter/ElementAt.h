//===- Interpreter/ElementAt.h - which element reaches an address ---*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which element of a tile a store or atomic writes to a given address: findings
// that start from memory name it.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_INTERPRETER_ELEMENTAT_H
#define TESSERA_LIB_INTERPRETER_ELEMENTAT_H

#include "tessera/Interpreter/BlockContext.h"

namespace tessera::interp {

/// The element that `op`, which runs next, writes to the byte at `address`; -1
/// if none, and for operations that write nothing.
int64_t elementAt(mlir::Operation *op, BlockContext &ctx, uint64_t address);

} // namespace tessera::interp

#endif // TESSERA_LIB_INTERPRETER_ELEMENTAT_H
