//===- TileAAToTileAS/PlanKernel.cpp - how a kernel uses its target -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Everything that is decided for a whole kernel is decided here and written
// down: the target on the module, the plan on the function, the atom on every
// product. Kernels whose tiles would need more registers than any strategy
// could hold are refused, with the tile.
//
//===----------------------------------------------------------------------===//

#include "Cluster/ClusterChoice.h"
#include "KernelFacts.h"
#include "ProductChoice.h"
#include "Tiles.h"
#include "tessera/Conversion/TileAAToTileAS/Strategies.h"
#include "tessera/Conversion/TileAAToTileAS/TileAAToTileAS.h"
#include "tessera/Dialect/TileAS/IR/TileAS.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Remarks.h"
#include "llvm/ADT/StringExtras.h"

namespace tessera::gpu {
#define GEN_PASS_DEF_PLANKERNELPASS
#include "tessera/Conversion/TileAAToTileAS/Passes.h.inc"
} // namespace tessera::gpu

using namespace mlir;
using namespace tessera;
using tessera::gpu::isTile;

/// More elements per thread would only be spilled, and unrolled code of that
/// size takes minutes to assemble.
static constexpr int64_t maxElementsPerThread = 1024;

/// Remarks about the plan of one kernel.
static remark::RemarkOpts remarkOptions(tileaa::FuncOp function,
                                        StringRef name) {
  return remark::RemarkOpts::name(name).category("plan").function(
      function.getSymName());
}

//===----------------------------------------------------------------------===//
// Hints
//===----------------------------------------------------------------------===//

/// Says which of the kernel's hints the plan does not follow.
static void reportHints(const gpu::KernelFacts &facts, tileas::PlanAttr plan) {
  tileaa::FuncOp function = facts.function;
  auto missed = [&](Location loc, const Twine &text) {
    remark::missed(loc, remarkOptions(function, "hint")) << text.str();
  };
  if (facts.wantedBlocks > plan.getBlocks())
    missed(function.getLoc(),
           "hint occupancy = " + Twine(facts.wantedBlocks) +
               " is not followed: a multiprocessor of " + facts.target.name +
               " holds " + Twine(plan.getBlocks()) + " blocks of " +
               Twine(plan.getNumWarps()) +
               " warps with their accumulators; write a smaller tile, or " +
               Twine(plan.getBlocks()));
  // The pass that copies ahead says what TMA copies.
  if (plan.copiesByTma())
    return;
  function.walk([&](Operation *op) {
    auto hints = op->getAttrOfType<cuda_tile::OptimizationHintsAttr>(
        "optimization_hints");
    if (op == function.getOperation() || !hints)
      return;
    auto allowed = dyn_cast_or_null<BoolAttr>(
        hints.lookup(facts.target.name, "allow_tma"));
    if (allowed && allowed.getValue())
      missed(op->getLoc(), "hint allow_tma is not followed: strategy " +
                               gpu::strategyName(plan.getStrategy()) +
                               " does not copy with TMA");
  });
}

/// Says why factors of 4 bits are loaded as elements.
static void reportElements(tileaa::DotOp op, const gpu::FactorPairs &pairs) {
  StringRef reason = pairs.whyNot(op);
  if (reason.empty())
    return;
  remark::missed(
      op->getLoc(),
      remarkOptions(op->getParentOfType<tileaa::FuncOp>(), "product"))
      << ("a factor of 4 bits is not taken as bytes of two: " + reason).str();
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

namespace {
struct PlanKernel : gpu::impl::PlanKernelPassBase<PlanKernel> {
  using PlanKernelPassBase::PlanKernelPassBase;

  void runOnOperation() override {
    ModuleOp module = getOperation();
    llvm::Expected<gpu::GpuTarget> found = gpu::findGpuTarget(targetName);
    if (!found) {
      module.emitError(llvm::toString(found.takeError()));
      return signalPassFailure();
    }
    if (!strategy.empty() && !(forced = gpu::findStrategy(strategy))) {
      module.emitError("expected a strategy (")
          << llvm::join(llvm::map_range(gpu::strategyTable(),
                                        [](const gpu::StrategyRow &row) {
                                          return row.name;
                                        }),
                        ", ")
          << "), got '" << strategy.getValue() << "'";
      return signalPassFailure();
    }
    auto target = tileas::TargetAttr::get(&getContext(), *found);
    module->setAttr(tileas::kTargetAttrName, target);
    for (auto function :
         llvm::make_early_inc_range(module.getOps<tileaa::FuncOp>())) {
      if (!function.isKernel())
        function.erase();
      else if (failed(planKernel(function, target.getTarget())))
        return signalPassFailure();
    }
  }

  LogicalResult planKernel(tileaa::FuncOp function,
                           const gpu::GpuTarget &target);
  FailureOr<tileas::PlanAttr> choosePlan(const gpu::KernelFacts &facts);

  /// The only strategy that may be taken; null: any.
  const gpu::StrategyRow *forced = nullptr;
};
} // namespace

FailureOr<tileas::PlanAttr>
PlanKernel::choosePlan(const gpu::KernelFacts &facts) {
  tileaa::FuncOp function = facts.function;
  // Rows up to the last that did not fit: a plan may become that of a later row
  // before this shows (a loop without stages for a producer).
  const gpu::StrategyRow *tried = nullptr;
  for (tileas::MisfitAttr misfit : tileas::getMisfits(function))
    if (misfit.getResource() != tileas::Resource::Correction)
      tried = std::max(tried, gpu::findStrategy(misfit.getStrategy()));
  for (const gpu::StrategyRow &row : gpu::strategyTable()) {
    if (forced
            ? forced != &row
            : row.onRequest || &row <= tried || (row.ofPair && !facts.isPair))
      continue;
    std::string reason = gpu::whyRejected(row, facts);
    std::string better = reason.empty() && row.yield && !forced
                             ? row.yield(facts)
                             : std::string();
    if (!better.empty()) {
      remark::missed(function.getLoc(), remarkOptions(function, "strategy"))
          << "strategy " + row.name.str() + " is slower here: " + better;
      continue;
    }
    if (reason.empty())
      return row.propose(facts);
    if (forced)
      return function.emitOpError("strategy ")
             << row.name << " does not apply: " << reason;
    remark::missed(function.getLoc(), remarkOptions(function, "strategy"))
        << "strategy " + row.name.str() + " does not apply: " + reason;
  }
  return function.emitOpError("no strategy applies");
}

/// The instruction of a product under `plan`, which may take some of the
/// `columns` of tensor memory that are left.
static gpu::ProductChoice chooseInstruction(tileaa::DotOp op,
                                            tileas::PlanAttr plan,
                                            const gpu::GpuTarget &target,
                                            const gpu::FactorPairs &pairs,
                                            gpu::TensorColumns &columns) {
  auto missed = [&](StringRef instruction, StringRef reason) {
    remark::missed(
        op->getLoc(),
        remarkOptions(op->getParentOfType<tileaa::FuncOp>(), "product"))
        << ("not multiplied by " + instruction + ": " + reason).str();
    return gpu::chooseProduct(op, target, pairs);
  };
  switch (plan.getStrategy()) {
  case tileas::Strategy::Fma:
    return gpu::chooseMultiplyAdd(op);
  case tileas::Strategy::MmaSync:
  case tileas::Strategy::MmaSyncTma:
  // Which body has products of pairs is known when there are bodies.
  case tileas::Strategy::Tcgen05Pair:
  case tileas::Strategy::Tcgen05PairPersistent:
    return gpu::chooseProduct(op, target, pairs);
  case tileas::Strategy::Tcgen05:
  case tileas::Strategy::Tcgen05Tma:
  case tileas::Strategy::Tcgen05Specialised:
  case tileas::Strategy::Tcgen05Persistent: {
    gpu::TensorProduct product =
        gpu::describeTensorProduct(op, target, pairs, columns.left(op));
    if (!product.reason.empty())
      return missed("tcgen05", product.reason);
    columns.take(op, product.columns);
    return {product.atom, product.takesScales, product.inPairs,
            /*placesFactor=*/false, product.columns};
  }
  case tileas::Strategy::Wgmma:
  case tileas::Strategy::WgmmaTma:
  case tileas::Strategy::WgmmaSpecialised:
    break;
  }
  if (std::optional<gpu::ProductChoice> choice =
          gpu::chooseWarpgroupProduct(op, target, plan.getTileWarps()))
    return *choice;
  return missed("wgmma", gpu::describeWarpgroupProduct(op, target).reason);
}

LogicalResult PlanKernel::planKernel(tileaa::FuncOp function,
                                     const gpu::GpuTarget &target) {
  // A plan given by hand is obeyed.
  tileas::PlanAttr plan = tileas::getPlan(function);
  const gpu::ClusterChoice cluster =
      plan ? gpu::ClusterChoice{plan.getCluster(), /*isPair=*/false,
                                plan.getTeams()}
           : gpu::chooseCluster(function, target, forced, numWarps);
  const gpu::FactorPairs pairs(function);
  gpu::KernelFacts facts = gpu::collectFacts(function, target, pairs, numWarps);
  facts.cluster = cluster.blocks;
  facts.isPair = cluster.isPair;
  facts.teams = cluster.teams;
  if (!plan) {
    FailureOr<tileas::PlanAttr> chosen = choosePlan(facts);
    if (failed(chosen))
      return failure();
    plan = tileas::PlanAttr::get(&getContext(), chosen->getStrategy(),
                                 chosen->getRoles(), cluster.blocks,
                                 chosen->getBlocks());
    function->setAttr(tileas::kPlanAttrName, plan);
  }
  remark::analysis(function.getLoc(), remarkOptions(function, "strategy"))
      << "strategy " + gpu::strategyName(plan.getStrategy()).str() + ", " +
             std::to_string(plan.getNumWarps()) + " warps" +
             (cluster.blocks > 1
                  ? ", clusters of " + std::to_string(cluster.blocks)
                  : "");
  reportHints(facts, plan);
  const int64_t most = maxElementsPerThread * 32 * plan.getTileWarps();
  WalkResult fits = function.walk([&](Operation *op) {
    for (Value value : op->getResults())
      if (isTile(value) && tileaa::getNumTileElements(value.getType()) > most) {
        tileas::addMisfit(function, tileas::Resource::TileElements,
                          tileaa::getNumTileElements(value.getType()), most);
        op->emitOpError("cannot be lowered to ")
            << target.name << ": expected a tile of at most " << most
            << " elements, got " << value.getType();
        return WalkResult::interrupt();
      }
    return WalkResult::advance();
  });
  if (fits.wasInterrupted())
    return failure();
  SmallVector<tileaa::DotOp> dots;
  function.walk([&](tileaa::DotOp op) { dots.push_back(op); });
  gpu::TensorColumns columns(plan.getTeams());
  for (tileaa::DotOp op : dots)
    reportElements(op, pairs);
  SmallVector<gpu::ProductChoice> choices;
  for (tileaa::DotOp op : dots)
    choices.push_back(chooseInstruction(op, plan, target, pairs, columns));
  gpu::placeFactors(dots, choices, columns, plan);
  for (auto [op, choice] : llvm::zip(dots, choices))
    gpu::replaceProduct(op, choice, pairs);
  return success();
}
