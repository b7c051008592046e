//===- Bytecode/OpTableTest.cpp - the frozen table against the dialect -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// OpTable.def is written by hand: these tests notice when ODS and it part.
//
//===----------------------------------------------------------------------===//

#include "tessera/Bytecode/OpTable.h"
#include "tessera/Dialect/CudaTile/IR/CudaTile.h"
#include "tessera/Dialect/CudaTile/IR/ExtensionTrait.h"

#include "mlir/IR/MLIRContext.h"
#include "llvm/ADT/StringSet.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::bytecode;

namespace {
/// Ops whose content lies in sections, or that no file holds.
bool isNeverARow(StringRef name) {
  return name == "entry" || name == "global" || name == "module" ||
         name == "testing$func";
}

struct OpTableTest : testing::Test {
  OpTableTest() { context.loadDialect<cuda_tile::CudaTileDialect>(); }
  MLIRContext context{MLIRContext::Threading::DISABLED};
};
} // namespace

TEST_F(OpTableTest, EveryOpHasARowAndViceVersa) {
  unsigned numOps = 0;
  for (RegisteredOperationName op :
       context.getRegisteredOperationsByDialect("cuda_tile")) {
    StringRef name = op.stripDialect();
    if (isNeverARow(name) || cuda_tile::isExtensionOp(op)) {
      EXPECT_EQ(OpTable::get().lookup(name), nullptr) << name.str();
      continue;
    }
    ++numOps;
    EXPECT_NE(OpTable::get().lookup(name), nullptr) << name.str();
  }
  EXPECT_EQ(OpTable::get().rows().size(), numOps);
  // 13.3 has 100 public ops, three of them sections; 13.4 adds five.
  EXPECT_EQ(numOps, 97u + 5u);
}

TEST_F(OpTableTest, AttributesAreThoseOfTheOp) {
  for (const OpRow &row : OpTable::get().rows()) {
    auto op = RegisteredOperationName::lookup(("cuda_tile." + row.name).str(),
                                              &context);
    ASSERT_TRUE(op) << row.name.str();
    llvm::StringSet<> expected;
    for (StringAttr name : op->getAttributeNames())
      if (name != "operandSegmentSizes" && name != "resultSegmentSizes")
        expected.insert(name.getValue());
    llvm::StringSet<> got;
    for (const AttrField &field : row.attrs) {
      EXPECT_TRUE(got.insert(field.name).second) << row.name.str();
      EXPECT_TRUE(expected.contains(field.name))
          << row.name.str() << "." << field.name.str();
    }
    EXPECT_EQ(got.size(), expected.size()) << row.name.str();
  }
}

TEST_F(OpTableTest, SegmentsAreMarkedWhereTheOpHasThem) {
  for (const OpRow &row : OpTable::get().rows()) {
    OperationName op(("cuda_tile." + row.name).str(), &context);
    unsigned numOpen = llvm::count_if(row.operands, [](const OperandGroup &g) {
      return g.kind != GroupKind::Required;
    });
    bool hasSegments = op.hasTrait<OpTrait::AttrSizedOperandSegments>();
    EXPECT_EQ(hasSegments, numOpen > 1) << row.name.str();
    // Without segments nor counts the number of operands must be known.
    if (row.shape == OperandShape::Fixed)
      EXPECT_EQ(numOpen, 0u) << row.name.str();
    if (row.operands.empty())
      EXPECT_TRUE(op.hasTrait<OpTrait::ZeroOperands>()) << row.name.str();
    if (row.numRegions == 0)
      EXPECT_TRUE(op.hasTrait<OpTrait::ZeroRegions>()) << row.name.str();
    if (row.results.count == 0)
      EXPECT_TRUE(op.hasTrait<OpTrait::ZeroResults>()) << row.name.str();
  }
}

TEST_F(OpTableTest, OpcodesAreOrderedByVersion) {
  const OpRow *last = nullptr;
  for (const OpRow &row : OpTable::get().rows()) {
    EXPECT_EQ(OpTable::get().lookup(uint64_t(row.opcode)), &row);
    if (last) {
      EXPECT_LT(last->opcode, row.opcode);
      EXPECT_TRUE(row.since >= last->since) << row.name.str();
    }
    last = &row;
  }
  // The highest opcode of each version (bytecode.md 14.1).
  auto highest = [](Version version) {
    unsigned opcode = 0;
    for (const OpRow &row : OpTable::get().rows())
      if (version >= row.since)
        opcode = row.opcode;
    return opcode;
  };
  EXPECT_EQ(highest(kVersion13_1), 0x6Du);
  EXPECT_EQ(highest(kVersion13_2), 0x6Eu);
  EXPECT_EQ(highest(kVersion13_3), 0x75u);
  EXPECT_EQ(highest(kVersion13_4), 0x7Au);
}

TEST_F(OpTableTest, FlagBitsAreDenseInEveryVersion) {
  for (const OpRow &row : OpTable::get().rows())
    for (Version version : getSupportedVersions()) {
      uint64_t flags = row.getKnownFlags(version);
      EXPECT_EQ(flags & (flags + 1), 0u) << row.name.str() << version.str();
    }
}

TEST_F(OpTableTest, NumbersThatNoBodyHoldsHaveNoRow) {
  for (uint64_t opcode :
       {0x16u, 0x19u, 0x24u, 0x31u, 0x34u, 0x39u, 0x4Bu, 0x7Bu, 0x82u, 0x3000u})
    EXPECT_EQ(OpTable::get().lookup(opcode), nullptr) << opcode;
  EXPECT_EQ(OpTable::get().lookup((uint64_t(1) << 32) + 3), nullptr);
}
