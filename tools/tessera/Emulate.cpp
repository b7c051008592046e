//===- tools/tessera/Emulate.cpp - tessera emulate --------------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Runs an entry of a PTX module on real arrays with the emulator
// (docs/ptx-emulator.md). Findings go to standard error, what the kernel prints
// and the comparisons that passed to standard output; any finding makes the
// exit status 1.
//
//===----------------------------------------------------------------------===//

#include "Command.h"
#include "ExpectOptions.h"
#include "TensorMapArgument.h"
#include "tessera/Driver/Compare.h"
#include "tessera/Driver/HostArray.h"
#include "tessera/Driver/Literal.h"
#include "tessera/Driver/Run.h"
#include "tessera/PTX/Emulator/Profile.h"
#include "tessera/PTX/Emulator/Registry.h"
#include "tessera/PTX/Parser.h"
#include "tessera/PTX/Verifier.h"
#include "tessera/Support/Error.h"
#include "tessera/Support/PendingFile.h"

#include "llvm/Support/Format.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

#include <chrono>
#include <cstdlib>

using namespace llvm;
using namespace tessera;
using driver::ArgumentSpec;
using driver::HostArray;
using llvm::opt::DefaultVis;
using numerics::ElementKind;

//===----------------------------------------------------------------------===//
// Options
//===----------------------------------------------------------------------===//

namespace {
#define OPTTABLE_STR_TABLE_CODE
#include "EmulateOptions.inc"
#undef OPTTABLE_STR_TABLE_CODE
#define OPTTABLE_PREFIXES_TABLE_CODE
#include "EmulateOptions.inc"
#undef OPTTABLE_PREFIXES_TABLE_CODE

enum OptionId {
  OPT_INVALID = 0,
#define OPTION(...) LLVM_MAKE_OPT_ID(__VA_ARGS__),
#include "EmulateOptions.inc"
#undef OPTION
};

constexpr opt::OptTable::Info optionInfos[] = {
#define OPTION(...) LLVM_CONSTRUCT_OPT_INFO(__VA_ARGS__),
#include "EmulateOptions.inc"
#undef OPTION
};

class EmulateOptions : public opt::GenericOptTable {
public:
  EmulateOptions()
      : GenericOptTable(OptionStrTable, OptionPrefixesTable, optionInfos) {}
};

struct Request {
  std::string path, entry;
  std::vector<ArgumentSpec> arguments;
  /// By argument: its array is passed as a tensor map.
  std::vector<std::optional<tool::TensorMapArgument>> tensorMaps;
  std::vector<driver::Expectation> expectations;
  driver::Tolerance tolerance;
  ptx::emu::LaunchOptions launch;
  bool hasBlock = false, hasCluster = false, showTime = false,
       decodeOnly = false, profile = false;
  uint64_t schedules = 1, trace = 0;
};
} // namespace

static Error parseNumber(const opt::InputArgList &options, OptionId id,
                         StringRef name, uint64_t &value) {
  const opt::Arg *arg = options.getLastArg(id);
  if (!arg)
    return Error::success();
  if (StringRef(arg->getValue()).getAsInteger(0, value))
    return makeError(name + ": expected a number, got '" + arg->getValue() +
                     "'");
  return Error::success();
}

static Error parseExtents(const opt::InputArgList &options, OptionId id,
                          StringRef name, std::array<uint32_t, 3> &value,
                          bool *isGiven = nullptr) {
  const opt::Arg *arg = options.getLastArg(id);
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

/// "all,-race" to the checks that are not made.
static Error parseChecks(const opt::InputArgList &options, uint32_t &disabled) {
  constexpr uint32_t every = (1u << ptx::emu::numCheckKinds) - 1;
  const opt::Arg *arg = options.getLastArg(OPT_check);
  if (!arg)
    return Error::success();
  SmallVector<StringRef> names;
  StringRef(arg->getValue()).split(names, ',');
  // A list that only leaves out begins with all.
  disabled = names.front().starts_with("-") ? 0 : every;
  for (StringRef name : names) {
    if (name == "all" || name == "none") {
      disabled = name == "all" ? 0 : every;
      continue;
    }
    bool isLeftOut = name.consume_front("-");
    std::optional<ptx::emu::CheckKind> kind = ptx::emu::findCheckKind(name);
    if (!kind)
      return makeError("--check: expected a kind of finding, got '" + name +
                       "'");
    uint32_t bit = 1u << unsigned(*kind);
    disabled = isLeftOut ? disabled | bit : disabled & ~bit;
  }
  return Error::success();
}

static Error parseRequest(const opt::InputArgList &options, Request &request) {
  std::vector<std::string> inputs = options.getAllArgValues(OPT_INPUT);
  if (inputs.empty())
    return makeError("expected a PTX file to run");
  request.path = inputs.front();
  for (size_t i = 1; i < inputs.size(); ++i) {
    StringRef text = inputs[i];
    Expected<std::optional<tool::TensorMapArgument>> tensorMap =
        tool::TensorMapArgument::consume(text);
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
  request.entry = options.getLastArgValue(OPT_entry).str();
  request.showTime = options.hasArg(OPT_time);
  request.decodeOnly = options.hasArg(OPT_decode_only);
  request.profile = options.hasArg(OPT_profile);
  if (Error error = parseNumber(options, OPT_trace, "--trace", request.trace))
    return error;
  if (Error error = parseChecks(options, request.launch.disabledChecks))
    return error;
  ptx::emu::LaunchOptions &launch = request.launch;
  if (Error error = parseExtents(options, OPT_grid, "--grid", launch.grid))
    return error;
  if (Error error = parseExtents(options, OPT_block, "--block", launch.block,
                                 &request.hasBlock))
    return error;
  if (Error error = parseExtents(options, OPT_cluster, "--cluster",
                                 launch.cluster, &request.hasCluster))
    return error;
  if (Error error =
          parseNumber(options, OPT_shared, "--shared", launch.dynamicShared))
    return error;
  if (Error error = parseNumber(options, OPT_seed, "--seed", launch.seed))
    return error;
  if (Error error =
          parseNumber(options, OPT_schedules, "--schedules", request.schedules))
    return error;
  if (Error error =
          parseNumber(options, OPT_limit, "--limit", launch.instructionLimit))
    return error;
  if (Error error =
          parseNumber(options, OPT_resident, "--resident", launch.residentCtas))
    return error;
  return tool::parseExpectOptions(options.getAllArgValues(OPT_expect),
                                  options.getLastArg(OPT_tol), request);
}

//===----------------------------------------------------------------------===//
// Geometry
//===----------------------------------------------------------------------===//

static uint64_t volume(const std::array<uint32_t, 3> &extents) {
  return uint64_t(extents[0]) * extents[1] * extents[2];
}

/// Fills in what the entry's directives say and checks what they forbid.
static Error checkGeometry(Request &request,
                           const ptx::emu::DecodedFunction &entry,
                           const ptx::emu::Program &program) {
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

namespace {
struct Bound {
  std::vector<std::optional<HostArray>> arrays;
  std::vector<uint8_t> parameters;
  ptx::emu::GlobalMemory memory;
};
} // namespace

static Error bindArgument(const ArgumentSpec &spec, unsigned index,
                          const std::optional<tool::TensorMapArgument> &map,
                          const ptx::emu::DecodedFunction::EntryParameter &to,
                          Bound &bound) {
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

static Error bindAll(const Request &request,
                     const ptx::emu::DecodedFunction &entry, Bound &bound) {
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

//===----------------------------------------------------------------------===//
// After a run
//===----------------------------------------------------------------------===//

static Expected<unsigned> findTarget(const driver::Expectation &expectation,
                                     const Request &request) {
  for (auto [index, spec] : enumerate(request.arguments))
    if (spec.output == expectation.target)
      return unsigned(index);
  unsigned index = 0;
  if (StringRef(expectation.target).getAsInteger(10, index) ||
      index >= request.arguments.size() || !request.arguments[index].isArray())
    return makeError("expected the index of an array argument or the name of "
                     "an output file, got '" +
                     expectation.target + "'");
  return index;
}

/// Compares and prints; false when something differs.
static Expected<bool> compareAll(const Request &request, const Bound &bound,
                                 bool quiet) {
  bool passed = true;
  for (const driver::Expectation &expectation : request.expectations) {
    Expected<unsigned> index = findTarget(expectation, request);
    if (!index)
      return prefixError("--expect: ", index.takeError());
    const HostArray &array = *bound.arrays[*index];
    Expected<driver::Reference> reference = driver::Reference::open(
        expectation.source, array.kind(), array.shape());
    if (!reference)
      return prefixError("--expect: ", reference.takeError());
    driver::Comparison result = reference->compare(array, request.tolerance);
    if (!result.passed()) {
      passed = false;
      tool::fail("argument " + Twine(*index) + " differs from '" +
                 expectation.source + "': " + Twine(result.numOutside) +
                 " of " + Twine(result.numElements) +
                 " elements are outside the tolerance, worst got " +
                 result.worstGot + ", expected " + result.worstExpected);
    } else if (!quiet) {
      outs() << "argument " << *index << ": " << result.numElements
             << " elements match '" << expectation.source << "', max error "
             << driver::formatDouble(result.maxError, 3) << '\n';
    }
  }
  return passed;
}

static Error writeOutputs(const Request &request, const Bound &bound) {
  for (auto [index, spec] : enumerate(request.arguments)) {
    if (spec.output.empty())
      continue;
    Expected<PendingFile> file = PendingFile::create(spec.output);
    if (!file)
      return file.takeError();
    bound.arrays[index]->write(*file);
    if (Error error = file->finish())
      return error;
    if (Error error = file->commit())
      return error;
  }
  return Error::success();
}

//===----------------------------------------------------------------------===//
// The command
//===----------------------------------------------------------------------===//

static int report(StringRef path, const ptx::Diagnostics &diagnostics) {
  for (const ptx::Diagnostic &diagnostic : diagnostics)
    errs() << diagnostic.render(path) << '\n';
  return 1;
}

/// One schedule: the exit status.
static int runOnce(Request &request, const ptx::emu::Program &program,
                   const ptx::emu::DecodedFunction &entry, bool isLast) {
  Bound bound;
  ptx::emu::loadModule(program, bound.memory);
  if (Error error = bindAll(request, entry, bound))
    return tool::fail(std::move(error));
  request.launch.output = &outs();
  ptx::emu::ObserverList observers;
  ptx::emu::Trace trace(errs(), request.trace);
  ptx::emu::Profile profile;
  ptx::emu::ExecutedForms executed;
  if (request.trace != 0)
    observers.add(&trace);
  if (request.profile && isLast)
    observers.add(&profile);
  // Set by utils/ptx_coverage.py.
  const char *coverage = std::getenv("TESSERA_PTX_COVERAGE");
  if (coverage)
    observers.add(&executed);
  request.launch.observer = observers.empty() ? nullptr : &observers;
  auto start = std::chrono::steady_clock::now();
  ptx::emu::Machine machine(program, bound.memory, request.launch);
  ptx::emu::LaunchResult result = machine.launch(entry, bound.parameters);
  double seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start)
          .count();
  if (request.showTime)
    errs() << format("time: %llu thread instructions, %llu warp instructions, "
                     "%.3f s, %.1f M thread instructions/s\n",
                     (unsigned long long)result.threadInstructions,
                     (unsigned long long)result.warpInstructions, seconds,
                     double(result.threadInstructions) / seconds * 1e-6);
  if (coverage && !executed.appendTo(coverage))
    return tool::fail("cannot write '" + Twine(coverage) + "'");
  if (request.profile && isLast)
    profile.print(outs(), entry, machine);
  outs().flush();
  for (const ptx::emu::Finding &finding : result.findings)
    errs() << finding.render(request.path) << '\n';
  if (!result.passed())
    return tool::fail(Twine(result.findings.size()) +
                      (result.findings.size() == 1 ? " finding" : " findings") +
                      (request.schedules > 1
                           ? " with seed " + Twine(request.launch.seed)
                           : Twine("")) +
                      (result.finished ? "" : "; the run was not finished"));
  Expected<bool> equal = compareAll(request, bound, !isLast);
  if (!equal)
    return tool::fail(equal.takeError());
  if (!*equal)
    return 1;
  if (isLast)
    if (Error error = writeOutputs(request, bound))
      return tool::fail(std::move(error));
  return 0;
}

static int execute(Request &request) {
  auto buffer = MemoryBuffer::getFileOrSTDIN(request.path, /*IsText=*/true);
  if (!buffer)
    return tool::fail(makeFileError("read", request.path, buffer.getError()));
  Expected<ptx::InstructionSet> instructions = ptx::InstructionSet::create();
  if (!instructions)
    return tool::fail(instructions.takeError());
  ptx::Diagnostics diagnostics;
  std::optional<ptx::Module> module =
      ptx::parse((*buffer)->getBuffer(), diagnostics);
  if (!module || !ptx::verify(*module, *instructions, diagnostics))
    return report(request.path, diagnostics);
  report(request.path, ptx::notesOn(*module));
  std::vector<std::string> entries;
  for (const auto &item : module->items)
    if (const auto *function = std::get_if<ptx::Function>(&item))
      if (function->isEntry && function->body)
        entries.push_back(function->name);
  if (request.entry.empty() && !request.decodeOnly) {
    if (entries.size() != 1)
      return tool::fail("expected --entry: the module has " +
                        Twine(entries.size()) + " entries");
    request.entry = entries.front();
  }
  if (!request.entry.empty() && !is_contained(entries, request.entry))
    return tool::fail("the module has no entry '" + request.entry + "'");
  ptx::emu::Registry registry = ptx::emu::Registry::create();
  std::unique_ptr<ptx::emu::Program> program = ptx::emu::decode(
      *module, *instructions, registry, request.entry, diagnostics);
  if (!program)
    return report(request.path, diagnostics);
  if (request.decodeOnly) {
    outs() << request.path << ": ok\n";
    return 0;
  }
  const ptx::emu::DecodedFunction &entry = *program->find(request.entry);
  if (Error error = checkGeometry(request, entry, *program))
    return tool::fail(std::move(error));
  for (uint64_t i = 0; i < request.schedules; ++i) {
    if (int status =
            runOnce(request, *program, entry, i + 1 == request.schedules))
      return status;
    ++request.launch.seed;
  }
  return 0;
}

int tool::emulateCommand(ArrayRef<const char *> arguments) {
  EmulateOptions table;
  Expected<opt::InputArgList> options =
      parseOptions(table, arguments, OPT_UNKNOWN);
  if (!options)
    return fail(options.takeError());
  if (options->hasArg(OPT_help)) {
    table.printHelp(outs(), "tessera emulate [options] FILE.ptx [ARG...]",
                    "Executes an entry of a PTX module on real arrays");
    outs() << "ARGs are those of 'tessera run'; docs/ptx-emulator.md is the "
              "manual.\n";
    return 0;
  }
  Request request;
  if (Error error = parseRequest(*options, request))
    return fail(std::move(error));
  return execute(request);
}
