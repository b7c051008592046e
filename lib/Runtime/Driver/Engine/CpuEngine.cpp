//===- Runtime/Driver/Engine/CpuEngine.cpp - kernels as native code -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Grids run on one pool of threads. A stream whose launch finds the pool busy
// with another stream's runs on its own thread alone, as the pool does it.
//
//===----------------------------------------------------------------------===//

#include "Runtime/Driver/Engine.h"
#include "TileIr.h"
#include "tessera/Codegen/CPU/Jit.h"
#include "tessera/Runtime/CPU/Launch.h"
#include "tessera/Runtime/CPU/VectorMathSymbols.h"
#include "tessera/Target/CpuTarget.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

#include <cstdio>
#include <cstring>
#include <unistd.h>

using namespace llvm;
using namespace tessera;
using namespace tessera::sim;

/// Kernels print to the process's standard output; clients capture the
/// descriptor.
static void writeToOutput(void *, const char *text, size_t bytes) {
  std::fflush(stdout);
  while (bytes > 0) {
    ssize_t written = ::write(STDOUT_FILENO, text, bytes);
    if (written <= 0)
      return;
    text += written;
    bytes -= size_t(written);
  }
}

namespace {
class CpuProgram : public LoadedProgram {
public:
  CpuProgram(std::shared_ptr<const cpu::CompiledLibrary> library,
             std::vector<cpu::CompiledKernel> compiled,
             std::shared_ptr<cpu::ThreadPool> pool)
      : compiled(std::move(compiled)), pool(std::move(pool)) {
    for (const cpu::CompiledKernel &kernel : this->compiled)
      facts.push_back(describe(*kernel.info));
  }
  Result check(size_t kernel, const LaunchShape &shape) const override;
  std::vector<LaunchFinding>
  launch(size_t kernel, const LaunchShape &shape, ArrayRef<uint8_t> parameters,
         const std::atomic<bool> &cancelled) override;

private:
  static KernelFacts describe(const cpu::KernelInfo &info);
  std::vector<cpu::CompiledKernel> compiled;
  std::shared_ptr<cpu::ThreadPool> pool;
};

class CpuEngine : public Engine {
public:
  explicit CpuEngine(const Configuration &configuration)
      : pool(std::make_shared<cpu::ThreadPool>(configuration.threads)) {}
  std::unique_ptr<LoadedProgram> load(Image image,
                                      LoadFailure &failure) override;

private:
  std::shared_ptr<cpu::ThreadPool> pool;
};
} // namespace

KernelFacts CpuProgram::describe(const cpu::KernelInfo &info) {
  KernelFacts facts;
  // The name that a GPU's code would have: clients ask for that one.
  facts.name = objectSymbol(info.name);
  for (const cpu::KernelParameter &parameter : info.parameters) {
    uint64_t size = numerics::containerBytes(parameter.kind);
    uint64_t offset = alignTo(facts.parameterBytes, size);
    facts.parameters.push_back({offset, size});
    facts.parameterBytes = offset + size;
  }
  return facts;
}

Result CpuProgram::check(size_t, const LaunchShape &shape) const {
  // Clients give a block of one thread; what it would have on a GPU is not
  // known to this code, so any block that a GPU takes is fine.
  return Result::Success;
}

std::vector<LaunchFinding>
CpuProgram::launch(size_t index, const LaunchShape &shape,
                   ArrayRef<uint8_t> parameters,
                   const std::atomic<bool> &cancelled) {
  const cpu::CompiledKernel &kernel = compiled[index];
  SmallVector<uint64_t, 32> slots;
  for (const KernelParameter &parameter : facts[index].parameters) {
    uint64_t slot = 0;
    std::memcpy(&slot, parameters.data() + parameter.offset, parameter.size);
    slots.push_back(slot);
  }
  cpu::LaunchRequest request;
  request.entry = kernel.entry;
  request.scratchBytes = kernel.info->scratchBytes;
  request.params = slots.data();
  std::copy(shape.grid.begin(), shape.grid.end(), request.grid);
  request.write = writeToOutput;
  request.cancelled = &cancelled;
  cpu::LaunchResult outcome = cpu::launch(*pool, request);
  if (outcome.ok())
    return {};
  std::string block = "block (" + std::to_string(outcome.block[0]) + ", " +
                      std::to_string(outcome.block[1]) + ", " +
                      std::to_string(outcome.block[2]) + ")";
  switch (outcome.status) {
  case TESSERA_RT_ASSERT_FAILED: {
    std::string text = outcome.location +
                       (outcome.location.empty() ? "" : ": ") +
                       "assertion failed in " + block + ": " + outcome.message;
    writeToOutput(nullptr, (text + "\n").data(), text.size() + 1);
    return {{Result::Assert, std::move(text)}};
  }
  case TESSERA_RT_CANCELLED:
    return {{Result::LaunchTimeout, "the kernel took too long"}};
  case TESSERA_RT_OUT_OF_MEMORY:
    return {{Result::OutOfMemory, outcome.message}};
  default:
    return {{Result::LaunchFailed, outcome.message}};
  }
}

std::unique_ptr<LoadedProgram> CpuEngine::load(Image image,
                                               LoadFailure &failure) {
  auto fail = [&](Result code, std::string text) {
    failure = {code, std::move(text)};
    return nullptr;
  };
  cpu::CompiledObject object;
  switch (image.kind) {
  case ImageKind::TileIr: {
    Expected<cpu::CompiledObject> compiled =
        compileForThisCpu(std::move(image.bytes));
    if (!compiled)
      return fail(Result::InvalidImage, toString(compiled.takeError()));
    object = std::move(*compiled);
    break;
  }
  case ImageKind::CpuImage: {
    std::optional<cpu::CpuImage> read = cpu::deserializeImage(image.bytes);
    if (!read)
      return fail(Result::InvalidImage, "the container is damaged");
    Expected<cpu::CpuTarget> target =
        cpu::parseCpuTarget("cpu:" + read->target);
    if (!target) {
      consumeError(target.takeError());
      return fail(Result::NoBinaryForGpu,
                  "the code is for '" + read->target + "'");
    }
    if (!cpu::runsOnHost(*target) || target->identity() != read->identity)
      return fail(Result::NoBinaryForGpu,
                  "the code is for another processor, '" + read->target + "'");
    object = std::move(read->object);
    break;
  }
  case ImageKind::GpuContainer:
  case ImageKind::Ptx:
    return fail(Result::NoBinaryForGpu,
                "PTX is not executed by the engine cpu: compile for it under "
                "'tessera sim', or use TESSERA_SIM_ENGINE=emulator");
  case ImageKind::Cubin:
    return fail(Result::NoBinaryForGpu,
                "a cubin is code for a GPU: compile with Tessera's tileiras");
  }
  SmallVector<cpu::RuntimeSymbol, 0> symbols(cpu::runtimeSymbols().begin(),
                                             cpu::runtimeSymbols().end());
  append_range(symbols, cpu::vectorMathSymbols());
  auto library = cpu::CompiledLibrary::load(std::move(object), symbols);
  if (!library)
    return fail(Result::InvalidImage, toString(library.takeError()));
  std::vector<cpu::CompiledKernel> kernels;
  for (const cpu::KernelInfo &info : (*library)->kernels()) {
    Expected<cpu::CompiledKernel> kernel = (*library)->kernel(info.name);
    if (!kernel)
      return fail(Result::InvalidImage, toString(kernel.takeError()));
    kernels.push_back(std::move(*kernel));
  }
  return std::make_unique<CpuProgram>(*library, std::move(kernels), pool);
}

std::unique_ptr<Engine> sim::makeCpuEngine(const Configuration &configuration) {
  return std::make_unique<CpuEngine>(configuration);
}
