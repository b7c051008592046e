//===- Bytecode/Extent.cpp - how long bytecode is -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Follows the frames of sections (bytecode.md sections 1 and 2) without looking
// into them; whether the content is sound is for the reader to say.
//
//===----------------------------------------------------------------------===//

#include "tessera/Bytecode/Extent.h"
#include "Wire.h"
#include "tessera/Bytecode/Version.h"

#include "llvm/Support/MathExtras.h"

#include <cstring>

using namespace tessera::bytecode;

namespace {
/// Walks over bytes of which at most `limit` are ours.
struct Walk {
  const unsigned char *bytes;
  size_t limit, at = 0;
  bool isSound = true;

  bool skip(uint64_t count) {
    if (count > limit - at)
      return isSound = false;
    at += count;
    return true;
  }
  uint8_t byte() { return skip(1) ? bytes[at - 1] : 0; }
  uint64_t varint() {
    uint64_t value = 0;
    for (unsigned index = 0; index < 10; ++index) {
      uint8_t next = byte();
      value |= uint64_t(next & 0x7F) << (7 * index);
      if (!(next & 0x80))
        return value;
    }
    isSound = false;
    return value;
  }
  void align(uint64_t alignment) {
    if (!llvm::isPowerOf2_64(alignment) || alignment > limit)
      isSound = false;
    else
      skip(llvm::alignTo(at, alignment) - at);
  }
};
} // namespace

std::optional<size_t> tessera::bytecode::measureBytecode(const void *data,
                                                         size_t limit) {
  Walk walk{static_cast<const unsigned char *>(data), limit};
  if (limit < sizeof(kMagic) || std::memcmp(data, kMagic, sizeof(kMagic)) != 0)
    return std::nullopt;
  walk.skip(sizeof(kMagic) + 4); // version and tag
  while (walk.isSound) {
    uint8_t id = walk.byte();
    if (walk.isSound && id == static_cast<uint8_t>(SectionId::End))
      return walk.at;
    uint64_t length = walk.varint();
    if (id & kAlignedFlag)
      walk.align(walk.varint());
    walk.skip(length);
  }
  return std::nullopt;
}
