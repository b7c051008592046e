//===- tools/tessera-lsp-server/Reference.cpp - pages of operations -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Cuts pages out of the text.
//
//===----------------------------------------------------------------------===//

#include "Reference.h"

using namespace llvm;

/// What `make docs` has written.
static constexpr char reference[] =
#include "cuda_tile.md.inc"
    ;

/// What stands below the heading of an operation.
static StringRef sectionOf(StringRef operation) {
  StringRef text(reference);
  size_t start = text.find(("### `" + operation + "` (").str());
  if (start == StringRef::npos)
    return {};
  StringRef section = text.drop_front(start).split('\n').second;
  return section.take_front(section.find("\n### ")).trim();
}

std::string tessera::editor::referencePage(StringRef operation) {
  // Tables of C++ types follow, which are for who works on the compiler.
  StringRef section = sectionOf(operation);
  for (StringRef end : {"\nTraits:", "\nInterfaces:", "\nEffects:", "\n#### "})
    section = section.take_front(section.find(end));
  return section.trim().str();
}

std::string tessera::editor::referenceSummary(StringRef operation) {
  return sectionOf(operation).split('\n').first.trim("_").str();
}
