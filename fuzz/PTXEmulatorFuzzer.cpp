//===- fuzz/PTXEmulatorFuzzer.cpp - hostile kernels -------------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Whatever passes the verifier is emulated: every entry, with pointers to small
// arrays, odd numbers and a geometry that the text's hash chooses. It must end
// with a result or findings, never with a crash, and within its limit of
// instructions; the same seed must give the same run.
//
//===----------------------------------------------------------------------===//

#include "PTXMutator.h"

#include "tessera/PTX/Emulator/Machine.h"
#include "tessera/PTX/Emulator/Registry.h"
#include "tessera/PTX/Parser.h"
#include "tessera/PTX/Verifier.h"

#include "llvm/Support/xxhash.h"

#include <cstring>

using namespace llvm;
using namespace tessera;
using namespace tessera::ptx;

extern "C" size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t maxSize);

//===----------------------------------------------------------------------===//
// One run
//===----------------------------------------------------------------------===//

static uint64_t volume(const std::array<uint32_t, 3> &extents) {
  return uint64_t(extents[0]) * extents[1] * extents[2];
}

static void setGeometry(emu::LaunchOptions &options,
                        const emu::DecodedFunction &entry, uint64_t hash) {
  static constexpr uint32_t sizes[] = {1, 2, 32, 33, 64, 128};
  options.block = {sizes[hash % 6], hash & 64 ? 2u : 1u, 1};
  if (volume(entry.requiredBlock) != 0)
    options.block = entry.requiredBlock;
  if (volume(entry.requiredCluster) != 0)
    options.cluster = entry.requiredCluster;
  else if (hash & 128)
    options.cluster = {2, 1, 1};
  options.grid = options.cluster;
  if (hash & 256)
    options.grid[0] *= 2;
  options.dynamicShared = hash & 512 ? 1024 : 0;
}

/// What happened, as text.
static std::string runEntry(const emu::Program &program,
                            const emu::DecodedFunction &entry, uint64_t hash) {
  emu::LaunchOptions options;
  setGeometry(options, entry, hash);
  if (volume(options.block) > 1024 || volume(options.cluster) > 16)
    return "";
  options.seed = hash >> 16 & 0xFFFF;
  options.idleLimit = 2000;
  options.instructionLimit = 4000;
  options.localLimit = 32 * 1024;
  std::string text;
  raw_string_ostream output(text);
  options.output = &output;
  emu::GlobalMemory memory;
  emu::loadModule(program, memory);
  std::vector<uint8_t> parameters(entry.parameterBytes);
  for (const auto &parameter : entry.entryParameters) {
    uint64_t value = hash >> 32 & 0xFF;
    if (parameter.size == 8)
      value = memory.allocate("data", 512);
    std::memcpy(parameters.data() + parameter.offset, &value,
                std::min<uint64_t>(parameter.size, 8));
  }
  emu::Machine machine(program, memory, options);
  emu::LaunchResult result = machine.launch(entry, parameters);
  if (!result.finished && result.findings.empty())
    abort(); // stopped without a reason
  for (const emu::Finding &finding : result.findings)
    output << finding.render("input") << '\n';
  return text;
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  // Constant and costly to make; the fuzzer has one thread.
  const InstructionSet &instructions = InstructionSet::builtin();
  static const emu::Registry registry = emu::Registry::create();
  StringRef text(reinterpret_cast<const char *>(data), size);
  Diagnostics diagnostics;
  std::optional<Module> module = parse(text, diagnostics);
  if (!module || !verify(*module, instructions, diagnostics))
    return -1; // not worth keeping
  std::unique_ptr<emu::Program> program =
      emu::decode(*module, instructions, registry, "", diagnostics);
  if ((program == nullptr) != !diagnostics.empty())
    abort();
  if (!program)
    return -1;
  uint64_t hash = xxh3_64bits(text);
  for (const auto &function : program->functions) {
    if (!function->isEntry)
      continue;
    std::string first = runEntry(*program, *function, hash);
    if (hash % 8 == 0 && runEntry(*program, *function, hash) != first)
      abort();
  }
  return 0;
}

//===----------------------------------------------------------------------===//
// Mutations
//===----------------------------------------------------------------------===//

static size_t copyOut(const std::string &text, uint8_t *data, size_t limit) {
  size_t size = std::min(text.size(), limit);
  std::memcpy(data, text.data(), size);
  return size;
}

extern "C" size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size,
                                          size_t maxSize, unsigned seed) {
  fuzz::Random random(seed);
  if (random.below(32) == 0)
    return LLVMFuzzerMutate(data, size, maxSize);
  std::string_view text(reinterpret_cast<const char *>(data), size);
  return copyOut(fuzz::mutatePTX(text, random), data, maxSize);
}

extern "C" size_t LLVMFuzzerCustomCrossOver(const uint8_t *first, size_t size1,
                                            const uint8_t *second, size_t size2,
                                            uint8_t *out, size_t maxSize,
                                            unsigned seed) {
  fuzz::Random random(seed);
  auto view = [](const uint8_t *data, size_t size) {
    return std::string_view(reinterpret_cast<const char *>(data), size);
  };
  return copyOut(
      fuzz::splicePTX(view(first, size1), view(second, size2), random), out,
      maxSize);
}
