//===- tools/tessera-lsp-server/Reference.h - pages of operations -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The reference of the language (docs/generated/cuda_tile.md), which is part of
// the program, page by page.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_TOOLS_TESSERALSPSERVER_REFERENCE_H
#define TESSERA_TOOLS_TESSERALSPSERVER_REFERENCE_H

#include "llvm/ADT/StringRef.h"

#include <string>

namespace tessera::editor {

/// The page of an operation as Markdown: a sentence, its syntax, its meaning,
/// what is rejected, an example. Empty for ops of other dialects.
std::string referencePage(llvm::StringRef operation);

/// Its first sentence alone: "Floating-point addition".
std::string referenceSummary(llvm::StringRef operation);

} // namespace tessera::editor

#endif // TESSERA_TOOLS_TESSERALSPSERVER_REFERENCE_H
