//===- Bytecode/ContainerBuilder.h - containers written by hand -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Bytes for tests of the reader, independent of the writer. A test starts with
// a valid container, damages one thing and marks, with `here`, the byte at
// which the error belongs; the mark follows its byte into the file.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_UNITTESTS_BYTECODE_CONTAINERBUILDER_H
#define TESSERA_UNITTESTS_BYTECODE_CONTAINERBUILDER_H

#include "tessera/Bytecode/Version.h"

#include "llvm/ADT/SmallVector.h"

#include <optional>
#include <string>
#include <vector>

namespace tessera::bytecode::test {

/// A byte string with at most one marked place.
class Bytes {
public:
  Bytes() = default;
  Bytes(std::initializer_list<uint8_t> raw) : data(raw.begin(), raw.end()) {}

  Bytes &raw(std::initializer_list<uint8_t> bytes) {
    data.append(bytes.begin(), bytes.end());
    return *this;
  }
  Bytes &text(llvm::StringRef string) {
    data += string.str();
    return *this;
  }
  Bytes &fill(size_t count, uint8_t byte) {
    data.append(count, static_cast<char>(byte));
    return *this;
  }
  /// A varint in its shortest form.
  Bytes &v(uint64_t value) {
    for (; value >= 0x80; value >>= 7)
      data += static_cast<char>(value | 0x80);
    data += static_cast<char>(value);
    return *this;
  }
  /// A zigzag varint.
  Bytes &z(int64_t value) {
    return v((static_cast<uint64_t>(value) << 1) ^
             static_cast<uint64_t>(value >> 63));
  }
  /// `width` bytes, little-endian.
  Bytes &fixed(uint64_t value, unsigned width) {
    for (unsigned i = 0; i < width; ++i)
      data += static_cast<char>(value >> (8 * i));
    return *this;
  }
  Bytes &i32(int64_t value) { return fixed(static_cast<uint64_t>(value), 4); }
  Bytes &i64(int64_t value) { return fixed(static_cast<uint64_t>(value), 8); }
  Bytes &pad(size_t alignment) {
    while (data.size() % alignment != 0)
      data += '\xCB';
    return *this;
  }
  /// Marks the next byte.
  Bytes &here() {
    mark = data.size();
    return *this;
  }
  Bytes &add(const Bytes &other) {
    if (other.mark)
      mark = data.size() + *other.mark;
    data += other.data;
    return *this;
  }

  std::string data;
  std::optional<size_t> mark;
};

/// Indices of the types that every container starts with.
enum TypeIndex : uint8_t {
  kI32,      ///< i32
  kTileI32,  ///< tile<i32>
  kEntry,    ///< (tile<i32>, tile<i1>, tile<ptr<f32>>) -> ()
  kI1,       ///< i1
  kTileI1,   ///< tile<i1>
  kToken,    ///< token
  kF32,      ///< f32
  kTileF32,  ///< tile<f32>
  kTile4I32, ///< tile<4xi32>
  kPtrF32,   ///< ptr<f32>
  kTilePtr,  ///< tile<ptr<f32>>
  kF16,      ///< f16
  kTile4F32, ///< tile<4xf32>
  kView,     ///< tensor_view<4x4xf32, strides=[4,1]>
  kTile4F16, ///< tile<4xf16>
  kNumTypes
};

/// Indices of the strings that every container starts with.
enum StringIndex : uint8_t {
  kNameK,   ///< "k", the function
  kNameG,   ///< "g"
  kSm100,   ///< "sm_100"
  kLatency, ///< "latency"
  kEmpty,   ///< ""
  kFile,    ///< "f.py"
  kNumStrings
};

/// Values 0, 1 and 2 of the function are its parameters.
enum ValueIndex : uint8_t { kArgI32, kArgI1, kArgPtr, kFirstResult };

/// `count, pad, offsets, data` of bytecode.md 3.1.
Bytes table(unsigned width, const std::vector<Bytes> &items);
/// A section at file offset `at`: header, filler, payload.
Bytes section(size_t at, uint8_t id, uint64_t alignment, const Bytes &payload);
/// A constant pool item: size and data.
Bytes constant(const Bytes &data);
/// Lists, entries and attributes of a debug section.
Bytes debugPayload(const std::vector<uint32_t> &lists,
                   const std::vector<Bytes> &entries,
                   const std::vector<Bytes> &attrs);

/// A container with one function that returns at once. Without debug, global
/// and producer sections until a payload is given.
struct Container {
  explicit Container(Version version = kVersion13_3);

  /// Adds an item and gives its index.
  uint64_t addType(const Bytes &item);
  uint64_t addString(const Bytes &item);
  uint64_t addConstant(const Bytes &item);

  /// An entry of the function section.
  Bytes function(const Bytes &body, uint64_t name = kNameK) const;
  /// The header, or less or more of it.
  Bytes header;
  std::vector<Bytes> strings, types, constants;
  /// The operations before the `return`, or all of them if `isWholeBody`.
  Bytes body;
  bool isWholeBody = false;
  uint64_t signature = kEntry;
  uint8_t flags = 2;
  uint64_t location = 0;
  Bytes hints; ///< of the function, with their tag
  /// Payloads that replace those made from the fields above, by section id.
  std::optional<Bytes> payloads[8];
  /// Sections that are left out, and what stands in their place.
  std::optional<Bytes> replaced[8];
  Bytes end = {0x00};

  Bytes build() const;
};

} // namespace tessera::bytecode::test

#endif // TESSERA_UNITTESTS_BYTECODE_CONTAINERBUILDER_H
