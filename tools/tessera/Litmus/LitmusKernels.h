//===- tools/tessera/Litmus/LitmusKernels.h - a litmus test as kernels -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a GPU needs to execute a litmus test: the test's module in which every
// value that a memory operation yields is also stored to an array of its own,
// its PTX threads as kernels, and the memory. The stores have no tokens and
// touch nothing of the test, so they order nothing.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_TOOLS_TESSERA_LITMUS_LITMUSKERNELS_H
#define TESSERA_TOOLS_TESSERA_LITMUS_LITMUSKERNELS_H

#include "tessera/Litmus/LitmusTest.h"
#include "tessera/Runtime/Emulator/EmulatedModule.h"

namespace tessera::tool {

/// A register of a thread, found in memory after the run.
struct ObservedRegister {
  unsigned thread = 0;
  std::string name; // "m0.0[1]", or that of a PTX thread
  unsigned buffer = 0;
  uint64_t offset = 0;
  unsigned bytes = 0;
};

/// An element of a variable.
struct ObservedMemory {
  memmodel::Footprint location;
  unsigned buffer = 0;
  uint64_t offset = 0;
};

struct LitmusLaunch {
  std::string kernel;
  std::array<uint32_t, 3> grid{1, 1, 1};
  std::vector<emulator::Argument> arguments;
};

struct LitmusBuffer {
  std::string name;
  std::vector<uint8_t> initial;
};

struct LitmusKernels {
  /// Bytes of a register that was never set.
  static constexpr uint8_t unset = 0xA5;
  /// How the names of the kernels of PTX threads begin.
  static constexpr llvm::StringLiteral ptxPrefix = "ptx_cta_";

  mlir::OwningOpRef<mlir::ModuleOp> module;
  /// The kernels of PTX threads, to be added to the module's PTX.
  std::string ptx;
  std::vector<gpu::KernelInfo> ptxKernels;
  std::vector<LitmusLaunch> launches;
  std::vector<LitmusBuffer> buffers;
  std::vector<ObservedRegister> registers;
  std::vector<ObservedMemory> memory;
};

/// Fails for tests that a launch of kernels side by side does not show:
/// streams, and what only the checker knows of PTX threads. `warps` of each
/// tile block; 0: the compiler's choice.
llvm::Expected<LitmusKernels> makeLitmusKernels(const litmus::LitmusTest &test,
                                                unsigned warps);

} // namespace tessera::tool

#endif // TESSERA_TOOLS_TESSERA_LITMUS_LITMUSKERNELS_H
