//===- TileAA/TileAATest.cpp - tiles, types, builders, effects -----*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What text tests cannot see: the functions that treat scalars and tensors
// alike, type builders, inferred result types and memory effects.
//
//===----------------------------------------------------------------------===//

#include "tessera/Dialect/TileAA/IR/TileAA.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include "gtest/gtest.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tileaa;
using cuda_tile::MemoryOrderingSemantics;
using cuda_tile::MemoryScope;

namespace {
class TileAATest : public ::testing::Test {
protected:
  TileAATest() : builder(&context) {
    context.loadDialect<TileAADialect, arith::ArithDialect>();
    module = ModuleOp::create(builder.getUnknownLoc());
    builder.setInsertionPointToStart(module->getBody());
  }

  Type f32() { return builder.getF32Type(); }
  RankedTensorType tensor(ArrayRef<int64_t> shape, Type element) {
    return RankedTensorType::get(shape, element);
  }
  /// A value of `type`: an argument of a function made for it.
  Value value(Type type) {
    auto function = FuncOp::create(builder, loc(), "f",
                                   builder.getFunctionType({type}, {}));
    return function.getBody().getArgument(0);
  }
  Location loc() { return builder.getUnknownLoc(); }

  LoadOp load(MemoryOrderingSemantics semantic) {
    Value pointer = value(PointerType::get(f32()));
    auto scope =
        semantic == MemoryOrderingSemantics::Weak
            ? cuda_tile::MemoryScopeAttr()
            : cuda_tile::MemoryScopeAttr::get(&context, MemoryScope::Device);
    return LoadOp::create(
        builder, loc(), f32(), MemTokenType::get(&context),
        cuda_tile::MemoryOrderingSemanticsAttr::get(&context, semantic), scope,
        pointer, /*mask=*/Value(), /*other=*/Value(), /*token=*/Value(),
        /*optimization_hints=*/nullptr);
  }

  MLIRContext context;
  OpBuilder builder;
  OwningOpRef<ModuleOp> module;
};
} // namespace

TEST_F(TileAATest, TilesAreScalarsOrTensors) {
  EXPECT_TRUE(isTile(f32()));
  EXPECT_TRUE(isTile(PointerType::get(f32())));
  EXPECT_TRUE(isTile(builder.getIntegerType(4)));
  EXPECT_TRUE(isTile(cuda_tile::F8E5M3FNUType::get(&context)));
  EXPECT_TRUE(isTile(tensor({1}, f32())));
  EXPECT_TRUE(isTile(tensor({4096, 4096}, f32())));
  EXPECT_FALSE(isTile(tensor({4096, 8192}, f32())));
  EXPECT_FALSE(isTile(tensor({}, f32())));
  EXPECT_FALSE(isTile(tensor({3}, f32())));
  EXPECT_FALSE(isTile(tensor({0}, f32())));
  EXPECT_FALSE(isTile(tensor({ShapedType::kDynamic}, f32())));
  EXPECT_FALSE(isTile(tensor({2}, builder.getIntegerType(2))));
  EXPECT_FALSE(isTile(builder.getIndexType()));
  EXPECT_FALSE(isTile(MemTokenType::get(&context)));
}

TEST_F(TileAATest, ShapeOfAScalarIsEmpty) {
  Type pointer = PointerType::get(f32());
  EXPECT_TRUE(getTileShape(f32()).empty());
  EXPECT_EQ(getNumTileElements(f32()), 1);
  EXPECT_EQ(getNumTileElements(tensor({4, 8}, f32())), 32);
  EXPECT_EQ(getTileOf({}, pointer), pointer);
  EXPECT_EQ(getTileOf({4}, pointer), tensor({4}, pointer));
  EXPECT_EQ(withElement(tensor({4}, pointer), builder.getI1Type()),
            tensor({4}, builder.getI1Type()));
  EXPECT_EQ(withElement(pointer, builder.getI1Type()), builder.getI1Type());
  EXPECT_EQ(getPointeeTile(tensor({4}, pointer)), tensor({4}, f32()));
  EXPECT_EQ(getPointeeTile(pointer), f32());
  EXPECT_FALSE(getPointeeTile(f32()));
  EXPECT_EQ(getElementBits(pointer), 64u);
  EXPECT_EQ(getElementBits(builder.getTF32Type()), 19u);
}

TEST_F(TileAATest, ViewBuilderCompletesTheDimMap) {
  auto memory = MemoryViewType::get({ShapedType::kDynamic, 64}, f32(), {64, 1});
  auto partition = TiledViewType::get({16, 8}, memory);
  EXPECT_EQ(partition, TiledViewType::get({16, 8}, memory, nullptr, {0, 1}));
  EXPECT_TRUE(partition.hasIdentityDimMap());
  EXPECT_FALSE(partition.isStrided());
  EXPECT_FALSE(partition.isGatherScatter());
  EXPECT_EQ(partition.getStep(0), 16);
  EXPECT_EQ(partition.getTileType(), tensor({16, 8}, f32()));
  EXPECT_EQ(partition.getResidency(), Residency::Gmem);
  EXPECT_EQ(memory.getNumDynamicDims(), 1);
  EXPECT_EQ(memory.getNumDynamicStrides(), 0);

  auto strided = TiledViewType::get({16, 8}, memory, nullptr, {1, 0}, {3, 5});
  EXPECT_FALSE(strided.hasIdentityDimMap());
  EXPECT_EQ(strided.getStep(1), 5);
}

TEST_F(TileAATest, BuildersInferTypes) {
  Value x = value(tensor({8}, f32()));
  auto sum = AddFOp::create(builder, loc(), x, x);
  EXPECT_EQ(sum.getType(), x.getType());
  EXPECT_EQ(sum.getRoundingMode(), cuda_tile::RoundingMode::NearestEven);
  EXPECT_FALSE(sum.getFlushToZero());

  Value pointers = value(tensor({8}, PointerType::get(f32())));
  Value offsets = value(tensor({8}, builder.getI32Type()));
  auto moved = AddPtrOp::create(builder, loc(), pointers, offsets);
  EXPECT_EQ(moved.getType(), pointers.getType());
  auto id = GetProgramIdOp::create(builder, loc(), GridAxis::Y);
  EXPECT_TRUE(id.getType().isInteger(32));
}

TEST_F(TileAATest, WeakLoadsOnlyRead) {
  LoadOp weak = load(MemoryOrderingSemantics::Weak);
  EXPECT_TRUE(hasEffect<MemoryEffects::Read>(weak));
  EXPECT_FALSE(hasEffect<MemoryEffects::Write>(weak));
  EXPECT_TRUE(isOpTriviallyDead(weak));
}

TEST_F(TileAATest, SynchronisingLoadsAreNeverDead) {
  for (MemoryOrderingSemantics semantic :
       {MemoryOrderingSemantics::Relaxed, MemoryOrderingSemantics::Acquire}) {
    LoadOp op = load(semantic);
    EXPECT_TRUE(hasEffect<MemoryEffects::Write>(op));
    EXPECT_FALSE(isOpTriviallyDead(op));
  }
}

TEST_F(TileAATest, TokensAndShapesArePure) {
  auto token = CreateMemTokenOp::create(builder, loc());
  EXPECT_TRUE(isPure(token));
  EXPECT_TRUE(isPure(
      JoinMemTokenOp::create(builder, loc(), ValueRange{token.getResult()})));
  EXPECT_TRUE(isPure(
      SplatOp::create(builder, loc(), tensor({8}, f32()), value(f32()))));
  // Not speculatable: the divisor may be zero under a guard.
  Value i = value(builder.getI32Type());
  auto remainder = RemSIOp::create(builder, loc(), i, i);
  EXPECT_TRUE(isMemoryEffectFree(remainder));
  EXPECT_FALSE(isSpeculatable(remainder));
  // Nor slices, whose index may be out of range outside the guard.
  auto slice = ExtractOp::create(builder, loc(), tensor({2}, f32()),
                                 value(tensor({8}, f32())), ValueRange{i});
  EXPECT_TRUE(isMemoryEffectFree(slice));
  EXPECT_FALSE(isSpeculatable(slice));
  auto filled = InsertOp::create(builder, loc(), slice.getResult(),
                                 value(tensor({8}, f32())), ValueRange{i});
  EXPECT_FALSE(isSpeculatable(filled));
}

TEST_F(TileAATest, ConstantsFindTheirOp) {
  auto *dialect = context.getLoadedDialect<TileAADialect>();
  Operation *number = dialect->materializeConstant(
      builder, builder.getI32IntegerAttr(7), builder.getI32Type(), loc());
  EXPECT_TRUE(isa_and_nonnull<arith::ConstantOp>(number));
  Operation *pointer = dialect->materializeConstant(
      builder, builder.getI64IntegerAttr(64), PointerType::get(f32()), loc());
  EXPECT_TRUE(isa_and_nonnull<ConstantOp>(pointer));
  EXPECT_FALSE(dialect->materializeConstant(
      builder, builder.getI64IntegerAttr(64), builder.getI32Type(), loc()));
}
