//===- TileAS/ScheduleTest.cpp - from a schedule to stages ----------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Materialisation, stage building and expansion of Schedule.h.
//
//===----------------------------------------------------------------------===//

#include "TileASTest.h"

#include "tessera/Dialect/TileAS/Utils/Schedule.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;

namespace {
class ScheduleTest : public TileASTest {
protected:
  ScheduleTest() {
    view = value(shared({8}, builder.getF32Type()));
    zero = arith::ConstantIndexOp::create(builder, loc, 0);
  }
  TiledLoadOp load(AtomKind kind) {
    return TiledLoadOp::create(
        builder, loc, tile({8}, builder.getF32Type()), Type(), nullptr, nullptr,
        view, zero, ValueRange(), Value(), Value(),
        AtomAttr::get(&context, kind), nullptr, nullptr, nullptr);
  }
  Operation *add(Value a, Value b) {
    return arith::AddFOp::create(builder, loc, a, b);
  }
  TiledStoreOp store(Value stored) {
    return TiledStoreOp::create(builder, loc, Type(), nullptr, nullptr, view,
                                stored, zero, ValueRange(), Value(), Value(),
                                copyAtom(), nullptr, nullptr, nullptr);
  }
  Value view, zero;
};
} // namespace

TEST_F(ScheduleTest, MaterializeSplitsByStage) {
  TiledLoadOp early = load(AtomKind::CpAsync), late = load(AtomKind::Copy);
  Operation *sum = add(early.getResult(), late.getResult());
  TiledStoreOp same = store(sum->getResult(0));
  TiledStoreOp after = store(sum->getResult(0));
  ASSERT_TRUE(isValid());
  ScheduleAnalysis analysis;
  analysis.stages.insert({early, 0});
  analysis.stages.insert({late, 1});
  analysis.stages.insert({sum, 1});
  analysis.stages.insert({same, 1});
  analysis.stages.insert({after, 2});
  ScheduleMaterialization out = materializeSchedule(analysis);
  using Ops = SmallVector<Operation *>;
  EXPECT_EQ(out.pendingLoads, Ops{early});
  EXPECT_EQ(out.residentLoads, Ops{late});
  EXPECT_EQ(out.residentStores, Ops{same});
  EXPECT_EQ(out.pendingStores, Ops{after});
  EXPECT_EQ(out.pendingAsync, Ops{early});
  EXPECT_TRUE(out.residentAsync.empty());
  // 32 bytes are not enough for these options.
  EXPECT_TRUE(materializeSchedule(analysis, {/*minAsyncBytes=*/64})
                  .pendingAsync.empty());
}

TEST_F(ScheduleTest, StagesAreAsEarlyAsConstraintsAllow) {
  Operation *a = load(AtomKind::Copy), *b = load(AtomKind::Copy),
            *c = load(AtomKind::Copy), *d = load(AtomKind::Copy);
  // a -> c two later, b with a, c -> d one later, b -> d one later.
  FailureOr<SmallVector<Stage>> stages =
      buildStages({{a, c, 2}, {a, b, 0}, {c, d, 1}, {b, d, 1}});
  ASSERT_TRUE(succeeded(stages));
  using Ops = SmallVector<Operation *>;
  ASSERT_EQ(stages->size(), 4u);
  EXPECT_EQ((*stages)[0].ops, (Ops{a, b}));
  EXPECT_EQ((*stages)[0].producers, (Ops{a, b}));
  EXPECT_TRUE((*stages)[1].ops.empty());
  EXPECT_EQ((*stages)[2].consumers, Ops{c});
  EXPECT_EQ((*stages)[2].producers, Ops{c});
  EXPECT_EQ((*stages)[3].ops, Ops{d});
  EXPECT_TRUE((*stages)[3].producers.empty());
}

TEST_F(ScheduleTest, CyclesAreRefused) {
  Operation *a = load(AtomKind::Copy), *b = load(AtomKind::Copy);
  EXPECT_TRUE(failed(buildStages({{a, b, 1}, {b, a, 1}})));
  // Also through a union.
  EXPECT_TRUE(failed(buildStages({{a, b, 0}, {a, b, 1}})));
}

TEST_F(ScheduleTest, ReplicasUseTheirOwnStage) {
  TiledLoadOp source = load(AtomKind::Copy);
  Operation *sum = add(source.getResult(), source.getResult());
  IRRewriter rewriter(&context);
  ReplicaMap replicas;
  expandSingleTiledOp(rewriter, source, 3, replicas);
  expandSingleTiledOp(rewriter, sum, 3, replicas);
  ASSERT_EQ(replicas[source].size(), 3u);
  ASSERT_EQ(replicas[sum].size(), 3u);
  for (unsigned stage = 0; stage != 3; ++stage) {
    EXPECT_EQ(replicas[sum][stage]->getOperand(0),
              replicas[source][stage]->getResult(0));
    // What is not expanded is shared.
    EXPECT_EQ(replicas[source][stage]->getOperand(0), view);
  }
  EXPECT_EQ(sum->getOperand(0), source.getResult());
  EXPECT_TRUE(isValid());
}
