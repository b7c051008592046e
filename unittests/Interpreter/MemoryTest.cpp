//===- Interpreter/MemoryTest.cpp - allocations and addresses -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Registry of allocations: placement, look-up by address, lifetimes, globals.
//
//===----------------------------------------------------------------------===//

#include "tessera/Interpreter/Memory.h"

#include <gtest/gtest.h>

using namespace tessera::interp;

TEST(Memory, BuffersAreAlignedAndApart) {
  Memory memory;
  alignas(8) std::byte first[100], second[100];
  ProvenanceId a = memory.addHostBuffer("a", first, sizeof(first));
  ProvenanceId b = memory.addHostBuffer("b", second, sizeof(second));
  ASSERT_NE(a, 0u);
  ASSERT_NE(b, 0u);
  EXPECT_EQ(memory.addressOf(a) % 256, 0u);
  EXPECT_GE(memory.addressOf(b), memory.addressOf(a) + 100 + 4096);
  EXPECT_EQ(memory.lookup(memory.addressOf(a) + 99), a);
  EXPECT_EQ(memory.lookup(memory.addressOf(a) + 100), 0u);
  EXPECT_EQ(memory.lookup(memory.addressOf(b)), b);
  EXPECT_EQ(memory.lookup(0), 0u);
}

TEST(Memory, MisalignedHostBufferIsRefused) {
  Memory memory;
  alignas(8) std::byte bytes[16];
  EXPECT_EQ(memory.addHostBuffer("a", bytes + 1, 8), 0u);
}

TEST(Memory, ContainsDoesNotOverflow) {
  Allocation allocation;
  allocation.base = 1000;
  allocation.size = 8;
  EXPECT_TRUE(allocation.contains(1000, 8));
  EXPECT_FALSE(allocation.contains(1001, 8));
  EXPECT_FALSE(allocation.contains(999, 1));
  EXPECT_FALSE(allocation.contains(~uint64_t(0), 4));
  EXPECT_FALSE(allocation.contains(1000, ~uint64_t(0)));
}

TEST(Memory, RemovedAllocationsStayKnown) {
  Memory memory;
  ProvenanceId id =
      memory.addLocal("alloca", Memory::localArena(3), 64, /*owner=*/4);
  ASSERT_NE(id, 0u);
  EXPECT_EQ(memory.lookup(Memory::localArena(3) + 1), id);
  memory.remove(id);
  ASSERT_NE(memory.find(id), nullptr);
  EXPECT_FALSE(memory.find(id)->live);
  EXPECT_EQ(memory.lookup(Memory::localArena(3) + 1), 0u);
}

TEST(Memory, GlobalsAreRegisteredOnce) {
  Memory memory;
  std::byte bytes[4] = {std::byte(1), std::byte(2), std::byte(3), std::byte(4)};
  ProvenanceId id = memory.addGlobal("g", bytes, 1024, /*isConstant=*/true);
  bytes[0] = std::byte(9);
  EXPECT_EQ(memory.addGlobal("g", bytes, 0, false), id);
  EXPECT_EQ(memory.findGlobal("g"), id);
  EXPECT_EQ(memory.findGlobal("h"), 0u);
  EXPECT_EQ(memory.addressOf(id) % 1024, 0u);
  ASSERT_EQ(memory.bytesOf(id).size(), 4u);
  EXPECT_EQ(memory.bytesOf(id)[0], std::byte(1));
  EXPECT_TRUE(memory.find(id)->readOnly);
}
