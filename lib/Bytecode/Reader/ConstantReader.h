//===- Bytecode/Reader/ConstantReader.h - the constant section -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads the constant section (bytecode.md section 6): the elements of
// constants as bytes, whose type is known where they are used.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_BYTECODE_READER_CONSTANTREADER_H
#define TESSERA_LIB_BYTECODE_READER_CONSTANTREADER_H

#include "Tables.h"

#include "tessera/Dialect/CudaTile/IR/CudaTileTypes.h"

#include "llvm/ADT/DenseMap.h"

namespace tessera::bytecode {

/// The pool of untyped element data (bytecode.md section 6). A user names the
/// type; the same item may be used at several.
class ConstantTable {
public:
  mlir::LogicalResult read(Cursor payload) {
    return items.read(payload, 8, "constant");
  }
  /// Reads a constant index from `at` and decodes the item at `type`, which
  /// must be a tile of numbers (of i4 too if `allowI4`).
  mlir::LogicalResult readConstant(Cursor &at, mlir::Type type, bool allowI4,
                                   mlir::DenseElementsAttr &value);

private:
  ItemTable items;
  /// Bytes of items decoded so far, once for each type they are used at.
  uint64_t decodedBytes = 0;
  llvm::DenseMap<std::pair<uint64_t, mlir::Type>, mlir::DenseElementsAttr>
      cache;
};

} // namespace tessera::bytecode

#endif // TESSERA_LIB_BYTECODE_READER_CONSTANTREADER_H
