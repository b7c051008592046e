//===- unittests/MemoryModel/MappingTest.cpp - the PTX mapping --*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The table's rows and spellings, the barrier rules T2 to T5, memory layout and
// the values of conditions.
//
//===----------------------------------------------------------------------===//

#include "tessera/MemoryModel/Program.h"
#include "tessera/MemoryModel/PtxMapping.h"

#include <gtest/gtest.h>

using namespace llvm;
using namespace tessera::memmodel;

static Instruction access(MemoryOp op, Order order) {
  Instruction instruction;
  instruction.op = op;
  instruction.order = order;
  return instruction;
}

TEST(PtxMapping, EveryOrderOfTheLanguageHasARow) {
  PtxMapping mapping = PtxMapping::specified();
  for (Order order : {Order::Weak, Order::Relaxed, Order::Acquire})
    EXPECT_NE(mapping.find(MemoryOp::Load, order), nullptr);
  for (Order order : {Order::Weak, Order::Relaxed, Order::Release})
    EXPECT_NE(mapping.find(MemoryOp::Store, order), nullptr);
  for (Order order :
       {Order::Relaxed, Order::Acquire, Order::Release, Order::AcqRel}) {
    EXPECT_NE(mapping.find(MemoryOp::Rmw, order), nullptr);
    EXPECT_NE(mapping.find(MemoryOp::Cas, order), nullptr);
  }
  EXPECT_NE(mapping.find(MemoryOp::Reduce, Order::Relaxed), nullptr);
  EXPECT_EQ(mapping.find(MemoryOp::Load, Order::Release), nullptr);
  EXPECT_EQ(mapping.find(MemoryOp::Rmw, Order::Weak), nullptr);
}

TEST(PtxMapping, Spellings) {
  PtxMapping mapping = PtxMapping::specified();
  auto spelling = [&](MemoryOp op, Order order, Scope scope, bool isDead,
                      bool spansCluster) {
    return mapping.spelling(op, order, scope, "add.u32", isDead, spansCluster);
  };
  EXPECT_EQ(spelling(MemoryOp::Load, Order::Weak, Scope::None, false, false),
            "ld.weak.global");
  EXPECT_EQ(
      spelling(MemoryOp::Load, Order::Acquire, Scope::Device, false, false),
      "ld.acquire.gpu.global");
  EXPECT_EQ(
      spelling(MemoryOp::Store, Order::Release, Scope::TileBlock, false, true),
      "st.release.cluster.global");
  EXPECT_EQ(spelling(MemoryOp::Rmw, Order::Release, Scope::System, true, false),
            "red.release.sys.global.add.u32");
  // `red` forms no acquire pattern, so a dead result keeps `atom`.
  EXPECT_EQ(
      spelling(MemoryOp::Rmw, Order::Acquire, Scope::TileBlock, true, false),
      "atom.acquire.cta.global.add.u32");
  EXPECT_EQ(spelling(MemoryOp::Load, Order::AcqRel, Scope::None, false, false),
            "");
}

TEST(PtxMapping, Barriers) {
  PtxMapping mapping = PtxMapping::specified();
  Footprint x{64, 4}, y{128, 4};
  Instruction weakLoad = access(MemoryOp::Load, Order::Weak);
  Instruction weakStore = access(MemoryOp::Store, Order::Weak);
  Instruction relaxedLoad = access(MemoryOp::Load, Order::Relaxed);
  Instruction acquire = access(MemoryOp::Load, Order::Acquire);
  Instruction release = access(MemoryOp::Store, Order::Release);
  EXPECT_FALSE(mapping.needsBarrier(weakStore, x, weakLoad, y)); // T2
  EXPECT_TRUE(mapping.needsBarrier(weakStore, x, weakLoad, x));  // T3
  EXPECT_FALSE(mapping.needsBarrier(weakLoad, x, weakLoad, x));
  EXPECT_TRUE(mapping.needsBarrier(relaxedLoad, x, relaxedLoad, x));
  EXPECT_TRUE(mapping.needsBarrier(weakStore, x, release, y)); // T4
  EXPECT_TRUE(mapping.needsBarrier(acquire, x, weakLoad, y));  // T5
  EXPECT_FALSE(mapping.needsBarrier(release, x, weakLoad, y));
}

TEST(PtxMapping, MistakesDiffer) {
  EXPECT_GE(PtxMapping::mistakes().size(), 4u);
  for (const PtxMapping::Mistake &mistake : PtxMapping::mistakes())
    EXPECT_TRUE(static_cast<bool>(PtxMapping::broken(mistake.name)));
  Expected<PtxMapping> unknown = PtxMapping::broken("none");
  EXPECT_FALSE(static_cast<bool>(unknown));
  consumeError(unknown.takeError());
}

TEST(MemoryImage, AliasesAndPlaces) {
  MemoryImage image;
  image.add("a", 4, 2, 0);
  Variable a = *image.find("a");
  EXPECT_TRUE(image.addAlias("m", 4, 1, a, 2));
  EXPECT_FALSE(image.addAlias("n", 4, 1, a, 6));
  EXPECT_TRUE(image.addAt("p", 2, 4, 0x0102, 0x20000000));
  EXPECT_FALSE(image.addAt("q", 4, 1, 0, 0x20000004));
  EXPECT_FALSE(image.addAt("q", 4, 1, 0, 64));
  image.setInitial({a.address + 2, 4}, 0x11223344);
  EXPECT_EQ(image.initialValue({a.address, 4}), 0x33440000u);
  EXPECT_EQ(image.initialValue({0x20000000, 4}), 0x01020102u);
}

TEST(Condition, FloatsHaveTheWidthOfWhatTheyMeet) {
  Condition condition;
  condition.isFloat = true;
  condition.floatValue = 1.5;
  EXPECT_EQ(condition.bits(16), 0x3e00u);
  EXPECT_EQ(condition.bits(32), 0x3fc00000u);
  EXPECT_EQ(condition.bits(64), 0x3ff8000000000000u);
}
