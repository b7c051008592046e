//===- Runtime/Driver/Engine/EmulatorEngine.cpp - kernels as PTX, checked -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The emulator sees the memory of the process at its own addresses: what the
// client allocated with its bounds, and other memory of the program as far as
// it is mapped, when a kernel comes upon it. One launch runs at a time.
//
//===----------------------------------------------------------------------===//

#include "Runtime/Driver/Engine.h"
#include "TileIr.h"
#include "tessera/Runtime/Emulator/EmulatedModule.h"
#include "tessera/Target/GpuTarget.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/raw_ostream.h"

#include <cstdio>
#include <sys/mman.h>

using namespace llvm;
using namespace tessera;
using namespace tessera::sim;
using ptx::emu::CheckKind;

/// Address space of one module's variables.
static constexpr uint64_t moduleSpacing = uint64_t(1) << 32;

static Result codeOf(CheckKind kind) {
  switch (kind) {
  case CheckKind::OutOfBounds:
  case CheckKind::ReadOnly:
    return Result::IllegalAddress;
  case CheckKind::Misaligned:
    return Result::MisalignedAddress;
  case CheckKind::Assertion:
    return Result::Assert;
  case CheckKind::Deadlock:
  case CheckKind::Limit:
    return Result::LaunchTimeout;
  default:
    return Result::LaunchFailed;
  }
}

namespace {
class EmulatorEngine : public Engine {
public:
  EmulatorEngine(const Configuration &configuration, MemoryTable &memory)
      : configuration(configuration), memory(memory) {}
  std::unique_ptr<LoadedProgram> load(Image image,
                                      LoadFailure &failure) override;
  void access(function_ref<void()> work) override {
    std::lock_guard guard(executing);
    work();
  }

  const Configuration configuration;
  MemoryTable &memory;
  /// Held while a kernel runs or the client changes memory.
  std::mutex executing;
  /// Where the next module's variables begin.
  std::atomic<uint64_t> nextModule{ptx::emu::firstModuleAddress};
};

class EmulatedProgram : public LoadedProgram {
public:
  EmulatedProgram(EmulatorEngine &engine,
                  std::unique_ptr<emulator::EmulatedModule> module);
  ~EmulatedProgram() override;

  /// Gives the module's variables memory at their addresses.
  bool mapVariables(uint64_t base);
  Result check(size_t kernel, const LaunchShape &shape) const override;
  std::vector<LaunchFinding>
  launch(size_t kernel, const LaunchShape &shape, ArrayRef<uint8_t> parameters,
         const std::atomic<bool> &cancelled) override;

private:
  void describe(const ptx::emu::DecodedFunction &entry);
  ptx::emu::GridLaunch gridOf(size_t kernel, const LaunchShape &shape) const;
  void lend(ptx::emu::GlobalMemory &global) const;
  void takeBack(ptx::emu::GlobalMemory &global) const;

  EmulatorEngine &engine;
  std::unique_ptr<emulator::EmulatedModule> module;
  /// By kernel: its code, and what tileiras knows of it (null for other PTX).
  std::vector<const ptx::emu::DecodedFunction *> entries;
  std::vector<const gpu::KernelInfo *> infos;
  uint64_t mappedBase = 0, mappedBytes = 0;
};
} // namespace

EmulatedProgram::EmulatedProgram(
    EmulatorEngine &engine, std::unique_ptr<emulator::EmulatedModule> given)
    : engine(engine), module(std::move(given)) {
  for (const auto &function : module->program().functions)
    if (function->isEntry)
      describe(*function);
}

void EmulatedProgram::describe(const ptx::emu::DecodedFunction &entry) {
  KernelFacts kernel;
  kernel.name = entry.name;
  for (const auto &parameter : entry.entryParameters)
    kernel.parameters.push_back({parameter.offset, parameter.size});
  kernel.parameterBytes = entry.parameterBytes;
  kernel.requiredCluster = entry.requiredCluster;
  kernel.staticSharedBytes = module->program().staticShared;
  const gpu::KernelInfo *info = nullptr;
  for (const gpu::KernelInfo &each : module->compiled().kernels)
    if (each.symbol() == entry.name)
      info = &each;
  if (info) {
    kernel.maxThreads = uint32_t(info->threads());
    kernel.staticSharedBytes = info->staticSharedBytes;
    if (info->figures) {
      kernel.registers = info->figures->registers;
      kernel.localBytes = info->figures->stackBytes;
    }
  } else if (uint32_t most =
                 std::max(entry.maximumBlock[0], entry.requiredBlock[0])) {
    const auto &block =
        entry.requiredBlock[0] ? entry.requiredBlock : entry.maximumBlock;
    kernel.maxThreads = most * std::max(1u, block[1]) * std::max(1u, block[2]);
  }
  facts.push_back(std::move(kernel));
  entries.push_back(&entry);
  infos.push_back(info);
}

bool EmulatedProgram::mapVariables(uint64_t base) {
  const auto &variables = module->program().variables;
  if (variables.empty())
    return true;
  const auto &last = variables.back();
  uint64_t bytes = alignTo(last.address + last.size + 1 - base, 4096);
  void *wanted = reinterpret_cast<void *>(base);
  void *mapped = mmap(wanted, bytes, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);
  if (mapped == MAP_FAILED)
    return false;
  mappedBase = reinterpret_cast<uintptr_t>(mapped);
  mappedBytes = bytes;
  if (mapped != wanted)
    return false;
  for (const ptx::emu::ModuleVariable &variable : variables) {
    std::copy(variable.image.begin(), variable.image.end(),
              reinterpret_cast<uint8_t *>(variable.address));
    MemoryBlock block;
    block.base = variable.address;
    block.size = variable.size;
    block.kind = BlockKind::Variable;
    block.isReadOnly = variable.isConst;
    block.name = std::string(variable.variable->name);
    if (block.size != 0)
      engine.memory.add(std::move(block));
    globals.push_back({std::string(variable.variable->name), variable.address,
                       variable.size});
  }
  return true;
}

EmulatedProgram::~EmulatedProgram() {
  for (const GlobalVariable &variable : globals)
    engine.memory.remove(variable.address, BlockKind::Variable);
  if (mappedBytes)
    munmap(reinterpret_cast<void *>(mappedBase), mappedBytes);
}

//===----------------------------------------------------------------------===//
// Launches
//===----------------------------------------------------------------------===//

ptx::emu::GridLaunch EmulatedProgram::gridOf(size_t kernel,
                                             const LaunchShape &shape) const {
  const ptx::emu::DecodedFunction &entry = *entries[kernel];
  ptx::emu::GridLaunch launch;
  launch.entry = &entry;
  launch.grid = shape.grid;
  launch.block = shape.block;
  launch.dynamicShared = shape.dynamicSharedBytes;
  if (const gpu::KernelInfo *info = infos[kernel]) {
    // Clients give the grid only.
    launch.block = info->block;
    launch.cluster = info->cluster;
    for (unsigned i = 0; entry.blocksAreClusters && i < 3; ++i)
      launch.grid[i] *= launch.cluster[i];
    launch.dynamicShared =
        std::max(launch.dynamicShared, info->dynamicSharedBytes);
    return launch;
  }
  for (unsigned i = 0; i < 3; ++i)
    launch.cluster[i] = entry.requiredCluster[i] ? entry.requiredCluster[i]
                        : shape.cluster[i]       ? shape.cluster[i]
                                                 : 1;
  // A block of one thread stands for the one that the kernel says.
  const bool isOneThread =
      shape.block[0] == 1 && shape.block[1] == 1 && shape.block[2] == 1;
  if (entry.blocksAreClusters || (isOneThread && entry.requiredBlock[0])) {
    launch.block = entry.requiredBlock;
    for (uint32_t &extent : launch.block)
      extent = std::max(extent, 1u);
  }
  if (entry.blocksAreClusters)
    for (unsigned i = 0; i < 3; ++i)
      launch.grid[i] *= launch.cluster[i];
  return launch;
}

Result EmulatedProgram::check(size_t kernel, const LaunchShape &shape) const {
  ptx::emu::GridLaunch launch = gridOf(kernel, shape);
  const ptx::emu::DecodedFunction &entry = *entries[kernel];
  for (unsigned i = 0; i < 3; ++i)
    if (launch.grid[i] % launch.cluster[i] != 0)
      return Result::InvalidValue;
  uint64_t threads =
      uint64_t(launch.block[0]) * launch.block[1] * launch.block[2];
  if (threads > 1024)
    return Result::InvalidValue;
  auto extent = [](uint32_t value) { return std::max(value, 1u); };
  if (entry.requiredBlock[0])
    for (unsigned i = 0; i < 3; ++i)
      if (launch.block[i] != extent(entry.requiredBlock[i]))
        return Result::InvalidValue;
  if (threads > facts[kernel].maxThreads)
    return Result::LaunchOutOfResources;
  Expected<gpu::GpuTarget> target =
      gpu::findGpuTargetOfDevice(engine.configuration.gpu);
  if (!target) {
    consumeError(target.takeError());
    return Result::Unknown;
  }
  if (facts[kernel].staticSharedBytes + launch.dynamicShared >
      target->sharedBytes)
    return Result::InvalidValue;
  return Result::Success;
}

/// Maps the memory of the program that is around `address` and belongs to none
/// of the known blocks.
static void mapProgramMemory(const MemoryTable &table,
                             ptx::emu::GlobalMemory &global, uint64_t address) {
  if (table.isReserved(address))
    return;
  std::optional<AddressRange> range = findMappedRange(address);
  if (!range)
    return;
  uint64_t begin = range->begin, end = range->end;
  if (const ptx::emu::Allocation *below = global.nearest(address))
    begin = std::max(begin, below->base + below->size);
  if (const ptx::emu::Allocation *above = global.above(address))
    end = std::min(end, above->base);
  if (begin <= address && address < end)
    global.mapAt(begin, "memory of the program",
                 reinterpret_cast<void *>(begin), end - begin, {},
                 !range->isWritable);
}

void EmulatedProgram::lend(ptx::emu::GlobalMemory &global) const {
  bool needsWholeWords = StringRef(module->compiled().ptx).contains(".cas.b16");
  engine.memory.visit([&](MemoryBlock &block) {
    uint64_t size = block.size;
    if (needsWholeWords && block.reserved && size % 2 != 0) {
      ++size;
      if (!block.written.empty())
        block.written.push_back(1);
    }
    global.mapAt(block.base, block.name, reinterpret_cast<void *>(block.base),
                 size, std::move(block.written), block.isReadOnly);
    block.written.clear();
  });
  const MemoryTable &table = engine.memory;
  global.onMiss = [&table](ptx::emu::GlobalMemory &memory, uint64_t address) {
    mapProgramMemory(table, memory, address);
  };
}

void EmulatedProgram::takeBack(ptx::emu::GlobalMemory &global) const {
  engine.memory.visit([&](MemoryBlock &block) {
    ptx::emu::Allocation *lent = global.find(block.base, 0);
    if (!lent || lent->base != block.base || lent->state.empty())
      return;
    block.written = std::move(lent->state);
    block.written.resize(block.size);
    for (uint8_t &state : block.written)
      state &= ptx::emu::ByteInitialised;
    if (!is_contained(block.written, uint8_t(0)))
      block.written.clear();
  });
}

std::vector<LaunchFinding>
EmulatedProgram::launch(size_t kernel, const LaunchShape &shape,
                        ArrayRef<uint8_t> parameters,
                        const std::atomic<bool> &cancelled) {
  std::lock_guard guard(engine.executing);
  ptx::emu::GlobalMemory global;
  lend(global);
  ptx::emu::GridLaunch launch = gridOf(kernel, shape);
  launch.parameters.assign(parameters.begin(), parameters.end());
  std::fflush(stdout);
  raw_fd_ostream output(1, /*shouldClose=*/false, /*unbuffered=*/true);
  ptx::emu::LaunchOptions options;
  options.dynamicShared = launch.dynamicShared;
  options.seed = engine.configuration.seed;
  options.disabledChecks = engine.configuration.disabledChecks;
  options.cancelled = &cancelled;
  options.isCooperative = shape.isCooperative;
  options.output = &output;
  // Prints come in the order of the blocks.
  options.residentCtas =
      StringRef(module->compiled().ptx).contains("vprintf") ? 1 : 0;
  std::vector<ptx::emu::GridLaunch> launches;
  launches.push_back(std::move(launch));
  ptx::emu::Machine machine(module->program(), global, options);
  ptx::emu::LaunchResult result = machine.launchTogether(std::move(launches));
  takeBack(global);
  std::vector<LaunchFinding> found;
  for (const ptx::emu::Finding &finding : result.findings) {
    std::string text = finding.render("ptx");
    if (finding.kind == CheckKind::Assertion)
      output << text << '\n';
    found.push_back({codeOf(finding.kind), std::move(text)});
  }
  if (found.empty() && !result.finished)
    found.push_back({Result::LaunchFailed, "the kernel did not end"});
  output.clear_error();
  return found;
}

//===----------------------------------------------------------------------===//
// Loading
//===----------------------------------------------------------------------===//

std::unique_ptr<LoadedProgram> EmulatorEngine::load(Image image,
                                                    LoadFailure &failure) {
  auto fail = [&](Result code, std::string text) {
    failure = {code, std::move(text)};
    return nullptr;
  };
  gpu::CompiledModule compiled;
  switch (image.kind) {
  case ImageKind::TileIr: {
    Expected<gpu::CompiledModule> made =
        compileForDevice(std::move(image.bytes), configuration.gpu);
    if (!made)
      return fail(Result::InvalidImage, toString(made.takeError()));
    compiled = std::move(*made);
    break;
  }
  case ImageKind::GpuContainer: {
    std::optional<gpu::CompiledModule> read = gpu::deserialize(image.bytes);
    if (!read)
      return fail(Result::InvalidImage, "the container is damaged");
    compiled = std::move(*read);
    break;
  }
  case ImageKind::Ptx:
    compiled.ptx = std::move(image.bytes);
    break;
  case ImageKind::CpuImage:
    return fail(Result::NoBinaryForGpu,
                "native code is not executed by the emulator: use "
                "TESSERA_SIM_ENGINE=cpu");
  case ImageKind::Cubin:
    return fail(Result::NoBinaryForGpu,
                "a cubin is code for a GPU: compile with Tessera's tileiras "
                "under 'tessera sim', or give PTX");
  }
  uint64_t base = nextModule.fetch_add(moduleSpacing);
  Expected<std::unique_ptr<emulator::EmulatedModule>> module =
      emulator::EmulatedModule::load(std::move(compiled), base);
  if (!module)
    return fail(Result::InvalidPtx, toString(module.takeError()));
  auto program = std::make_unique<EmulatedProgram>(*this, std::move(*module));
  if (!program->mapVariables(base))
    return fail(Result::OutOfMemory, "no place for the module's variables");
  return program;
}

std::unique_ptr<Engine>
sim::makeEmulatorEngine(const Configuration &configuration,
                        MemoryTable &memory) {
  return std::make_unique<EmulatorEngine>(configuration, memory);
}
