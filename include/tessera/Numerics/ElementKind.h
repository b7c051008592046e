//===- tessera/Numerics/ElementKind.h - Tile IR element kinds ---*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The closed list of Tile IR element types (core.md 2.1) as a plain enum, and
// the facts every room needs about each: its spelling, value width, size of
// the container that holds one element in a dense tile, and its width in
// memory. Free of MLIR so that witnesses which share nothing but Numerics can
// use it.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_NUMERICS_ELEMENTKIND_H
#define TESSERA_NUMERICS_ELEMENTKIND_H

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace tessera::numerics {

/// Every element type a tile can have. The order is that of the table below.
enum class ElementKind : uint8_t {
  I1,
  I4,
  I8,
  I16,
  I32,
  I64,
  F16,
  BF16,
  F32,
  TF32,
  F64,
  F8E4M3FN,
  F8E5M2,
  F8E8M0FNU,
  F4E2M1FN,
  F8E5M3FNU,
  Ptr
};

inline constexpr size_t numElementKinds = 17;

/// What is fixed about one element kind.
struct ElementInfo {
  /// Spelling in Tile IR text (`ptr` for every pointer type).
  std::string_view name;
  /// Value width in bits; 19 for tf32.
  uint8_t bits;
  /// Bytes of the container of one element in a dense tile. The value is in
  /// the low bits, the rest is zero (tf32: the upper 19 of 32 bits).
  uint8_t containerBytes;
  /// Bits one element takes in global memory: i1 8 (one byte, 0 or 1), f4 4
  /// (packed), tf32 32. i4 cannot be in memory; 4 is its width after `pack`.
  uint8_t memoryBits;
  bool isFloat;
  bool isInteger;
};

inline constexpr std::array<ElementInfo, numElementKinds> elementTable = {{
    {"i1", 1, 1, 8, false, true},
    {"i4", 4, 1, 4, false, true},
    {"i8", 8, 1, 8, false, true},
    {"i16", 16, 2, 16, false, true},
    {"i32", 32, 4, 32, false, true},
    {"i64", 64, 8, 64, false, true},
    {"f16", 16, 2, 16, true, false},
    {"bf16", 16, 2, 16, true, false},
    {"f32", 32, 4, 32, true, false},
    {"tf32", 19, 4, 32, true, false},
    {"f64", 64, 8, 64, true, false},
    {"f8E4M3FN", 8, 1, 8, true, false},
    {"f8E5M2", 8, 1, 8, true, false},
    {"f8E8M0FNU", 8, 1, 8, true, false},
    {"f4E2M1FN", 4, 1, 4, true, false},
    {"f8E5M3FNU", 8, 1, 8, true, false},
    {"ptr", 64, 8, 64, false, false},
}};

constexpr const ElementInfo &elementInfo(ElementKind kind) {
  return elementTable[static_cast<size_t>(kind)];
}

constexpr std::string_view elementName(ElementKind kind) {
  return elementInfo(kind).name;
}
constexpr unsigned bitWidth(ElementKind kind) { return elementInfo(kind).bits; }
constexpr unsigned containerBytes(ElementKind kind) {
  return elementInfo(kind).containerBytes;
}
constexpr unsigned memoryBits(ElementKind kind) {
  return elementInfo(kind).memoryBits;
}
constexpr bool isFloat(ElementKind kind) { return elementInfo(kind).isFloat; }
constexpr bool isInteger(ElementKind kind) {
  return elementInfo(kind).isInteger;
}

/// Bytes that `count` consecutive elements take in memory (f4: rounded up).
constexpr uint64_t memoryBytes(ElementKind kind, uint64_t count) {
  return (count * memoryBits(kind) + 7) / 8;
}

/// The kind spelled `name`, or nothing.
constexpr std::optional<ElementKind>
elementKindFromName(std::string_view name) {
  for (size_t i = 0; i < numElementKinds; ++i)
    if (elementTable[i].name == name)
      return static_cast<ElementKind>(i);
  return std::nullopt;
}

/// The signless integer kind of `width` bits, or nothing.
constexpr std::optional<ElementKind> integerKind(unsigned width) {
  for (size_t i = 0; i < numElementKinds; ++i)
    if (elementTable[i].isInteger && elementTable[i].bits == width)
      return static_cast<ElementKind>(i);
  return std::nullopt;
}

} // namespace tessera::numerics

#endif // TESSERA_NUMERICS_ELEMENTKIND_H
