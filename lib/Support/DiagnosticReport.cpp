//===- Support/DiagnosticReport.cpp - diagnostics for programs --*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Two ways to write a list of diagnostics as one JSON document.
//
//===----------------------------------------------------------------------===//

#include "tessera/Support/DiagnosticReport.h"
#include "tessera/Support/BuildIdentity.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/FormatVariadic.h"

using namespace llvm;
using namespace tessera;

using Severity = ReportedDiagnostic::Severity;

std::optional<DiagnosticFormat> tessera::findDiagnosticFormat(StringRef name) {
  return StringSwitch<std::optional<DiagnosticFormat>>(name)
      .Case("text", DiagnosticFormat::Text)
      .Case("json", DiagnosticFormat::Json)
      .Case("sarif", DiagnosticFormat::Sarif)
      .Default(std::nullopt);
}

/// Messages and file names may hold any bytes, JSON may not.
static std::string clean(StringRef text) { return json::fixUTF8(text); }

//===----------------------------------------------------------------------===//
// Our own JSON
//===----------------------------------------------------------------------===//

static StringRef severityName(Severity severity) {
  switch (severity) {
  case Severity::Error:
    return "error";
  case Severity::Warning:
    return "warning";
  case Severity::Note:
    return "note";
  case Severity::Remark:
    return "remark";
  }
  return "error";
}

static json::Object diagnosticAsJson(const ReportedDiagnostic &diagnostic) {
  json::Object object{{"severity", severityName(diagnostic.severity)},
                      {"message", clean(diagnostic.message)}};
  const ReportedPlace &place = diagnostic.place;
  if (!place.file.empty())
    object["file"] = clean(place.file);
  if (place.line != 0)
    object["line"] = place.line;
  if (place.column != 0)
    object["column"] = place.column;
  if (!diagnostic.rule.empty())
    object["rule"] = clean(diagnostic.rule);
  if (!diagnostic.properties.empty())
    object["properties"] = json::Object(diagnostic.properties);
  json::Array notes;
  for (const ReportedDiagnostic &note : diagnostic.notes)
    notes.push_back(diagnosticAsJson(note));
  if (!notes.empty())
    object["notes"] = std::move(notes);
  return object;
}

json::Value DiagnosticReport::asJson(int exitStatus) const {
  json::Array list;
  for (const ReportedDiagnostic &diagnostic : diagnostics)
    list.push_back(diagnosticAsJson(diagnostic));
  return json::Object{{"schemaVersion", 1},
                      {"tool", tool},
                      {"toolVersion", versionNumber()},
                      {"exitStatus", exitStatus},
                      {"diagnostics", std::move(list)}};
}

//===----------------------------------------------------------------------===//
// SARIF
//===----------------------------------------------------------------------===//

/// A reference as RFC 3986 has it: no blanks, and no colon, which would end the
/// name of a scheme.
static std::string uriOf(StringRef file) {
  std::string uri;
  for (char c : file) {
    if (isAlnum(c) || StringRef("-._~/").contains(c))
      uri += c;
    else
      uri += "%" + toHex(StringRef(&c, 1));
  }
  return uri;
}

static json::Object locationOf(const ReportedPlace &place) {
  if (place.file.empty())
    return {};
  json::Object physical{
      {"artifactLocation", json::Object{{"uri", uriOf(place.file)}}}};
  if (place.line != 0) {
    json::Object region{{"startLine", place.line}};
    if (place.column != 0)
      region["startColumn"] = place.column;
    physical["region"] = std::move(region);
  }
  return json::Object{{"physicalLocation", std::move(physical)}};
}

/// SARIF has no word for remarks; they are notes.
static StringRef levelOf(Severity severity) {
  return severity == Severity::Remark ? "note" : severityName(severity);
}

static json::Object resultOf(const ReportedDiagnostic &diagnostic,
                             StringRef rule, size_t ruleIndex) {
  json::Object result{
      {"ruleId", clean(rule)},
      {"ruleIndex", static_cast<int64_t>(ruleIndex)},
      {"level", levelOf(diagnostic.severity)},
      {"message", json::Object{{"text", clean(diagnostic.message)}}}};
  if (json::Object place = locationOf(diagnostic.place); !place.empty())
    result["locations"] = json::Array{std::move(place)};
  json::Array related;
  for (const ReportedDiagnostic &note : diagnostic.notes) {
    json::Object place = locationOf(note.place);
    place["message"] = json::Object{{"text", clean(note.message)}};
    related.push_back(std::move(place));
  }
  if (!related.empty())
    result["relatedLocations"] = std::move(related);
  if (!diagnostic.properties.empty())
    result["properties"] = json::Object(diagnostic.properties);
  return result;
}

json::Value DiagnosticReport::asSarif(int exitStatus) const {
  json::Array rules, results;
  std::vector<StringRef> known;
  for (const ReportedDiagnostic &diagnostic : diagnostics) {
    // Code hosts want a rule of every result.
    StringRef rule = diagnostic.rule.empty() ? severityName(diagnostic.severity)
                                             : StringRef(diagnostic.rule);
    size_t index = static_cast<size_t>(find(known, rule) - known.begin());
    if (index == known.size()) {
      known.push_back(rule);
      rules.push_back(json::Object{{"id", clean(rule)}});
    }
    results.push_back(resultOf(diagnostic, rule, index));
  }
  json::Object driver{{"name", tool},
                      {"version", versionNumber()},
                      {"rules", std::move(rules)}};
  json::Object invocation{{"executionSuccessful", exitStatus == 0},
                          {"exitCode", exitStatus}};
  json::Object run{{"tool", json::Object{{"driver", std::move(driver)}}},
                   {"invocations", json::Array{std::move(invocation)}},
                   {"results", std::move(results)}};
  return json::Object{
      {"$schema", "https://json.schemastore.org/sarif-2.1.0.json"},
      {"version", "2.1.0"},
      {"runs", json::Array{std::move(run)}}};
}

void DiagnosticReport::write(raw_ostream &os, DiagnosticFormat format,
                             int exitStatus) const {
  json::Value document = format == DiagnosticFormat::Sarif ? asSarif(exitStatus)
                                                           : asJson(exitStatus);
  os << formatv("{0:2}", document) << '\n';
}
