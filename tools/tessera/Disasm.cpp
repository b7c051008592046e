//===- tools/tessera/Disasm.cpp - tessera disasm -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Prints bytecode as text, its sections' sizes or its annotated bytes.
//
//===----------------------------------------------------------------------===//

#include "BytecodeOptions.h"
#include "Command.h"
#include "Diagnostics.h"
#include "tessera/Bytecode/Dump.h"
#include "tessera/Driver/ModuleText.h"
#include "tessera/Driver/Session.h"
#include "tessera/Support/Error.h"

#include "mlir/IR/Diagnostics.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace llvm;
using namespace tessera;

static Error printText(driver::Session &session,
                       std::unique_ptr<MemoryBuffer> file,
                       const tool::BytecodeOptions &options, raw_ostream &os) {
  Expected<driver::LoadedModule> module = session.loadBuffer(std::move(file));
  if (!module)
    return module.takeError();
  mlir::OpPrintingFlags flags;
  if (options.printDebugInfo)
    flags.enableDebugInfo();
  driver::printModule(std::move(*module), flags, os);
  return Error::success();
}

static Error printStats(driver::Session &session,
                        std::unique_ptr<MemoryBuffer> file, raw_ostream &os) {
  MemoryBufferRef bytes = file->getMemBufferRef();
  auto sections = bytecode::listSections(bytes, &session.context());
  if (failed(sections))
    return make_error<driver::DiagnosedError>();
  os << "version " << bytecode::getVersion(bytes.getBuffer())->str() << ", "
     << bytes.getBufferSize() << " bytes\n";
  os << "section       offset      bytes      items\n";
  for (const bytecode::SectionInfo &section : *sections)
    os << left_justify(section.name, 10)
       << format("%10" PRIu64 " %10" PRIu64 " %10" PRIu64 "\n", section.offset,
                 section.bytes, section.count);
  Expected<driver::LoadedModule> module = session.loadBuffer(std::move(file));
  if (!module)
    return module.takeError();
  uint64_t operations = 0;
  for (cuda_tile::EntryOp entry : module->entries())
    entry.getBody().walk([&](mlir::Operation *) { ++operations; });
  os << "operations " << operations << '\n';
  return Error::success();
}

static Error printDump(driver::Session &session, const MemoryBuffer &file,
                       raw_ostream &os) {
  if (failed(bytecode::dumpBytecode(file.getMemBufferRef(), &session.context(),
                                    os)))
    return make_error<driver::DiagnosedError>();
  return Error::success();
}

int tool::disasmCommand(ArrayRef<const char *> arguments) {
  Expected<BytecodeOptions> options =
      parseBytecodeOptions(BytecodeCommand::Disasm, arguments);
  if (!options)
    return fail(options.takeError());
  if (options->done)
    return 0;
  driver::Session session;
  tool::DiagnosticPrinter printer(session.sources(), &session.context());
  Expected<std::unique_ptr<MemoryBuffer>> file =
      driver::Session::openFile(options->input);
  if (!file)
    return fail(file.takeError());
  bool isRaw = options->stats || options->dump;
  if (isRaw && !bytecode::isBytecode((*file)->getBuffer()))
    return fail("cannot read '" + options->input +
                "': expected Tile IR bytecode");
  if (bytecode::getVersion((*file)->getBuffer()) == bytecode::kVersion13_4)
    session.allowProvisionalRules();
  // What is known of a malformed file is worth showing: a dump goes out even
  // when it ends in an error.
  if (options->dump && (options->output.empty() || options->output == "-")) {
    Error error = printDump(session, **file, outs());
    return error ? fail(std::move(error)) : 0;
  }
  Error error =
      writeOutput(options->output.empty() ? "-" : options->output,
                  [&](raw_ostream &os) -> Error {
                    if (options->dump)
                      return printDump(session, **file, os);
                    if (options->stats)
                      return printStats(session, std::move(*file), os);
                    return printText(session, std::move(*file), *options, os);
                  });
  return error ? fail(std::move(error)) : 0;
}
