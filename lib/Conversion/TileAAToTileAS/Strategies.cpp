//===- TileAAToTileAS/Strategies.cpp - ways to use a target -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The rows. So far all strategies use one role of all warps; they differ in the
// instructions of products.
//
//===----------------------------------------------------------------------===//

#include "tessera/Conversion/TileAAToTileAS/Strategies.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/ErrorHandling.h"

using namespace mlir;

namespace tessera::gpu {

/// With this many threads ptxas 13.0 keeps some kernels to 32 registers and
/// spills the rest, unless it is told that one block at a time is enough
/// (docs/gpu-road.md).
static constexpr unsigned threadsThatNeedABound = 512;

/// As many as the kernel asks for, else so that the largest tile has about 32
/// elements per thread.
static unsigned chooseWarps(const KernelFacts &facts) {
  if (facts.wantedWarps != 0)
    return facts.wantedWarps;
  int64_t wanted = facts.largestTile / (32 * 32);
  if (wanted <= 1)
    return facts.largestTile <= 256 ? 1 : 4;
  if (wanted <= 8)
    return 4;
  return wanted <= 32 ? 8 : 16;
}

/// One role of all warps, with the bound on registers that its size and the
/// kernel's hint ask for.
static tileas::PlanAttr oneRole(const KernelFacts &facts,
                                tileas::Strategy strategy) {
  unsigned warps = chooseWarps(facts);
  const GpuTarget &target = facts.target;
  unsigned blocks =
      std::min({facts.wantedBlocks, target.warpsPerMultiprocessor / warps,
                target.blocksPerMultiprocessor});
  if (blocks == 0 && 32 * warps >= threadsThatNeedABound)
    blocks = 1;
  tileaa::FuncOp function = facts.function;
  return tileas::PlanAttr::get(function.getContext(), strategy, warps, blocks);
}

static std::string rejectMmaSync(const KernelFacts &facts) {
  if (facts.products == 0)
    return "the kernel has no product";
  if (facts.productsOfMmaSync == 0)
    return "mma.sync on " + facts.target.name +
           " has no shape for the types and tiles of any product";
  return "";
}

static tileas::PlanAttr proposeMmaSync(const KernelFacts &facts) {
  return oneRole(facts, tileas::Strategy::MmaSync);
}

static std::string rejectNothing(const KernelFacts &) { return ""; }

static tileas::PlanAttr proposeFma(const KernelFacts &facts) {
  return oneRole(facts, tileas::Strategy::Fma);
}

static constexpr StrategyRow rows[] = {
    {tileas::Strategy::MmaSync, "mma-sync", std::nullopt, rejectMmaSync,
     proposeMmaSync},
    {tileas::Strategy::Fma, "fma", std::nullopt, rejectNothing, proposeFma},
};

llvm::ArrayRef<StrategyRow> strategyTable() { return rows; }

llvm::StringRef strategyName(tileas::Strategy strategy) {
  for (const StrategyRow &row : rows)
    if (row.strategy == strategy)
      return row.name;
  llvm_unreachable("a strategy without a row");
}

const StrategyRow *findStrategy(llvm::StringRef name) {
  const StrategyRow *found = llvm::find_if(
      rows, [&](const StrategyRow &row) { return row.name == name; });
  return found == std::end(rows) ? nullptr : found;
}

std::string whyRejected(const StrategyRow &row, const KernelFacts &facts) {
  if (row.needs && !facts.target.has(*row.needs))
    return facts.target.name + " has no " + gpuCapabilityName(*row.needs).str();
  return row.reject(facts);
}

} // namespace tessera::gpu
