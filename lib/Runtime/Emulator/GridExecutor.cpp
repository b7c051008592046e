//===- Runtime/Emulator/GridExecutor.cpp - run bound grids, emulated *- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Runs a grid in the emulator once for each schedule, always on the original
// arrays, and compares the results of the schedules.
//
//===----------------------------------------------------------------------===//

#include "tessera/Runtime/Emulator/GridExecutor.h"
#include "tessera/PTX/Emulator/FindingReport.h"
#include "tessera/Runtime/Emulator/EmulatedModule.h"
#include "tessera/Support/Error.h"

#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace tessera;
using namespace tessera::emulator;

namespace {
/// The arrays of a grid as the emulator takes them, and their first content.
struct BoundMemory {
  std::vector<Buffer> buffers;
  std::vector<Argument> arguments;
  std::vector<std::string> initial;

  explicit BoundMemory(const driver::BoundGrid &grid) {
    DenseMap<interp::ProvenanceId, int> known;
    for (const interp::Argument &value : grid.values) {
      const interp::Allocation *allocation =
          value.isPointer ? grid.memory.find(value.allocation) : nullptr;
      if (!allocation) {
        arguments.push_back({-1, value.bits});
        continue;
      }
      auto [place, isNew] =
          known.try_emplace(value.allocation, int(buffers.size()));
      if (isNew) {
        buffers.push_back({allocation->name, allocation->host, allocation->size,
                           !allocation->written});
        initial.emplace_back(reinterpret_cast<const char *>(allocation->host),
                             allocation->size);
      }
      arguments.push_back({place->second, value.bits});
    }
  }

  void restore() {
    for (auto [buffer, content] : zip(buffers, initial))
      std::memcpy(buffer.host, content.data(), content.size());
  }
  std::vector<std::string> contents() const {
    std::vector<std::string> result;
    for (const Buffer &buffer : buffers)
      result.emplace_back(static_cast<const char *>(buffer.host), buffer.size);
    return result;
  }
};
} // namespace

/// The operation of the kernel that a finding is about, by the line of the
/// source that the PTX names; an access, where one is in that line. Without
/// one: the entry.
static mlir::Location locationOf(cuda_tile::EntryOp entry,
                                 const ptx::emu::Finding &finding) {
  auto [file, number] = StringRef(finding.source).rsplit(':');
  unsigned line = 0;
  if (number.getAsInteger(10, line) || line == 0)
    return entry->getLoc();
  StringRef name = sys::path::filename(file);
  mlir::Location found = entry->getLoc();
  bool isFound = false;
  entry->walk([&](mlir::Operation *op) {
    bool isHere = false;
    op->getLoc()->walk([&](mlir::Location part) {
      auto position = dyn_cast<mlir::FileLineColLoc>(mlir::LocationAttr(part));
      if (!position)
        return mlir::WalkResult::advance();
      isHere = position.getLine() == line &&
               sys::path::filename(position.getFilename()) == name;
      return mlir::WalkResult::interrupt();
    });
    StringRef kind = op->getName().stripDialect();
    bool isAccess = kind.starts_with("load_") || kind.starts_with("store_") ||
                    kind.starts_with("atomic_");
    if (!isHere || (isFound && !isAccess))
      return mlir::WalkResult::advance();
    found = op->getLoc();
    isFound = true;
    return isAccess ? mlir::WalkResult::interrupt()
                    : mlir::WalkResult::advance();
  });
  return found;
}

/// Emits the findings of one run; failed asserts are counted in `summary`.
/// Returns how many others there are.
static size_t report(const driver::BoundGrid &grid,
                     const ptx::emu::LaunchResult &result, uint64_t seed,
                     interp::RunSummary &summary) {
  size_t others = 0;
  for (const ptx::emu::Finding &finding : result.findings) {
    if (finding.kind == ptx::emu::CheckKind::Assertion)
      summary.counts[unsigned(interp::CheckKind::AssertFailed)] +=
          finding.count;
    else
      ++others;
    mlir::emitError(locationOf(grid.entry, finding))
        << checkKindName(finding.kind) << ": " << finding.message << " ["
        << findingDetails(finding, "ptx") << "] (seed " << seed << ")";
  }
  return others;
}

Expected<driver::GridExecutor>
emulator::makeGridExecutor(gpu::CompiledModule module,
                           const ExecutorOptions &options) {
  Expected<std::unique_ptr<EmulatedModule>> loaded =
      EmulatedModule::load(std::move(module));
  if (!loaded)
    return loaded.takeError();
  std::shared_ptr<EmulatedModule> emulated = std::move(*loaded);
  return [emulated, options](
             const driver::BoundGrid &grid) -> Expected<interp::RunSummary> {
    BoundMemory bound(grid);
    std::vector<std::string> first;
    interp::RunSummary summary;
    bool prints = StringRef(emulated->compiled().ptx).contains("vprintf");
    for (uint64_t i = 0; i < options.schedules; ++i) {
      bool isLast = i + 1 == options.schedules;
      LaunchRequest request;
      request.kernel = driver::entryName(grid.entry);
      request.grid = {grid.options.grid.x, grid.options.grid.y,
                      grid.options.grid.z};
      request.buffers = bound.buffers;
      request.arguments = bound.arguments;
      request.seed = options.firstSeed + i;
      request.schedule = options.schedule;
      request.disabledChecks = options.disabledChecks;
      request.output = isLast ? grid.options.printStream : nullptr;
      // Prints come in the order of the blocks, as the interpreter's do.
      request.residentBlocks = prints ? 1 : 0;
      bound.restore();
      Expected<ptx::emu::LaunchResult> result = emulated->launch(request);
      if (!result)
        return result.takeError();
      if (size_t others = report(grid, *result, request.seed, summary))
        return makeError("'" + request.kernel + "': " + Twine(others) +
                         (others == 1 ? " finding" : " findings") +
                         " of the PTX emulator with seed " +
                         Twine(request.seed));
      if (summary.failedAsserts() != 0)
        return summary;
      if (!result->finished)
        return makeError("'" + request.kernel + "': the run was not finished");
      if (options.schedules == 1)
        break;
      std::vector<std::string> contents = bound.contents();
      if (i == 0)
        first = std::move(contents);
      else if (contents != first)
        mlir::emitWarning(grid.entry->getLoc())
            << "results with seed " << request.seed
            << " differ from those with seed " << options.firstSeed;
    }
    summary.blocksRun = uint64_t(grid.options.grid.x) * grid.options.grid.y *
                        grid.options.grid.z;
    return summary;
  };
}
