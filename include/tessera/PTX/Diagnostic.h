//===- PTX/Diagnostic.h - located findings about PTX text ---------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Parser and verifier report by value; nothing is printed by the library.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_PTX_DIAGNOSTIC_H
#define TESSERA_PTX_DIAGNOSTIC_H

#include "llvm/ADT/StringRef.h"

#include <cstdint>
#include <string>
#include <vector>

namespace tessera::ptx {

/// A place in the text, counted from 1. All places are equal: where something
/// stands does not take part in the comparison of syntax trees.
struct SourceLocation {
  uint32_t line = 0;
  uint32_t column = 0;
  bool operator==(const SourceLocation &) const { return true; }
};

/// One error or note: lower-case, without a full stop.
struct Diagnostic {
  SourceLocation location;
  std::string message;
  bool isNote = false;
  /// "FILE:LINE:COLUMN: error: MESSAGE", or "note".
  std::string render(llvm::StringRef file) const;
};

using Diagnostics = std::vector<Diagnostic>;

} // namespace tessera::ptx

#endif // TESSERA_PTX_DIAGNOSTIC_H
