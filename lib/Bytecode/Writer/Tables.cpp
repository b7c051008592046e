//===- Bytecode/Writer/Tables.cpp - buffers and index tables -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Appends the primitives of the format to a buffer, and lays out index tables.
//
//===----------------------------------------------------------------------===//

#include "Tables.h"

using namespace mlir;
using namespace tessera::bytecode;

void ByteBuffer::writeVarint(uint64_t value) {
  while (value >= 0x80) {
    bytes.push_back(static_cast<uint8_t>(value) | 0x80);
    value >>= 7;
  }
  bytes.push_back(static_cast<uint8_t>(value));
}

void ByteBuffer::writeSigned(int64_t value) {
  uint64_t bits = static_cast<uint64_t>(value);
  writeVarint((bits << 1) ^ (value < 0 ? ~uint64_t(0) : 0));
}

void ByteBuffer::pad(uint64_t alignment) {
  while (bytes.size() % alignment != 0)
    bytes.push_back(kFiller);
}

void ItemWriter::write(ByteBuffer &out, unsigned width) const {
  out.writeVarint(offsets.size());
  out.pad(width);
  for (uint64_t offset : offsets) {
    if (width == 8)
      out.writeFixed<uint64_t>(offset);
    else
      out.writeFixed<uint32_t>(static_cast<uint32_t>(offset));
  }
  out.append(data.data());
}

uint64_t StringWriter::intern(StringRef string) {
  auto [entry, isNew] = indices.try_emplace(string, items.size());
  if (isNew) {
    ByteBuffer item;
    item.append(ArrayRef(reinterpret_cast<const uint8_t *>(string.data()),
                         string.size()));
    items.add(item);
  }
  return entry->second;
}

/// Equal elements are stored once, however the attribute spells them.
static DenseElementsAttr collapseToSplat(DenseElementsAttr value) {
  if (value.isSplat() || value.getNumElements() == 0)
    return value;
  if (value.getElementType().isInteger(1)) {
    auto bits = value.getValues<bool>();
    if (!llvm::all_equal(bits))
      return value;
    return DenseElementsAttr::get(value.getType(),
                                  ArrayRef<bool>(*bits.begin()));
  }
  ArrayRef<char> raw = value.getRawData();
  size_t width = raw.size() / value.getNumElements();
  // Equal elements <=> the data equals itself shifted by one element.
  if (raw.drop_front(width) != raw.drop_back(width))
    return value;
  return DenseElementsAttr::getFromRawBuffer(value.getType(),
                                             raw.take_front(width));
}

/// Booleans are packed, least significant bit first; splats are 00 or FF.
static void writeBooleans(ByteBuffer &item, DenseElementsAttr value) {
  if (value.isSplat()) {
    item.writeVarint(1);
    item.writeByte(value.getSplatValue<bool>() ? 0xFF : 0x00);
    return;
  }
  SmallVector<uint8_t> bytes((value.getNumElements() + 7) / 8);
  for (auto [index, bit] : llvm::enumerate(value.getValues<bool>()))
    if (bit)
      bytes[index / 8] |= 1u << (index % 8);
  item.writeVarint(bytes.size());
  item.append(bytes);
}

uint64_t ConstantWriter::intern(DenseElementsAttr value) {
  value = collapseToSplat(value);
  auto [entry, isNew] = indices.try_emplace(value, items.size());
  if (isNew) {
    ByteBuffer item;
    if (value.getElementType().isInteger(1)) {
      writeBooleans(item, value);
    } else {
      // MLIR keeps elements little-endian, each in whole bytes, as we need it.
      ArrayRef<char> raw = value.getRawData();
      item.writeVarint(raw.size());
      item.append(
          ArrayRef(reinterpret_cast<const uint8_t *>(raw.data()), raw.size()));
    }
    items.add(item);
  }
  return entry->second;
}
