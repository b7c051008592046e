//===- Bytecode/Reader/AttributeReader.h - self-contained attributes -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads attributes that stand in full where they are used, behind a tag that
// says what they are (bytecode.md 10.3).
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_BYTECODE_READER_ATTRIBUTEREADER_H
#define TESSERA_LIB_BYTECODE_READER_ATTRIBUTEREADER_H

#include "TypeReader.h"

#include "tessera/Dialect/CudaTile/IR/CudaTileAttrs.h"

namespace tessera::bytecode {

/// Reads the tagged attributes of bytecode.md 10.3 and the dictionaries inside
/// hints. Nesting is bounded.
class AttributeReader {
public:
  AttributeReader(const FileInfo &file, const StringTable &strings,
                  const TypeTable &types)
      : file(file), strings(strings), types(types) {}

  mlir::LogicalResult readTagged(Cursor &at, mlir::Attribute &attr,
                                 unsigned depth = 0) const;
  /// `count, (key, tagged)[count]`: no key is empty or repeated.
  mlir::LogicalResult readDictionary(Cursor &at, mlir::DictionaryAttr &attr,
                                     unsigned depth = 0) const;
  /// A dictionary of dictionaries.
  mlir::LogicalResult readHints(Cursor &at,
                                cuda_tile::OptimizationHintsAttr &hints,
                                unsigned depth = 0) const;
  /// `count, tagged[count]` of attributes that carry a type.
  mlir::LogicalResult readArray(Cursor &at, mlir::ArrayAttr &attr,
                                unsigned depth = 0) const;

private:
  mlir::LogicalResult readInteger(Cursor &at, mlir::Attribute &attr) const;
  mlir::LogicalResult readFloat(Cursor &at, mlir::Attribute &attr) const;
  mlir::LogicalResult readDivBy(Cursor &at, mlir::Attribute &attr) const;
  mlir::LogicalResult readSameElements(Cursor &at, mlir::Attribute &attr) const;
  mlir::LogicalResult readBounded(Cursor &at, mlir::Attribute &attr) const;
  /// A byte with bits 0 and 1 and, for each set bit, a signed varint.
  mlir::LogicalResult readOptionalPair(Cursor &at,
                                       std::optional<int64_t> &first,
                                       std::optional<int64_t> &second) const;

  const FileInfo &file;
  const StringTable &strings;
  const TypeTable &types;
};

} // namespace tessera::bytecode

#endif // TESSERA_LIB_BYTECODE_READER_ATTRIBUTEREADER_H
