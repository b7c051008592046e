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

#include "tessera/Dialect/TileAA/Analysis/AccessFacts.h"
#include "tessera/Dialect/TileAS/IR/MmaAtoms.h"
#include "tessera/Layout/Conversion.h"
#include "tessera/Layout/MatrixImages.h"
#include "tessera/Layout/TensorMemory.h"
#include "tessera/Target/Tcgen05Table.h"
#include "tessera/Target/WgmmaTable.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using tessera::layout::LinearLayout;

namespace tessera::gpu {

enum Strength : unsigned { Nothing, Implied, Access, Product };

bool isTile(Value value) { return isa<RankedTensorType>(value.getType()); }

static ArrayRef<int64_t> shapeOf(Value tile) {
  return cast<RankedTensorType>(tile.getType()).getShape();
}

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

static bool isFixed(Value value) {
  return isTile(value) && roleOf(value) == TileRole::Fixed;
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
// Accesses and products
//===----------------------------------------------------------------------===//

Value movedTile(Operation *op) {
  return llvm::TypeSwitch<Operation *, Value>(op)
      .Case<tileaa::LoadOp, tileaa::TiledLoadOp, tileaa::GatherLoadOp>(
          [](auto load) { return load.getResult(); })
      .Case<tileaa::StoreOp, tileaa::TiledStoreOp, tileaa::ScatterStoreOp,
            tileaa::TiledAtomicRMWOp, tileaa::AtomicRMWOp, tileaa::AtomicCASOp>(
          [](auto store) { return store.getValue(); })
      .Default([](Operation *) { return Value(); });
}

AccessRuns findAccessRuns(RankedTensorType type,
                          const tileaa::AccessFacts &facts, unsigned numWarps,
                          int64_t leastPerThread) {
  ArrayRef<int64_t> shape = type.getShape();
  unsigned bits = std::max(tileaa::getElementBits(type.getElementType()), 8u);
  AccessRuns runs;
  runs.bytesPerElement = llvm::PowerOf2Ceil(bits) / 8;
  // The axis with the longest runs goes first, the last one on a tie.
  runs.axis = shape.size() - 1;
  for (unsigned d = shape.size(); d-- > 0;)
    if (facts.contiguity[d] > facts.contiguity[runs.axis])
      runs.axis = d;
  runs.perThread =
      std::max(type.getNumElements() / (32 * numWarps), leastPerThread);
  int64_t aligned = facts.divisibility[runs.axis] / runs.bytesPerElement;
  runs.elements =
      std::min({16 / runs.bytesPerElement, facts.contiguity[runs.axis],
                runs.perThread, std::max<int64_t>(aligned, 1)});
  if (!facts.maskConstancy.empty())
    runs.elements = std::min(runs.elements, facts.maskConstancy[runs.axis]);
  return runs;
}

/// Whether `tile` is nothing but scales of products, under any name.
static bool isOnlyScales(Value tile) {
  return !tile.use_empty() && llvm::all_of(tile.getUses(), [](OpOperand &use) {
    Operation *user = use.getOwner();
    if (auto dot = dyn_cast<tileas::DotOp>(user))
      return use.get() == dot.getLhsScale() || use.get() == dot.getRhsScale();
    return isa<tileaa::ViewOp, tileaa::PermuteOp>(user) &&
           isOnlyScales(user->getResult(0));
  });
}

LinearLayout LayoutPlan::accessLayout(Operation *op) {
  auto type = cast<RankedTensorType>(movedTile(op).getType());
  // Scales are few. Threads that have some have as many as a copy into a stage
  // moves, and others have none.
  const bool isScales =
      op->getNumResults() > 0 && isOnlyScales(op->getResult(0));
  AccessRuns runs = findAccessRuns(type, tileaa::lookupFacts(op), numWarps,
                                   isScales ? 16 : 1);
  SmallVector<unsigned> order{runs.axis};
  for (unsigned d = type.getRank(); d-- > 0;)
    if (d != runs.axis)
      order.push_back(d);
  // A byte of 4-bit elements belongs to one thread. Without runs neighbouring
  // lanes still touch neighbouring elements.
  int64_t vector = runs.elements;
  if (isa<Float4E2M1FNType>(type.getElementType()))
    vector = std::max(vector, std::min<int64_t>(runs.perThread, 2));
  return layout::blockedLayout(type.getShape(), order, vector, numWarps);
}

/// Whether rows of the tile, or of what is computed from it element by element,
/// are reduced.
bool LayoutPlan::isReducedAlongRows(Value tile) {
  unsigned group = groupOf(tile);
  bool found = false;
  function.walk([&](tileaa::ReduceOp reduce) {
    for (Value source : reduce.getSources())
      found |= isFixed(source) && groupOf(source) == group &&
               reduce.getDim() + 1 == shapeOf(source).size();
  });
  return found;
}

/// Whether warps take whole rows of the product: because these are reduced, or
/// because warps have whole rows of the left factor, as the fragments of
/// another product whose rows are reduced. In attention both are so, one
/// product after the other, and what the second one needs is in the warp that
/// made it.
bool LayoutPlan::takesWholeRows(tileas::DotOp op) {
  if (isReducedAlongRows(op.getResult()))
    return true;
  Value lhs = op.getLhs();
  if (!isa<RankedTensorType>(lhs.getType()) || !isFixed(lhs) ||
      !isReducedAlongRows(lhs))
    return false;
  unsigned group = groupOf(lhs);
  bool isProduct = false;
  function.walk([&](tileas::DotOp other) {
    isProduct |= tileas::mmaShapeOf(other.getAtom()) &&
                 groupOf(other.getResult()) == group;
  });
  return isProduct;
}

layout::DotLayouts LayoutPlan::dotLayouts(tileas::DotOp op) {
  ArrayRef<int64_t> shape = shapeOf(op.getAcc());
  int64_t depth = shapeOf(op.getLhs()).back();
  std::optional<layout::MmaShape> mma = tileas::mmaShapeOf(op.getAtom());
  if (!mma)
    return layout::fmaLayouts(layout::defaultLayout(shape, numWarps), depth);
  unsigned bits = mmaBits(*tileas::mmaFactorOf(op.getAtom().getElements()[0]));
  return layout::mmaLayouts(*mma, bits, shape, depth, numWarps,
                            takesWholeRows(op));
}

/// The fragments of a product of wgmma.
static layout::WarpgroupLayouts warpgroupLayouts(tileas::DotOp op,
                                                 unsigned numWarps) {
  return layout::wgmmaLayouts(
      tileas::wgmmaShapeOf(op.getAtom())->n,
      mmaBits(*tileas::mmaFactorOf(op.getAtom().getElements()[0])),
      shapeOf(op.getAcc()), shapeOf(op.getLhs()).back(), numWarps);
}

/// The shape of an instruction that reads its factors in shared memory.
static std::optional<layout::MmaShape> engineShapeOf(tileas::AtomAttr atom) {
  std::optional<layout::MmaShape> shape = tileas::wgmmaShapeOf(atom);
  return shape ? shape : tileas::tcgen05ShapeOf(atom);
}

/// Whether it takes factors whose neighbours are not neighbours in depth.
static bool takesBothOrders(tileas::AtomAttr atom) {
  MmaFactor factor = *tileas::mmaFactorOf(atom.getElements()[0]);
  MmaSum sum = *tileas::mmaSumOf(atom.getElements()[2]);
  return atom.getKind() == tileas::AtomKind::Wgmma
             ? findWgmma(factor, sum)->takesBothOrders
             : findTcgen05(factor, sum)->takesBothOrders;
}

std::optional<LinearLayout> LayoutPlan::fragmentsOf(tileas::DotOp op) {
  if (tileas::wgmmaShapeOf(op.getAtom()))
    return warpgroupLayouts(op, numWarps).acc;
  if (std::optional<layout::MmaShape> shape =
          tileas::tcgen05ShapeOf(op.getAtom()))
    return layout::tensorRegisters(
        layout::tensorPlace(shape->m, shapeOf(op.getAcc())), numWarps,
        isReducedAlongRows(op.getResult()));
  if (tileas::mmaShapeOf(op.getAtom()))
    return dotLayouts(op).acc;
  return std::nullopt;
}

/// The index along which a thread has neighbours; nothing without any.
static std::optional<unsigned> axisOfNeighbours(const LinearLayout &layout) {
  if (layout.in().bits(layout::Dim::Register) == 0)
    return std::nullopt;
  uint64_t first = layout.column(layout::Dim::Register, 0);
  for (unsigned d = 0; d < layout.out().axes().size(); ++d)
    if (layout.out().bits(layout::tileDim(d)) > 0 &&
        first == layout.out().pack(layout::tileDim(d), 1))
      return d;
  return std::nullopt;
}

LinearLayout LayoutPlan::factorPlace(tileas::DotOp op, bool isLhs) {
  Value factor = isLhs ? op.getLhs() : op.getRhs();
  layout::MmaShape shape = *engineShapeOf(op.getAtom());
  MmaFactor element = *tileas::mmaFactorOf(op.getAtom().getElements()[0]);
  const unsigned bits = mmaBits(element);
  LinearLayout own = ownLayout(factor);
  // What another product left in registers may be what this one takes there.
  if (isLhs && tileas::wgmmaShapeOf(op.getAtom()) && isFixed(factor) &&
      groups[groupOf(factor)].strength == Product)
    if (std::optional<LinearLayout> fragments =
            warpgroupLayouts(op, numWarps).lhs) {
      llvm::Expected<layout::Conversion> way =
          layout::classifyConversion(own, *fragments);
      if (!way)
        llvm::consumeError(way.takeError());
      else if (way->kind <= layout::ConversionKind::Rename)
        return *fragments;
    }
  ArrayRef<int64_t> tile = shapeOf(factor);
  const unsigned rank = tile.size();
  const unsigned depthDim = isLhs ? rank - 1 : rank - 2;
  const unsigned otherDim = isLhs ? rank - 2 : rank - 1;
  // Neighbours stay neighbours where the instruction takes that.
  if (takesBothOrders(op.getAtom()) && axisOfNeighbours(own) == otherDim) {
    const uint64_t mostBytes =
        std::min<uint64_t>(128, (isLhs ? shape.m : shape.n) * bits / 8);
    llvm::Expected<LinearLayout> image =
        layout::matrixImage(tile, otherDim, bits, mostBytes);
    if (image)
      return *image;
    llvm::consumeError(image.takeError());
  }
  return llvm::cantFail(layout::matrixImage(tile, depthDim, bits));
}

//===----------------------------------------------------------------------===//
// Collecting
//===----------------------------------------------------------------------===//

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
    anchor(dot.getResult(), Product, [this, dot] {
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
        // Fragments are stored as they are.
        bool asIs = isFixed(tile) && groups[groupOf(tile)].strength == Product;
        LinearLayout layout = asIs ? layoutOf(tile) : accessLayout(op);
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
