//===- Interpreter/TileTest.cpp - tile storage -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Sharing, copy on write, inline scalars, pointers' second array, pool reuse.
//
//===----------------------------------------------------------------------===//

#include "tessera/Interpreter/Tile.h"

#include <gtest/gtest.h>

using namespace tessera::interp;
using tessera::numerics::ElementKind;

static const int64_t shape4[] = {4};
static const int64_t shape2x2[] = {2, 2};

TEST(Tile, CopiesShareUntilWritten) {
  TilePool pool;
  Tile a(pool, ElementKind::I32, shape4);
  a.fill(7);
  Tile b = a;
  EXPECT_EQ(a.bytes(), b.bytes());
  EXPECT_FALSE(a.isUnique());
  b.setBits(2, 9);
  EXPECT_NE(a.bytes(), b.bytes());
  EXPECT_EQ(a.bits(2), 7u);
  EXPECT_EQ(b.bits(2), 9u);
  EXPECT_EQ(b.bits(3), 7u);
  EXPECT_TRUE(a.isUnique());
}

TEST(Tile, MovedStorageIsWrittenInPlace) {
  TilePool pool;
  Tile a(pool, ElementKind::F64, shape4);
  const std::byte *storage = a.bytes();
  Tile b = std::move(a);
  EXPECT_TRUE(a.empty());
  b.mutableData<double>()[0] = 1.5;
  EXPECT_EQ(b.bytes(), storage);
  EXPECT_EQ(reinterpret_cast<uintptr_t>(storage) % 64, 0u);
}

TEST(Tile, ScalarsNeedNoStorage) {
  Tile a = Tile::scalar(ElementKind::I8, 0xF0);
  Tile b = a;
  b.setBits(0, 1);
  EXPECT_EQ(a.bits(), 0xF0u);
  EXPECT_EQ(a.signedAt(), -16);
  EXPECT_EQ(b.bits(), 1u);
  EXPECT_EQ(a.numElements(), 1);
  EXPECT_TRUE(a.shape().empty());
}

TEST(Tile, NarrowIntegersReadBySign) {
  EXPECT_EQ(Tile::scalar(ElementKind::I1, 1).signedAt(), -1);
  EXPECT_EQ(Tile::scalar(ElementKind::I1, 1).unsignedAt(), 1u);
  EXPECT_EQ(Tile::scalar(ElementKind::I4, 0xF).signedAt(), -1);
  EXPECT_EQ(Tile::scalar(ElementKind::I16, 0x8000).signedAt(), -32768);
  EXPECT_EQ(Tile::scalar(ElementKind::I64, ~uint64_t(0)).signedAt(), -1);
}

TEST(Tile, PointersCarryProvenance) {
  TilePool pool;
  Tile a(pool, ElementKind::Ptr, shape4);
  a.fill(0x1000, 3);
  Tile b = a;
  b.mutableProvenance()[1] = 5;
  b.mutableData<uint64_t>()[1] = 0x2000;
  EXPECT_EQ(a.provenance()[1], 3u);
  EXPECT_EQ(b.provenance()[1], 5u);
  EXPECT_EQ(b.provenance()[0], 3u);
  Tile c(pool, ElementKind::Ptr, shape2x2);
  c.copyElements(0, b, 0, 4);
  EXPECT_EQ(c.bits(1), 0x2000u);
  EXPECT_EQ(c.provenance()[1], 5u);
}

TEST(Tile, ReshapeKeepsStorage) {
  TilePool pool;
  Tile a(pool, ElementKind::I16, shape4);
  const std::byte *storage = a.bytes();
  Tile b = std::move(a).withShape(shape2x2);
  EXPECT_EQ(b.bytes(), storage);
  EXPECT_EQ(b.shape().size(), 2u);
}

TEST(Tile, PoolReusesStorage) {
  TilePool pool;
  const std::byte *storage;
  {
    Tile a(pool, ElementKind::F32, shape4);
    storage = a.bytes();
  }
  Tile b(pool, ElementKind::I32, shape2x2);
  EXPECT_EQ(b.bytes(), storage);
}

TEST(Tile, CloneLeavesThePoolOfTheOriginal) {
  TilePool pool, other;
  Tile a(pool, ElementKind::I32, shape4);
  a.fill(11);
  Tile b = a.clone(other);
  EXPECT_TRUE(a.isUnique());
  EXPECT_NE(a.bytes(), b.bytes());
  EXPECT_EQ(b.bits(3), 11u);
}
