//===- PTX/Emulator/Checks/FindingReport.cpp - findings for programs -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Writes findings as JSON and as SARIF.
//
//===----------------------------------------------------------------------===//

#include "tessera/PTX/Emulator/FindingReport.h"

#include "tessera/Support/BuildIdentity.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/JSON.h"

using namespace llvm;
using namespace tessera::ptx::emu;

/// "0x70".
static std::string hexadecimal(uint64_t value) {
  return "0x" + utohexstr(value, /*LowerCase=*/true);
}

/// Kernel, block, thread and address, as far as they are known.
static void addPlace(json::Object &object, const Finding &finding) {
  object["kernel"] = finding.kernel;
  if (finding.hasThread) {
    object["block"] = json::Array(finding.cta);
    object["thread"] = json::Array(finding.thread);
  }
  if (finding.address)
    object["address"] = hexadecimal(*finding.address);
}

void tessera::ptx::emu::writeFindingsAsJson(raw_ostream &os, StringRef file,
                                            ArrayRef<Finding> findings) {
  json::Array list;
  for (const Finding &finding : findings) {
    json::Object object{{"file", file},
                        {"line", finding.line},
                        {"column", finding.column},
                        {"kind", checkKindName(finding.kind)},
                        {"message", finding.message},
                        {"count", int64_t(finding.count)}};
    if (!finding.source.empty())
      object["source"] = finding.source;
    addPlace(object, finding);
    list.push_back(std::move(object));
  }
  os << formatv("{0:2}", json::Value(std::move(list))) << '\n';
}

//===----------------------------------------------------------------------===//
// SARIF
//===----------------------------------------------------------------------===//

/// A line of 0 stands for the whole file.
static json::Object location(StringRef file, uint32_t line, uint32_t column) {
  json::Object place{
      {"artifactLocation", json::Object{{"uri", file}}},
  };
  if (line != 0) {
    json::Object region{{"startLine", line}};
    if (column != 0)
      region["startColumn"] = column;
    place["region"] = std::move(region);
  }
  return json::Object{{"physicalLocation", std::move(place)}};
}

static json::Object result(StringRef file, const Finding &finding) {
  json::Object ptx = location(file, finding.line, finding.column);
  json::Object object{
      {"ruleId", checkKindName(finding.kind)},
      {"ruleIndex", unsigned(finding.kind)},
      {"level", "error"},
      {"message", json::Object{{"text", finding.message}}},
      {"occurrenceCount", int64_t(finding.count)},
  };
  auto [source, number] = StringRef(finding.source).rsplit(':');
  if (uint32_t line = 0; !number.getAsInteger(10, line) && line != 0) {
    object["locations"] = json::Array{location(source, line, 0)};
    ptx["message"] = json::Object{{"text", "the instruction"}};
    object["relatedLocations"] = json::Array{std::move(ptx)};
  } else {
    object["locations"] = json::Array{std::move(ptx)};
  }
  json::Object properties;
  addPlace(properties, finding);
  object["properties"] = std::move(properties);
  return object;
}

void tessera::ptx::emu::writeFindingsAsSarif(raw_ostream &os, StringRef file,
                                             ArrayRef<Finding> findings) {
  json::Array rules, results;
  for (unsigned kind = 0; kind < numCheckKinds; ++kind)
    rules.push_back(json::Object{{"id", checkKindName(CheckKind(kind))}});
  for (const Finding &finding : findings)
    results.push_back(result(file, finding));
  json::Object driver{{"name", "tessera emulate"},
                      {"version", versionNumber()},
                      {"rules", std::move(rules)}};
  json::Object run{
      {"tool", json::Object{{"driver", std::move(driver)}}},
      {"results", std::move(results)},
  };
  json::Object log{
      {"$schema", "https://json.schemastore.org/sarif-2.1.0.json"},
      {"version", "2.1.0"},
      {"runs", json::Array{std::move(run)}},
  };
  os << formatv("{0:2}", json::Value(std::move(log))) << '\n';
}
