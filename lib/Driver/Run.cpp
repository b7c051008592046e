//===- Driver/Run.cpp - run one entry on real arrays ------------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Everything that can be refused is refused before the grid runs. Output files
// are compared and written after it.
//
//===----------------------------------------------------------------------===//

#include "tessera/Driver/Run.h"
#include "tessera/Dialect/CudaTile/Transforms/MemoryChecks.h"
#include "tessera/Driver/Outputs.h"
#include "tessera/Driver/Unspecified.h"
#include "tessera/Support/Error.h"

#include "llvm/ADT/StringExtras.h"

#include <chrono>
#include <ctime>

using namespace llvm;
using namespace tessera;
using namespace tessera::driver;

Expected<Expectation> Expectation::parse(StringRef text) {
  auto [target, source] = text.split('=');
  if (target.empty() || source.empty())
    return makeError("expected ARGUMENT=FILE.npy, got '" + text + "'");
  return Expectation{target.str(), source.str()};
}

bool RunResult::passed() const {
  return succeeded && all_of(comparisons, [](const Checked &checked) {
           return checked.comparison.passed();
         });
}

//===----------------------------------------------------------------------===//
// Before the run
//===----------------------------------------------------------------------===//

namespace {
/// An expectation whose argument and reference are known to exist.
struct ReadyCheck {
  unsigned argument;
  std::string source;
  Reference reference;
};

class Stopwatch {
public:
  /// Seconds since construction or the last lap.
  double lap() {
    auto now = std::chrono::steady_clock::now();
    double seconds = std::chrono::duration<double>(now - start).count();
    start = now;
    return seconds;
  }

private:
  std::chrono::steady_clock::time_point start =
      std::chrono::steady_clock::now();
};
} // namespace

/// Of this process so far.
static double processorSeconds() {
  timespec time{};
  ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return double(time.tv_sec) + double(time.tv_nsec) * 1e-9;
}

/// The argument that an expectation speaks of.
static Expected<unsigned> findTarget(const Expectation &expectation,
                                     ArrayRef<ArgumentSpec> arguments) {
  StringRef target = expectation.target;
  for (auto [index, spec] : enumerate(arguments))
    if (spec.output == target)
      return index;
  unsigned index;
  if (all_of(target, isDigit) && !target.getAsInteger(10, index)) {
    if (index >= arguments.size())
      return makeError("there is no argument " + Twine(index) + ": got " +
                       Twine(arguments.size()) + " arguments");
    if (!arguments[index].isArray())
      return makeError("argument " + Twine(index) + " is not an array");
    return index;
  }
  return makeError("expected the index of an array argument or the name of an "
                   "output file, got '" +
                   target + "'");
}

static Expected<std::vector<ReadyCheck>>
openReferences(const RunRequest &request, const BoundArguments &bound) {
  std::vector<ReadyCheck> checks;
  for (const Expectation &expectation : request.expectations) {
    auto fail = [&](Error error) {
      return prefixError("--expect '" + expectation.target + "': ",
                         std::move(error));
    };
    Expected<unsigned> index = findTarget(expectation, request.arguments);
    if (!index)
      return fail(index.takeError());
    const HostArray &array = *bound.arrays[*index];
    Expected<Reference> reference =
        Reference::open(expectation.source, array.kind(), array.shape());
    if (!reference)
      return fail(reference.takeError());
    checks.push_back({*index, expectation.source, std::move(*reference)});
  }
  return checks;
}

//===----------------------------------------------------------------------===//
// After the run
//===----------------------------------------------------------------------===//

static bool countsAsSuccess(const interp::RunSummary &summary,
                            interp::CheckMode mode) {
  // A failed `assert` is an error the program asked for, not undefined
  // behaviour that may be ignored (core.md 6.3).
  if (summary.stopped || summary.failedAsserts() != 0)
    return false;
  return mode == interp::CheckMode::Ignore || summary.totalFindings() == 0;
}

static Expected<interp::RunSummary>
interpret(const interp::Program &program, interp::Memory &memory,
          ArrayRef<interp::Argument> values,
          const interp::RunOptions &options) {
  mlir::FailureOr<interp::RunSummary> summary =
      program.run(memory, values, options);
  if (mlir::failed(summary))
    return make_error<DiagnosedError>();
  return std::move(*summary);
}

/// Tries one schedule after the other until one shows something; memory is left
/// as the first made it.
static Expected<interp::RunSummary> explore(const interp::Program &program,
                                            interp::Memory &memory,
                                            ArrayRef<interp::Argument> values,
                                            const RunRequest &request,
                                            uint64_t &seed) {
  interp::RunOptions options = request.options;
  seed = options.orderSeed;
  if (request.seeds == 1 && request.checkUnspecified &&
      !cuda_tile::unspecifiedLoads(program.entry()).empty())
    return checkUnspecified(program, memory, values, options);
  if (request.seeds == 1)
    return interpret(program, memory, values, options);
  program.loadGlobals(memory);
  interp::Memory::Snapshot before = memory.snapshot(), after;
  std::string text;
  raw_string_ostream unused(text);
  for (unsigned i = 0;; ++i) {
    Expected<interp::RunSummary> summary =
        interpret(program, memory, values, options);
    if (!summary || !summary->clean())
      return summary;
    if (i == 0)
      after = memory.snapshot();
    if (i + 1 == request.seeds) {
      memory.restore(after);
      return summary;
    }
    memory.restore(before);
    seed = ++options.orderSeed;
    // What the kernel prints is shown once.
    text.clear();
    options.printStream = &unused;
  }
}

/// The values as compiled code takes them.
static SmallVector<uint64_t> addressSlots(const interp::Memory &memory,
                                          ArrayRef<interp::Argument> values) {
  SmallVector<uint64_t> slots;
  for (const interp::Argument &value : values) {
    const interp::Allocation *allocation =
        value.isPointer ? memory.find(value.allocation) : nullptr;
    slots.push_back(
        value.bits +
        (allocation ? reinterpret_cast<uintptr_t>(allocation->host) : 0));
  }
  return slots;
}

Expected<RunResult> driver::runEntry(const LoadedModule &module,
                                     const RunRequest &request) {
  Stopwatch watch;
  Expected<cuda_tile::EntryOp> entry = module.findEntry(request.entry);
  if (!entry)
    return entry.takeError();
  std::unique_ptr<interp::Program> program;
  if (!request.executor) {
    auto parent = (*entry)->getParentOfType<cuda_tile::ModuleOp>();
    mlir::FailureOr<std::unique_ptr<interp::Program>> created =
        interp::Program::create(parent, entryName(*entry));
    if (mlir::failed(created))
      return make_error<DiagnosedError>();
    program = std::move(*created);
  }
  mlir::FailureOr<std::vector<interp::Parameter>> parameters =
      interp::describeParameters(*entry);
  if (mlir::failed(parameters))
    return make_error<DiagnosedError>();

  interp::Memory memory;
  Expected<BoundArguments> bound = bindArguments(
      request.arguments, request.abi, entryName(*entry), *parameters, memory);
  if (!bound)
    return bound.takeError();
  Expected<std::vector<ReadyCheck>> checks = openReferences(request, *bound);
  if (!checks)
    return checks.takeError();
  if (Error error = checkOutputs(request.arguments))
    return error;

  RunResult result;
  result.prepareSeconds = watch.lap();
  SmallVector<uint64_t> slots = addressSlots(memory, bound->values);
  auto again = [&]() -> Expected<std::unique_ptr<OwnedArguments>> {
    auto made = std::make_unique<OwnedArguments>();
    Expected<BoundArguments> fresh =
        bindArguments(request.arguments, request.abi, entryName(*entry),
                      *parameters, made->memory);
    if (!fresh)
      return fresh.takeError();
    made->bound = std::move(*fresh);
    made->slots = addressSlots(made->memory, made->bound.values);
    return made;
  };
  Expected<interp::RunSummary> summary =
      program ? explore(*program, memory, bound->values, request, result.seed)
              : request.executor({*entry, slots, request.options, memory,
                                  bound->values, again});
  if (!summary)
    return summary.takeError();
  result.summary = std::move(*summary);
  result.succeeded = countsAsSuccess(result.summary, request.options.checkMode);
  result.runSeconds = watch.lap();
  if (!result.succeeded)
    return result;

  for (const ReadyCheck &check : *checks) {
    const ArgumentSpec &spec = request.arguments[check.argument];
    result.comparisons.push_back(
        {check.argument,
         spec.output.empty() ? describeArgument(spec.text, check.argument)
                             : "'" + spec.output + "'",
         check.source,
         check.reference.compare(*bound->arrays[check.argument],
                                 request.tolerance)});
  }
  if (Error error = writeOutputs(request.arguments, bound->arrays))
    return error;
  result.finishSeconds = watch.lap();
  for (unsigned i = 0; request.executor && i < request.repeats; ++i) {
    double before = processorSeconds();
    Expected<interp::RunSummary> again = request.executor(
        {*entry, slots, request.options, memory, bound->values});
    if (!again)
      return again.takeError();
    result.repeatProcessorSeconds.push_back(processorSeconds() - before);
    result.repeatSeconds.push_back(watch.lap());
  }
  return result;
}
