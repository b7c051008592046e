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

void driver::printDefinitions(LoadedModule module, mlir::OpPrintingFlags flags,
                              raw_ostream &os) {
  auto definitions =
      cast<cuda_tile::ModuleOp>(module.root().getBody()->front());
  if (definitions.getBody().front().empty()) {
    os << '\n';
    return;
  }
  // The place of the module is none of the text, and is to have no alias: those
  // of others are numbered in the order in which they come.
  definitions->setLoc(definitions.getBody().front().front().getLoc());
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
    os << line << '\n';
    rest = after;
  }
  // Aliases of locations follow.
  os << rest.split('\n').second;
}
