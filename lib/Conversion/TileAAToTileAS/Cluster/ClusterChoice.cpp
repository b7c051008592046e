//===- TileAAToTileAS/Cluster/ClusterChoice.cpp - blocks for one kernel -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Attention with tiles of 256 rows is split over two teams of a block. A hint
// asks for a cluster. Without one, a kernel gets two blocks where what
// its products need is more than one block has: registers for sums of wgmma or
// mma.sync, or columns of tensor memory for scales.
//
//===----------------------------------------------------------------------===//

#include "ClusterChoice.h"

#include "ClusterSplit.h"
#include "Conversion/TileAAToTileAS/ConsumerBudget.h"
#include "Conversion/TileAAToTileAS/KernelFacts.h"
#include "Conversion/TileAAToTileAS/ProductChoice.h"

#include "tessera/Dialect/TileAS/IR/TileAS.h"
#include "tessera/Target/Tcgen05Table.h"
#include "tessera/Target/WgmmaTable.h"

#include "mlir/IR/Remarks.h"

using namespace mlir;

namespace tessera::gpu {

static remark::RemarkOpts remarkOptions(tileaa::FuncOp function,
                                        StringRef name) {
  return remark::RemarkOpts::name(name).category("plan").function(
      function.getSymName());
}

/// Splits the kernel over a pair of blocks that multiply together, or says why
/// it stays whole.
static std::string splitForPair(tileaa::FuncOp function,
                                const GpuTarget &target) {
  for (tileas::MisfitAttr misfit : tileas::getMisfits(function))
    if (misfit.getStrategy() == tileas::Strategy::Tcgen05Pair)
      return "strategy tcgen05-pair does not fit";
  std::string reason;
  const FactorPairs pairs(function);
  function.walk([&](tileaa::DotOp dot) {
    if (reason.empty())
      reason = whyNoPair(dot, target, pairs);
  });
  return reason.empty() ? splitOverCluster(function, tensorRows,
                                           /*isPair=*/true)
                        : reason;
}

/// The blocks of a cluster that the kernel is split over, as its hint asks; 1
/// if it stays whole, and a remark says why.
static unsigned splitKernel(tileaa::FuncOp function, const GpuTarget &target,
                            const StrategyRow *forced) {
  const int64_t wanted =
      hintOf(function.getOptimizationHintsAttr(), target.name, "num_cta_in_cga")
          .value_or(1);
  if (wanted == 1)
    return 1;
  auto isForced = [&](tileas::Strategy strategy) {
    return !forced || forced->strategy == strategy;
  };
  // Two blocks share loads by the engines of wgmma's strategies, and products
  // by tcgen05 of pairs.
  std::string reason;
  if (wanted != 2)
    reason = "clusters have two blocks; write 2";
  else if (target.has(GpuCapability::Tcgen05) &&
           (isForced(tileas::Strategy::Tcgen05Pair) ||
            isForced(tileas::Strategy::Tcgen05PairPersistent)))
    reason = splitForPair(function, target);
  else if (!target.has(GpuCapability::Wgmma) ||
           (forced && forced->strategy != tileas::Strategy::WgmmaTma &&
            forced->strategy != tileas::Strategy::WgmmaSpecialised))
    reason = forced ? "strategy " + forced->name.str() + " uses no clusters"
                    : "no strategy of " + target.name +
                          " uses clusters; leave it out";
  else
    reason = splitOverCluster(function, wgmmaRows, /*isPair=*/false);
  if (reason.empty())
    return 2;
  remark::missed(function.getLoc(), remarkOptions(function, "hint"))
      << "hint num_cta_in_cga = " + std::to_string(wanted) +
             " is not followed: " + reason;
  return 1;
}

/// Splits the kernel over two blocks of `leastRows` or more where the split
/// kernel `fits`, and says why. Otherwise it stays whole.
static bool splitIf(tileaa::FuncOp function, int64_t leastRows,
                    function_ref<bool(tileaa::FuncOp)> fits, StringRef why) {
  OwningOpRef<tileaa::FuncOp> half = function.clone();
  if (!splitOverCluster(*half, leastRows, /*isPair=*/false).empty() ||
      !fits(*half))
    return false;
  function.getBody().takeBody(half->getBody());
  remark::passed(function.getLoc(), remarkOptions(function, "cluster"))
      << "split over clusters of two blocks: " + why.str();
  return true;
}

/// Splits a kernel over two blocks whose sums are too many for the warpgroups
/// of one beside a producer, if two hold them so. Otherwise it stays whole.
static bool splitForSums(tileaa::FuncOp function, const GpuTarget &target,
                         const StrategyRow *forced, unsigned numWarps) {
  if (!target.has(GpuCapability::Wgmma))
    return false;
  const StrategyRow *roles = findStrategy(tileas::Strategy::WgmmaSpecialised);
  auto collect = [&](tileaa::FuncOp of) {
    return collectFacts(of, target, FactorPairs(of), numWarps);
  };
  const KernelFacts whole = collect(function);
  if ((forced && forced != roles) || whole.warpgroup.products == 0 ||
      whyRejected(*roles, whole).empty() ||
      llvm::any_of(tileas::getMisfits(function), [](tileas::MisfitAttr misfit) {
        return misfit.getStrategy() == tileas::Strategy::WgmmaSpecialised;
      }))
    return false;
  return splitIf(
      function, wgmmaRows,
      [&](tileaa::FuncOp half) {
        return whyRejected(*roles, collect(half)).empty();
      },
      "the warpgroups of one have too few registers for the accumulators");
}

/// Splits a kernel over two blocks whose sums fill more than half of the
/// registers of one, on targets that have clusters and multiply in registers.
static bool splitForRegisters(tileaa::FuncOp function, const GpuTarget &target,
                              const StrategyRow *forced, unsigned numWarps) {
  if (target.clusterBlocks < 2 || target.has(GpuCapability::Wgmma) ||
      target.has(GpuCapability::Tcgen05) ||
      (forced && forced->strategy != tileas::Strategy::MmaSync))
    return false;
  auto collect = [&](tileaa::FuncOp of) {
    return collectFacts(of, target, FactorPairs(of), numWarps);
  };
  const int64_t most = target.registersPerMultiprocessor / 2;
  const KernelFacts whole = collect(function);
  if (whole.productsOfMmaSync == 0 || whole.sums <= most)
    return false;
  return splitIf(
      function, wgmmaRows,
      [&](tileaa::FuncOp half) { return collect(half).sums <= most; },
      "the sums of one fill more than half of its registers");
}

/// How many products of the kernel take their scales in tensor memory.
static unsigned countScaledProducts(tileaa::FuncOp function,
                                    const GpuTarget &target) {
  const FactorPairs pairs(function);
  TensorColumns columns;
  unsigned count = 0;
  function.walk([&](tileaa::DotOp dot) {
    const TensorProduct product =
        describeTensorProduct(dot, target, pairs, columns.left(dot));
    if (!product.reason.empty())
      return;
    columns.take(dot, product.columns);
    count += product.takesScales;
  });
  return count;
}

/// Splits a kernel over two blocks whose sums leave no columns of tensor memory
/// for the scales of a product, if half of them do. Whole, threads would
/// multiply its factors by their scales.
static bool splitForScales(tileaa::FuncOp function, const GpuTarget &target,
                           const StrategyRow *forced) {
  if (!target.has(GpuCapability::Tcgen05) ||
      (forced && forced->needs != GpuCapability::Tcgen05))
    return false;
  return splitIf(
      function, tensorRows,
      [&](tileaa::FuncOp half) {
        return countScaledProducts(half, target) >
               countScaledProducts(function, target);
      },
      "the tensor memory of one has no columns for scales beside its sums");
}

/// Splits the rows of attention over two teams of a consumer, if both have
/// room: while one computes exponentials, the tensor unit makes the products of
/// the other.
static bool splitForTeams(tileaa::FuncOp function, const GpuTarget &target,
                          const StrategyRow *forced, unsigned numWarps) {
  constexpr auto strategy = tileas::Strategy::Tcgen05Specialised;
  if (!target.has(GpuCapability::Tcgen05) ||
      (forced && forced->strategy != strategy) ||
      !findChainedProducts(function) ||
      llvm::any_of(tileas::getMisfits(function), [](tileas::MisfitAttr misfit) {
        return misfit.getStrategy() == strategy &&
               misfit.getResource() != tileas::Resource::Correction;
      }))
    return false;
  OwningOpRef<tileaa::FuncOp> half = function.clone();
  if (!splitOverTeams(*half, tensorRows).empty() ||
      !holdsTeams(collectFacts(*half, target, FactorPairs(*half), numWarps)))
    return false;
  function.getBody().takeBody(half->getBody());
  remark::passed(function.getLoc(),
                 remark::RemarkOpts::name("teams").category("plan").function(
                     function.getSymName()))
      << "split over two warpgroups, which compute and multiply in turn";
  return true;
}

ClusterChoice chooseCluster(tileaa::FuncOp function, const GpuTarget &target,
                            const StrategyRow *forced, unsigned numWarps) {
  if (splitForScales(function, target, forced))
    return {2};
  const unsigned asked = splitKernel(function, target, forced);
  if (asked > 1)
    return {asked, target.has(GpuCapability::Tcgen05)};
  if (splitForTeams(function, target, forced, numWarps))
    return {1, /*isPair=*/false, /*teams=*/2};
  if (splitForSums(function, target, forced, numWarps) ||
      splitForRegisters(function, target, forced, numWarps))
    return {2};
  return {};
}

} // namespace tessera::gpu
