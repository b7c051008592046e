//===- Conversion/TileAAToTileAS/Strategies.h - ways to use a target -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The table of strategies that plans of kernels come from. A row says what the
// target must have, when the strategy applies to a kernel, and which plan it
// proposes. A new engine is a new row.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_CONVERSION_TILEAATOTILEAS_STRATEGIES_H
#define TESSERA_CONVERSION_TILEAATOTILEAS_STRATEGIES_H

#include "tessera/Dialect/TileAA/IR/TileAA.h"
#include "tessera/Dialect/TileAS/IR/TileASAttrs.h"

#include <optional>
#include <string>

namespace tessera::gpu {

/// What a choice between strategies depends on.
struct KernelFacts {
  tileaa::FuncOp function;
  const GpuTarget &target;
  /// Elements of the largest tile.
  int64_t largestTile = 1;
  unsigned products = 0;
  /// Elements of the sums of products in one block, where they are most.
  int64_t sums = 0;
  /// How many of them mma.sync has a shape for on the target.
  unsigned productsOfMmaSync = 0;
  /// Elements of the largest square of sums that mma.sync makes from factors of
  /// 16 bits with a depth of 64 and more.
  int64_t deepSums = 0;
  /// Products of an engine that reads its factors in shared memory, and why the
  /// first of the others is none.
  struct Engine {
    unsigned products = 0;
    /// Those of them whose transpose it makes.
    unsigned transposed = 0;
    std::string reason;
    /// Of the product with the most: tiles of 64 rows.
    int64_t rowTiles = 1;
    /// Elements of accumulators of products in one block, where they are most.
    int64_t sums = 0;
    /// Bytes of the factors of products in one block, where they are most.
    int64_t factorBytes = 0;
  };
  /// wgmma, and tcgen05.
  Engine warpgroup = {}, tensor = {};
  /// The hint num_worker_warps_per_cta, or the pass's option; 0: none.
  unsigned wantedWarps = 0;
  /// The hint occupancy; 0: none.
  unsigned wantedBlocks = 0;
  /// The largest hint latency of a load; 0: none.
  unsigned wantedStages = 0;
  /// Blocks that the program has been split over: as the hint num_cta_in_cga
  /// asks, or because one has too few registers for the sums, or no columns of
  /// tensor memory for scales.
  unsigned cluster = 1;
  /// Whether these blocks are to multiply together.
  bool isPair = false;
  /// Teams of the consumer that the rows of a block have been split over.
  unsigned teams = 1;
};

struct StrategyRow {
  tileas::Strategy strategy;
  /// As `--strategy` and remarks name it: `mma-sync`.
  llvm::StringLiteral name;
  /// Nothing: every target has what it takes.
  std::optional<GpuCapability> needs;
  /// Taken only if it is asked for by name.
  bool onRequest;
  /// Why the strategy is not for the kernel; empty: it is.
  std::string (*reject)(const KernelFacts &facts);
  /// The plan for a kernel that was not rejected.
  tileas::PlanAttr (*propose)(const KernelFacts &facts);
  /// Why a later row is better for a kernel to which this one applies, unless
  /// it is asked for by name; empty: none is. Null: never.
  std::string (*yield)(const KernelFacts &facts) = nullptr;
  /// Only for kernels that have been split over a pair of blocks.
  bool ofPair = false;
};

/// All strategies, the richest first. The last applies to every kernel.
llvm::ArrayRef<StrategyRow> strategyTable();

const StrategyRow *findStrategy(tileas::Strategy strategy);

/// What `--strategy` and remarks call it.
llvm::StringRef strategyName(tileas::Strategy strategy);

/// The row called `name`, or null.
const StrategyRow *findStrategy(llvm::StringRef name);

/// Why `row` is not for the kernel, the target's lack included; empty: it is.
std::string whyRejected(const StrategyRow &row, const KernelFacts &facts);

} // namespace tessera::gpu

#endif // TESSERA_CONVERSION_TILEAATOTILEAS_STRATEGIES_H
