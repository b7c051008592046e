//===- TileAS/LayoutAttrTest.cpp - layouts as attributes ------------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Uniquing, helpers on types, bytes of storage.
//
//===----------------------------------------------------------------------===//

#include "TileASTest.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;

namespace {
using LayoutAttrTest = TileASTest;
} // namespace

static layout::LinearLayout parse(StringRef text) {
  return cantFail(layout::LinearLayout::parse(text));
}

static constexpr StringLiteral kWarpRow =
    "{register: [(1)], lane: [(2), (4), (8), (16), (32)], warp: [(64)]} -> "
    "(dim0:128)";

TEST_F(LayoutAttrTest, EqualLayoutsAreOneAttribute) {
  LayoutAttr a = LayoutAttr::get(&context, parse(kWarpRow));
  LayoutAttr b = LayoutAttr::get(&context, parse(kWarpRow));
  EXPECT_EQ(a, b);
  LayoutAttr other = LayoutAttr::get(
      &context, parse("{register: [(2)], lane: [(1), (4), (8), (16), (32)], "
                      "warp: [(64)]} -> (dim0:128)"));
  EXPECT_NE(a, other);
  EXPECT_EQ(a.getNumRegisters(), 2);
  EXPECT_EQ(a.getNumWarps(), 2);
  EXPECT_FALSE(a.isShared());
}

TEST_F(LayoutAttrTest, HelpersOnTypes) {
  RankedTensorType plain = tile({128}, builder.getF32Type());
  LayoutAttr layout = LayoutAttr::get(&context, parse(kWarpRow));
  RankedTensorType placed = withLayout(plain, layout);
  EXPECT_EQ(getLayoutAttr(placed), layout);
  EXPECT_EQ(getLayoutAttr(plain), LayoutAttr());
  EXPECT_EQ(getLayoutAttr(builder.getF32Type()), LayoutAttr());
  EXPECT_EQ(withoutLayout(placed), plain);
  EXPECT_EQ(withoutLayout(builder.getI1Type()), builder.getI1Type());
  // Tiles of the level above keep their layout when the element changes.
  EXPECT_TRUE(tileaa::isTile(placed));
  EXPECT_EQ(tileaa::withElement(placed, builder.getI1Type()),
            withLayout(tile({128}, builder.getI1Type()), layout));
}

TEST_F(LayoutAttrTest, BytesOfStorage) {
  EXPECT_EQ(getElementBytes(builder.getI1Type()), 1);
  EXPECT_EQ(getElementBytes(builder.getI4Type()), 1);
  EXPECT_EQ(getElementBytes(builder.getF16Type()), 2);
  EXPECT_EQ(getElementBytes(builder.getTF32Type()), 4);
  EXPECT_EQ(getElementBytes(builder.getF64Type()), 8);
  EXPECT_EQ(getElementBytes(tileaa::PointerType::get(builder.getF32Type())), 8);
  EXPECT_EQ(shared({3, 16, 8}, builder.getF16Type()).getNumBytes(), 768);
}

TEST_F(LayoutAttrTest, EncodingsAreVerified) {
  ScopedDiagnosticHandler quiet(&context, [](Diagnostic &) {});
  auto emit = [&] { return emitError(loc); };
  LayoutAttr layout = LayoutAttr::get(&context, parse(kWarpRow));
  Type f32 = builder.getF32Type();
  EXPECT_TRUE(RankedTensorType::getChecked(emit, {128}, f32, layout));
  EXPECT_FALSE(RankedTensorType::getChecked(emit, {64}, f32, layout));
  EXPECT_FALSE(RankedTensorType::getChecked(emit, {16, 8}, f32, layout));
}
