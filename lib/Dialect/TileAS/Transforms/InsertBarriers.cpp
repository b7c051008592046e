//===- TileAS/Transforms/InsertBarriers.cpp - membar analysis -------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A forward walk over structured control flow. The state is what may have
// happened since the last barrier; an op that must be ordered after something
// in it gets a barrier in front. Loops run until the state at their entry stops
// growing; decisions are those of the last run. Rows T1-T7: docs/nv_tileas.md.
//
//===----------------------------------------------------------------------===//

#include "Membar.h"

#include "tessera/Dialect/TileAS/IR/PipelineAttrs.h"
#include "tessera/Dialect/TileAS/Transforms/Passes.h"

#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallBitVector.h"

namespace tessera::tileas {
#define GEN_PASS_DEF_INSERTBARRIERSPASS
#include "tessera/Dialect/TileAS/Transforms/Passes.h.inc"
} // namespace tessera::tileas

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;

//===----------------------------------------------------------------------===//
// The walk
//===----------------------------------------------------------------------===//

/// What each thread does alone and all must have done before any goes on.
static bool meetsBehind(Operation *op) {
  // Others read what a thread copied, and fill the stage that it read before.
  if (isa<ConsumerWaitOp>(op))
    return !op->hasAttr(kWaitsAloneAttrName);
  // Elements of 4 bits keep what is beside them, which is zeroed first.
  if (auto local = dyn_cast<tileaa::AllocaOp>(op))
    return tileaa::getStorageBits(local.getType().getPointeeType()) == 4;
  return isa<tileaa::MemoryFenceOp>(op);
}

/// Whether `op` gives back a place in which a role that it is not in has made
/// maps. The others wait for that role only where a loop has iterations.
static bool endsMapsOfRole(Operation *op) {
  auto release = dyn_cast<ReleaseTmaPlaceOp>(op);
  if (!release || op->getParentOfType<AgentSwitchOp>() ||
      isa_and_nonnull<BarrierOp>(op->getPrevNode()))
    return false;
  return llvm::any_of(release.getPlace().getUsers(), [](Operation *user) {
    return isa<MakeTiledTmaDescOp>(user) &&
           user->getParentOfType<AgentSwitchOp>();
  });
}

Decision Membar::decide(Operation *op, const State &state) {
  Decision decision;
  decision.behind = meetsBehind(op);
  decision.barrier = endsMapsOfRole(op);
  const bool isClear = state.shared.empty() && state.accesses.empty();
  // Barriers behind it join the threads of one role only.
  if (isa<AgentSwitchOp>(op))
    decision.barrier = !isClear;
  // Another thread may use the memory that it gives back.
  if (isa<ReleaseHeapOp>(op) ||
      (isa<tileaa::AllocaOp>(op) && op->getParentOfType<LoopLikeOpInterface>()))
    decision.barrier = !state.accesses.empty();
  auto against = [&](const SharedUse &use) {
    for (const SharedUse &other : state.shared)
      if (use.conflicts(other)) {
        if (other.async)
          result = op->emitOpError(
              "expected a wait for the asynchronous copy into its storage");
        decision.join({true, use.changesProxy(other)});
      }
    // Also behind a barrier, as long as nobody has made the fence.
    if (use.byEngine)
      decision.fenceBefore |=
          llvm::any_of(state.unfenced, [&](const SharedUse &write) {
            return use.overlaps(write);
          });
  };
  if (int64_t bytes = getScratchBytes(op)) {
    int64_t offset = getInteger(op, kSharedOffsetAttrName).value_or(0);
    against({op, offset, offset + bytes, /*writes=*/true, false, false});
  }
  for (const SharedUse &use : sharedUses(op))
    against(use);
  // A pipeline may be made again, over stages that the last one still reads. A
  // producer that no pass has told that its stage is free waits for readers.
  const bool waitsForReaders =
      isa<ProduceOneAsyncOp>(op) && !op->hasAttr(kStageIsFreeAttrName);
  for (SharedUse use : stageUses(op)) {
    if (waitsForReaders)
      decision.barrier |=
          llvm::any_of(state.shared, [&](const SharedUse &other) {
            return other.pipeline == use.pipeline && !other.writes;
          });
    if (isa<CreatePipelineOp>(op))
      use.pipeline = nullptr;
    against(use);
  }
  // Two barriers of commits take turns: all threads must have seen the phase of
  // the one before the last. A commit behind no product completes its barrier
  // at once.
  if (isa<TensorDotOp, CommitProductsOp>(op))
    decision.barrier |= llvm::any_of(state.shared, [](const SharedUse &use) {
      return isa<WaitProductsOp>(use.op);
    });
  if (!accessOf(op))
    return decision;
  for (PendingAccess pending : pendingBefore(op, state)) {
    if (!needsBarrier(pending, op))
      continue;
    if (pending.getInt() & kRunning)
      result = op->emitOpError("expected a wait for the asynchronous access "
                               "that its token comes from");
    decision.join({true, accessOf(op)->asyncProxy !=
                             accessOf(pending.getPointer())->asyncProxy});
  }
  return decision;
}

void Membar::visitOp(Operation *op, State &state) {
  Decision decision = decide(op, state);
  decisions[op] = decision;
  if (decision.barrier)
    state.clear();
  if (decision.proxyFence || decision.fenceBefore || isa<ProxyFenceOp>(op))
    state.unfenced.clear();
  visitKind(op, state);
  if (decision.behind)
    state.clear();
}

void Membar::visitKind(Operation *op, State &state) {
  if (auto barrier = dyn_cast<BarrierOp>(op)) {
    if (barrier.getScope() != BarrierScope::Warp || oneWarp)
      state.clear();
    return;
  }
  // All threads meet where they learn which columns they have.
  if (isa<ClaimTensorMemoryOp>(op))
    return state.clear();
  if (auto agents = dyn_cast<AgentSwitchOp>(op))
    return visitAgents(agents, state);
  if (isa<ConsumerWaitOp>(op)) {
    // The copies that have been waited for.
    for (AllocTensorOp root : aliases.roots(op->getOperand(0))) {
      int64_t begin = getInteger(root, kSharedOffsetAttrName).value_or(0);
      int64_t bytes = cast<TiledViewType>(root.getType()).getNumBytes();
      state.addWrite({op, begin, begin + bytes, /*writes=*/true, false, false});
    }
  }
  if (isa<CommitProductsOp>(op))
    return state.commitProducts();
  // All threads wait there for products, which then use nothing.
  if (auto wait = dyn_cast<WaitProductsOp>(op)) {
    state.finishProducts(wait.getPending());
    state.add({op, 0, 0, /*writes=*/false, false, false});
    return;
  }
  // One thread knows that they have been read; others learn it from a barrier.
  if (auto wait = dyn_cast<WaitTmaStoresOp>(op))
    return visitStoreWait(wait, state);
  // An access with a value is made before its scratch hands the value round.
  if (isa<AsyncWaitOp, FutureWaitOp>(op))
    return visitWait(op, state);
  const bool isAccess = accessOf(op) != nullptr;
  const unsigned running = isAccess && accessOf(op)->async ? kRunning : 0;
  const bool hasValue = llvm::any_of(op->getResultTypes(),
                                     [](Type type) { return !isToken(type); });
  if (isAccess && hasValue)
    state.accesses.insert({op, running});
  if (int64_t bytes = getScratchBytes(op)) {
    int64_t offset = getInteger(op, kSharedOffsetAttrName).value_or(0);
    state.clear();
    state.add({op, offset, offset + bytes, /*writes=*/false, false, false});
  }
  if (isAccess && !hasValue)
    state.accesses.insert({op, running});
  for (const SharedUse &use : sharedUses(op)) {
    state.add(use);
    state.addWrite(use);
  }
  for (const SharedUse &use : stageUses(op))
    state.add(use);

  if (auto branch = dyn_cast<RegionBranchOpInterface>(op))
    return isa<LoopLikeOpInterface>(op) ? visitLoop(branch, state)
                                        : visitRegions(branch, state);
  for (Region &region : op->getRegions())
    for (Block &block : region)
      visitBlock(block, state);
}

/// What the op waits for is done in this thread; others learn of it at the next
/// barrier.
void Membar::visitWait(Operation *op, State &state) {
  llvm::SmallSetVector<Value, 8> awaited;
  awaited.insert_range(op->getOperands());
  llvm::SmallPtrSet<Operation *, 8> done;
  for (size_t i = 0; i != awaited.size(); ++i) {
    Value value = awaited[i];
    awaited.insert_range(flow.sources(value));
    Operation *maker = value.getDefiningOp();
    if (!maker)
      continue;
    done.insert(maker);
    // A product is done after the one whose sums it adds to.
    if (auto dot = dyn_cast<AsyncDotOp>(maker))
      awaited.insert(dot.getAcc());
  }
  State next;
  next.unfenced = state.unfenced;
  for (PendingAccess access : state.accesses) {
    unsigned flags = access.getInt();
    if (done.contains(access.getPointer()))
      flags &= ~kRunning;
    next.accesses.insert({access.getPointer(), flags});
  }
  for (SharedUse use : state.shared) {
    if (done.contains(use.op))
      use.async = false;
    next.add(use);
  }
  state = std::move(next);
}

void Membar::visitStoreWait(WaitTmaStoresOp op, State &state) {
  llvm::SmallPtrSet<Operation *, 4> done;
  for (Value storage : op.getStorage())
    done.insert_range(aliases.roots(storage));
  State next;
  next.accesses = state.accesses;
  next.unfenced = state.unfenced;
  for (SharedUse use : state.shared) {
    if (auto store = dyn_cast<AsyncTiledTmaStoreOp>(use.op))
      if (llvm::all_of(aliases.roots(store.getSource()),
                       [&](Operation *root) { return done.contains(root); }))
        use.async = false;
    next.add(use);
  }
  state = std::move(next);
}

void Membar::visitBlock(Block &block, State &state) {
  for (Operation &op : block)
    visitOp(&op, state);
}

/// Agents run side by side.
void Membar::visitAgents(AgentSwitchOp op, State &state) {
  State exit;
  for (Region &agent : op.getAgents()) {
    State current = state;
    visitBlock(agent.front(), current);
    exit.join(current, /*carried=*/false);
  }
  state = std::move(exit);
}

std::pair<Decision, unsigned> Membar::decisionsIn(Operation *op) const {
  Decision all;
  unsigned barriers = 0;
  op->walk([&](Operation *inner) {
    if (inner == op)
      return;
    Decision decision = decisions.lookup(inner);
    all.join(decision);
    barriers += decision.barrier;
  });
  return {all, barriers};
}

/// A barrier that only the first iteration needs stands in front of the loop.
void Membar::visitLoop(RegionBranchOpInterface op, State &state) {
  State inside = state;
  visitRegions(op, inside);
  auto [needed, barriers] = decisionsIn(op);
  if (barriers != 0) {
    State behind = state;
    behind.clear();
    if (needed.proxyFence || needed.fenceBefore)
      behind.unfenced.clear();
    visitRegions(op, behind);
    if (decisionsIn(op).second < barriers) {
      needed.barrier = true;
      decisions[op].join(needed);
      state = std::move(behind);
      return;
    }
    inside = state;
    visitRegions(op, inside);
  }
  state = std::move(inside);
}

void Membar::visitRegions(RegionBranchOpInterface op, State &state) {
  SmallVector<State> entries(op->getNumRegions());
  llvm::SmallBitVector reached(op->getNumRegions());
  llvm::SmallSetVector<unsigned, 4> pending;
  State exit;
  auto leave = [&](RegionBranchPoint point, std::optional<unsigned> from,
                   const State &current) {
    SmallVector<RegionSuccessor> successors;
    op.getSuccessorRegions(point, successors);
    for (RegionSuccessor &successor : successors) {
      if (successor.isParent()) {
        exit.join(current, /*carried=*/false);
        continue;
      }
      unsigned to = successor.getSuccessor()->getRegionNumber();
      bool isBackEdge = from && to <= *from;
      if (entries[to].join(current, isBackEdge) || !reached.test(to))
        pending.insert(to);
      reached.set(to);
    }
  };
  leave(RegionBranchPoint::parent(), std::nullopt, state);
  while (!pending.empty()) {
    unsigned number = pending.pop_back_val();
    Region &region = op->getRegion(number);
    State current = entries[number];
    visitBlock(region.front(), current);
    auto terminator = dyn_cast<RegionBranchTerminatorOpInterface>(
        region.front().getTerminator());
    if (terminator)
      leave(RegionBranchPoint(terminator), number, current);
  }
  state = std::move(exit);
}

LogicalResult Membar::run() {
  State state;
  visitBlock(function.getBody().front(), state);
  if (failed(result))
    return failure();
  for (auto [op, decision] : decisions) {
    OpBuilder builder(op);
    if (decision.proxyFence || decision.fenceBefore)
      ProxyFenceOp::create(builder, op->getLoc(),
                           /*shared_only=*/!decision.proxyFence);
    const BarrierScope scope =
        oneWarp ? BarrierScope::Warp : BarrierScope::Block;
    if (decision.barrier) {
      BarrierOp::create(builder, op->getLoc(), scope);
      if (decision.proxyFence)
        ProxyFenceOp::create(builder, op->getLoc(), /*shared_only=*/false);
    }
    if (decision.behind && !isa_and_nonnull<BarrierOp>(op->getNextNode())) {
      builder.setInsertionPointAfter(op);
      BarrierOp::create(builder, op->getLoc(), scope);
    }
  }
  return success();
}

namespace {
struct InsertBarriers : tileas::impl::InsertBarriersPassBase<InsertBarriers> {
  void runOnOperation() override {
    for (auto function : getOperation().getOps<tileaa::FuncOp>())
      if (failed(Membar(function).run()))
        return signalPassFailure();
  }
};
} // namespace
