//===- Driver/ReportedDiagnostics.cpp - MLIR's diagnostics as data --------===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Severity, place, rule and notes of a diagnostic.
//
//===----------------------------------------------------------------------===//

#include "tessera/Driver/ReportedDiagnostics.h"

#include "llvm/ADT/StringExtras.h"

using namespace llvm;
using namespace tessera;

using Severity = ReportedDiagnostic::Severity;

static Severity severityOf(mlir::DiagnosticSeverity severity) {
  switch (severity) {
  case mlir::DiagnosticSeverity::Error:
    return Severity::Error;
  case mlir::DiagnosticSeverity::Warning:
    return Severity::Warning;
  case mlir::DiagnosticSeverity::Note:
    return Severity::Note;
  case mlir::DiagnosticSeverity::Remark:
    return Severity::Remark;
  }
  return Severity::Error;
}

static ReportedPlace placeOf(mlir::Location location) {
  ReportedPlace place;
  location->walk([&](mlir::Location part) {
    auto position = dyn_cast<mlir::FileLineColLoc>(mlir::LocationAttr(part));
    if (!position)
      return mlir::WalkResult::advance();
    place = {position.getFilename().str(), position.getLine(),
             position.getColumn()};
    return mlir::WalkResult::interrupt();
  });
  return place;
}

static bool isRule(StringRef word) {
  return !word.empty() &&
         all_of(word, [](char c) { return isLower(c) || c == '-'; });
}

static std::string ruleOf(const mlir::Diagnostic &diagnostic,
                          StringRef message) {
  if (diagnostic.getSeverity() == mlir::DiagnosticSeverity::Remark) {
    StringRef category = message.split(']').first;
    return category.consume_front("[") ? category.str() : "";
  }
  ArrayRef<mlir::DiagnosticArgument> arguments =
      const_cast<mlir::Diagnostic &>(diagnostic).getArguments();
  using Kind = mlir::DiagnosticArgument::DiagnosticArgumentKind;
  if (arguments.size() < 2 || arguments[0].getKind() != Kind::String ||
      arguments[1].getKind() != Kind::String ||
      !arguments[1].getAsString().starts_with(":"))
    return "";
  StringRef word = arguments[0].getAsString();
  return isRule(word) ? word.str() : "";
}

ReportedDiagnostic
driver::reportedDiagnostic(const mlir::Diagnostic &diagnostic) {
  ReportedDiagnostic reported;
  reported.severity = severityOf(diagnostic.getSeverity());
  reported.message = diagnostic.str();
  reported.place = placeOf(diagnostic.getLocation());
  reported.rule = ruleOf(diagnostic, reported.message);
  for (const mlir::Diagnostic &note :
       const_cast<mlir::Diagnostic &>(diagnostic).getNotes())
    reported.notes.push_back(reportedDiagnostic(note));
  return reported;
}
