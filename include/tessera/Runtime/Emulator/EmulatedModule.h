//===- Runtime/Emulator/EmulatedModule.h - PTX on host arrays ---*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compiled GPU code executed by the PTX emulator: exactly the text that would
// be shipped, parsed, verified and decoded again.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_RUNTIME_EMULATOR_EMULATEDMODULE_H
#define TESSERA_RUNTIME_EMULATOR_EMULATEDMODULE_H

#include "tessera/PTX/Emulator/Machine.h"
#include "tessera/Target/GpuKernel.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"

#include <memory>
#include <string>

namespace tessera::emulator {

/// Host memory that a kernel may reach.
struct Buffer {
  std::string name;
  void *host = nullptr;
  uint64_t size = 0;
  bool initialised = true;
};

/// A kernel argument: a scalar's bits, or a place in a buffer.
struct Argument {
  /// Index of the buffer; -1 for a scalar.
  int buffer = -1;
  /// The scalar, or a byte offset.
  uint64_t bits = 0;
};

struct KernelRequest {
  llvm::StringRef kernel;
  std::array<uint32_t, 3> grid{1, 1, 1};
  /// One per parameter.
  llvm::ArrayRef<Argument> arguments;
};

struct LaunchRequest : KernelRequest {
  llvm::ArrayRef<Buffer> buffers;
  /// Kernels that run at the same time as this one.
  llvm::ArrayRef<KernelRequest> others;
  /// Selects the order in which warps run.
  uint64_t seed = 0;
  /// Blocks that run at the same time; 0: as many as fit.
  uint64_t residentBlocks = 0;
  /// Loads may give older values, where the memory model lets them.
  bool staleReads = false;
  /// Decides who runs when; null: the seed does.
  ptx::emu::Schedule *schedule = nullptr;
  /// A bit per ptx::emu::CheckKind: not made.
  uint32_t disabledChecks = ptx::emu::optionalChecks;
  /// What vprintf writes; null: dropped.
  llvm::raw_ostream *output = nullptr;
};

class EmulatedModule {
public:
  /// Fails when the PTX does not parse or verify, and when the emulator lacks
  /// an instruction of it.
  /// `moduleBase`: where the module's variables begin.
  static llvm::Expected<std::unique_ptr<EmulatedModule>>
  load(gpu::CompiledModule module,
       uint64_t moduleBase = ptx::emu::firstModuleAddress);
  ~EmulatedModule();

  const gpu::CompiledModule &compiled() const { return module; }
  /// What the PTX was decoded to.
  const ptx::emu::Program &program() const;

  /// Runs the grids on the buffers' memory. Fails for unknown kernels and
  /// arguments that do not fit; what the emulator's checks find is in the
  /// result.
  llvm::Expected<ptx::emu::LaunchResult> launch(const LaunchRequest &request);

private:
  EmulatedModule();
  llvm::Expected<ptx::emu::GridLaunch>
  prepare(const KernelRequest &request,
          llvm::ArrayRef<uint64_t> addresses) const;
  gpu::CompiledModule module;
  struct Parsed;
  std::unique_ptr<Parsed> parsed;
};

} // namespace tessera::emulator

#endif // TESSERA_RUNTIME_EMULATOR_EMULATEDMODULE_H
