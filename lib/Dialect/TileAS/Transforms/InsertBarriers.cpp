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

#include "Access.h"
#include "ValueFlow.h"

#include "tessera/Dialect/TileAS/IR/PipelineAttrs.h"
#include "tessera/Dialect/TileAS/Transforms/Passes.h"

#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallBitVector.h"

namespace tessera::tileas {
#define GEN_PASS_DEF_INSERTBARRIERSPASS
#include "tessera/Dialect/TileAS/Transforms/Passes.h.inc"
} // namespace tessera::tileas

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;

namespace {
/// A use of bytes of the pool.
struct SharedUse {
  Operation *op;
  int64_t begin, end;
  bool writes, async, asyncProxy;
  /// The storage of the pipeline whose stage it is: which stage is whose turn
  /// follows from the pipeline's own waits.
  Operation *pipeline = nullptr;
  /// Read or written by a product, or read by a store by TMA.
  bool byEngine = false;
  /// Of tensor memory, by threads: the registers on the other side.
  LayoutAttr registers = {};

  bool overlaps(const SharedUse &other) const {
    return begin < other.end && other.begin < end;
  }
  bool conflicts(const SharedUse &other) const {
    if (pipeline && pipeline == other.pipeline)
      return false;
    // Products are made in their order, and stores by TMA read nothing that
    // they write; a thread knows what it did itself.
    if ((byEngine && other.byEngine) ||
        (registers && registers == other.registers))
      return false;
    return overlaps(other) && (writes || other.writes);
  }
  /// Whether order between them needs fences beside the barrier. What engines
  /// read has rules of its own (State::unfenced).
  bool changesProxy(const SharedUse &other) const {
    return asyncProxy != other.asyncProxy && !byEngine && !other.byEngine;
  }
  bool operator==(const SharedUse &) const = default;
};

/// An access to global memory, with what is known of this execution of it.
using PendingAccess = llvm::PointerIntPair<Operation *, 2, unsigned>;
/// In an earlier iteration of a loop that holds it.
constexpr unsigned kCarried = 1;
/// Asynchronous, and nobody has waited for it.
constexpr unsigned kRunning = 2;

/// What may have happened since the last barrier.
struct State {
  llvm::SmallSetVector<PendingAccess, 8> accesses;
  SmallVector<SharedUse> shared;
  /// Ordinary writes since the last proxy fence, whether a barrier followed
  /// them or not: no engine may read these bytes.
  SmallVector<SharedUse> unfenced;

  /// True if something is new.
  bool join(const State &other, bool carried) {
    bool changed = false;
    for (PendingAccess access : other.accesses)
      changed |= accesses.insert(
          {access.getPointer(), access.getInt() | (carried ? kCarried : 0)});
    for (const SharedUse &use : other.shared)
      changed |= add(shared, use);
    for (const SharedUse &use : other.unfenced)
      changed |= add(unfenced, use);
    return changed;
  }
  static bool add(SmallVectorImpl<SharedUse> &uses, const SharedUse &use) {
    if (llvm::is_contained(uses, use))
      return false;
    uses.push_back(use);
    return true;
  }
  bool add(const SharedUse &use) { return add(shared, use); }
  /// Ordinary writes that are done when the next fence is made.
  void addWrite(const SharedUse &use) {
    if (use.writes && !use.async && !use.asyncProxy && !use.registers)
      add(unfenced, use);
  }
  /// A barrier: everything but copies that nobody has waited for.
  void clear() {
    accesses.remove_if(
        [](PendingAccess access) { return (access.getInt() & kRunning) == 0; });
    llvm::erase_if(shared, [](const SharedUse &use) { return !use.async; });
  }
};

/// What goes in front of an op, and behind it.
struct Decision {
  /// `fenceBefore`: one proxy fence in front, of the barrier if there is one.
  /// `proxyFence`: one on each side of the barrier. `behind`: a barrier behind.
  bool barrier = false, proxyFence = false, fenceBefore = false, behind = false;
  void join(Decision other) {
    barrier |= other.barrier;
    proxyFence |= other.proxyFence;
    fenceBefore |= other.fenceBefore;
    behind |= other.behind;
  }
};

class Membar {
public:
  explicit Membar(tileaa::FuncOp function)
      : function(function), flow(function), aliases(function, flow) {
    if (PlanAttr plan = getPlan(function))
      oneWarp = plan.getNumWarps() == 1;
    function.walk([&](Operation *op) {
      if (std::optional<Access> access = describeAccess(op))
        accesses.try_emplace(op, std::move(*access));
    });
  }
  LogicalResult run();

private:
  void visitBlock(Block &block, State &state);
  void visitOp(Operation *op, State &state);
  void visitKind(Operation *op, State &state);
  void visitWait(Operation *op, State &state);
  void visitStoreWait(WaitTmaStoresOp op, State &state);
  void visitRegions(RegionBranchOpInterface op, State &state);
  void visitLoop(RegionBranchOpInterface op, State &state);
  /// What was decided of all ops inside `op`, and how many barriers that is.
  std::pair<Decision, unsigned> decisionsIn(Operation *op) const;
  void visitAgents(AgentSwitchOp op, State &state);

  Decision decide(Operation *op, const State &state);
  /// Must `second` wait for all threads to have made `first`? Only asked where
  /// a token orders them.
  bool needsBarrier(PendingAccess first, Operation *second) const;
  /// What of the state tokens order `op` after.
  SmallVector<PendingAccess> pendingBefore(Operation *op,
                                           const State &state) const;
  SmallVector<SharedUse, 2> sharedUses(Operation *op) const;
  /// The uses of stages by an op of a pipeline.
  SmallVector<SharedUse, 2> stageUses(Operation *op) const;

  /// What `op` does to global memory, or null.
  const Access *accessOf(Operation *op) const {
    auto it = accesses.find(op);
    return it == accesses.end() ? nullptr : &it->second;
  }

  tileaa::FuncOp function;
  ValueFlow flow;
  StorageAliases aliases;
  bool oneWarp = false;
  llvm::DenseMap<Operation *, Access> accesses;
  llvm::MapVector<Operation *, Decision> decisions;
  LogicalResult result = success();
};
} // namespace

//===----------------------------------------------------------------------===//
// Shared memory
//===----------------------------------------------------------------------===//

static std::optional<int64_t> getInteger(Operation *op, StringRef name) {
  auto attribute = op->getAttrOfType<IntegerAttr>(name);
  return attribute ? std::optional(attribute.getInt()) : std::nullopt;
}

/// Bytes of scratch; 0 for ops without.
static int64_t getScratchBytes(Operation *op) {
  return getInteger(op, kScratchBytesAttrName).value_or(0);
}

/// The stage that the body of a producer fills.
static bool isStageOfProducer(Value view) {
  auto named = view.getDefiningOp<ViewOp>();
  auto stage =
      named ? dyn_cast<BlockArgument>(named.getSource()) : BlockArgument();
  return stage &&
         isa<ProduceOneOp, ProduceOneAsyncOp>(stage.getOwner()->getParentOp());
}

/// Tensor memory counts as bytes behind all of shared memory. A place that is
/// not known may be any.
static SharedUse tensorUse(Operation *op, const StorageUse &use) {
  constexpr int64_t begin = int64_t(1) << 40;
  SharedUse made{op,
                 begin,
                 std::numeric_limits<int64_t>::max(),
                 use.writes,
                 use.async,
                 use.asyncProxy,
                 /*pipeline=*/nullptr,
                 use.byEngine};
  if (auto place = use.view.getDefiningOp<TensorPlaceOp>()) {
    made.begin = begin + place.getColumn();
    made.end = made.begin + place.getNumColumns();
  }
  if (auto load = dyn_cast<TiledLoadOp>(op))
    made.registers = getLayoutAttr(load.getResult().getType());
  if (auto store = dyn_cast<TiledStoreOp>(op))
    made.registers = getLayoutAttr(store.getValue().getType());
  return made;
}

/// The uses of storage, not of scratch. A view whose storage is unknown may be
/// any of the pool.
SmallVector<SharedUse, 2> Membar::sharedUses(Operation *op) const {
  SmallVector<SharedUse, 2> uses;
  for (const StorageUse &use : describeStorageUses(op)) {
    if (isStageOfProducer(use.view))
      continue; // As all that the producer's op does to it.
    if (isTensorView(use.view.getType())) {
      uses.push_back(tensorUse(op, use));
      continue;
    }
    // The stage of a pipeline: whose turn it is says the pipeline.
    const bool isStage = use.view.getDefiningOp<ConsumerReadOp>() != nullptr;
    auto add = [&](int64_t begin, int64_t end, Operation *root = nullptr) {
      uses.push_back({op, begin, end, use.writes, use.async, use.asyncProxy,
                      isStage ? root : nullptr, use.byEngine});
    };
    ArrayRef<AllocTensorOp> roots = aliases.roots(use.view);
    if (roots.empty())
      add(0, std::numeric_limits<int64_t>::max());
    for (AllocTensorOp root : roots) {
      int64_t begin = getInteger(root, kSharedOffsetAttrName).value_or(0);
      add(begin, begin + cast<TiledViewType>(root.getType()).getNumBytes(),
          root);
    }
  }
  return uses;
}

SmallVector<SharedUse, 2> Membar::stageUses(Operation *op) const {
  SmallVector<SharedUse, 2> uses;
  bool reads = isa<ConsumerReadOp, ConsumeOneOp, ConsumeOneAsyncOp>(op);
  bool writes =
      isa<ProducerWriteOp, ProduceOneOp, ProduceOneAsyncOp, ClosePipelineOp>(
          op);
  auto add = [&](Value token, bool isWrite) {
    for (AllocTensorOp root : aliases.roots(token)) {
      int64_t begin = getInteger(root, kSharedOffsetAttrName).value_or(0);
      int64_t bytes = cast<TiledViewType>(root.getType()).getNumBytes();
      uses.push_back({op, begin, begin + bytes, isWrite, false, false, root});
    }
  };
  if (reads || writes || isa<CreatePipelineOp>(op))
    add(op->getOperand(0), !reads);
  return uses;
}

//===----------------------------------------------------------------------===//
// Tokens
//===----------------------------------------------------------------------===//

/// An argument that a loop sets anew in each iteration.
static bool isCarried(Value value) {
  auto argument = dyn_cast<BlockArgument>(value);
  return argument &&
         isa<LoopLikeOpInterface>(argument.getOwner()->getParentOp());
}

SmallVector<PendingAccess> Membar::pendingBefore(Operation *op,
                                                 const State &state) const {
  SmallVector<PendingAccess> found;
  if (state.accesses.empty())
    return found;
  // Tokens, and whether the way to them leads into earlier iterations: only
  // then do executions in these count.
  llvm::SmallSetVector<std::pair<Value, unsigned>, 8> tokens;
  auto follow = [&](ValueRange values, unsigned earlier) {
    for (Value value : values)
      if (isToken(value.getType()))
        tokens.insert({value, earlier | unsigned(isCarried(value))});
  };
  follow(op->getOperands(), /*earlier=*/0);
  for (size_t i = 0; i != tokens.size(); ++i) {
    auto [token, earlier] = tokens[i];
    follow(flow.sources(token), earlier);
    Operation *maker = token.getDefiningOp();
    if (!maker || isa<RegionBranchOpInterface>(maker))
      continue; // Its sources say where it comes from.
    if (accessOf(maker)) {
      const size_t before = found.size();
      for (unsigned flags = 0; flags <= (kCarried | kRunning); ++flags)
        if ((earlier || !(flags & kCarried)) &&
            state.accesses.contains({maker, flags}))
          found.push_back({maker, flags});
      // A barrier after this access is one after all that it waited for.
      if (found.size() == before)
        continue;
    }
    follow(maker->getOperands(), earlier);
  }
  return found;
}

/// True if every value is the same in all iterations of the loops around `op`.
static bool isInvariant(ArrayRef<Value> values, Operation *op) {
  return llvm::all_of(values, [&](Value value) {
    Operation *definer = value.getParentRegion()->getParentOp();
    for (Operation *parent = op->getParentOp(); parent;
         parent = parent->getParentOp())
      if (isa<LoopLikeOpInterface>(parent) && parent->isAncestor(definer))
        return false;
    return true;
  });
}

/// The same thread makes every element of both (row T1).
static bool haveSameOwners(const Access &first, const Access &second,
                           bool carried, Operation *op) {
  if (first.byThread0 && second.byThread0)
    return true;
  return first.exclusive && second.exclusive && first.layout &&
         first.layout == second.layout && !first.address.empty() &&
         first.address == second.address &&
         (!carried || isInvariant(first.address, op));
}

bool Membar::needsBarrier(PendingAccess pending, Operation *op) const {
  const Access &first = *accessOf(pending.getPointer());
  const Access &second = *accessOf(op);
  // T4, T5: every thread's part counts, unless there is only one thread.
  if (first.acquires || second.releases)
    return !(first.byThread0 && second.byThread0);
  if (first.isWeakRead() && second.isWeakRead())
    return false;
  if (first.aliasClass >= 0 && second.aliasClass >= 0 &&
      first.aliasClass != second.aliasClass)
    return false; // T2
  return !haveSameOwners(first, second, pending.getInt() & kCarried, op);
}

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
    return tileaa::getElementBits(local.getType().getPointeeType()) == 4;
  return isa<tileaa::MemoryFenceOp>(op);
}

Decision Membar::decide(Operation *op, const State &state) {
  Decision decision;
  decision.behind = meetsBehind(op);
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
  // the one before the last.
  if (isa<TensorDotOp>(op))
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
  // All threads wait there for all products, which then use nothing.
  if (auto wait = dyn_cast<WaitProductsOp>(op)) {
    if (wait.getPending() == 0)
      llvm::erase_if(state.shared, [](const SharedUse &use) {
        return isa<TensorDotOp>(use.op);
      });
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
