//===- TileAS/Utils/TensorPlaces.cpp - places of sums ---------------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Builds the claim of columns and places in them.
//
//===----------------------------------------------------------------------===//

#include "tessera/Dialect/TileAS/Utils/TensorPlaces.h"

#include "tessera/Dialect/TileAS/IR/MmaAtoms.h"
#include "tessera/Target/Tcgen05Table.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;

ClaimTensorMemoryOp tileas::findTensorMemory(tileaa::FuncOp function) {
  auto claims = function.getBody().front().getOps<ClaimTensorMemoryOp>();
  return claims.empty() ? ClaimTensorMemoryOp() : *claims.begin();
}

ClaimTensorMemoryOp tileas::claimTensorMemory(tileaa::FuncOp function) {
  if (ClaimTensorMemoryOp found = findTensorMemory(function))
    return found;
  Block &body = function.getBody().front();
  auto b = OpBuilder::atBlockBegin(&body);
  // One thread claims that meanwhile, or has asked for it.
  for (Operation &op : body) {
    auto place = dyn_cast<ClaimTmaPlaceOp>(op);
    if ((place && !place.getOfRole()) || isa<BeginTmaPlaceOp>(op)) {
      b.setInsertionPointAfter(&op);
      break;
    }
  }
  Location loc = function.getLoc();
  PlanAttr plan = getPlan(function);
  const unsigned teams = plan ? plan.getTeams() : 1;
  Value board = AllocTensorOp::create(
      b, loc,
      TiledViewType::get({tensorBoardBytes(teams)}, b.getI8Type(),
                         tileaa::Residency::Smem));
  return ClaimTensorMemoryOp::create(b, loc, board, gpu::leastTensorColumns,
                                     teams);
}

layout::LinearLayout tileas::placeLayout(AtomAttr atom, RankedTensorType tile) {
  return placeOfSums(atom, tile.getShape());
}

TensorPlaceOp tileas::buildPlace(OpBuilder &b, Location loc, Value memory,
                                 AtomAttr atom, RankedTensorType tile,
                                 unsigned sets) {
  return TensorPlaceOp::create(
      b, loc,
      TiledViewType::get(
          tile.getShape(), tile.getElementType(), tileaa::Residency::Tmem,
          LayoutAttr::get(b.getContext(), placeLayout(atom, tile))),
      memory, /*column=*/0, sets);
}

TensorPlaceOp tileas::buildFactorPlace(OpBuilder &b, Location loc, Value memory,
                                       RankedTensorType factor) {
  auto layout = LayoutAttr::get(
      b.getContext(), layout::tensorFactorPlace(
                          factor.getShape(), factor.getElementTypeBitWidth()));
  return TensorPlaceOp::create(
      b, loc,
      TiledViewType::get(factor.getShape(), factor.getElementType(),
                         tileaa::Residency::Tmem, layout),
      memory, /*column=*/0, /*sets=*/1);
}

unsigned tileas::scaleColumns(Value lhsScale, Value rhsScale) {
  unsigned columns = 0;
  for (Value scale : {lhsScale, rhsScale})
    columns +=
        layout::blockScaleColumns(getFactorTile(scale.getType()).getShape());
  return llvm::PowerOf2Ceil(columns);
}

TensorPlaceOp tileas::buildScalePlace(OpBuilder &b, Location loc, Value memory,
                                      Value lhsScale, Value rhsScale) {
  const int64_t shape[] = {128, int64_t(scaleColumns(lhsScale, rhsScale))};
  auto layout =
      LayoutAttr::get(b.getContext(), layout::tensorPlace(128, shape));
  return TensorPlaceOp::create(b, loc,
                               TiledViewType::get(shape, b.getI32Type(),
                                                  tileaa::Residency::Tmem,
                                                  layout),
                               memory, 0);
}
