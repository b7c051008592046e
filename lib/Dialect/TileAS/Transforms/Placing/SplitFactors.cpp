//===- TileAS/Transforms/Placing/SplitFactors.cpp - factors part by part -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A left factor that threads compute from the sums of another product, and
// store to tensor memory, as P of attention. Op by op a thread would have a
// register for each of its elements at each step. Here the factor is made in
// parts of some columns: a part is computed from its part of the sums, summed
// up along its rows if that is asked for, and stored, before the next one is
// begun. What is needed as a whole first, such as the sums of which the largest
// is taken, stays as it is.
//
// The parts stand where the place may be written, behind the wait for the
// product that still reads it, and in front of what else stands there. So the
// registers of the factor are free when other sums are loaded to be scaled. For
// a team, these are scaled in parts, too, beside the parts of the factor, or by
// a correction role.
//
//===----------------------------------------------------------------------===//

#include "ScaledSums.h"

#include "tessera/Dialect/TileAS/IR/TileAS.h"
#include "tessera/Dialect/TileAS/Transforms/Passes.h"
#include "tessera/Dialect/TileAS/Utils/Exchanges.h"
#include "tessera/Dialect/TileAS/Utils/SharedStorage.h"
#include "tessera/Layout/TensorMemory.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/SetVector.h"

namespace tessera::tileas {
#define GEN_PASS_DEF_SPLITFACTORSPASS
#include "tessera/Dialect/TileAS/Transforms/Passes.h.inc"
} // namespace tessera::tileas

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;
using layout::Dim;
using layout::LinearLayout;

static RankedTensorType tileOf(Value value) {
  return dyn_cast<RankedTensorType>(value.getType());
}

namespace {
/// One factor.
class SplitFactor {
public:
  explicit SplitFactor(TiledStoreOp store)
      : store(store), block(store->getBlock()), b(store) {}
  bool find();
  void rewrite();

private:
  bool isOfTile(Value value);
  bool isLate(Operation *op);
  bool isLateReduction(ReduceOp reduce);
  void findUsers();
  Operation *findPosition();
  RankedTensorType partType(Value value) const;
  Value partOf(Value value, int64_t column);
  Value combine(ReduceOp reduce, Value a, Value c);
  TiledLoadOp findLoadBehind(Operation *position);
  AsyncTiledLoadOp beginLoad(TiledLoadOp load);

  TiledStoreOp store;
  Block *block;
  OpBuilder b;
  LayoutAttr part;
  /// Ops that are computed in parts, the last one first.
  llvm::SetVector<Operation *> late;
  SmallVector<ReduceOp> reductions;
  /// What uses their results, in the order of the block.
  SmallVector<Operation *> users;
  /// Parts that are made already, at the current column.
  llvm::DenseMap<Value, Value> made;
};
} // namespace

//===----------------------------------------------------------------------===//
// Which factors
//===----------------------------------------------------------------------===//

bool SplitFactor::isOfTile(Value value) {
  RankedTensorType tile = tileOf(value), whole = tileOf(store.getValue());
  return tile && tile.getShape() == whole.getShape() &&
         tile.getEncoding() == whole.getEncoding();
}

/// Nothing but the factor, and sums of its rows, is made of it.
bool SplitFactor::isLate(Operation *op) {
  return op->hasTrait<OpTrait::Elementwise>() && op->getNumResults() == 1 &&
         op->getNumRegions() == 0 && isMemoryEffectFree(op) &&
         isOfTile(op->getResult(0)) && !op->use_empty() &&
         llvm::all_of(op->getUsers(), [&](Operation *user) {
           return user == store || late.contains(user);
         });
}

/// A reduction of rows by one op, whose results no part needs.
bool SplitFactor::isLateReduction(ReduceOp reduce) {
  Operation *only = onlyOperationOf(reduce);
  if (reduce.getSources().size() != 1 || reduce.getDim() != 1 ||
      !isOfTile(reduce.getSources()[0]) || reduce.getAtom() || !only ||
      !only->hasTrait<OpTrait::Elementwise>() || !tileOf(reduce.getResult(0)))
    return false;
  llvm::SetVector<Operation *> after;
  after.insert_range(reduce->getUsers());
  for (size_t i = 0; i != after.size(); ++i) {
    Operation *user = block->findAncestorOpInBlock(*after[i]);
    if (!user || late.contains(user) || user == store)
      return false;
    if (user != block->getTerminator())
      after.insert_range(user->getUsers());
  }
  return true;
}

bool SplitFactor::find() {
  RankedTensorType tile = tileOf(store.getValue());
  if (!tile || !isTensorView(store.getView().getType()) ||
      store.getResultToken() || tile.getRank() != 2 ||
      !(part = partLayoutOf(tile)))
    return false;
  bool isComputed = false;
  for (Operation *op = store->getPrevNode(); op; op = op->getPrevNode()) {
    if (auto reduce = dyn_cast<ReduceOp>(op);
        reduce && isLateReduction(reduce)) {
      reductions.push_back(reduce);
      late.insert(reduce);
    } else if (isLate(op)) {
      late.insert(op);
      isComputed |= op == store.getValue().getDefiningOp();
    }
  }
  // Reductions of what stays as it is are left alone.
  llvm::erase_if(reductions, [&](ReduceOp reduce) {
    Operation *source = reduce.getSources()[0].getDefiningOp();
    const bool stays = !source || !late.contains(source);
    if (stays)
      late.remove(reduce);
    return stays;
  });
  if (!isComputed)
    return false;
  findUsers();
  return llvm::all_of(users, [](Operation *op) {
    return op->getNumRegions() == 0 && isMemoryEffectFree(op);
  });
}

/// Those in front of the store: they have to be moved behind the parts.
void SplitFactor::findUsers() {
  llvm::SmallPtrSet<Operation *, 8> found;
  for (ReduceOp reduce : reductions)
    found.insert(reduce);
  for (Operation *op = block->empty() ? nullptr : &block->front(); op != store;
       op = op->getNextNode()) {
    bool uses = false;
    op->walk([&](Operation *inner) {
      for (Value operand : inner->getOperands())
        if (Operation *maker = operand.getDefiningOp())
          uses |= found.contains(maker);
    });
    if (uses && !late.contains(op)) {
      found.insert(op);
      users.push_back(op);
    }
  }
}

/// The op that the parts stand in front of: behind the last wait for products,
/// if everything that they need is there.
Operation *SplitFactor::findPosition() {
  Operation *position = store;
  while (position && !isa<WaitProductsOp, ProducerAcquireOp>(position))
    position = position->getPrevNode();
  if (!position)
    return store;
  position = position->getNextNode();
  auto isThere = [&](Value value) {
    Operation *maker = value.getDefiningOp();
    return !maker || maker->getBlock() != block || late.contains(maker) ||
           maker->isBeforeInBlock(position);
  };
  if (!isThere(store.getView()))
    return store;
  for (Operation *op : late)
    for (Value operand : op->getOperands())
      if (!isThere(operand))
        return store;
  return position;
}

//===----------------------------------------------------------------------===//
// Parts
//===----------------------------------------------------------------------===//

RankedTensorType SplitFactor::partType(Value value) const {
  RankedTensorType whole = tileOf(value);
  return RankedTensorType::get({whole.getDimSize(0), partColumns},
                               whole.getElementType(), part);
}

Value SplitFactor::partOf(Value value, int64_t column) {
  if (!isOfTile(value))
    return value;
  if (Value known = made.lookup(value))
    return known;
  RankedTensorType type = partType(value);
  Operation *maker = value.getDefiningOp();
  Value result;
  if (maker && late.contains(maker)) {
    IRMapping map;
    for (Value operand : maker->getOperands())
      map.map(operand, partOf(operand, column));
    result = b.clone(*maker, map)->getResult(0);
    result.setType(type);
  } else if (auto splat = value.getDefiningOp<tileaa::SplatOp>()) {
    result =
        tileaa::SplatOp::create(b, splat.getLoc(), type, splat.getSource());
  } else if (auto spread = value.getDefiningOp<tileaa::BroadcastOp>();
             spread && tileOf(spread.getSource()).getDimSize(1) == 1) {
    result = tileaa::BroadcastOp::create(b, spread.getLoc(), type,
                                         spread.getSource());
  } else {
    Value row = arith::ConstantIndexOp::create(b, store.getLoc(), 0),
          first = arith::ConstantIndexOp::create(b, store.getLoc(), column);
    result = ExtractSliceOp::create(b, value.getLoc(), type, value,
                                    ValueRange{row, first});
  }
  made[value] = result;
  return result;
}

/// `reduce`'s op of two of its results.
Value SplitFactor::combine(ReduceOp reduce, Value a, Value c) {
  Operation *only = onlyOperationOf(reduce);
  IRMapping map;
  map.map(only->getOperand(0), a);
  map.map(only->getOperand(1), c);
  Value both = b.clone(*only, map)->getResult(0);
  both.setType(a.getType());
  return both;
}

/// The load from tensor memory behind the parts with which nothing but
/// arithmetic is between them, such as that of sums which are scaled then.
TiledLoadOp SplitFactor::findLoadBehind(Operation *position) {
  Operation *op = position;
  while (op && (isMemoryEffectFree(op) || op == store))
    op = op->getNextNode();
  auto load = dyn_cast_or_null<TiledLoadOp>(op);
  if (!load || !isTensorView(load.getView().getType()) ||
      load.getResultToken() || load.getMask() || !load.getOffsets().empty() ||
      !tileOf(load.getResult()) ||
      !tileOf(load.getResult()).getElementType().isF32())
    return {};
  const bool isThere = llvm::all_of(load->getOperands(), [&](Value operand) {
    Operation *maker = operand.getDefiningOp();
    return !maker || maker->getBlock() != block ||
           maker->hasTrait<OpTrait::ConstantLike>() ||
           maker->isBeforeInBlock(position);
  });
  return isThere ? load : TiledLoadOp();
}

/// The load, begun here.
AsyncTiledLoadOp SplitFactor::beginLoad(TiledLoadOp load) {
  SmallVector<Value> coords;
  for (Value coord : load.getCoords()) {
    Operation *maker = coord.getDefiningOp();
    coords.push_back(maker && maker->hasTrait<OpTrait::ConstantLike>()
                         ? b.clone(*maker)->getResult(0)
                         : coord);
  }
  return AsyncTiledLoadOp::create(
      b, load.getLoc(), AsyncValueType::get(load.getResult().getType()), Type(),
      load.getView(), coords, ValueRange(), Value(), load.getAtom(),
      load.getInBoundsAttr(), load.getPaddingValueAttr());
}

void SplitFactor::rewrite() {
  Location loc = store.getLoc();
  Operation *position = findPosition();
  // Where parts do not follow a wait, loads of other things are near, which
  // take the registers.
  TiledLoadOp behind =
      position == store ? TiledLoadOp() : findLoadBehind(position);
  AsyncTiledLoadOp begun;
  // Two blocks on a multiprocessor have the other one's work beside these.
  PlanAttr plan = getPlan(store->getParentOfType<tileaa::FuncOp>());
  std::optional<ScaledSums> scaled;
  if (plan && plan.getTeams() > 1)
    scaled = findScaledSums(behind, position);
  b.setInsertionPoint(position);
  RankedTensorType tile = tileOf(store.getValue());
  auto place = cast<TiledViewType>(store.getView().getType());
  const unsigned bits = tileaa::getStorageBits(tile.getElementType());
  const int64_t shape[] = {tile.getDimSize(0), partColumns};
  auto slice = TiledViewType::get(
      shape, place.getElementType(), place.getResidency(),
      LayoutAttr::get(b.getContext(), layout::tensorFactorPlace(shape, bits)));
  SmallVector<Value> sums(reductions.size());
  for (int64_t column = 0; column < tile.getDimSize(1); column += partColumns) {
    made.clear();
    const bool isLast = column + partColumns >= tile.getDimSize(1);
    if (scaled)
      scaled->beginPart(b, column, tile.getDimSize(1));
    else if (isLast && behind)
      begun = beginLoad(behind);
    for (auto [reduce, sum] : llvm::zip(reductions, sums)) {
      IRMapping map;
      map.map(reduce.getSources()[0], partOf(reduce.getSources()[0], column));
      Value own = b.clone(*reduce, map)->getResult(0);
      sum = sum ? combine(reduce, sum, own) : own;
    }
    Value own = partOf(store.getValue(), column);
    TiledStoreOp stored = buildStore(
        b, loc, own,
        TensorSliceOp::create(b, loc, slice, store.getView(), column));
    if (!isLast || (scaled && scaled->isBegun()))
      stored->setAttr(kNextStoreWaitsAttrName, b.getUnitAttr());
    if (scaled)
      scaled->finishPart(b, isLast);
  }
  for (auto [reduce, sum] : llvm::zip(reductions, sums))
    reduce.getResult(0).replaceAllUsesWith(sum);
  for (Operation *user : users)
    user->moveBefore(position);
  if (scaled)
    scaled->erase();
  if (begun) {
    b.setInsertionPoint(behind);
    Value loaded =
        FutureWaitOp::create(b, behind.getLoc(), behind.getResult().getType(),
                             begun.getResult(), IntegerAttr());
    behind.getResult().replaceAllUsesWith(loaded);
    behind.erase();
  }
  store.erase();
  for (Operation *op : late)
    op->erase();
}

/// A correction role has few registers: it scales sums part by part. Each part
/// waits for its loads once, and is as large as registers are left for.
static void scaleInParts(AgentSwitchOp agents) {
  PlanAttr plan = getPlan(agents->getParentOfType<tileaa::FuncOp>());
  for (auto [role, region] : llvm::zip(plan.getRoles(), agents.getAgents())) {
    if (role.getKind() != RoleKind::Correction)
      continue;
    constexpr int64_t registersBeside = 8, leastColumns = 16;
    const int64_t registers = role.getRegisters();
    const int64_t atOnce = registers == 0
                               ? partColumns
                               : std::max((registers - registersBeside) /
                                              leastColumns * leastColumns,
                                          leastColumns);
    const int64_t width =
        atOnce % partColumns == 0 ? partColumns : leastColumns;
    SmallVector<TiledLoadOp> loads;
    region.walk([&](TiledLoadOp load) { loads.push_back(load); });
    for (TiledLoadOp load : loads) {
      std::optional<ScaledSums> scaled = findScaledSums(load, load);
      if (!scaled)
        continue;
      OpBuilder b(load);
      const int64_t columns = tileOf(load.getResult()).getDimSize(1);
      for (int64_t column = 0; column < columns; column += atOnce) {
        const int64_t end = std::min(column + atOnce, columns);
        scaled->begin(b, column, end, width);
        scaled->finishPart(b, end == columns);
      }
      scaled->erase();
    }
  }
}

namespace {
struct SplitFactors : tileas::impl::SplitFactorsPassBase<SplitFactors> {
  void runOnOperation() override {
    SmallVector<TiledStoreOp> stores;
    getOperation().walk([&](TiledStoreOp store) {
      auto place = dyn_cast<TiledViewType>(store.getView().getType());
      if (place && isTensorView(place) && place.getLayout() &&
          place.getLayout().getLayout().in().bits(Dim::Offset) != 0)
        stores.push_back(store);
    });
    for (TiledStoreOp store : stores)
      if (SplitFactor factor(store); factor.find())
        factor.rewrite();
    getOperation().walk(scaleInParts);
  }
};
} // namespace
