//===- unittests/Layout/LayoutSpecTest.cpp - layouts by name ----*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the reader accepts is the constructor it names; what it refuses is said
// with the column.
//
//===----------------------------------------------------------------------===//

#include "tessera/Layout/LayoutSpec.h"
#include "LayoutTestUtils.h"
#include "tessera/Layout/Fragments.h"
#include "tessera/Layout/MemoryLayouts.h"

using namespace llvm;
using namespace tessera::layout;

static LinearLayout spec(StringRef text) {
  return unwrap(parseLayoutSpec(text));
}

TEST(LayoutSpec, NamesTheConstructors) {
  EXPECT_EQ(spec("mma.m16n8k32.B.b8"),
            unwrap(mmaFragment({16, 8, 32}, MmaOperand::B, 8)));
  EXPECT_EQ(spec("mma.m8n8k4.C"),
            unwrap(mmaFragment({8, 8, 4}, MmaOperand::C, 0)));
  EXPECT_EQ(spec("wgmma.m64n128.C"), unwrap(wgmmaAccumulator(128)));
  EXPECT_EQ(spec("wgmma.A.b8"), unwrap(wgmmaA(8)));
  EXPECT_EQ(spec("tcgen05.16x64b.x2.warpgroup"),
            unwrap(tcgen05Registers(TmemShape::L16x64b, 2, true)));
  EXPECT_EQ(spec("tcgen05.16x32bx2.x4.split8"),
            unwrap(tcgen05Registers(TmemShape::L16x32bx2, 4, false, 8)));
  EXPECT_EQ(spec("tmem.G.m32n64"),
            unwrap(tmemAccumulator(DataPath::G, 32, 64)));
  EXPECT_EQ(spec("ldmatrix.m8n8.x4.trans"),
            unwrap(matrixRegisters(MatrixMove::M8N8Trans, 4)));
  EXPECT_EQ(spec("stmatrix.m16n8.x2.trans"),
            unwrap(matrixRegisters(MatrixMove::M16N8Trans, 2)));
  EXPECT_EQ(spec("addresses.ldmatrix.m16n16.x2.trans"),
            unwrap(matrixAddresses(MatrixMove::M16N16Trans, 2)));
  EXPECT_EQ(spec("ldmatrix.m8n16.x1"),
            unwrap(matrixRegisters(MatrixMove::M8N16, 1)));
  EXPECT_EQ(
      spec(" blocked ( shape=[64,64], registers=[1,8], lanes=[4,8], "
           "warps=[4,1], blocks=[1,2] ) "),
      unwrap(blocked({{64, 64}, {1, 8}, {4, 8}, {4, 1}, {1, 2}, {1, 0}})));
  EXPECT_EQ(spec("shared(shape=[64,64], bits=16, swizzle=128, order=[0,1])"),
            unwrap(sharedTile({64, 64}, {0, 1}, 16, SwizzleMode::B128)));
  EXPECT_EQ(spec("shared(shape=[64,64], bits=32, swizzle=128a32)"),
            unwrap(sharedTile({64, 64}, {1, 0}, 32, SwizzleMode::B128Atom32)));
  EXPECT_EQ(spec("shared(shape=[64,64], bits=32, swizzle=[2,4,5])"),
            unwrap(sharedSwizzled({64, 64}, {1, 0}, 32, {2, 4, 5})));
  EXPECT_EQ(spec("{} -> ()"), LinearLayout::identity(Space()));
  EXPECT_EQ(spec("{lane: []} -> (dim0:1)").str(), "{} -> (dim0:1)");
}

TEST(LayoutSpec, Refusals) {
  const std::pair<const char *, const char *> cases[] = {
      {"", "expected blocked, shared, mma, wgmma, tcgen05, tmem, ldmatrix, "
           "stmatrix, addresses or '{', got the end at column 1"},
      {"mna", "expected blocked, shared, mma, wgmma, tcgen05, tmem, ldmatrix, "
              "stmatrix, addresses or '{', got 'mna' at column 1"},
      {"mma.m16n8k16", "expected '.A', '.B' or '.C', got the end at column 13"},
      {"mma.m16k16", "expected 'n', got 'k16' at column 8"},
      {"mma.mXn8k16.C", "expected a number, got 'Xn8k16.C' at column 6"},
      {"mma.m16n8k16.A", "expected '.b', got the end at column 15"},
      {"mma.m16n8k16.A.b4", "expected a shape of mma.sync, got m16n8k16 of b4"},
      {"mma.m16n8k99999999999.C",
       "expected a number below 2^31, got '99999999999.C' at column 11"},
      {"mma.m16n8k16.C.x", "expected the end, got '.x' at column 15"},
      {"wgmma.m32n8.C", "expected '.m64n', got '.m32n8.C' at column 6"},
      {"wgmma.m64n8", "expected '.C', got the end at column 12"},
      {"wgmma.A", "expected '.b', got the end at column 8"},
      {"tcgen05", "expected '.', got the end at column 8"},
      {"tcgen05.8x8b.x1", "expected 32x32b, 16x64b, 16x128b, 16x256b or "
                          "16x32bx2, got '8x8b.x1' at column 9"},
      {"tcgen05.32x32b", "expected '.x', got the end at column 15"},
      {"tcgen05.16x32bx2.x4.split",
       "expected a number, got the end at column 26"},
      {"tmem", "expected '.', got the end at column 5"},
      {"tmem.H.m1n1",
       "expected a data path from A to G, got 'H.m1n1' at column 6"},
      {"tmem.D.n8", "expected '.m', got '.n8' at column 7"},
      {"tmem.D.m128", "expected 'n', got the end at column 12"},
      {"ldmatrix.m4n4.x1", "expected '.m8n8', '.m16n16' or '.m8n16', got "
                           "'.m4n4.x1' at column 9"},
      {"stmatrix.m16n16.x1.trans",
       "expected '.m8n8' or '.m16n8', got '.m16n16.x1.trans' at column 9"},
      {"ldmatrix.m16n16.x1", "expected '.trans', got the end at column 19"},
      {"ldmatrix.m8n8.4", "expected 'x', got '4' at column 15"},
      {"addresses", "expected '.', got the end at column 10"},
      {"addresses.mma",
       "expected ldmatrix or stmatrix, got 'mma' at column 11"},
      {"blocked", "expected '(', got the end at column 8"},
      {"blocked(shap=[1])", "expected one of shape, registers, lanes, warps, "
                            "blocks, order, got 'shap' at column 9"},
      {"blocked(shape=[1], shape=[1])",
       "expected each argument once, got 'shape' at column 20"},
      {"blocked(shape 1)", "expected '=', got '1' at column 15"},
      {"blocked(shape=1)", "expected '[', got '1' at column 15"},
      {"blocked(shape=[1)", "expected ']', got ')' at column 17"},
      {"blocked(shape=[1]", "expected ')', got the end at column 18"},
      {"blocked(shape=[a])", "expected a number, got 'a' at column 16"},
      {"shared(size=4)", "expected one of shape, bits, swizzle, order, got "
                         "'size' at column 8"},
      {"shared(swizzle=96)", "expected none, 32, 64, 128, 128a32, 128a64 or "
                             "[bits,base,shift], got '96' at column 16"},
      {"shared(swizzle=[1,2])",
       "expected [bits,base,shift], got '[' at column 16"},
      {"shared(bits=x)", "expected a number, got 'x' at column 13"},
      {"{bank: []} -> ()", "expected an axis name, got 'bank' at column 2"},
      {"{lane [", "expected ':', got '[' at column 7"},
      {"{lane: (", "expected '[', got '(' at column 8"},
      {"{lane: [1", "expected '(', got '1' at column 9"},
      {"{lane: [(x", "expected a number, got 'x' at column 10"},
      {"{lane: [(1", "expected ')', got the end at column 11"},
      {"{lane: [(1)", "expected ']', got the end at column 12"},
      {"{lane: [(1)]", "expected '}', got the end at column 13"},
      {"{}", "expected '->', got the end at column 3"},
      {"{} -> 4", "expected '(', got '4' at column 7"},
      {"{} -> (dim0", "expected ':', got the end at column 12"},
      {"{} -> (dim99:1)", "expected an axis name, got 'dim99' at column 8"},
      {"{} -> (dim0:3)", "expected a power of two, got '3' at column 13"},
      {"{} -> (dim0:x)", "expected a number, got 'x' at column 13"},
      {"{} -> (dim0:2", "expected ')', got the end at column 14"},
      {"{} -> (dim0:2, dim0:2)", "expected each axis once, got dim0 twice"},
      {"{} -> () x", "expected the end, got 'x' at column 10"},
      {"{lane: [], lane: []} -> ()", "expected each axis once, got lane twice"},
      {"{lane: [(1,1)]} -> (dim0:2)",
       "expected 1 coordinates in a column of lane, got 2"},
      {"{lane: [(2)]} -> (dim0:2)",
       "expected a coordinate of dim0 below 2, got 2"},
      {"{} -> (dim0:9223372036854775808)",
       "expected at most 48 index bits, got 63"},
  };
  for (auto [text, message] : cases)
    EXPECT_EQ(messageOf(parseLayoutSpec(text)), message) << text;
}
