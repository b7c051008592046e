//===- Driver/ModuleText.cpp - a module as text ------------------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Prints modules with and without what is around their definitions.
//
//===----------------------------------------------------------------------===//

#include "tessera/Driver/ModuleText.h"

#include "llvm/ADT/StringExtras.h"

using namespace llvm;
using namespace tessera;

void driver::printModule(LoadedModule module, mlir::OpPrintingFlags flags,
                         raw_ostream &os) {
  mlir::Block *block = module.root().getBody();
  if (!hasSingleElement(*block)) {
    module.root().print(os, flags);
    os << '\n';
    return;
  }
  mlir::Operation *op = &block->front();
  op->remove();
  op->print(os, flags);
  op->destroy();
}

namespace {
/// What NVIDIA's disassembler writes otherwise than the language's reference,
/// in lines of one operation.
struct Spelling {
  StringRef op, ours, theirs;
};
} // namespace
static constexpr Spelling spellings[] = {
    // Without the word, padding could be a mask (ops.md 6.4).
    {"load_ptr_tko ", ", padding = %", ", %"},
    // Since 13.4.
    {"pow ", "pow ", "fpowf "},
};

/// Prints one line of an operation, `%result = op ...`.
static void printLine(StringRef line, raw_ostream &os) {
  size_t start = line.find("= ");
  StringRef op = start == StringRef::npos ? "" : line.substr(start + 2);
  for (const Spelling &each : spellings) {
    if (!op.starts_with(each.op))
      continue;
    auto [before, after] = op.split(each.ours);
    if (before.size() == op.size())
      continue;
    os << line.take_front(start + 2) << before << each.theirs << after << '\n';
    return;
  }
  os << line << '\n';
}

void driver::printDefinitions(LoadedModule module, mlir::OpPrintingFlags flags,
                              raw_ostream &os) {
  auto definitions =
      cast<cuda_tile::ModuleOp>(module.root().getBody()->front());
  if (std::optional<StringRef> producer = definitions.getProducer())
    os << "// Producer: " << *producer << '\n';
  mlir::Block &block = definitions.getBody().front();
  // The place of the module is none of the text, and is to have no alias: those
  // of others are numbered in the order in which they come.
  if (block.empty())
    os << '\n';
  else
    definitions->setLoc(block.front().getLoc());
  std::string text;
  raw_string_ostream stream(text);
  printModule(std::move(module), flags, stream);
  // The printer has no form for a block. It escapes line ends in strings, so
  // that each line of the text is one of the printer's, and the lines inside
  // the module are those between its first and its closing brace.
  StringRef rest = StringRef(text).split('\n').second;
  while (!rest.empty() && !rest.starts_with("}")) {
    auto [line, after] = rest.split('\n');
    line.consume_front("  ");
    printLine(line, os);
    rest = after;
  }
  // Aliases of locations follow.
  os << rest.split('\n').second;
}
