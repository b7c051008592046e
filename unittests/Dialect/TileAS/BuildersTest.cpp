//===- TileAS/BuildersTest.cpp - builder helpers ---------------------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What Builders.h and DotBuilders.h make is legal and is what was asked for.
//
//===----------------------------------------------------------------------===//

#include "TileASTest.h"

#include "tessera/Dialect/TileAS/Utils/Builders.h"
#include "tessera/Dialect/TileAS/Utils/DotBuilders.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;

namespace {
using BuildersTest = TileASTest;
using DotBuildersTest = TileASTest;
} // namespace

//===----------------------------------------------------------------------===//
// Pipelines
//===----------------------------------------------------------------------===//

TEST_F(BuildersTest, ProducerBody) {
  Type payload = tile({8}, builder.getF32Type());
  Value token = value(builder.getType<PipelineProducerTokenType>());
  Value iterator =
      value(PipelineIteratorType::get(&context, SmallVector<Type>{payload}));
  Value tileValue = value(payload);
  ProduceOneAsyncOp produce = buildProduceOneAsync(
      builder, loc, token, iterator,
      [&](OpBuilder &, Location, ValueRange stage) -> SmallVector<Value> {
        EXPECT_EQ(stage.size(), 1u);
        EXPECT_EQ(stage[0].getType(), payload);
        return {tileValue};
      });
  ASSERT_TRUE(isValid());
  EXPECT_EQ(produce.getBody().front().getTerminator()->getOperand(0),
            tileValue);
  // The builder goes on behind the op.
  EXPECT_EQ(builder.getInsertionBlock(), produce->getBlock());
}

TEST_F(BuildersTest, AgentSwitch) {
  unsigned calls = 0;
  AgentSwitchOp op = buildAgentSwitch(
      builder, loc, /*numAgentsPerGroup=*/1, {40, 232}, /*isolated=*/true,
      [&](OpBuilder &inner, Location at, unsigned agent) {
        EXPECT_EQ(agent, calls++);
        BarrierOp::create(inner, at, BarrierScope::Warp);
      });
  EXPECT_EQ(calls, 2u);
  EXPECT_EQ(op.getAgents().size(), 2u);
  EXPECT_TRUE(isValid());
}

TEST_F(BuildersTest, EveryEntryHasOneOpButTheReserved) {
  EXPECT_EQ(getMaxEnumValForPipelineOp(), 15u);
  for (unsigned i = 0; i != 15; ++i) {
    auto entry = static_cast<PipelineOp>(i);
    StringRef name = getPipelineOpName(entry);
    EXPECT_EQ(name,
              ("nv_tileas.async.pipeline." + stringifyPipelineOp(entry)).str());
    EXPECT_TRUE(OperationName(name, &context).isRegistered());
  }
  EXPECT_EQ(getPipelineOpName(PipelineOp::Reserved), "");
  EXPECT_EQ(getPipelineOp(end), std::nullopt);
}

//===----------------------------------------------------------------------===//
// Accesses
//===----------------------------------------------------------------------===//

TEST_F(BuildersTest, ViewThenLoad) {
  Type f32 = builder.getF32Type();
  Value stage = arith::ConstantIndexOp::create(builder, loc, 1);
  Value narrow = value(builder.getI32Type());
  TiledAccessSpec access;
  access.coords = {narrow};
  access.token = value(builder.getType<tileaa::MemTokenType>());
  access.atom = copyAtom();
  access.semantic = MemSemantic::Relaxed;
  access.scope = MemScope::Gpu;
  access.inBounds = {true, false};
  TiledLoadOp load = buildViewThenTiledLoad(
      builder, loc, value(shared({2, 16, 8}, f32)),
      {shared({16, 8}, f32), {stage}}, tile({16, 8}, f32), access);
  ASSERT_TRUE(isValid());
  auto view = load.getView().getDefiningOp<ViewOp>();
  EXPECT_EQ(view.getIndices()[0], stage);
  // A missing coordinate is 0, a narrow one is widened.
  ASSERT_EQ(load.getCoords().size(), 2u);
  EXPECT_EQ(getConstantIntValue(load.getCoords()[0]), 0);
  auto cast = load.getCoords()[1].getDefiningOp<arith::IndexCastUIOp>();
  ASSERT_TRUE(cast);
  EXPECT_EQ(cast.getIn(), narrow);
  EXPECT_TRUE(load.getOffsets().empty());
  EXPECT_EQ(load.getMemSemantic(), MemSemantic::Relaxed);
  EXPECT_EQ(load.getMemScope(), MemScope::Gpu);
  ASSERT_TRUE(load.getResultToken());
}

TEST_F(BuildersTest, ViewThenStore) {
  Type f32 = builder.getF32Type();
  TiledAccessSpec access;
  access.atom = copyAtom();
  access.offsets = {value(builder.getIndexType())};
  TiledStoreOp store = buildViewThenTiledStore(
      builder, loc, value(tile({16, 8}, f32)), value(shared({16, 8}, f32)),
      {shared({16, 8}, f32), {}}, access);
  ASSERT_TRUE(isValid());
  EXPECT_EQ(store.getCoords().size(), 2u);
  EXPECT_EQ(store.getOffsets().size(), 2u);
  EXPECT_FALSE(store.getResultToken());
  EXPECT_EQ(store.getMemSemantic(), std::nullopt);
}

//===----------------------------------------------------------------------===//
// Dots
//===----------------------------------------------------------------------===//

TEST_F(DotBuildersTest, KeepsAtomAndSignedness) {
  using cuda_tile::Signedness;
  using cuda_tile::SignednessAttr;
  Type i8 = builder.getI8Type(), i32 = builder.getI32Type();
  auto atom = AtomAttr::get(&context, AtomKind::Mma, i8, i8, i32);
  DotInputs inputs{value(tile({16, 32}, i8)), value(tile({32, 8}, i8)),
                   SignednessAttr::get(&context, Signedness::Signed),
                   SignednessAttr::get(&context, Signedness::Unsigned)};
  Value acc = value(tile({16, 8}, i32));
  auto dot = buildDot(builder, loc, inputs, acc, atom).getDefiningOp<DotOp>();
  ASSERT_TRUE(isValid());
  EXPECT_EQ(dot.getAtom(), atom);
  EXPECT_EQ(dot.getAcc(), acc);
  EXPECT_EQ(dot.getSignednessLhs(), Signedness::Signed);
  EXPECT_EQ(dot.getSignednessRhs(), Signedness::Unsigned);
  EXPECT_FALSE(dot.getFastAcc());
}

TEST_F(DotBuildersTest, PositiveZero) {
  auto constant = [&](double number) -> Value {
    return arith::ConstantOp::create(
        builder, loc,
        DenseElementsAttr::get(tile({4}, builder.getF32Type()),
                               ArrayRef<float>(float(number))));
  };
  EXPECT_TRUE(isPositiveZero(constant(0.0)));
  EXPECT_FALSE(isPositiveZero(constant(-0.0)));
  EXPECT_FALSE(isPositiveZero(constant(1.0)));
  EXPECT_FALSE(isPositiveZero(value(tile({4}, builder.getF32Type()))));
}
