//===- Bytecode/Reader/Cursor.cpp - bounds-checked reading of a byte range -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads integers and bytes, and reports a read beyond the end of the range.
//
//===----------------------------------------------------------------------===//

#include "Cursor.h"

#include "../Wire.h"

using namespace mlir;
using namespace tessera::bytecode;

InFlightDiagnostic Cursor::errorAt(size_t offset) const {
  return emitError(Location(loc))
         << "byte " << offset << " (" << section << " section): ";
}

InFlightDiagnostic Cursor::warning() const {
  return emitWarning(Location(loc))
         << "byte " << position << " (" << section << " section): ";
}

LogicalResult Cursor::readByte(uint8_t &value) {
  if (atEnd())
    return error() << "expected one more byte, got the end of the data";
  value = file[position++];
  if (LLVM_UNLIKELY(trace))
    traceValue(position - 1, value);
  return success();
}

void Cursor::traceValue(size_t begin, uint64_t value) {
  trace->add(begin, position, "value");
  trace->describe(Twine(value));
}

void Cursor::traceList(size_t width, StringRef what, uint64_t index,
                       int64_t value) {
  trace->add(position - width, position, what + "[" + Twine(index) + "]");
  trace->describe(value == INT64_MIN ? "?" : Twine(value));
}

LogicalResult Cursor::readVarint(uint64_t &value, bool dropExcess) {
  size_t begin = position;
  value = 0;
  for (unsigned index = 0; index < 10; ++index) {
    if (atEnd())
      return errorAt(begin) << "expected a complete varint, got the end of the "
                               "data";
    uint8_t byte = file[position++];
    value |= uint64_t(byte & 0x7F) << (7 * index);
    // The tenth byte holds bit 63 and nothing else.
    bool excess = index == 9 && (byte & 0x7E) != 0;
    if (excess && !dropExcess)
      return errorAt(begin) << "expected a varint of at most 64 bits, got more";
    if (excess)
      warning() << "dropped the bits of a varint above the 64th";
    if ((byte & 0x80) == 0) {
      if (LLVM_UNLIKELY(trace))
        traceValue(begin, value);
      return success();
    }
  }
  return errorAt(begin) << "expected a varint of at most 10 bytes, got more";
}

LogicalResult Cursor::readVarint(uint64_t &value) {
  // Nearly all varints of a file have one byte.
  if (position < limit && file[position] < 0x80) {
    value = file[position++];
    if (LLVM_UNLIKELY(trace))
      traceValue(position - 1, value);
    return success();
  }
  return readVarint(value, /*dropExcess=*/false);
}

LogicalResult Cursor::readVarintDroppingExcess(uint64_t &value) {
  return readVarint(value, /*dropExcess=*/true);
}

LogicalResult Cursor::readSigned(int64_t &value) {
  uint64_t zigzag;
  if (failed(readVarint(zigzag)))
    return failure();
  value = static_cast<int64_t>((zigzag >> 1) ^ (~(zigzag & 1) + 1));
  return success();
}

LogicalResult Cursor::readU32(uint32_t &value, StringRef what) {
  size_t begin = position;
  uint64_t wide;
  label(what);
  if (failed(readVarint(wide)))
    return failure();
  if (wide > UINT32_MAX)
    return errorAt(begin) << "expected " << what << " of at most 32 bits, got "
                          << wide;
  value = static_cast<uint32_t>(wide);
  return success();
}

LogicalResult Cursor::readBool(bool &value, StringRef what) {
  uint8_t byte;
  label(what);
  if (failed(readByte(byte)))
    return failure();
  if (byte > 1)
    return errorAt(position - 1)
           << "expected " << what << " to be 0 or 1, got " << unsigned(byte);
  value = byte != 0;
  return success();
}

LogicalResult Cursor::readCount(uint64_t &count, size_t minBytes,
                                StringRef what) {
  size_t begin = position;
  label("number of " + what);
  if (failed(readVarint(count)))
    return failure();
  // By division: the product could wrap.
  if (count > kMaxCount || count > remaining() / minBytes)
    return errorAt(begin) << "expected at most " << remaining() / minBytes
                          << " " << what << " in the bytes that remain, got "
                          << count;
  return success();
}

LogicalResult Cursor::skip(uint64_t bytes, StringRef what) {
  if (bytes > remaining())
    return error() << "expected " << bytes << " bytes of " << what << ", got "
                   << remaining();
  position += bytes;
  return success();
}

LogicalResult Cursor::alignFromStart(uint64_t alignment) {
  uint64_t misalignment = (position - start) % alignment;
  size_t begin = position;
  if (failed(skip(misalignment ? alignment - misalignment : 0, "padding")))
    return failure();
  if (LLVM_UNLIKELY(trace))
    trace->add(begin, position, "padding");
  return success();
}

FailureOr<Cursor> Cursor::takeSlice(uint64_t bytes, StringRef what) {
  size_t begin = position;
  if (failed(skip(bytes, what)))
    return failure();
  return Cursor(file, begin, position, section, loc, trace);
}

LogicalResult Cursor::expectEnd(StringRef what) const {
  if (atEnd())
    return success();
  return error() << "expected the end of " << what << ", got " << remaining()
                 << " more bytes";
}
