//===- Bytecode/Reader/Tables.cpp - index tables of a container -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads the offsets of an index table, and checks that they do not decrease
// and stay inside the data of the table.
//
//===----------------------------------------------------------------------===//

#include "Tables.h"

using namespace mlir;
using namespace tessera::bytecode;

LogicalResult ItemTable::read(Cursor &cursor, unsigned width, StringRef name) {
  what = name;
  uint64_t count;
  if (failed(cursor.readCount(count, width, (what + "s").str())))
    return failure();
  if (count == 0) {
    cursor.traceRemaining("filler");
    return success();
  }
  size_t offsetsBegin = cursor.getOffset();
  if (failed(cursor.alignFromStart(width)))
    return failure();
  // The padding took bytes that the count check had counted.
  if (count > cursor.remaining() / width)
    return cursor.errorAt(offsetsBegin)
           << "expected " << count << " " << what << " offsets, got "
           << cursor.remaining() / width;
  offsets.reserve(count);
  for (uint64_t i = 0; i < count; ++i) {
    uint64_t wide = 0;
    uint32_t narrow = 0;
    if (cursor.isTraced())
      cursor.label(what + " offset " + Twine(i));
    if (failed(width == 8 ? cursor.readFixed(wide) : cursor.readFixed(narrow)))
      return failure();
    offsets.push_back(width == 8 ? wide : narrow);
  }
  data = cursor;
  uint64_t previous = 0;
  for (uint64_t offset : offsets) {
    if (offset < previous || offset > data.remaining())
      return cursor.errorAt(offsetsBegin)
             << "expected " << what << " offsets that do not decrease and stay "
             << "below " << data.remaining() << ", got " << offset << " after "
             << previous;
    previous = offset;
  }
  return success();
}

Cursor ItemTable::getItem(size_t index) const {
  uint64_t begin = offsets[index];
  uint64_t end =
      index + 1 < offsets.size() ? offsets[index + 1] : data.remaining();
  Cursor rest = data;
  // Both stay inside `data`: read() checked the offsets.
  (void)rest.skip(begin, what);
  return *rest.takeSlice(end - begin, what);
}

LogicalResult ItemTable::readIndex(Cursor &at, uint64_t &index) const {
  size_t begin = at.getOffset();
  if (at.isTraced() && !at.hasLabel())
    at.label(what + " index");
  if (failed(at.readVarint(index)))
    return failure();
  if (index >= size())
    return at.errorAt(begin) << "expected a " << what << " index below "
                             << size() << ", got " << index;
  return success();
}

/// `text` for a dump: short, on one line.
static std::string quote(StringRef text) {
  std::string quoted;
  llvm::raw_string_ostream os(quoted);
  os << '"';
  os.write_escaped(text.take_front(60));
  os << (text.size() > 60 ? "...\"" : "\"");
  return quoted;
}

LogicalResult StringTable::read(Cursor payload) {
  if (failed(items.read(payload, 4, "string")))
    return failure();
  if (payload.isTraced())
    for (size_t i = 0; i < items.size(); ++i) {
      Cursor item = items.getItem(i);
      ArrayRef<uint8_t> bytes = item.getRemainingBytes();
      item.traceRemaining(
          "string " + Twine(i) + " " +
          quote(StringRef(reinterpret_cast<const char *>(bytes.data()),
                          bytes.size())));
    }
  return success();
}

LogicalResult StringTable::readString(Cursor &at, StringRef &string) const {
  uint64_t index;
  if (failed(items.readIndex(at, index)))
    return failure();
  ArrayRef<uint8_t> bytes = items.getItem(index).getRemainingBytes();
  string =
      StringRef(reinterpret_cast<const char *>(bytes.data()), bytes.size());
  if (at.isTraced())
    at.describe(quote(string));
  return success();
}

LogicalResult StringTable::readName(Cursor &at, StringRef &name,
                                    StringRef what) const {
  size_t begin = at.getOffset();
  if (failed(readString(at, name)))
    return failure();
  if (name.empty())
    return at.errorAt(begin) << "expected " << what << ", got an empty string";
  return success();
}
