//===- TileASToNVVM/Bounds/BlockBound.cpp - blocks that registers allow -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Without a bound ptxas aims at more blocks than fit anyway, and spills a few
// registers for them; with a bound for few blocks it takes registers that it
// does not need, and others find no room. So the bound is for as many blocks as
// shared memory, tensor memory and warps allow, if a thread then has registers
// for the tiles that it holds. Blocks that wait little keep their registers.
//
//===----------------------------------------------------------------------===//

#include "BlockBound.h"

#include "HeldRegisters.h"

#include "Conversion/TileASToNVVM/Emitter.h"
#include "tessera/Target/BlockShare.h"
#include "tessera/Target/SymbolName.h"
#include "tessera/Target/Tcgen05Table.h"

#include "mlir/IR/Remarks.h"
#include "mlir/Interfaces/LoopLikeInterface.h"

using namespace mlir;

namespace tessera::gpu {

/// Registers of a thread beside its tiles: addresses, counters, rows, and what
/// the order of ptxas takes. Kernels that had fewer spilled.
static constexpr int64_t registersBesideTiles = 44;

/// How many blocks a multiprocessor holds by their shared and tensor memory, of
/// those that are wanted. To bound registers for more would cost spills and
/// bring nothing.
static int64_t blocksWithMemory(tileaa::FuncOp source, int64_t wanted,
                                const GpuTarget &target) {
  int64_t blocks = wanted, columns = 0;
  if (auto bytes =
          source->getAttrOfType<IntegerAttr>(tileas::kSharedBytesAttrName))
    blocks = std::min(blocks, blocksOfBytes(target, bytes.getInt()));
  // One for each body.
  source.walk([&](tileas::ClaimTensorMemoryOp claim) {
    columns = std::max<int64_t>(columns, claim.getColumns());
  });
  if (columns != 0)
    blocks = std::min(blocks, tensorColumns / columns);
  return std::max<int64_t>(blocks, 1);
}

static void reportBlocks(tileaa::FuncOp source, int64_t wanted, int64_t blocks,
                         const GpuTarget &target) {
  bool hasTensorMemory = false;
  source.walk([&](tileas::ClaimTensorMemoryOp) { hasTensorMemory = true; });
  remark::missed(source.getLoc(),
                 remark::RemarkOpts::name("hint").category("plan").function(
                     nameOfSymbol(source.getSymName())))
      << "hint occupancy = " + std::to_string(wanted) +
             " is not followed: a multiprocessor of " + target.name +
             " holds " + std::to_string(blocks) + " blocks with their " +
             (hasTensorMemory ? "shared and tensor memory" : "shared memory") +
             "; write a smaller tile, or " + std::to_string(blocks);
}

/// Whether threads hold large tiles across products or scans.
static bool holdsLargeTiles(tileaa::FuncOp source) {
  constexpr unsigned large = 32;
  bool isHeld = false, isLarge = false;
  source.walk([&](Operation *op) {
    isHeld |= isa<tileas::DotOp, tileas::TensorDotOp, tileas::ScanOp>(op);
    for (Type type : op->getResultTypes())
      isLarge |= tileas::getLayoutAttr(type) &&
                 Emitter::numRegisters(Emitter::layoutOf(type)) >= large;
  });
  return isHeld && isLarge;
}

/// Whether what a block waits for has been begun long before: its loops make
/// one product each, of stages that are copied ahead. Other blocks beside it
/// then bring little, and registers are better spent on addresses.
static bool copiesAhead(tileaa::FuncOp source) {
  bool hasStages = false;
  llvm::DenseMap<Operation *, unsigned> productsOfLoop;
  unsigned most = 0;
  source.walk([&](Operation *op) {
    hasStages |= isa<tileas::CreatePipelineOp>(op);
    if (isa<tileas::DotOp, tileas::TensorDotOp>(op))
      if (Operation *loop = op->getParentOfType<LoopLikeOpInterface>())
        most = std::max(most, ++productsOfLoop[loop]);
  });
  return hasStages && most <= 1;
}

/// As many blocks as have all registers that a thread can name, or more of
/// them if their threads still have registers for what they hold.
static int64_t blocksByThemselves(tileaa::FuncOp source, int64_t warps,
                                  const GpuTarget &target) {
  const int64_t generous =
      std::max<int64_t>(target.registersPerMultiprocessor /
                            ((target.registersPerThread + 1) * 32 * warps),
                        1);
  if (copiesAhead(source))
    return blocksWithMemory(source, generous, target);
  const int64_t needed = registersHeld(source) + registersBesideTiles;
  int64_t blocks =
      blocksWithMemory(source,
                       std::min<int64_t>(target.warpsPerMultiprocessor / warps,
                                         target.blocksPerMultiprocessor),
                       target);
  while (blocks > generous && registersOfEach(target, blocks * warps) < needed)
    --blocks;
  return blocks;
}

int64_t boundedBlocks(tileaa::FuncOp source, tileas::PlanAttr plan,
                      const GpuTarget &target) {
  if (int64_t wanted = plan.getBlocks()) {
    int64_t blocks = blocksWithMemory(source, wanted, target);
    if (blocks < wanted)
      reportBlocks(source, wanted, blocks, target);
    return blocks;
  }
  // By wgmma the sums of a thread decide.
  const bool isOfWarpgroups =
      plan.getStrategy() == tileas::Strategy::Wgmma ||
      plan.getStrategy() == tileas::Strategy::WgmmaTma ||
      plan.getStrategy() == tileas::Strategy::WgmmaSpecialised;
  // Roles that share registers out have a bound.
  const bool isBounded =
      llvm::any_of(plan.getRoles(), [](tileas::RoleAttr role) {
        return role.getRegisters() != 0;
      });
  if (isOfWarpgroups || isBounded || !holdsLargeTiles(source))
    return 0;
  return blocksByThemselves(source, plan.getNumWarps(), target);
}

} // namespace tessera::gpu
