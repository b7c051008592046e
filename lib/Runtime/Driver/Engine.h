//===- Runtime/Driver/Engine.h - who executes kernels -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the driver's functions need of an engine: make kernels of an image, run
// a grid of one. Calls come from several threads.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_RUNTIME_DRIVER_ENGINE_H
#define TESSERA_LIB_RUNTIME_DRIVER_ENGINE_H

#include "Findings.h"
#include "Image.h"
#include "Memory.h"

#include "llvm/ADT/ArrayRef.h"

#include <array>
#include <atomic>
#include <memory>

namespace tessera::sim {

/// A parameter's place in the buffer of parameters.
struct KernelParameter {
  uint64_t offset = 0, size = 0;
};

/// What is known of a kernel before it runs.
struct KernelFacts {
  /// What clients call it.
  std::string name;
  std::vector<KernelParameter> parameters;
  uint64_t parameterBytes = 0;
  /// Threads that a block may have at most.
  uint32_t maxThreads = 1024;
  /// Blocks of a cluster that the code asks for; 0: nothing.
  std::array<uint32_t, 3> requiredCluster{};
  uint32_t registers = 32;
  uint64_t staticSharedBytes = 0, localBytes = 0;
  /// 90 for PTX 9.0, and for sm_90.
  int ptxVersion = 90, binaryVersion = 90;
};

struct LaunchShape {
  std::array<uint32_t, 3> grid{1, 1, 1}, block{1, 1, 1};
  /// 0: not given.
  std::array<uint32_t, 3> cluster{};
  uint32_t dynamicSharedBytes = 0;
  bool isCooperative = false;
};

/// A variable of a module.
struct GlobalVariable {
  std::string name;
  DevicePointer address = 0;
  uint64_t size = 0;
};

/// The kernels of an image.
class LoadedProgram {
public:
  virtual ~LoadedProgram() = default;
  const std::vector<KernelFacts> &kernels() const { return facts; }
  const std::vector<GlobalVariable> &variables() const { return globals; }

  /// Whether a kernel may be launched so.
  virtual Result check(size_t kernel, const LaunchShape &shape) const = 0;
  /// Runs the grid to its end, or until `cancelled` is set. `parameters` are
  /// laid out as the facts say.
  virtual std::vector<LaunchFinding>
  launch(size_t kernel, const LaunchShape &shape,
         llvm::ArrayRef<uint8_t> parameters,
         const std::atomic<bool> &cancelled) = 0;

protected:
  std::vector<KernelFacts> facts;
  std::vector<GlobalVariable> globals;
};

/// Why an image was refused: what the function returns, and what the log says.
struct LoadFailure {
  Result code = Result::InvalidImage;
  std::string text;
};

class Engine {
public:
  virtual ~Engine() = default;
  /// Null, with the reason, for images that this engine does not run.
  virtual std::unique_ptr<LoadedProgram> load(Image image,
                                              LoadFailure &failure) = 0;
  /// Copies and sets of memory run inside; engines that must not see memory
  /// change while a kernel runs wait for it.
  virtual void access(llvm::function_ref<void()> work) { work(); }
};

std::unique_ptr<Engine> makeCpuEngine(const Configuration &configuration);
std::unique_ptr<Engine> makeEmulatorEngine(const Configuration &configuration,
                                           MemoryTable &memory);

} // namespace tessera::sim

#endif // TESSERA_LIB_RUNTIME_DRIVER_ENGINE_H
