//===- unittests/Layout/FragmentsTest.cpp - constructors of layouts -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A few tables written by hand from the PTX ISA, identities between
// instructions, and the refusals. test/Layout/facts.test compares every
// constructor with the independent tables.
//
//===----------------------------------------------------------------------===//

#include "tessera/Layout/Fragments.h"
#include "LayoutTestUtils.h"
#include "tessera/Layout/MemoryLayouts.h"

using namespace llvm;
using namespace tessera::layout;

TEST(Fragments, AccumulatorOfM16N8) {
  // PTX: row = groupID (+8 for i >= 2), column = threadInGroup * 2 + (i & 1).
  LinearLayout c = unwrap(mmaFragment({16, 8, 16}, MmaOperand::C, 0));
  for (uint64_t lane = 0; lane != 32; ++lane)
    for (uint64_t i = 0; i != 4; ++i) {
      uint64_t row = lane / 4 + (i >= 2 ? 8 : 0), column = lane % 4 * 2 + i % 2;
      EXPECT_EQ(c.apply(lane << 2 | i), row * 8 + column);
    }
}

TEST(Fragments, AOfM16N8K16AndK32) {
  // PTX, 16-bit: row + 8 for i in {2,3,6,7}; column + 8 for i >= 4.
  LinearLayout a = unwrap(mmaFragment({16, 8, 16}, MmaOperand::A, 16));
  for (uint64_t lane = 0; lane != 32; ++lane)
    for (uint64_t i = 0; i != 8; ++i) {
      uint64_t row = lane / 4 + ((i & 2) ? 8 : 0),
               column = lane % 4 * 2 + (i & 1) + (i >= 4 ? 8 : 0);
      EXPECT_EQ(a.apply(lane << 3 | i), row * 16 + column);
    }
  // PTX, 8-bit: row + 8 for 4 <= i < 8 and i >= 12; column + 16 for i >= 8.
  LinearLayout bytes = unwrap(mmaFragment({16, 8, 32}, MmaOperand::A, 8));
  for (uint64_t lane = 0; lane != 32; ++lane)
    for (uint64_t i = 0; i != 16; ++i) {
      uint64_t row = lane / 4 + ((i & 4) ? 8 : 0),
               column = lane % 4 * 4 + (i & 3) + (i >= 8 ? 16 : 0);
      EXPECT_EQ(bytes.apply(lane << 4 | i), row * 32 + column);
    }
}

TEST(Fragments, Identities) {
  // Two accumulators side by side, narrowed, are the A fragment of k16.
  LinearLayout c = unwrap(mmaFragment({16, 8, 16}, MmaOperand::C, 0));
  LinearLayout repeat = unwrap(
      LinearLayout::create(space({{Dim::Register, 1}}), tile({1, 2}), {1}));
  EXPECT_EQ(unwrap(product(c, repeat)),
            unwrap(mmaFragment({16, 8, 16}, MmaOperand::A, 16)));
  // tcgen05.ld 16x256b is the accumulator fragment.
  LinearLayout load = unwrap(tcgen05Registers(TmemShape::L16x256b, 1, false));
  for (uint64_t place = 0; place != 128; ++place) {
    uint64_t at = load.apply(place);
    EXPECT_EQ(load.out().get(at, Dim::TmemLane) * 8 +
                  load.out().get(at, Dim::TmemColumn),
              c.apply(place));
  }
  // A wgmma accumulator begins with the mma.sync one.
  EXPECT_EQ(messageOf(quotient(unwrap(wgmmaAccumulator(64)), c)), "no error");
  // Tensor memory read by a warpgroup: one thread owns a row.
  LinearLayout tmem = unwrap(tmemAccumulator(DataPath::D, 128, 32));
  LinearLayout held = unwrap(
      compose(tmem, unwrap(tcgen05Registers(TmemShape::L32x32b, 32, true))));
  for (uint64_t thread = 0; thread != 128; ++thread)
    for (uint64_t reg = 0; reg != 32; ++reg)
      EXPECT_EQ(held.apply(thread << 5 | reg), thread * 32 + reg);
}

TEST(Fragments, TensorMemoryDataPaths) {
  auto at = [](DataPath path, unsigned m, unsigned n, uint64_t lane,
               uint64_t column, uint64_t block) {
    LinearLayout layout = unwrap(tmemAccumulator(path, m, n));
    uint64_t point = layout.in().pack(Dim::TmemLane, lane) |
                     layout.in().pack(Dim::TmemColumn, column);
    if (block)
      point |= layout.in().pack(Dim::Block, block);
    uint64_t index = layout.apply(point);
    return std::pair<uint64_t, uint64_t>(index / n, index % n);
  };
  using Index = std::pair<uint64_t, uint64_t>;
  EXPECT_EQ(at(DataPath::A, 256, 64, 100, 7, 1), Index(228, 7));
  EXPECT_EQ(at(DataPath::B, 128, 64, 70, 5, 1), Index(64 + 6, 32 + 5));
  EXPECT_EQ(at(DataPath::C, 128, 64, 37, 5, 1), Index(64 + 16 + 5, 5));
  EXPECT_EQ(at(DataPath::D, 128, 64, 70, 5, 0), Index(70, 5));
  EXPECT_EQ(at(DataPath::E, 64, 64, 70, 5, 0), Index(6, 32 + 5));
  EXPECT_EQ(at(DataPath::F, 64, 64, 37, 5, 0), Index(16 + 5, 5));
  EXPECT_EQ(at(DataPath::G, 32, 64, 37, 5, 0), Index(5, 16 + 5));
}

TEST(Fragments, BlockedCoversTheTile) {
  // 8 f16 per thread, 8 threads per row, 4 rows per warp, 4 warps: 16 rows per
  // step, so 4 further register steps of 16 rows.
  LinearLayout layout =
      unwrap(blocked({{64, 64}, {1, 8}, {4, 8}, {4, 1}, {}, {1, 0}}));
  EXPECT_TRUE(layout.isBijective());
  for (uint64_t warp = 0; warp != 4; ++warp)
    for (uint64_t lane = 0; lane != 32; ++lane)
      for (uint64_t reg = 0; reg != 32; ++reg) {
        uint64_t row = reg / 8 * 16 + warp * 4 + lane / 8,
                 column = lane % 8 * 8 + reg % 8;
        EXPECT_EQ(layout.apply((warp << 5 | lane) << 5 | reg),
                  row * 64 + column);
      }
  // A tile smaller than the threads is held in copies, one of two blocks each
  // half.
  LinearLayout small = unwrap(blocked({{64}, {4}, {32}, {2}, {2}, {0}}));
  EXPECT_EQ(small.str(), "{register: [(1), (2)], lane: [(4), (8), (16), (0), "
                         "(0)], warp: [(0)], block: [(32)]} -> (dim0:64)");
}

TEST(Fragments, SwizzledChunks) {
  // Chunk c of row r lies at chunk c ^ (r & 7); 64 B: c ^ (r/2 & 3); 32 B: c ^
  // (r/4 & 1).
  auto check = [](SwizzleMode mode, unsigned rowBytes, unsigned divisor) {
    int64_t columns = rowBytes / 2;
    LinearLayout layout = unwrap(sharedTile({32, columns}, {1, 0}, 16, mode));
    for (int64_t row = 0; row != 32; ++row)
      for (int64_t column = 0; column != columns; ++column) {
        int64_t chunk = (column / 8) ^ (row / divisor % (columns / 8));
        EXPECT_EQ(layout.apply(row * columns + chunk * 8 + column % 8),
                  uint64_t(row * columns + column));
      }
  };
  check(SwizzleMode::B128, 128, 1);
  check(SwizzleMode::B64, 64, 2);
  check(SwizzleMode::B32, 32, 4);
  // A row of two panels: the second follows the first.
  LinearLayout wide =
      unwrap(sharedTile({8, 128}, {1, 0}, 16, SwizzleMode::B128));
  EXPECT_EQ(wide.apply(8 * 64), 64u);
  // No swizzle, column-major.
  LinearLayout turned =
      unwrap(sharedTile({4, 8}, {0, 1}, 4, SwizzleMode::None));
  for (uint64_t offset = 0; offset != 32; ++offset)
    EXPECT_EQ(turned.apply(offset), offset % 4 * 8 + offset / 4);
}

TEST(Fragments, Refusals) {
  EXPECT_EQ(messageOf(mmaFragment({16, 8, 16}, MmaOperand::A, 32)),
            "expected a shape of mma.sync, got m16n8k16 of b32");
  EXPECT_EQ(messageOf(mmaFragment({16, 16, 16}, MmaOperand::C, 0)),
            "expected a shape of mma.sync, got m16n16k16");
  EXPECT_EQ(messageOf(wgmmaAccumulator(24)),
            "expected a power of two from 8 to 256 for n of wgmma, got 24");
  EXPECT_EQ(messageOf(wgmmaA(64)),
            "expected 8, 16 or 32 bits per element of wgmma A, got 64");
  EXPECT_EQ(messageOf(tcgen05Registers(TmemShape::L16x256b, 64, false)),
            "expected a power of two up to 32 as repeat of 16x256b, got 64");
  EXPECT_EQ(messageOf(tcgen05Registers(TmemShape::L32x32b, 3, false)),
            "expected a power of two up to 128 as repeat of 32x32b, got 3");
  EXPECT_EQ(messageOf(tcgen05Registers(TmemShape::L32x32b, 4, false, 8)),
            "expected no split offset for 32x32b, got 8");
  EXPECT_EQ(messageOf(tcgen05Registers(TmemShape::L16x32bx2, 4, false, 2)),
            "expected a power of two from 4 to 256 as split offset, got 2");
  EXPECT_EQ(messageOf(tmemAccumulator(DataPath::F, 128, 64)),
            "expected the m of the data path, got 128");
  EXPECT_EQ(messageOf(tmemAccumulator(DataPath::D, 128, 48)),
            "expected a power of two from 8 to 256 for n, got 48");
  EXPECT_EQ(messageOf(matrixRegisters(MatrixMove::M16N16Trans, 4)),
            "expected a power of two up to 2 matrices, got 4");
  EXPECT_EQ(messageOf(matrixAddresses(MatrixMove::M8N8, 3)),
            "expected a power of two up to 4 matrices, got 3");
  EXPECT_EQ(messageOf(blocked({{8, 8}, {1}, {4, 8}, {1, 1}, {}, {1, 0}})),
            "expected 2 registers, got 1");
  EXPECT_EQ(messageOf(blocked({{8}, {1}, {32}, {3}, {}, {0}})),
            "expected powers of two for warps, got 3");
  EXPECT_EQ(messageOf(blocked({{8}, {1}, {32}, {1}, {1, 1}, {0}})),
            "expected 1 blocks, got 2");
  EXPECT_EQ(messageOf(blocked({{8}, {1}, {16}, {1}, {}, {0}})),
            "expected lanes that multiply to 32, got 2^4");
  EXPECT_EQ(messageOf(blocked({{8, 8}, {1, 1}, {4, 8}, {1, 1}, {}, {1, 1}})),
            "expected an order that is a permutation, got index 1");
  EXPECT_EQ(messageOf(blocked({{8, 8}, {1, 1}, {4, 8}, {1, 1}, {}, {1}})),
            "expected 2 indices in the order, got 1");
  EXPECT_EQ(messageOf(blocked({{6}, {1}, {32}, {1}, {}, {0}})),
            "expected a tile size that is a power of two, got 6");
  EXPECT_EQ(messageOf(sharedTile({8, 8}, {0, 0}, 16, SwizzleMode::B32)),
            "expected an order that is a permutation, got index 0");
  EXPECT_EQ(messageOf(sharedTile({8, 8}, {0}, 16, SwizzleMode::B32)),
            "expected 2 indices in the order, got 1");
  EXPECT_EQ(messageOf(sharedTile({8}, {0}, 24, SwizzleMode::B32)),
            "expected a power of two from 4 to 128 as element bits, got 24");
  EXPECT_EQ(messageOf(sharedTile({7}, {0}, 16, SwizzleMode::B32)),
            "expected a tile size that is a power of two, got 7");
  EXPECT_EQ(messageOf(sharedSwizzled({64, 64}, {1, 0}, 16, {3, 4, 2})),
            "expected a swizzle whose shift is at least its bits, got bits 3 "
            "and shift 2");
  EXPECT_EQ(messageOf(sharedSwizzled({64, 64}, {1, 0}, 32, {1, 1, 3})),
            "expected a swizzle base of at least 2, got 1");
}
