//===- Runtime/Emulator/EmulatedModule.cpp - PTX on host arrays ---*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Block and cluster sizes come from the kernel's metadata, the layout of the
// parameters from the PTX itself.
//
//===----------------------------------------------------------------------===//

#include "tessera/Runtime/Emulator/EmulatedModule.h"
#include "tessera/PTX/Emulator/Registry.h"
#include "tessera/PTX/Parser.h"
#include "tessera/PTX/Verifier.h"
#include "tessera/Support/Error.h"

#include <cstring>

using namespace llvm;

namespace tessera::emulator {

/// The tree and what was decoded from it, which points into the tree.
struct EmulatedModule::Parsed {
  std::optional<ptx::Module> tree;
  std::unique_ptr<ptx::emu::Program> program;
};

EmulatedModule::EmulatedModule() : parsed(std::make_unique<Parsed>()) {}
EmulatedModule::~EmulatedModule() = default;

const ptx::emu::Program &EmulatedModule::program() const {
  return *parsed->program;
}

static Error reject(const ptx::Diagnostics &diagnostics) {
  return makeError(diagnostics.empty() ? std::string("PTX is not well-formed")
                                       : diagnostics.front().render("ptx"));
}

Expected<std::unique_ptr<EmulatedModule>>
EmulatedModule::load(gpu::CompiledModule module, uint64_t moduleBase) {
  std::unique_ptr<EmulatedModule> result(new EmulatedModule);
  result->module = std::move(module);
  Parsed &parsed = *result->parsed;
  const ptx::InstructionSet &instructions = ptx::InstructionSet::builtin();
  ptx::Diagnostics diagnostics;
  parsed.tree = ptx::parse(result->module.ptx, diagnostics);
  if (!parsed.tree || !ptx::verify(*parsed.tree, instructions, diagnostics))
    return reject(diagnostics);
  ptx::emu::Registry registry = ptx::emu::Registry::create();
  parsed.program = ptx::emu::decode(*parsed.tree, instructions, registry,
                                    /*only=*/{}, diagnostics, moduleBase);
  if (!parsed.program)
    return reject(diagnostics);
  return result;
}

namespace {
/// Buffers for code that updates bytes by the 16-bit word around them (4-bit
/// elements): the last word of an odd number of bytes is there as well, as it
/// is in every allocation of a device. Other code gets the buffers as they are.
class WholeWords {
public:
  explicit WholeWords(const EmulatedModule &module)
      : needed(StringRef(module.compiled().ptx).contains(".cas.b16")) {}

  std::pair<void *, uint64_t> of(const Buffer &buffer) {
    if (!needed || buffer.size % 2 == 0)
      return {buffer.host, buffer.size};
    auto copy = std::make_unique<uint8_t[]>(buffer.size + 1);
    std::memcpy(copy.get(), buffer.host, buffer.size);
    copies.push_back({&buffer, std::move(copy)});
    return {copies.back().second.get(), buffer.size + 1};
  }
  void copyBack() {
    for (auto &[buffer, copy] : copies)
      std::memcpy(buffer->host, copy.get(), buffer->size);
  }

private:
  bool needed;
  std::vector<std::pair<const Buffer *, std::unique_ptr<uint8_t[]>>> copies;
};
} // namespace

Expected<ptx::emu::GridLaunch>
EmulatedModule::prepare(const KernelRequest &request,
                        ArrayRef<uint64_t> addresses) const {
  const gpu::KernelInfo *kernel = module.find(request.kernel.str());
  const ptx::emu::DecodedFunction *entry =
      kernel ? parsed->program->find(kernel->symbol()) : nullptr;
  if (!entry || !entry->isEntry)
    return makeError("compiled code has no kernel '" + request.kernel + "'");
  if (entry->entryParameters.size() != request.arguments.size())
    return makeError("expected " + Twine(entry->entryParameters.size()) +
                     " kernel parameters, got " +
                     Twine(request.arguments.size()));
  ptx::emu::GridLaunch launch;
  launch.entry = entry;
  launch.grid = request.grid;
  launch.block = kernel->block;
  launch.cluster = kernel->cluster;
  for (unsigned i = 0; entry->blocksAreClusters && i < 3; ++i)
    launch.grid[i] *= launch.cluster[i];
  launch.dynamicShared = kernel->dynamicSharedBytes;
  launch.parameters.resize(entry->parameterBytes);
  for (auto [to, argument] :
       llvm::zip(entry->entryParameters, request.arguments)) {
    uint64_t value = argument.bits;
    if (argument.buffer >= 0)
      value += addresses[argument.buffer];
    if (to.size > sizeof(value))
      return makeError("expected a scalar or pointer for '" +
                       to.variable->name + "', got " + Twine(to.size) +
                       " bytes");
    std::memcpy(launch.parameters.data() + to.offset, &value, to.size);
  }
  return launch;
}

Expected<ptx::emu::LaunchResult>
EmulatedModule::launch(const LaunchRequest &request) {
  ptx::emu::GlobalMemory memory;
  ptx::emu::loadModule(*parsed->program, memory);
  SmallVector<uint64_t> addresses;
  WholeWords words(*this);
  for (const Buffer &buffer : request.buffers) {
    auto [host, size] = words.of(buffer);
    addresses.push_back(
        memory.map(buffer.name, host, size, buffer.initialised));
  }
  SmallVector<KernelRequest> kernels{request};
  append_range(kernels, request.others);
  ptx::emu::LaunchOptions options;
  std::vector<ptx::emu::GridLaunch> launches;
  for (const KernelRequest &kernel : kernels) {
    Expected<ptx::emu::GridLaunch> launch = prepare(kernel, addresses);
    if (!launch)
      return launch.takeError();
    options.dynamicShared =
        std::max(options.dynamicShared, launch->dynamicShared);
    launches.push_back(std::move(*launch));
  }
  options.seed = request.seed;
  options.residentCtas = request.residentBlocks;
  options.staleReads = request.staleReads;
  options.schedule = request.schedule;
  options.disabledChecks = request.disabledChecks;
  options.output = request.output ? request.output : &llvm::nulls();
  ptx::emu::Machine machine(*parsed->program, memory, options);
  auto result = machine.launchTogether(std::move(launches));
  words.copyBack();
  return result;
}

} // namespace tessera::emulator
