//===- fuzz/Generator/Roads/CpuRoad.cpp - compiled for this CPU, then run -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The CPU road from Tile IR to machine code in this process, on two threads.
// `cpu` compiles for the host at level 2, `cpu-O0` without optimisation,
// `cpu-avx2` for x86-64-v3: other vector widths, and no masks for bytes. Phases
// that do not depend on the road are run once for all of them.
//
// Whatever the compiler reports is a refusal with its text; a launch that does
// not come to its end is a failure, and so is a write next to an array: each
// lies between guards of its own.
//
//===----------------------------------------------------------------------===//

#include "../Road.h"
#include "tessera/Codegen/CPU/Emit.h"
#include "tessera/Codegen/CPU/Jit.h"
#include "tessera/Dialect/CudaTile/Transforms/Passes.h"
#include "tessera/Pipelines/CpuPhases.h"
#include "tessera/Runtime/CPU/Launch.h"
#include "tessera/Runtime/CPU/VectorMathSymbols.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/ADT/StringExtras.h"

#include <cstdlib>
#include <cstring>

using namespace mlir;
using namespace tessera;
using namespace tessera::fuzz;

/// The forms of a program on the way to code: nv_tileaa is the same for all
/// roads, loops over vectors for those of one processor.
struct fuzz::CpuLowering {
  /// Whether programs assert that they stay in their memory.
  bool checksMemory = false;
  /// What loads leave unspecified has all bits set.
  bool unspecifiedAsOnes = false;

  /// The LLVM dialect for `target`. What the passes report is reported to every
  /// road that asks.
  FailureOr<mlir::ModuleOp> forTarget(const Program &program,
                                      const cpu::CpuTarget &target) {
    cuda_tile::ModuleOp source = program.module.get();
    std::string identity = target.identity();
    auto found = llvm::find_if(
        targets, [&](const auto &known) { return known.first == identity; });
    if (found != targets.end())
      return found->second.get();
    if (!tileaa) {
      MLIRContext *context = source.getContext();
      DialectRegistry registry;
      cpu::registerCpuCodegen(registry);
      context->appendDialectRegistry(registry);
      OwningOpRef<mlir::ModuleOp> module =
          mlir::ModuleOp::create(UnknownLoc::get(context));
      module->push_back(source->clone());
      PassManager passes(context, mlir::ModuleOp::getOperationName());
      if (checksMemory)
        passes.addPass(cuda_tile::createInsertMemoryChecksPass());
      for (const CpuPhase &phase : cpuPhases().take_front(commonPhases))
        phase.build(passes, {});
      if (failed(passes.run(*module)))
        return failure();
      tileaa = std::move(module);
    }
    OwningOpRef<mlir::ModuleOp> module = tileaa->clone();
    PassManager passes(module->getContext(),
                       mlir::ModuleOp::getOperationName());
    // One target shows what the verifiers can find.
    passes.enableVerifier(targets.empty());
    CpuPipelineOptions pipeline = cpuPipelineOptions(target);
    // No array here is as large as those that go past the caches.
    if (program.seed % 2 == 1)
      pipeline.streamingBytes = 1;
    pipeline.unspecifiedAsOnes = unspecifiedAsOnes;
    for (const CpuPhase &phase : cpuPhases().drop_front(commonPhases))
      phase.build(passes, pipeline);
    if (failed(passes.run(*module)))
      return failure();
    targets.emplace_back(std::move(identity), std::move(module));
    return targets.back().second.get();
  }

private:
  /// cuda-tile and tileaa.
  static constexpr size_t commonPhases = 2;
  OwningOpRef<mlir::ModuleOp> tileaa;
  SmallVector<std::pair<std::string, OwningOpRef<mlir::ModuleOp>>, 2> targets;
};

namespace {
constexpr uint64_t guardBytes = 256;
constexpr uint8_t guardByte = 0xa5;

/// A parameter's array in memory, aligned and guarded.
class GuardedArray {
public:
  explicit GuardedArray(const std::vector<uint64_t> &initial)
      : bytes(initial.size() * 8),
        memory(static_cast<uint8_t *>(
            std::aligned_alloc(guardBytes, totalBytes()))) {
    std::memset(memory, guardByte, totalBytes());
    std::memcpy(data(), initial.data(), bytes);
  }
  ~GuardedArray() { std::free(memory); }
  GuardedArray(const GuardedArray &) = delete;
  GuardedArray &operator=(const GuardedArray &) = delete;

  uint8_t *data() { return memory + guardBytes; }
  bool isIntact() const {
    auto good = [](uint8_t byte) { return byte == guardByte; };
    return std::all_of(memory, memory + guardBytes, good) &&
           std::all_of(memory + guardBytes + bytes, memory + totalBytes(),
                       good);
  }

private:
  uint64_t totalBytes() const {
    return llvm::alignTo(bytes, guardBytes) + 2 * guardBytes;
  }
  uint64_t bytes;
  uint8_t *memory;
};

class CpuRoad : public Road {
public:
  CpuRoad(llvm::StringRef name, llvm::StringRef target, unsigned optLevel,
          bool checksMemory = false, bool unspecifiedAsOnes = false)
      : roadName(name), checksMemory(checksMemory),
        unspecifiedAsOnes(unspecifiedAsOnes) {
    options.optLevel = optLevel;
    if (target.empty())
      return;
    if (auto found = cpu::findCpuTarget(target))
      options.target = std::move(*found);
    else
      problem = llvm::toString(found.takeError());
    if (problem.empty() && !cpu::runsOnHost(options.target))
      problem = "this machine does not run " + target.str();
  }

  llvm::StringRef name() const override { return roadName; }

  Outcome run(const Program &program) override {
    if (!problem.empty())
      return Outcome::refused(problem);
    FailureOr<cpu::CompiledObject> object = failure();
    std::string errors = collectErrors(program.module.get().getContext(), [&] {
      if (FailureOr<mlir::ModuleOp> module = lower(program); succeeded(module))
        object = cpu::compileToObject(*module, options);
    });
    own.reset();
    if (failed(object))
      return errors.empty() ? Outcome::failed("not compiled, and no reason")
                            : Outcome::refused(errors);
    llvm::SmallVector<cpu::RuntimeSymbol, 0> symbols(
        cpu::runtimeSymbols().begin(), cpu::runtimeSymbols().end());
    llvm::append_range(symbols, cpu::vectorMathSymbols());
    auto library = cpu::CompiledLibrary::load(std::move(*object), symbols);
    if (!library)
      return Outcome::failed(llvm::toString(library.takeError()));
    auto kernel = (*library)->kernel(program.entryName);
    if (!kernel)
      return Outcome::failed(llvm::toString(kernel.takeError()));
    return execute(*kernel, program);
  }

private:
  FailureOr<mlir::ModuleOp> lower(const Program &program) {
    if (checksMemory || unspecifiedAsOnes) {
      own = std::make_unique<CpuLowering>();
      own->checksMemory = checksMemory;
      own->unspecifiedAsOnes = unspecifiedAsOnes;
      return own->forTarget(program, options.target);
    }
    if (!program.cpuLowering)
      program.cpuLowering = std::make_shared<CpuLowering>();
    return program.cpuLowering->forTarget(program, options.target);
  }

  static void append(void *stream, const char *text, size_t bytes) {
    static_cast<std::string *>(stream)->append(text, bytes);
  }

  Outcome execute(const cpu::CompiledKernel &kernel,
                  const Program &program) const {
    std::vector<std::unique_ptr<GuardedArray>> arrays;
    std::vector<uint64_t> slots;
    for (const Parameter &parameter : program.parameters) {
      arrays.push_back(parameter.isBuffer
                           ? std::make_unique<GuardedArray>(parameter.initial)
                           : nullptr);
      slots.push_back(parameter.isBuffer
                          ? reinterpret_cast<uintptr_t>(arrays.back()->data())
                          : parameter.bits);
    }
    // The parameters that the checks ask for.
    if (checksMemory)
      for (const Parameter &parameter : program.parameters)
        if (parameter.isBuffer)
          slots.push_back(parameter.initial.size() * 8);
    std::string printed;
    cpu::LaunchRequest request;
    request.entry = kernel.entry;
    request.scratchBytes = kernel.info->scratchBytes;
    request.params = slots.data();
    request.grid[0] = program.grid.x;
    request.grid[1] = program.grid.y;
    request.grid[2] = program.grid.z;
    request.write = append;
    request.stream = &printed;
    // Lives as long as the launch: workers fork, and threads do not survive it.
    cpu::ThreadPool pool(2);
    cpu::LaunchResult result = cpu::launch(pool, request);
    if (!result.ok())
      return Outcome::failed("launch failed: " + result.message);

    Outcome outcome;
    outcome.arrays.resize(program.parameters.size());
    for (auto [i, array] : llvm::enumerate(arrays)) {
      if (!array)
        continue;
      if (!array->isIntact())
        return Outcome::failed("wrote beyond the array of parameter " +
                               std::to_string(i));
      std::vector<uint64_t> &contents = outcome.arrays[i];
      contents.resize(program.parameters[i].initial.size());
      std::memcpy(contents.data(), array->data(), contents.size() * 8);
    }
    outcome.setPrinted(printed);
    return outcome;
  }

  llvm::StringRef roadName;
  bool checksMemory, unspecifiedAsOnes;
  /// The lowering of such a program, which no other road shares.
  std::unique_ptr<CpuLowering> own;
  cpu::CodegenOptions options;
  /// Why this road cannot be taken here.
  std::string problem;
};
} // namespace

std::unique_ptr<Road> fuzz::makeCpuRoad() {
  return std::make_unique<CpuRoad>("cpu", "", 2);
}
std::unique_ptr<Road> fuzz::makeCpuCheckedRoad() {
  return std::make_unique<CpuRoad>("cpu-checked", "", 2, /*checksMemory=*/true);
}
std::unique_ptr<Road> fuzz::makeCpuOnesRoad() {
  return std::make_unique<CpuRoad>("cpu-ones", "", 2, /*checksMemory=*/true,
                                   /*unspecifiedAsOnes=*/true);
}
std::unique_ptr<Road> fuzz::makeCpuO0Road() {
  return std::make_unique<CpuRoad>("cpu-O0", "", 0);
}
std::unique_ptr<Road> fuzz::makeCpuAvx2Road() {
  return std::make_unique<CpuRoad>("cpu-avx2", "x86-64-v3", 2);
}
std::unique_ptr<Road> fuzz::makeCpuAvx2O0Road() {
  return std::make_unique<CpuRoad>("cpu-avx2-O0", "x86-64-v3", 0);
}
