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

#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

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

TEST_F(BuildersTest, ProducerAndConsumerBodies) {
  Type payload = tile({8}, builder.getF32Type());
  PipelineParts pipeline = buildPipeline(
      builder, loc, value(shared({3, 8}, builder.getF32Type())), payload);
  Value tileValue = value(payload);
  ProduceOneOp produce = buildProduceOne(
      builder, loc, pipeline.producer, pipeline.iterator,
      [&](OpBuilder &, Location, ValueRange stage) -> SmallVector<Value> {
        EXPECT_EQ(stage.size(), 1u);
        EXPECT_EQ(stage[0].getType(), payload);
        return {tileValue};
      });
  ConsumeOneOp consume = buildConsumeOne(
      builder, loc, pipeline.consumer, pipeline.iterator, /*consumerIndex=*/2,
      [&](OpBuilder &inner, Location at,
          ValueRange stage) -> SmallVector<Value> {
        return {arith::AddFOp::create(inner, at, stage[0], stage[0])};
      });
  ASSERT_TRUE(isValid());
  EXPECT_EQ(produce.getBody().front().getTerminator()->getOperand(0),
            tileValue);
  EXPECT_EQ(consume.getConsumerIdx(), 2u);
  ASSERT_EQ(consume.getValues().size(), 1u);
  EXPECT_EQ(consume.getValues()[0].getType(), payload);
  // The payload comes back as it is, then the value.
  EXPECT_EQ(consume.getBody().front().getTerminator()->getOperand(0),
            consume.getBody().getArgument(0));
  auto create = pipeline.producer.getDefiningOp<CreatePipelineOp>();
  EXPECT_EQ(create.getNumStages(), 3u);
  EXPECT_EQ(create.getSharedMem(), true);
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
  EXPECT_EQ(buildPipelineOp(builder, loc, PipelineOp::Reserved, {}), nullptr);
}

TEST_F(BuildersTest, IndexedDispatch) {
  PipelineOpState state;
  Type token = builder.getType<PipelineProducerTokenType>();
  state.operands = {value(token)};
  state.resultTypes = {token};
  Operation *op =
      buildPipelineOp(builder, loc, PipelineOp::ProducerCommit, state);
  ASSERT_NE(op, nullptr);
  EXPECT_TRUE(isa<ProducerCommitOp>(op));
  EXPECT_EQ(getPipelineOp(op), PipelineOp::ProducerCommit);
  EXPECT_TRUE(isValid());
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

TEST_F(BuildersTest, IndexExpressionPromisesNothing) {
  Type index = builder.getIndexType();
  Value sum =
      buildIndexExpr(builder, loc, value(index), value(index), value(index));
  auto add = sum.getDefiningOp<arith::AddIOp>();
  auto mul = add.getRhs().getDefiningOp<arith::MulIOp>();
  ASSERT_TRUE(mul);
  EXPECT_EQ(add.getOverflowFlags(), arith::IntegerOverflowFlags::none);
  EXPECT_EQ(mul.getOverflowFlags(), arith::IntegerOverflowFlags::none);
}

//===----------------------------------------------------------------------===//
// Dots
//===----------------------------------------------------------------------===//

namespace {
/// i8 factors of 16x32x8 and what goes with them.
struct IntegerDot {
  DotInputs inputs;
  RankedTensorType acc;
  AtomAttr atom;
};
} // namespace

static IntegerDot makeIntegerDot(OpBuilder &builder, Value lhs, Value rhs) {
  Type i8 = builder.getI8Type(), i32 = builder.getI32Type();
  using cuda_tile::Signedness;
  return {{lhs, rhs, Signedness::Signed, Signedness::Unsigned},
          RankedTensorType::get({16, 8}, i32),
          AtomAttr::get(builder.getContext(), AtomKind::Mma, i8, i8, i32)};
}

TEST_F(DotBuildersTest, ZeroAccumulatorKeepsAtomAndSignedness) {
  Type i8 = builder.getI8Type();
  IntegerDot parts = makeIntegerDot(builder, value(tile({16, 32}, i8)),
                                    value(tile({32, 8}, i8)));
  Value result = buildZeroAccumulatorDot(builder, loc, parts.inputs, parts.acc,
                                         parts.atom);
  ASSERT_TRUE(isValid());
  auto dot = result.getDefiningOp<DotOp>();
  EXPECT_EQ(dot.getAtom(), parts.atom);
  EXPECT_EQ(dot.getSignednessRhs(), cuda_tile::Signedness::Unsigned);
  auto zero = dot.getAcc().getDefiningOp<arith::ConstantOp>();
  ASSERT_TRUE(zero);
  EXPECT_TRUE(cast<DenseIntElementsAttr>(zero.getValue())
                  .getSplatValue<APInt>()
                  .isZero());
}

TEST_F(DotBuildersTest, GuardedLoop) {
  Type i8 = builder.getI8Type(), index = builder.getIndexType();
  IntegerDot parts = makeIntegerDot(builder, value(tile({16, 32}, i8)),
                                    value(tile({32, 8}, i8)));
  Value predicate = value(builder.getI1Type());
  Value result = buildDotLoop(builder, loc, value(index), value(index),
                              value(index), value(parts.acc), parts.atom,
                              [&](OpBuilder &, Location, Value) {
                                return DotIteration{parts.inputs, predicate};
                              });
  ASSERT_TRUE(isValid());
  auto loop = result.getDefiningOp<scf::ForOp>();
  auto guard =
      loop.getBody()->getTerminator()->getOperand(0).getDefiningOp<scf::IfOp>();
  ASSERT_TRUE(guard);
  EXPECT_EQ(guard.getCondition(), predicate);
  // Without the predicate the accumulator goes through.
  EXPECT_EQ(guard.elseYield()->getOperand(0), loop.getRegionIterArg(0));
}

TEST_F(DotBuildersTest, MaskIsBroughtToTheLayoutOfLhs) {
  using layout::Dim;
  Type i8 = builder.getI8Type();
  auto layoutOf = [&](StringRef text) {
    return LayoutAttr::get(&context,
                           cantFail(layout::LinearLayout::parse(text)));
  };
  LayoutAttr a = layoutOf("{register: [(8,0), (0,8), (0,16), (0,1)], lane: "
                          "[(0,2), (0,4), (1,0), (2,0), (4,0)]} -> (dim0:16, "
                          "dim1:32)");
  LayoutAttr b = layoutOf("{register: [(0,8), (8,0), (0,16), (0,1)], lane: "
                          "[(0,2), (0,4), (1,0), (2,0), (4,0)]} -> (dim0:16, "
                          "dim1:32)");
  RankedTensorType lhs = withLayout(tile({16, 32}, i8), a);
  IntegerDot parts =
      makeIntegerDot(builder, value(lhs), value(tile({32, 8}, i8)));
  Value mask = value(withLayout(tile({16, 32}, builder.getI1Type()), b));
  Value result = buildMaskedDot(builder, loc, parts.inputs, value(parts.acc),
                                parts.atom, mask);
  ASSERT_TRUE(isValid());
  auto select =
      result.getDefiningOp<DotOp>().getLhs().getDefiningOp<arith::SelectOp>();
  ASSERT_TRUE(select);
  auto convert = select.getCondition().getDefiningOp<ConvertLayoutOp>();
  ASSERT_TRUE(convert);
  EXPECT_EQ(getLayoutAttr(convert.getType()), a);
}

TEST_F(DotBuildersTest, SimplifiesIntegersOnly) {
  Type i8 = builder.getI8Type(), f16 = builder.getF16Type(),
       f32 = builder.getF32Type();
  Value zero = arith::ConstantOp::create(
      builder, loc, cast<TypedAttr>(builder.getZeroAttr(tile({16, 32}, i8))));
  IntegerDot ofZero = makeIntegerDot(builder, zero, value(tile({32, 8}, i8)));
  Value acc = value(ofZero.acc);
  Value gone = buildDot(builder, loc, ofZero.inputs, acc, ofZero.atom);
  Value guard = value(builder.getI1Type());
  Value chosen = arith::SelectOp::create(builder, loc, guard,
                                         value(tile({16, 32}, i8)), zero);
  IntegerDot ofSelect =
      makeIntegerDot(builder, chosen, value(tile({32, 8}, i8)));
  Value guarded = buildDot(builder, loc, ofSelect.inputs, acc, ofSelect.atom);
  Value floatZero = arith::ConstantOp::create(
      builder, loc, cast<TypedAttr>(builder.getZeroAttr(tile({16, 32}, f16))));
  Value kept =
      buildDot(builder, loc, {floatZero, value(tile({32, 8}, f16)), {}, {}},
               value(tile({16, 8}, f32)),
               AtomAttr::get(&context, AtomKind::Mma, f16, f16, f32));
  // Uses, so that nothing is dead.
  Value token = value(builder.getType<PipelineProducerTokenType>());
  for (Value result : {gone, guarded, kept}) {
    Value iterator = value(PipelineIteratorType::get(
        &context, SmallVector<Type>{result.getType()}));
    ProducerWriteOp::create(builder, loc, token.getType(), token, iterator,
                            result);
  }
  ASSERT_TRUE(isValid());
  RewritePatternSet patterns(&context);
  populateDotSimplificationPatterns(patterns);
  ASSERT_TRUE(succeeded(applyPatternsGreedily(*module, std::move(patterns))));
  ASSERT_TRUE(isValid());
  SmallVector<Value> written;
  function.walk(
      [&](ProducerWriteOp op) { written.push_back(op.getValues()[0]); });
  ASSERT_EQ(written.size(), 3u);
  EXPECT_EQ(written[0], acc);
  EXPECT_TRUE(written[1].getDefiningOp<scf::IfOp>());
  EXPECT_TRUE(written[2].getDefiningOp<DotOp>());
}
