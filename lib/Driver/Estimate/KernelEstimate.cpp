//===- Driver/Estimate/KernelEstimate.cpp - the price of a launch -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One walk over the kernel. Scalars that the launch decides (LaunchValues.h)
// select branches and count rounds; operations on tiles have their prices
// (TileCost.h). A block alone takes its operations one after the other, but for
// copies of pipelines, which run beside the rest of their loop; several blocks
// of a multiprocessor fill each other's gaps until one part of it is busy all
// the time.
//
//===----------------------------------------------------------------------===//

#include "tessera/Driver/KernelEstimate.h"
#include "LaunchValues.h"
#include "TileCost.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

#include <algorithm>
#include <cmath>

using namespace llvm;
using namespace tessera;
using namespace tessera::driver;

StringRef driver::resourceName(Resource resource) {
  static constexpr StringRef names[numResources] = {
      "issue slots", "tensor core",       "multiply-add",
      "integer",     "special functions", "conversions",
      "shuffles",    "shared memory",     "global memory"};
  return names[unsigned(resource)];
}

/// Blocks of a launch; a tile block is a cluster of `cluster` of them.
static double numBlocks(const EstimatedLaunch &launch, unsigned cluster) {
  return double(launch.grid[0]) * double(launch.grid[1]) *
         double(launch.grid[2]) * cluster;
}

namespace {
class Walk {
public:
  Walk(const gpu::GpuTiming &timing, const MemorySpeed &memory,
       LaunchValues &values, unsigned warps)
      : timing(timing), memory(memory), values(values),
        tiles(timing, memory, warps) {}

  Cost walk(mlir::Region &region) {
    Cost cost;
    for (mlir::Block &block : region)
      for (mlir::Operation &op : block)
        cost.add(visit(&op));
    return cost;
  }

  bool hasUnknownLoops = false;

private:
  Cost visit(mlir::Operation *op) {
    if (auto branch = dyn_cast<mlir::scf::IfOp>(op)) {
      bool isElse = values.number(branch.getCondition()) == 0;
      return walk(isElse ? branch.getElseRegion() : branch.getThenRegion());
    }
    if (auto loop = dyn_cast<mlir::scf::ForOp>(op))
      return visitLoop(loop);
    if (isa<mlir::scf::WhileOp>(op)) {
      hasUnknownLoops = true;
      return repeat(walk(op->getRegion(1)), KernelEstimate::assumedRounds);
    }
    if (isa<tileas::AgentSwitchOp>(op))
      return visitAgents(op);
    if (auto count = op->getAttrOfType<mlir::IntegerAttr>("numStages"))
      stages = std::max(1u, unsigned(count.getInt()));
    if (isa<tileas::ProduceOneOp, tileas::ProduceOneAsyncOp>(op))
      return visitProducer(op);
    if (isa<tileas::ConsumeOneOp, tileas::ConsumeOneAsyncOp>(op)) {
      Cost cost = walk(op->getRegion(0));
      cost.alone += timing.mbarrierWait;
      return cost;
    }
    return tiles.of(op, isAhead);
  }

  Cost visitLoop(mlir::scf::ForOp loop) {
    std::optional<int64_t> lower = values.number(loop.getLowerBound()),
                           upper = values.number(loop.getUpperBound()),
                           step = values.number(loop.getStep());
    double rounds = KernelEstimate::assumedRounds;
    bool isKnown = lower && upper && step && *step > 0;
    if (isKnown)
      rounds =
          std::max(0.0, std::ceil(double(*upper - *lower) / double(*step)));
    else
      hasUnknownLoops = true;
    if (rounds == 0)
      return {};
    // The round in the middle stands for all.
    if (isKnown)
      values.set(loop.getInductionVar(), *lower + *step * int64_t(rounds / 2));
    return repeat(walk(loop.getRegion()), rounds);
  }

  /// A loop: what its pipeline copies runs beside the rest of a round.
  Cost repeat(Cost body, double rounds) {
    Cost cost;
    if (body.ahead != 0) {
      double whole = memory.copyLatency + body.ahead / memory.share;
      // A stage is filled again when it has been used: that many rounds minus
      // one are under way.
      body.alone = stages == 1 ? body.alone + whole
                               : std::max({body.alone, whole / (stages - 1),
                                           body.ahead / memory.share});
      cost.alone = whole;
      body.ahead = 0;
    }
    cost.add(body, rounds);
    return cost;
  }

  /// Roles work beside one another.
  Cost visitAgents(mlir::Operation *op) {
    Cost cost;
    double longest = 0;
    for (mlir::Region &region : op->getRegions()) {
      Cost role = walk(region);
      longest = std::max(longest, role.alone);
      role.alone = 0;
      cost.add(role);
    }
    cost.alone = longest;
    return cost;
  }

  Cost visitProducer(mlir::Operation *op) {
    bool wasAhead = isAhead;
    isAhead = true;
    Cost cost = walk(op->getRegion(0));
    isAhead = wasAhead;
    return cost;
  }

  const gpu::GpuTiming &timing;
  const MemorySpeed &memory;
  LaunchValues &values;
  TileCost tiles;
  unsigned stages = 1;
  bool isAhead = false;
};
} // namespace

KernelEstimate driver::estimateKernel(mlir::Operation *kernel,
                                      const EstimatedLaunch &launch,
                                      const gpu::GpuTiming &timing) {
  auto plan = kernel->getAttrOfType<tileas::PlanAttr>(tileas::kPlanAttrName);
  const unsigned cluster = plan ? plan.getCluster() : 1;
  const unsigned warps = plan ? std::max(1u, unsigned(plan.getNumWarps())) : 4;
  const double blocks = numBlocks(launch, cluster);
  mlir::Region &body =
      cast<mlir::FunctionOpInterface>(kernel).getFunctionBody();
  const MemorySpeed memory(launch, timing, blocks);
  LaunchValues values(launch, body);
  Walk walk(timing, memory, values, warps);
  Cost cost = walk.walk(body);

  KernelEstimate estimate;
  estimate.busy = cost.busy;
  estimate.alone = cost.alone;
  estimate.hasUnknownLoops = walk.hasUnknownLoops;
  double resident = std::min(double(launch.residentBlocks),
                             std::ceil(blocks / timing.multiprocessors));
  resident = std::max(1.0, resident);
  estimate.waves = uint64_t(
      std::max(1.0, std::ceil(blocks / (resident * timing.multiprocessors))));
  double wave = cost.alone;
  estimate.limit = "latency";
  for (unsigned i = 0; i < numResources; ++i)
    if (resident * cost.busy[i] > wave) {
      wave = resident * cost.busy[i];
      estimate.limit = resourceName(Resource(i));
    }
  estimate.cycles = wave * double(estimate.waves) +
                    timing.ctaTurnover * double(estimate.waves - 1);
  return estimate;
}
