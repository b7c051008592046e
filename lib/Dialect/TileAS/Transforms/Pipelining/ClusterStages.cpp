//===- TileAS/Transforms/Pipelining/ClusterStages.cpp - stages of two blocks ---*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In a cluster, a tile that both blocks load is copied by TMA once: each block
// copies half of it, to both. So a stage is full when the halves of both blocks
// have come, each of which counts the bytes of all, and it is empty when both
// have read it. Both blocks must have their tensor maps, of which they tell
// each other before their roles begin.
//
//===----------------------------------------------------------------------===//

#include "LoopPipeline.h"

#include "tessera/Dialect/TileAS/IR/PipelineAttrs.h"
#include "tessera/Layout/MatrixImages.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Remarks.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;

/// Whether all blocks of a cluster have the same value.
static bool isSameInCluster(Value first) {
  llvm::SetVector<Value> values;
  values.insert(first);
  for (size_t i = 0; i != values.size(); ++i) {
    Operation *maker = values[i].getDefiningOp();
    if (maker) {
      if (isa<ClusterRankOp>(maker) || maker->getNumRegions() != 0)
        return false;
      values.insert_range(maker->getOperands());
      continue;
    }
    auto argument = cast<BlockArgument>(values[i]);
    auto loop = dyn_cast<scf::ForOp>(argument.getOwner()->getParentOp());
    if (!loop)
      continue; // Of the kernel.
    if (argument == loop.getInductionVar()) {
      values.insert_range(ValueRange{loop.getLowerBound(), loop.getStep()});
      continue;
    }
    OpResult result = loop.getTiedLoopResult(argument);
    values.insert(loop.getInitArgs()[result.getResultNumber()]);
    values.insert(
        loop.getBody()->getTerminator()->getOperand(result.getResultNumber()));
  }
  return true;
}

void LoopPipeline::shareCopies() {
  // Products of a pair read each factor in the block that has it.
  if (!hasProducer || !roles->isInCluster() || roles->hasIssuer())
    return;
  for (Payload &each : payload) {
    auto load = dyn_cast<TiledLoadOp>(each.load);
    if (!load || !each.tma || !isSameInCluster(load.getView()) ||
        !llvm::all_of(load.getCoords(), isSameInCluster))
      continue;
    auto tile = cast<RankedTensorType>(each.tile().getType());
    std::optional<layout::MatrixImage> image = layout::describeMatrixImage(
        each.image, tileaa::getStorageBits(tile.getElementType()));
    std::optional<unsigned> halved = layout::halvedDim(*image, tile.getShape());
    if (!halved)
      continue;
    each.tma->box[*halved] /= 2;
    each.isShared = true;
    isOfCluster = true;
    remark::passed(load.getLoc(),
                   remark::RemarkOpts::name("load").category("plan").function(
                       loop->getParentOfType<tileaa::FuncOp>().getSymName()))
        << "each block of the cluster copies half of it, for both";
  }
}

void LoopPipeline::tellOfMaps(OpBuilder &at) {
  Location loc = loop.getLoc();
  mapsOfBlock = AllocTensorOp::create(
      at, loc,
      TiledViewType::get({1}, at.getI32Type(), tileaa::Residency::Smem));
  for (Payload &each : payload)
    if (each.isShared || (isOfPair && each.map)) {
      auto make = each.map.getDefiningOp<MakeTiledTmaDescOp>();
      StoreScalarOp::create(at, loc, make.getPlace(), mapsOfBlock);
      return;
    }
}

Value LoopPipeline::haveOthersMaps() {
  Location loc = loop.getLoc();
  Value place = LoadPeerScalarOp::create(b, loc, b.getI32Type(), mapsOfBlock);
  Value zero = arith::ConstantOp::create(b, loc, b.getI32IntegerAttr(0));
  return arith::CmpIOp::create(b, loc, arith::CmpIPredicate::sge, place, zero);
}

void tileas::meetAtEnd(tileaa::FuncOp function) {
  const bool isShared = function
                            .walk([](CreatePipelineOp create) {
                              return create->hasAttr(kClusterStagesAttrName)
                                         ? WalkResult::interrupt()
                                         : WalkResult::advance();
                            })
                            .wasInterrupted();
  if (!isShared)
    return;
  OpBuilder b(function.getBody().front().getTerminator());
  BarrierOp::create(b, function.getLoc(), BarrierScope::Cluster);
}
