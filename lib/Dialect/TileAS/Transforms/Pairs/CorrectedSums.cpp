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

#include "tessera/Dialect/TileAS/IR/PipelineAttrs.h"
#include "tessera/Dialect/TileAS/Utils/SharedStorage.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;

void CorrectedLoop::correct(Value ofScales, Value ofSums, Value place,
                            Value storage) {
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
  await(sumsExchange, ofSums);
  Value value = buildLoad(b, loc, cast<RankedTensorType>(late.getType()), place)
                    .getResult();
  map.map(loop.getRegionIterArgs()[sums], value);
  for (Operation *change : changes)
    value = b.clone(*change, map)->getResult(0);
  buildStore(b, loc, value, place);
  release(sumsExchange, ofSums, kEachWarpReleasesAttrName);
}

/// The first product of a team adds to nothing, and its rows are not needed.
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
    await(scales, ofScales);
    release(scales, ofScales, kEachWarpReleasesAttrName);
    positions.push_back(nextRound(ofScales));
    positions.push_back(begin(sumsExchange, /*isProducer=*/false, team));
    places.push_back(ofTeam(sumsPlace, team));
    storage.push_back(ofTeam(scaleView, team));
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
    correct(own[2 * team], own[2 * team + 1], places[team], storage[team]);
  for (Value each : own)
    yielded.push_back(nextRound(each));
  scf::YieldOp::create(b, loc, yielded);
  roles.give(any, RoleKind::Correction);
}
