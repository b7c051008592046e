//===- Bytecode/Reader/Cursor.h - bounds-checked reading of a byte range -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The primitives of bytecode.md section 2. A cursor never reads outside its
// range; every failure is reported once, with the byte's offset in the file and
// the section's name. No pointer into the buffer is ever cast: it need not be
// aligned.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_BYTECODE_CURSOR_H
#define TESSERA_LIB_BYTECODE_CURSOR_H

#include "Trace.h"

#include "mlir/IR/Diagnostics.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Endian.h"

namespace tessera::bytecode {

class Cursor {
public:
  Cursor() = default;
  /// A cursor over file[begin, end).
  Cursor(llvm::ArrayRef<uint8_t> file, size_t begin, size_t end,
         llvm::StringRef section, mlir::Location loc, Trace *trace = nullptr)
      : file(file), start(begin), position(begin), limit(end), section(section),
        loc(loc), trace(trace) {}

  size_t remaining() const { return limit - position; }
  bool atEnd() const { return position == limit; }
  /// Offset of the next byte, counted from the start of the file.
  size_t getOffset() const { return position; }
  size_t getFileSize() const { return file.size(); }
  llvm::ArrayRef<uint8_t> getRemainingBytes() const {
    return file.slice(position, remaining());
  }

  /// Starts an error at the next byte, or at `offset`.
  mlir::InFlightDiagnostic error() const { return errorAt(position); }
  mlir::InFlightDiagnostic errorAt(size_t offset) const;
  mlir::InFlightDiagnostic warning() const;

  //===--------------------------------------------------------------------===//
  // For dumps (Trace.h); nothing happens in other reads.
  //===--------------------------------------------------------------------===//

  bool isTraced() const { return trace != nullptr; }
  bool hasLabel() const { return trace && trace->hasLabel(); }
  /// Names the next field.
  void label(const llvm::Twine &text) {
    if (LLVM_UNLIKELY(trace))
      trace->label(text);
  }
  /// Explains the last field.
  void describe(const llvm::Twine &text) {
    if (LLVM_UNLIKELY(trace))
      trace->describe(text);
  }
  /// A heading before the next byte.
  void heading(const llvm::Twine &text) {
    if (LLVM_UNLIKELY(trace))
      trace->heading(position, text);
  }
  /// Names all bytes that are left, which the caller takes as they are.
  void traceRemaining(const llvm::Twine &text) const {
    if (LLVM_UNLIKELY(trace))
      trace->add(position, limit, text);
  }

  //===--------------------------------------------------------------------===//
  // Primitives
  //===--------------------------------------------------------------------===//

  mlir::LogicalResult readByte(uint8_t &value);
  /// A base-128 varint of at most 64 bits.
  mlir::LogicalResult readVarint(uint64_t &value);
  /// As above, but drops bits above 64 with a warning: one writer produces them
  /// for negative f64 identities (bytecode.md 2.1).
  mlir::LogicalResult readVarintDroppingExcess(uint64_t &value);
  mlir::LogicalResult readSigned(int64_t &value);
  /// A varint that must fit 32 bits.
  mlir::LogicalResult readU32(uint32_t &value, llvm::StringRef what);
  /// 0 or 1.
  mlir::LogicalResult readBool(bool &value, llvm::StringRef what);
  /// A count whose items take at least `minBytes` each.
  mlir::LogicalResult readCount(uint64_t &count, size_t minBytes,
                                llvm::StringRef what);
  /// A count and that many little-endian integers.
  template <typename IntT>
  mlir::LogicalResult readIntList(llvm::SmallVectorImpl<IntT> &list,
                                  llvm::StringRef what) {
    uint64_t count;
    if (failed(readCount(count, sizeof(IntT), what)))
      return mlir::failure();
    list.reserve(count);
    for (uint64_t i = 0; i < count; ++i) {
      list.push_back(readUnchecked<IntT>());
      if (LLVM_UNLIKELY(trace))
        traceList(sizeof(IntT), what, i, static_cast<int64_t>(list.back()));
    }
    return mlir::success();
  }
  template <typename IntT> mlir::LogicalResult readFixed(IntT &value) {
    if (remaining() < sizeof(IntT))
      return error() << "expected " << sizeof(IntT)
                     << " more bytes, got the end of the data";
    value = readUnchecked<IntT>();
    if (LLVM_UNLIKELY(trace))
      traceValue(position - sizeof(IntT), static_cast<uint64_t>(value));
    return mlir::success();
  }
  mlir::LogicalResult skip(uint64_t bytes, llvm::StringRef what);
  /// Skips filler up to a multiple of `alignment`, counted from the start.
  mlir::LogicalResult alignFromStart(uint64_t alignment);
  /// A cursor over the next `bytes` bytes, which this one skips.
  mlir::FailureOr<Cursor> takeSlice(uint64_t bytes, llvm::StringRef what);
  /// Fails if bytes are left.
  mlir::LogicalResult expectEnd(llvm::StringRef what) const;

private:
  template <typename IntT> IntT readUnchecked() {
    IntT value = llvm::support::endian::read<IntT, llvm::endianness::little>(
        file.data() + position);
    position += sizeof(IntT);
    return value;
  }
  mlir::LogicalResult readVarint(uint64_t &value, bool dropExcess);
  /// Records the bytes from `begin` to here as a field.
  void traceValue(size_t begin, uint64_t value);
  void traceList(size_t width, llvm::StringRef what, uint64_t index,
                 int64_t value);

  llvm::ArrayRef<uint8_t> file;
  size_t start = 0, position = 0, limit = 0;
  llvm::StringRef section;
  mlir::LocationAttr loc;
  Trace *trace = nullptr;
};

} // namespace tessera::bytecode

#endif // TESSERA_LIB_BYTECODE_CURSOR_H
