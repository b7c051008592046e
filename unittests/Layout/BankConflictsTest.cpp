//===- unittests/Layout/BankConflictsTest.cpp - bank conflicts --*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The closed form against a simulator that visits every lane, and the swizzle
// search against known patterns and against its own family.
//
//===----------------------------------------------------------------------===//

#include "tessera/Layout/BankConflicts.h"
#include "LayoutTestUtils.h"
#include "tessera/Layout/Fragments.h"

#include <map>
#include <set>

using namespace llvm;
using namespace tessera::layout;

/// Wavefronts of one warp, by visiting addresses. Every instruction takes one
/// aligned vector per lane: the i-th distinct one, in the order in which the
/// lane's registers name them relative to its first.
static uint64_t simulate(const LinearLayout &registers,
                         const LinearLayout &shared, unsigned elementBits,
                         unsigned vectorBytes) {
  std::map<uint64_t, uint64_t> offsetOf;
  for (uint64_t o = 0; o != shared.in().size(); ++o)
    offsetOf.emplace(shared.apply(o), o);
  auto vectorAt = [&](uint64_t lane, uint64_t reg) {
    const Space &in = registers.in();
    uint64_t place = in.has(Dim::Lane) ? in.pack(Dim::Lane, lane) : 0;
    if (in.has(Dim::Register))
      place |= in.pack(Dim::Register, reg);
    return offsetOf.at(registers.apply(place)) * elementBits / 8 / vectorBytes;
  };
  uint64_t lanes = uint64_t(1) << registers.in().bits(Dim::Lane);
  uint64_t regs = uint64_t(1) << registers.in().bits(Dim::Register);
  // Registers of lane 0 that start a new vector: one instruction each.
  std::set<uint64_t> seen;
  SmallVector<uint64_t> leaders;
  for (uint64_t reg = 0; reg != regs; ++reg)
    if (seen.insert(vectorAt(0, reg)).second)
      leaders.push_back(reg);
  uint64_t perPhase = vectorBytes == 16 ? 8 : vectorBytes == 8 ? 16 : 32;
  uint64_t total = 0;
  for (uint64_t reg : leaders)
    for (uint64_t start = 0; start < lanes; start += perPhase) {
      std::map<uint64_t, std::set<uint64_t>> banks;
      for (uint64_t lane = start; lane != std::min(lanes, start + perPhase);
           ++lane)
        for (uint64_t byte = 0; byte != vectorBytes; ++byte) {
          uint64_t word = (vectorAt(lane, reg) * vectorBytes + byte) / 4;
          banks[word % 32].insert(word);
        }
      uint64_t worst = 0;
      for (const auto &[bank, words] : banks)
        worst = std::max<uint64_t>(worst, words.size());
      total += worst;
    }
  return total;
}

static SmallVector<unsigned> order(unsigned a, unsigned b) { return {a, b}; }

TEST(BankConflicts, AgreesWithTheSimulator) {
  RandomLayouts random(8);
  unsigned compared = 0, conflicting = 0;
  for (unsigned round = 0; round != 1500; ++round) {
    unsigned regBits = random.below(5), laneBits = 3 + random.below(3);
    unsigned bits = regBits + laneBits;
    unsigned rowBits = random.below(bits + 1);
    Space out = tile({1 << rowBits, 1 << (bits - rowBits)});
    LinearLayout registers =
        random.covering(space({{Dim::Register, regBits + random.below(2)},
                               {Dim::Lane, laneBits}}),
                        out);
    unsigned elementBits = 4u << random.below(5);
    Swizzle swizzle{random.below(4), 4 + random.below(2), 3 + random.below(2)};
    LinearLayout shared = unwrap(sharedSwizzled(
        {1 << rowBits, 1 << (bits - rowBits)},
        random.below(2) ? order(0, 1) : order(1, 0), elementBits, swizzle));
    Expected<unsigned> widest = widestVector(registers, shared, elementBits);
    if (!widest) {
      EXPECT_EQ(elementBits, 4u);
      consumeError(widest.takeError());
      continue;
    }
    for (unsigned bytes = std::max(1u, elementBits / 8); bytes <= *widest;
         bytes *= 2) {
      AccessCost cost =
          unwrap(countBankConflicts(registers, shared, elementBits, bytes));
      ASSERT_EQ(cost.wavefronts(),
                simulate(registers, shared, elementBits, bytes))
          << registers.str() << "\n"
          << shared.str() << "\n"
          << elementBits << " bits, " << bytes << " bytes";
      ++compared;
      conflicting += cost.conflicts() != 0;
    }
    if (*widest < 16)
      EXPECT_NE(messageOf(countBankConflicts(registers, shared, elementBits,
                                             *widest * 2)),
                "no error");
  }
  EXPECT_GT(compared, 1000u);
  EXPECT_GT(conflicting, 100u);
}

TEST(BankConflicts, LdmatrixRowsOfTheSwizzledTile) {
  // 8 rows of 16 bytes out of a [64][64] f16 tile: without a swizzle all rows
  // start in the same bank, with 128 bytes none do.
  LayoutBuilder builder(tile({64, 64}));
  builder.run(Dim::Register, tileDim(1), 0, 3).run(Dim::Lane, tileDim(0), 0, 3);
  LinearLayout rows = unwrap(builder.finish());
  auto cost = [&](SwizzleMode mode) {
    return unwrap(countBankConflicts(
                      rows, unwrap(sharedTile({64, 64}, {1, 0}, 16, mode)), 16,
                      16))
        .wavefronts();
  };
  EXPECT_EQ(cost(SwizzleMode::None), 8u);
  EXPECT_EQ(cost(SwizzleMode::B128), 1u);
}

TEST(BankConflicts, SearchFindsAConflictFreeTranspose) {
  // 16-byte rows written, read back by ldmatrix-like columns of rows.
  BlockedParams params{{64, 64}, {1, 8}, {4, 8}, {4, 1}, {}, {1, 0}};
  LinearLayout writer = unwrap(blocked(params));
  LayoutBuilder builder(tile({64, 64}));
  builder.run(Dim::Register, tileDim(1), 0, 3).run(Dim::Lane, tileDim(0), 0, 5);
  builder.run(Dim::Warp, tileDim(1), 3, 2).bit(Dim::Register, tileDim(0), 5);
  builder.bit(Dim::Register, tileDim(1), 5);
  LinearLayout reader = unwrap(builder.finish());
  SwizzleChoice choice = unwrap(searchSwizzle(writer, reader, 16));
  EXPECT_EQ(choice.writer.conflicts(), 0u);
  EXPECT_EQ(choice.reader.conflicts(), 0u);
  EXPECT_EQ(choice.writer.vectorBytes, 16u);
  EXPECT_EQ(choice.swizzle, (Swizzle{3, 4, 3}));
}

TEST(BankConflicts, SearchIsNeverWorseThanAMember) {
  RandomLayouts random(9);
  for (unsigned round = 0; round != 25; ++round) {
    Space in = space({{Dim::Register, 3}, {Dim::Lane, 5}, {Dim::Warp, 1}});
    Space out = tile({16, 32});
    LinearLayout writer = random.covering(in, out),
                 reader = random.covering(in, out);
    SwizzleChoice choice = unwrap(searchSwizzle(writer, reader, 32));
    ASSERT_EQ(
        simulate(writer, choice.shared, 32, choice.writer.vectorBytes) +
            simulate(reader, choice.shared, 32, choice.reader.vectorBytes),
        choice.wavefronts());
    for (unsigned member = 0; member != 20; ++member) {
      unsigned bits = random.below(5), base = 2 + random.below(3);
      Swizzle swizzle{bits, base, bits + random.below(3)};
      if (swizzle.bits + swizzle.base + swizzle.shift > 11)
        continue;
      LinearLayout shared =
          unwrap(sharedSwizzled({16, 32}, {1, 0}, 32, swizzle));
      uint64_t cost = 0;
      for (const LinearLayout *layout : {&writer, &reader})
        cost += simulate(*layout, shared, 32,
                         unwrap(widestVector(*layout, shared, 32)));
      ASSERT_LE(choice.wavefronts(), cost);
    }
  }
}

TEST(BankConflicts, Refusals) {
  LinearLayout shared =
      unwrap(sharedTile({8, 8}, {1, 0}, 16, SwizzleMode::None));
  LinearLayout lanes = unwrap(LinearLayout::create(
      space({{Dim::Lane, 5}}), tile({8, 8}), {1, 2, 4, 8, 16}));
  EXPECT_EQ(messageOf(countBankConflicts(lanes, shared, 12, 4)),
            "expected a power of two from 4 to 128 as element bits, got 12");
  EXPECT_EQ(messageOf(widestVector(lanes, shared, 2)),
            "expected a power of two from 4 to 128 as element bits, got 2");
  EXPECT_EQ(messageOf(countBankConflicts(lanes, shared, 16, 32)),
            "expected 1, 2, 4, 8 or 16 bytes per access, got 32");
  EXPECT_EQ(messageOf(countBankConflicts(lanes, shared, 16, 1)),
            "expected an access of whole elements of 16 bits, got 1 bytes");
  EXPECT_EQ(messageOf(countBankConflicts(lanes, shared, 16, 4)),
            "expected threads that hold aligned runs of 4 bytes");
  EXPECT_EQ(messageOf(widestVector(lanes, shared, 4)),
            "expected threads that hold whole bytes, got runs of 4 bits");
  EXPECT_EQ(messageOf(searchSwizzle(lanes, lanes, 4)),
            "expected threads that hold whole bytes, got runs of 4 bits");
  EXPECT_EQ(messageOf(searchSwizzle(lanes, shared, 9)),
            "expected a power of two from 4 to 128 as element bits, got 9");
  EXPECT_EQ(messageOf(accessOffsets(lanes, lanes)),
            "expected a shared-memory layout of offset alone, got lane");
  LinearLayout small =
      unwrap(sharedTile({8, 4}, {1, 0}, 16, SwizzleMode::None));
  EXPECT_EQ(messageOf(accessOffsets(lanes, small)),
            "expected layouts of the same tile, got (dim0:8, dim1:8) and "
            "(dim0:8, dim1:4)");
  EXPECT_EQ(messageOf(searchSwizzle(lanes, small, 16)),
            "expected layouts of the same tile, got (dim0:8, dim1:8) and "
            "(dim0:8, dim1:4)");
  LinearLayout part = unwrap(
      LinearLayout::create(space({{Dim::Offset, 1}}), tile({8, 8}), {1}));
  EXPECT_EQ(messageOf(accessOffsets(lanes, part)),
            "expected a shared-memory layout that stores every element of the "
            "registers");
  LinearLayout address = LinearLayout::identity(space({{Dim::Offset, 3}}));
  EXPECT_EQ(messageOf(searchSwizzle(address, address, 16)),
            "expected layouts of a tile, got (offset:8)");
}
