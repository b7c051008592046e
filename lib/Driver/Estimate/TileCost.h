//===- Driver/Estimate/TileCost.h - the price of an operation --*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What an operation on tiles asks of the parts of a multiprocessor.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_DRIVER_ESTIMATE_TILECOST_H
#define TESSERA_LIB_DRIVER_ESTIMATE_TILECOST_H

#include "ElementCost.h"
#include "tessera/Dialect/TileAS/IR/TileAS.h"
#include "tessera/Driver/KernelEstimate.h"

namespace tessera::driver {

/// The work of some operations.
struct Cost {
  std::array<double, numResources> busy{};
  /// From the first to the last, if nobody else is there.
  double alone = 0;
  /// Bytes that a pipeline copies ahead.
  double ahead = 0;

  double &operator[](Resource resource) { return busy[unsigned(resource)]; }
  void add(const Cost &other, double times = 1) {
    for (unsigned i = 0; i < numResources; ++i)
      busy[i] += times * other.busy[i];
    alone += times * other.alone;
    ahead += times * other.ahead;
  }
};

/// What a block has of the memory that all blocks share.
struct MemorySpeed {
  /// Of `blocks` blocks that run at once, as far as there is room for them.
  MemorySpeed(const EstimatedLaunch &launch, const gpu::GpuTiming &timing,
              double blocks);
  /// Bytes that a block moves in a cycle.
  double share = 0;
  /// Cycles from the first to the last byte, of a load and of a copy of the
  /// tensor memory accelerator.
  double latency = 0, copyLatency = 0;
};

/// The prices of a kernel's operations.
class TileCost {
public:
  TileCost(const gpu::GpuTiming &timing, const MemorySpeed &memory,
           unsigned warps)
      : timing(timing), memory(memory), warps(warps) {}

  /// `isCopyAhead`: a pipeline copies what `op` moves ahead of its use.
  Cost of(mlir::Operation *op, bool isCopyAhead);

private:
  /// `count` lane operations of a unit with `lanes` lanes, by all warps. Every
  /// thread has at least one.
  void lanes(Cost &cost, Resource resource, double count, double lanes,
             double latency);
  /// Instructions of a warp wait for one another, which others of its quarter
  /// hide.
  double exposure() const { return 0.6 + 0.8 / std::max(1u, warps / 4); }
  void instructions(Cost &cost, const ElementCost &each, double elements);
  /// Four quarters issue an instruction of 32 lanes each.
  void issue(Cost &cost, double laneInstructions);
  void global(Cost &cost, double bytes, bool isWaitedFor);
  void shared(Cost &cost, double bytes);
  void product(Cost &cost, tileas::AtomAttr atom, mlir::Type lhs,
               mlir::Type rhs);
  void tma(Cost &cost, mlir::Operation *op);
  void access(Cost &cost, mlir::Operation *op, double bytes, bool isLoad);
  /// Threads combine what they have, then lanes by shuffles.
  void collective(Cost &cost, mlir::Operation *op);
  void elementwise(Cost &cost, mlir::Operation *op);

  const gpu::GpuTiming &timing;
  const MemorySpeed &memory;
  unsigned warps;
  bool isAhead = false;
};

} // namespace tessera::driver

#endif // TESSERA_LIB_DRIVER_ESTIMATE_TILECOST_H
