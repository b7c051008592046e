//===- TileAAToTileAS/KernelFacts.cpp - what a plan depends on -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One walk over a kernel: its largest tile, which products each engine could
// make, what these need, and what hints ask for.
//
//===----------------------------------------------------------------------===//

#include "KernelFacts.h"

#include "ConsumerBudget.h"
#include "Tiles.h"

#include "tessera/Dialect/TileAA/IR/LanguageNames.h"
#include "tessera/Target/Tcgen05Table.h"

#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace tessera;
using tessera::gpu::isTile;

std::optional<int64_t> gpu::hintOf(cuda_tile::OptimizationHintsAttr hints,
                                   StringRef target, StringRef key) {
  if (!hints)
    return std::nullopt;
  auto value = dyn_cast_or_null<IntegerAttr>(hints.lookup(target, key));
  return value ? std::optional(value.getInt()) : std::nullopt;
}

bool gpu::isBetweenBlocks(Operation *op) {
  auto isOrdered = [](auto access) {
    return access.getMemSemantic() != cuda_tile::MemoryOrderingSemantics::Weak;
  };
  return llvm::TypeSwitch<Operation *, bool>(op)
      .Case<tileaa::AtomicRMWOp, tileaa::AtomicCASOp, tileaa::TiledAtomicRMWOp,
            tileaa::MemoryFenceOp>([](auto) { return true; })
      .Case<tileaa::LoadOp, tileaa::StoreOp, tileaa::TiledLoadOp,
            tileaa::TiledStoreOp, tileaa::GatherLoadOp, tileaa::ScatterStoreOp>(
          isOrdered)
      .Default(false);
}

/// Elements of the sums of a product with a depth of 64 and more whose factors
/// have 16 bits, if these are a square; else 0.
static int64_t deepSumsOf(tileaa::DotOp dot) {
  auto lhs = cast<RankedTensorType>(dot.getLhs().getType());
  auto sums = cast<RankedTensorType>(dot.getType());
  const bool isDeep = lhs.getElementTypeBitWidth() == 16 &&
                      lhs.getShape().back() >= 64 && sums.getRank() == 2 &&
                      sums.getDimSize(0) == sums.getDimSize(1);
  return isDeep ? sums.getNumElements() : 0;
}

gpu::KernelFacts gpu::collectFacts(tileaa::FuncOp function,
                                   const gpu::GpuTarget &target,
                                   const gpu::FactorPairs &pairs,
                                   unsigned numWarps) {
  gpu::KernelFacts facts{function, target};
  // Sums and factors of products in one block live together.
  struct Together {
    int64_t sums = 0, factorBytes = 0;
  };
  llvm::DenseMap<Block *, Together> together, tensorTogether;
  llvm::DenseMap<Block *, int64_t> sums;
  gpu::TensorColumns columns;
  function.walk([&](Operation *op) {
    for (Value value : op->getResults())
      if (isTile(value))
        facts.largestTile = std::max(
            facts.largestTile, tileaa::getNumTileElements(value.getType()));
    auto ofOp = op->getAttrOfType<cuda_tile::OptimizationHintsAttr>(
        "optimization_hints");
    facts.wantedStages = std::max<unsigned>(
        facts.wantedStages, hintOf(ofOp, target.name, "latency").value_or(0));
    auto dot = dyn_cast<tileaa::DotOp>(op);
    if (!dot)
      return;
    ++facts.products;
    facts.sums =
        std::max(facts.sums, sums[dot->getBlock()] +=
                             tileaa::getNumTileElements(dot.getType()));
    gpu::ProductChoice choice = gpu::chooseProduct(dot, target, pairs);
    if (choice.atom.getKind() == tileas::AtomKind::Mma) {
      ++facts.productsOfMmaSync;
      facts.deepSums = std::max(facts.deepSums, deepSumsOf(dot));
    }
    gpu::WarpgroupProduct wide = gpu::describeWarpgroupProduct(dot, target);
    gpu::TensorProduct tensor =
        gpu::describeTensorProduct(dot, target, pairs, columns.left(dot));
    auto count = [](gpu::KernelFacts::Engine &engine, const auto &product,
                    Together &others) {
      if (!product.reason.empty()) {
        if (engine.reason.empty())
          engine.reason = product.reason;
        return;
      }
      ++engine.products;
      engine.transposed += product.atom.getTransposed();
      engine.factorBytes = std::max(engine.factorBytes,
                                    others.factorBytes += product.factorBytes);
      engine.sums = std::max(engine.sums, others.sums += product.sums);
    };
    count(facts.warpgroup, wide, together[dot->getBlock()]);
    count(facts.tensor, tensor, tensorTogether[dot->getBlock()]);
    facts.warpgroup.rowTiles =
        std::max(facts.warpgroup.rowTiles, wide.rowTiles);
    if (tensor.reason.empty())
      columns.take(dot, tensor.columns);
  });
  auto hints = function.getOptimizationHintsAttr();
  facts.wantedWarps = numWarps;
  if (numWarps == 0)
    facts.wantedWarps =
        hintOf(hints, target.name, "num_worker_warps_per_cta").value_or(0);
  facts.wantedBlocks = hintOf(hints, target.name, "occupancy").value_or(0);
  return facts;
}

std::string gpu::preferCopiesOfThreads(const KernelFacts &facts) {
  return facts.warpgroup.transposed == facts.warpgroup.products
             ? "its products have fewer than 64 rows and wait for memory, and "
               "blocks begin sooner without tensor maps"
             : "";
}

std::string gpu::whyNotTakenOver(const KernelFacts &facts) {
  constexpr GpuCapability needed = GpuCapability::ClusterLaunchControl;
  if (!facts.target.has(needed))
    return facts.target.name + " has no " + gpuCapabilityName(needed).str();
  if (facts.cluster != 1 && !facts.isPair)
    return "the kernel is split over two blocks";
  if (facts.teams != 1)
    return "the kernel is split over two teams";
  if (planTwoBlocks(facts))
    return "two blocks share a multiprocessor, of which one begins while the "
           "other works";
  if (loopsAroundProducts(facts.function) > 1)
    return "the loop of a product is in another loop, so that tiles of one "
           "block overlap already";
  tileaa::FuncOp function = facts.function;
  std::string reason;
  function.walk([&](Operation *op) {
    if (reason.empty() && isBetweenBlocks(op))
      reason = "blocks may tell each other something by '" +
               tileaa::languageName(op).str() + "'";
  });
  return reason;
}

std::string gpu::whyOneTurn(const KernelFacts &facts) {
  // The consumer of attention issues its products, and saves the begin of each
  // block. Of fewer rows a multiprocessor has several, which begin in turn.
  const std::optional<ChainedProducts> chained =
      findChainedProducts(facts.function);
  if (facts.products != 1 && !(chained && chained->rows >= tensorRows))
    return "it has several products, and the issuer has to run the loops of "
           "all";
  if (facts.wantedBlocks > 1)
    return "hint occupancy = " + std::to_string(facts.wantedBlocks) +
           " asks for blocks that work while others store";
  return "";
}
