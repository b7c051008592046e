//===- unittests/Layout/LaneTurnsTest.cpp - stores without bank conflicts -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera/Layout/LaneTurns.h"
#include "tessera/Layout/BankConflicts.h"
#include "tessera/Layout/MatrixImages.h"

#include "gtest/gtest.h"

using namespace llvm;
using namespace tessera::layout;

/// Sums of wgmma, 64 rows of 32 columns: (row, column) of each bit.
static LinearLayout sums() {
  Space tile = cantFail(Space::tile({64, 32}));
  Space in = cantFail(
      Space::create({{Dim::Register, 4}, {Dim::Lane, 5}, {Dim::Warp, 2}}));
  std::pair<uint64_t, uint64_t> bits[] = {{0, 1}, {8, 0},  {0, 8}, {0, 16},
                                          {0, 2}, {0, 4},  {1, 0}, {2, 0},
                                          {4, 0}, {16, 0}, {32, 0}};
  SmallVector<uint64_t> columns;
  for (auto [row, column] : bits)
    columns.push_back(tile.pack(tileDim(0), row) |
                      tile.pack(tileDim(1), column));
  return cantFail(LinearLayout::create(in, tile, columns));
}

static uint64_t wavefronts(const LinearLayout &registers,
                           const LinearLayout &image) {
  return cantFail(countBankConflicts(registers, image, 32, 8)).wavefronts();
}

// Half a warp stores four rows of 32 bytes; the swizzle tells pairs of rows
// apart, so that two rows share banks. If every other row stores its other half
// first, none do.
TEST(LaneTurns, SumsOfWgmma) {
  LinearLayout image = cantFail(matrixImage({64, 32}, 1, 32));
  EXPECT_EQ(wavefronts(sums(), image), 32u);
  std::optional<LaneTurn> turn = findLaneTurn(sums(), image, 32);
  ASSERT_TRUE(turn);
  EXPECT_EQ(wavefronts(turn->registers, image), 16u);
  // Every element is where it was, or in the other register.
  const LinearLayout before = sums();
  const Space &in = before.in();
  for (uint64_t lane = 0; lane < 32; ++lane)
    for (uint64_t r = 0; r < 16; ++r) {
      const bool isTurned = lane >> turn->laneBit & 1;
      const uint64_t other =
          isTurned ? r ^ (uint64_t(1) << turn->registerBit) : r;
      EXPECT_EQ(turn->registers.apply(in.pack(Dim::Register, r) |
                                      in.pack(Dim::Lane, lane)),
                before.apply(in.pack(Dim::Register, other) |
                             in.pack(Dim::Lane, lane)));
    }
  // Nothing is left to gain.
  EXPECT_FALSE(findLaneTurn(turn->registers, image, 32));
}
