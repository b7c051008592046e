//===- TileAAToTileAS/LayoutPlan.cpp - a layout for every tile of a kernel -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Groups are found by union-find over tiles whose layout is tied to that of
// others. The layout of a group is computed when it is first asked for. If the
// layout of a group depends on itself, through ops that only rename elements,
// the group takes the layout for its shape.
//
//===----------------------------------------------------------------------===//

#include "LayoutPlan.h"

#include "tessera/Dialect/TileAS/IR/MmaAtoms.h"
#include "tessera/Layout/Conversion.h"
#include "tessera/Layout/TensorMemory.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using tessera::layout::LinearLayout;

namespace tessera::gpu {

TileRole roleOf(Value tile) {
  Operation *op = tile.getDefiningOp();
  if (!op)
    return TileRole::Fixed;
  if (isa<arith::ConstantOp, tileaa::ConstantOp, tileaa::SplatOp,
          tileaa::MakeRangeOp, ub::PoisonOp>(op))
    return TileRole::Leaf;
  if (isa<tileaa::ViewOp>(op) && !isTile(op->getOperand(0)))
    return TileRole::Leaf;
  if (isa<tileaa::ViewOp, tileaa::BroadcastOp, tileaa::PermuteOp>(op))
    return TileRole::Renaming;
  return TileRole::Fixed;
}

bool isFixed(Value value) {
  return isTile(value) && roleOf(value) == TileRole::Fixed;
}

/// As isComputedAnywhere(), with at most `most` ops, of which it takes its own.
static bool isComputedBy(Value tile, unsigned &most) {
  Operation *op = tile.getDefiningOp();
  switch (roleOf(tile)) {
  case TileRole::Leaf:
    return true;
  case TileRole::Renaming:
    return isComputedBy(op->getOperand(0), most);
  case TileRole::Fixed:
    break;
  }
  if (!isa_and_nonnull<arith::AddIOp, arith::SubIOp, arith::MulIOp,
                       arith::ExtSIOp, arith::ExtUIOp, arith::TruncIOp>(op) ||
      most == 0)
    return false;
  --most;
  return llvm::all_of(op->getOperands(),
                      [&](Value of) { return isComputedBy(of, most); });
}

bool isComputedAnywhere(Value tile) {
  unsigned most = 4;
  return isFixed(tile) && isComputedBy(tile, most);
}

LinearLayout renamedOperand(Operation *op, const LinearLayout &layout) {
  ArrayRef<int64_t> shape = shapeOf(op->getOperand(0));
  if (isa<tileaa::BroadcastOp>(op))
    return unitLayout(layout, shape);
  if (auto permute = dyn_cast<tileaa::PermuteOp>(op))
    return permutedSource(layout, permute.getPermutation());
  return viewLayout(layout, shape);
}

std::optional<LinearLayout> LayoutPlan::renamedFixed(Value tile) {
  Operation *op = tile.getDefiningOp();
  if (roleOf(tile) != TileRole::Renaming || isa<tileaa::BroadcastOp>(op))
    return std::nullopt;
  Value source = op->getOperand(0);
  std::optional<LinearLayout> base =
      isFixed(source) ? layoutOf(source) : renamedFixed(source);
  if (!base)
    return std::nullopt;
  if (auto permute = dyn_cast<tileaa::PermuteOp>(op))
    return permutedResult(*base, permute.getPermutation());
  return viewLayout(*base, shapeOf(tile));
}

std::optional<LinearLayout> LayoutPlan::fragmentsNamed(Value tile) {
  if (isFixed(tile)) {
    if (groups[groupOf(tile)].strength >= Sums)
      return layoutOf(tile);
    return std::nullopt;
  }
  Value source = tile;
  while (roleOf(source) == TileRole::Renaming &&
         !isa<tileaa::BroadcastOp>(source.getDefiningOp()))
    source = source.getDefiningOp()->getOperand(0);
  if (!isFixed(source) || groups[groupOf(source)].strength != Product)
    return std::nullopt;
  return renamedFixed(tile);
}

//===----------------------------------------------------------------------===//
// Groups
//===----------------------------------------------------------------------===//

unsigned LayoutPlan::groupOf(Value tile) {
  auto [found, isNew] = numbers.try_emplace(tile, groups.size());
  if (isNew) {
    parents.push_back(groups.size());
    groups.emplace_back();
  }
  unsigned group = found->second;
  while (parents[group] != group)
    group = parents[group] = parents[parents[group]];
  return group;
}

void LayoutPlan::unite(Value a, Value b) {
  if (!isFixed(a) || !isFixed(b))
    return;
  unsigned to = groupOf(a), from = groupOf(b);
  if (to == from)
    return;
  if (groups[from].strength > groups[to].strength)
    std::swap(to, from);
  parents[from] = to;
}

void LayoutPlan::uniteAll(ValueRange values) {
  Value first;
  for (Value value : values) {
    if (!value || !isFixed(value))
      continue;
    if (first)
      unite(first, value);
    else
      first = value;
  }
}

void LayoutPlan::anchor(Value tile, unsigned strength,
                        std::function<LinearLayout()> make) {
  if (!isFixed(tile))
    return;
  Group &group = groups[groupOf(tile)];
  if (strength <= group.strength)
    return;
  group.strength = strength;
  group.anchor = std::move(make);
}

LinearLayout LayoutPlan::layoutOf(Value tile) {
  unsigned number = groupOf(tile);
  if (groups[number].layout)
    return *groups[number].layout;
  LinearLayout fallback = layout::defaultLayout(shapeOf(tile), numWarps);
  if (groups[number].active || !groups[number].anchor)
    return fallback;
  groups[number].active = true;
  LinearLayout made = groups[number].anchor();
  groups[number].active = false;
  groups[number].layout = made;
  return made;
}

LinearLayout LayoutPlan::ownLayout(Value tile) {
  if (isFixed(tile))
    return layoutOf(tile);
  if (std::optional<LinearLayout> layout = renamedFixed(tile))
    return *layout;
  return layout::defaultLayout(shapeOf(tile), numWarps);
}

//===----------------------------------------------------------------------===//
// Collecting
//===----------------------------------------------------------------------===//

/// Whether `tile` becomes nothing but factors of products, element by element
/// and under any name.
static bool isOnlyFactors(Value tile) {
  return !tile.use_empty() && llvm::all_of(tile.getUses(), [](OpOperand &use) {
    Operation *user = use.getOwner();
    if (isa<tileas::DotOp>(user))
      return use.getOperandNumber() < 2;
    return (isa<tileaa::ViewOp, tileaa::PermuteOp>(user) ||
            user->hasTrait<OpTrait::Elementwise>()) &&
           user->getNumResults() == 1 && isTile(user->getResult(0)) &&
           isOnlyFactors(user->getResult(0));
  });
}

/// Factors of 4 bits, which threads unpack from the bytes that they have.
/// Elements that are stored do not come by the layout of their bytes.
static bool isUnpackedFactor(tileaa::UnpackOp op) {
  return isa<Float4E2M1FNType>(getElementTypeOrSelf(op.getType())) &&
         isOnlyFactors(op.getResult());
}

void LayoutPlan::collectControlFlow(Operation *op) {
  if (auto branch = dyn_cast<scf::IfOp>(op)) {
    for (Region *region : branch->getRegions().empty()
                              ? SmallVector<Region *>()
                              : SmallVector<Region *>{&branch.getThenRegion(),
                                                      &branch.getElseRegion()})
      if (!region->empty())
        for (auto [result, value] :
             llvm::zip(branch.getResults(),
                       region->front().getTerminator()->getOperands()))
          uniteAll({result, value});
    return;
  }
  if (auto loop = dyn_cast<scf::ForOp>(op)) {
    for (auto [result, argument, init, next] : llvm::zip(
             loop.getResults(), loop.getRegionIterArgs(), loop.getInitArgs(),
             loop.getBody()->getTerminator()->getOperands()))
      uniteAll({result, argument, init, next});
    return;
  }
  auto loop = cast<scf::WhileOp>(op);
  for (auto [argument, init, next] :
       llvm::zip(loop.getBeforeArguments(), loop.getInits(),
                 loop.getAfterBody()->getTerminator()->getOperands()))
    uniteAll({argument, init, next});
  for (auto [result, argument, passed] :
       llvm::zip(loop.getResults(), loop.getAfterArguments(),
                 loop.getConditionOp().getArgs()))
    uniteAll({result, argument, passed});
}

void LayoutPlan::collect(Operation *op) {
  if (isa<scf::IfOp, scf::ForOp, scf::WhileOp>(op))
    return collectControlFlow(op);
  if (Value tile = movedTile(op); tile && isTile(tile)) {
    auto make = [this, op] { return accessLayout(op); };
    llvm::TypeSwitch<Operation *>(op)
        .Case<tileaa::LoadOp>([&](tileaa::LoadOp load) {
          uniteAll({load.getResult(), load.getSource(), load.getMask(),
                    load.getOther()});
          anchor(load.getResult(), Access, make);
        })
        .Case<tileaa::StoreOp>([&](tileaa::StoreOp store) {
          uniteAll({store.getDestination(), store.getMask()});
          anchor(store.getDestination(), Access, make);
        })
        .Case<tileaa::AtomicRMWOp, tileaa::AtomicCASOp>([&](auto atomic) {
          uniteAll(
              {atomic.getResult(), atomic.getPointers(), atomic.getMask()});
          anchor(atomic.getResult(), Access, make);
        })
        .Case<tileaa::TiledLoadOp, tileaa::GatherLoadOp>(
            [&](auto load) { anchor(load.getResult(), Access, make); });
    return;
  }
  if (auto dot = dyn_cast<tileas::DotOp>(op)) {
    uniteAll({dot.getResult(), dot.getAcc()});
    const Strength strength =
        dot.getAtom().getKind() == tileas::AtomKind::Fma ? Sums : Product;
    anchor(dot.getResult(), strength, [this, dot] {
      std::optional<LinearLayout> fragments = fragmentsOf(dot);
      return fragments ? *fragments : dotLayouts(dot).acc;
    });
    return;
  }
  if (auto reduce = dyn_cast<tileaa::ReduceOp>(op)) {
    uniteAll(reduce.getSources());
    for (OpResult result : reduce->getResults())
      anchor(result, Implied, [this, result] { return resultLayout(result); });
    return;
  }
  if (auto scan = dyn_cast<tileaa::ScanOp>(op)) {
    for (OpResult result : scan->getResults())
      anchor(result, Implied, [this, result] { return resultLayout(result); });
    return;
  }
  if (auto insert = dyn_cast<tileaa::InsertOp>(op))
    return uniteAll({insert.getResult(), insert.getDestination()});
  if (auto unpack = dyn_cast<tileaa::UnpackOp>(op);
      unpack && isUnpackedFactor(unpack))
    return anchor(unpack.getResult(), Implied, [this, unpack] {
      return resultLayout(unpack->getOpResult(0));
    });
  if (!op->hasTrait<OpTrait::Elementwise>() && !isa<tileaa::AssumeOp>(op))
    return;
  for (Value result : op->getResults())
    for (Value operand : op->getOperands()) {
      unite(result, operand);
      if (isFixed(result) && isTile(operand) &&
          roleOf(operand) == TileRole::Renaming && renamedFixed(operand))
        anchor(result, Implied,
               [this, operand] { return *renamedFixed(operand); });
    }
}

LayoutPlan::LayoutPlan(tileaa::FuncOp function, unsigned numWarps)
    : function(function), numWarps(numWarps) {
  // Factors of products are copied by as many bytes as a copy moves.
  const bool hasProducts =
      function.walk([](tileas::DotOp) { return WalkResult::interrupt(); })
          .wasInterrupted();
  if (tileas::TargetAttr target = tileas::getTarget(function);
      target && !hasProducts)
    mostAccessBytes = tileas::widestAccess(target.getTarget());
  function.walk([&](Operation *op) {
    if (op != function.getOperation())
      collect(op);
  });
  // Drop layouts that were computed before all groups were merged.
  for (Group &group : groups)
    group.layout.reset();
}

//===----------------------------------------------------------------------===//
// Operands and results
//===----------------------------------------------------------------------===//

LinearLayout LayoutPlan::resultLayout(OpResult tile) {
  Operation *op = tile.getOwner();
  if (auto dot = dyn_cast<tileas::DotOp>(op)) {
    std::optional<LinearLayout> fragments = fragmentsOf(dot);
    return fragments ? *fragments : layoutOf(tile);
  }
  if (auto reduce = dyn_cast<tileaa::ReduceOp>(op))
    return sliceLayout(ownLayout(reduce.getSources()[0]), reduce.getDim());
  if (auto scan = dyn_cast<tileaa::ScanOp>(op))
    return layout::scanLayout(shapeOf(tile), scan.getDim(), numWarps);
  if (auto unpack = dyn_cast<tileaa::UnpackOp>(op);
      unpack && isUnpackedFactor(unpack))
    return layout::pairLayout(ownLayout(unpack.getSource()));
  return layoutOf(tile);
}

SmallVector<std::optional<LinearLayout>>
LayoutPlan::operandLayouts(Operation *op) {
  SmallVector<std::optional<LinearLayout>> wanted(op->getNumOperands());
  auto all = [&](const LinearLayout &layout) {
    for (auto [value, want] : llvm::zip(op->getOperands(), wanted))
      if (isTile(value))
        want = layout;
  };
  auto passTo = [&](ValueRange targets, unsigned firstOperand) {
    for (auto [i, target] : llvm::enumerate(targets))
      if (isTile(target))
        wanted[firstOperand + i] = layoutOf(target);
  };
  auto sparse = [&](OperandRange indices, const LinearLayout &tile) {
    for (auto [d, index] : llvm::enumerate(indices))
      if (isTile(index))
        wanted[indices.getBeginOperandIndex() + d] = axisLayout(tile, d);
  };
  llvm::TypeSwitch<Operation *>(op)
      .Case<scf::ForOp>([&](scf::ForOp loop) {
        passTo(loop.getRegionIterArgs(), loop.getNumControlOperands());
      })
      .Case<scf::WhileOp>(
          [&](scf::WhileOp loop) { passTo(loop.getBeforeArguments(), 0); })
      .Case<scf::ConditionOp>([&](scf::ConditionOp condition) {
        passTo(cast<scf::WhileOp>(op->getParentOp()).getAfterArguments(), 1);
      })
      .Case<scf::YieldOp>([&](scf::YieldOp) {
        if (auto loop = dyn_cast<scf::WhileOp>(op->getParentOp()))
          passTo(loop.getBeforeArguments(), 0);
        else
          passTo(op->getParentOp()->getResults(), 0);
      })
      .Case<tileaa::StoreOp>([&](tileaa::StoreOp store) {
        if (isTile(store.getDestination()))
          all(isFixed(store.getDestination()) ? layoutOf(store.getDestination())
                                              : accessLayout(op));
      })
      .Case<tileaa::TiledStoreOp, tileaa::ScatterStoreOp,
            tileaa::TiledAtomicRMWOp>([&](auto store) {
        Value tile = store.getValue();
        // Fragments are stored as they are, under any name.
        std::optional<LinearLayout> fragments = fragmentsNamed(tile);
        LinearLayout layout = fragments ? *fragments : accessLayout(op);
        all(layout);
        sparse(store.getIndices(), layout);
      })
      .Case<tileaa::GatherLoadOp>([&](tileaa::GatherLoadOp load) {
        sparse(load.getIndices(), layoutOf(load.getResult()));
      })
      .Case<tileas::DotOp>([&](tileas::DotOp dot) {
        if (engineShapeOf(dot.getAtom())) {
          wanted[0] = factorPlace(dot, /*isLhs=*/true);
          wanted[1] = factorPlace(dot, /*isLhs=*/false);
          wanted[2] = fragmentsOf(dot);
          if (dot.getLhsScale()) {
            wanted[3] = layout::blockScaleImage(shapeOf(dot.getLhsScale()),
                                                /*isLhs=*/true);
            wanted[4] = layout::blockScaleImage(shapeOf(dot.getRhsScale()),
                                                /*isLhs=*/false);
          }
          return;
        }
        layout::DotLayouts layouts =
            tileas::mmaShapeOf(dot.getAtom())
                ? dotLayouts(dot)
                : layout::fmaLayouts(layoutOf(dot.getResult()),
                                     shapeOf(dot.getLhs()).back());
        wanted[0] = layouts.lhs;
        wanted[1] = layouts.rhs;
        wanted[2] = layouts.acc;
        if (dot.getLhsScale()) {
          const int64_t blocks = shapeOf(dot.getLhsScale()).back();
          wanted[3] =
              layout::blockScaleLayout(layouts.lhs, /*isLhs=*/true, blocks);
          wanted[4] =
              layout::blockScaleLayout(layouts.rhs, /*isLhs=*/false, blocks);
        }
      })
      .Case<tileaa::ReduceOp>([&](tileaa::ReduceOp reduce) {
        all(ownLayout(reduce.getSources()[0]));
      })
      .Case<tileaa::ScanOp>(
          [&](tileaa::ScanOp scan) { all(resultLayout(scan->getOpResult(0))); })
      .Default([&](Operation *) {
        bool together = op->getNumResults() > 0 && isTile(op->getResult(0)) &&
                        (op->hasTrait<OpTrait::Elementwise>() ||
                         isa<tileaa::AssumeOp, tileaa::LoadOp,
                             tileaa::AtomicRMWOp, tileaa::AtomicCASOp>(op));
        for (auto [value, want] : llvm::zip(op->getOperands(), wanted))
          if (isTile(value))
            want = together ? layoutOf(op->getResult(0)) : ownLayout(value);
        if (auto insert = dyn_cast<tileaa::InsertOp>(op))
          wanted[1] = layoutOf(insert.getResult());
      });
  return wanted;
}

} // namespace tessera::gpu
