//===- Bytecode/Reader/OperationReader.h - function bodies -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads the ops of a function body (bytecode.md section 9) by the rows of the
// op table.
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

/// A field of a row in one file.
struct AttrBinding {
  AttrBinding(const AttrField &field, const FileInfo &file);

  const AttrField &field;
  mlir::StringAttr name;
  bool isStored; ///< by the file's version
  /// The attributes of an enumeration by their value; empty for other kinds.
  llvm::SmallVector<mlir::Attribute, 0> enumerators;
};

/// A row of the op table in one file: names are those of the context, and what
/// depends on the version only is decided. Looking these up for each operation
/// again would take longer than decoding it.
struct OpBinding {
  OpBinding(const OpRow &row, const FileInfo &file);

  const OpRow &row;
  mlir::OperationName name;
  llvm::SmallVector<AttrBinding, 0> attrs; ///< of row.attrs
  uint64_t knownFlags;
  bool hasSegments;
  bool isTerminator;
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
        listLength(listLength), unknownLoc(mlir::UnknownLoc::get(file.context)),
        noAttrs(mlir::DictionaryAttr::get(file.context)) {}

  /// Reads all of `body` into `block`, whose arguments are the parameters.
  mlir::LogicalResult read(Cursor body, mlir::Block &block);

private:
  /// What an operation is made of.
  struct Parts {
    llvm::SmallVector<mlir::Type, 4> types;
    llvm::SmallVector<mlir::Value, 8> operands;
    /// Inherent attributes, set once the operation exists: going through a
    /// dictionary would make and look up one for each operation.
    llvm::SmallVector<std::pair<mlir::StringAttr, mlir::Attribute>, 4> attrs;
    llvm::SmallVector<std::unique_ptr<mlir::Region>, 2> regions;
    /// Versions before 13.2 number no result of print.
    bool hasUnnumberedResult = false;
  };

  mlir::LogicalResult refuseOpcode(Cursor &at, size_t begin, uint64_t opcode);
  /// Appends an operation to `block`, which ends in a terminator if
  /// `isTerminated` says so, before and after.
  mlir::LogicalResult readOperation(Cursor &at, mlir::Block &block,
                                    unsigned depth, bool &isTerminated);
  mlir::LogicalResult readResultTypes(Cursor &at, const OpRow &row,
                                      Parts &parts);
  // --- OperationAttributes.cpp ---
  mlir::LogicalResult readAttributes(Cursor &at, const OpBinding &binding,
                                     uint64_t flags, Parts &parts);
  mlir::LogicalResult readAttribute(Cursor &at, const AttrBinding &binding,
                                    const Parts &parts, mlir::Attribute &attr);
  // --- OperationReader.cpp ---
  mlir::LogicalResult readOperands(Cursor &at, const OpBinding &binding,
                                   uint64_t flags, Parts &parts);
  mlir::LogicalResult readOperand(Cursor &at, Parts &parts);
  mlir::LogicalResult readRegions(Cursor &at, const OpRow &row, Parts &parts,
                                  unsigned depth);
  mlir::LogicalResult readBlock(Cursor &at, mlir::Region &region,
                                unsigned depth);
  /// Fails unless the block that ends at `at` has a terminator.
  static mlir::LogicalResult checkTerminated(Cursor &at, bool isTerminated);
  mlir::LogicalResult readNextLocation(Cursor &at, mlir::LocationAttr &loc);

  const FileInfo &file;
  const StringTable &strings;
  const TypeTable &types;
  ConstantTable &constants;
  const AttributeReader &attributes;
  DebugTable &debug;
  OpBindings &bindings;
  std::optional<uint64_t> list;
  uint64_t listLength;
  mlir::LocationAttr unknownLoc;
  mlir::DictionaryAttr noAttrs;
  /// Entry 0 of the list belongs to the function.
  uint64_t nextLocation = 1;
  llvm::SmallVector<mlir::Value, 0> values;
};

} // namespace tessera::bytecode

#endif // TESSERA_LIB_BYTECODE_READER_OPERATIONREADER_H
