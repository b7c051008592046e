//===- Bytecode/Writer/Tables.h - buffers and index tables -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A byte buffer with the primitives of bytecode.md section 2, and the tables
// that hand out indices in first-use order (section 16).
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_BYTECODE_WRITER_TABLES_H
#define TESSERA_LIB_BYTECODE_WRITER_TABLES_H

#include "../Wire.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/Endian.h"

namespace tessera::bytecode {

class ByteBuffer {
public:
  void writeByte(uint8_t value) { bytes.push_back(value); }
  void writeVarint(uint64_t value);
  void writeSigned(int64_t value);
  template <typename IntT> void writeFixed(IntT value) {
    char storage[sizeof(IntT)];
    llvm::support::endian::write<IntT, llvm::endianness::little>(storage,
                                                                 value);
    bytes.append(storage, storage + sizeof(IntT));
  }
  /// `count` and that many little-endian integers.
  template <typename IntT> void writeIntList(llvm::ArrayRef<IntT> list) {
    writeVarint(list.size());
    for (IntT value : list)
      writeFixed<IntT>(value);
  }
  void append(llvm::ArrayRef<uint8_t> more) {
    bytes.append(more.begin(), more.end());
  }
  /// Fills up to a multiple of `alignment`.
  void pad(uint64_t alignment);
  size_t size() const { return bytes.size(); }
  llvm::ArrayRef<uint8_t> data() const { return bytes; }

private:
  llvm::SmallVector<uint8_t, 0> bytes;
};

/// Collects encoded items and writes them as `count, pad, offset[], data`.
class ItemWriter {
public:
  uint64_t add(const ByteBuffer &item) {
    offsets.push_back(data.size());
    data.append(item.data());
    return offsets.size() - 1;
  }
  size_t size() const { return offsets.size(); }
  void write(ByteBuffer &out, unsigned width) const;

private:
  llvm::SmallVector<uint64_t, 0> offsets;
  ByteBuffer data;
};

/// Strings in first-use order.
class StringWriter {
public:
  uint64_t intern(llvm::StringRef string);
  void write(ByteBuffer &out) const { items.write(out, 4); }

private:
  llvm::StringMap<uint64_t> indices;
  ItemWriter items;
};

/// Constants, one entry per distinct (type, value).
class ConstantWriter {
public:
  uint64_t intern(mlir::DenseElementsAttr value);
  size_t size() const { return items.size(); }
  void write(ByteBuffer &out) const { items.write(out, 8); }

private:
  llvm::DenseMap<mlir::Attribute, uint64_t> indices;
  ItemWriter items;
};

} // namespace tessera::bytecode

#endif // TESSERA_LIB_BYTECODE_WRITER_TABLES_H
