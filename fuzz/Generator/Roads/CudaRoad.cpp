//===- fuzz/Generator/Roads/CudaRoad.cpp - PTX, on a GPU -----*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The GPU road on a device: Tile IR to PTX text in this process, which the CUDA
// driver assembles and launches. `cuda-sm_90a` is named after its target.
//
// A kernel that faults leaves the process without a usable CUDA context. The
// road then says what happened and ends the process: the tool counts the seed
// as a failure and goes on in a new one.
//
//===----------------------------------------------------------------------===//

#include "GpuCompile.h"
#include "tessera/Runtime/Cuda/GridExecutor.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"

#include <cstdio>
#include <unistd.h>

using namespace mlir;
using namespace tessera;
using namespace tessera::fuzz;

namespace {
constexpr int exitStatusOfFault = 3;

/// What the process writes to its standard output from here to `end`: what
/// kernels print goes there, when the driver waits for them.
class CapturedOutput {
public:
  CapturedOutput() : file(std::tmpfile()) {
    llvm::outs().flush();
    std::fflush(stdout);
    saved = dup(STDOUT_FILENO);
    dup2(fileno(file), STDOUT_FILENO);
  }
  std::string end() {
    std::fflush(stdout);
    dup2(saved, STDOUT_FILENO);
    close(saved);
    std::string text;
    std::rewind(file);
    for (int byte; (byte = std::fgetc(file)) != EOF;)
      text.push_back(char(byte));
    std::fclose(file);
    return text;
  }

private:
  FILE *file;
  int saved;
};

class CudaRoad : public Road {
public:
  explicit CudaRoad(llvm::StringRef target)
      : roadName(("cuda-" + target).str()), options(gpuOptions(target)) {}

  llvm::StringRef name() const override { return roadName; }

  Outcome run(const Program &program) override {
    Outcome outcome;
    FailureOr<gpu::CompiledModule> module =
        compileForGpu(program, options, outcome);
    if (failed(module))
      return outcome;
    auto next = cuda::makeGridExecutor(std::move(*module));
    if (!next)
      return Outcome::failed(llvm::toString(next.takeError()));
    // The one before goes after the next has come: the context stays in use.
    executor = std::move(*next);
    return execute(program);
  }

private:
  Outcome execute(const Program &program) {
    Outcome outcome;
    outcome.arrays.resize(program.parameters.size());
    interp::Memory memory;
    std::vector<interp::Argument> arguments;
    std::vector<uint64_t> slots;
    for (auto [parameter, array] :
         llvm::zip(program.parameters, outcome.arrays)) {
      slots.push_back(parameter.bits);
      if (!parameter.isBuffer) {
        arguments.push_back(interp::Argument::scalar(parameter.bits));
        continue;
      }
      array = parameter.initial;
      slots.back() = reinterpret_cast<uint64_t>(array.data());
      arguments.push_back(interp::Argument::pointer(memory.addHostBuffer(
          parameter.name, array.data(), array.size() * sizeof(uint64_t))));
    }
    interp::RunOptions launch;
    launch.grid = program.grid;
    auto entry = program.module.get().lookupSymbol<cuda_tile::EntryOp>(
        program.entryName);
    CapturedOutput printed;
    auto summary = executor({entry, slots, launch, memory, arguments});
    outcome.setPrinted(printed.end());
    if (!summary) {
      llvm::errs() << "seed " << program.seed << ": " << roadName << ": "
                   << llvm::toString(summary.takeError()) << "\n";
      _exit(exitStatusOfFault);
    }
    return outcome;
  }

  std::string roadName;
  gpu::CodegenOptions options;
  driver::GridExecutor executor;
};
} // namespace

std::unique_ptr<Road> fuzz::makeCudaSm80Road() {
  return std::make_unique<CudaRoad>("sm_80");
}
std::unique_ptr<Road> fuzz::makeCudaSm90aRoad() {
  return std::make_unique<CudaRoad>("sm_90a");
}
