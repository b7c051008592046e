//===- PTX/Emulator/Checks/FindingReport.cpp - findings for programs -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Places and properties of findings.
//
//===----------------------------------------------------------------------===//

#include "tessera/PTX/Emulator/FindingReport.h"

#include "llvm/ADT/StringExtras.h"

using namespace llvm;
using namespace tessera;
using namespace tessera::ptx::emu;

ReportedDiagnostic ptx::emu::reportedFinding(StringRef file,
                                             const Finding &finding) {
  ReportedDiagnostic reported;
  reported.message = finding.message;
  reported.rule = checkKindName(finding.kind).str();
  reported.place = {file.str(), finding.line, finding.column};
  auto [source, number] = StringRef(finding.source).rsplit(':');
  if (unsigned line = 0; !number.getAsInteger(10, line) && line != 0) {
    ReportedDiagnostic instruction;
    instruction.severity = ReportedDiagnostic::Severity::Note;
    instruction.message = "the instruction";
    instruction.place = std::move(reported.place);
    reported.notes.push_back(std::move(instruction));
    reported.place = {source.str(), line, 0};
  }
  json::Object &properties = reported.properties;
  properties["kernel"] = json::fixUTF8(finding.kernel);
  properties["count"] = static_cast<int64_t>(finding.count);
  if (finding.hasThread) {
    properties["block"] = json::Array(finding.cta);
    properties["thread"] = json::Array(finding.thread);
  }
  if (finding.address)
    properties["address"] =
        "0x" + utohexstr(*finding.address, /*LowerCase=*/true);
  return reported;
}
