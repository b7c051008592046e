//===- tools/tessera/Diagnostics.h - how a command reports ------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every command reports through these functions. Without options they print
// text at once. With `--diagnostics-format=json` or `=sarif`, which every
// command takes, they keep what is reported, and the process writes it as one
// document when it ends (docs/diagnostics.md).
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_TOOLS_TESSERA_DIAGNOSTICS_H
#define TESSERA_TOOLS_TESSERA_DIAGNOSTICS_H

#include "tessera/PTX/Diagnostic.h"
#include "tessera/Support/DiagnosticReport.h"

#include "mlir/IR/Diagnostics.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/SourceMgr.h"

#include <variant>

namespace tessera::tool {

/// Takes `--diagnostics-format` and `--diagnostics-file`; `command` names who
/// reports. Called once, before anything is reported.
llvm::Error setDiagnosticFormat(llvm::StringRef format, llvm::StringRef file,
                                llvm::StringRef command);

/// Writes the document, if there is to be one; the status of the process, which
/// is not 0 if it cannot be written.
int finishDiagnostics(int status);

/// Whether text would disturb what is written at the end.
bool keepsDiagnostics();

/// Keeps `diagnostic` for the document at the end, if there is to be one: for
/// who shows its text in another way.
void keep(ReportedDiagnostic diagnostic);

/// Prints `text` and a newline to standard error, or keeps `diagnostic`.
void report(ReportedDiagnostic diagnostic, const llvm::Twine &text);

/// Errors and notes about the PTX of a file.
void report(llvm::StringRef file, const ptx::Diagnostics &diagnostics);

/// While it lives, the diagnostics of a context are reported; their text shows
/// the lines of `sources`.
class DiagnosticPrinter {
public:
  DiagnosticPrinter(llvm::SourceMgr &sources, mlir::MLIRContext *context);

private:
  std::variant<std::monostate, mlir::SourceMgrDiagnosticHandler,
               mlir::ScopedDiagnosticHandler>
      handler;
};

} // namespace tessera::tool

#endif // TESSERA_TOOLS_TESSERA_DIAGNOSTICS_H
