//===- TileAAToTileAS/TileAAToTileAS.cpp - the pass -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Number of warps, then the steps of Rewrite.h. Kernels whose tiles would need
// more registers than any schedule could hold are refused here, with the tile.
//
//===----------------------------------------------------------------------===//

#include "tessera/Conversion/TileAAToTileAS/TileAAToTileAS.h"

#include "LayoutPlan.h"
#include "Rewrite.h"
#include "tessera/Dialect/TileAS/IR/TileAS.h"

namespace tessera::gpu {
#define GEN_PASS_DEF_CONVERTTILEAATOTILEASPASS
#include "tessera/Conversion/TileAAToTileAS/Passes.h.inc"
} // namespace tessera::gpu

using namespace mlir;
using namespace tessera;

/// More elements per thread would only be spilled, and unrolled code of that
/// size takes minutes to assemble.
static constexpr int64_t maxElementsPerThread = 1024;

static int64_t largestTile(tileaa::FuncOp function) {
  int64_t largest = 1;
  function.walk([&](Operation *op) {
    for (Value value : op->getResults())
      if (gpu::isTile(value))
        largest =
            std::max(largest, tileaa::getNumTileElements(value.getType()));
  });
  return largest;
}

/// By hint, else so that the largest tile has about 32 elements per thread.
unsigned gpu::chooseWarps(tileaa::FuncOp function,
                          const gpu::GpuTarget &target) {
  if (auto hints = function.getOptimizationHintsAttr())
    if (auto warps = dyn_cast_or_null<IntegerAttr>(
            hints.lookup(target.name, "num_worker_warps_per_cta")))
      return static_cast<unsigned>(warps.getInt());
  int64_t wanted = largestTile(function) / (32 * 32);
  if (wanted <= 1)
    return largestTile(function) <= 256 ? 1 : 4;
  if (wanted <= 8)
    return 4;
  return wanted <= 32 ? 8 : 16;
}

namespace {
struct ConvertTileAAToTileAS
    : gpu::impl::ConvertTileAAToTileASPassBase<ConvertTileAAToTileAS> {
  using ConvertTileAAToTileASPassBase::ConvertTileAAToTileASPassBase;

  void runOnOperation() override {
    ModuleOp module = getOperation();
    llvm::Expected<gpu::GpuTarget> target = gpu::findGpuTarget(targetName);
    if (!target) {
      module.emitError(llvm::toString(target.takeError()));
      return signalPassFailure();
    }
    for (auto function :
         llvm::make_early_inc_range(module.getOps<tileaa::FuncOp>())) {
      if (!function.isKernel())
        function.erase();
      else if (failed(convert(function, *target)))
        return signalPassFailure();
    }
    module->setAttr("nv_tileas.target",
                    StringAttr::get(&getContext(), targetName));
  }

  LogicalResult convert(tileaa::FuncOp function, const gpu::GpuTarget &target) {
    gpu::chooseProducts(function, target);
    unsigned warps =
        numWarps ? unsigned(numWarps) : chooseWarps(function, target);
    WalkResult fits = function.walk([&](Operation *op) {
      for (Value value : op->getResults())
        if (gpu::isTile(value) && tileaa::getNumTileElements(value.getType()) >
                                      maxElementsPerThread * 32 * warps) {
          op->emitOpError("cannot be lowered to ")
              << targetName << ": expected a tile of at most "
              << maxElementsPerThread * 32 * warps << " elements, got "
              << value.getType();
          return WalkResult::interrupt();
        }
      return WalkResult::advance();
    });
    if (fits.wasInterrupted())
      return failure();
    gpu::LayoutPlan plan(function, warps);
    unsigned conversions = gpu::assignLayouts(function, plan);
    Builder b(&getContext());
    function->setAttr("nv_tileas.num_warps", b.getI64IntegerAttr(warps));
    function->setAttr("nv_tileas.num_conversions",
                      b.getI32IntegerAttr(conversions));
    gpu::replaceOps(function);
    return success();
  }
};
} // namespace
