//===- unittests/Target/MmaTableTest.cpp - the shapes of mma.sync -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which shape a tile gets on which target, and that every row has fragments;
// the shapes and descriptors of tcgen05.
//
//===----------------------------------------------------------------------===//

#include "tessera/Target/MmaTable.h"
#include "tessera/Target/Tcgen05Table.h"

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

TEST(Tcgen05Table, ShapesThatExist) {
  EXPECT_TRUE(isTcgen05Shape(MmaFactor::F16, 64, 8));
  EXPECT_TRUE(isTcgen05Shape(MmaFactor::F16, 128, 256));
  EXPECT_FALSE(isTcgen05Shape(MmaFactor::F16, 128, 8));
  EXPECT_FALSE(isTcgen05Shape(MmaFactor::F16, 32, 64));
  EXPECT_FALSE(isTcgen05Shape(MmaFactor::F16, 64, 264));
  EXPECT_TRUE(isTcgen05Shape(MmaFactor::I8, 64, 24));
  EXPECT_FALSE(isTcgen05Shape(MmaFactor::I8, 64, 40));
  // Of a pair of blocks.
  EXPECT_TRUE(isTcgen05Shape(MmaFactor::F16, 256, 32));
  EXPECT_TRUE(isTcgen05Shape(MmaFactor::I8, 256, 256));
  EXPECT_FALSE(isTcgen05Shape(MmaFactor::F16, 256, 48));
  EXPECT_FALSE(isTcgen05Shape(MmaFactor::F16, 256, 288));
  EXPECT_EQ(tcgen05Blocks(256), 2u);
  EXPECT_EQ(tcgen05Blocks(128), 1u);
}

/// The descriptors of gpu-facts.md 19, which public kernels use.
TEST(Tcgen05Table, InstructionDescriptors) {
  auto descriptor = [](MmaFactor factor, MmaSum sum, Tcgen05Form form) {
    return tcgen05Instruction(*findTcgen05(factor, sum), form);
  };
  Tcgen05Form square{128, 128};
  EXPECT_EQ(descriptor(MmaFactor::F16, MmaSum::F32, square), 0x08200010u);
  EXPECT_EQ(descriptor(MmaFactor::BF16, MmaSum::F32, square), 0x08200490u);
  EXPECT_EQ(descriptor(MmaFactor::TF32, MmaSum::F32, square), 0x08200910u);
  EXPECT_EQ(descriptor(MmaFactor::E4M3, MmaSum::F32, square), 0x08200010u);
  EXPECT_EQ(descriptor(MmaFactor::F16, MmaSum::F32, {128, 256}), 0x08400010u);
  EXPECT_EQ(descriptor(MmaFactor::F16, MmaSum::F32, {256, 256}), 0x10400010u);
  EXPECT_EQ(descriptor(MmaFactor::F16, MmaSum::F16, square), 0x08200000u);
  // Unsigned and signed integers, and both factors the other way in memory.
  EXPECT_EQ(descriptor(MmaFactor::I8, MmaSum::I32, {64, 64, false, true}),
            0x04100420u);
  EXPECT_EQ(descriptor(MmaFactor::F16, MmaSum::F32,
                       {128, 128, true, true, true, true}),
            0x08218010u);
}

TEST(Tcgen05Table, IntegersAreNotEverywhere) {
  const Tcgen05Row *row = findTcgen05(MmaFactor::I8, MmaSum::I32);
  auto runs = [&](const char *target) {
    return llvm::cantFail(findGpuTarget(target)).runs(row->targets);
  };
  EXPECT_TRUE(runs("sm_100a"));
  EXPECT_TRUE(runs("sm_110a"));
  EXPECT_FALSE(runs("sm_103a"));
  EXPECT_FALSE(runs("sm_100f"));
  EXPECT_EQ(findTcgen05(MmaFactor::F64, MmaSum::F64), nullptr);
}

/// mxf8f6f4 with scale bytes 0 and 3, and nvfp4 (gpu-facts.md 19).
TEST(BlockScaleTable, InstructionDescriptors) {
  const BlockScaleRow *fp8 =
      findBlockScale(MmaFactor::E4M3, MmaScale::UE8M0, 32);
  EXPECT_EQ(tcgen05Instruction(*fp8, {128, 128}, 0), 0x08A00000u);
  EXPECT_EQ(tcgen05Instruction(*fp8, {128, 128}, 3), 0x68A00030u);
  const BlockScaleRow *nvfp4 =
      findBlockScale(MmaFactor::E2M1, MmaScale::UE4M3, 16);
  EXPECT_EQ(tcgen05Instruction(*nvfp4, {128, 128}, 0), 0x08200480u);
}

TEST(BlockScaleTable, RowsAreInstructions) {
  for (const BlockScaleRow &row : blockScaleTable()) {
    EXPECT_TRUE(row.scales() == 1 || row.scales() == 2 || row.scales() == 4);
    for (auto operand : {layout::MmaOperand::A, layout::MmaOperand::B})
      EXPECT_TRUE(bool(layout::mmaFragment({16, 8, row.depth}, operand,
                                           mmaBits(row.factor))));
  }
  EXPECT_EQ(findBlockScale(MmaFactor::E4M3, MmaScale::UE4M3, 32), nullptr);
  EXPECT_EQ(findBlockScale(MmaFactor::E2M1, MmaScale::UE8M0, 16), nullptr);
}
