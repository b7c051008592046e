//===- TileAS/Transforms/VerifyStage.cpp - is this nv_tileas? -------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The stage verifier of the nv_tileas level. It checks what the lowering to
// threads relies on and what no single op can check.
//
//===----------------------------------------------------------------------===//

#include "tessera/Dialect/TileAS/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/IR/Verifier.h"

namespace tessera::tileas {
#define GEN_PASS_DEF_VERIFYTILEASSTAGEPASS
#include "tessera/Dialect/TileAS/Transforms/Passes.h.inc"
} // namespace tessera::tileas

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;

/// Ops of nv_tileaa that have an op of their own at this level.
static bool isReplaced(Operation *op) {
  return isa<tileaa::LoadOp, tileaa::StoreOp, tileaa::TiledLoadOp,
             tileaa::TiledStoreOp, tileaa::TiledAtomicRMWOp,
             tileaa::GatherLoadOp, tileaa::ScatterStoreOp, tileaa::DotOp,
             tileaa::ReduceOp, tileaa::ScanOp, tileaa::ViewOp>(op);
}

static LogicalResult verifyDialect(Operation *op) {
  if (isReplaced(op))
    return op->emitOpError("expected its nv_tileas form at this level");
  if (isa_and_nonnull<TileASDialect, tileaa::TileAADialect, arith::ArithDialect,
                      math::MathDialect, scf::SCFDialect, ub::UBDialect>(
          op->getDialect()))
    return success();
  return op->emitOpError("expected an op of nv_tileas, nv_tileaa, arith, math, "
                         "scf or ub at the nv_tileas level");
}

/// Layouts on every tile, of the function's warps.
static LogicalResult verifyType(Operation *op, Type type, int64_t numWarps,
                                StringRef where) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!tensor)
    return success();
  LayoutAttr layout = getLayoutAttr(tensor);
  if (!layout)
    return op->emitOpError("expected a tile with a layout, got ")
           << tensor << " in " << where;
  if (!layout.isShared() && layout.getNumWarps() != numWarps)
    return op->emitOpError("expected a layout of ")
           << numWarps << " warps as the function has, got "
           << layout.getNumWarps() << " in " << where;
  return success();
}

static LogicalResult verifyTypes(Operation *op, int64_t numWarps) {
  if (auto dot = dyn_cast<DotOp>(op))
    for (std::optional<Type> tile : {dot.getLhsTile(), dot.getRhsTile()})
      if (tile && failed(verifyType(op, *tile, numWarps, "a factor's tile")))
        return failure();
  for (Type type : op->getResultTypes())
    if (failed(verifyType(op, type, numWarps, "a result")))
      return failure();
  for (Region &region : op->getRegions())
    for (Block &block : region)
      for (Type type : block.getArgumentTypes())
        if (failed(verifyType(op, type, numWarps, "a block argument")))
          return failure();
  return success();
}

/// Tiles of one shape in ops that work element by element have one layout.
static LogicalResult verifyElementwise(Operation *op) {
  if (!op->hasTrait<OpTrait::Elementwise>())
    return success();
  LayoutAttr layout;
  auto check = [&](Type type) {
    LayoutAttr other = getLayoutAttr(type);
    if (!other || !layout)
      layout = layout ? layout : other;
    return !other || other == layout;
  };
  for (TypeRange types :
       {TypeRange(op->getOperandTypes()), TypeRange(op->getResultTypes())})
    for (Type type : types)
      if (!check(type))
        return op->emitOpError("expected operands and results of one layout, "
                               "got ")
               << layout << " and " << getLayoutAttr(type);
  return success();
}

/// The warps whose threads hold the tiles of `op`: those of its role.
static int64_t warpsOf(Operation *op, PlanAttr plan) {
  for (Region *region = op->getParentRegion(); region;
       region = region->getParentRegion())
    if (isa_and_nonnull<AgentSwitchOp>(region->getParentOp()))
      return plan.getRoles()[region->getRegionNumber()].getTileWarps();
  return plan.getTileWarps();
}

/// Agents are the roles of the plan, and where there are several, each tile is
/// one agent's.
static LogicalResult verifyAgents(Operation *op, PlanAttr plan) {
  auto agents = dyn_cast<AgentSwitchOp>(op);
  if (plan.hasSeveralRoles() && !op->getParentOfType<AgentSwitchOp>() &&
      !op->hasTrait<OpTrait::ConstantLike>() &&
      llvm::any_of(op->getResultTypes(),
                   [](Type type) { return isa<RankedTensorType>(type); }))
    return op->emitOpError("expected tiles of a kernel with several roles "
                           "inside the agent of one");
  if (!agents || agents.getAgents().size() == plan.getRoles().size())
    return success();
  return op->emitOpError("expected an agent for each of the ")
         << plan.getRoles().size() << " roles of the plan, got "
         << agents.getAgents().size();
}

namespace {
struct VerifyStage : tileas::impl::VerifyTileASStagePassBase<VerifyStage> {
  void runOnOperation() override {
    ModuleOp module = getOperation();
    bool ok = succeeded(verify(module));
    if (!getTarget(module)) {
      module.emitOpError("expected ") << kTargetAttrName << ", got none";
      ok = false;
    }
    for (Operation &op : *module.getBody()) {
      auto function = dyn_cast<tileaa::FuncOp>(op);
      if (function) {
        ok &= succeeded(verifyFunction(function));
        continue;
      }
      if (isa<tileaa::GlobalOp>(op))
        continue;
      op.emitOpError("expected nv_tileaa.func or nv_tileaa.global directly in "
                     "the module");
      ok = false;
    }
    if (!ok)
      return signalPassFailure();
    markAllAnalysesPreserved();
  }

  /// What differs between targets of the limits on plans.
  static LogicalResult verifyPlan(tileaa::FuncOp function, PlanAttr plan) {
    TargetAttr attribute = getTarget(function);
    if (!attribute)
      return success();
    const gpu::GpuTarget &target = attribute.getTarget();
    if (plan.getCluster() > target.clusterBlocks)
      return function.emitOpError("expected a plan with clusters of at most ")
             << target.clusterBlocks << " blocks on " << target.name << ", got "
             << plan.getCluster();
    unsigned blocks = std::max(plan.getBlocks(), 1u);
    if (plan.getNumWarps() * blocks > target.warpsPerMultiprocessor)
      return function.emitOpError("expected a plan of at most ")
             << target.warpsPerMultiprocessor
             << " warps on a multiprocessor of " << target.name << ", got "
             << blocks << " blocks of " << plan.getNumWarps();
    return success();
  }

  LogicalResult verifyFunction(tileaa::FuncOp function) {
    PlanAttr plan = getPlan(function);
    if (!plan)
      return function.emitOpError("expected ") << kPlanAttrName << ", got none";
    bool ok = succeeded(verifyPlan(function, plan));
    WalkResult agents = function.walk([&](Operation *op) {
      return failed(verifyAgents(op, plan)) ? WalkResult::interrupt()
                                            : WalkResult::advance();
    });
    if (agents.wasInterrupted())
      return failure();
    function.walk([&](Operation *op) {
      // One report per op: the first rule it breaks.
      ok &= succeeded(verifyDialect(op)) &&
            succeeded(verifyTypes(op, warpsOf(op, plan))) &&
            succeeded(verifyElementwise(op));
    });
    return success(ok);
  }
};
} // namespace
