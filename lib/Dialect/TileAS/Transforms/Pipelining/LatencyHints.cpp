//===- TileAS/Transforms/Pipelining/LatencyHints.cpp - stages that loads want -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads the hint `latency` of loads. For a loop, the hint of its last load
// counts.
//
//===----------------------------------------------------------------------===//

#include "LatencyHints.h"

#include "tessera/Dialect/TileAS/IR/PipelineAttrs.h"

#include "mlir/IR/Remarks.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;

/// The latency hint of a load is how many stages it wants; nothing without one.
static std::optional<int64_t> latencyOf(Operation *op, StringRef target) {
  cuda_tile::OptimizationHintsAttr hints;
  if (auto load = dyn_cast<TiledLoadOp>(op))
    hints = load.getOptimizationHintsAttr();
  else if (auto load = dyn_cast<LoadOp>(op))
    hints = load.getOptimizationHintsAttr();
  auto latency =
      hints ? dyn_cast_or_null<IntegerAttr>(hints.lookup(target, "latency"))
            : IntegerAttr();
  return latency ? std::optional(latency.getInt()) : std::nullopt;
}

/// Says which hints had no effect: those of loads that are not copied ahead.
void tileas::reportLatencyHints(tileaa::FuncOp function, StringRef target) {
  if (!function.getContext()->getRemarkEngine())
    return;
  function.walk([&](Operation *op) {
    std::optional<int64_t> latency = latencyOf(op, target);
    if (!latency || op->hasAttr(kCopyToStageAttrName))
      return;
    remark::missed(op->getLoc(),
                   remark::RemarkOpts::name("hint").category("plan").function(
                       function.getSymName()))
        << "hint latency = " + std::to_string(*latency) +
               " is not followed: the load is not copied ahead of a product";
  });
}

std::optional<unsigned> tileas::stagesOf(scf::ForOp loop, StringRef target) {
  std::optional<unsigned> stages;
  loop.walk([&](Operation *op) {
    if (std::optional<int64_t> latency = latencyOf(op, target))
      stages = std::clamp<int64_t>(*latency, 2, 6);
  });
  return stages;
}
