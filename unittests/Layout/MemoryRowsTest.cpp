//===- unittests/Layout/MemoryRowsTest.cpp - what accesses touch of memory -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera/Layout/MemoryRows.h"
#include "tessera/Layout/TileLayouts.h"

#include "gtest/gtest.h"

using namespace llvm;
using namespace tessera::layout;

static LinearLayout parse(StringRef text) {
  return cantFail(LinearLayout::parse(text));
}

// Sums of mma.sync, 16 rows of 32 columns in one warp.
static LinearLayout sums() {
  return parse("{register: [(0,1), (8,0), (0,8), (0,16)], "
               "lane: [(0,2), (0,4), (1,0), (2,0), (4,0)]} "
               "-> (dim0:16, dim1:32)");
}

TEST(MemoryRows, Neighbours) {
  EXPECT_EQ(neighboursInRegisters(sums(), 1, 8), 2u);
  EXPECT_EQ(neighboursInRegisters(sums(), 1, 1), 1u);
  EXPECT_EQ(neighboursInRegisters(sums(), 0, 8), 1u);
  LinearLayout rows = blockedLayout({16, 32}, {1, 0}, 8, 1);
  EXPECT_EQ(neighboursInRegisters(rows, 1, 8), 8u);
  EXPECT_EQ(neighboursInRegisters(rows, 1, 4), 4u);
}

// An access of pairs is 8 columns of 8 rows, so there are 8 of these accesses
// with 8 rows each, and as many pieces as long as a row of 32 columns is one.
TEST(MemoryRows, Sums) {
  EXPECT_EQ(countPieces(sums(), 1, 2, 32), 64u);
  EXPECT_EQ(countPieces(sums(), 1, 2, 8), 64u);
  EXPECT_EQ(countPieces(sums(), 1, 2, 4), 128u);
  // Single elements: twice as many accesses.
  EXPECT_EQ(countPieces(sums(), 1, 1, 32), 128u);
  // Columns are neighbours: an access has 8 rows of 4 columns.
  EXPECT_EQ(countPieces(sums(), 0, 1, 8), 64u);
}

// Threads with 8 columns each: an access is 8 whole rows.
TEST(MemoryRows, Rows) {
  LinearLayout rows = blockedLayout({16, 32}, {1, 0}, 8, 1);
  EXPECT_EQ(countPieces(rows, 1, 8, 32), 16u);
  EXPECT_EQ(countPieces(rows, 1, 8, 16), 32u);
}

// The last two lanes and the warp have copies, which nobody stores.
TEST(MemoryRows, Copies) {
  LinearLayout copies = parse("{register: [(1)], lane: [(2), (4), (8), (0), "
                              "(0)], warp: [(0)]} -> (dim0:16)");
  EXPECT_EQ(countPieces(copies, 0, 2, 8), 2u);
  EXPECT_EQ(countPieces(copies, 0, 1, 8), 4u);
}
