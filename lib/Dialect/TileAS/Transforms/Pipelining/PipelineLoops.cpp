//===- TileAS/Transforms/Pipelining/PipelineLoops.cpp - loads ahead of their products -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In a loop with products, the loads whose tiles go through shared memory
// anyway become the payload of one pipeline: stages - 1 iterations ahead they
// are copied into a stage, and where the tile was converted the stage is read
// in the layout that is wanted, or, where it was put into storage that products
// read, the stage takes the place of the storage. What a load's address is
// computed from is computed once more, ahead, with arguments of the loop of its
// own where it is carried.
//
// Per iteration: wait for the own stage (a barrier, after which the stage of
// the iteration before is free), fill that one, read. Products of wgmma that
// only add to a carried value are left under way: then the stage that is free
// is the one of two iterations before, and copies are made one iteration less
// ahead. Products of tcgen05, which a thread issues and leaves, come before the
// copies: the tensor unit has the next product while threads still copy.
//
// With the strategy wgmma-tma, TMA fills what it can of a stage, and the stage
// has a barrier that the bytes complete. Whether the tensor maps could be made
// is known at run time; where not, the same stage is filled by cp.async.
//
//===----------------------------------------------------------------------===//

#include "LatencyHints.h"
#include "LoopPipeline.h"
#include "ResultStores.h"
#include "StageCopies.h"

#include "tessera/Dialect/TileAS/IR/MmaAtoms.h"
#include "tessera/Dialect/TileAS/IR/PipelineAttrs.h"
#include "tessera/Dialect/TileAS/Transforms/Passes.h"
#include "tessera/Dialect/TileAS/Utils/Builders.h"
#include "tessera/Dialect/TileAS/Utils/Turns.h"

#include "llvm/ADT/TypeSwitch.h"

namespace tessera::tileas {
#define GEN_PASS_DEF_PIPELINELOOPSPASS
#include "tessera/Dialect/TileAS/Transforms/Passes.h.inc"
} // namespace tessera::tileas

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;

//===----------------------------------------------------------------------===//
// Rewriting
//===----------------------------------------------------------------------===//

void LoopPipeline::rebuild() {
  Location loc = loop.getLoc();
  createPipeline();
  Type producerType = iteratorType(false), consumerType = iteratorType(true);
  // The producer, stages - 1 iterations ahead.
  Value iterator =
      CreateIteratorOp::create(b, loc, producerType, pipeline.getProducer());
  SmallVector<Value> state{pipeline.getProducer(), loop.getLowerBound()};
  for (unsigned number : slice.carried)
    state.push_back(loop.getInitArgs()[number]);
  for (unsigned s = 0; s < distance; ++s) {
    SmallVector<Value> next;
    produce(ArrayRef(state).drop_front(), state[0], iterator, next);
    state = next;
    iterator = IncIterOp::create(b, loc, producerType, iterator);
  }
  Value reader =
      CreateIteratorOp::create(b, loc, consumerType, pipeline.getConsumer());
  // The new loop carries what the old one does, then the two sides.
  const unsigned kept = loop.getNumRegionIterArgs();
  SmallVector<Value> inits = oldInits();
  inits.push_back(pipeline.getConsumer());
  inits.push_back(reader);
  inits.push_back(iterator);
  llvm::append_range(inits, state);
  scf::ForOp made = buildLoopLike(b, loop, loop.getLowerBound(), inits);
  ValueRange arguments = made.getRegionIterArgs();
  Value consumer = arguments[kept], ownStage = arguments[kept + 1],
        ahead = arguments[kept + 2];
  b.setInsertionPointToStart(made.getBody());
  auto wait = ConsumerWaitOp::create(b, loc, consumer.getType(), consumer,
                                     ownStage, /*consumer_idx=*/0);
  wait->setAttr(kPendingStagesAttrName, b.getI64IntegerAttr(distance - 1));
  SmallVector<Value> current(arguments.drop_front(kept + 3)), next;
  produce(ArrayRef(current).drop_front(), current[0], ahead, next);
  Value nextAhead = IncIterOp::create(b, loc, producerType, ahead);
  SmallVector<Operation *> copies;
  for (Operation *op = wait->getNextNode();
       op && !op->hasTrait<OpTrait::IsTerminator>(); op = op->getNextNode())
    copies.push_back(op);
  const bool issuesFirst = isIssuedFirst();

  SmallVector<Value> yielded = moveBody(made, wait, ownStage);
  if (issuesFirst) {
    Operation *last = nullptr;
    for (AsyncDotOp dot : made.getBody()->getOps<AsyncDotOp>())
      last = dot;
    for (Operation *op : copies) {
      op->moveAfter(last);
      last = op;
    }
  }
  b.setInsertionPointToEnd(made.getBody());
  Value released =
      ConsumerReleaseOp::create(b, loc, consumer.getType(), wait.getResult());
  Value nextStage = IncIterOp::create(b, loc, consumerType, ownStage);
  yielded.push_back(released);
  yielded.push_back(nextStage);
  yielded.push_back(nextAhead);
  llvm::append_range(yielded, next);
  scf::YieldOp::create(b, loc, yielded);
  b.setInsertionPointAfter(made);
  if (barrierBytes != 0)
    ClosePipelineOp::create(b, loc, made.getResult(kept));
  replaceResults(made);
}

SmallVector<Value> LoopPipeline::oldInits() {
  SmallVector<Value> inits(loop.getInitArgs());
  for (const Chain &chain : chains) {
    Value &init = inits[chain.number];
    init = ToAsyncOp::create(b, loop.getLoc(),
                             AsyncValueType::get(init.getType()), init);
  }
  return inits;
}

void LoopPipeline::replaceResults(scf::ForOp made) {
  SmallVector<Value> results(
      made.getResults().take_front(loop.getNumResults()));
  b.setInsertionPointAfter(made);
  for (const Chain &chain : chains)
    results[chain.number] = FutureWaitOp::create(
        b, loop.getLoc(), loop.getResult(chain.number).getType(),
        results[chain.number]);
  loop.replaceAllUsesWith(results);
  loop.erase();
}

SmallVector<Value> LoopPipeline::moveBody(scf::ForOp made, ConsumerWaitOp wait,
                                          Value ownStage) {
  return moveBody(made, ArrayRef(wait), ArrayRef(ownStage));
}

SmallVector<Value> LoopPipeline::moveBody(scf::ForOp made,
                                          ArrayRef<ConsumerWaitOp> waits,
                                          ArrayRef<Value> ownStages) {
  Location loc = loop.getLoc();
  const unsigned kept = loop.getNumRegionIterArgs();
  Block *old = loop.getBody();
  Operation *yield = old->getTerminator();
  for (auto [from, to] :
       llvm::zip(old->getArguments(),
                 made.getBody()->getArguments().take_front(kept + 1)))
    from.replaceAllUsesWith(to);
  SmallVector<Value> yielded(yield->getOperands());
  yield->erase();
  if (!made.getBody()->empty() &&
      made.getBody()->back().hasTrait<OpTrait::IsTerminator>())
    made.getBody()->back().erase();
  made.getBody()->getOperations().splice(made.getBody()->end(),
                                         old->getOperations());
  // One read where the first of the tiles is wanted.
  Operation *first = payload[0].sink;
  for (Payload &each : payload)
    if (each.sink->isBeforeInBlock(first))
      first = each.sink;
  b.setInsertionPoint(first);
  auto types = cast<PipelineIteratorType>(iteratorType(/*forConsumer=*/true))
                   .getPayload();
  SmallVector<ConsumerReadOp> reads;
  for (auto [number, wait] : llvm::enumerate(waits))
    reads.push_back(ConsumerReadOp::create(
        b, loc, types, ConsumerWaitOp(wait).getResult(), ownStages[number],
        /*consumer_idx=*/0));
  for (auto [number, each] : llvm::enumerate(payload)) {
    Value value = reads[inTurn ? number : 0].getValues()[number];
    Value wanted = each.wanted();
    for (Value &out : yielded)
      if (out == wanted)
        out = value;
    if (auto store = dyn_cast<TiledStoreOp>(each.sink)) {
      Operation *storage = wanted.getDefiningOp();
      store.erase();
      for (Operation *renaming : llvm::reverse(each.renamings))
        renaming->erase();
      wanted.replaceAllUsesWith(value);
      storage->erase();
    } else {
      wanted.replaceAllUsesWith(value);
      each.sink->erase();
    }
    // Copies are done and seen by all threads: what was ordered after the load
    // is left with what the load was ordered after.
    if (each.load->getNumResults() > 1) {
      Value before;
      for (Value operand : each.load->getOperands())
        if (isa<tileaa::MemTokenType>(operand.getType()))
          before = operand;
      for (Value &out : yielded)
        if (out == each.load->getResult(1))
          out = before;
      each.load->getResult(1).replaceAllUsesWith(before);
    }
    each.load->erase();
  }
  keepUnderway(made, yielded);
  return yielded;
}

void LoopPipeline::keepUnderway(scf::ForOp made,
                                SmallVectorImpl<Value> &yielded) {
  SmallVector<DotOp> all;
  for (const Chain &chain : chains)
    llvm::append_range(all, chain.dots);
  llvm::sort(all, [](DotOp a, DotOp c) { return a->isBeforeInBlock(c); });
  for (DotOp dot : all) {
    b.setInsertionPoint(dot);
    // After the last one, those of the iteration before are done.
    IntegerAttr pending;
    if (dot == all.back())
      pending = b.getI32IntegerAttr(all.size());
    auto later = AsyncDotOp::create(
        b, dot.getLoc(), AsyncValueType::get(dot.getType()), dot.getLhs(),
        dot.getRhs(), dot->getOperand(2), dot.getLhsScale(), dot.getRhsScale(),
        dot.getAtom(), dot.getSignednessLhsAttr(), dot.getSignednessRhsAttr(),
        dot.getFastAcc(), pending);
    for (const Chain &chain : chains)
      if (chain.dots.back() == dot)
        yielded[chain.number] = later.getResult();
    dot.getResult().replaceAllUsesWith(later.getResult());
    dot.erase();
  }
}

bool LoopPipeline::run(std::optional<unsigned> wantedStages) {
  if (!findPayload())
    return false;
  findChains();
  chooseEngines();
  hasProducer = roles && reportRoles(whyOneRole());
  hasPrologue = hasProducer && wantsPrologue();
  if (!choosePlaces(wantedStages))
    return false;
  hasIssuer = hasProducer && roles->hasIssuer() && !chains.empty();
  isOfPair = hasProductsOfPair();
  // Nobody else can issue them: checkIssued refuses the kernel.
  if (isOfPair && !hasIssuer)
    return false;
  shareCopies();
  hasPrologue &= hasProducer;
  const bool isOnce = KernelRoles::loopsAround(loop).empty();
  const MapOwner owner = hasPrologue && isOnce ? MapOwner::ProducerAlone
                         : hasProducer         ? MapOwner::Producer
                                               : MapOwner::Block;
  for (Payload &each : payload)
    if (each.tma)
      each.map = maps->mapOf(each.load, *each.tma, owner);
  if (hasProducer)
    rebuildForRoles();
  else
    rebuild();
  return true;
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

/// Whether only an issuer may make this product: of a pair of blocks, or in the
/// loop over the turns of a block, unless consumers issue those of all turns.
static bool isForIssuer(Operation *op, AtomAttr atom, bool byConsumers) {
  if (isOfPair(atom))
    return true;
  if (byConsumers)
    return false;
  auto loop = op->getParentOfType<scf::ForOp>();
  while (loop && !isOverTurns(loop))
    loop = loop->getParentOfType<scf::ForOp>();
  return loop != nullptr;
}

/// Products that were left with the consumer and that only an issuer may make.
static LogicalResult checkIssued(tileaa::FuncOp function, bool byConsumers) {
  int64_t left = 0, all = 0;
  Operation *first = nullptr;
  function.walk([&](Operation *op) {
    llvm::TypeSwitch<Operation *>(op)
        .Case<DotOp, AsyncDotOp>([&](auto dot) {
          if (!isForIssuer(op, dot.getAtom(), byConsumers))
            return;
          if (++left == 1)
            first = op;
          ++all;
        })
        .Case([&](TensorDotOp dot) {
          all += isForIssuer(op, dot.getAtom(), byConsumers);
        });
  });
  if (left == 0)
    return success();
  addMisfit(function, Resource::IssuedProducts, all, all - left);
  std::string strategy(stringifyStrategy(getPlan(function).getStrategy()));
  llvm::replace(strategy, '_', '-');
  return first->emitOpError("strategy ")
         << strategy
         << " does not apply: the issuer cannot run the loop of this product";
}

/// A kernel that has been split over teams has no other role to run it.
static LogicalResult checkTeams(tileaa::FuncOp function, bool hasProducer) {
  PlanAttr plan = getPlan(function);
  if (!plan || plan.getTeams() == 1 || hasProducer)
    return success();
  addMisfit(function, Resource::Teams, plan.getTeams(), 1);
  return function.emitError(
      "teams of a consumer do not apply: no producer fills their stages");
}

/// A correction role that the plan has takes registers of the others.
static LogicalResult checkCorrection(tileaa::FuncOp function,
                                     const KernelRoles &roles) {
  if (!roles.hasCorrection() || roles.isCorrected())
    return success();
  addMisfit(function, Resource::Correction, roles.teams(), 1);
  return function.emitError("a correction role does not apply: no loop scales "
                            "the sums of a product in front of it by rows");
}

namespace {
struct PipelineLoops : tileas::impl::PipelineLoopsPassBase<PipelineLoops> {
  void runOnOperation() override {
    ModuleOp module = getOperation();
    TargetAttr target = getTarget(module);
    if (!target)
      return;
    for (auto function : module.getOps<tileaa::FuncOp>()) {
      if (failed(pipelineFunction(function, target.getTarget())))
        return signalPassFailure();
    }
  }

  LogicalResult pipelineFunction(tileaa::FuncOp function,
                                 const gpu::GpuTarget &target) {
    // Their pointers are generic, and cp.async reads global memory.
    bool hasLocal = false;
    function.walk([&](tileaa::AllocaOp) { hasLocal = true; });
    const bool isChained = hasChainedTurns(function);
    if (hasLocal) {
      if (failed(checkIssued(function, /*byConsumers=*/false)) ||
          failed(checkTeams(function, /*hasProducer=*/false)))
        return failure();
      if (PlanAttr plan = getPlan(function); plan && plan.hasSeveralRoles())
        KernelRoles(function, plan).finish();
      return success();
    }
    moveConversionsUp(function);
    SmallVector<scf::ForOp> loops;
    function.walk([&](scf::ForOp loop) { loops.push_back(loop); });
    PlanAttr plan = getPlan(function);
    const bool byTma = plan && plan.copiesByTma();
    TensorMaps maps(function);
    if (byTma)
      storeResultsByTma(function, target, maps);
    std::optional<KernelRoles> roles;
    if (plan && plan.hasSeveralRoles()) {
      roles.emplace(function, plan);
      roles->follow(loops);
    }
    for (scf::ForOp loop : loops)
      LoopPipeline(loop, target, byTma ? &maps : nullptr,
                   roles ? &*roles : nullptr)
          .run(stagesOf(loop, target.name));
    // A producer asks for other blocks.
    const bool hasProducer = roles && roles->hasProducer();
    if (failed(checkIssued(function, isChained && hasProducer)) ||
        failed(checkTeams(function, hasProducer)) ||
        (roles && failed(checkCorrection(function, *roles))))
      return failure();
    maps.finish([&](Operation *op) { roles->give(op, RoleKind::Producer); });
    if (roles)
      roles->finish();
    meetAtEnd(function);
    reportLatencyHints(function, target.name);
    return success();
  }
};
} // namespace
