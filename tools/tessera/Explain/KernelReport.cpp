//===- tools/tessera/Explain/KernelReport.cpp - the page -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Writes the data as JSON into a page whose style and script are page.css and
// page.js.
//
//===----------------------------------------------------------------------===//

#include "Explain/KernelReport.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace tessera;
using namespace tessera::tool;

static constexpr char style[] =
#include "page.css.inc"
    ;
static constexpr char script[] =
#include "page.js.inc"
    ;

static unsigned lineOf(const driver::CompilerRemark &remark,
                       StringRef sourceFile) {
  auto loc = remark.location->findInstanceOf<mlir::FileLineColLoc>();
  return loc && loc.getFilename().getValue() == sourceFile ? loc.getLine() : 0;
}

static void writeLevels(json::OStream &json, ArrayRef<CodeLevel> levels) {
  for (const CodeLevel &level : levels)
    json.object([&] {
      json.attribute("name", level.name);
      json.attribute("kind", level.kind);
      json.attributeArray("lines", [&] {
        for (const auto &[text, line] : level.lines)
          json.array([&] {
            json.value(json::fixUTF8(text));
            json.value(line);
          });
      });
    });
}

void KernelReport::writeData(raw_ostream &os) {
  json::OStream json(os);
  json.object([&] {
    json.attribute("file", file);
    json.attribute("entry", entry);
    json.attribute("target", target);
    json.attribute("source", sys::path::filename(sourceFile));
    json.attributeArray("stalls", [&] {
      for (unsigned i = 0; i < ptx::emu::numStalls; ++i)
        json.value(ptx::emu::stallName(ptx::emu::Stall(i)));
    });
    json.attributeArray("figures", [&] {
      for (const auto &[value, what] : figures)
        json.array([&] {
          json.value(what);
          json.value(value);
        });
    });
    json.attributeArray("levels", [&] { writeLevels(json, levels); });
    json.attributeObject("plan", [&] {
      json.attribute("text", plan);
      json.attributeArray("strategies", [&] {
        for (const PlanChoice &choice : choices)
          json.object([&] {
            json.attribute("name", choice.name);
            json.attribute("what", choice.verdict);
            json.attribute("chosen", choice.isChosen);
            json.attribute("cycles", choice.cycles);
          });
      });
    });
    json.attributeArray("layouts", [&] {
      for (const NamedLayout &layout : layouts)
        json.object([&] {
          json.attribute("name", layout.name);
          json.attribute("text", layout.text);
        });
    });
    json.attributeArray("remarks", [&] {
      for (const driver::CompilerRemark &remark : remarks)
        json.object([&] {
          json.attribute("category", remark.category);
          json.attribute("text", json::fixUTF8(remark.message));
          json.attribute("line", lineOf(remark, sourceFile));
        });
    });
    if (!time)
      return;
    std::string report;
    raw_string_ostream text(report);
    time->printJson(text);
    json.attributeBegin("time");
    json.rawValue(StringRef(report).rtrim());
    json.attributeEnd();
    json.attributeBegin("timeline");
    double end = trace->writeRows(json);
    json.attributeEnd();
    json.attribute("end", end);
    auto map = [&](StringRef name, const MemoryMap &memory,
                   ArrayRef<MemoryRegion> places) {
      if (memory.empty())
        return;
      json.attributeObject(name, [&] {
        memory.write(json);
        json.attributeArray("regions", [&] {
          for (const MemoryRegion &region : places)
            json.object([&] {
              json.attribute("name", region.name);
              json.attribute("begin", region.begin);
            });
        });
      });
    };
    map("shared", trace->shared, regions);
    map("tensor", trace->tensor, {});
  });
}

void KernelReport::write(raw_ostream &os) {
  std::string data;
  raw_string_ostream text(data);
  writeData(text);
  os << "<!doctype html>\n<html lang=\"en\">\n<head>\n"
        "<meta charset=\"utf-8\">\n"
        "<meta name=\"viewport\" content=\"width=device-width\">\n<title>";
  printHTMLEscaped(entry + " on " + target, os);
  os << "</title>\n<style>\n"
     << style
     << "</style>\n</head>\n<body>\n<header><h1></h1>"
        "<button type=\"button\">light / dark</button></header>\n"
        "<nav aria-label=\"Sections\"></nav>\n<main></main>\n"
        "<noscript>The page is drawn by its script.</noscript>\n"
        "<script type=\"application/json\" id=\"data\">";
  // Nothing in the data may end the script.
  for (char c : data)
    if (c == '<')
      os << "\\u003c";
    else
      os << c;
  os << "</script>\n<script>\n" << script << "</script>\n</body>\n</html>\n";
}
