//===- TileAS/Transforms/Turns/LoopOverBlocks.cpp - a loop over tile blocks ----*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Puts the program of a kernel into a loop over the turns of its block. What
// follows from the arguments alone is computed in front of it: scalars, views.
// Of two bodies, the one for arguments that TMA can copy has the loop; blocks
// of the other one make the tile that they were started for. So do those of a
// grid that the GPU runs at once, in a copy of the program without a loop.
//
//===----------------------------------------------------------------------===//

#include "tessera/Dialect/TileAS/IR/TileAS.h"
#include "tessera/Dialect/TileAS/Transforms/Passes.h"
#include "tessera/Dialect/TileAS/Utils/Bodies.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/SetVector.h"

namespace tessera::tileas {
#define GEN_PASS_DEF_LOOPOVERBLOCKSPASS
#include "tessera/Dialect/TileAS/Transforms/Passes.h.inc"
} // namespace tessera::tileas

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;

/// Ops of `body` that have to be done in each turn, in their order. Tiles that
/// do not change are made again, so that they take no registers meanwhile.
static llvm::SetVector<Operation *> opsOfTurn(Block *body) {
  llvm::SetVector<Operation *> inTurn;
  for (Operation &op : body->without_terminator()) {
    const bool stays =
        isMemoryEffectFree(&op) && op.getNumRegions() == 0 &&
        !isa<tileaa::GetProgramIdOp>(op) &&
        llvm::none_of(op.getResultTypes(), llvm::IsaPred<RankedTensorType>) &&
        llvm::none_of(op.getOperands(), [&](Value operand) {
          Operation *maker = operand.getDefiningOp();
          return maker && inTurn.contains(maker);
        });
    if (!stays)
      inTurn.insert(&op);
  }
  return inTurn;
}

/// Parts `body` into one for grids of several waves, which is returned, and a
/// copy of it for others, whose results may have the bytes of the stages.
static Block *partByWaves(Block *body) {
  Location loc = body->getParentOp()->getLoc();
  OpBuilder b(body->getTerminator());
  auto several = HasWavesOp::create(b, loc);
  auto branch = scf::IfOp::create(b, loc, TypeRange(), several.getResult(),
                                  /*withElse=*/true);
  OpBuilder copies = branch.getElseBodyBuilder();
  IRMapping map;
  for (Operation &op : llvm::make_early_inc_range(
           llvm::make_range(body->begin(), several->getIterator()))) {
    copies.clone(op, map);
    op.moveBefore(branch.thenYield());
  }
  return branch.thenBlock();
}

static void loopOverBlocks(Block *body) {
  if (opsOfTurn(body).empty())
    return;
  body = partByWaves(body);
  llvm::SetVector<Operation *> inTurn = opsOfTurn(body);
  Location loc = body->getParentOp()->getLoc();
  OpBuilder b(body->getTerminator());
  Value zero = arith::ConstantOp::create(b, loc, b.getI32IntegerAttr(0));
  Value one = arith::ConstantOp::create(b, loc, b.getI32IntegerAttr(1));
  Value turns = CountTurnsOp::create(b, loc);
  auto loop = scf::ForOp::create(b, loc, zero, turns, one);
  b.setInsertionPointToStart(loop.getBody());
  auto block = TurnBlockOp::create(b, loc, loop.getInductionVar());
  for (Operation *op : inTurn)
    op->moveBefore(loop.getBody()->getTerminator());
  loop.walk([&](tileaa::GetProgramIdOp id) {
    OpBuilder at(id);
    auto made = ProgramIdAtOp::create(at, id.getLoc(), id.getType(),
                                      id.getAxis(), block.getX(), block.getY(),
                                      block.getZ(), id.getGroupAttr());
    id.replaceAllUsesWith(made.getResult());
    id.erase();
  });
}

namespace {
struct LoopOverBlocks : tileas::impl::LoopOverBlocksPassBase<LoopOverBlocks> {
  void runOnOperation() override {
    for (auto function : getOperation().getOps<tileaa::FuncOp>()) {
      PlanAttr plan = getPlan(function);
      if (!plan || !plan.takesBlocks())
        continue;
      Block *body = &function.getBody().front();
      if (Operation *bodies = bodiesOf(function)) {
        for (auto id : body->getOps<tileaa::GetProgramIdOp>()) {
          id.emitOpError("expected each of the two bodies of a kernel to have "
                         "its own program ids");
          return signalPassFailure();
        }
        body = &bodies->getRegion(0).front();
      }
      loopOverBlocks(body);
    }
  }
};
} // namespace
