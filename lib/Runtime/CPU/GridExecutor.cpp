//===- Runtime/CPU/GridExecutor.cpp - run bound grids natively ----*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Threads are made per executor and kept: a second launch does not pay for
// them.
//
//===----------------------------------------------------------------------===//

#include "tessera/Runtime/CPU/GridExecutor.h"
#include "CheckedLaunch.h"
#include "Sampler.h"
#include "UnspecifiedLaunch.h"
#include "tessera/Codegen/CPU/Jit.h"
#include "tessera/Codegen/CPU/LineTable.h"
#include "tessera/Runtime/CPU/Launch.h"
#include "tessera/Runtime/CPU/VectorMathSymbols.h"
#include "tessera/Support/Error.h"

#include "llvm/Support/raw_ostream.h"

#include <chrono>

using namespace llvm;
using namespace tessera;
using namespace tessera::cpu;

static void writeToStream(void *stream, const char *text, size_t bytes) {
  *static_cast<raw_ostream *>(stream) << StringRef(text, bytes);
}

/// What a launch observed, in the words of the interpreter.
static interp::RunSummary summarise(const driver::BoundGrid &grid,
                                    const LaunchResult &result,
                                    const CheckedLaunch *checks) {
  interp::RunSummary summary;
  if (result.status != TESSERA_RT_ASSERT_FAILED) {
    summary.blocksRun = uint64_t(grid.options.grid.x) * grid.options.grid.y *
                        grid.options.grid.z;
    return summary;
  }
  if (checks && checks->report(result, summary))
    return summary;
  ++summary.counts[static_cast<unsigned>(interp::CheckKind::AssertFailed)];
  mlir::InFlightDiagnostic error = mlir::emitError(grid.entry->getLoc());
  error << "assertion failed";
  if (!result.location.empty())
    error << " at " << result.location;
  error << ", block (" << result.block[0] << ", " << result.block[1] << ", "
        << result.block[2] << ")";
  if (result.element >= 0)
    error << ", element " << result.element;
  error << ": " << result.message;
  return summary;
}

/// Half a second is enough for a share of a percent.
static constexpr double secondsToSample = 0.5;

static void dropText(void *, const char *, size_t) {}

/// Launches until there are enough samples, and fills `profile`.
static Expected<LaunchResult> launchProfiled(ThreadPool &pool,
                                             LaunchRequest request,
                                             const CompiledKernel &kernel,
                                             interp::Memory &memory,
                                             KernelProfile &profile) {
  Expected<LineTable> lines =
      LineTable::read(kernel.library->object().object, kernel.info->symbol(),
                      reinterpret_cast<uintptr_t>(kernel.entry));
  if (!lines)
    return prefixError("--profile: ", lines.takeError());
  interp::Memory::Snapshot before = memory.snapshot(), after;
  Sampler sampler(lines->begin(), lines->end());
  LaunchResult first;
  do {
    auto start = std::chrono::steady_clock::now();
    LaunchResult result = launch(pool, request);
    profile.seconds +=
        std::chrono::duration<double>(std::chrono::steady_clock::now() - start)
            .count();
    if (profile.runs++ == 0) {
      first = std::move(result);
      if (!first.ok())
        return first;
      after = memory.snapshot();
      // What the kernel prints is shown once.
      request.write = dropText;
    }
    memory.restore(before);
  } while (profile.seconds < secondsToSample);
  memory.restore(after);
  for (uintptr_t address : sampler.samples()) {
    LineTable::Line line;
    if (address == 0)
      ++profile.runtime;
    else if ((line = lines->find(address)).number == 0)
      ++profile.noLine;
    else
      ++profile.lines[{line.file, line.number}];
  }
  return first;
}

using SharedLibrary = std::shared_ptr<const CompiledLibrary>;

static Expected<SharedLibrary> load(CompiledObject object,
                                    const LinkOptions &link) {
  SmallVector<RuntimeSymbol, 0> symbols(runtimeSymbols().begin(),
                                        runtimeSymbols().end());
  append_range(symbols, vectorMathSymbols());
  return CompiledLibrary::load(std::move(object), symbols, link);
}

/// Runs the grid again with the other code, which is made when it is first
/// wanted.
static Error checkUnspecified(const ExecutorOptions &options,
                              SharedLibrary &withOnes,
                              const driver::BoundGrid &grid,
                              const CompiledKernel &zeros,
                              interp::RunSummary &summary) {
  if (!withOnes) {
    Expected<CompiledObject> object = options.compileWithOnes();
    if (!object)
      return object.takeError();
    Expected<SharedLibrary> library = load(std::move(*object), options.link);
    if (!library)
      return library.takeError();
    withOnes = std::move(*library);
  }
  Expected<CompiledKernel> ones =
      withOnes->kernel(driver::entryName(grid.entry));
  if (!ones)
    return ones.takeError();
  return UnspecifiedLaunch(grid, zeros, *ones, options.trackInitialisation)
      .check(summary);
}

Expected<driver::GridExecutor> cpu::makeGridExecutor(CompiledObject object,
                                                     ExecutorOptions options) {
  Expected<SharedLibrary> library = load(std::move(object), options.link);
  if (!library)
    return library.takeError();
  auto pool = std::make_shared<std::unique_ptr<ThreadPool>>();
  auto withOnes = std::make_shared<SharedLibrary>();
  return [library = *library, withOnes, pool, options](
             const driver::BoundGrid &grid) -> Expected<interp::RunSummary> {
    Expected<CompiledKernel> kernel =
        library->kernel(driver::entryName(grid.entry));
    if (!kernel)
      return kernel.takeError();
    std::optional<CheckedLaunch> checks;
    ArrayRef<uint64_t> slots = grid.slots;
    if (options.checkMemory)
      slots = checks.emplace(grid, options.trackInitialisation).slots();
    if (kernel->info->parameters.size() != slots.size())
      return makeError("expected " + Twine(kernel->info->parameters.size()) +
                       " kernel parameters, got " + Twine(slots.size()));
    if (!*pool || (*pool)->threads() < grid.options.threads)
      *pool = std::make_unique<ThreadPool>(grid.options.threads);
    LaunchRequest request;
    request.entry = kernel->entry;
    request.scratchBytes = kernel->info->scratchBytes;
    request.params = slots.data();
    request.grid[0] = grid.options.grid.x;
    request.grid[1] = grid.options.grid.y;
    request.grid[2] = grid.options.grid.z;
    request.maxThreads = std::max(1u, grid.options.threads);
    if (grid.options.printStream) {
      request.write = writeToStream;
      request.stream = grid.options.printStream;
    }
    Expected<LaunchResult> launched =
        options.profile ? launchProfiled(**pool, request, *kernel, grid.memory,
                                         *options.profile)
                        : launch(**pool, request);
    if (!launched)
      return launched.takeError();
    const LaunchResult &result = *launched;
    if (!result.ok() && result.status != TESSERA_RT_ASSERT_FAILED)
      return makeError("cannot launch '" + driver::entryName(grid.entry) +
                       "': " + result.message);
    interp::RunSummary summary =
        summarise(grid, result, checks ? &*checks : nullptr);
    if (options.compileWithOnes && grid.again && summary.clean() &&
        checks->sawUnspecified())
      if (Error error =
              checkUnspecified(options, *withOnes, grid, *kernel, summary))
        return std::move(error);
    return summary;
  };
}
