//===- tools/tessera/Diagnostics.cpp - how a command reports ----*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Prints what is reported, or keeps it for the document at the end.
//
//===----------------------------------------------------------------------===//

#include "Diagnostics.h"
#include "Command.h"
#include "Progress.h"
#include "tessera/Driver/ReportedDiagnostics.h"
#include "tessera/Support/Error.h"
#include "tessera/Support/PendingFile.h"

#include "llvm/Support/raw_ostream.h"

#include <mutex>

using namespace llvm;
using namespace tessera;

namespace {
struct State {
  DiagnosticFormat format = DiagnosticFormat::Text;
  std::string file;
  DiagnosticReport report{"tessera"};
  /// Limits of time are reported by a thread of their own.
  std::mutex mutex;
};
} // namespace

/// The process reports in one way, from its first word to its last.
static State &state() {
  static State state;
  return state;
}

Error tool::setDiagnosticFormat(StringRef format, StringRef file,
                                StringRef command) {
  std::optional<DiagnosticFormat> found = findDiagnosticFormat(format);
  if (!found)
    return makeError(
        "--diagnostics-format: expected text, json or sarif, got '" + format +
        "'");
  if (!file.empty() && *found == DiagnosticFormat::Text)
    return makeError("--diagnostics-file: expected --diagnostics-format=json "
                     "or =sarif with it");
  state().format = *found;
  state().file = file.str();
  state().report = DiagnosticReport(("tessera " + command).str());
  return Error::success();
}

bool tool::keepsDiagnostics() {
  return state().format != DiagnosticFormat::Text;
}

int tool::finishDiagnostics(int status) {
  if (!keepsDiagnostics())
    return status;
  State &kept = state();
  std::lock_guard lock(kept.mutex);
  if (kept.file.empty()) {
    outs().flush();
    kept.report.write(errs(), kept.format, status);
    return status;
  }
  auto write = [&]() -> Error {
    Expected<PendingFile> file = PendingFile::create(kept.file);
    if (!file)
      return file.takeError();
    kept.report.write(file->os(), kept.format, status);
    return file->commit();
  };
  if (Error error = write()) {
    kept.format = DiagnosticFormat::Text;
    return fail(prefixError("--diagnostics-file: ", std::move(error)));
  }
  return status;
}

void tool::keep(ReportedDiagnostic diagnostic) {
  if (!keepsDiagnostics())
    return;
  std::lock_guard lock(state().mutex);
  state().report.add(std::move(diagnostic));
}

void tool::report(ReportedDiagnostic diagnostic, const Twine &text) {
  if (keepsDiagnostics()) {
    keep(std::move(diagnostic));
    return;
  }
  // Keep the order of what was printed so far and the error.
  outs().flush();
  clearProgress();
  errs() << text << '\n';
}

void tool::report(StringRef file, const ptx::Diagnostics &diagnostics) {
  for (const ptx::Diagnostic &diagnostic : diagnostics) {
    ReportedDiagnostic reported;
    reported.severity = diagnostic.isNote ? ReportedDiagnostic::Severity::Note
                                          : ReportedDiagnostic::Severity::Error;
    reported.message = diagnostic.message;
    reported.place = {file.str(), diagnostic.location.line,
                      diagnostic.location.column};
    report(std::move(reported), diagnostic.render(file));
  }
}

tool::DiagnosticPrinter::DiagnosticPrinter(SourceMgr &sources,
                                           mlir::MLIRContext *context) {
  if (!keepsDiagnostics()) {
    handler.emplace<mlir::SourceMgrDiagnosticHandler>(sources, context);
    return;
  }
  handler.emplace<mlir::ScopedDiagnosticHandler>(
      context, [](mlir::Diagnostic &diagnostic) {
        keep(driver::reportedDiagnostic(diagnostic));
      });
}
