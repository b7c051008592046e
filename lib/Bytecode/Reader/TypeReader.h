//===- Bytecode/Reader/TypeReader.h - the type section -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads the type section (bytecode.md section 5): a table of types that may
// refer to one another.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_BYTECODE_READER_TYPEREADER_H
#define TESSERA_LIB_BYTECODE_READER_TYPEREADER_H

#include "Tables.h"

#include "../TypeTags.h"

#include "tessera/Dialect/CudaTile/IR/CudaTileTypes.h"

namespace tessera::bytecode {

/// Decodes every entry of the type section (bytecode.md section 5). Entries may
/// refer forwards; cycles and deep chains are errors.
class TypeTable {
public:
  explicit TypeTable(const FileInfo &file) : file(file) {}
  mlir::LogicalResult read(Cursor payload);
  /// Reads a type index from `at`.
  mlir::LogicalResult readType(Cursor &at, mlir::Type &type) const;

private:
  enum class State : uint8_t { Unread, Active, Done };

  mlir::LogicalResult decode(size_t index, unsigned depth);
  mlir::LogicalResult decodeFields(TypeTag tag, Cursor &item, unsigned depth,
                                   mlir::Type &type);
  /// Reads an index and decodes its entry if need be.
  mlir::LogicalResult readNested(Cursor &item, unsigned depth,
                                 mlir::Type &type);
  mlir::LogicalResult readNestedList(Cursor &item, unsigned depth,
                                     llvm::SmallVectorImpl<mlir::Type> &types);
  mlir::LogicalResult readTensorView(Cursor &item, unsigned depth,
                                     cuda_tile::TensorViewType &view);
  /// The word of optional-field bits; only `known` bits may be set.
  mlir::LogicalResult readOptionalBits(Cursor &item, uint64_t known,
                                       uint64_t &bits);
  mlir::LogicalResult readPadding(Cursor &item,
                                  cuda_tile::PaddingValueAttr &padding);
  mlir::LogicalResult skipPointerAttr(Cursor &item, uint64_t bits);

  mlir::LogicalResult readPointer(Cursor &, unsigned, mlir::Type &);
  mlir::LogicalResult readTile(Cursor &, unsigned, mlir::Type &);
  mlir::LogicalResult readTensorViewType(Cursor &, unsigned, mlir::Type &);
  mlir::LogicalResult readPartitionView(Cursor &, unsigned, mlir::Type &);
  mlir::LogicalResult readStridedView(Cursor &, unsigned, mlir::Type &);
  mlir::LogicalResult readGatherScatterView(Cursor &, unsigned, mlir::Type &);
  mlir::LogicalResult readFunction(Cursor &, unsigned, mlir::Type &);

  const FileInfo &file;
  ItemTable items;
  llvm::SmallVector<State, 0> states;
  llvm::SmallVector<mlir::Type, 0> types;
};

} // namespace tessera::bytecode

#endif // TESSERA_LIB_BYTECODE_READER_TYPEREADER_H
