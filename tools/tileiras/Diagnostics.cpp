//===- tools/tileiras/Diagnostics.cpp - messages as clients read them *- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Prints diagnostics in the form that clients of the assembler parse.
//
//===----------------------------------------------------------------------===//

#include "Diagnostics.h"

#include "llvm/Support/ConvertUTF.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace tessera::tileiras {

std::string sanitize(StringRef text) {
  std::string result;
  while (!text.empty()) {
    auto *bytes = reinterpret_cast<const UTF8 *>(text.data());
    unsigned length = getNumBytesForUTF8(*bytes);
    bool isGood =
        length <= text.size() && isLegalUTF8Sequence(bytes, bytes + length);
    if (!isGood)
      length = 1;
    if (!isGood)
      result += '?';
    else if (text[0] == '\n' || text[0] == '\r')
      result += ' ';
    else
      result += text.take_front(length);
    text = text.drop_front(length);
  }
  return result;
}

static StringRef severityName(mlir::DiagnosticSeverity severity) {
  switch (severity) {
  case mlir::DiagnosticSeverity::Error:
    return "error";
  case mlir::DiagnosticSeverity::Warning:
    return "warning";
  case mlir::DiagnosticSeverity::Note:
    return "note";
  case mlir::DiagnosticSeverity::Remark:
    return "remark";
  }
  return "error";
}

/// `loc("FILE":LINE:COL): ` for the first file position in a location.
static std::string renderLocation(mlir::Location location) {
  std::string text;
  location->walk([&](mlir::Location part) {
    auto position = dyn_cast<mlir::FileLineColLoc>(mlir::LocationAttr(part));
    if (!position)
      return mlir::WalkResult::advance();
    text = "loc(\"" + sanitize(position.getFilename()) +
           "\":" + std::to_string(position.getLine()) + ":" +
           std::to_string(position.getColumn()) + "): ";
    return mlir::WalkResult::interrupt();
  });
  return text;
}

std::string render(const mlir::Diagnostic &diagnostic) {
  std::string text = renderLocation(diagnostic.getLocation()) +
                     severityName(diagnostic.getSeverity()).str() + ": " +
                     sanitize(diagnostic.str()) + "\n";
  for (const mlir::Diagnostic &note :
       const_cast<mlir::Diagnostic &>(diagnostic).getNotes())
    text += render(note);
  return text;
}

namespace {
struct State {
  DiagnosticFormat format = DiagnosticFormat::Text;
  DiagnosticReport report{"tileiras"};
};
} // namespace

/// The process reports in one way, from its first word to its last.
static State &state() {
  static State state;
  return state;
}

void report(ReportedDiagnostic diagnostic, StringRef text) {
  if (state().format == DiagnosticFormat::Text)
    errs() << text;
  else
    state().report.add(std::move(diagnostic));
}

bool setDiagnosticFormat(StringRef name) {
  std::optional<DiagnosticFormat> format = findDiagnosticFormat(name);
  state().format = format.value_or(DiagnosticFormat::Text);
  return format.has_value();
}

int finishDiagnostics(int status) {
  if (state().format != DiagnosticFormat::Text)
    state().report.write(errs(), state().format, status);
  return status;
}

} // namespace tessera::tileiras
