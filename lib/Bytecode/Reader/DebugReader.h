//===- Bytecode/Reader/DebugReader.h - the debug section -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads the debug section (bytecode.md section 12). Its attributes are made
// when an op first asks for them.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_BYTECODE_READER_DEBUGREADER_H
#define TESSERA_LIB_BYTECODE_READER_DEBUGREADER_H

#include "Tables.h"

#include "tessera/Dialect/CudaTile/IR/CudaTileAttrs.h"

namespace tessera::bytecode {

/// Location lists and debug attributes (bytecode.md section 12). Attributes
/// form a shared graph: each is decoded once.
class DebugTable {
public:
  DebugTable(const FileInfo &file, const StringTable &strings)
      : file(file), strings(strings) {}
  mlir::LogicalResult read(Cursor payload);

  /// Number of entries of location list `list` (counted from 0), or an error at
  /// `at` when there is no such list.
  mlir::LogicalResult getListLength(Cursor &at, uint64_t list,
                                    uint64_t &length) const;
  /// Location `entry` of `list`; both must exist.
  mlir::LogicalResult getLocation(uint64_t list, uint64_t entry,
                                  mlir::LocationAttr &location);

private:
  mlir::LogicalResult decode(Cursor &at, uint64_t index, unsigned depth,
                             mlir::Attribute &attr);
  mlir::LogicalResult decodeItem(Cursor item, unsigned depth,
                                 mlir::Attribute &attr);
  /// Reads a reference that must be an `AttrT`.
  template <typename AttrT>
  mlir::LogicalResult readReference(Cursor &item, unsigned depth,
                                    llvm::StringRef what, AttrT &attr);
  mlir::LogicalResult readScope(Cursor &item, unsigned depth,
                                mlir::Attribute &scope);
  mlir::LogicalResult readLocation(Cursor &item, unsigned depth,
                                   mlir::LocationAttr &location);
  mlir::LogicalResult readString(Cursor &item, mlir::StringAttr &string);

  const FileInfo &file;
  const StringTable &strings;
  llvm::SmallVector<uint32_t, 0> listOffsets;
  llvm::ArrayRef<uint8_t> entries; ///< 8 bytes each, in the file
  /// What only decoding needs: it ends before the operations take memory.
  struct Undecoded {
    ItemTable items;
    llvm::SmallVector<bool, 0> active; ///< being decoded, or done
  };
  std::unique_ptr<Undecoded> undecoded;
  llvm::SmallVector<mlir::Attribute, 0> attrs; ///< null until decoded
  Cursor payload, entriesAt;
  /// The last answers: neighbours mostly ask for the same again.
  uint64_t lastIndex = 0;
  mlir::LocationAttr lastLocation;
  mlir::StringAttr lastString;
};

} // namespace tessera::bytecode

#endif // TESSERA_LIB_BYTECODE_READER_DEBUGREADER_H
