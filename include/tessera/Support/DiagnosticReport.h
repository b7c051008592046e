//===- Support/DiagnosticReport.h - diagnostics for programs ----*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Diagnostics in forms that other programs read: JSON of our own, whose schema
// is docs/diagnostics.md, and SARIF 2.1.0 (an OASIS standard), which editors
// and code hosts show beside the source.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_SUPPORT_DIAGNOSTICREPORT_H
#define TESSERA_SUPPORT_DIAGNOSTICREPORT_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

#include <optional>
#include <string>
#include <vector>

namespace tessera {

enum class DiagnosticFormat : uint8_t { Text, Json, Sarif };

/// The format called "text", "json" or "sarif".
std::optional<DiagnosticFormat> findDiagnosticFormat(llvm::StringRef name);

/// Where something was found. Lines and columns count from 1, columns in bytes;
/// 0 is unknown, and an empty file no place at all.
struct ReportedPlace {
  std::string file;
  unsigned line = 0, column = 0;
};

struct ReportedDiagnostic {
  enum class Severity : uint8_t { Error, Warning, Note, Remark };

  Severity severity = Severity::Error;
  std::string message;
  ReportedPlace place;
  /// What kind of finding or remark it is, as "out-of-bounds"; may be empty.
  std::string rule;
  /// What else is known, such as the tile block.
  llvm::json::Object properties;
  /// Their own severity is Note.
  std::vector<ReportedDiagnostic> notes;
};

/// The diagnostics of one run of a tool, in the order in which they came.
class DiagnosticReport {
public:
  explicit DiagnosticReport(llvm::StringRef tool) : tool(tool) {}

  void add(ReportedDiagnostic diagnostic) {
    diagnostics.push_back(std::move(diagnostic));
  }

  /// One document, closed by a newline. Bytes that are no UTF-8 are replaced.
  void write(llvm::raw_ostream &os, DiagnosticFormat format,
             int exitStatus) const;

private:
  llvm::json::Value asJson(int exitStatus) const;
  llvm::json::Value asSarif(int exitStatus) const;

  std::string tool;
  std::vector<ReportedDiagnostic> diagnostics;
};

} // namespace tessera

#endif // TESSERA_SUPPORT_DIAGNOSTICREPORT_H
