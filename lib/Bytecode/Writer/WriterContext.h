//===- Bytecode/Writer/WriterContext.h - state of one write -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The tables of a file that is being written and the op it is at, which is
// where refusals are reported.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_BYTECODE_WRITER_WRITERCONTEXT_H
#define TESSERA_LIB_BYTECODE_WRITER_WRITERCONTEXT_H

#include "Tables.h"

#include "../TypeTags.h"

#include "tessera/Bytecode/OpTable.h"
#include "tessera/Dialect/CudaTile/IR/CudaTile.h"

namespace tessera::bytecode {

/// Types in first-use order, dependencies first.
class TypeWriter {
public:
  explicit TypeWriter(Version version) : version(version) {}
  /// Fails with an error on `op` when the version lacks the type.
  mlir::FailureOr<uint64_t> intern(mlir::Type type, mlir::Operation *op);
  void write(ByteBuffer &out) const { items.write(out, 4); }

private:
  mlir::LogicalResult encode(mlir::Type type, mlir::Operation *op,
                             ByteBuffer &item);
  /// The fields that the tile views share before and after their own.
  mlir::LogicalResult encodeView(cuda_tile::TensorViewType view,
                                 mlir::Operation *op, ByteBuffer &item);

  Version version;
  llvm::DenseMap<mlir::Type, uint64_t> indices;
  ItemWriter items;
};

/// Debug attributes (indices from 1) and location lists.
class DebugWriter {
public:
  /// The index of `location`: 0 for unknown and plain file locations. Fails on
  /// kinds that no file can hold.
  mlir::FailureOr<uint64_t> intern(mlir::LocationAttr location,
                                   mlir::Operation *op);
  /// Starts the list of a function and returns its number, from 1.
  uint64_t beginList();
  void addToList(uint64_t index) { entries.push_back(index); }
  bool empty() const { return listOffsets.empty(); }
  /// Interns the strings of all attributes, in order, as it writes them.
  void write(ByteBuffer &out, StringWriter &strings) const;

private:
  uint64_t internAttr(mlir::Attribute attr);
  void encode(mlir::Attribute attr, ByteBuffer &item,
              StringWriter &strings) const;
  /// The index of an attribute that was interned before.
  uint64_t getIndex(mlir::Attribute attr) const { return indices.lookup(attr); }

  llvm::DenseMap<mlir::Attribute, uint64_t> indices;
  llvm::SmallVector<mlir::Attribute, 0> attrs;
  llvm::SmallVector<uint32_t, 0> listOffsets;
  llvm::SmallVector<uint64_t, 0> entries;
};

struct WriterContext {
  explicit WriterContext(Version version) : version(version), types(version) {}

  Version version;
  StringWriter strings;
  TypeWriter types;
  ConstantWriter constants;
  DebugWriter debug;
};

/// "<feature> needs bytecode 13.3, got 13.1", on `op`.
mlir::InFlightDiagnostic refuse(mlir::Operation *op, const llvm::Twine &feature,
                                Version needed, Version target);

//===----------------------------------------------------------------------===//
// Parts of a file
//===----------------------------------------------------------------------===//

mlir::LogicalResult writeTagged(WriterContext &context, mlir::Operation *op,
                                mlir::Attribute attr, ByteBuffer &out);
mlir::LogicalResult writeDictionary(WriterContext &context, mlir::Operation *op,
                                    mlir::DictionaryAttr dictionary,
                                    ByteBuffer &out);
mlir::LogicalResult writeArray(WriterContext &context, mlir::Operation *op,
                               mlir::ArrayAttr array, ByteBuffer &out);

/// Writes the operations of `entry`. Locations are recorded if `hasLocations`.
mlir::LogicalResult writeBody(WriterContext &context, cuda_tile::EntryOp entry,
                              bool hasLocations, ByteBuffer &out);

/// Refuses what the readers of older versions refuse although the container
/// could hold it (bytecode.md 14.3).
mlir::LogicalResult checkOldReaders(mlir::Operation *op, Version version);

} // namespace tessera::bytecode

#endif // TESSERA_LIB_BYTECODE_WRITER_WRITERCONTEXT_H
