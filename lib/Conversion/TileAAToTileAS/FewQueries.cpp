//===- TileAAToTileAS/FewQueries.cpp - attention of few rows ----*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A block waits for one thing after the other in a round of such a loop, so
// that the price of a round is a sum. With the transpose all warps share each
// row: its maximum and sum go over lanes and warps, which costs for every row.
// With mma.sync a row is in four lanes of one warp, and what costs are the
// products of a warp's 16 rows.
//
//===----------------------------------------------------------------------===//

#include "FewQueries.h"

#include "ProductChoice.h"

#include "tessera/Target/GpuTiming.h"
#include "tessera/Target/WgmmaTable.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;

namespace tessera::gpu {

/// Quarters of a multiprocessor, which have a share of its units each.
static constexpr double quarters = 4;

/// Cycles of a round beside products and what grows with rows: waits for copies
/// and products, barriers, loads of sums. They are those of the clock
/// (docs/timed-emulation.md) for rounds of attention with 8 to 32 queries, and
/// with an issuing consumer its start, shared out over 16 rounds.
static constexpr double besideFragments = 1150, besideWgmma = 600,
                        besideTcgen05 = 1090;
/// Bytes in a cycle that the threads of a block by wgmma copy ahead, all in
/// front of the first product.
static constexpr double bytesCopied = 64;
/// Cycles of each row, the reductions over lanes and warps, and of each row for
/// each column of both sums, which are brought to where the row's extrema are.
static constexpr double perRow = 20, perRowAndColumn = 1.0 / 6;

std::optional<unsigned> mostChainWarps(const KernelFacts &facts) {
  std::optional<ChainedProducts> chained = findChainedProducts(facts.function);
  if (!chained)
    return std::nullopt;
  // Where addresses are not aligned, the factors of a round go through
  // registers. A thread has room for so many bytes beside its fragments, and
  // copies of rows cost less than spills do with fewer than four warps.
  constexpr int64_t bytesOfThread = 256, enough = 4;
  const int64_t ofFactors =
      std::min(enough, chained->loopBytes / (32 * bytesOfThread));
  return std::max({int64_t(2), chained->tileRows / leastMmaRows, ofFactors});
}

/// Exponentials by one warp.
static double cyclesOfExponentials(double count, const GpuTiming &timing) {
  return count / (timing.specialLanes / quarters);
}

static double priceOfFragments(const ChainedProducts &chained,
                               const GpuTiming &timing, unsigned warps) {
  const double rows = std::max<double>(leastMmaRows, chained.tileRows / warps),
               inQuarter = llvm::divideCeil(warps, unsigned(quarters)),
               rate = timing.mmaRate / quarters * 16 / chained.factorBits,
               flops =
                   2 * rows * chained.keys * (chained.depth + chained.features);
  return besideFragments +
         inQuarter *
             (flops / rate + cyclesOfExponentials(rows * chained.keys, timing));
}

/// Every warp of a quarter reduces each row. By tcgen05 a multiprocessor that
/// has an instruction for extrema of lanes does that beside the rest, and TMA
/// copies.
static double priceOfTranspose(const ChainedProducts &chained,
                               const GpuTiming &timing, bool isTcgen05,
                               unsigned warps) {
  const double rows = chained.tileRows,
               inQuarter =
                   isTcgen05 ? 1 : llvm::divideCeil(warps, unsigned(quarters)),
               beside = isTcgen05
                            ? besideTcgen05
                            : besideWgmma + chained.loopBytes / bytesCopied;
  return beside +
         rows * (perRow * inQuarter +
                 perRowAndColumn * (chained.keys + chained.features)) +
         cyclesOfExponentials(rows * chained.keys / warpsPerWarpgroup, timing);
}

std::string preferFragments(const KernelFacts &facts, tileas::AtomKind kind,
                            unsigned warps, unsigned transposeWarps) {
  const bool isTcgen05 = kind == tileas::AtomKind::Tcgen05;
  const KernelFacts::Engine &engine =
      isTcgen05 ? facts.tensor : facts.warpgroup;
  std::optional<ChainedProducts> chained = findChainedProducts(facts.function);
  if (!chained || facts.products != 2 || engine.transposed != facts.products ||
      facts.productsOfMmaSync != facts.products)
    return "";
  llvm::Expected<GpuTiming> timing = findGpuTiming(facts.target.name);
  if (!timing) {
    llvm::consumeError(timing.takeError());
    return "";
  }
  const double fragments = priceOfFragments(*chained, *timing, warps),
               transpose = priceOfTranspose(*chained, *timing, isTcgen05,
                                            transposeWarps);
  if (fragments >= transpose)
    return "";
  return "an iteration with " + std::to_string(chained->tileRows) +
         " rows costs " + std::to_string(int64_t(transpose)) +
         " cycles by its estimate, and " + std::to_string(int64_t(fragments)) +
         " by mma-sync, which reduces a row in four lanes";
}

} // namespace tessera::gpu
