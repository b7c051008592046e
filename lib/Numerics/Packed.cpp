//===- Numerics/Packed.cpp - packed sub-byte buffers ------------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Whole-buffer packing for `pack`, `unpack` and f4 memory (core.md 2.1, 6.4).
// Byte images are little-endian; the host must be too, as every Tile IR host.
//
//===----------------------------------------------------------------------===//

#include "tessera/Numerics/Packed.h"
#include <atomic>
#include <bit>
#include <cstring>

using namespace tessera;
using namespace tessera::numerics;

static_assert(std::endian::native == std::endian::little,
              "byte images are copied, which needs a little-endian host");

void numerics::storeNibbleAtomically(uint8_t *base, uint64_t index,
                                     uint8_t value) {
  std::atomic_ref<uint8_t> byte(base[index / 2]);
  uint8_t old = byte.load(std::memory_order_relaxed), replaced;
  do {
    replaced = old;
    storeNibble(&replaced, index % 2, value);
  } while (!byte.compare_exchange_weak(old, replaced));
}

void numerics::packNibbles(const uint8_t *elements, uint64_t count,
                           uint8_t *packed) {
  uint64_t pairs = count / 2;
  for (uint64_t i = 0; i < pairs; ++i)
    packed[i] = uint8_t((elements[2 * i] & 0xF) | elements[2 * i + 1] << 4);
  if (count % 2)
    packed[pairs] = elements[count - 1] & 0xF;
}

void numerics::unpackNibbles(const uint8_t *packed, uint64_t count,
                             uint8_t *elements) {
  uint64_t pairs = count / 2;
  for (uint64_t i = 0; i < pairs; ++i) {
    elements[2 * i] = packed[i] & 0xF;
    elements[2 * i + 1] = packed[i] >> 4;
  }
  if (count % 2)
    elements[count - 1] = packed[pairs] & 0xF;
}

void numerics::packBits(const uint8_t *elements, uint64_t count,
                        uint8_t *packed) {
  for (uint64_t byte = 0; byte < (count + 7) / 8; ++byte) {
    uint8_t bits = 0;
    for (uint64_t i = byte * 8; i < count && i < byte * 8 + 8; ++i)
      bits |= uint8_t((elements[i] & 1) << (i % 8));
    packed[byte] = bits;
  }
}

void numerics::unpackBits(const uint8_t *packed, uint64_t count,
                          uint8_t *elements) {
  for (uint64_t i = 0; i < count; ++i)
    elements[i] = loadBit(packed, i);
}

void numerics::packElements(ElementKind kind, const void *containers,
                            uint64_t count, uint8_t *bytes) {
  const auto *elements = static_cast<const uint8_t *>(containers);
  switch (packedBits(kind)) {
  case 1:
    return packBits(elements, count, bytes);
  case 4:
    return packNibbles(elements, count, bytes);
  default:
    std::memcpy(bytes, containers, count * containerBytes(kind));
  }
}

void numerics::unpackElements(ElementKind kind, const uint8_t *bytes,
                              uint64_t count, void *containers) {
  auto *elements = static_cast<uint8_t *>(containers);
  switch (packedBits(kind)) {
  case 1:
    return unpackBits(bytes, count, elements);
  case 4:
    return unpackNibbles(bytes, count, elements);
  default:
    std::memcpy(containers, bytes, count * containerBytes(kind));
  }
  if (kind != ElementKind::TF32)
    return;
  // As a load: the low bits of a container are no part of the value.
  auto *words = static_cast<uint32_t *>(containers);
  for (uint64_t i = 0; i < count; ++i)
    words[i] &= 0xFFFFE000u;
}
