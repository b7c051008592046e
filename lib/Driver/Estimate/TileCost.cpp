//===- Driver/Estimate/TileCost.cpp - the price of an operation -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Products, accesses, reductions and operations on elements, by the extents of
// their tiles and the rates and latencies of the target.
//
//===----------------------------------------------------------------------===//

#include "TileCost.h"

#include "tessera/Dialect/TileAA/IR/TileAA.h"
#include "tessera/Dialect/TileAS/IR/MmaAtoms.h"

#include <algorithm>
#include <cmath>

using namespace llvm;
using namespace tessera;
using namespace tessera::driver;

MemorySpeed::MemorySpeed(const EstimatedLaunch &launch,
                         const gpu::GpuTiming &timing, double blocks) {
  double active = std::min(blocks, timing.multiprocessors);
  share = std::min(timing.feedRate, timing.l2Rate / active);
  if (!launch.hotL2)
    share = std::min(share, timing.dramRate / active);
  latency = launch.hotL2 ? timing.l2Latency : timing.dramLatency;
  copyLatency = launch.hotL2 ? timing.tmaLatencyL2 : timing.tmaLatencyDram;
  if (copyLatency == 0)
    copyLatency = latency;
}

static double elementsOf(mlir::Type type) {
  ArrayRef<int64_t> shape;
  if (auto view = dyn_cast<tileas::TiledViewType>(type))
    shape = view.getShape();
  else if (auto view = dyn_cast<tileaa::TiledViewType>(type))
    shape = view.getTileShape();
  else if (auto tensor = dyn_cast<mlir::RankedTensorType>(type))
    shape = tensor.getShape();
  double count = 1;
  for (int64_t extent : shape)
    count *= double(extent);
  return count;
}

static double bitsOf(mlir::Type type) {
  mlir::Type element = type;
  if (auto view = dyn_cast<tileas::TiledViewType>(type))
    element = view.getElementType();
  else if (auto view = dyn_cast<tileaa::TiledViewType>(type))
    element = view.getMemoryView().getElementType();
  else if (auto tensor = dyn_cast<mlir::RankedTensorType>(type))
    element = tensor.getElementType();
  return element.isIntOrFloat() ? element.getIntOrFloatBitWidth() : 64;
}

static double bytesOf(mlir::Type type) {
  return elementsOf(type) * bitsOf(type) / 8;
}

/// The largest tile among the operands.
static double bytesOfOperands(mlir::Operation *op) {
  double bytes = 0;
  for (mlir::Value operand : op->getOperands())
    if (isa<tileas::TiledViewType, mlir::RankedTensorType>(operand.getType()))
      bytes = std::max(bytes, bytesOf(operand.getType()));
  return bytes;
}

void TileCost::lanes(Cost &cost, Resource resource, double count, double lanes,
                     double latency) {
  if (count == 0)
    return;
  // Warps belong to quarters by their number in the block: a block of less
  // than four leaves the same ones empty as its neighbours.
  double cycles =
      std::max(count, 32.0 * warps) / lanes * 4 / double(std::min(4u, warps));
  cost[resource] += cycles;
  cost.alone += std::max(latency, cycles * exposure());
}

void TileCost::instructions(Cost &cost, const ElementCost &each,
                            double elements) {
  lanes(cost, Resource::Fma, each.fma * elements, timing.fmaLanes,
        timing.fmaLatency);
  lanes(cost, Resource::Integer, each.integer * elements, timing.intLanes,
        timing.intLatency);
  lanes(cost, Resource::Special, each.special * elements, timing.specialLanes,
        timing.specialLatency);
  lanes(cost, Resource::Convert, each.convert * elements, timing.convertLanes,
        timing.convertLatency);
  issue(cost, each.instructions() * elements);
}

void TileCost::issue(Cost &cost, double laneInstructions) {
  cost[Resource::Issue] +=
      laneInstructions / 128 * 4 / double(std::min(4u, warps));
}

void TileCost::global(Cost &cost, double bytes, bool isWaitedFor) {
  cost[Resource::GlobalMemory] += bytes / memory.share;
  // Addresses, and requests of 16 bytes.
  instructions(cost, {0, 2, 0, 0, 1}, bytes / 16);
  if (isAhead)
    cost.ahead += bytes;
  else
    cost.alone += bytes / memory.share + (isWaitedFor ? memory.latency : 0);
}

void TileCost::shared(Cost &cost, double bytes) {
  double cycles = bytes / timing.sharedRate;
  cost[Resource::SharedMemory] += cycles;
  cost.alone += std::max(timing.sharedLatency, cycles);
}

void TileCost::product(Cost &cost, tileas::AtomAttr atom, mlir::Type lhs,
                       mlir::Type rhs) {
  auto shapeOf = [](mlir::Type type) -> ArrayRef<int64_t> {
    if (auto view = dyn_cast<tileas::TiledViewType>(type))
      return view.getShape();
    if (auto tensor = dyn_cast<mlir::RankedTensorType>(type))
      return tensor.getShape();
    return {};
  };
  ArrayRef<int64_t> left = shapeOf(lhs), right = shapeOf(rhs);
  if (left.size() < 2 || right.size() < 2)
    return;
  double n = double(right.back()), k = double(right[right.size() - 2]),
         rows = elementsOf(lhs) / k, bits = bitsOf(lhs),
         flops = 2 * rows * n * k;
  // Rows and columns of what its instructions make.
  if (atom.getTransposed()) {
    const double m = double(left[left.size() - 2]);
    rows *= n / m;
    n = m;
  }
  // Each block of a pair makes all columns of its rows.
  if (tileas::isOfPair(atom))
    flops *= 2;
  tileas::AtomKind kind = atom.getKind();
  bool isWide =
      kind == tileas::AtomKind::Wgmma || kind == tileas::AtomKind::Tcgen05;
  if (!isWide && kind == tileas::AtomKind::Fma)
    return instructions(cost, {1, 0, 0, 0, 1}, flops / 2);
  double rate = (isWide ? timing.tensorRate : timing.mmaRate) * 16 / bits;
  if (rate == 0)
    return;
  double cycles = flops / rate,
         tail = isWide ? std::max(timing.wgmmaTail, timing.tcgenSharedTail128)
                       : timing.mmaLatency;
  cost[Resource::TensorCore] += cycles;
  // Fragments of mma.sync are read for each 64 x 64 of the result; wgmma
  // reads its own operands.
  double columns = isWide ? std::min(n, 256.0) : std::min(n, 64.0);
  double bytes = std::max(1.0, rows / 64) * std::max(1.0, n / columns) *
                 (64 + columns) * k * bits / 8;
  cost[Resource::SharedMemory] += bytes / timing.sharedRate;
  // A warp loads the fragments of mma.sync before it multiplies.
  cost.alone += (isWide ? std::max(cycles, bytes / timing.sharedRate)
                        : 2 * cycles + bytes / timing.sharedRate) +
                tail;
}

static bool isShared(mlir::Type type) {
  auto view = dyn_cast<tileas::TiledViewType>(type);
  return view && view.getResidency() == tileaa::Residency::Smem;
}

Cost TileCost::of(mlir::Operation *op, bool isCopyAhead) {
  isAhead = isCopyAhead;
  Cost cost;
  if (auto dot = dyn_cast<tileas::DotOp>(op))
    product(cost, dot.getAtom(), dot.getFactor(/*isLhs=*/true),
            dot.getFactor(/*isLhs=*/false));
  else if (auto dot = dyn_cast<tileas::AsyncDotOp>(op))
    product(cost, dot.getAtom(), dot.getLhs().getType(),
            dot.getRhs().getType());
  else if (auto dot = dyn_cast<tileas::TensorDotOp>(op))
    product(cost, dot.getAtom(), dot.getLhs().getType(),
            dot.getRhs().getType());
  else if (isa<tileas::MakeTiledTmaDescOp>(op))
    // It is written to memory, published there and read back.
    cost.alone += timing.fenceGpuLatency + 2 * memory.latency;
  else if (isa<tileas::BarrierOp>(op))
    cost.alone += timing.barrierBase + timing.barrierPerWarp * warps;
  else if (isa<tileas::ReduceOp, tileas::ScanOp>(op))
    collective(cost, op);
  else if (isa<tileas::AsyncTiledTmaLoadOp, tileas::AsyncGatherTmaLoadOp>(op))
    tma(cost, op);
  else if (isa<tileas::AsyncTiledTmaStoreOp, tileas::AsyncScatterTmaStoreOp>(
               op))
    global(cost, bytesOfOperands(op), false);
  else if (isa<tileas::TiledLoadOp, tileas::LoadOp, tileas::GatherLoadOp>(op))
    access(cost, op, bytesOf(op->getResult(0).getType()), true);
  else if (isa<tileas::TiledStoreOp, tileas::StoreOp, tileas::ScatterStoreOp>(
               op))
    access(cost, op, bytesOf(op->getOperand(0).getType()), false);
  else
    elementwise(cost, op);
  return cost;
}

void TileCost::tma(Cost &cost, mlir::Operation *op) {
  double bytes = bytesOfOperands(op);
  cost[Resource::GlobalMemory] += bytes / memory.share;
  if (isAhead)
    cost.ahead += bytes;
  else
    cost.alone += memory.copyLatency + bytes / memory.share;
}

void TileCost::access(Cost &cost, mlir::Operation *op, double bytes,
                      bool isLoad) {
  for (mlir::Value operand : op->getOperands())
    if (isShared(operand.getType()))
      return shared(cost, bytes);
  global(cost, bytes, isLoad);
}

void TileCost::collective(Cost &cost, mlir::Operation *op) {
  double elements = elementsOf(op->getOperand(0).getType()),
         results = elementsOf(op->getResult(0).getType());
  instructions(cost, {1, 0, 0, 0, 0}, elements);
  double lanesThatShare = std::min(32.0, elements / results);
  if (lanesThatShare <= 1)
    return;
  issue(cost, results * lanesThatShare);
  lanes(cost, Resource::Shuffle, results * lanesThatShare / 2,
        timing.shuffleLanes,
        std::log2(lanesThatShare) *
            (timing.shuffleLatency + timing.fmaLatency));
}

void TileCost::elementwise(Cost &cost, mlir::Operation *op) {
  if (op->getNumResults() == 0 ||
      !isa<mlir::RankedTensorType>(op->getResult(0).getType()))
    return;
  double elements = elementsOf(op->getResult(0).getType());
  instructions(
      cost,
      elementCostOf(op->getName().stripDialect(),
                    op->getName().getDialectNamespace() == "nv_tileaa"),
      elements);
}
