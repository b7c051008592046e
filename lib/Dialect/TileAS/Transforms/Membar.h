//===- TileAS/Transforms/Membar.h - what barriers depend on ----------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The state of `tileas-insert-barriers`: what may have happened since the last
// barrier, and what an op adds to it. Membar.cpp knows which bytes and accesses
// an op touches and which of them must be ordered; InsertBarriers.cpp walks.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_DIALECT_TILEAS_TRANSFORMS_MEMBAR_H
#define TESSERA_LIB_DIALECT_TILEAS_TRANSFORMS_MEMBAR_H

#include "Access.h"
#include "ValueFlow.h"

#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/PointerIntPair.h"
#include "llvm/ADT/SetVector.h"

namespace tessera::tileas {

/// A use of bytes of the pool.
struct SharedUse {
  mlir::Operation *op;
  int64_t begin, end;
  bool writes, async, asyncProxy;
  /// The storage of the pipeline whose stage it is: which stage is whose turn
  /// follows from the pipeline's own waits.
  mlir::Operation *pipeline = nullptr;
  /// Read or written by a product, or read by a store by TMA.
  bool byEngine = false;
  /// Commits behind a product in tensor memory, up to `mostCommits`.
  uint8_t commits = 0;
  /// Of tensor memory, by threads: what each of them touches, as the lane that
  /// a thread has to itself, or as the layouts of the place and of the
  /// registers on the other side. None where several warps touch the same.
  mlir::ArrayAttr registers = {};

  /// As many as a wait tells apart.
  static constexpr uint8_t mostCommits = 2;

  bool overlaps(const SharedUse &other) const {
    return begin < other.end && other.begin < end;
  }
  bool conflicts(const SharedUse &other) const {
    if (pipeline && pipeline == other.pipeline)
      return false;
    // Products are made in their order, and stores by TMA read nothing that
    // they write; a thread knows what it did itself, if `other` is done.
    if ((byEngine && other.byEngine) ||
        (registers && registers == other.registers && !other.async))
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
using PendingAccess = llvm::PointerIntPair<mlir::Operation *, 2, unsigned>;
/// In an earlier iteration of a loop that holds it.
constexpr unsigned kCarried = 1;
/// Asynchronous, and nobody has waited for it.
constexpr unsigned kRunning = 2;

/// What may have happened since the last barrier.
struct State {
  llvm::SmallSetVector<PendingAccess, 8> accesses;
  llvm::SmallVector<SharedUse> shared;
  /// Ordinary writes since the last proxy fence, whether a barrier followed
  /// them or not: no engine may read these bytes.
  llvm::SmallVector<SharedUse> unfenced;

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
  static bool add(llvm::SmallVectorImpl<SharedUse> &uses,
                  const SharedUse &use) {
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
  /// Products so far are those of one commit more.
  void commitProducts();
  /// All products have been waited for but those of the last `pending` commits.
  void finishProducts(unsigned pending);
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
    function.walk([&](mlir::Operation *op) {
      if (std::optional<Access> access = describeAccess(op))
        accesses.try_emplace(op, std::move(*access));
    });
  }
  mlir::LogicalResult run();

private:
  void visitBlock(mlir::Block &block, State &state);
  void visitOp(mlir::Operation *op, State &state);
  void visitKind(mlir::Operation *op, State &state);
  void visitWait(mlir::Operation *op, State &state);
  void visitStoreWait(WaitTmaStoresOp op, State &state);
  void visitRegions(mlir::RegionBranchOpInterface op, State &state);
  void visitLoop(mlir::RegionBranchOpInterface op, State &state);
  /// What was decided of all ops inside `op`, and how many barriers that is.
  std::pair<Decision, unsigned> decisionsIn(mlir::Operation *op) const;
  void visitAgents(AgentSwitchOp op, State &state);

  Decision decide(mlir::Operation *op, const State &state);
  /// Must `second` wait for all threads to have made `first`? Only asked where
  /// a token orders them.
  bool needsBarrier(PendingAccess first, mlir::Operation *second) const;
  /// What of the state tokens order `op` after.
  llvm::SmallVector<PendingAccess> pendingBefore(mlir::Operation *op,
                                                 const State &state) const;
  llvm::SmallVector<SharedUse, 2> sharedUses(mlir::Operation *op) const;
  /// The uses of stages by an op of a pipeline.
  llvm::SmallVector<SharedUse, 2> stageUses(mlir::Operation *op) const;

  /// What `op` does to global memory, or null.
  const Access *accessOf(mlir::Operation *op) const {
    auto it = accesses.find(op);
    return it == accesses.end() ? nullptr : &it->second;
  }

  tileaa::FuncOp function;
  ValueFlow flow;
  StorageAliases aliases;
  bool oneWarp = false;
  llvm::DenseMap<mlir::Operation *, Access> accesses;
  llvm::MapVector<mlir::Operation *, Decision> decisions;
  mlir::LogicalResult result = mlir::success();
};

/// An integer attribute of `op`.
std::optional<int64_t> getInteger(mlir::Operation *op, llvm::StringRef name);
/// Bytes of scratch; 0 for ops without.
int64_t getScratchBytes(mlir::Operation *op);

} // namespace tessera::tileas

#endif // TESSERA_LIB_DIALECT_TILEAS_TRANSFORMS_MEMBAR_H
