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

Value tileas::buildPartLoad(OpBuilder &b, TiledLoadOp load,
                            ArrayRef<int64_t> shape,
                            ArrayRef<int64_t> offsets) {
  Location loc = load.getLoc();
  auto tile = cast<RankedTensorType>(load.getResult().getType());
  auto make = load.getView().getDefiningOp<tileaa::MakeTiledViewOp>();
  auto whole = cast<tileaa::TiledViewType>(load.getView().getType());
  auto type = tileaa::TiledViewType::get(
      shape, whole.getMemoryView(), whole.getPadding(), whole.getDimMap(),
      /*traversalStrides=*/{}, std::nullopt, whole.getResidency());
  SmallVector<Value> coords;
  for (auto [d, coord] : llvm::enumerate(load.getCoords())) {
    auto constant = [&, coord = coord](int64_t value) {
      return arith::ConstantOp::create(
          b, loc, b.getIntegerAttr(coord.getType(), value));
    };
    Value scaled = coord;
    if (const int64_t parts = tile.getDimSize(d) / shape[d]; parts != 1)
      scaled = arith::MulIOp::create(b, loc, coord, constant(parts));
    if (offsets[d] != 0)
      scaled = arith::AddIOp::create(b, loc, scaled,
                                     constant(offsets[d] / shape[d]));
    coords.push_back(scaled);
  }
  Value view = tileaa::MakeTiledViewOp::create(b, loc, type, make.getSource());

  tileaa::AccessFacts facts = tileaa::AccessFacts::fromAttr(
      load->getAttrOfType<tileaa::AccessAttr>(kAccessFactsAttrName));
  for (auto [d, extent] : llvm::enumerate(shape)) {
    facts.contiguity[d] = std::min(facts.contiguity[d], extent);
    facts.constancy[d] = std::min(facts.constancy[d], extent);
  }
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
