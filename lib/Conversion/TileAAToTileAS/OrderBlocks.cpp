//===- TileAAToTileAS/OrderBlocks.cpp - blocks that share what they read -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A GPU starts blocks with neighbouring x one after the other. The blocks of a
// product that run at the same time then read all rows of one factor if the
// grid is wide, more than L2 holds. In groups of a few x they read few rows and
// few columns. The language leaves the order of blocks open, so the ids may be
// given out like that; not where blocks wait for one another, which would be
// slower if they waited for blocks that start later.
//
//===----------------------------------------------------------------------===//

#include "KernelFacts.h"

#include "tessera/Conversion/TileAAToTileAS/TileAAToTileAS.h"
#include "tessera/Dialect/TileAS/IR/TileAS.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Remarks.h"
#include "mlir/Interfaces/LoopLikeInterface.h"

namespace tessera::gpu {
#define GEN_PASS_DEF_ORDERBLOCKSPASS
#include "tessera/Conversion/TileAAToTileAS/Passes.h.inc"
} // namespace tessera::gpu

using namespace mlir;
using namespace tessera;

/// Of the 132 blocks of an H200 with tiles of 128 x 128, eight and their 17
/// neighbours read the least. From 8 to 16 little changes.
static constexpr int64_t groupExtent = 8;

namespace {
struct OrderBlocks : gpu::impl::OrderBlocksPassBase<OrderBlocks> {
  void runOnOperation() override {
    for (auto function : getOperation().getOps<tileaa::FuncOp>())
      order(function);
  }

  static void order(tileaa::FuncOp function) {
    if (!tileas::getPlan(function))
      return;
    SmallVector<tileaa::GetProgramIdOp> ids;
    bool hasX = false, hasY = false, hasProduct = false, isTogether = false;
    function.walk([&](Operation *op) {
      isTogether |= gpu::isBetweenBlocks(op);
      hasProduct |=
          isa<tileas::DotOp>(op) && op->getParentOfType<LoopLikeOpInterface>();
      auto id = dyn_cast<tileaa::GetProgramIdOp>(op);
      if (!id || id.getAxis() == tileaa::GridAxis::Z)
        return;
      (id.getAxis() == tileaa::GridAxis::X ? hasX : hasY) = true;
      ids.push_back(id);
    });
    if (!hasProduct || !hasX || !hasY || isTogether)
      return;
    for (tileaa::GetProgramIdOp id : ids)
      id.setGroup(groupExtent);
    remark::passed(function.getLoc(),
                   remark::RemarkOpts::name("order").category("plan").function(
                       function.getSymName()))
        << "blocks of wide grids start in groups of "
        << std::to_string(groupExtent)
        << " along x, which share what they read";
  }
};
} // namespace
