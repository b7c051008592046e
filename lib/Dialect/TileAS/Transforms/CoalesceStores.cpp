//===- TileAS/Transforms/CoalesceStores.cpp - results in rows -----*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Results of products are fragments, of which a thread has 4 or 8 bytes of a
// row. Where the price says so, the tile is converted in front of its store to
// the layout of coalesced accesses. The conversion goes through shared memory,
// in parts where the tile is larger than what its block can have without cost
// to occupancy.
//
//===----------------------------------------------------------------------===//

#include "tessera/Dialect/TileAS/Transforms/Passes.h"
#include "tessera/Dialect/TileAS/Utils/Exchanges.h"
#include "tessera/Dialect/TileAS/Utils/SplitConversion.h"
#include "tessera/Dialect/TileAS/Utils/StorePrice.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Remarks.h"
#include "llvm/Support/MathExtras.h"

namespace tessera::tileas {
#define GEN_PASS_DEF_COALESCESTORESPASS
#include "tessera/Dialect/TileAS/Transforms/Passes.h.inc"
} // namespace tessera::tileas

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;
using layout::LinearLayout;

/// Of each block on a multiprocessor.
static constexpr int64_t reservedBytes = 1024;
/// Roles that the plan gives registers have sums of wgmma in them.
static constexpr int64_t mostBlocksWithBudgets = 2;

namespace {
/// One kernel.
class Stores {
public:
  Stores(tileaa::FuncOp function, const gpu::GpuTarget &target);
  void run();

private:
  int64_t room(Operation *store) const;
  void convert(TiledStoreOp store);

  tileaa::FuncOp function;
  const gpu::GpuTarget &target;
  gpu::GpuTiming timing;
  /// In shared memory.
  SmallVector<AllocTensorOp> storage;
  bool hasBudgets = false;
  /// Of the consumer. Several take all registers of a multiprocessor.
  unsigned teams = 1;
};
} // namespace

Stores::Stores(tileaa::FuncOp function, const gpu::GpuTarget &target)
    : function(function), target(target), timing(timingOfTarget(target.name)) {
  if (PlanAttr plan = getPlan(function)) {
    teams = plan.getTeams();
    hasBudgets = llvm::any_of(plan.getRoles(), [](RoleAttr role) {
      return role.getRegisters() != 0;
    });
  }
  function.walk([&](AllocTensorOp alloc) {
    auto view = cast<TiledViewType>(alloc.getType());
    if (view.getResidency() == tileaa::Residency::Smem)
      storage.push_back(alloc);
  });
}

/// Whether it was stages, or storage of each team, that is free where `store`
/// is.
static bool isRetired(AllocTensorOp alloc, Operation *store) {
  for (Operation *user : alloc->getUsers()) {
    Operation *around = user->getBlock()->findAncestorOpInBlock(*store);
    if (isa<RetireStorageOp>(user) && around && user->isBeforeInBlock(around))
      return true;
    auto create = dyn_cast<CreatePipelineOp>(user);
    if (!create)
      continue;
    for (Operation *end : create.getConsumer().getUsers()) {
      Operation *place = end->getBlock()->findAncestorOpInBlock(*store);
      if (isa<RetireStagesOp>(end) && place && end->isBeforeInBlock(place))
        return true;
    }
  }
  return false;
}

/// Whether all stages of its role are free where `store` is.
static bool isBehindStages(Operation *store) {
  auto roles = store->getParentOfType<AgentSwitchOp>();
  return roles && llvm::any_of(*store->getBlock(), [&](Operation &end) {
           return isa<RetireStagesOp, RetireStorageOp>(end) &&
                  end.isBeforeInBlock(store);
         });
}

/// Bytes of shared memory that a conversion in front of `store` may take. The
/// storage around a switch of roles lives as long as they do; all other storage
/// is in another branch, or of a loop that has ended. A multiprocessor holds as
/// many blocks as before.
int64_t Stores::room(Operation *store) const {
  auto roles = store->getParentOfType<AgentSwitchOp>();
  int64_t alive = 0, pool = kComfortableBytes;
  for (AllocTensorOp alloc : storage) {
    const int64_t bytes = cast<TiledViewType>(alloc.getType()).getNumBytes() *
                          (alloc.getEachTeam() ? teams : 1);
    if (roles && !roles->isAncestor(alloc) && !isRetired(alloc, store) &&
        alloc->getBlock()->findAncestorOpInBlock(*roles))
      alive += bytes;
    else
      pool = std::max(pool, bytes);
  }
  // It has the reserved bytes of one block more than a block may have.
  const int64_t all = target.sharedBytes + reservedBytes;
  int64_t blocks = all / (std::max(alive, pool) + reservedBytes);
  if (hasBudgets)
    blocks = std::min(blocks, teams > 1 ? 1 : mostBlocksWithBudgets);
  return blocks == 0 ? 0 : all / blocks - reservedBytes - alive;
}

/// Whether it is made only where there is no tensor map.
static bool isFallback(Operation *store) {
  auto branch = dyn_cast<scf::IfOp>(store->getParentOp());
  return branch && store->getBlock() == branch.elseBlock() &&
         branch.getCondition().getDefiningOp<IsTmaDescMadeOp>();
}

/// A weak store of a tile to global memory.
static bool isCandidate(TiledStoreOp store) {
  auto view = dyn_cast<tileaa::TiledViewType>(store.getView().getType());
  auto tile = dyn_cast<RankedTensorType>(store.getValue().getType());
  return view && tile && view.getResidency() == tileaa::Residency::Gmem &&
         !store.getMask() && store.getOffsets().empty() &&
         store.getMemSemantic().value_or(MemSemantic::Weak) ==
             MemSemantic::Weak &&
         !tileaa::isPointerElement(tile.getElementType()) &&
         tileaa::getStorageBits(tile.getElementType()) >= 8 &&
         !isFallback(store);
}

void Stores::convert(TiledStoreOp store) {
  auto tile = cast<RankedTensorType>(store.getValue().getType());
  const LinearLayout &from = getLayoutAttr(tile).getLayout();
  std::optional<RowStore> rows = describeRows(store);
  if (!rows || from == rows->layout)
    return;

  const int64_t whole = tile.getNumElements() * rows->runs.bytesPerElement;
  const int64_t most = room(store);
  const SmallVector<IndexBit> bits = splittableBits(from, rows->layout);
  unsigned halvings = 0;
  while (halvings < bits.size() && whole >> halvings > most)
    ++halvings;
  if (whole >> halvings > most)
    return;
  std::optional<StorePrice> price =
      priceOfRows(from, *rows, 1u << halvings, timing);
  // Behind the last product of a role nothing else is left to do.
  const bool isLast = isBehindStages(store);
  if (!price || !(isLast ? price->isLess() : price->pays()))
    return;

  OpBuilder b(store);
  auto type =
      RankedTensorType::get(tile.getShape(), tile.getElementType(),
                            LayoutAttr::get(b.getContext(), rows->layout));
  auto converted =
      ConvertLayoutOp::create(b, store.getLoc(), type, store.getValue());
  if (halvings != 0)
    converted->setDiscardableAttr(kScratchBytesAttrName,
                                  b.getI64IntegerAttr(whole >> halvings));
  store.getValueMutable().assign(converted);
  auto options = remark::RemarkOpts::name("store").category("plan").function(
      function.getSymName());
  remark::passed(store.getLoc(), options)
      << "stored in rows through shared memory: "
      << std::to_string(price->inRows.lines) << " lines of memory instead of "
      << std::to_string(price->asItIs.lines) << ", "
      << std::to_string(price->inRows.sectors) << " sectors instead of "
      << std::to_string(price->asItIs.sectors) << ", for "
      << std::to_string(price->passes) << " passes over shared memory";
}

void Stores::run() {
  SmallVector<TiledStoreOp> stores;
  function.walk([&](TiledStoreOp store) {
    if (isCandidate(store))
      stores.push_back(store);
  });
  for (TiledStoreOp store : stores)
    convert(store);
}

namespace {
struct CoalesceStores : tileas::impl::CoalesceStoresPassBase<CoalesceStores> {
  void runOnOperation() override {
    TargetAttr target = getTarget(getOperation());
    if (!target)
      return;
    for (auto function : getOperation().getOps<tileaa::FuncOp>())
      Stores(function, target.getTarget()).run();
  }
};
} // namespace
