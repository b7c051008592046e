//===- PTX/Parser.h - PTX text to tree ----------------------------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Input is hostile: the parser is linear in the text, nests at most
// maxNestingDepth deep and has no state outside the call.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_PTX_PARSER_H
#define TESSERA_PTX_PARSER_H

#include "tessera/PTX/AST.h"

namespace tessera::ptx {

/// How deep blocks, initialisers and constant expressions may nest, together.
constexpr unsigned maxNestingDepth = 100;

/// Parses a module. On a syntax error adds one diagnostic, the first, and
/// returns nothing.
std::optional<Module> parse(llvm::StringRef text, Diagnostics &diagnostics);

/// A note on each directive of the module that is kept and means nothing here.
Diagnostics notesOn(const Module &module);

} // namespace tessera::ptx

#endif // TESSERA_PTX_PARSER_H
