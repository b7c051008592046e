//===- tools/tessera/PTX/PtxLaunch.cpp - a launch of a PTX file -----*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads the file, checks the launch against the entry's directives and makes
// arrays of the arguments.
//
//===----------------------------------------------------------------------===//

#include "PtxLaunch.h"
#include "Diagnostics.h"
#include "tessera/Driver/FileKind.h"
#include "tessera/Driver/Literal.h"
#include "tessera/Driver/Outputs.h"
#include "tessera/Driver/Run.h"
#include "tessera/PTX/Emulator/Registry.h"
#include "tessera/PTX/Parser.h"
#include "tessera/PTX/Verifier.h"
#include "tessera/Support/Error.h"

#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace tessera;
using namespace tessera::tool;
using driver::ArgumentSpec;
using driver::HostArray;
using numerics::ElementKind;

//===----------------------------------------------------------------------===//
// The command line
//===----------------------------------------------------------------------===//

Error tool::parseCount(const opt::Arg *arg, StringRef name, uint64_t &value) {
  if (arg && StringRef(arg->getValue()).getAsInteger(0, value))
    return makeError(name + ": expected a number, got '" + arg->getValue() +
                     "'");
  return Error::success();
}

Error tool::parseExtents(const opt::Arg *arg, StringRef name,
                         std::array<uint32_t, 3> &value, bool *isGiven) {
  if (!arg)
    return Error::success();
  Expected<std::array<uint32_t, 3>> extents =
      driver::parseGrid(arg->getValue());
  if (!extents)
    return prefixError(name + ": ", extents.takeError());
  value = *extents;
  if (isGiven)
    *isGiven = true;
  return Error::success();
}

Error tool::parseInputs(ArrayRef<std::string> inputs, PtxLaunch &request) {
  request.path = inputs.front();
  for (size_t i = 1; i < inputs.size(); ++i) {
    StringRef text = inputs[i];
    Expected<std::optional<TensorMapArgument>> tensorMap =
        TensorMapArgument::consume(text);
    if (!tensorMap)
      return prefixError(driver::describeArgument(inputs[i], unsigned(i - 1)) +
                             ": ",
                         tensorMap.takeError());
    request.tensorMaps.push_back(std::move(*tensorMap));
    Expected<ArgumentSpec> spec = driver::parseArgument(text, unsigned(i - 1));
    if (!spec)
      return spec.takeError();
    request.arguments.push_back(std::move(*spec));
  }
  return driver::checkOutputs(request.arguments);
}

//===----------------------------------------------------------------------===//
// The program
//===----------------------------------------------------------------------===//

static Error reject(StringRef path, const ptx::Diagnostics &diagnostics) {
  tool::report(path, diagnostics);
  return make_error<driver::DiagnosedError>();
}

Error tool::checkIsPtx(StringRef path, StringRef bytes) {
  driver::FileKind kind = driver::guessFileKind(bytes);
  if (kind == driver::FileKind::Ptx || kind == driver::FileKind::Unknown)
    return Error::success();
  return makeError("cannot read '" + path + "': expected PTX, got " +
                   driver::describeFileKind(kind));
}

Expected<PtxProgram> tool::loadPtx(StringRef path, StringRef entryName,
                                   bool needsEntry) {
  auto buffer = MemoryBuffer::getFileOrSTDIN(path, /*IsText=*/true);
  if (!buffer)
    return makeFileError("read", path, buffer.getError());
  if (Error error = checkIsPtx(path, (*buffer)->getBuffer()))
    return std::move(error);
  PtxProgram result;
  const ptx::InstructionSet &instructions = ptx::InstructionSet::builtin();
  ptx::Diagnostics diagnostics;
  std::optional<ptx::Module> module =
      ptx::parse((*buffer)->getBuffer(), diagnostics);
  if (!module || !ptx::verify(*module, instructions, diagnostics))
    return reject(path, diagnostics);
  tool::report(path, ptx::notesOn(*module));
  result.module = std::make_unique<ptx::Module>(std::move(*module));
  std::vector<std::string> entries;
  for (const auto &item : result.module->items)
    if (const auto *function = std::get_if<ptx::Function>(&item))
      if (function->isEntry && function->body)
        entries.push_back(function->name);
  std::string chosen = entryName.str();
  if (chosen.empty() && needsEntry) {
    if (entries.size() != 1)
      return makeError("expected --entry: the module has " +
                       Twine(entries.size()) + " entries");
    chosen = entries.front();
  }
  if (!chosen.empty() && !is_contained(entries, chosen))
    return makeError("the module has no entry '" + chosen + "'");
  ptx::emu::Registry registry = ptx::emu::Registry::create();
  result.program = ptx::emu::decode(*result.module, instructions, registry,
                                    chosen, diagnostics);
  if (!result.program)
    return reject(path, diagnostics);
  if (!chosen.empty())
    result.entry = result.program->find(chosen);
  return result;
}

//===----------------------------------------------------------------------===//
// Geometry
//===----------------------------------------------------------------------===//

static uint64_t volume(const std::array<uint32_t, 3> &extents) {
  return uint64_t(extents[0]) * extents[1] * extents[2];
}

/// Fills in what the entry's directives say and checks what they forbid.
Error tool::completeGeometry(PtxLaunch &request, const PtxProgram &loaded) {
  const ptx::emu::DecodedFunction &entry = *loaded.entry;
  const ptx::emu::Program &program = *loaded.program;
  ptx::emu::LaunchOptions &launch = request.launch;
  if (volume(entry.requiredBlock) != 0) {
    if (request.hasBlock && launch.block != entry.requiredBlock)
      return makeError("--block: '" + entry.name + "' wants " +
                       Twine(entry.requiredBlock[0]) + "," +
                       Twine(entry.requiredBlock[1]) + "," +
                       Twine(entry.requiredBlock[2]) + " by .reqntid");
    launch.block = entry.requiredBlock;
  }
  if (volume(entry.requiredCluster) != 0) {
    if (request.hasCluster && launch.cluster != entry.requiredCluster)
      return makeError("--cluster: '" + entry.name +
                       "' wants another size by .reqnctapercluster");
    launch.cluster = entry.requiredCluster;
  }
  if (volume(launch.block) > 1024)
    return makeError("--block: expected at most 1024 threads, got " +
                     Twine(volume(launch.block)));
  if (volume(entry.maximumBlock) != 0 &&
      volume(launch.block) > volume(entry.maximumBlock))
    return makeError("--block: '" + entry.name + "' allows " +
                     Twine(volume(entry.maximumBlock)) +
                     " threads by .maxntid, got " +
                     Twine(volume(launch.block)));
  if (volume(launch.cluster) > 16)
    return makeError("--cluster: expected at most 16 blocks");
  for (unsigned i = 0; entry.blocksAreClusters && i < 3; ++i) {
    if (launch.grid[i] > UINT32_MAX / launch.cluster[i])
      return makeError("--grid: expected at most 4294967295 blocks on an axis");
    launch.grid[i] *= launch.cluster[i];
  }
  for (unsigned i = 0; i < 3; ++i)
    if (launch.grid[i] % launch.cluster[i] != 0)
      return makeError("--grid: expected multiples of the cluster's extents");
  uint64_t shared = program.staticShared + launch.dynamicShared;
  if (shared > 232448)
    return makeError("expected at most 232448 bytes of shared memory, got " +
                     Twine(shared));
  return Error::success();
}

//===----------------------------------------------------------------------===//
// Arguments
//===----------------------------------------------------------------------===//

/// The element kind a scalar for this parameter has unless it says its own.
static std::optional<ElementKind> kindOf(ptx::Type type) {
  using ptx::Type;
  switch (type) {
  case Type::f16:
    return ElementKind::F16;
  case Type::bf16:
    return ElementKind::BF16;
  case Type::f32:
    return ElementKind::F32;
  case Type::f64:
    return ElementKind::F64;
  default:
    return numerics::integerKind(ptx::typeBits(type));
  }
}

static Error bindArgument(const ArgumentSpec &spec, unsigned index,
                          const std::optional<tool::TensorMapArgument> &map,
                          const ptx::emu::DecodedFunction::EntryParameter &to,
                          BoundArguments &bound) {
  std::optional<HostArray> &array = bound.arrays[index];
  uint8_t *bytes = bound.parameters.data() + to.offset;
  uint64_t value = 0;
  if (map) {
    if (!array || to.size != ptx::emu::tensorMapSize)
      return makeError("expected a tensor map of an array for a parameter of "
                       "128 bytes");
    uint64_t address = bound.memory.map(
        driver::describeArgument(spec.text, index), array->bytes().data(),
        array->bytes().size(), array->isInitialised());
    Expected<ptx::emu::TensorMap> made = map->make(*array, address);
    if (!made)
      return made.takeError();
    auto encoded = made->encode();
    std::memcpy(bytes, encoded.data(), encoded.size());
    return Error::success();
  }
  if (array && !to.variable->dimensions.empty()) {
    // By value: a structure.
    if (array->bytes().size() != to.size)
      return makeError("expected " + Twine(to.size) + " bytes for '" +
                       to.variable->name + "', got " +
                       Twine(array->bytes().size()));
    std::memcpy(bytes, array->bytes().data(), to.size);
    return Error::success();
  }
  if (array) {
    if (to.size != 8)
      return makeError("expected a scalar of " + Twine(to.size) +
                       " bytes for '" + to.variable->name + "', got an array");
    value = bound.memory.map(driver::describeArgument(spec.text, index),
                             array->bytes().data(), array->bytes().size(),
                             array->isInitialised());
  } else {
    std::optional<ElementKind> kind =
        spec.kind ? spec.kind : kindOf(to.variable->type);
    if (!kind || !to.variable->dimensions.empty() ||
        numerics::containerBytes(*kind) != to.size)
      return makeError("expected " + Twine(to.size) + " bytes for '" +
                       to.variable->name + "' of type ." +
                       ptx::typeName(to.variable->type));
    Expected<uint64_t> bits = driver::parseValue(spec.value, *kind);
    if (!bits)
      return bits.takeError();
    value = *bits;
  }
  std::memcpy(bytes, &value, to.size);
  return Error::success();
}

Error tool::bindArguments(const PtxLaunch &request, const PtxProgram &program,
                          BoundArguments &bound) {
  ptx::emu::loadModule(*program.program, bound.memory);
  const ptx::emu::DecodedFunction &entry = *program.entry;
  const auto &parameters = entry.entryParameters;
  if (request.arguments.size() != parameters.size())
    return makeError("expected " + Twine(parameters.size()) +
                     " arguments for '" + entry.name + "', got " +
                     Twine(request.arguments.size()));
  bound.parameters.assign(entry.parameterBytes, 0);
  for (auto [index, spec] : enumerate(request.arguments)) {
    std::optional<HostArray> &slot = bound.arrays.emplace_back();
    if (!spec.isArray())
      continue;
    Expected<HostArray> array = HostArray::fromSpec(spec);
    if (!array)
      return prefixError(driver::describeArgument(spec.text, unsigned(index)) +
                             ": ",
                         array.takeError());
    slot = std::move(*array);
  }
  for (auto [index, spec] : enumerate(request.arguments))
    if (Error error =
            bindArgument(spec, unsigned(index), request.tensorMaps[index],
                         parameters[index], bound))
      return prefixError(driver::describeArgument(spec.text, unsigned(index)) +
                             ": ",
                         std::move(error));
  return Error::success();
}
