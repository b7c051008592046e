//===- PTX/Emulator/TensorMap.h - what TMA copies ---------------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The 128 bytes of a CUtensorMap are opaque. Ours are laid out like the form
// that is publicly inferred for Hopper (docs/ptx-emulator.md lists the fields),
// so that an all-zero map filled in by tensormap.replace works too; they are
// not promised to be what a driver writes.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_PTX_EMULATOR_TENSORMAP_H
#define TESSERA_PTX_EMULATOR_TENSORMAP_H

#include "llvm/ADT/StringRef.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>

namespace tessera::ptx::emu {

constexpr unsigned tensorMapSize = 128;
/// The NaN that 16-bit elements outside a tensor are filled with, and that
/// fma.oob looks for. The manual gives no pattern; this is what public tests of
/// fma.oob use.
constexpr uint16_t oobNaN16 = 0x7FF7;

/// CUtensorMapDataType's numbers.
enum class TensorFormat : uint8_t {
  U8,
  U16,
  U32,
  S32,
  U64,
  S64,
  F16,
  F32,
  F64,
  BF16,
  F32Ftz,
  TF32,
  TF32Ftz,
  Packed4, // 16U4_ALIGN8B: dense nibbles
  Padded4, // 16U4_ALIGN16B: 16 elements in 16 bytes of shared memory
  Padded6, // 16U6_ALIGN16B
};

struct TensorMap {
  uint64_t address = 0;
  unsigned rank = 1;
  TensorFormat format = TensorFormat::U8;
  unsigned interleave = 0;
  unsigned swizzle = 0;   // 0 none, 1 32B, 2 64B, 3 128B
  unsigned atomicity = 0; // 0 16B, 1 32B, 2 32B with 8-byte flip, 3 64B
  bool fillNaN = false;
  bool isIm2col = false;
  std::array<uint64_t, 5> dims{1, 1, 1, 1, 1}; // elements
  std::array<uint64_t, 4> strides{};           // bytes, of dims 1..4
  std::array<uint32_t, 5> box{1, 1, 1, 1, 1};  // elements
  std::array<uint32_t, 5> elementStrides{1, 1, 1, 1, 1};
  // im2col: box[0] is the channels of a pixel; corners of W, H and D.
  std::array<int16_t, 3> lowerCorner{}, upperCorner{};
  uint32_t pixelsPerColumn = 1;

  /// Bits of an element in global memory.
  unsigned elementBits() const;
  /// Bytes that `count` elements of dimension 0 take in shared memory.
  uint64_t sharedBytes(uint64_t count) const;
  /// Elements that a box loads along a dimension.
  uint32_t loaded(unsigned dim) const {
    return dim == 0
               ? box[0]
               : (box[dim] + elementStrides[dim] - 1) / elementStrides[dim];
  }
  /// Bytes of a whole box in shared memory.
  uint64_t boxBytes() const;
  /// What is wrong with the map, or "". `asIm2col`: how it is going to be used.
  std::string check(bool asIm2col = false) const;

  std::array<uint8_t, tensorMapSize> encode() const;
  static TensorMap decode(const uint8_t *bytes);
};

/// The number that tensormap.replace .elemtype gives a format.
std::optional<TensorFormat> formatOfReplace(uint64_t number);

} // namespace tessera::ptx::emu

#endif // TESSERA_PTX_EMULATOR_TENSORMAP_H
