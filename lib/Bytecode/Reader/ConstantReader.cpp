//===- Bytecode/Reader/ConstantReader.cpp - the constant section -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads the constant section: a table of element bytes, whose type is known at
// the op that uses them.
//
//===----------------------------------------------------------------------===//

#include "ConstantReader.h"

#include "../Wire.h"

#include "tessera/Dialect/CudaTile/IR/ElementTypes.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::bytecode;
using cuda_tile::TileType;

/// Booleans come packed or one per byte, and no version number tells which
/// (bytecode.md 6.3); the one ambiguous input reads as packed.
static LogicalResult decodeBooleans(Cursor &item, TileType type,
                                    DenseElementsAttr &value) {
  ArrayRef<uint8_t> bytes = item.getRemainingBytes();
  size_t size = bytes.size();
  uint64_t count = type.getNumElements();
  auto splat = [&](bool bit) {
    value = DenseElementsAttr::get(type, ArrayRef<bool>(bit));
    return success();
  };
  auto packed = [&] {
    SmallVector<bool, 0> bits(count);
    for (uint64_t i = 0; i < count; ++i)
      bits[i] = (bytes[i / 8] >> (i % 8)) & 1;
    value = DenseElementsAttr::get(type, bits);
    return success();
  };
  if (size == 1) {
    if (bytes[0] == 0x00 || bytes[0] == 0xFF)
      return splat(bytes[0] != 0);
    if (count == 1)
      return splat(true);
    if (count <= 8)
      return packed();
    if (bytes[0] == 0x01)
      return splat(true);
  } else if (size == (count + 7) / 8) {
    return packed();
  } else if (size == count) {
    SmallVector<bool, 0> bits;
    bits.reserve(count);
    for (uint8_t byte : bytes) {
      if (byte > 1)
        return item.error()
               << "expected booleans of 0 or 1, got " << unsigned(byte);
      bits.push_back(byte != 0);
    }
    value = DenseElementsAttr::get(type, bits);
    return success();
  }
  return item.error() << "expected the data of " << count << " booleans, got "
                      << size << " bytes";
}

static LogicalResult decodeNumbers(Cursor &item, TileType type,
                                   DenseElementsAttr &value) {
  ArrayRef<uint8_t> bytes = item.getRemainingBytes();
  unsigned bits = cuda_tile::getElementBitWidth(type.getElementType());
  uint64_t width = (bits + 7) / 8;
  uint64_t count = type.getNumElements();
  if (bytes.size() != width && bytes.size() != width * count)
    return item.error() << "expected " << width << " or " << width * count
                        << " bytes for a constant of type " << type << ", got "
                        << bytes.size();
  ArrayRef<char> raw(reinterpret_cast<const char *>(bytes.data()),
                     bytes.size());
  // tf32, f4 and i4 leave high bits of their storage unused: clear strays.
  SmallVector<char, 0> masked;
  if (bits % 8 != 0) {
    masked.assign(raw.begin(), raw.end());
    uint8_t mask = (1u << (bits % 8)) - 1;
    for (size_t last = width - 1; last < masked.size(); last += width)
      masked[last] =
          static_cast<char>(static_cast<uint8_t>(masked[last]) & mask);
    raw = masked;
  }
  value = DenseElementsAttr::getFromRawBuffer(type, raw);
  return success();
}

LogicalResult ConstantTable::readConstant(Cursor &at, Type type, bool allowI4,
                                          DenseElementsAttr &value) {
  size_t begin = at.getOffset();
  uint64_t index;
  if (failed(items.readIndex(at, index)))
    return failure();
  auto tile = dyn_cast<TileType>(type);
  Type element = tile ? tile.getElementType() : Type();
  bool isLegal = element && (cuda_tile::isNumberElement(element) ||
                             (allowI4 && cuda_tile::isI4Element(element)));
  if (!isLegal)
    return at.errorAt(begin)
           << "expected a constant at a tile of numbers, got " << type;
  if (!element.isIntOrFloat())
    return at.errorAt(begin)
           << "constants of " << element
           << " are not supported: no 13.4 source says how they are stored";
  DenseElementsAttr &cached = cache[{index, type}];
  if (!cached) {
    Cursor item = items.getItem(index);
    uint64_t size;
    item.heading("constant " + Twine(index));
    item.label("data size");
    if (failed(item.readVarint(size)))
      return failure();
    if (size != item.remaining())
      return item.error() << "expected a constant of " << item.remaining()
                          << " bytes, got a size of " << size;
    item.traceRemaining("constant data");
    decodedBytes += size;
    // One item may be used at many types, each with a copy of its own.
    if (decodedBytes > at.getFileSize() * kMaxConstantGrowth)
      return at.errorAt(begin)
             << "constants that take more than " << kMaxConstantGrowth
             << " times the size of the file are not supported";
    if (failed(element.isInteger(1) ? decodeBooleans(item, tile, cached)
                                    : decodeNumbers(item, tile, cached)))
      return failure();
  }
  value = cached;
  return success();
}
