//===- Bytecode/PrimitivesTest.cpp - varints and friends -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Reader/Cursor.h"
#include "Writer/Tables.h"

#include "gtest/gtest.h"

using namespace mlir;
using namespace tessera::bytecode;

namespace {
struct Primitives : testing::Test {
  Primitives() {
    context.getDiagEngine().registerHandler(
        [this](Diagnostic &diag) { ++numDiagnostics; });
  }
  Cursor over(ArrayRef<uint8_t> bytes) {
    return Cursor(bytes, 0, bytes.size(), "test", UnknownLoc::get(&context));
  }
  MLIRContext context{MLIRContext::Threading::DISABLED};
  unsigned numDiagnostics = 0;
};

struct Example {
  uint64_t value;
  SmallVector<uint8_t> bytes;
};
} // namespace

TEST_F(Primitives, VarintsAreThoseOfTheReference) {
  const Example examples[] = {
      {0, {0x00}},
      {127, {0x7F}},
      {128, {0x80, 0x01}},
      {300, {0xAC, 0x02}},
      {0xFFFFFFFE, {0xFE, 0xFF, 0xFF, 0xFF, 0x0F}},
      {UINT64_MAX,
       {0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x01}}};
  for (const Example &example : examples) {
    ByteBuffer buffer;
    buffer.writeVarint(example.value);
    EXPECT_EQ(buffer.data(), ArrayRef<uint8_t>(example.bytes));
    Cursor cursor = over(example.bytes);
    uint64_t value;
    ASSERT_TRUE(succeeded(cursor.readVarint(value)));
    EXPECT_EQ(value, example.value);
    EXPECT_TRUE(cursor.atEnd());
  }
}

TEST_F(Primitives, SignedVarintsAreZigzag) {
  for (auto [value, wire] : {std::pair<int64_t, uint64_t>{0, 0},
                             {-1, 1},
                             {1, 2},
                             {-2, 3},
                             {INT64_MAX, UINT64_MAX - 1},
                             {INT64_MIN, UINT64_MAX}}) {
    ByteBuffer buffer, plain;
    buffer.writeSigned(value);
    plain.writeVarint(wire);
    EXPECT_EQ(buffer.data(), plain.data());
    Cursor cursor = over(buffer.data());
    int64_t back;
    ASSERT_TRUE(succeeded(cursor.readSigned(back)));
    EXPECT_EQ(back, value);
  }
}

TEST_F(Primitives, BadVarintsAreReportedOnce) {
  SmallVector<SmallVector<uint8_t>> bad = {{}, {0x80}, {0xFF, 0xFF}};
  bad.emplace_back(10, 0x80);                // an eleventh byte is announced
  bad.emplace_back(9, 0x80).push_back(0x02); // bit 64
  for (ArrayRef<uint8_t> bytes : bad) {
    numDiagnostics = 0;
    uint64_t value;
    EXPECT_TRUE(failed(over(bytes).readVarint(value)));
    EXPECT_EQ(numDiagnostics, 1u);
  }
  // One writer emits bit 64 in Float attributes: dropped, with a warning.
  numDiagnostics = 0;
  uint64_t value = 1;
  Cursor cursor = over(bad.back());
  EXPECT_TRUE(succeeded(cursor.readVarintDroppingExcess(value)));
  EXPECT_EQ(value, 0u);
  EXPECT_EQ(numDiagnostics, 1u);
}

TEST_F(Primitives, CountsNeedTheirBytes) {
  uint64_t count;
  const uint8_t three[] = {3, 0, 0, 0};
  EXPECT_TRUE(succeeded(over(three).readCount(count, 1, "items")));
  EXPECT_TRUE(failed(over(three).readCount(count, 2, "items")));
  SmallVector<int64_t> list;
  EXPECT_TRUE(failed(over(three).readIntList(list, "items")));
  EXPECT_TRUE(list.empty());
}
