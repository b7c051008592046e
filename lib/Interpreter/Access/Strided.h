//===- Interpreter/Access/Strided.h - moving elements by strides -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Copies between a dense tile and a strided walk over another one: the common
// core of broadcast, permute, extract, insert and cat.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_INTERPRETER_ACCESS_STRIDED_H
#define TESSERA_LIB_INTERPRETER_ACCESS_STRIDED_H

#include "tessera/Interpreter/Tile.h"

#include "llvm/ADT/SmallVector.h"

namespace tessera::interp {

/// Element strides of a dense row-major tile of `shape`.
llvm::SmallVector<int64_t, 4> rowMajorStrides(llvm::ArrayRef<int64_t> shape);

/// to[i...] = from[start + sum(i[d] * strides[d])] for every index of `to`.
void readStrided(Tile &to, const Tile &from, int64_t start,
                 llvm::ArrayRef<int64_t> strides);

/// to[start + sum(i[d] * strides[d])] = from[i...] for every index of `from`.
void writeStrided(Tile &to, int64_t start, llvm::ArrayRef<int64_t> strides,
                  const Tile &from);

} // namespace tessera::interp

#endif // TESSERA_LIB_INTERPRETER_ACCESS_STRIDED_H
