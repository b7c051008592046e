//===- tessera/Driver/KernelEstimate.h - the price of a launch --*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a launch of a planned kernel would cost, without running it: the work of
// one block is read off nv_tileas, with the numbers of rounds that the launch's
// scalars give its loops, and priced by the constants of timed emulation. It is
// for putting candidates into an order; the clock says how long they take.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DRIVER_KERNELESTIMATE_H
#define TESSERA_DRIVER_KERNELESTIMATE_H

#include "tessera/Target/GpuTiming.h"

#include "mlir/IR/Operation.h"
#include "llvm/ADT/ArrayRef.h"

#include <array>
#include <cstdint>

namespace tessera::driver {

/// What parts of a multiprocessor a block asks for.
enum class Resource : uint8_t {
  Issue,
  TensorCore,
  Fma,
  Integer,
  Special,
  Convert,
  Shuffle,
  SharedMemory,
  GlobalMemory,
};
constexpr unsigned numResources = 9;
/// "tensor core".
llvm::StringRef resourceName(Resource resource);

/// The launch that is priced.
struct EstimatedLaunch {
  std::array<uint64_t, 3> grid{1, 1, 1};
  /// One value for each parameter of the kernel: a scalar's bits. Pointers are
  /// taken to be aligned.
  llvm::ArrayRef<uint64_t> parameters;
  /// Blocks that a multiprocessor holds at a time.
  unsigned residentBlocks = 1;
  bool hotL2 = false;
};

struct KernelEstimate {
  double cycles = 0; // of the whole grid
  /// Of one block: cycles that each part works, and cycles from its begin to
  /// its end if it is alone.
  std::array<double, numResources> busy{};
  double alone = 0;
  uint64_t waves = 1;
  /// What limits a wave: the name of a resource, or "latency".
  llvm::StringRef limit;
  /// A loop whose rounds the launch does not say was taken to go round this
  /// often.
  static constexpr double assumedRounds = 16;
  bool hasUnknownLoops = false;
};

/// The price of `kernel`, a function of nv_tileas with layouts, stages and
/// instructions. Of bodies for several cases, the one that the launch selects
/// is priced; where that depends on more than its scalars, the first.
KernelEstimate estimateKernel(mlir::Operation *kernel,
                              const EstimatedLaunch &launch,
                              const gpu::GpuTiming &timing);

} // namespace tessera::driver

#endif // TESSERA_DRIVER_KERNELESTIMATE_H
