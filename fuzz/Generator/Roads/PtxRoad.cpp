//===- fuzz/Generator/Roads/PtxRoad.cpp - PTX, emulated -----*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The GPU road: Tile IR to PTX text in this process, and that text executed by
// the PTX emulator with all its checks, under three schedules. `ptx-sm_80` is
// named after its target, and so are the others.
//
// A finding of the emulator is a failure.
//
//===----------------------------------------------------------------------===//

#include "GpuCompile.h"
#include "tessera/Runtime/Emulator/EmulatedModule.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::fuzz;

namespace {
constexpr unsigned numSchedules = 3;

class PtxRoad : public Road {
public:
  explicit PtxRoad(llvm::StringRef target)
      : roadName(("ptx-" + target).str()), options(gpuOptions(target)) {}

  llvm::StringRef name() const override { return roadName; }

  Outcome run(const Program &program) override {
    Outcome why;
    FailureOr<gpu::CompiledModule> module =
        compileForGpu(program, options, why);
    if (failed(module))
      return why;
    auto emulated = emulator::EmulatedModule::load(std::move(*module));
    if (!emulated)
      return Outcome::failed(llvm::toString(emulated.takeError()));
    Outcome first = execute(**emulated, program, 0);
    for (unsigned seed = 1;
         seed < numSchedules && first.status == Outcome::Status::Done; ++seed) {
      Outcome next = execute(**emulated, program, seed);
      if (next.status != Outcome::Status::Done)
        return next;
      // The first is compared with the oracle, the others with it.
      if (next.arrays != first.arrays || next.printed != first.printed)
        if (auto mismatch = compareOutcomes(program, first, next))
          return Outcome::failed("schedules differ: " + mismatch->text);
    }
    return first;
  }

private:
  static Outcome execute(emulator::EmulatedModule &module,
                         const Program &program, uint64_t seed) {
    Outcome outcome;
    outcome.arrays.resize(program.parameters.size());
    std::vector<emulator::Buffer> buffers;
    std::vector<emulator::Argument> arguments;
    for (auto [i, parameter] : llvm::enumerate(program.parameters)) {
      if (!parameter.isBuffer) {
        arguments.push_back({-1, parameter.bits});
        continue;
      }
      outcome.arrays[i] = parameter.initial;
      arguments.push_back({int(buffers.size()), 0});
      buffers.push_back({parameter.name, outcome.arrays[i].data(),
                         outcome.arrays[i].size() * 8});
    }
    std::string printed;
    llvm::raw_string_ostream stream(printed);
    emulator::LaunchRequest request;
    request.kernel = program.entryName;
    request.grid = {program.grid.x, program.grid.y, program.grid.z};
    request.buffers = buffers;
    request.arguments = arguments;
    request.seed = seed;
    request.output = &stream;
    // A print of a large tile is several calls: other blocks would interleave.
    request.residentBlocks = 1;
    auto result = module.launch(request);
    if (!result)
      return Outcome::failed(llvm::toString(result.takeError()));
    if (!result->findings.empty())
      return Outcome::failed(result->findings.front().render("ptx"));
    if (!result->finished)
      return Outcome::failed("the run was not finished");
    outcome.setPrinted(printed);
    return outcome;
  }

  std::string roadName;
  gpu::CodegenOptions options;
};
} // namespace

std::unique_ptr<Road> fuzz::makePtxSm80Road() {
  return std::make_unique<PtxRoad>("sm_80");
}
std::unique_ptr<Road> fuzz::makePtxSm90aRoad() {
  return std::make_unique<PtxRoad>("sm_90a");
}
std::unique_ptr<Road> fuzz::makePtxSm100aRoad() {
  return std::make_unique<PtxRoad>("sm_100a");
}
std::unique_ptr<Road> fuzz::makePtxSm120aRoad() {
  return std::make_unique<PtxRoad>("sm_120a");
}
