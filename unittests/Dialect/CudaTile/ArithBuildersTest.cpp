//===- CudaTile/ArithBuildersTest.cpp - inferred result types -----*- C++
//-*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Element-wise ops, comparisons and the mma ops need no result types; the
// conversions have no inference (ops.md 1.4). Also the effects that passes rely
// on (ops.md 1.5).
//
//===----------------------------------------------------------------------===//

#include "tessera/Dialect/CudaTile/IR/CudaTile.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/Verifier.h"

#include <gtest/gtest.h>

using namespace mlir;
using namespace tessera::cuda_tile;

namespace {
class ArithBuilders : public testing::Test {
protected:
  ArithBuilders() : builder(&context), loc(UnknownLoc::get(&context)) {
    context.loadDialect<CudaTileDialect>();
    builder.setInsertionPointToStart(&block);
  }

  Value argument(ArrayRef<int64_t> shape, Type element) {
    return block.addArgument(TileType::get(shape, element), loc);
  }

  /// Verifies what was built; `block` has no parent, so op by op.
  void verifyAll() {
    for (Operation &op : block)
      EXPECT_TRUE(succeeded(verify(&op))) << op.getName().getStringRef().str();
  }

  MLIRContext context;
  Block block;
  OpBuilder builder;
  Location loc;
};
} // namespace

TEST_F(ArithBuilders, ElementWiseOpsCopyTheOperandType) {
  Value x = argument({4, 8}, builder.getF32Type());
  Value i = argument({4, 8}, builder.getI32Type());
  Type f = x.getType(), n = i.getType();
  EXPECT_EQ(NegFOp::create(builder, loc, x).getType(), f);
  EXPECT_EQ(AddFOp::create(builder, loc, x, x, RoundingMode::Zero,
                           /*flush_to_zero=*/true)
                .getType(),
            f);
  EXPECT_EQ(
      FmaOp::create(builder, loc, x, x, x, RoundingMode::NearestEven).getType(),
      f);
  EXPECT_EQ(MaxFOp::create(builder, loc, x, x).getType(), f);
  EXPECT_EQ(ExpOp::create(builder, loc, x).getType(), f);
  EXPECT_EQ(PowOp::create(builder, loc, x, x).getType(), f);
  EXPECT_EQ(FPowIOp::create(builder, loc, x, i).getType(), f);
  EXPECT_EQ(AddIOp::create(builder, loc, i, i).getType(), n);
  EXPECT_EQ(DivIOp::create(builder, loc, i, i, Signedness::Signed).getType(),
            n);
  EXPECT_EQ(ShRIOp::create(builder, loc, i, i, Signedness::Unsigned).getType(),
            n);
  EXPECT_EQ(XOrIOp::create(builder, loc, i, i).getType(), n);
  verifyAll();
}

TEST_F(ArithBuilders, DefaultedAttributesHaveTheirDefaults) {
  Value x = argument({8}, builder.getF32Type());
  Value i = argument({8}, builder.getI32Type());
  EXPECT_EQ(ExpOp::create(builder, loc, x).getRoundingMode(),
            RoundingMode::Full);
  EXPECT_EQ(AddIOp::create(builder, loc, i, i).getOverflow(),
            IntegerOverflow::None);
  EXPECT_EQ(
      DivIOp::create(builder, loc, i, i, Signedness::Signed).getRounding(),
      RoundingMode::Zero);
}

TEST_F(ArithBuilders, ComparisonsGiveBoolTilesOfTheShape) {
  Value x = argument({4, 8}, builder.getF16Type());
  Value i = argument({2}, builder.getI64Type());
  auto cmpf = CmpFOp::create(builder, loc, ComparisonPredicate::LessThan,
                             ComparisonOrdering::Ordered, x, x);
  EXPECT_EQ(cmpf.getType(), TileType::get({4, 8}, builder.getI1Type()));
  auto cmpi = CmpIOp::create(builder, loc, ComparisonPredicate::Equal, i, i,
                             Signedness::Signed);
  EXPECT_EQ(cmpi.getType(), TileType::get({2}, builder.getI1Type()));
  verifyAll();
}

TEST_F(ArithBuilders, MatrixProductsHaveTheTypeOfTheAccumulator) {
  Value a = argument({16, 8}, builder.getF16Type());
  Value b = argument({8, 32}, builder.getF16Type());
  Value c = argument({16, 32}, builder.getF32Type());
  Value i = argument({16, 16}, builder.getI8Type());
  Value k = argument({16, 16}, builder.getI32Type());
  EXPECT_EQ(MmaFOp::create(builder, loc, a, b, c).getType(), c.getType());
  EXPECT_EQ(MmaIOp::create(builder, loc, i, i, k, Signedness::Signed,
                           Signedness::Unsigned)
                .getType(),
            k.getType());
  verifyAll();
}

TEST_F(ArithBuilders, ConversionsMustBeGivenTheirResultType) {
  for (StringRef name : {"bitcast", "exti", "trunci", "ftof", "ftoi", "itof",
                         "int_to_ptr", "ptr_to_int", "ptr_to_ptr"}) {
    auto info =
        RegisteredOperationName::lookup(("cuda_tile." + name).str(), &context);
    ASSERT_TRUE(info) << name.str();
    EXPECT_FALSE(info->hasInterface<InferTypeOpInterface>()) << name.str();
  }
}

TEST_F(ArithBuilders, DivisionsAndPromisesAreNotSpeculated) {
  Value i = argument({8}, builder.getI32Type());
  Operation *add = AddIOp::create(builder, loc, i, i);
  Operation *div = DivIOp::create(builder, loc, i, i, Signedness::Signed);
  Operation *rem = RemIOp::create(builder, loc, i, i, Signedness::Signed);
  Operation *assume = AssumeOp::create(
      builder, loc, DivByAttr::get(&context, 4, std::nullopt, std::nullopt), i);
  EXPECT_TRUE(isPure(add));
  for (Operation *op : {div, rem, assume}) {
    EXPECT_TRUE(isMemoryEffectFree(op)) << op->getName().getStringRef().str();
    EXPECT_FALSE(isSpeculatable(op)) << op->getName().getStringRef().str();
  }
  EXPECT_EQ(assume->getResult(0).getType(), i.getType());
  verifyAll();
}
