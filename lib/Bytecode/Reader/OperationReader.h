//===- Bytecode/Reader/OperationReader.h - function bodies -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_BYTECODE_READER_OPERATIONREADER_H
#define TESSERA_LIB_BYTECODE_READER_OPERATIONREADER_H

#include "AttributeReader.h"
#include "ConstantReader.h"
#include "DebugReader.h"

#include "tessera/Bytecode/OpTable.h"

#include "mlir/IR/Builders.h"

namespace tessera::bytecode {

/// A row of the op table in one file: names are those of the context, and what
/// depends on the version only is decided. Looking these up for each operation
/// again would take longer than decoding it.
struct OpBinding {
  OpBinding(const OpRow &row, const FileInfo &file);

  const OpRow &row;
  mlir::OperationName name;
  llvm::SmallVector<mlir::StringAttr, 4> attrNames; ///< of row.attrs
  uint64_t knownFlags;
  bool hasSegments;
};

/// The bindings of a file, made when first asked for.
class OpBindings {
public:
  explicit OpBindings(const FileInfo &file) : file(file) {}
  const OpBinding &get(const OpRow &row);

private:
  const FileInfo &file;
  llvm::DenseMap<const OpRow *, std::unique_ptr<OpBinding>> bindings;
};

/// Decodes the operations of one function (bytecode.md section 9), driven by
/// the op table.
class BodyReader {
public:
  /// `list` is the function's location list, if it has one.
  BodyReader(const FileInfo &file, const StringTable &strings,
             const TypeTable &types, ConstantTable &constants,
             const AttributeReader &attributes, DebugTable &debug,
             OpBindings &bindings, std::optional<uint64_t> list,
             uint64_t listLength)
      : file(file), strings(strings), types(types), constants(constants),
        attributes(attributes), debug(debug), bindings(bindings), list(list),
        listLength(listLength) {}

  /// Reads all of `body` into `block`, whose arguments are the parameters.
  mlir::LogicalResult read(Cursor body, mlir::Block &block);

private:
  /// Inherent attributes, set once the operation exists: going through a
  /// dictionary would make and look up one for each operation.
  using AttrList =
      llvm::SmallVector<std::pair<mlir::StringAttr, mlir::Attribute>, 4>;

  mlir::LogicalResult refuseOpcode(Cursor &at, size_t begin, uint64_t opcode);
  mlir::LogicalResult readOperation(Cursor &at, mlir::Block &block,
                                    unsigned depth);
  mlir::LogicalResult readResultTypes(Cursor &at, const OpRow &row,
                                      mlir::OperationState &state,
                                      bool &hasUnnumberedResult);
  mlir::LogicalResult readAttributes(Cursor &at, const OpBinding &binding,
                                     uint64_t flags,
                                     const mlir::OperationState &state,
                                     AttrList &attrs);
  mlir::LogicalResult readAttribute(Cursor &at, const AttrField &field,
                                    const mlir::OperationState &state,
                                    mlir::Attribute &attr);
  mlir::LogicalResult readOperands(Cursor &at, const OpBinding &binding,
                                   uint64_t flags, mlir::OperationState &state,
                                   AttrList &attrs);
  mlir::LogicalResult readOperand(Cursor &at, mlir::OperationState &state);
  mlir::LogicalResult readRegions(Cursor &at, const OpRow &row,
                                  mlir::OperationState &state, unsigned depth);
  mlir::LogicalResult readBlock(Cursor &at, mlir::Region &region,
                                unsigned depth);
  /// Fails unless `block` ends in its only terminator.
  mlir::LogicalResult checkTerminator(Cursor &at, mlir::Block &block);
  mlir::LogicalResult readNextLocation(Cursor &at, mlir::Location &loc);

  const FileInfo &file;
  const StringTable &strings;
  const TypeTable &types;
  ConstantTable &constants;
  const AttributeReader &attributes;
  DebugTable &debug;
  OpBindings &bindings;
  std::optional<uint64_t> list;
  uint64_t listLength;
  /// Entry 0 of the list belongs to the function.
  uint64_t nextLocation = 1;
  llvm::SmallVector<mlir::Value, 0> values;
};

} // namespace tessera::bytecode

#endif // TESSERA_LIB_BYTECODE_READER_OPERATIONREADER_H
