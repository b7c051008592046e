//===- tools/tessera/Litmus/RunLitmus.cpp - run a litmus test --------------------===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `tessera litmus` asks what can happen; this makes it happen, as often as
// there are seeds. PTX and host threads run beside the tile blocks as scripts;
// one that needs more than a script can say is refused by name.
//
//===----------------------------------------------------------------------===//

#include "RunLitmus.h"

#include "Command.h"
#include "Diagnostics.h"
#include "LitmusScript.h"
#include "tessera/Driver/Session.h"
#include "tessera/Litmus/LitmusTest.h"
#include "tessera/Support/Error.h"

#include "mlir/IR/Diagnostics.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace tessera;

namespace {
/// What the interpreter needs of a test.
class LitmusRun {
public:
  LitmusRun(StringRef path, const litmus::LitmusTest &test,
            ArrayRef<cuda_tile::EntryOp> entries)
      : path(path), test(test), entries(entries) {}

  /// Programs for all threads.
  Error prepare() {
    if (!test.program.kernels.empty())
      return makeError(path +
                       ": tile blocks run at the same time here; kernels "
                       "in a stream are not run");
    for (unsigned i = 0; i < test.program.threads.size(); ++i)
      if (Error error = addThread(i))
        return error;
    return Error::success();
  }

  /// One schedule, from the initial values.
  Expected<interp::RunSummary> run(const interp::RunOptions &options) {
    interp::Memory memory;
    std::vector<Buffer> buffers;
    for (const memmodel::Variable &variable : test.program.image.variables())
      addBuffer(variable, memory, buffers);
    std::vector<std::vector<interp::Argument>> arguments;
    std::vector<interp::ScriptedThread> scripts;
    scripts.reserve(threads.size());
    arguments.reserve(threads.size());
    std::vector<interp::ConcurrentLaunch> launches;
    auto place = [&](uint64_t address) -> tool::ScriptPlace {
      for (const Buffer &buffer : buffers)
        if (address - buffer.address < buffer.size)
          return {buffer.id, address - buffer.address};
      return {0, address};
    };
    for (const RunThread &thread : threads) {
      if (!thread.program) {
        scripts.push_back(tool::makeScript(*thread.source, thread.cta, place));
        launches.push_back({nullptr, {}, {}, 0, &scripts.back()});
        continue;
      }
      std::vector<interp::Argument> &values = arguments.emplace_back();
      for (auto [parameter, bits] :
           zip(thread.program->parameters(), thread.launch.arguments)) {
        auto [id, offset] = place(bits);
        values.push_back(parameter.isPointer
                             ? interp::Argument::pointer(id, offset)
                             : interp::Argument::scalar(bits));
      }
      launches.push_back({thread.program.get(), values, thread.launch.grid,
                          static_cast<unsigned>(thread.source->agent.gpu),
                          nullptr});
    }
    mlir::FailureOr<interp::RunSummary> summary =
        interp::runConcurrently(memory, launches, options);
    if (mlir::failed(summary))
      return make_error<driver::DiagnosedError>();
    return std::move(*summary);
  }

private:
  struct RunThread {
    const memmodel::Thread *source;
    /// Of a grid of tile blocks; else it is a script, in a CTA with a number.
    std::unique_ptr<interp::Program> program;
    litmus::TileLaunch launch;
    uint32_t cta = 0;
  };
  struct Buffer {
    uint64_t address, size;
    std::unique_ptr<uint64_t[]> bytes;
    interp::ProvenanceId id;
  };

  Error addThread(unsigned index) {
    const memmodel::Thread &thread = test.program.threads[index];
    std::optional<litmus::TileLaunch> launch = test.tileLaunch(index);
    if (!launch) {
      if (Error error = tool::checkScript(thread))
        return makeError(path + ": " + toString(std::move(error)));
      uint32_t cta = 0;
      if (thread.agent.gpu >= 0)
        cta =
            ctas.try_emplace(thread.agent.block, ctas.size() + 1).first->second;
      threads.push_back({&thread, nullptr, {}, cta});
      return Error::success();
    }
    // The blocks of a grid are threads of the test and one launch.
    if (!(launch->block == interp::Dim3{0, 0, 0}))
      return Error::success();
    for (cuda_tile::EntryOp entry : entries) {
      if (driver::entryName(entry) != launch->entry)
        continue;
      auto created = interp::Program::create(
          entry->getParentOfType<cuda_tile::ModuleOp>(), launch->entry);
      if (mlir::failed(created))
        return make_error<driver::DiagnosedError>();
      threads.push_back({&thread, std::move(*created), *launch});
      return Error::success();
    }
    return makeError(path + ": there is no entry @" + launch->entry);
  }

  /// Variables that are views of another one share its buffer.
  void addBuffer(const memmodel::Variable &variable, interp::Memory &memory,
                 std::vector<Buffer> &buffers) const {
    for (const Buffer &buffer : buffers)
      if (variable.address - buffer.address < buffer.size)
        return;
    Buffer &buffer = buffers.emplace_back();
    buffer.address = variable.address;
    buffer.size = variable.byteSize();
    buffer.bytes = std::make_unique<uint64_t[]>(buffer.size / 8 + 1);
    for (uint32_t i = 0; i < variable.length; ++i) {
      uint64_t value = test.program.image.initialValue(
          {variable.address + uint64_t(i) * variable.elementSize,
           variable.elementSize});
      memcpy(reinterpret_cast<char *>(buffer.bytes.get()) +
                 uint64_t(i) * variable.elementSize,
             &value, variable.elementSize);
    }
    buffer.id =
        memory.addHostBuffer(variable.name, buffer.bytes.get(), buffer.size);
  }

  StringRef path;
  const litmus::LitmusTest &test;
  ArrayRef<cuda_tile::EntryOp> entries;
  std::vector<RunThread> threads;
  StringMap<uint32_t> ctas;
};
} // namespace

int tool::runLitmusTest(StringRef path, interp::RunOptions options,
                        unsigned seeds) {
  if (!options.checkRaces)
    return fail("a litmus test is run with --check=race only");
  Expected<std::unique_ptr<MemoryBuffer>> buffer =
      driver::Session::openFile(path);
  if (!buffer)
    return fail(buffer.takeError());
  std::string text = (*buffer)->getBuffer().str();
  driver::Session session;
  tool::DiagnosticPrinter printer(session.sources(), &session.context());
  Expected<driver::LoadedModule> module =
      session.loadBuffer(std::move(*buffer));
  if (!module)
    return fail(module.takeError());
  Expected<litmus::LitmusTest> test =
      litmus::readTest(path, text, session.context());
  if (!test)
    return fail(test.takeError());
  auto entries = module->entries();
  LitmusRun run(path, *test, entries);
  if (Error error = run.prepare())
    return fail(std::move(error));
  for (unsigned i = 0; i < seeds; ++i, ++options.orderSeed) {
    Expected<interp::RunSummary> summary = run.run(options);
    if (!summary)
      return fail(summary.takeError());
    if (!summary->clean())
      return fail(test->name + ": " + std::to_string(summary->totalFindings()) +
                  (summary->totalFindings() == 1 ? " finding" : " findings") +
                  " with --order-seed " + Twine(options.orderSeed));
  }
  outs() << test->name << ": no data race in " << seeds
         << (seeds == 1 ? " schedule\n" : " schedules\n");
  return 0;
}
