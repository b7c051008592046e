//===- TileAS/Transforms/LoadParts.cpp - loads made part by part --*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A part is a tile of a view of the same memory that is cut into smaller tiles.
//
//===----------------------------------------------------------------------===//

#include "LoadParts.h"

#include "tessera/Dialect/TileAS/Utils/AccessRuns.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;

/// Whether a load of memory may be made behind `op` as well as in front of it.
static bool mayPass(Operation *op) {
  if (isa<AllocTensorOp, ConvertLayoutOp, DotOp>(op) || isMemoryEffectFree(op))
    return true;
  if (auto load = dyn_cast<TiledLoadOp>(op))
    return load.getMemSemantic().value_or(MemSemantic::Weak) ==
           MemSemantic::Weak;
  auto store = dyn_cast<TiledStoreOp>(op);
  return store && isSharedView(store.getView().getType());
}

TiledLoadOp tileas::findLoadOfParts(Value tile, Operation *user) {
  auto load = tile.getDefiningOp<TiledLoadOp>();
  if (!load || load->getBlock() != user->getBlock() || !tile.hasOneUse() ||
      !load->hasAttr(kAccessFactsAttrName) || load.getMask() ||
      load.getPaddingValue() || !load.getOffsets().empty() || !mayPass(load) ||
      (load.getResultToken() && !load.getResultToken().use_empty()))
    return nullptr;
  auto make = load.getView().getDefiningOp<tileaa::MakeTiledViewOp>();
  auto view = dyn_cast<tileaa::TiledViewType>(load.getView().getType());
  if (!make || !view || !view.getTraversalStrides().empty() ||
      view.getSparseDim())
    return nullptr;
  for (Operation *op = load->getNextNode(); op != user; op = op->getNextNode())
    if (!op || !mayPass(op))
      return nullptr;
  return load;
}

/// The view of `make`, in tiles of `shape`, and which of these begins at
/// `offsets` of the tile at `coords`.
static std::pair<Value, SmallVector<Value>>
partView(OpBuilder &b, tileaa::MakeTiledViewOp make, ValueRange coords,
         ArrayRef<int64_t> shape, ArrayRef<int64_t> offsets) {
  Location loc = make.getLoc();
  auto whole = cast<tileaa::TiledViewType>(make.getType());
  auto type = tileaa::TiledViewType::get(
      shape, whole.getMemoryView(), whole.getPadding(), whole.getDimMap(),
      /*traversalStrides=*/{}, std::nullopt, whole.getResidency());
  SmallVector<Value> own;
  for (auto [d, coord] : llvm::enumerate(coords)) {
    auto constant = [&, coord = coord](int64_t value) {
      return arith::ConstantOp::create(
          b, loc, b.getIntegerAttr(coord.getType(), value));
    };
    Value scaled = coord;
    if (const int64_t parts = whole.getTileShape()[d] / shape[d]; parts != 1)
      scaled = arith::MulIOp::create(b, loc, coord, constant(parts));
    if (offsets[d] != 0)
      scaled = arith::AddIOp::create(b, loc, scaled,
                                     constant(offsets[d] / shape[d]));
    own.push_back(scaled);
  }
  return {tileaa::MakeTiledViewOp::create(b, loc, type, make.getSource()), own};
}

/// What is known of an access, for a part of its tile.
static tileaa::AccessFacts factsOfPart(Operation *access,
                                       ArrayRef<int64_t> shape) {
  tileaa::AccessFacts facts = tileaa::AccessFacts::fromAttr(
      access->getAttrOfType<tileaa::AccessAttr>(kAccessFactsAttrName));
  for (auto [d, extent] : llvm::enumerate(shape)) {
    facts.contiguity[d] = std::min(facts.contiguity[d], extent);
    facts.constancy[d] = std::min(facts.constancy[d], extent);
  }
  return facts;
}

Value tileas::buildPartLoad(OpBuilder &b, TiledLoadOp load,
                            ArrayRef<int64_t> shape,
                            ArrayRef<int64_t> offsets) {
  auto tile = cast<RankedTensorType>(load.getResult().getType());
  auto [view, coords] =
      partView(b, load.getView().getDefiningOp<tileaa::MakeTiledViewOp>(),
               load.getCoords(), shape, offsets);
  tileaa::AccessFacts facts = factsOfPart(load, shape);
  const unsigned numWarps =
      1u << getLayoutAttr(tile).getLayout().in().bits(layout::Dim::Warp);
  auto part = RankedTensorType::get(shape, tile.getElementType());
  layout::LinearLayout layout =
      coalescedLayout(part, findAccessRuns(part, facts, numWarps), numWarps);
  auto made = cast<TiledLoadOp>(b.clone(*load));
  made.getViewMutable().assign(view);
  made.getCoordsMutable().assign(coords);
  made.getResult().setType(RankedTensorType::get(
      shape, tile.getElementType(), LayoutAttr::get(b.getContext(), layout)));
  made->setAttr(kAccessFactsAttrName, facts.toAttr(b.getContext()));
  return made.getResult();
}

bool tileas::isStoreOfParts(TiledStoreOp store) {
  auto view = dyn_cast<tileaa::TiledViewType>(store.getView().getType());
  return view && view.getTraversalStrides().empty() && !view.getSparseDim() &&
         view.getResidency() == tileaa::Residency::Gmem &&
         store.getView().getDefiningOp<tileaa::MakeTiledViewOp>() &&
         store->hasAttr(kAccessFactsAttrName) && !store.getMask() &&
         store.getOffsets().empty() &&
         store.getMemSemantic().value_or(MemSemantic::Weak) ==
             MemSemantic::Weak;
}

TiledStoreOp tileas::buildPartStore(OpBuilder &b, TiledStoreOp store,
                                    Value part, ArrayRef<int64_t> offsets) {
  ArrayRef<int64_t> shape = cast<RankedTensorType>(part.getType()).getShape();
  auto [view, coords] =
      partView(b, store.getView().getDefiningOp<tileaa::MakeTiledViewOp>(),
               store.getCoords(), shape, offsets);
  auto made = cast<TiledStoreOp>(b.clone(*store));
  made.getViewMutable().assign(view);
  made.getCoordsMutable().assign(coords);
  made.getValueMutable().assign(part);
  made->setAttr(kAccessFactsAttrName,
                factsOfPart(store, shape).toAttr(b.getContext()));
  return made;
}
