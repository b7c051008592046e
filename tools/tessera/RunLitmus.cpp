//===- tools/tessera/RunLitmus.cpp - run a litmus test --------------------===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `tessera litmus` asks what can happen; this makes it happen, as often as
// there are seeds. PTX and host threads are not run by the interpreter: such a
// test is refused by name.
//
//===----------------------------------------------------------------------===//

#include "RunLitmus.h"

#include "Command.h"
#include "tessera/Driver/Session.h"
#include "tessera/Litmus/LitmusTest.h"
#include "tessera/Support/Error.h"

#include "mlir/IR/Diagnostics.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Regex.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace tessera;

namespace {
/// What the interpreter needs of a test.
class LitmusRun {
public:
  LitmusRun(StringRef path, StringRef text, const litmus::LitmusTest &test,
            ArrayRef<cuda_tile::EntryOp> entries)
      : path(path), text(text), test(test), entries(entries) {}

  /// Programs for all threads.
  Error prepare() {
    for (const memmodel::Thread &thread : test.program.threads)
      if (Error error = addThread(thread.agent))
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
    for (const Block &block : blocks) {
      std::vector<interp::Argument> &values = arguments.emplace_back();
      for (uint64_t address : block.addresses)
        for (const Buffer &buffer : buffers)
          if (address - buffer.address < buffer.size)
            values.push_back(interp::Argument::pointer(
                buffer.id, address - buffer.address));
    }
    std::vector<interp::ConcurrentLaunch> launches;
    for (auto [block, values] : zip(blocks, arguments))
      launches.push_back({block.program.get(), values, {}, block.gpu});
    mlir::FailureOr<interp::RunSummary> summary =
        interp::runConcurrently(memory, launches, options);
    if (mlir::failed(summary))
      return make_error<driver::DiagnosedError>();
    return std::move(*summary);
  }

private:
  struct Block {
    std::unique_ptr<interp::Program> program;
    /// Of the variable for each parameter.
    std::vector<uint64_t> addresses;
    unsigned gpu;
  };
  struct Buffer {
    uint64_t address, size;
    std::unique_ptr<uint64_t[]> bytes;
    interp::ProvenanceId id;
  };

  /// The entry that `//! thread NAME tile ... entry=@E` names.
  StringRef entryName(StringRef agent) const {
    SmallVector<StringRef> matches;
    Regex line("//![ \t]*thread[ \t]+" + Regex::escape(agent) +
               "[ \t]+tile[^\n]*entry=@([A-Za-z0-9_.$-]+)");
    return line.match(text, &matches) ? matches[1] : agent;
  }

  /// The name at the parameter's place in the text, without '%'.
  StringRef nameOf(mlir::Location loc) const {
    auto place = dyn_cast<mlir::FileLineColLoc>(loc);
    if (!place)
      return "";
    StringRef rest = text;
    for (unsigned i = 1; i < place.getLine(); ++i)
      rest = rest.split('\n').second;
    rest = rest.drop_front(place.getColumn() - 1);
    rest.consume_front("%");
    return rest.take_while(
        [](char c) { return isAlnum(c) || c == '_' || c == '$' || c == '.'; });
  }

  Error addThread(const memmodel::Agent &agent) {
    if (!agent.isTile)
      return makeError(path + ": thread " + agent.name + " is no tile block; " +
                       "the interpreter runs tile blocks only");
    StringRef wanted = entryName(agent.name);
    for (cuda_tile::EntryOp entry : entries) {
      if (driver::entryName(entry) != wanted)
        continue;
      Block &block = blocks.emplace_back();
      block.gpu = static_cast<unsigned>(agent.gpu);
      auto created = interp::Program::create(
          entry->getParentOfType<cuda_tile::ModuleOp>(), wanted);
      if (mlir::failed(created))
        return make_error<driver::DiagnosedError>();
      block.program = std::move(*created);
      for (const interp::Parameter &parameter : block.program->parameters()) {
        const memmodel::Variable *variable =
            test.program.image.find(nameOf(parameter.loc));
        if (!variable)
          return makeError(path + ": a parameter of @" + wanted +
                           " is no variable of the test");
        block.addresses.push_back(variable->address);
      }
      return Error::success();
    }
    return makeError(path + ": there is no entry @" + wanted);
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

  StringRef path, text;
  const litmus::LitmusTest &test;
  ArrayRef<cuda_tile::EntryOp> entries;
  std::vector<Block> blocks;
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
  mlir::SourceMgrDiagnosticHandler printer(session.sources(),
                                           &session.context());
  Expected<driver::LoadedModule> module =
      session.loadBuffer(std::move(*buffer));
  if (!module)
    return fail(module.takeError());
  Expected<litmus::LitmusTest> test =
      litmus::readTest(path, text, session.context());
  if (!test)
    return fail(test.takeError());
  auto entries = module->entries();
  LitmusRun run(path, text, *test, entries);
  if (Error error = run.prepare())
    return fail(std::move(error));
  for (unsigned i = 0; i < seeds; ++i, ++options.orderSeed) {
    Expected<interp::RunSummary> summary = run.run(options);
    if (!summary)
      return fail(summary.takeError());
    if (!summary->clean())
      return fail(test->name + ": " +
                  std::to_string(summary->totalFindings()) +
                  (summary->totalFindings() == 1 ? " finding" : " findings") +
                  " with --order-seed " + Twine(options.orderSeed));
  }
  outs() << test->name << ": no data race in " << seeds
         << (seeds == 1 ? " schedule\n" : " schedules\n");
  return 0;
}
