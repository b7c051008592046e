//===- TileASToNVVM/Stages/Pipeline.cpp - stages in shared memory -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Lowers pipelines whose producer copies into stages of shared memory by
// cp.async. Every thread fills its part of a stage and commits one group per
// stage. A consumer waits until all but the last few of its own groups are
// done, and then waits for the other threads. A stage that TMA fills, or parts
// of it, is waited for at its barrier besides. The pipeline op gives the
// position of each payload value inside a stage (tileas-pipeline-loops).
//
//===----------------------------------------------------------------------===//

#include "Conversion/TileASToNVVM/Access/SharedImage.h"
#include "Conversion/TileASToNVVM/Handlers.h"
#include "Conversion/TileASToNVVM/Mbarriers.h"
#include "StageBarriers.h"
#include "StageCopies.h"

#include "tessera/Dialect/TileAS/IR/PipelineAttrs.h"

#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using tessera::layout::LinearLayout;

namespace tessera::gpu {

tileas::CreatePipelineOp pipelineOf(Value value) {
  while (value) {
    if (auto argument = dyn_cast<BlockArgument>(value)) {
      if (auto turns =
              dyn_cast<scf::WhileOp>(argument.getOwner()->getParentOp())) {
        const unsigned number = argument.getArgNumber();
        value = argument.getOwner() == turns.getBeforeBody()
                    ? turns.getInits()[number]
                    : turns.getConditionOp().getArgs()[number];
        continue;
      }
      auto loop = dyn_cast<scf::ForOp>(argument.getOwner()->getParentOp());
      if (!loop || argument.getArgNumber() == 0)
        return {};
      value = loop.getInitArgs()[argument.getArgNumber() - 1];
      continue;
    }
    Operation *op = value.getDefiningOp();
    if (auto create = dyn_cast<tileas::CreatePipelineOp>(op))
      return create;
    unsigned number = cast<OpResult>(value).getResultNumber();
    if (auto branch = dyn_cast<scf::IfOp>(op))
      value = branch.thenYield().getOperand(number);
    else if (auto loop = dyn_cast<scf::ForOp>(op))
      value = loop.getInitArgs()[number];
    else if (auto turns = dyn_cast<scf::WhileOp>(op))
      value = turns.getConditionOp().getArgs()[number];
    else if (tileas::getPipelineOp(op))
      value = op->getOperand(0);
    else
      return {};
  }
  return {};
}

/// From one stage to the next: the barriers of all stages are behind the last.
static int64_t stageBytesOf(Emitter &e, tileas::CreatePipelineOp create) {
  int64_t bytes =
      llvm::cast<tileas::TiledViewType>(create.getBufferView().getType())
          .getNumBytes() /
      create.getNumStages();
  for (StageBarriers barriers : {fullOf(e, create), emptyOf(e, create)})
    if (barriers)
      bytes -= StageBarriers::bytes;
  return bytes;
}

Value fullBarrierOf(Emitter &e, Value iterator) {
  if (tileas::CreatePipelineOp create = pipelineOf(iterator))
    if (StageBarriers barriers = fullOf(e, create))
      return sharedAddress(e, barriers.at(e.scalar(iterator)));
  return Value();
}

FailureOr<SharedImage> stageImage(Emitter &e, Operation *op, Value iterator,
                                  unsigned index) {
  tileas::CreatePipelineOp create = pipelineOf(iterator);
  if (!create)
    return e.refuse(op, "a stage of no known pipeline");
  auto offsets =
      create->getAttrOfType<DenseI64ArrayAttr>(tileas::kPayloadOffsetsAttrName);
  auto images =
      create->getAttrOfType<ArrayAttr>(tileas::kPayloadImagesAttrName);
  if (!offsets || !images || offsets.size() <= index || images.size() <= index)
    return e.refuse(op, "a pipeline whose stages have no place for payload");
  Value place = e.mul(e.scalar(iterator), e.i32(stageBytesOf(e, create)));
  Value base = e.byteOffset(e.scalar(create.getBufferView()), place);
  return SharedImage{llvm::cast<tileas::LayoutAttr>(images[index]).getLayout(),
                     e.byteOffset(base, offsets[index])};
}

//===----------------------------------------------------------------------===//
// Ops
//===----------------------------------------------------------------------===//

static LogicalResult emitAllocTensor(Emitter &e, Operation *op) {
  // A tile of unspecified elements.
  if (isa<RankedTensorType>(op->getResult(0).getType())) {
    Registers registers;
    for (Type type : e.typesOf(op->getResult(0).getType()))
      registers.push_back(LLVM::UndefOp::create(e.b, e.loc(), type));
    e.set(op->getResult(0), std::move(registers));
    return success();
  }
  auto type = dyn_cast<tileas::TiledViewType>(op->getResult(0).getType());
  if (!type || type.getResidency() != tileaa::Residency::Smem)
    return e.refuse(op, "storage outside shared memory");
  Value base = e.scratch(op);
  if (!base)
    return failure();
  e.set(op->getResult(0), base);
  return success();
}

static LogicalResult emitCreatePipeline(Emitter &e, Operation *op) {
  auto create = llvm::cast<tileas::CreatePipelineOp>(op);
  for (StageBarriers barriers : {fullOf(e, create), emptyOf(e, create)})
    if (barriers)
      barriers.init();
  for (Value token : op->getResults())
    e.set(token, Registers());
  return success();
}

static LogicalResult emitCreateIterator(Emitter &e, Operation *op) {
  auto create = llvm::cast<tileas::CreateIteratorOp>(op);
  Value stage = create.getOfTeam() ? e.team() : e.i32(create.getStage());
  e.set(op->getResult(0), Registers{stage, e.i32(0)});
  return success();
}

static LogicalResult emitIncIter(Emitter &e, Operation *op) {
  tileas::CreatePipelineOp create = pipelineOf(op->getOperand(0));
  if (!create)
    return e.refuse(op, "an iterator of no known pipeline");
  Value parity = e.get(op->getOperand(0))[1];
  Value other = LLVM::XOrOp::create(e.b, e.loc(), parity, e.i32(1));
  if (llvm::cast<tileas::IncIterOp>(op).getRound()) {
    e.set(op->getResult(0), Registers{e.scalar(op->getOperand(0)), other});
    return success();
  }
  Value next = e.add(e.scalar(op->getOperand(0)), e.i32(1));
  Value isLast =
      e.compare(LLVM::ICmpPredicate::eq, next, e.i32(create.getNumStages()));
  e.set(op->getResult(0), Registers{e.select(isLast, e.i32(0), next),
                                    e.select(isLast, other, parity)});
  return success();
}

static void commitGroup(Emitter &e) {
  e.intrinsic("llvm.nvvm.cp.async.commit.group", Type(), {});
}

static bool isStageOf(Block &body, Value value) {
  auto argument = dyn_cast<BlockArgument>(value);
  return argument && argument.getOwner() == &body;
}

static LogicalResult emitProduce(Emitter &e, Operation *op) {
  auto produce = llvm::cast<tileas::ProduceOneAsyncOp>(op);
  Block &body = produce.getBody().front();
  tileas::CreatePipelineOp create = pipelineOf(produce.getIterator());
  if (!create)
    return e.refuse(op, "a producer of no known pipeline");
  if (!produce.getDone().use_empty() || !produce.getValues().empty())
    return e.refuse(op, "a producer with values");
  llvm::DenseMap<Operation *, unsigned> copied;
  for (auto [i, value] : llvm::enumerate(body.getTerminator()->getOperands()))
    if (Operation *load = value.getDefiningOp();
        load && load->getBlock() == &body && value.hasOneUse() &&
        load->hasAttr(tileas::kCopyToStageAttrName))
      copied[load] = i;
  // Stages that TMA copies to have a name in the body.
  SmallVector<std::pair<tileas::AsyncTiledTmaLoadOp, SharedImage>> byTma;
  SmallVector<std::pair<Operation *, SharedImage>> byThreads;
  llvm::DenseMap<Value, SharedImage> named;
  for (Operation &inner : body.without_terminator()) {
    if (auto name = dyn_cast<tileas::ViewOp>(inner);
        name && isStageOf(body, name.getSource())) {
      FailureOr<SharedImage> image = stageImage(
          e, op, produce.getIterator(),
          llvm::cast<BlockArgument>(name.getSource()).getArgNumber());
      if (failed(image))
        return failure();
      named.try_emplace(name.getResult(), *image);
      continue;
    }
    if (auto load = dyn_cast<tileas::AsyncTiledTmaLoadOp>(inner)) {
      auto stage = named.find(load.getDestination());
      if (stage == named.end())
        return e.refuse(&inner, "a destination that is not the stage");
      byTma.emplace_back(load, stage->second);
      continue;
    }
    if (llvm::any_of(inner.getOperands(),
                     [&](Value value) { return isStageOf(body, value); }))
      return e.refuse(op, "a producer that reads its stage");
    auto found = copied.find(&inner);
    if (found == copied.end()) {
      if (failed(e.emitOp(&inner)))
        return failure();
      continue;
    }
    FailureOr<SharedImage> image =
        stageImage(e, op, produce.getIterator(), found->second);
    if (failed(image))
      return failure();
    for (Value result : inner.getResults())
      if (isa<tileaa::MemTokenType>(result.getType()))
        e.set(result, Registers());
    byThreads.emplace_back(&inner, *image);
  }
  // The copies of TMA take longest, so they begin first.
  if (failed(beginStage(e, produce, create, byTma, !copied.empty())))
    return failure();
  for (auto [copy, image] : byThreads) {
    if (auto load = dyn_cast<tileas::TiledLoadOp>(copy))
      copyThroughView(e, load, image);
    else if (auto load = dyn_cast<tileas::LoadOp>(copy))
      copyThroughPointers(e, load, image);
    else
      return e.refuse(copy, "as a copy into a stage");
  }
  for (auto [i, value] : llvm::enumerate(body.getTerminator()->getOperands())) {
    // TMA fills it, or it stays as it is beside what is filled.
    if (isStageOf(body, value)) {
      if (llvm::cast<BlockArgument>(value).getArgNumber() != i ||
          (byTma.empty() && copied.empty()))
        return e.refuse(op, "a producer that reads its stage");
      continue;
    }
    if (copied.contains(value.getDefiningOp()))
      continue;
    FailureOr<SharedImage> image = stageImage(e, op, produce.getIterator(), i);
    if (failed(image))
      return failure();
    LinearLayout layout = Emitter::layoutOf(value);
    e.guarded(e.owner(layout), [&, value = value] {
      writeImage(e, *image, layout, getElementTypeOrSelf(value.getType()),
                 e.get(value));
    });
  }
  // Consumers in the same threads wait for groups.
  if (!emptyOf(e, create))
    commitGroup(e);
  e.set(produce.getResult(), Registers());
  if (!copied.empty())
    finishStage(e, produce, create);
  return success();
}

/// One arrival of each warp, behind all that its threads did.
static void arriveByWarps(Emitter &e, llvm::function_ref<void()> arrive) {
  NVVM::SyncWarpOp::create(e.b, e.loc(), e.i32(-1));
  e.guarded(e.compare(LLVM::ICmpPredicate::eq, e.lane(), e.i32(0)), arrive);
}

/// Each warp arrives at the barrier of a stage that threads have written. Where
/// nobody else waits for it, a stage that nothing is put into counts as a group
/// of copies as well.
static LogicalResult emitCommit(Emitter &e, Operation *op) {
  auto commit = llvm::cast<tileas::ProducerCommitOp>(op);
  if (!commit.getIterator()) {
    commitGroup(e);
  } else {
    tileas::CreatePipelineOp create = pipelineOf(commit.getIterator());
    if (!create)
      return e.refuse(op, "a stage of no known pipeline");
    StageBarriers barriers = fullOf(e, create);
    if (!barriers)
      return e.refuse(op, "a stage without a barrier");
    arriveByWarps(e, [&] {
      barriers.arrive(e.scalar(commit.getIterator()), /*bytes=*/0);
    });
  }
  e.set(op->getResult(0), Registers());
  return success();
}

static LogicalResult emitConsumerRead(Emitter &e, Operation *op) {
  auto read = llvm::cast<tileas::ConsumerReadOp>(op);
  for (auto [i, value] : llvm::enumerate(read.getValues())) {
    if (tileas::isSharedView(value.getType())) {
      FailureOr<SharedImage> image = stageImage(e, op, read.getIterator(), i);
      if (failed(image))
        return failure();
      e.set(value, image->base);
      continue;
    }
    if (!isa<RankedTensorType>(value.getType()))
      return e.refuse(op, "a stage as a view outside shared memory");
    FailureOr<SharedImage> image = stageImage(e, op, read.getIterator(), i);
    if (failed(image))
      return failure();
    Type element = getElementTypeOrSelf(value.getType());
    Registers registers =
        readImage(e, *image, Emitter::layoutOf(value), element);
    canonicalizeStage(e, element, registers);
    e.set(value, std::move(registers));
  }
  return success();
}

/// Who arrives at the barrier of a stage that has been read. A warpgroup waits
/// for its products together, one thread knows of those that it issued alone,
/// and else each thread has read for itself.
static void arriveAtEmpty(Emitter &e, Operation *op, StageBarriers &barriers,
                          Value stage) {
  if (op->hasAttr(tileas::kReleasedByProductsAttrName))
    return e.guarded(e.isFirstThread(), [&] {
      arriveAfterProducts(e, op, sharedAddress(e, barriers.at(stage)));
    });
  auto arrive = [&] {
    if (barriers.isOfPair())
      barriers.arriveInFirst(stage);
    else if (barriers.isOfCluster())
      barriers.arriveInCluster(stage);
    else
      barriers.arrive(stage, /*bytes=*/0);
  };
  if (!op->hasAttr(tileas::kEachWarpReleasesAttrName))
    return e.guarded(e.isFirstOfWarpgroup(), arrive);
  arriveByWarps(e, arrive);
}

/// The barrier of a later wait is what gives the stage back, or arrivals at one
/// of its own.
static LogicalResult emitRelease(Emitter &e, Operation *op) {
  auto release = llvm::cast<tileas::ConsumerReleaseOp>(op);
  tileas::CreatePipelineOp create = pipelineOf(release.getToken());
  if (!create)
    return e.refuse(op, "a token of no known pipeline");
  if (StageBarriers barriers = emptyOf(e, create)) {
    if (!release.getIterator())
      return e.refuse(op, "the release of an unknown stage");
    Value stage = e.scalar(release.getIterator());
    arriveAtEmpty(e, op, barriers, stage);
  }
  e.set(op->getResult(0), Registers());
  return success();
}

void registerPipelineHandlers(Handlers &h) {
  h.addOp<tileas::AllocTensorOp>(emitAllocTensor);
  h.addOp<tileas::CreatePipelineOp>(emitCreatePipeline);
  h.addOp<tileas::CreateIteratorOp>(emitCreateIterator);
  h.addOp<tileas::IncIterOp>(emitIncIter);
  h.addOp<tileas::ProduceOneAsyncOp>(emitProduce);
  h.addOp<tileas::ProducerCommitOp>(emitCommit);
  h.addOp<tileas::ConsumerReadOp>(emitConsumerRead);
  h.addOp<tileas::ConsumerReleaseOp>(emitRelease);
}

} // namespace tessera::gpu
