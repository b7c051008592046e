//===- Bytecode/Reader/Tables.h - index tables of a container -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The table shape that strings, types, constants and debug attributes share
// (bytecode.md 3.1), and what every part of the reader needs to know about the
// file.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_BYTECODE_READER_TABLES_H
#define TESSERA_LIB_BYTECODE_READER_TABLES_H

#include "Cursor.h"
#include "FailingOp.h"

#include "tessera/Bytecode/Version.h"

#include "mlir/IR/BuiltinAttributes.h"

namespace tessera::bytecode {

/// Facts about the file that is being read.
struct FileInfo {
  mlir::MLIRContext *context;
  mlir::Location loc;
  Version version;
  /// Set in the second reading of a file that did not verify (FailingOp.h).
  ItemLocator *locator = nullptr;
};

/// `count, pad, offset[count], data`: item i is data[offset[i], offset[i+1]).
class ItemTable {
public:
  /// Reads the rest of `cursor`; offsets are `width` (4 or 8) bytes wide.
  mlir::LogicalResult read(Cursor &cursor, unsigned width,
                           llvm::StringRef what);
  size_t size() const { return offsets.size(); }
  /// The bytes of item `index`, which must be below size().
  Cursor getItem(size_t index) const;
  /// Reads an index into this table from `at`.
  mlir::LogicalResult readIndex(Cursor &at, uint64_t &index) const;

private:
  llvm::StringRef what = "table"; ///< until read() names it
  Cursor data;
  llvm::SmallVector<uint64_t, 0> offsets;
};

/// The string section. Strings are bytes; nothing is copied.
class StringTable {
public:
  mlir::LogicalResult read(Cursor payload);
  mlir::LogicalResult readString(Cursor &at, llvm::StringRef &string) const;
  /// As above, but the string must not be empty.
  mlir::LogicalResult readName(Cursor &at, llvm::StringRef &name,
                               llvm::StringRef what) const;

private:
  ItemTable items;
};

} // namespace tessera::bytecode

#endif // TESSERA_LIB_BYTECODE_READER_TABLES_H
