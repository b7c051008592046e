//===- TileAAToTileAS/ProductLayouts.cpp - layouts of accesses and products -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the plan of layouts is anchored to: an access wants its tile so that
// neighbouring elements are a thread's, and a product wants its operands where
// its instruction takes them, in fragments or in images that engines read.
//
//===----------------------------------------------------------------------===//

#include "LayoutPlan.h"

#include "tessera/Dialect/TileAA/Analysis/AccessFacts.h"
#include "tessera/Dialect/TileAS/IR/MmaAtoms.h"
#include "tessera/Dialect/TileAS/Utils/AccessRuns.h"
#include "tessera/Layout/Conversion.h"
#include "tessera/Layout/MatrixImages.h"
#include "tessera/Layout/TensorMemory.h"
#include "tessera/Target/Tcgen05Table.h"
#include "tessera/Target/WgmmaTable.h"

#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using tessera::layout::LinearLayout;

namespace tessera::gpu {

static Type elementOf(Value tile) {
  return getElementTypeOrSelf(tile.getType());
}

Value movedTile(Operation *op) {
  return llvm::TypeSwitch<Operation *, Value>(op)
      .Case<tileaa::LoadOp, tileaa::TiledLoadOp, tileaa::GatherLoadOp>(
          [](auto load) { return load.getResult(); })
      .Case<tileaa::StoreOp, tileaa::TiledStoreOp, tileaa::ScatterStoreOp,
            tileaa::TiledAtomicRMWOp, tileaa::AtomicRMWOp, tileaa::AtomicCASOp>(
          [](auto store) { return store.getValue(); })
      .Default([](Operation *) { return Value(); });
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

/// Whether `tile` is nothing but scales of tcgen05, by rows: the program has
/// not put them into another order in memory.
static bool isRowsOfScales(Value tile) {
  auto isLong = [](int64_t extent) { return extent != 1; };
  return !tile.use_empty() && llvm::all_of(tile.getUses(), [&](OpOperand &use) {
    Operation *user = use.getOwner();
    if (auto dot = dyn_cast<tileas::DotOp>(user))
      return dot.getAtom().getKind() == tileas::AtomKind::Tcgen05 &&
             (use.get() == dot.getLhsScale() || use.get() == dot.getRhsScale());
    if (!isa<tileaa::ViewOp, tileaa::PermuteOp>(user))
      return false;
    Value renamed = user->getResult(0);
    return isRowsOfScales(renamed) &&
           (isa<tileaa::PermuteOp>(user) ||
            llvm::equal(llvm::make_filter_range(shapeOf(tile), isLong),
                        llvm::make_filter_range(shapeOf(renamed), isLong)));
  });
}

int64_t mostNeighbours(Operation *access) {
  return access->getNumResults() > 0 && isRowsOfScales(access->getResult(0))
             ? 4
             : std::numeric_limits<int64_t>::max();
}

LinearLayout LayoutPlan::accessLayout(Operation *op) {
  auto type = cast<RankedTensorType>(movedTile(op).getType());
  // Scales are few. Threads that have some have as many as a copy into a stage
  // moves, and others have none.
  const bool isScales =
      op->getNumResults() > 0 && isOnlyScales(op->getResult(0));
  tileas::AccessRuns runs =
      tileas::findAccessRuns(type, tileaa::lookupFacts(op), numWarps,
                             isScales ? 16 : 1, mostAccessBytes);
  runs.elements = std::min(runs.elements, mostNeighbours(op));
  return tileas::coalescedLayout(type, runs, numWarps);
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
/// because warps have whole rows of the left factor, as the registers of
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
    isProduct |= other.getAtom().getKind() == op.getAtom().getKind() &&
                 groupOf(other.getResult()) == group;
  });
  return isProduct;
}

/// The index along which a thread has neighbours, or, with `place` lane, lanes
/// have; nothing without any.
static std::optional<unsigned>
axisOfNeighbours(const LinearLayout &layout,
                 layout::Dim place = layout::Dim::Register) {
  if (layout.in().bits(place) == 0)
    return std::nullopt;
  uint64_t first = layout.column(place, 0);
  for (unsigned d = 0; d < layout.out().axes().size(); ++d)
    if (layout.out().bits(layout::tileDim(d)) > 0 &&
        first == layout.out().pack(layout::tileDim(d), 1))
      return d;
  return std::nullopt;
}

/// Whether the right factor is bytes of which a load gives a thread neighbours
/// along a row. ldmatrix moves them if the product has its columns in pairs.
bool LayoutPlan::takesColumnsInPairs(tileas::DotOp op) {
  MmaFactor factor = *tileas::mmaFactorOf(op.getAtom().getElements()[0]);
  if (mmaBits(factor) != 8 || op.getLhsScale() ||
      !isa<RankedTensorType>(op.getRhs().getType()) ||
      shapeOf(op.getRhs()).back() < 16)
    return false;
  SmallVector<Operation *, 2> names;
  Operation *maker = op.getRhs().getDefiningOp();
  for (; maker && isa<tileaa::ViewOp, tileaa::PermuteOp>(maker) &&
         isTile(maker->getOperand(0));
       maker = maker->getOperand(0).getDefiningOp())
    names.push_back(maker);
  if (!isa_and_nonnull<tileaa::TiledLoadOp, tileaa::LoadOp>(maker))
    return false;
  LinearLayout layout = accessLayout(maker);
  for (Operation *name : llvm::reverse(names)) {
    auto permute = dyn_cast<tileaa::PermuteOp>(name);
    layout = permute ? permutedResult(layout, permute.getPermutation())
                     : viewLayout(layout, shapeOf(name->getResult(0)));
  }
  return axisOfNeighbours(layout) == shapeOf(op.getRhs()).size() - 1;
}

layout::DotLayouts LayoutPlan::dotLayouts(tileas::DotOp op) {
  ArrayRef<int64_t> shape = shapeOf(op.getAcc());
  int64_t depth = shapeOf(op.getLhs()).back();
  std::optional<layout::MmaShape> mma = tileas::mmaShapeOf(op.getAtom());
  if (!mma)
    return layout::fmaLayouts(layout::defaultLayout(shape, numWarps), depth);
  Type element = elementOf(op.getLhs());
  return layout::mmaLayouts(tileas::inElements(*mma, op.getAtom(), element),
                            mmaBits(*tileas::mmaFactorOf(element)), shape,
                            depth, numWarps, takesWholeRows(op),
                            takesColumnsInPairs(op));
}

/// The fragments of a product of wgmma. Those of a transposed one are the
/// fragments of what its instruction makes with rows and columns exchanged, and
/// both of its factors are in shared memory.
static layout::WarpgroupLayouts warpgroupLayouts(tileas::DotOp op,
                                                 unsigned numWarps) {
  const tileas::AtomAttr atom = op.getAtom();
  SmallVector<int64_t> shape(shapeOf(op.getAcc()));
  const unsigned rank = shape.size();
  if (atom.getTransposed())
    std::swap(shape[rank - 2], shape[rank - 1]);
  layout::WarpgroupLayouts layouts =
      layout::wgmmaLayouts(tileas::wgmmaShapeOf(atom)->n,
                           mmaBits(*tileas::mmaFactorOf(atom.getElements()[0])),
                           shape, shapeOf(op.getLhs()).back(), numWarps);
  if (atom.getTransposed())
    return {layout::transposedLayout(layouts.acc), std::nullopt};
  return layouts;
}

std::optional<layout::MmaShape> engineShapeOf(tileas::AtomAttr atom) {
  std::optional<layout::MmaShape> shape = tileas::wgmmaShapeOf(atom);
  return shape ? shape : tileas::tcgen05ShapeOf(atom);
}

/// Whether it takes factors whose neighbours are not neighbours in depth.
static bool takesBothOrders(tileas::AtomAttr atom) {
  MmaFactor factor = *tileas::mmaFactorOf(atom.getElements()[0]);
  MmaSum sum = *tileas::mmaSumOf(atom.getElements()[2]);
  if (atom.getKind() == tileas::AtomKind::Wgmma)
    return findWgmma(factor, sum)->takesBothOrders;
  // Factors of 4 bits have no row there: they lie along the depth.
  const Tcgen05Row *row = findTcgen05(factor, sum);
  return row && row->takesBothOrders;
}

std::optional<LinearLayout> LayoutPlan::fragmentsOf(tileas::DotOp op) {
  if (tileas::wgmmaShapeOf(op.getAtom()))
    return warpgroupLayouts(op, numWarps).acc;
  // Lanes of a transposed product are columns of its tile.
  if (tileas::tcgen05ShapeOf(op.getAtom()))
    return layout::tensorRegisters(
        tileas::placeOfSums(op.getAtom(), shapeOf(op.getAcc())), numWarps,
        !op.getAtom().getTransposed() && takesWholeRows(op));
  if (tileas::mmaShapeOf(op.getAtom()))
    return dotLayouts(op).acc;
  return std::nullopt;
}

LinearLayout LayoutPlan::factorPlace(tileas::DotOp op, bool isLhs) {
  Value factor = isLhs ? op.getLhs() : op.getRhs();
  const layout::MmaShape shape =
      tileas::inTile(*engineShapeOf(op.getAtom()), op.getAtom());
  const unsigned bits = mmaBits(*tileas::mmaFactorOf(elementOf(factor)));
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
  // Threads store it to tensor memory from where it is.
  if (isLhs && op->hasAttr(tileas::kTensorFactorAttrName) && isFixed(factor) &&
      groups[groupOf(factor)].strength == Product &&
      layout::findWordMove(
          layout::tensorCells(layout::tensorFactorPlace(tile, bits), own),
          tensorColumns))
    return own;
  const unsigned rank = tile.size();
  const unsigned depthDim = isLhs ? rank - 1 : rank - 2;
  const unsigned otherDim = isLhs ? rank - 2 : rank - 1;
  // Neighbours stay neighbours where the instruction takes that: those of a
  // thread, or of lanes that store single elements.
  std::optional<unsigned> axis = axisOfNeighbours(own);
  if (!axis)
    axis = axisOfNeighbours(own, layout::Dim::Lane);
  if (takesBothOrders(op.getAtom()) && axis == otherDim) {
    const unsigned blocks = tileas::isOfPair(op.getAtom()) ? 2 : 1;
    const uint64_t mostBytes = std::min<uint64_t>(
        128, (isLhs ? shape.m : shape.n) / blocks * bits / 8);
    llvm::Expected<LinearLayout> image =
        layout::matrixImage(tile, otherDim, bits, mostBytes);
    if (image)
      return *image;
    llvm::consumeError(image.takeError());
  }
  return llvm::cantFail(layout::matrixImage(tile, depthDim, bits));
}

} // namespace tessera::gpu
