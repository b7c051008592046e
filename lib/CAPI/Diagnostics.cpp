//===- CAPI/Diagnostics.cpp - diagnostics as data ---------------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// MLIR's diagnostics with the file position their locations name.
//
//===----------------------------------------------------------------------===//

#include "Diagnostics.h"

#include "mlir/IR/Location.h"

using namespace mlir;
using namespace tessera::capi;

static tessera_severity severityOf(DiagnosticSeverity severity) {
  switch (severity) {
  case DiagnosticSeverity::Note:
    return TESSERA_NOTE;
  case DiagnosticSeverity::Remark:
    return TESSERA_REMARK;
  case DiagnosticSeverity::Warning:
    return TESSERA_WARNING;
  case DiagnosticSeverity::Error:
    return TESSERA_ERROR;
  }
  llvm_unreachable("unknown severity");
}

Position tessera::capi::positionOf(Location location) {
  Position result;
  Attribute(location).walk([&](FileLineColRange position) {
    result.file = position.getFilename().str();
    result.line = position.getStartLine();
    result.column = position.getStartColumn();
    return WalkResult::interrupt();
  });
  return result;
}

/// `diagnostic` without its notes.
static tessera_diagnostic convert(tessera_diagnostics &all,
                                  const Diagnostic &diagnostic) {
  tessera_diagnostic result = {};
  result.severity = severityOf(diagnostic.getSeverity());
  result.message = all.keep(diagnostic.str());
  Position position = positionOf(diagnostic.getLocation());
  result.file = all.keep(std::move(position.file));
  result.line = position.line;
  result.column = position.column;
  return result;
}

void tessera::capi::addDiagnostic(tessera_diagnostics &all,
                                  const Diagnostic &diagnostic) {
  tessera_diagnostic result = convert(all, diagnostic);
  std::vector<tessera_diagnostic> notes;
  for (const Diagnostic &note : diagnostic.getNotes())
    notes.push_back(convert(all, note));
  result.num_notes = notes.size();
  if (!notes.empty())
    result.notes = all.notes.emplace_back(std::move(notes)).data();
  all.diagnostics.push_back(result);
}

void tessera::capi::addError(tessera_diagnostics &all, std::string message) {
  tessera_diagnostic result = {};
  result.severity = TESSERA_ERROR;
  result.file = "";
  result.message = all.keep(std::move(message));
  all.diagnostics.push_back(result);
}

size_t tessera_diagnostics_count(const tessera_diagnostics *diagnostics) {
  return diagnostics ? diagnostics->diagnostics.size() : 0;
}

const tessera_diagnostic *
tessera_diagnostics_get(const tessera_diagnostics *diagnostics, size_t index) {
  if (index >= tessera_diagnostics_count(diagnostics))
    return nullptr;
  return &diagnostics->diagnostics[index];
}

void tessera_diagnostics_destroy(tessera_diagnostics *diagnostics) {
  delete diagnostics;
}
