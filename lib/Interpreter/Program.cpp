//===- Interpreter/Program.cpp - prepare an entry and run a grid of it -*- C++
//-*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Workers take positions of the schedule in increasing order; what they print
// and find is put back into that order, so that neither depends on the number
// of threads (as long as the kernel's own result does not).
//
//===----------------------------------------------------------------------===//

#include "tessera/Interpreter/Interpreter.h"

#include "BlockOrder.h"
#include "Interpreter/Race/RaceRun.h"
#include "Report.h"

#include "tessera/Dialect/CudaTile/IR/Limits.h"
#include "tessera/Interpreter/TypeKinds.h"

#include "llvm/Support/raw_ostream.h"

#include <map>
#include <mutex>
#include <thread>

using namespace mlir;

namespace tessera::interp {

namespace {

/// Puts the output of blocks back into schedule order.
class OrderedOutput {
public:
  OrderedOutput(llvm::raw_ostream &out) : out(out) {}

  void finished(uint64_t order, std::string text) {
    std::lock_guard lock(mutex);
    if (order != next) {
      waiting.emplace(order, std::move(text));
      return;
    }
    out << text;
    for (++next; !waiting.empty() && waiting.begin()->first == next; ++next) {
      out << waiting.begin()->second;
      waiting.erase(waiting.begin());
    }
  }

private:
  llvm::raw_ostream &out;
  std::mutex mutex;
  uint64_t next = 0;
  std::map<uint64_t, std::string> waiting;
};

/// Calls the progress callback about every 64 blocks, one thread at a time.
class Progress {
public:
  Progress(const RunOptions &options, uint64_t total)
      : options(options), total(total) {}
  void finished() {
    uint64_t count = ++done;
    if (!options.progress || (count % 64 != 0 && count != total))
      return;
    std::lock_guard lock(mutex);
    options.progress(count, total);
  }

private:
  const RunOptions &options;
  uint64_t total;
  std::atomic<uint64_t> done{0};
  std::mutex mutex;
};

} // namespace

Program::Program(cuda_tile::ModuleOp module, cuda_tile::EntryOp entry)
    : moduleOp(module), entryOp(entry), code(std::make_unique<ProgramCode>()) {}

Program::~Program() = default;

FailureOr<std::vector<Parameter>> describeParameters(cuda_tile::EntryOp entry) {
  std::vector<Parameter> params;
  for (BlockArgument argument : entry.getBody().front().getArguments()) {
    auto type = dyn_cast<cuda_tile::TileType>(argument.getType());
    if (!type || !type.getShape().empty())
      return entry.emitError() << "expected parameters that are 0-d tiles, got "
                               << argument.getType();
    Parameter &parameter = params.emplace_back(argument.getLoc());
    Type element = type.getElementType();
    if (auto pointer = dyn_cast<cuda_tile::PointerType>(element)) {
      parameter.isPointer = true;
      element = pointer.getPointeeType();
    }
    parameter.element = elementKindOf(element);
    if (auto name = dyn_cast<NameLoc>(argument.getLoc()))
      parameter.name = name.getName().str();
  }
  return params;
}

FailureOr<std::unique_ptr<Program>> Program::create(cuda_tile::ModuleOp module,
                                                    llvm::StringRef entryName) {
  cuda_tile::EntryOp found;
  auto entries = module.getBody().getOps<cuda_tile::EntryOp>();
  if (entryName.empty() && llvm::hasSingleElement(entries))
    found = *entries.begin();
  for (cuda_tile::EntryOp entry : entries)
    if (entry.getSymName() == entryName)
      found = entry;
  if (!found && !entryName.empty())
    return module.emitError()
           << "expected an entry named '" << entryName << "'";
  if (!found && entries.empty())
    return module.emitError() << "expected an entry in the module";
  if (!found)
    return module.emitError() << "expected an entry name: the module has "
                              << llvm::range_size(entries) << " entries";
  if (failed(cuda_tile::verifyLimits(module)))
    return failure();
  std::unique_ptr<Program> program(new Program(module, found));
  FailureOr<std::vector<Parameter>> params = describeParameters(found);
  if (failed(params))
    return failure();
  program->params = std::move(*params);
  if (!buildCode(module, found, *program->code))
    return failure();
  return program;
}

void Program::loadGlobals(Memory &memory) const {
  for (const ProgramCode::Global &global : code->globals)
    memory.addGlobal(global.name, global.bytes, global.alignment,
                     global.isConstant);
}

/// One argument as the value of its parameter; nothing after a diagnostic.
static std::optional<Tile> argumentTile(cuda_tile::EntryOp entry,
                                        const Parameter &parameter,
                                        const Argument &argument, size_t index,
                                        const Memory &memory) {
  if (parameter.isPointer != argument.isPointer) {
    entry.emitError() << "expected a "
                      << (parameter.isPointer ? "pointer" : "scalar")
                      << " for parameter " << index;
    return std::nullopt;
  }
  if (!parameter.isPointer) {
    uint64_t mask =
        ~uint64_t(0) >> (64 - 8 * numerics::containerBytes(parameter.element));
    if (parameter.element == ElementKind::I1)
      mask = 1;
    return Tile::scalar(parameter.element, argument.bits & mask);
  }
  if (argument.allocation == 0)
    return Tile::scalar(ElementKind::Ptr, argument.bits, 0);
  if (!memory.find(argument.allocation)) {
    entry.emitError() << "expected a known allocation for parameter " << index;
    return std::nullopt;
  }
  return Tile::scalar(ElementKind::Ptr,
                      memory.addressOf(argument.allocation) + argument.bits,
                      argument.allocation);
}

/// The arguments as values; nothing after a diagnostic.
static std::optional<llvm::SmallVector<Tile>>
prepare(cuda_tile::EntryOp entry, llvm::ArrayRef<Parameter> params,
        llvm::ArrayRef<Argument> arguments, Dim3 grid, const Memory &memory) {
  if (arguments.size() != params.size()) {
    entry.emitError() << "expected " << params.size() << " arguments, got "
                      << arguments.size();
    return std::nullopt;
  }
  constexpr uint32_t maxExtent = (1u << 24) - 1;
  for (uint32_t extent : {grid.x, grid.y, grid.z})
    if (extent == 0 || extent > maxExtent) {
      entry.emitError() << "expected grid extents from 1 to " << maxExtent
                        << ", got " << extent;
      return std::nullopt;
    }
  // Grid extents are below 2^24, so a product of three may exceed 64 bits.
  if (static_cast<unsigned __int128>(grid.x) * grid.y * grid.z >
      (uint64_t(1) << 40)) {
    entry.emitError() << "expected at most 2^40 tile blocks";
    return std::nullopt;
  }
  llvm::SmallVector<Tile> values;
  for (auto [index, argument] : llvm::enumerate(arguments)) {
    auto tile = argumentTile(entry, params[index], argument, index, memory);
    if (!tile)
      return std::nullopt;
    values.push_back(std::move(*tile));
  }
  return values;
}

std::optional<std::chrono::steady_clock::time_point>
deadlineOf(const RunOptions &options) {
  if (options.timeoutSeconds <= 0)
    return std::nullopt;
  return std::chrono::steady_clock::now() +
         std::chrono::duration_cast<std::chrono::steady_clock::duration>(
             std::chrono::duration<double>(options.timeoutSeconds));
}

/// What a finished run says; failure when it could not go on.
static FailureOr<RunSummary>
summarise(llvm::ArrayRef<std::unique_ptr<Engine>> workers,
          const RunOptions &options, uint64_t stopAfter) {
  RunSummary summary;
  summary.stopped = stopAfter != ~uint64_t(0);
  mergeFindings(workers, options, stopAfter, summary);
  const Failure *first = nullptr;
  for (const auto &worker : workers)
    if (worker->abortReason &&
        (!first || worker->abortReason->order < first->order))
      first = &*worker->abortReason;
  if (first)
    return mlir::emitError(first->op->getLoc()) << first->message;
  return summary;
}

FailureOr<RunSummary> runConcurrently(Memory &memory,
                                      llvm::ArrayRef<ConcurrentLaunch> launches,
                                      const RunOptions &options) {
  std::vector<RaceLaunch> ready;
  std::vector<std::unique_ptr<ProgramCode>> codes;
  uint64_t blocks = 0;
  for (const ConcurrentLaunch &launch : launches) {
    if (launch.script) {
      codes.push_back(std::make_unique<ProgramCode>());
      ready.push_back(
          {codes.back().get(), {}, {}, launch.script->gpu, launch.script});
      ++blocks;
      continue;
    }
    const Program &program = *launch.program;
    cuda_tile::EntryOp entry = program.entry();
    auto values = prepare(entry, program.parameters(), launch.arguments,
                          launch.grid, memory);
    if (!values)
      return failure();
    blocks += uint64_t(launch.grid.x) * launch.grid.y * launch.grid.z;
    if (blocks >= ~uint32_t(0))
      return entry.emitError()
             << "expected fewer than 2^32 tile blocks to look for races";
    program.loadGlobals(memory);
    // Code of its own: tokens have values, and the order is the seed's.
    codes.push_back(std::make_unique<ProgramCode>());
    if (!buildCode(program.module(), entry, *codes.back(),
                   {.race = RaceBuild{options.orderSeed}}))
      return failure();
    ready.push_back({codes.back().get(), std::move(*values), launch.grid,
                     launch.gpu, nullptr});
  }
  llvm::raw_ostream &stream =
      options.printStream ? *options.printStream : llvm::outs();
  RaceRun run(memory, std::move(ready), options, stream);
  if (blocks != 0)
    run.execute();
  stream.flush();
  return summarise(run.engines, options, run.stopAfter);
}

FailureOr<RunSummary> Program::run(Memory &memory,
                                   llvm::ArrayRef<Argument> arguments,
                                   const RunOptions &options) const {
  if (options.checkRaces)
    return runConcurrently(
        memory, ConcurrentLaunch{this, arguments, options.grid, 0, nullptr},
        options);
  auto values = prepare(entryOp, params, arguments, options.grid, memory);
  if (!values)
    return failure();
  loadGlobals(memory);
  ProgramCode watched;
  if (options.observer &&
      !buildCode(moduleOp, entryOp, watched, {.keepValues = true}))
    return failure();
  const ProgramCode &running = options.observer ? watched : *code;

  BlockOrder order(options.grid, options.orderSeed);
  RunState state{options, memory, *values, deadlineOf(options)};
  WaitState waits;
  state.waits = &waits;
  llvm::raw_ostream &stream =
      options.printStream ? *options.printStream : llvm::outs();
  OrderedOutput output(stream);
  Progress progress(options, order.size());
  unsigned threads = static_cast<unsigned>(std::min<uint64_t>(
      std::max(1u, options.onlyBlock || options.observer ? 1 : options.threads),
      order.size()));
  waits.unfinished = threads;
  std::vector<std::unique_ptr<Engine>> workers;
  for (unsigned t = 0; t < threads; ++t)
    workers.push_back(std::make_unique<Engine>(running, state));
  std::atomic<uint64_t> next{0};
  uint64_t end = order.size();
  if (options.onlyBlock) {
    next = *options.onlyBlock;
    end = std::min(end, *options.onlyBlock + 1);
  }
  auto work = [&](Engine &engine) {
    while (true) {
      uint64_t position = next.fetch_add(1);
      if (position >= end || position > state.stopAfter.load()) {
        --waits.unfinished;
        return;
      }
      if (threads == 1) {
        engine.runBlock(position, order.at(position), stream);
      } else {
        std::string text;
        llvm::raw_string_ostream os(text);
        engine.runBlock(position, order.at(position), os);
        output.finished(position, std::move(text));
      }
      progress.finished();
    }
  };
  std::vector<std::thread> pool;
  for (unsigned t = 1; t < threads; ++t)
    pool.emplace_back(work, std::ref(*workers[t]));
  work(*workers[0]);
  for (std::thread &thread : pool)
    thread.join();
  stream.flush();

  return summarise(workers, options, state.stopAfter.load());
}

} // namespace tessera::interp
