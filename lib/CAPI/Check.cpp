//===- CAPI/Check.cpp - kernels with every access checked *- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The interpreter on the caller's memory. The source is read anew: a session
// serves one thread, and a kernel may be checked by many.
//
//===----------------------------------------------------------------------===//

#include "Arguments.h"
#include "Buffers.h"
#include "Diagnostics.h"

#include "tessera/Driver/Session.h"
#include "tessera/Interpreter/Interpreter.h"
#include "tessera/Support/CrashScope.h"

#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

#include <chrono>

using namespace llvm;
using namespace tessera;
using namespace tessera::capi;

namespace {
/// Passes what is printed on to a caller's function.
class CallbackStream : public raw_ostream {
public:
  CallbackStream(tessera_write write, void *stream)
      : raw_ostream(/*unbuffered=*/true), write(write), stream(stream) {}

private:
  void write_impl(const char *text, size_t bytes) override {
    position += bytes;
    write(stream, text, bytes);
  }
  uint64_t current_pos() const override { return position; }

  tessera_write write;
  void *stream;
  uint64_t position = 0;
};

/// A caller's buffer as the interpreter wants it, on a boundary of 8 bytes.
struct BoundBuffer {
  interp::ProvenanceId id = 0;
  /// What stands in for memory on another boundary.
  std::unique_ptr<uint64_t[]> copy;
};

/// One checked launch.
class CheckedLaunch {
public:
  CheckedLaunch(const tessera_kernel &kernel,
                const tessera_check_options &options,
                ArrayRef<tessera_buffer> buffers, ArrayRef<uint64_t> slots,
                tessera_check_result &result, tessera_diagnostics &all)
      : kernel(kernel), options(options), buffers(buffers), slots(slots),
        result(result), all(all) {}
  tessera_status run();

private:
  tessera_status interpret(cuda_tile::EntryOp entry);
  tessera_status explore(const interp::Program &program,
                         interp::RunOptions &runOptions);
  bool bindBuffers();
  interp::Argument argumentFor(uint64_t pointer) const;
  tessera_status failure() const;

  const tessera_kernel &kernel;
  const tessera_check_options &options;
  ArrayRef<tessera_buffer> buffers;
  ArrayRef<uint64_t> slots;
  tessera_check_result &result;
  tessera_diagnostics &all;
  std::chrono::steady_clock::time_point start =
      std::chrono::steady_clock::now();
  driver::Session session;
  interp::Memory memory;
  std::vector<BoundBuffer> bound;
  SmallVector<interp::Argument> values;
};
} // namespace

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

bool CheckedLaunch::bindBuffers() {
  for (auto [index, buffer] : enumerate(buffers)) {
    BoundBuffer &made = bound.emplace_back();
    void *data = buffer.data;
    if (addressOf(buffer) % sizeof(uint64_t) != 0) {
      made.copy.reset(new (std::nothrow)
                          uint64_t[divideCeil(buffer.bytes, sizeof(uint64_t))]);
      if (!made.copy)
        return false;
      std::memcpy(made.copy.get(), data, buffer.bytes);
      data = made.copy.get();
    }
    interp::BufferOptions bufferOptions;
    bufferOptions.initialised = !buffer.uninitialised;
    bufferOptions.readOnly = buffer.read_only;
    std::string name =
        buffer.name ? buffer.name : "buffer " + std::to_string(index);
    made.id = memory.addHostBuffer(name, data, buffer.bytes, bufferOptions);
    if (!made.id)
      return false;
  }
  return true;
}

interp::Argument CheckedLaunch::argumentFor(uint64_t pointer) const {
  if (std::optional<size_t> i = findBuffer(buffers, pointer))
    return interp::Argument::pointer(bound[*i].id,
                                     pointer - addressOf(buffers[*i]));
  return interp::Argument::pointer(0, pointer);
}

//===----------------------------------------------------------------------===//
// The run
//===----------------------------------------------------------------------===//

/// Of a run that could not go on: its last diagnostic says why.
tessera_status CheckedLaunch::failure() const {
  std::chrono::duration<double> passed =
      std::chrono::steady_clock::now() - start;
  if (options.timeout_seconds > 0 && passed.count() >= options.timeout_seconds)
    return TESSERA_TIMED_OUT;
  if (options.max_steps_per_block && !all.diagnostics.empty() &&
      StringRef(all.diagnostics.back().message).starts_with("step limit of "))
    return TESSERA_STEP_LIMIT;
  // What cannot go on is wrong too: a loop that nothing will end.
  return TESSERA_FINDINGS;
}

tessera_status CheckedLaunch::explore(const interp::Program &program,
                                      interp::RunOptions &runOptions) {
  uint32_t schedules = std::max<uint32_t>(options.race_schedules, 1);
  program.loadGlobals(memory);
  std::optional<interp::Memory::Snapshot> before, after;
  if (schedules > 1)
    before = memory.snapshot();
  for (uint32_t i = 0; i < schedules; ++i) {
    if (i > 0)
      memory.restore(*before);
    result.seed = runOptions.orderSeed;
    mlir::FailureOr<interp::RunSummary> summary =
        program.run(memory, values, runOptions);
    if (mlir::failed(summary)) {
      result.findings = 1;
      return failure();
    }
    result.findings = summary->totalFindings();
    result.failed_asserts = summary->failedAsserts();
    result.blocks = summary->blocksRun;
    result.steps = summary->stepsRun;
    if (result.findings)
      return result.findings == result.failed_asserts ? TESSERA_ASSERT_FAILED
                                                      : TESSERA_FINDINGS;
    if (i == 0 && schedules > 1)
      after = memory.snapshot();
    ++runOptions.orderSeed;
    // What the kernel prints is shown once.
    runOptions.printStream = &nulls();
  }
  if (after)
    memory.restore(*after);
  return TESSERA_OK;
}

tessera_status CheckedLaunch::interpret(cuda_tile::EntryOp entry) {
  mlir::FailureOr<std::unique_ptr<interp::Program>> program =
      interp::Program::create(entry->getParentOfType<cuda_tile::ModuleOp>(),
                              driver::entryName(entry));
  if (mlir::failed(program))
    return TESSERA_UNSUPPORTED;
  if (!bindBuffers()) {
    addError(all, "no memory for the buffers");
    return TESSERA_OUT_OF_MEMORY;
  }
  for (auto [parameter, slot] : zip((*program)->parameters(), slots))
    values.push_back(parameter.isPointer ? argumentFor(slot)
                                         : interp::Argument::scalar(slot));
  interp::RunOptions runOptions;
  runOptions.grid = {options.grid[0], options.grid[1], options.grid[2]};
  runOptions.checkRaces = options.race_schedules > 0;
  runOptions.checkAssumes = true;
  runOptions.orderSeed = options.seed;
  runOptions.maxStepsPerBlock = options.max_steps_per_block;
  runOptions.timeoutSeconds = options.timeout_seconds;
  std::optional<CallbackStream> stream;
  if (options.write)
    runOptions.printStream = &stream.emplace(options.write, options.stream);
  tessera_status status = explore(**program, runOptions);
  for (auto [buffer, made] : zip(buffers, bound))
    if (made.copy && !buffer.read_only)
      std::memcpy(buffer.data, made.copy.get(), buffer.bytes);
  return status;
}

tessera_status CheckedLaunch::run() {
  if (kernel.owner->provisionalRules)
    session.allowProvisionalRules();
  mlir::ScopedDiagnosticHandler handler(&session.context(),
                                        [&](mlir::Diagnostic &diagnostic) {
                                          addDiagnostic(all, diagnostic);
                                          return mlir::success();
                                        });
  Expected<driver::LoadedModule> module =
      session.loadBuffer(MemoryBuffer::getMemBufferCopy(
          kernel.owner->source, kernel.owner->sourceName));
  Expected<cuda_tile::EntryOp> entry =
      module ? module->findEntry(kernel.name)
             : Expected<cuda_tile::EntryOp>(module.takeError());
  if (entry)
    return interpret(*entry);
  // It compiled once.
  addError(all, toString(entry.takeError()));
  return TESSERA_INTERNAL_ERROR;
}

tessera_status tessera_check(const tessera_kernel *kernel,
                             const tessera_check_options *given,
                             const tessera_buffer *buffers, size_t numBuffers,
                             const tessera_argument *arguments,
                             size_t numArguments, tessera_check_result *result,
                             tessera_diagnostics **diagnostics) {
  auto all = std::make_unique<tessera_diagnostics>();
  tessera_check_result report = TESSERA_CHECK_RESULT_INIT;
  auto finish = [&](tessera_status status) {
    if (result && result->struct_size > sizeof(size_t))
      writeStruct(result, report);
    if (diagnostics)
      *diagnostics = all->diagnostics.empty() ? nullptr : all.release();
    return status;
  };
  auto invalid = [&](std::string message) {
    addError(*all, std::move(message));
    return finish(TESSERA_INVALID_ARGUMENT);
  };
  tessera_check_options options;
  if (!kernel || (numArguments && !arguments) || (numBuffers && !buffers))
    return invalid("expected a kernel, its buffers and arguments, got NULL");
  if (kernel->owner->source.empty())
    return invalid("expected a module that was compiled from a source, got one "
                   "that was loaded from a container");
  if (!readStruct(given, TESSERA_CHECK_OPTIONS_INIT, options))
    return invalid("expected the size of the options in struct_size");
  if (std::string problem = capi::problemOf(options.grid); !problem.empty())
    return invalid(std::move(problem));
  if (!(options.timeout_seconds >= 0))
    return invalid("expected a number of seconds as time-out, got " +
                   std::to_string(options.timeout_seconds));
  ArrayRef<tessera_buffer> known(buffers, numBuffers);
  if (std::string problem = capi::problemOf(known); !problem.empty())
    return invalid(std::move(problem));
  SlotWriter writer(*kernel);
  for (size_t i = 0; i < numArguments; ++i)
    if (!writer.add(arguments[i]))
      return invalid(writer.message);
  if (!writer.finish())
    return invalid(writer.message);

  // Other threads may destroy the module meanwhile.
  tessera_module *owner = tessera_module_retain(kernel->owner);
  tessera_status status = TESSERA_INTERNAL_ERROR;
  if (int signal = crash::runGuarded([&] {
        auto launch = std::make_unique<CheckedLaunch>(
            *kernel, options, known, writer.slots, report, *all);
        status = launch->run();
      })) {
    addError(*all, "the interpreter crashed (signal " + std::to_string(signal) +
                       "): a defect of Tessera " + tessera_version());
    status = TESSERA_INTERNAL_ERROR;
  }
  tessera_module_destroy(owner);
  return finish(status);
}
