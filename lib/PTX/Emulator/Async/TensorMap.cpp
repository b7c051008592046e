//===- PTX/Emulator/Async/TensorMap.cpp - the 128 bytes of a map -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Encodes and decodes the 128 bytes of a tensor map. The layout is listed in
// docs/ptx-emulator.md, "Matrices and tensors".
//
//===----------------------------------------------------------------------===//

#include "tessera/PTX/Emulator/TensorMap.h"

#include "llvm/ADT/Twine.h"

#include <cstring>

using namespace llvm;
using namespace tessera::ptx::emu;

unsigned TensorMap::elementBits() const {
  switch (format) {
  case TensorFormat::U8:
    return 8;
  case TensorFormat::U16:
  case TensorFormat::F16:
  case TensorFormat::BF16:
    return 16;
  case TensorFormat::U64:
  case TensorFormat::S64:
  case TensorFormat::F64:
    return 64;
  case TensorFormat::Packed4:
  case TensorFormat::Padded4:
    return 4;
  case TensorFormat::Padded6:
    return 6;
  default:
    return 32;
  }
}

uint64_t TensorMap::sharedBytes(uint64_t count) const {
  bool isPadded =
      format == TensorFormat::Padded4 || format == TensorFormat::Padded6;
  return isPadded ? count : count * elementBits() / 8;
}

uint64_t TensorMap::boxBytes() const {
  uint64_t bytes = sharedBytes(box[0]);
  for (unsigned dim = 1; dim < rank; ++dim)
    bytes *= loaded(dim);
  return bytes;
}

std::string TensorMap::check(bool asIm2col) const {
  auto wrong = [](const Twine &text) { return text.str(); };
  if (rank < 1 || rank > 5)
    return wrong("the rank " + Twine(rank) + " of the tensor map");
  if (isIm2col != asIm2col)
    return wrong(isIm2col ? "an im2col tensor map used in tile mode"
                          : "a tensor map of tile mode used in im2col mode");
  if (interleave != 0)
    return wrong("interleaved tensor maps are not emulated: where slices of "
                 "channels lie is not documented where we may look");
  if (isIm2col && rank < 3)
    return wrong("an im2col tensor map of rank " + Twine(rank));
  if (isIm2col && (pixelsPerColumn < 1 || pixelsPerColumn > 1024))
    return wrong("an im2col tensor map of " + Twine(pixelsPerColumn) +
                 " pixels a column");
  // 16, 8 or 5 bits for each corner of 1, 2 or 3 dimensions.
  int corner = 1 << (rank == 3 ? 15 : rank == 4 ? 7 : 4);
  for (unsigned dim = 1; isIm2col && dim + 1 < rank; ++dim)
    if (lowerCorner[dim - 1] < -corner || lowerCorner[dim - 1] >= corner ||
        upperCorner[dim - 1] < -corner || upperCorner[dim - 1] >= corner)
      return wrong("a corner of dimension " + Twine(dim) +
                   " of the bounding box is out of range");
  bool isWide =
      format == TensorFormat::Padded4 || format == TensorFormat::Padded6;
  uint64_t unit = isWide ? 32 : 16;
  if (address % unit != 0)
    return wrong("the tensor's address is no multiple of " + Twine(unit));
  for (unsigned dim = 1; dim < rank; ++dim)
    if (strides[dim - 1] % unit != 0)
      return wrong("the stride of dimension " + Twine(dim) +
                   " is no multiple of " + Twine(unit));
  for (unsigned dim = 0; dim < rank; ++dim)
    if (box[dim] > 256 || elementStrides[dim] > 8 || elementStrides[dim] == 0)
      return wrong("the box of dimension " + Twine(dim) + " is " +
                   Twine(box[dim]) + " wide with stride " +
                   Twine(elementStrides[dim]));
  uint64_t inner = sharedBytes(box[0]);
  if (inner % 16 != 0)
    return wrong("the box has rows of " + Twine(inner) +
                 " bytes, no multiple of 16");
  if (swizzle != 0 && inner > (uint64_t(16) << swizzle))
    return wrong("the box has rows of " + Twine(inner) +
                 " bytes, more than the swizzle's " + Twine(16 << swizzle));
  if (isWide && (box[0] != 128 || dims[0] % 128 != 0))
    return wrong("padded 4- and 6-bit elements want rows and boxes of 128");
  return "";
}

static void put(std::array<uint8_t, tensorMapSize> &bytes, unsigned at,
                uint32_t value) {
  std::memcpy(bytes.data() + at, &value, 4);
}
static uint32_t get(const uint8_t *bytes, unsigned at) {
  uint32_t value = 0;
  std::memcpy(&value, bytes + at, 4);
  return value;
}

std::array<uint8_t, tensorMapSize> TensorMap::encode() const {
  std::array<uint8_t, tensorMapSize> bytes{};
  std::memcpy(bytes.data(), &address, 8);
  put(bytes, 8,
      uint32_t(isIm2col) | (rank - 1) << 4 | uint32_t(format) << 7 |
          interleave << 11 | swizzle << 13 | uint32_t(fillNaN) << 15);
  uint32_t high = 0, steps = 0;
  for (unsigned i = 0; i < 4; ++i) {
    put(bytes, 12 + 4 * i, uint32_t(strides[i] >> 4));
    high |= uint32_t(strides[i] >> 36 & 15) << (4 * i);
  }
  put(bytes, 28, high);
  for (unsigned i = 0; i < 5; ++i) {
    put(bytes, 32 + 4 * i, uint32_t(dims[i] - 1));
    steps |= (elementStrides[i] - 1) << (3 * i);
  }
  put(bytes, 52, steps | (box[0] - 1) << 24);
  for (unsigned i = 1; i < 5; ++i)
    bytes[55 + i] = uint8_t(box[i] - 1);
  bytes[60] = uint8_t(atomicity);
  if (isIm2col) {
    for (unsigned i = 0; i < 3; ++i) {
      std::memcpy(bytes.data() + 64 + 2 * i, &lowerCorner[i], 2);
      std::memcpy(bytes.data() + 70 + 2 * i, &upperCorner[i], 2);
    }
    put(bytes, 76, pixelsPerColumn);
  }
  return bytes;
}

TensorMap TensorMap::decode(const uint8_t *bytes) {
  TensorMap map;
  std::memcpy(&map.address, bytes, 8);
  uint32_t word = get(bytes, 8);
  map.isIm2col = word & 1;
  map.rank = (word >> 4 & 7) + 1;
  map.format = TensorFormat(word >> 7 & 15);
  map.interleave = word >> 11 & 3;
  map.swizzle = word >> 13 & 3;
  map.fillNaN = word >> 15 & 1;
  for (unsigned i = 0; i < 4; ++i)
    map.strides[i] = (uint64_t(get(bytes, 12 + 4 * i)) |
                      uint64_t(get(bytes, 28) >> (4 * i) & 15) << 32)
                     << 4;
  uint32_t steps = get(bytes, 52);
  for (unsigned i = 0; i < 5; ++i) {
    map.dims[i] = uint64_t(get(bytes, 32 + 4 * i)) + 1;
    map.elementStrides[i] = (steps >> (3 * i) & 7) + 1;
    map.box[i] = (i == 0 ? steps >> 24 : bytes[55 + i]) + 1;
  }
  map.atomicity = bytes[60] & 3;
  if (map.isIm2col) {
    for (unsigned i = 0; i < 3; ++i) {
      std::memcpy(&map.lowerCorner[i], bytes + 64 + 2 * i, 2);
      std::memcpy(&map.upperCorner[i], bytes + 70 + 2 * i, 2);
    }
    map.pixelsPerColumn = get(bytes, 76);
  }
  return map;
}

std::optional<TensorFormat>
tessera::ptx::emu::formatOfReplace(uint64_t number) {
  // 8, 9 and 10 stand in another order than the driver's.
  switch (number) {
  case 8:
    return TensorFormat::F32Ftz;
  case 9:
    return TensorFormat::F64;
  case 10:
    return TensorFormat::BF16;
  default:
    if (number > 15)
      return std::nullopt;
    return TensorFormat(number);
  }
}
