//===- TileAS/Utils/SharedStorage.cpp - tiles in shared memory -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Builds the storage of one tile in a given image, and the store and the load
// of that tile.
//
//===----------------------------------------------------------------------===//

#include "tessera/Dialect/TileAS/Utils/SharedStorage.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;

/// The coordinates of the only tile.
static SmallVector<Value> origin(OpBuilder &b, Location loc, int64_t rank) {
  return SmallVector<Value>(rank, arith::ConstantIndexOp::create(b, loc, 0));
}

static AtomAttr copyAtom(OpBuilder &b) {
  return AtomAttr::get(b.getContext(), AtomKind::Copy);
}

AllocTensorOp tileas::buildStorage(OpBuilder &b, Location loc,
                                   RankedTensorType tile,
                                   const layout::LinearLayout &image) {
  return AllocTensorOp::create(
      b, loc,
      TiledViewType::get(tile.getShape(), tile.getElementType(),
                         tileaa::Residency::Smem,
                         LayoutAttr::get(b.getContext(), image)));
}

TiledStoreOp tileas::buildStore(OpBuilder &b, Location loc, Value tile,
                                Value storage) {
  int64_t rank = cast<RankedTensorType>(tile.getType()).getRank();
  return TiledStoreOp::create(
      b, loc, Type(), MemSemanticAttr(), MemScopeAttr(), storage, tile,
      origin(b, loc, rank), ValueRange(), Value(), Value(), copyAtom(b),
      DenseBoolArrayAttr(), TypedAttr(), cuda_tile::OptimizationHintsAttr());
}

TiledLoadOp tileas::buildLoad(OpBuilder &b, Location loc, RankedTensorType type,
                              Value storage) {
  return TiledLoadOp::create(
      b, loc, type, Type(), MemSemanticAttr(), MemScopeAttr(), storage,
      origin(b, loc, type.getRank()), ValueRange(), Value(), Value(),
      copyAtom(b), DenseBoolArrayAttr(), TypedAttr(),
      cuda_tile::OptimizationHintsAttr());
}
