//===- unittests/Target/MmaTableTest.cpp - the shapes of mma.sync -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which shape a tile gets on which target, and that every row has fragments.
//
//===----------------------------------------------------------------------===//

#include "tessera/Target/MmaTable.h"

#include "gtest/gtest.h"

using namespace tessera;
using namespace tessera::gpu;
using layout::MmaShape;

static std::optional<MmaShape> find(MmaFactor factor, MmaSum sum, MmaShape tile,
                                    const char *target = "sm_80") {
  return findMma(factor, sum, tile, llvm::cantFail(findGpuTarget(target)));
}

TEST(MmaTable, DeepestShapeThatFitsIsTaken) {
  EXPECT_EQ(find(MmaFactor::F16, MmaSum::F32, {64, 64, 32})->k, 16u);
  EXPECT_EQ(find(MmaFactor::F16, MmaSum::F32, {16, 8, 8})->k, 8u);
  EXPECT_EQ(find(MmaFactor::I8, MmaSum::I32, {64, 64, 32})->k, 32u);
  EXPECT_EQ(find(MmaFactor::F64, MmaSum::F64, {64, 64, 64})->m, 8u);
  EXPECT_EQ(find(MmaFactor::F64, MmaSum::F64, {64, 64, 64}, "sm_90")->k, 16u);
}

TEST(MmaTable, SmallTilesHaveNoInstruction) {
  EXPECT_FALSE(find(MmaFactor::F16, MmaSum::F32, {8, 8, 16}));
  EXPECT_FALSE(find(MmaFactor::F16, MmaSum::F32, {16, 4, 16}));
  EXPECT_FALSE(find(MmaFactor::F16, MmaSum::F32, {16, 8, 4}));
}

TEST(MmaTable, InstructionsAreThoseOfTheTarget) {
  MmaShape tile{64, 64, 64};
  EXPECT_FALSE(find(MmaFactor::E4M3, MmaSum::F32, tile, "sm_80"));
  EXPECT_TRUE(find(MmaFactor::E4M3, MmaSum::F32, tile, "sm_89"));
  llvm::Expected<GpuTarget> sm80 = findGpuTarget("sm_80");
  ASSERT_TRUE(bool(sm80));
  EXPECT_FALSE(hasMma(MmaFactor::E4M3, MmaSum::F32, *sm80));
  EXPECT_TRUE(hasMma(MmaFactor::F16, MmaSum::F16, *sm80));
  EXPECT_FALSE(hasMma(MmaFactor::BF16, MmaSum::F16, *sm80));
  EXPECT_TRUE(isMmaShape(MmaFactor::E4M3, MmaSum::F32, {16, 8, 16}));
  EXPECT_FALSE(isMmaShape(MmaFactor::E4M3, MmaSum::F32, {16, 8, 8}));
}

TEST(MmaTable, EveryRowHasFragments) {
  for (const MmaRow &row : mmaTable())
    for (auto operand :
         {layout::MmaOperand::A, layout::MmaOperand::B, layout::MmaOperand::C})
      EXPECT_TRUE(
          bool(layout::mmaFragment(row.shape, operand, mmaBits(row.factor))));
}
