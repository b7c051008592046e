//===- Numerics/PackedTest.cpp - packed sub-byte storage --------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Fixed byte images from the specification's wording, and agreement between
// element access, whole buffers and a bit-by-bit reading.
//
//===----------------------------------------------------------------------===//

#include "tessera/Numerics/Packed.h"
#include "Referee.h"
#include <cstring>
#include <thread>

using namespace tessera;
using namespace tessera::numerics;
using namespace tessera::numerics::test;

TEST(Packed, NibbleOrder) {
  const uint8_t elements[] = {0x1, 0x2, 0xA, 0xF, 0x5};
  uint8_t packed[3] = {0xEE, 0xEE, 0xEE};
  packNibbles(elements, 5, packed);
  EXPECT_EQ(packed[0], 0x21);
  EXPECT_EQ(packed[1], 0xFA);
  EXPECT_EQ(packed[2], 0x05);
  for (unsigned i = 0; i < 5; ++i)
    EXPECT_EQ(loadNibble(packed, i), elements[i]);
  uint8_t back[5];
  unpackNibbles(packed, 5, back);
  EXPECT_EQ(std::memcmp(back, elements, 5), 0);
}

TEST(Packed, StoreKeepsTheNeighbour) {
  uint8_t bytes[2] = {0x21, 0x43};
  storeNibble(bytes, 1, 0xF);
  EXPECT_EQ(bytes[0], 0xF1);
  storeNibble(bytes, 2, 0x9);
  EXPECT_EQ(bytes[1], 0x49);
  uint8_t bits[2] = {0xFF, 0x00};
  storeBit(bits, 3, false);
  storeBit(bits, 15, true);
  EXPECT_EQ(bits[0], 0xF7);
  EXPECT_EQ(bits[1], 0x80);
}

TEST(Packed, NeighboursOfOtherThreadsSurvive) {
  uint8_t byte[1] = {0};
  auto work = [&](unsigned index) {
    for (unsigned i = 0; i < 100000; ++i) {
      storeNibbleAtomically(byte, index, i);
      // Nobody else writes this half.
      if (loadNibble(byte, index) != (i & 15))
        return false;
    }
    return true;
  };
  bool low = false;
  std::thread other([&] { low = work(0); });
  EXPECT_TRUE(work(1));
  other.join();
  EXPECT_TRUE(low);
}

TEST(Packed, Tf32DropsLowBits) {
  const uint32_t image[] = {0x3F801FFF, 0xFFFFFFFF};
  uint32_t elements[2];
  unpackElements(ElementKind::TF32, reinterpret_cast<const uint8_t *>(image), 2,
                 elements);
  EXPECT_EQ(elements[0], 0x3F800000u);
  EXPECT_EQ(elements[1], 0xFFFFE000u);
}

TEST(Packed, BitOrder) {
  const uint8_t elements[] = {1, 0, 0, 1, 0, 0, 0, 1, 1, 1};
  uint8_t packed[2] = {0xEE, 0xEE};
  packBits(elements, 10, packed);
  EXPECT_EQ(packed[0], 0x89);
  EXPECT_EQ(packed[1], 0x03);
  uint8_t back[10];
  unpackBits(packed, 10, back);
  EXPECT_EQ(std::memcmp(back, elements, 10), 0);
}

TEST(Packed, SpecificationExample) {
  // core.md 6.4: i32 74565 = 0x12345, little-endian bytes, then nibbles.
  uint32_t value = 74565;
  uint8_t bytes[4];
  packElements(ElementKind::I32, &value, 1, bytes);
  const uint8_t expected[] = {0x45, 0x23, 0x01, 0x00};
  EXPECT_EQ(std::memcmp(bytes, expected, 4), 0);
  uint8_t nibbles[8];
  unpackElements(ElementKind::I4, bytes, 8, nibbles);
  const uint8_t expectedNibbles[] = {5, 4, 3, 2, 1, 0, 0, 0};
  EXPECT_EQ(std::memcmp(nibbles, expectedNibbles, 8), 0);
}

TEST(Packed, EveryKindRoundTripsAndMatchesItsBits) {
  std::mt19937_64 random(Mismatches::seed);
  for (size_t k = 0; k < numElementKinds; ++k) {
    ElementKind kind = ElementKind(k);
    Mismatches bad(describe("pack", kind));
    const uint64_t count = 64;
    unsigned container = containerBytes(kind);
    std::vector<uint8_t> elements(count * container);
    for (uint64_t i = 0; i < count; ++i) {
      uint64_t pattern = random() >> (64 - bitWidth(kind));
      if (kind == ElementKind::TF32)
        pattern <<= 13;
      std::memcpy(&elements[i * container], &pattern, container);
    }
    unsigned bits = kind == ElementKind::TF32 ? 32 : bitWidth(kind);
    ASSERT_EQ(packedBytes(kind, count), count * bits / 8);
    std::vector<uint8_t> bytes(count * bits / 8);
    packElements(kind, elements.data(), count, bytes.data());
    // Bit j of element i is bit i * bits + j of the image.
    for (uint64_t i = 0; i < count; ++i)
      for (unsigned j = 0; j < bits; ++j) {
        uint64_t at = i * bits + j;
        bad.expect(elements[i * container + j / 8] >> (j % 8) & 1,
                   bytes[at / 8] >> (at % 8) & 1, {i, j}, "bit");
      }
    std::vector<uint8_t> back(count * container);
    unpackElements(kind, bytes.data(), count, back.data());
    EXPECT_EQ(back, elements) << elementName(kind);
  }
}
