//===- TileASToNVVM/Stages/StageBarriers.cpp - barriers of stages -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The instructions on mbarriers, and the copy of a tile as boxes: the panels of
// its image, one after the other.
//
//===----------------------------------------------------------------------===//

#include "StageBarriers.h"

#include "Conversion/TileASToNVVM/Mbarriers.h"

#include "tessera/Dialect/TileAS/IR/PipelineAttrs.h"
#include "tessera/Layout/MatrixImages.h"

using namespace mlir;
using tessera::layout::LinearLayout;

namespace tessera::gpu {

/// Coordinates that are larger are outside of every tensor that has a map
/// (TensorMaps.cpp), as is the box that begins there.
static constexpr int64_t lastCoordinate = 0x7FFF0000;

StageBarriers::StageBarriers(Emitter &e, Kind kind,
                             tileas::CreatePipelineOp create,
                             int64_t stageBytes)
    : e(e), create(create), stageBytes(stageBytes) {
  const bool isFull = kind == Kind::Full;
  auto place = create->getAttrOfType<IntegerAttr>(
      isFull ? tileas::kFullBarrierAttrName : tileas::kEmptyBarrierAttrName);
  if (place)
    offset = place.getInt();
  if (auto count = create->getAttrOfType<IntegerAttr>(
          isFull ? tileas::kFullArrivalsAttrName
                 : tileas::kEmptyArrivalsAttrName))
    arrivals = count.getInt();
}

Value StageBarriers::at(Value stage) {
  Value base = e.byteOffset(e.scalar(create.getBufferView()),
                            e.mul(stage, e.i32(stageBytes)));
  return e.byteOffset(base, *offset);
}

void StageBarriers::init() {
  e.guarded(e.isFirstThread(), [&] {
    for (unsigned stage = 0; stage < create.getNumStages(); ++stage)
      e.inlineAsm("mbarrier.init.shared::cta.b64 [$0], $1;", "r,r,~{memory}",
                  Type(), {sharedAddress(e, at(e.i32(stage))), e.i32(arrivals)},
                  /*sideEffects=*/true);
    e.inlineAsm("fence.mbarrier_init.release.cluster;", "~{memory}", Type(), {},
                /*sideEffects=*/true);
  });
}

void StageBarriers::invalidate() {
  e.guarded(e.isFirstThread(), [&] {
    for (unsigned stage = 0; stage < create.getNumStages(); ++stage)
      e.inlineAsm("mbarrier.inval.shared::cta.b64 [$0];", "r,~{memory}", Type(),
                  {sharedAddress(e, at(e.i32(stage)))}, /*sideEffects=*/true);
  });
}

void StageBarriers::wait(Value stage, Value parity) {
  waitForPhase(e, sharedAddress(e, at(stage)), parity);
}

void StageBarriers::arrive(Value stage, int64_t bytes, int64_t count) {
  Value barrier = sharedAddress(e, at(stage));
  if (bytes != 0)
    e.inlineAsm("mbarrier.arrive.expect_tx.shared::cta.b64 _, [$0], $1;",
                "r,r,~{memory}", Type(), {barrier, e.i32(bytes)},
                /*sideEffects=*/true);
  else if (count == 1)
    e.inlineAsm("mbarrier.arrive.shared::cta.b64 _, [$0];", "r,~{memory}",
                Type(), {barrier}, /*sideEffects=*/true);
  else
    e.inlineAsm("mbarrier.arrive.shared::cta.b64 _, [$0], $1;", "r,r,~{memory}",
                Type(), {barrier, e.i32(count)}, /*sideEffects=*/true);
}

void StageBarriers::arriveAfterCopies(Value stage) {
  e.inlineAsm("cp.async.mbarrier.arrive.noinc.shared::cta.b64 [$0];",
              "r,~{memory}", Type(), {sharedAddress(e, at(stage))},
              /*sideEffects=*/true);
}

LogicalResult copyBoxes(Emitter &e, tileas::AsyncTiledTmaLoadOp load,
                        const SharedImage &stage, Value barrier) {
  auto tile = tileas::getViewTile(load.getDestination().getType());
  const unsigned bits = tileaa::getElementBits(tile.getElementType());
  std::optional<layout::MatrixImage> image =
      layout::describeMatrixImage(stage.layout, bits);
  if (!image)
    return e.refuse(load, "a destination whose image is not one of boxes");
  const unsigned rank = tile.getRank();
  const int64_t width = layout::swizzleWidth(image->mode) * 8 / bits;
  SmallVector<Value> start;
  for (unsigned d : layout::matrixImageOrder(rank, image->fastDim)) {
    Type i64 = e.b.getI64Type();
    Value first =
        LLVM::UMinOp::create(e.b, e.loc(), i64, e.scalar(load.getCoords()[d]),
                             e.i64(lastCoordinate));
    start.push_back(e.extend(first, e.b.getI32Type(), /*isSigned=*/false));
  }
  std::string text = "cp.async.bulk.tensor." + std::to_string(rank) +
                     "d.shared::cta.global.tile.mbarrier::complete_tx::bytes "
                     "[$0], [$1, {";
  std::string constraints = "r,l,r";
  for (unsigned d = 0; d < rank; ++d) {
    text += (d ? ", $" : "$") + std::to_string(3 + d);
    constraints += ",r";
  }
  text += "}], [$2];";
  constraints += ",~{memory}";
  const int64_t panels = tile.getDimSize(image->fastDim) / width;
  for (int64_t panel = 0; panel < panels; ++panel) {
    SmallVector<Value> operands{
        sharedAddress(
            e, e.byteOffset(stage.base, int64_t(panel * image->panelBytes))),
        e.get(load.getDesc())[0], sharedAddress(e, barrier)};
    llvm::append_range(operands, start);
    if (panel != 0)
      operands[3] = e.add(start[0], e.i32(panel * width));
    e.inlineAsm(text, constraints, Type(), operands, /*sideEffects=*/true);
  }
  return success();
}

} // namespace tessera::gpu
