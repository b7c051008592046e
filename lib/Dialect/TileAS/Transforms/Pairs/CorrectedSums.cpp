//===- TileAS/Transforms/Pairs/CorrectedSums.cpp - what the correction role does -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Four warps have the lanes of a team's sums. They multiply those of each team
// by its rows, in tensor memory, between two of its products.
//
//===----------------------------------------------------------------------===//

#include "CorrectedParts.h"

#include "Dialect/TileAS/Transforms/Placing/ScaledSums.h"

#include "tessera/Dialect/TileAS/IR/PipelineAttrs.h"
#include "tessera/Dialect/TileAS/Utils/SharedStorage.h"
#include "tessera/Layout/TensorMemory.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;

/// What the loop's sums begin with, in parts of a few registers.
void CorrectedLoop::storeFirst(Value place) {
  auto tile = cast<RankedTensorType>(late.getType());
  auto first = cast<SplatElementsAttr>(this->first);
  auto store = [&](RankedTensorType type, Value where) {
    buildStore(b, loc,
               arith::ConstantOp::create(b, loc, first.resizeSplat(type)),
               where);
  };
  LayoutAttr part = partLayoutOf(tile);
  if (!part)
    return store(tile, place);
  auto whole = cast<TiledViewType>(place.getType());
  const int64_t shape[] = {tile.getDimSize(0), partColumns};
  auto type = RankedTensorType::get(shape, tile.getElementType(), part);
  auto slice = TiledViewType::get(
      shape, whole.getElementType(), whole.getResidency(),
      LayoutAttr::get(b.getContext(),
                      layout::tensorPlace(tile.getDimSize(0), shape)));
  for (int64_t column = 0; column < tile.getDimSize(1); column += partColumns)
    store(type, TensorSliceOp::create(b, loc, slice, place, column));
}

/// The sums are there already, or become so by the product that is awaited.
void CorrectedLoop::correct(Value ofScales, Value ofSums, Value place,
                            Value storage, bool areThere) {
  await(scales, ofScales);
  IRMapping map;
  map.map(scale,
          buildLoad(b, loc, cast<RankedTensorType>(scale.getType()), storage)
              .getResult());
  release(scales, ofScales, kEachWarpReleasesAttrName);
  // What spreads the rows, in the order of the program.
  SetVector<Operation *> spreads;
  for (Operation *change : changes)
    for (Value operand : change->getOperands())
      if (Operation *maker = operand.getDefiningOp();
          maker && !llvm::is_contained(changes, maker)) {
        SmallVector<Operation *> path;
        for (Value value = operand; value != scale;
             value = value.getDefiningOp()->getOperand(0))
          path.push_back(value.getDefiningOp());
        for (Operation *op : llvm::reverse(path))
          spreads.insert(op);
      }
  for (Operation *op : spreads)
    b.clone(*op, map);
  if (!areThere)
    await(sumsExchange, ofSums);
  Value value = buildLoad(b, loc, cast<RankedTensorType>(late.getType()), place)
                    .getResult();
  map.map(loop.getRegionIterArgs()[sums], value);
  for (Operation *change : changes)
    value = b.clone(*change, map)->getResult(0);
  buildStore(b, loc, value, place);
  release(sumsExchange, ofSums, kEachWarpReleasesAttrName);
}

/// The first product adds to what the loop's sums begin with, which is changed
/// like all others: nothing says that the rows are numbers that leave it as it
/// is.
void CorrectedLoop::makeCorrection() {
  b.setInsertionPoint(loop);
  const unsigned teams = roles.teams();
  auto any =
      scf::IfOp::create(b, loc, TypeRange(), entersLoop(loop.getLowerBound()),
                        /*withElse=*/false);
  b.setInsertionPointToStart(any.thenBlock());
  SmallVector<Value> positions, places, storage;
  for (unsigned team = 0; team < teams; ++team) {
    Value ofScales = begin(scales, /*isProducer=*/false, team);
    positions.push_back(ofScales);
    positions.push_back(begin(sumsExchange, /*isProducer=*/false, team));
    places.push_back(ofTeam(sumsPlace, team));
    storage.push_back(ofTeam(scaleView, team));
    storeFirst(places[team]);
  }
  for (unsigned team = 0; team < teams; ++team) {
    correct(positions[2 * team], positions[2 * team + 1], places[team],
            storage[team], /*areThere=*/true);
    positions[2 * team] = nextRound(positions[2 * team]);
  }
  Value second =
      arith::AddIOp::create(b, loc, loop.getLowerBound(), loop.getStep());
  auto made =
      scf::ForOp::create(b, loc, second, loop.getUpperBound(), loop.getStep(),
                         positions, nullptr, loop.getUnsignedCmp());
  b.setInsertionPointToStart(made.getBody());
  ValueRange own = made.getRegionIterArgs();
  SmallVector<Value> yielded;
  for (unsigned team = 0; team < teams; ++team)
    correct(own[2 * team], own[2 * team + 1], places[team], storage[team],
            /*areThere=*/false);
  for (Value each : own)
    yielded.push_back(nextRound(each));
  scf::YieldOp::create(b, loc, yielded);
  roles.give(any, RoleKind::Correction);
}
