//===- fuzz/Generator/Roads/SerialRoads.cpp - printed or written, read, then interpreted -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `text` prints and parses (odd seeds in generic form), `bytecode` writes the
// oldest version of 13.3 and 13.4 that has everything used, and reads. What was
// read must come out the same when written again.
//
//===----------------------------------------------------------------------===//

#include "../Road.h"
#include "tessera/Bytecode/Reader.h"
#include "tessera/Bytecode/Writer.h"

#include "mlir/Parser/Parser.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::fuzz;

namespace {
class TextRoad : public Road {
public:
  llvm::StringRef name() const override { return "text"; }
  Outcome run(const Program &program) override {
    OpPrintingFlags flags;
    if (program.seed % 2)
      flags.printGenericOpForm();
    auto print = [&](Operation *op) {
      std::string text;
      llvm::raw_string_ostream os(text);
      op->print(os, flags);
      return text;
    };
    // As a file has it: inside a builtin module.
    OwningOpRef<mlir::ModuleOp> original = mlir::ModuleOp::create(
        UnknownLoc::get(program.module.get().getContext()));
    original->push_back(program.module.get()->clone());
    std::string text = print(*original);
    OwningOpRef<mlir::ModuleOp> parsed;
    std::string errors = collectErrors(program.module.get().getContext(), [&] {
      parsed = parseSourceString<mlir::ModuleOp>(
          text, ParserConfig(program.module.get().getContext()));
    });
    if (!parsed)
      return Outcome::failed("not parsed: " + errors);
    cuda_tile::ModuleOp module = bytecode::findTileIRModule(*parsed);
    if (!module)
      return Outcome::failed("no module in the parsed text");
    if (print(*parsed) != text)
      return Outcome::failed("parsed text prints differently");
    return interpret(module, program);
  }
};

class BytecodeRoad : public Road {
public:
  llvm::StringRef name() const override { return "bytecode"; }
  Outcome run(const Program &program) override {
    bytecode::Version version =
        program.needs13_4 ? bytecode::kVersion13_4 : bytecode::kVersion13_3;
    std::string bytes, again;
    OwningOpRef<cuda_tile::ModuleOp> module;
    bool written = false, rewritten = false;
    std::string errors = collectErrors(program.module.get().getContext(), [&] {
      llvm::raw_string_ostream os(bytes), osAgain(again);
      cuda_tile::ModuleOp source = program.module.get();
      written = succeeded(bytecode::writeBytecode(source, os, version));
      if (!written)
        return;
      module = bytecode::readBytecode(llvm::MemoryBufferRef(bytes, "program"),
                                      source.getContext());
      if (module)
        rewritten =
            succeeded(bytecode::writeBytecode(*module, osAgain, version));
    });
    if (!written)
      return Outcome::failed("not written: " + errors);
    if (!module)
      return Outcome::failed("not read: " + errors);
    if (!rewritten || bytes != again)
      return Outcome::failed("written again, the bytes differ: " + errors);
    return interpret(*module, program);
  }
};
} // namespace

std::unique_ptr<Road> fuzz::makeTextRoad() {
  return std::make_unique<TextRoad>();
}
std::unique_ptr<Road> fuzz::makeBytecodeRoad() {
  return std::make_unique<BytecodeRoad>();
}
