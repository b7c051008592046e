//===- TileAAToTileAS/ConsumerBudget.cpp - registers of roles -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// All threads of a kernel start with the same number of registers. setmaxnreg
// then takes some from the producer's and gives them to the consumer's, which
// whole warpgroups do only. Where several blocks are to be on a multiprocessor
// and a producer of a warpgroup is too much for that, it is a single warp, and
// threads keep what they have.
//
//===----------------------------------------------------------------------===//

#include "ConsumerBudget.h"

#include "ProductChoice.h"

#include "tessera/Target/BlockShare.h"
#include "tessera/Target/Tcgen05Table.h"
#include "tessera/Target/WgmmaTable.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;

namespace tessera::gpu {

/// A thread of a producer that copies by cp.async needs so many registers.
static constexpr unsigned registersOfProducer = 56;
/// More are not given to a thread by setmaxnreg with two warpgroups.
static constexpr unsigned mostRegisters = 248;
/// ptxas places the sums of one wgmma, and so many registers beside them, among
/// those that a thread has at the start, whatever setmaxnreg gives it later.
static constexpr unsigned registersBesideSums = 32;

/// Registers of each thread before roles share them out anew, if a
/// multiprocessor holds `blocks` blocks of `warps` warps.
static unsigned registersAtStart(const GpuTarget &target, unsigned warps,
                                 unsigned blocks) {
  return std::min(mostRegisters, target.registersPerMultiprocessor /
                                     (32 * warps * blocks) / 8 * 8);
}

/// The consumer if a multiprocessor is to hold so many blocks. What setmaxnreg
/// cannot give to it stays with the producer.
static std::optional<Consumer> chooseConsumer(const KernelFacts &facts,
                                              unsigned blocks) {
  for (unsigned groups : {1, 2}) {
    const unsigned warps = warpsPerWarpgroup * groups;
    if (facts.wantedWarps != 0 && facts.wantedWarps != warps)
      continue;
    // Without a hint as many as there are rows for.
    if (facts.wantedWarps == 0 && groups == 1 && facts.warpgroup.rowTiles > 1)
      continue;
    const unsigned start =
        registersAtStart(facts.target, warps + warpsPerWarpgroup, blocks);
    const unsigned most =
        std::min(mostRegisters,
                 (start * (groups + 1) - registersOfProducer) / groups / 8 * 8);
    const unsigned sums = facts.warpgroup.sums / (32 * warps);
    if (sums + registersBeside <= most && sums + registersBesideSums <= start)
      return Consumer{warps, warpsPerWarpgroup, most,
                      (start * (groups + 1) - most * groups) / 8 * 8, blocks};
  }
  return std::nullopt;
}

/// The same with a producer of one warp, if shared memory holds three stages of
/// each block and a part of its results. A warp is in one of four parts of the
/// multiprocessor, which have a quarter of the registers each.
static std::optional<Consumer> chooseBesideWarp(const KernelFacts &facts,
                                                unsigned blocks) {
  constexpr int64_t stages = 3, besideStages = 17 * 1024;
  const unsigned groups = facts.wantedWarps != 0
                              ? facts.wantedWarps / warpsPerWarpgroup
                              : std::min<int64_t>(facts.warpgroup.rowTiles, 2);
  const unsigned warps = warpsPerWarpgroup * groups;
  if (groups < 1 || groups > 2)
    return std::nullopt;
  const int64_t each = registersOfEach(facts.target, blocks * (warps + 1));
  if (facts.warpgroup.sums / (32 * warps) + registersBesideSums > each ||
      stages * facts.warpgroup.factorBytes + besideStages >
          sharedBytesOfEach(facts.target, blocks))
    return std::nullopt;
  return Consumer{warps, 1, 0, 0, blocks};
}

std::optional<Consumer> chooseConsumer(const KernelFacts &facts) {
  for (unsigned blocks = std::max(facts.wantedBlocks, 1u); blocks > 0; --blocks)
    if (std::optional<Consumer> consumer = chooseConsumer(facts, blocks))
      return consumer;
    else if (blocks > 1 && (consumer = chooseBesideWarp(facts, blocks)))
      return consumer;
  return std::nullopt;
}

/// Whether a thread of the consumer has registers for what is computed from a
/// product, in a block of so many warps and two more: they are given out to
/// warpgroups.
static bool holdsTile(const KernelFacts &facts, unsigned warps) {
  const unsigned all = llvm::alignTo(warps + 2, warpsPerWarpgroup);
  const int64_t own = facts.target.registersPerMultiprocessor / (32 * all);
  return facts.largestTile / (32 * warps) + registersBeside <= own;
}

/// Beside an issuer the consumer fills this many stages, if shared memory holds
/// them beside the barriers, before the producer does anything.
static constexpr int64_t mostStagesOfRound = 7, bytesOfBarriers = 1024;

/// The iterations of the one loop around the one product of a kernel, if they
/// are a constant, and so few that there are stages for all of them; else 0.
static int64_t constantRound(const KernelFacts &facts) {
  if (facts.products != 1 || loopsAroundProducts(facts.function) != 1)
    return 0;
  int64_t rounds = 0;
  tileaa::FuncOp function = facts.function;
  function.walk([&](tileaa::DotOp dot) {
    auto loop = dyn_cast<scf::ForOp>(dot->getParentOp());
    if (std::optional<APInt> trips =
            loop ? loop.getStaticTripCount() : std::nullopt)
      rounds = trips->getLimitedValue(mostStagesOfRound + 1);
  });
  const int64_t bytes = facts.target.sharedBytes - bytesOfBarriers;
  return rounds <= mostStagesOfRound &&
                 rounds * facts.tensor.factorBytes <= bytes
             ? rounds
             : 0;
}

std::string whyNoConsumer(const KernelFacts &facts, unsigned warps) {
  if (int64_t rounds = constantRound(facts))
    return "there are stages for all " + std::to_string(rounds) +
           " iterations of its loop, which leave a producer nothing to fill";
  const bool issuesEarly = findChainedProducts(facts.function).has_value();
  if (hasSumOfLoop(facts.function))
    return !issuesEarly && facts.tensor.transposed == facts.tensor.products
               ? "its products have fewer than 64 rows and wait for memory, "
                 "and more blocks with one role are on a multiprocessor"
               : "";
  if (!issuesEarly)
    return "no loop only adds products to its sums, and none has a product of "
           "what it computes from another";
  return holdsTile(facts, warps)
             ? ""
             : "beside two more roles a thread has too few registers for what "
               "it computes from a product";
}

//===----------------------------------------------------------------------===//
// Two blocks of attention
//===----------------------------------------------------------------------===//

/// Both blocks have half of the columns of tensor memory, and of the shared
/// memory three stages beside what stays.
static bool holdsTwoBlocks(const KernelFacts &facts) {
  constexpr int64_t stages = 3, besideStages = 1024;
  std::optional<ChainedProducts> chained = findChainedProducts(facts.function);
  return chained && facts.wantedWarps == 0 && facts.wantedBlocks == 0 &&
         facts.cluster == 1 && facts.products == 2 &&
         facts.tensor.products == 2 && facts.wantedStages <= stages &&
         chained->rows == 128 && facts.largestTile <= 128 * 128 &&
         chained->columns <= tensorColumns / 2 &&
         stages * chained->loopBytes + chained->fixedBytes + besideStages <=
             sharedBytesOfEach(facts.target, 2);
}

std::optional<tileas::PlanAttr> planTwoBlocks(const KernelFacts &facts) {
  if (!holdsTwoBlocks(facts))
    return std::nullopt;
  // A thread of the consumer has a row of 128 columns. Registers for that come
  // from a warpgroup of which one warp copies and three do nothing. ptxas 13.0
  // needs some 175 for the loop, in stretches of 64 and 32, and finds these
  // without spills only if there are some more.
  constexpr unsigned consumer = 224, producer = 32;
  tileaa::FuncOp function = facts.function;
  MLIRContext *context = function.getContext();
  auto role = [&](tileas::RoleKind kind, unsigned registers) {
    return tileas::RoleAttr::get(context, kind, warpsPerWarpgroup, registers);
  };
  tileas::RoleAttr roles[] = {role(tileas::RoleKind::Consumer, consumer),
                              role(tileas::RoleKind::Producer, producer)};
  return tileas::PlanAttr::get(context, tileas::Strategy::Tcgen05Specialised,
                               ArrayRef(roles), /*cluster=*/1, /*blocks=*/2);
}

//===----------------------------------------------------------------------===//
// Two teams of attention
//===----------------------------------------------------------------------===//

static constexpr unsigned numTeams = 2;

bool holdsTeams(const KernelFacts &half) {
  constexpr int64_t stages = 3, besideStages = 2048;
  std::optional<ChainedProducts> chained = findChainedProducts(half.function);
  if (!chained || half.wantedWarps != 0 || half.wantedBlocks != 0 ||
      half.products != 2 || half.tensor.products != 2 ||
      half.wantedStages > stages || chained->rows != tensorRows ||
      half.largestTile > tensorRows * 128 ||
      chained->sumColumns > tensorColumns / numTeams ||
      loopsAroundProducts(half.function) != 1)
    return false;
  auto holds = [&](int64_t ofStage, int64_t ofTeam) {
    return stages * ofStage + numTeams * ofTeam + besideStages <=
           int64_t(half.target.sharedBytes);
  };
  // Without columns for it, the left factor goes through shared memory, and a
  // stage holds the factor of one product.
  return chained->columns <= tensorColumns / numTeams
             ? holds(chained->loopBytes, chained->fixedBytes)
             : holds(chained->loopBytes / 2,
                     chained->fixedBytes + chained->computedBytes);
}

namespace {
/// Warps of a role and registers of their threads.
struct TeamRole {
  tileas::RoleKind kind;
  unsigned warps, teams, registers;
};
} // namespace

/// Two teams get all that the threads of a producer can spare, which are eight
/// in a thread of a team for 16 of its own. A producer that copies by TMA or
/// cp.async does with the fewest that setmaxnreg leaves a thread.
static constexpr TeamRole plainTeams[] = {
    {tileas::RoleKind::Consumer, numTeams * warpsPerWarpgroup, numTeams, 240},
    {tileas::RoleKind::Producer, warpsPerWarpgroup, 1, 24}};

/// The same with roles that multiply and that scale sums. One thread of the
/// issuer works; it shares a warpgroup with the producer.
static constexpr TeamRole correctedTeams[] = {
    {tileas::RoleKind::Consumer, numTeams * warpsPerWarpgroup, numTeams, 216},
    {tileas::RoleKind::Producer, warpsPerWarpgroup / 2, 1, 40},
    {tileas::RoleKind::Issuer, warpsPerWarpgroup / 2, 1, 40},
    {tileas::RoleKind::Correction, warpsPerWarpgroup, 1, 40}};

/// The same for sums of more columns than `columnsScaledAtOnce`. The role that
/// scales them waits for each load; three loads of 16 columns at a time are few
/// enough waits.
static constexpr TeamRole wideCorrectedTeams[] = {
    {tileas::RoleKind::Consumer, numTeams * warpsPerWarpgroup, numTeams, 208},
    {tileas::RoleKind::Producer, warpsPerWarpgroup / 2, 1, 40},
    {tileas::RoleKind::Issuer, warpsPerWarpgroup / 2, 1, 40},
    {tileas::RoleKind::Correction, warpsPerWarpgroup, 1, 56}};
static constexpr int64_t columnsScaledAtOnce = 64;

tileas::PlanAttr planTeams(const KernelFacts &facts) {
  tileaa::FuncOp function = facts.function;
  MLIRContext *context = function.getContext();
  const bool isPlain =
      llvm::any_of(tileas::getMisfits(function), [](tileas::MisfitAttr misfit) {
        return misfit.getResource() == tileas::Resource::Correction;
      });
  std::optional<ChainedProducts> chained = findChainedProducts(function);
  const bool isWide = chained && chained->features > columnsScaledAtOnce;
  SmallVector<tileas::RoleAttr, 4> roles;
  for (const TeamRole &role : isPlain  ? ArrayRef<TeamRole>(plainTeams)
                              : isWide ? ArrayRef<TeamRole>(wideCorrectedTeams)
                                       : ArrayRef<TeamRole>(correctedTeams))
    roles.push_back(tileas::RoleAttr::get(context, role.kind, role.warps,
                                          role.teams, role.registers));
  return tileas::PlanAttr::get(context, tileas::Strategy::Tcgen05Specialised,
                               ArrayRef(roles), /*cluster=*/1, /*blocks=*/1);
}

std::string whyNoProducer(const KernelFacts &facts) {
  if (loopsAroundProducts(facts.function) == 0)
    return "no product is in a loop; write the loop over the depth into the "
           "kernel";
  if (!chooseConsumer(facts))
    return facts.wantedWarps > 2 * warpsPerWarpgroup
               ? "hint num_worker_warps_per_cta = " +
                     std::to_string(facts.wantedWarps) +
                     " is more than two warpgroups; write 4 or 8"
               : "accumulators are too many for two warpgroups beside a "
                 "producer; write a smaller tile";
  return "";
}

tileas::PlanAttr planSpecialised(const KernelFacts &facts) {
  const Consumer consumer = *chooseConsumer(facts);
  tileaa::FuncOp function = facts.function;
  MLIRContext *context = function.getContext();
  tileas::RoleAttr roles[] = {
      tileas::RoleAttr::get(context, tileas::RoleKind::Consumer, consumer.warps,
                            consumer.registers),
      tileas::RoleAttr::get(context, tileas::RoleKind::Producer,
                            consumer.producerWarps,
                            consumer.producerRegisters)};
  return tileas::PlanAttr::get(context, tileas::Strategy::WgmmaSpecialised,
                               ArrayRef(roles), 1u,
                               facts.wantedBlocks == 0 ? 0u : consumer.blocks);
}

} // namespace tessera::gpu
