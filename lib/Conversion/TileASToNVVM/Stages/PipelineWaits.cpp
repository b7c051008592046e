//===- TileASToNVVM/Stages/PipelineWaits.cpp - waits for stages ----*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Waits until a stage is free, full, or for the last time full, and the ends of
// a pipeline. Producers and consumers in the same threads wait for groups of
// copies and at barriers of the block, others at the barriers of stages.
//
//===----------------------------------------------------------------------===//

#include "Conversion/TileASToNVVM/Handlers.h"
#include "StageBarriers.h"

#include "tessera/Dialect/TileAS/IR/PipelineAttrs.h"

using namespace mlir;

namespace tessera::gpu {

/// Where producers are consumers as well, the barriers of the block say when a
/// stage is free.
static LogicalResult emitAcquire(Emitter &e, Operation *op) {
  auto acquire = llvm::cast<tileas::ProducerAcquireOp>(op);
  tileas::CreatePipelineOp create = pipelineOf(acquire.getToken());
  if (!create)
    return e.refuse(op, "a token of no known pipeline");
  if (StageBarriers barriers = emptyOf(e, create)) {
    // The first time round waits for the phase before the first one, which
    // counts as over.
    const Registers &position = e.get(acquire.getIterator());
    Value before = LLVM::XOrOp::create(e.b, e.loc(), position[1], e.i32(1));
    barriers.wait(position[0], before);
  }
  e.set(op->getResult(0), Registers());
  return success();
}

static LogicalResult emitConsumerWait(Emitter &e, Operation *op) {
  auto wait = llvm::cast<tileas::ConsumerWaitOp>(op);
  tileas::CreatePipelineOp create = pipelineOf(wait.getToken());
  if (!create)
    return e.refuse(op, "a wait for no known pipeline");
  const bool alone = op->hasAttr(tileas::kWaitsAloneAttrName);
  if (!alone) {
    int64_t pending = 0;
    if (auto attr =
            op->getAttrOfType<IntegerAttr>(tileas::kPendingStagesAttrName))
      pending = attr.getInt();
    e.intrinsic("llvm.nvvm.cp.async.wait.group", Type(), {e.i32(pending)});
  }
  if (StageBarriers barriers = fullOf(e, create)) {
    const Registers &position = e.get(wait.getIterator());
    barriers.wait(position[0], position[1]);
  } else if (alone) {
    return e.refuse(op, "a wait for a stage without a barrier");
  }
  e.set(op->getResult(0), Registers());
  return success();
}

/// A stage in front of the position was last filled in the round of that, and
/// the others in the round before; before the first one, they count as filled.
static LogicalResult emitAwaitFills(Emitter &e, Operation *op) {
  auto await = llvm::cast<tileas::AwaitFillsOp>(op);
  tileas::CreatePipelineOp create = pipelineOf(await.getIterator());
  if (!create)
    return e.refuse(op, "an iterator of no known pipeline");
  StageBarriers barriers = fullOf(e, create);
  if (!barriers)
    return e.refuse(op, "stages without barriers");
  const Registers &position = e.get(await.getIterator());
  Value before = LLVM::XOrOp::create(e.b, e.loc(), position[1], e.i32(1));
  e.guarded(e.isFirstThread(), [&] {
    for (unsigned stage = 0; stage < create.getNumStages(); ++stage) {
      Value isOfRound =
          e.compare(LLVM::ICmpPredicate::ult, e.i32(stage), position[0]);
      barriers.wait(e.i32(stage), e.select(isOfRound, position[1], before));
    }
  });
  return success();
}

/// What has been placed says what it may have.
static LogicalResult emitRetire(Emitter &, Operation *) { return success(); }

static LogicalResult emitClose(Emitter &e, Operation *op) {
  tileas::CreatePipelineOp create = pipelineOf(op->getOperand(0));
  if (!create)
    return e.refuse(op, "a token of no known pipeline");
  for (StageBarriers barriers : {fullOf(e, create), emptyOf(e, create)})
    if (barriers)
      barriers.invalidate();
  return success();
}

void registerPipelineWaitHandlers(Handlers &h) {
  h.addOp<tileas::ProducerAcquireOp>(emitAcquire);
  h.addOp<tileas::ConsumerWaitOp>(emitConsumerWait);
  h.addOp<tileas::AwaitFillsOp>(emitAwaitFills);
  h.addOp<tileas::RetireStagesOp>(emitRetire);
  h.addOp<tileas::ClosePipelineOp>(emitClose);
}

} // namespace tessera::gpu
