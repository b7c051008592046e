//===- Conversion/CudaTileToTileAATest.cpp - no op without a pattern -*- C++
//-*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The list of ops is what the dialect registers: an op that is added to
// cuda_tile without a pattern fails here, whatever the lit tests cover.
//
//===----------------------------------------------------------------------===//

#include "tessera/Conversion/CudaTileToTileAA/CudaTileToTileAA.h"
#include "tessera/Dialect/CudaTile/IR/ExtensionTrait.h"

#include "llvm/ADT/StringSet.h"

#include "gtest/gtest.h"

using namespace mlir;
using namespace tessera;

namespace {

struct CudaTileToTileAA : testing::Test {
  CudaTileToTileAA() {
    context.loadDialect<cuda_tile::CudaTileDialect, tileaa::TileAADialect>();
  }
  MLIRContext context{MLIRContext::Threading::DISABLED};
  TileAATypeConverter converter;
};

TEST_F(CudaTileToTileAA, EveryOpHasAPattern) {
  RewritePatternSet patterns(&context);
  populateCudaTileToTileAAPatterns(converter, patterns);
  llvm::StringSet<> rooted;
  for (const auto &pattern : patterns.getNativePatterns())
    if (std::optional<OperationName> root = pattern->getRootKind())
      rooted.insert(root->getStringRef());

  unsigned count = 0;
  for (RegisteredOperationName name :
       context.getRegisteredOperationsByDialect("cuda_tile")) {
    if (cuda_tile::isExtensionOp(name))
      continue;
    ++count;
    EXPECT_TRUE(rooted.contains(name.getStringRef()) || isStructured(name))
        << name.getStringRef().str() << " has no pattern";
    EXPECT_FALSE(rooted.contains(name.getStringRef()) && isStructured(name))
        << name.getStringRef().str() << " is converted twice";
  }
  // A dialect that registers nothing would pass the loop.
  EXPECT_GT(count, 100u);
}

TEST_F(CudaTileToTileAA, ScalarsAndTensors) {
  Type f32 = Float32Type::get(&context);
  auto scalar = cuda_tile::TileType::get({}, f32);
  auto tile = cuda_tile::TileType::get({4, 8}, f32);
  EXPECT_EQ(converter.convertType(scalar), f32);
  EXPECT_EQ(converter.convertType(tile), RankedTensorType::get({4, 8}, f32));
  // One element is not none: only rank 0 is a scalar.
  EXPECT_EQ(converter.convertType(cuda_tile::TileType::get({1}, f32)),
            RankedTensorType::get({1}, f32));
}

TEST_F(CudaTileToTileAA, PointersAndTokens) {
  Type i8 = IntegerType::get(&context, 8);
  Type pointer = tileaa::PointerType::get(i8);
  auto old = cuda_tile::PointerType::get(&context, i8);
  EXPECT_EQ(converter.convertType(old), pointer);
  EXPECT_EQ(converter.convertType(cuda_tile::TileType::get({}, old)), pointer);
  EXPECT_EQ(converter.convertType(cuda_tile::TileType::get({2}, old)),
            RankedTensorType::get({2}, pointer));
  EXPECT_EQ(converter.convertType(cuda_tile::TokenType::get(&context)),
            tileaa::MemTokenType::get(&context));
}

TEST_F(CudaTileToTileAA, ElementTypesStay) {
  for (Type type : {Type(IntegerType::get(&context, 4)),
                    Type(Float4E2M1FNType::get(&context)),
                    Type(FloatTF32Type::get(&context)),
                    Type(cuda_tile::F8E5M3FNUType::get(&context))}) {
    auto tile = cuda_tile::TileType::get({8}, type);
    EXPECT_EQ(converter.convertType(tile), RankedTensorType::get({8}, type));
    EXPECT_TRUE(converter.isLegal(type));
  }
}

TEST_F(CudaTileToTileAA, Literals) {
  Type i32 = IntegerType::get(&context, 32);
  auto elements = [&](llvm::ArrayRef<int64_t> shape,
                      llvm::ArrayRef<int32_t> values) {
    return convertElements(cast<DenseElementsAttr>(DenseIntElementsAttr::get(
        cuda_tile::TileType::get(shape, i32), values)));
  };
  EXPECT_EQ(elements({}, {7}), IntegerAttr::get(i32, 7));
  EXPECT_EQ(elements({1}, {7}),
            DenseIntElementsAttr::get(RankedTensorType::get({1}, i32), 7));
  EXPECT_EQ(elements({4}, {3}),
            DenseIntElementsAttr::get(RankedTensorType::get({4}, i32), 3));
  EXPECT_EQ(elements({2, 2}, {1, 2, 3, 4}),
            DenseIntElementsAttr::get(RankedTensorType::get({2, 2}, i32),
                                      llvm::ArrayRef<int32_t>{1, 2, 3, 4}));
}

} // namespace
