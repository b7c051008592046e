//===- TileAAToTileAS/Strategies.cpp - ways to use a target -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The rows of the table of strategies. They differ in the instructions of
// products, in who copies the factors, and in whether all warps do the same
// work or have roles.
//
// With wgmma, a warpgroup holds 64 rows of the accumulator of a product in
// registers, and the factors are in shared memory. Warpgroups share the rows,
// so that everything that happens to a row happens in one of them. More
// warpgroups, which share the columns as well, are used only if the
// accumulators would need too many registers of a thread otherwise.
//
// tcgen05: the accumulator is in tensor memory and goes through registers where
// other ops use it. With roles, one warp copies, one thread issues, and all
// other warps run what is left of the program. Of a pair of blocks, one thread
// issues for both.
//
//===----------------------------------------------------------------------===//

#include "tessera/Conversion/TileAAToTileAS/Strategies.h"

#include "ConsumerBudget.h"
#include "FewQueries.h"
#include "KernelFacts.h"
#include "ProductChoice.h"

#include "tessera/Target/BlockShare.h"
#include "tessera/Target/WgmmaTable.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir;

namespace tessera::gpu {

/// With so many threads ptxas 13.0 keeps some kernels to 32 registers, unless
/// it is told that one block at a time is enough (docs/gpu-road.md).
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

/// Fewer warps have larger parts of the result, and read each factor from
/// shared memory for more products. Their sums fill the registers of a thread
/// by half, so that this is for kernels with one product and nothing larger.
static unsigned chooseMmaWarps(const KernelFacts &facts) {
  constexpr int64_t elements = 128 * 128;
  if (facts.wantedWarps == 0 && facts.products == 1 &&
      facts.deepSums == elements && facts.largestTile == elements)
    return 4;
  const unsigned warps = chooseWarps(facts);
  if (std::optional<unsigned> most = mostChainWarps(facts);
      most && facts.wantedWarps == 0)
    return std::min(warps, *most);
  return warps;
}

/// The bound on registers that the size of a block and the kernel's hint ask
/// for, but none that accumulators of `sums` elements, which cannot be spilled,
/// would break.
static unsigned chooseBlocks(const KernelFacts &facts, unsigned warps,
                             int64_t sums = 0) {
  const GpuTarget &target = facts.target;
  unsigned blocks =
      std::min({facts.wantedBlocks, target.warpsPerMultiprocessor / warps,
                target.blocksPerMultiprocessor});
  if (sums != 0)
    blocks = std::min<unsigned>(
        blocks,
        std::max<int64_t>(1, target.registersPerMultiprocessor /
                                 (sums + 32 * warps * registersBeside)));
  return blocks == 0 && 32 * warps >= threadsThatNeedABound ? 1 : blocks;
}

/// One role of all warps.
static tileas::PlanAttr oneRole(const KernelFacts &facts,
                                tileas::Strategy strategy, unsigned warps,
                                int64_t sums = 0) {
  tileaa::FuncOp function = facts.function;
  return tileas::PlanAttr::get(function.getContext(), strategy, warps,
                               chooseBlocks(facts, warps, sums));
}

//===----------------------------------------------------------------------===//
// wgmma and tcgen05
//===----------------------------------------------------------------------===//

/// Registers of a thread for accumulators beside so many others.
static int64_t registersForSums(const GpuTarget &target, int64_t warps,
                                int64_t beside = registersBeside) {
  return std::min<int64_t>(target.registersPerThread,
                           target.registersPerMultiprocessor / (32 * warps)) -
         beside;
}

static bool holdsSums(const KernelFacts &facts,
                      const KernelFacts::Engine &engine, int64_t warps,
                      int64_t beside) {
  return engine.sums / (32 * warps) <=
         registersForSums(facts.target, warps, beside);
}

/// Warps of a kernel that uses `engine`, no more than `useful` unless sums need
/// them; nothing if no number holds the sums.
static std::optional<unsigned>
chooseWarpgroups(const KernelFacts &facts, const KernelFacts::Engine &engine,
                 int64_t useful, int64_t beside = registersBeside) {
  const unsigned most = facts.target.threadsPerBlock / 32;
  if (facts.wantedWarps != 0)
    return holdsSums(facts, engine, facts.wantedWarps, beside)
               ? std::optional(facts.wantedWarps)
               : std::nullopt;
  unsigned warps = std::clamp<int64_t>(chooseWarps(facts), warpsPerWarpgroup,
                                       std::min<int64_t>(useful, most));
  for (; warps <= most; warps *= 2)
    if (holdsSums(facts, engine, warps, beside))
      return warps;
  return std::nullopt;
}

/// Warps of a kernel with wgmma: those without rows have nothing to do.
static std::optional<unsigned> chooseWarpgroups(const KernelFacts &facts) {
  return chooseWarpgroups(facts, facts.warpgroup,
                          warpsPerWarpgroup * facts.warpgroup.rowTiles);
}

/// Warps of a kernel with tcgen05, which load sums from tensor memory.
static std::optional<unsigned> chooseTensorWarps(const KernelFacts &facts) {
  const int64_t useful = facts.target.threadsPerBlock / 32;
  std::optional<unsigned> warps = chooseWarpgroups(facts, facts.tensor, useful);
  // The sums of a single product come to registers when it is over: what is
  // spilled then costs less than other instructions.
  if (!warps && facts.tensor.products == 1)
    warps = chooseWarpgroups(facts, facts.tensor, useful, /*beside=*/0);
  return warps;
}

static std::string rejectEngine(const KernelFacts &facts,
                                const KernelFacts::Engine &wanted,
                                bool hasWarps) {
  if (facts.products == 0)
    return "the kernel has no product";
  if (wanted.products == 0)
    return wanted.reason;
  if (facts.wantedWarps % warpsPerWarpgroup != 0)
    return "hint num_worker_warps_per_cta = " +
           std::to_string(facts.wantedWarps) +
           " is no multiple of 4; write 4, 8 or 16";
  // A quarter is for what else goes through shared memory.
  const int64_t bytes = int64_t(facts.target.sharedBytes) * 3 / 4;
  if (wanted.factorBytes > bytes)
    return "factors take " + std::to_string(wanted.factorBytes) +
           " bytes of shared memory, more than " + std::to_string(bytes) +
           "; write tiles of less depth";
  if (!hasWarps) {
    unsigned warps = facts.wantedWarps != 0 ? facts.wantedWarps : 8;
    return "accumulators take " + std::to_string(wanted.sums / (32 * warps)) +
           " registers of each thread of " + std::to_string(warps) +
           " warps, more than " +
           std::to_string(registersForSums(facts.target, warps)) +
           "; write a smaller tile";
  }
  return "";
}

static std::string rejectWgmma(const KernelFacts &facts) {
  return rejectEngine(facts, facts.warpgroup,
                      chooseWarpgroups(facts).has_value());
}

static std::string rejectTcgen05(const KernelFacts &facts) {
  return rejectEngine(facts, facts.tensor,
                      chooseTensorWarps(facts).has_value());
}

static tileas::PlanAttr proposeTcgen05(const KernelFacts &facts) {
  return oneRole(facts, tileas::Strategy::Tcgen05, *chooseTensorWarps(facts));
}

static tileas::PlanAttr proposeTcgen05Tma(const KernelFacts &facts) {
  return oneRole(facts, tileas::Strategy::Tcgen05Tma,
                 *chooseTensorWarps(facts));
}

/// Threads of every role may use what registers there are: sums are in tensor
/// memory. So there is no budget, and a role may be a single warp.
static std::string rejectTcgen05Specialised(const KernelFacts &facts) {
  if (std::string reason = rejectTcgen05(facts); !reason.empty())
    return reason;
  if (loopsAroundProducts(facts.function) == 0)
    return "no product is in a loop";
  return "";
}

/// Attention with few rows may be cheaper by mma.sync than with the transpose.
template <tileas::AtomKind engine>
static std::string preferMma(const KernelFacts &facts) {
  return preferFragments(facts, engine, chooseMmaWarps(facts),
                         engine == tileas::AtomKind::Tcgen05
                             ? *chooseTensorWarps(facts)
                             : *chooseWarpgroups(facts));
}

static std::string preferOneRole(const KernelFacts &facts) {
  std::string reason = preferMma<tileas::AtomKind::Tcgen05>(facts);
  return reason.empty() ? whyNoConsumer(facts, *chooseTensorWarps(facts))
                        : reason;
}

/// Only a kernel that was split over a pair of blocks is one for it.
static std::string rejectTcgen05Pair(const KernelFacts &facts) {
  if (!facts.isPair)
    return "the kernel is not split over two blocks (hint num_cta_in_cga = 2)";
  return rejectTcgen05Specialised(facts);
}

static std::string rejectTcgen05PairPersistent(const KernelFacts &facts) {
  std::string reason = rejectTcgen05Pair(facts);
  return reason.empty() ? whyNotTakenOver(facts) : reason;
}

static std::string rejectTcgen05Persistent(const KernelFacts &facts) {
  std::string reason = rejectTcgen05Specialised(facts);
  return reason.empty() ? whyNotTakenOver(facts) : reason;
}

static std::string preferOneTurn(const KernelFacts &facts) {
  std::string reason = preferOneRole(facts);
  return reason.empty() ? whyOneTurn(facts) : reason;
}

/// A copier, an issuer, and who is left of the program.
template <tileas::Strategy strategy>
static tileas::PlanAttr threeRoles(const KernelFacts &facts) {
  tileaa::FuncOp function = facts.function;
  MLIRContext *context = function.getContext();
  auto role = [&](tileas::RoleKind kind, unsigned warps) {
    return tileas::RoleAttr::get(context, kind, warps, 0u);
  };
  const unsigned warps = *chooseTensorWarps(facts);
  tileas::RoleAttr roles[] = {role(tileas::RoleKind::Consumer, warps),
                              role(tileas::RoleKind::Producer, 1),
                              role(tileas::RoleKind::Issuer, 1)};
  return tileas::PlanAttr::get(context, strategy, ArrayRef(roles),
                               facts.cluster, chooseBlocks(facts, warps + 2));
}

static tileas::PlanAttr proposeTcgen05Specialised(const KernelFacts &facts) {
  if (facts.teams > 1)
    return planTeams(facts);
  return planTwoBlocks(facts).value_or(
      threeRoles<tileas::Strategy::Tcgen05Specialised>(facts));
}

/// One role of all warps, and two blocks on a multiprocessor if nobody asks for
/// a number: one multiplies while the other waits for copies or stores. So it
/// is for kernels with one product, in a loop that is in no other, if registers
/// and shared memory hold two with three stages each (docs/gpu-road.md).
template <tileas::Strategy strategy>
static tileas::PlanAttr oneRoleOfWgmma(const KernelFacts &facts) {
  constexpr unsigned blocks = 2;
  const int64_t stages = std::max(facts.wantedStages, 3u);
  const GpuTarget &target = facts.target;
  const unsigned warps = *chooseWarpgroups(facts);
  const int64_t sums = facts.warpgroup.sums;
  const int64_t registers =
      std::min<int64_t>(target.registersPerThread,
                        target.registersPerMultiprocessor /
                            (32 * warps * blocks)) -
      registersBeside;
  if (facts.wantedBlocks == 0 && facts.products == 1 &&
      facts.largestTile <= sums && sums / (32 * warps) <= registers &&
      stages * facts.warpgroup.factorBytes <
          sharedBytesOfEach(target, blocks) - 4096 &&
      loopsAroundProducts(facts.function) == 1) {
    tileaa::FuncOp function = facts.function;
    return tileas::PlanAttr::get(function.getContext(), strategy, warps,
                                 blocks);
  }
  return oneRole(facts, strategy, warps, sums);
}

//===----------------------------------------------------------------------===//
// wgmma with a producer
//===----------------------------------------------------------------------===//

static std::string rejectSpecialised(const KernelFacts &facts) {
  std::string reason = rejectWgmma(facts);
  return reason.empty() ? whyNoProducer(facts) : reason;
}

//===----------------------------------------------------------------------===//
// mma.sync and multiply-add
//===----------------------------------------------------------------------===//

static std::string rejectMmaSync(const KernelFacts &facts) {
  if (facts.products == 0)
    return "the kernel has no product";
  if (facts.productsOfMmaSync == 0)
    return "mma.sync on " + facts.target.name +
           " has no shape for the types and tiles of any product; write "
           "factors of f16, bf16, tf32 or 8 bits, in tiles of 16x8 or more";
  return "";
}

static tileas::PlanAttr proposeMmaSync(const KernelFacts &facts) {
  return oneRole(facts, tileas::Strategy::MmaSync, chooseMmaWarps(facts));
}

static tileas::PlanAttr proposeMmaSyncTma(const KernelFacts &facts) {
  return oneRole(facts, tileas::Strategy::MmaSyncTma, chooseMmaWarps(facts));
}

static std::string rejectNothing(const KernelFacts &) { return ""; }

static tileas::PlanAttr proposeFma(const KernelFacts &facts) {
  return oneRole(facts, tileas::Strategy::Fma, chooseWarps(facts));
}

static constexpr StrategyRow rows[] = {
    {tileas::Strategy::Tcgen05PairPersistent, "tcgen05-pair-persistent",
     GpuCapability::Tcgen05, /*onRequest=*/false, rejectTcgen05PairPersistent,
     threeRoles<tileas::Strategy::Tcgen05PairPersistent>, whyOneTurn,
     /*ofPair=*/true},
    {tileas::Strategy::Tcgen05Pair, "tcgen05-pair", GpuCapability::Tcgen05,
     /*onRequest=*/false, rejectTcgen05Pair,
     threeRoles<tileas::Strategy::Tcgen05Pair>,
     /*yield=*/nullptr, /*ofPair=*/true},
    {tileas::Strategy::Tcgen05Persistent, "tcgen05-persistent",
     GpuCapability::Tcgen05, /*onRequest=*/false, rejectTcgen05Persistent,
     threeRoles<tileas::Strategy::Tcgen05Persistent>, preferOneTurn},
    {tileas::Strategy::Tcgen05Specialised, "tcgen05-specialised",
     GpuCapability::Tcgen05, /*onRequest=*/false, rejectTcgen05Specialised,
     proposeTcgen05Specialised, preferOneRole},
    // So has every target with tcgen05.
    {tileas::Strategy::Tcgen05Tma, "tcgen05-tma", GpuCapability::Tcgen05,
     /*onRequest=*/true, rejectTcgen05, proposeTcgen05Tma},
    {tileas::Strategy::Tcgen05, "tcgen05", GpuCapability::Tcgen05,
     /*onRequest=*/false, rejectTcgen05, proposeTcgen05,
     preferMma<tileas::AtomKind::Tcgen05>},
    {tileas::Strategy::WgmmaSpecialised, "wgmma-specialised",
     GpuCapability::Wgmma, /*onRequest=*/false, rejectSpecialised,
     planSpecialised, preferCopiesOfThreads},
    // Every target with wgmma has TMA.
    {tileas::Strategy::WgmmaTma, "wgmma-tma", GpuCapability::Wgmma,
     /*onRequest=*/false, rejectWgmma,
     oneRoleOfWgmma<tileas::Strategy::WgmmaTma>, preferCopiesOfThreads},
    {tileas::Strategy::Wgmma, "wgmma", GpuCapability::Wgmma,
     /*onRequest=*/false, rejectWgmma, oneRoleOfWgmma<tileas::Strategy::Wgmma>,
     preferMma<tileas::AtomKind::Wgmma>},
    {tileas::Strategy::MmaSyncTma, "mma-sync-tma",
     GpuCapability::TensorMapReplace, /*onRequest=*/true, rejectMmaSync,
     proposeMmaSyncTma},
    {tileas::Strategy::MmaSync, "mma-sync", std::nullopt, /*onRequest=*/false,
     rejectMmaSync, proposeMmaSync},
    {tileas::Strategy::Fma, "fma", std::nullopt, /*onRequest=*/false,
     rejectNothing, proposeFma},
};

llvm::ArrayRef<StrategyRow> strategyTable() { return rows; }

const StrategyRow *findStrategy(tileas::Strategy strategy) {
  const StrategyRow *found = llvm::find_if(
      rows, [&](const StrategyRow &row) { return row.strategy == strategy; });
  assert(found != std::end(rows) && "a strategy without a row");
  return found;
}

llvm::StringRef strategyName(tileas::Strategy strategy) {
  return findStrategy(strategy)->name;
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
