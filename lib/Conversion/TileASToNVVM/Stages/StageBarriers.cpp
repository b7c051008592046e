//===- TileASToNVVM/Stages/StageBarriers.cpp - barriers of stages -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The instructions on mbarriers, and what makes a stage complete.
//
//===----------------------------------------------------------------------===//

#include "StageBarriers.h"

#include "Conversion/TileASToNVVM/Mbarriers.h"

#include "tessera/Dialect/TileAS/IR/PipelineAttrs.h"

using namespace mlir;

namespace tessera::gpu {

StageBarriers::StageBarriers(Emitter &e, Kind kind,
                             tileas::CreatePipelineOp create)
    : e(e), create(create), kind(kind) {
  const bool isFull = kind == Kind::Full;
  auto place = create->getAttrOfType<IntegerAttr>(
      isFull ? tileas::kFullBarrierAttrName : tileas::kEmptyBarrierAttrName);
  if (place)
    offset = place.getInt();
  if (auto count = create->getAttrOfType<IntegerAttr>(
          isFull ? tileas::kFullArrivalsAttrName
                 : tileas::kEmptyArrivalsAttrName))
    arrivals = count.getInt();
}

Value StageBarriers::at(Value stage) {
  Value base = e.byteOffset(e.scalar(create.getBufferView()),
                            e.mul(stage, e.i32(bytes)));
  return e.byteOffset(base, *offset);
}

void StageBarriers::init() {
  e.guarded(e.isFirstThread(), [&] {
    for (unsigned stage = 0; stage < create.getNumStages(); ++stage)
      e.inlineAsm("mbarrier.init.shared::cta.b64 [$0], $1;", "r,r,~{memory}",
                  Type(), {sharedAddress(e, at(e.i32(stage))), e.i32(arrivals)},
                  /*sideEffects=*/true);
    e.inlineAsm("fence.mbarrier_init.release.cluster;", "~{memory}", Type(), {},
                /*sideEffects=*/true);
  });
}

void StageBarriers::invalidate() {
  e.guarded(e.isFirstThread(), [&] {
    for (unsigned stage = 0; stage < create.getNumStages(); ++stage)
      e.inlineAsm("mbarrier.inval.shared::cta.b64 [$0];", "r,~{memory}", Type(),
                  {sharedAddress(e, at(e.i32(stage)))}, /*sideEffects=*/true);
  });
}

void StageBarriers::wait(Value stage, Value parity) {
  waitForPhase(e, sharedAddress(e, at(stage)), parity,
               isOfCluster() || isOfPair());
}

bool StageBarriers::isOfCluster() const {
  return kind == Kind::Empty && create->hasAttr(tileas::kClusterStagesAttrName);
}

bool StageBarriers::isOfPair() const {
  return create->hasAttr(tileas::kPairStagesAttrName);
}

void StageBarriers::arriveInFirst(Value stage) {
  e.inlineAsm("mbarrier.arrive.release.cluster.shared::cluster.b64 _, [$0];",
              "r,~{memory}", Type(), {atForCopies(stage)},
              /*sideEffects=*/true);
}

Value StageBarriers::atForCopies(Value stage) {
  Value barrier = sharedAddress(e, at(stage));
  return isOfPair() ? addressInBlock(e, barrier, e.i32(0)) : barrier;
}

void StageBarriers::arriveInCluster(Value stage) {
  Value barrier = sharedAddress(e, at(stage));
  // Released in the block only: it says that products have read the stage, and
  // a release in the cluster would wait for all memory of the GPU.
  for (unsigned rank = 0; rank < 2; ++rank)
    e.inlineAsm("mbarrier.arrive.shared::cluster.b64 _, [$0];", "r,~{memory}",
                Type(), {addressInBlock(e, barrier, e.i32(rank))},
                /*sideEffects=*/true);
}

void StageBarriers::arrive(Value stage, int64_t bytes, int64_t count) {
  Value barrier = sharedAddress(e, at(stage));
  if (bytes != 0)
    e.inlineAsm("mbarrier.arrive.expect_tx.shared::cta.b64 _, [$0], $1;",
                "r,r,~{memory}", Type(), {barrier, e.i32(bytes)},
                /*sideEffects=*/true);
  else if (count == 1)
    e.inlineAsm("mbarrier.arrive.shared::cta.b64 _, [$0];", "r,~{memory}",
                Type(), {barrier}, /*sideEffects=*/true);
  else
    e.inlineAsm("mbarrier.arrive.shared::cta.b64 _, [$0], $1;", "r,r,~{memory}",
                Type(), {barrier, e.i32(count)}, /*sideEffects=*/true);
}

void StageBarriers::arriveAfterCopies(Value stage) {
  e.inlineAsm("cp.async.mbarrier.arrive.noinc.shared::cta.b64 [$0];",
              "r,~{memory}", Type(), {sharedAddress(e, at(stage))},
              /*sideEffects=*/true);
}

LogicalResult
beginStage(Emitter &e, tileas::ProduceOneAsyncOp produce,
           tileas::CreatePipelineOp create,
           ArrayRef<std::pair<tileas::AsyncTiledTmaLoadOp, SharedImage>> byTma,
           bool hasCopies) {
  StageBarriers barriers(e, StageBarriers::Kind::Full, create);
  int64_t bytes = 0;
  if (auto attribute = produce->getAttrOfType<IntegerAttr>(
          tileas::kTransactionBytesAttrName))
    bytes = attribute.getInt();
  if (!barriers)
    return byTma.empty() && bytes == 0
               ? success()
               : e.refuse(produce, "copies that no barrier counts");
  LogicalResult result = success();
  Value stage = e.scalar(produce.getIterator());
  // The first thread arrives for all that do not copy; in a pair that of the
  // first block, at its own barrier, for the threads of both.
  const int64_t blocks = barriers.isOfPair() ? 2 : 1;
  int64_t own = barriers.getArrivals();
  if (hasCopies && own != 1)
    own -= blocks * 32 * e.numWarps;
  auto arrive = [&] {
    const int64_t plain = bytes == 0 ? own : own - 1;
    if (plain != 0)
      barriers.arrive(stage, /*bytes=*/0, plain);
    if (bytes != 0)
      barriers.arrive(stage, blocks * bytes);
  };
  e.guarded(e.isFirstThread(), [&] {
    if (barriers.isOfPair())
      e.guarded(e.isFirstOfPair(), arrive);
    else
      arrive();
    Value counts = barriers.atForCopies(stage);
    for (const auto &[load, image] : byTma) {
      auto boxes = copyBoxes(e, load, image, counts, barriers.isOfPair());
      if (failed(boxes))
        result = boxes;
    }
  });
  return result;
}

void finishStage(Emitter &e, tileas::ProduceOneAsyncOp produce,
                 tileas::CreatePipelineOp create) {
  StageBarriers barriers(e, StageBarriers::Kind::Full, create);
  if (!barriers || barriers.getArrivals() == 1)
    return;
  Value stage = e.scalar(produce.getIterator());
  if (!barriers.isOfPair())
    return barriers.arriveAfterCopies(stage);
  // Copies arrive at barriers of their own block only.
  e.inlineAsm("cp.async.wait_all; fence.proxy.async.shared::cta;", "~{memory}",
              Type(), {}, /*sideEffects=*/true);
  barriers.arriveInFirst(stage);
}

} // namespace tessera::gpu
