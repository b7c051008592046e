//===- Transforms/Placing/ShareExponentials.cpp - exp2 by two units -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Exponentials bind attention, while its threads issue an instruction in a
// third of all cycles. Some of the exponentials are therefore computed by
// packed multiply-add, which takes instructions but no time of the unit of
// special functions. How many is said on the op; the lowering obeys.
//
//===----------------------------------------------------------------------===//

#include "tessera/Dialect/TileAS/IR/TileAS.h"
#include "tessera/Dialect/TileAS/Transforms/Passes.h"
#include "tessera/Target/GpuTiming.h"

#include "mlir/Interfaces/LoopLikeInterface.h"

namespace tessera::tileas {
#define GEN_PASS_DEF_SHAREEXPONENTIALSPASS
#include "tessera/Dialect/TileAS/Transforms/Passes.h.inc"
} // namespace tessera::tileas

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;

/// Instructions of a warp for an exponential by multiply-add, and for what else
/// a loop of attention does with each element: a scale, an extremum, a sum, a
/// conversion, and its part of everything that comes once in an iteration. The
/// unit of FP32 takes a packed pair in two turns and is busy with these for 10
/// and for 2 to 3 cycles: no longer than their slots for shares up to a half.
static constexpr double fmaSlots = 8, otherSlots = 4;
/// Fewer exponentials of a thread do not bind.
static constexpr int64_t leastElements = 16;

/// The part of exponentials after which the unit of special functions, which
/// serves one of four schedulers with a quarter of its lanes, and the issue of
/// instructions take equally long; nothing or less if the unit does not bind.
static double shareByFma(const gpu::GpuTiming &timing) {
  constexpr double lanesOfWarp = 32, schedulers = 4;
  const double interval = lanesOfWarp * schedulers / timing.specialLanes;
  return (interval - otherSlots) / (interval + fmaSlots);
}

/// Whether the op is in a loop with products that take no instructions of these
/// threads.
static bool isBesideTensorProducts(Operation *op) {
  for (auto loop = op->getParentOfType<LoopLikeOpInterface>(); loop;
       loop = loop->getParentOfType<LoopLikeOpInterface>())
    if (loop->walk([](TensorDotOp) { return WalkResult::interrupt(); })
            .wasInterrupted())
      return true;
  return false;
}

static int64_t elementsOfThread(tileaa::Exp2Op op) {
  auto tile = dyn_cast<RankedTensorType>(op.getType());
  LayoutAttr layout = tile ? getLayoutAttr(tile) : LayoutAttr();
  return layout
             ? int64_t(1) << layout.getLayout().in().bits(layout::Dim::Register)
             : 0;
}

namespace {
struct ShareExponentials
    : tileas::impl::ShareExponentialsPassBase<ShareExponentials> {
  void runOnOperation() override {
    TargetAttr target = getTarget(getOperation());
    if (!target || !target.getTarget().has(gpu::GpuCapability::PackedF32))
      return;
    llvm::Expected<gpu::GpuTiming> timing =
        gpu::findGpuTiming(target.getTarget().name);
    if (!timing)
      return llvm::consumeError(timing.takeError());
    const double share = shareByFma(*timing);
    getOperation().walk([&](tileaa::Exp2Op op) {
      const int64_t elements = elementsOfThread(op);
      const auto pairs = int64_t(double(elements) * share / 2);
      if (op.getFlushToZero() && elements >= leastElements && pairs > 0 &&
          isBesideTensorProducts(op))
        op->setAttr(kByFmaAttrName, Builder(op).getI64IntegerAttr(2 * pairs));
    });
  }
};
} // namespace
