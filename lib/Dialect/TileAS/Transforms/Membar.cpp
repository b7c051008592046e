//===- TileAS/Transforms/Membar.cpp - what an op must be ordered after -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The bytes of shared and tensor memory that an op uses, the accesses that
// tokens order it after, and which of these need a barrier. Rows T1-T7:
// docs/nv_tileas.md.
//
//===----------------------------------------------------------------------===//

#include "Membar.h"

#include "tessera/Layout/TensorMemory.h"

#include "mlir/Interfaces/LoopLikeInterface.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;

void State::commitProducts() {
  SmallVector<SharedUse> uses;
  std::swap(uses, shared);
  for (SharedUse use : uses) {
    if (isa<TensorDotOp>(use.op))
      use.commits = std::min<uint8_t>(use.commits + 1, SharedUse::mostCommits);
    add(use);
  }
}

void State::finishProducts(unsigned pending) {
  llvm::erase_if(shared, [&](const SharedUse &use) {
    return isa<TensorDotOp>(use.op) && (pending == 0 || use.commits > pending);
  });
}

//===----------------------------------------------------------------------===//
// Shared memory
//===----------------------------------------------------------------------===//

std::optional<int64_t> tileas::getInteger(Operation *op, StringRef name) {
  auto attribute = op->getAttrOfType<IntegerAttr>(name);
  return attribute ? std::optional(attribute.getInt()) : std::nullopt;
}

int64_t tileas::getScratchBytes(Operation *op) {
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
  Value view = use.view;
  while (isa_and_nonnull<TensorSetOp, TensorSliceOp, OfTeamOp>(
      view.getDefiningOp()))
    view = view.getDefiningOp()->getOperand(0);
  if (auto place = view.getDefiningOp<TensorPlaceOp>()) {
    made.begin = begin + place.getColumn();
    made.end = made.begin + place.getNumColumns();
  }
  LayoutAttr place = cast<TiledViewType>(use.view.getType()).getLayout(),
             registers;
  if (auto load = dyn_cast<TiledLoadOp>(op))
    registers = getLayoutAttr(load.getResult().getType());
  if (auto load = dyn_cast<AsyncTiledLoadOp>(op))
    registers = getLayoutAttr(load.getResult().getType().getValueType());
  if (auto store = dyn_cast<TiledStoreOp>(op))
    registers = getLayoutAttr(store.getValue().getType());
  // Warps that hold copies read what another one writes.
  const auto isInOneWarp = [](LayoutAttr attribute) {
    const layout::LinearLayout &layout = attribute.getLayout();
    return (layout.freeBits() & layout.in().mask(layout::Dim::Warp)) == 0;
  };
  if (!place || !registers || !isInOneWarp(registers))
    return made;
  // A thread that has lanes to itself has all of their columns to itself.
  const layout::LinearLayout cells =
      layout::tensorCells(place.getLayout(), registers.getLayout());
  SmallVector<int64_t> lanes;
  bool isOwnLane = true;
  for (layout::Dim dim :
       {layout::Dim::Register, layout::Dim::Lane, layout::Dim::Warp})
    for (unsigned bit = 0; bit < cells.in().bits(dim); ++bit) {
      const uint64_t lane =
          cells.out().get(cells.column(dim, bit), layout::Dim::TmemLane);
      if (dim == layout::Dim::Register)
        isOwnLane &= lane == 0;
      else
        lanes.push_back(lane);
    }
  isOwnLane &= llvm::all_of(lanes, [&](int64_t lane) {
    return llvm::isPowerOf2_64(lane) && llvm::count(lanes, lane) == 1;
  });
  if (isOwnLane)
    made.registers = ArrayAttr::get(
        op->getContext(), DenseI64ArrayAttr::get(op->getContext(), lanes));
  else
    made.registers = ArrayAttr::get(op->getContext(), {place, registers});
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
    // The stage of a pipeline: whose turn it is says the pipeline. So it is
    // with storage that each team has, which roles hand over by pipelines.
    const bool isStage =
        isa_and_nonnull<ConsumerReadOp, OfTeamOp>(use.view.getDefiningOp());
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
