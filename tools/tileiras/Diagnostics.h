//===- tools/tileiras/Diagnostics.h - messages as clients read them *- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Clients match each line of standard error against `loc("FILE":LINE:COL):
// error: MESSAGE` and `error: MESSAGE`, and decode it as strict UTF-8.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_TOOLS_TILEIRAS_DIAGNOSTICS_H
#define TESSERA_TOOLS_TILEIRAS_DIAGNOSTICS_H

#include "tessera/Support/DiagnosticReport.h"

#include "mlir/IR/Diagnostics.h"

#include <string>

namespace tessera::tileiras {

/// The lines of one diagnostic and its notes, each ended by a newline.
std::string render(const mlir::Diagnostic &diagnostic);

/// Prints `text` to standard error, or keeps `diagnostic` for the document that
/// finishDiagnostics() writes there.
void report(ReportedDiagnostic diagnostic, llvm::StringRef text);

/// The format called `name` (docs/diagnostics.md); false for unknown ones.
/// Called once, before anything is reported.
bool setDiagnosticFormat(llvm::StringRef name);

/// Writes the document, if there is to be one, and returns `status`.
int finishDiagnostics(int status);

/// `text` on one line, with bytes that are no UTF-8 replaced by '?'.
std::string sanitize(llvm::StringRef text);

} // namespace tessera::tileiras

#endif // TESSERA_TOOLS_TILEIRAS_DIAGNOSTICS_H
