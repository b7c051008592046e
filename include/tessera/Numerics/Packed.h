//===- tessera/Numerics/Packed.h - packed sub-byte storage ------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Packed storage of elements narrower than a byte (core.md 2.1, 6.4 `pack`):
// 4-bit elements two per byte, element 2k in bits 3..0 and 2k+1 in bits 7..4;
// i1 eight per byte, element 8k+j in bit j (pack/unpack only; i1 in memory is
// a byte each). Unpacked elements are containers, one byte each.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_NUMERICS_PACKED_H
#define TESSERA_NUMERICS_PACKED_H

#include "tessera/Numerics/ElementKind.h"

namespace tessera::numerics {

/// Element `index` of a packed 4-bit buffer.
constexpr uint8_t loadNibble(const uint8_t *base, uint64_t index) {
  return (base[index / 2] >> (index % 2 * 4)) & 0xF;
}
/// Replace element `index`; the other nibble of the byte is kept.
constexpr void storeNibble(uint8_t *base, uint64_t index, uint8_t value) {
  unsigned shift = index % 2 * 4;
  uint8_t &byte = base[index / 2];
  byte =
      static_cast<uint8_t>((byte & ~(0xF << shift)) | (value & 0xF) << shift);
}
/// The same while other threads store other elements of the byte.
void storeNibbleAtomically(uint8_t *base, uint64_t index, uint8_t value);
/// Element `index` of a packed 1-bit buffer.
constexpr bool loadBit(const uint8_t *base, uint64_t index) {
  return (base[index / 8] >> (index % 8)) & 1;
}
constexpr void storeBit(uint8_t *base, uint64_t index, bool value) {
  uint8_t &byte = base[index / 8];
  byte = static_cast<uint8_t>((byte & ~(1 << index % 8)) | value << index % 8);
}

/// \name Whole buffers. `count` elements; the last byte is zero-filled by pack.
/// @{
void packNibbles(const uint8_t *elements, uint64_t count, uint8_t *packed);
void unpackNibbles(const uint8_t *packed, uint64_t count, uint8_t *elements);
void packBits(const uint8_t *elements, uint64_t count, uint8_t *packed);
void unpackBits(const uint8_t *packed, uint64_t count, uint8_t *elements);
/// @}

/// Bits per element of `kind` in the i8 tile that `pack` produces: the value
/// width, except tf32 which keeps its 32-bit container.
constexpr unsigned packedBits(ElementKind kind) {
  return kind == ElementKind::TF32 ? 32 : bitWidth(kind);
}
/// Bytes that `pack` makes of `count` elements, rounded up.
constexpr uint64_t packedBytes(ElementKind kind, uint64_t count) {
  return (count * packedBits(kind) + 7) / 8;
}
/// `pack` / `unpack`: containers to bytes and back, little-endian.
void packElements(ElementKind kind, const void *containers, uint64_t count,
                  uint8_t *bytes);
void unpackElements(ElementKind kind, const uint8_t *bytes, uint64_t count,
                    void *containers);

} // namespace tessera::numerics

#endif // TESSERA_NUMERICS_PACKED_H
