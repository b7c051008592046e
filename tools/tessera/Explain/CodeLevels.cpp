//===- tools/tessera/Explain/CodeLevels.cpp - which lines belong together -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every level is printed once more and its lines are traced back to lines of
// the source: of IR by the locations of its ops, of PTX by .loc.
//
//===----------------------------------------------------------------------===//

#include "Explain/KernelReport.h"
#include "tessera/Dialect/TileAS/IR/TileAS.h"

#include "mlir/IR/AsmState.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Regex.h"

using namespace llvm;
using namespace tessera;
using namespace tessera::tool;

static std::vector<std::pair<std::string, unsigned>> linesOf(StringRef text) {
  std::vector<std::pair<std::string, unsigned>> lines;
  SmallVector<StringRef> parts;
  text.rtrim('\n').split(parts, '\n');
  for (StringRef part : parts)
    lines.push_back({part.str(), 0});
  return lines;
}

CodeLevel tool::sourceLevel(StringRef path, StringRef text) {
  CodeLevel level{sys::path::filename(path).str(), "source", linesOf(text)};
  for (auto [index, line] : enumerate(level.lines))
    line.second = unsigned(index + 1);
  return level;
}

CodeLevel tool::irLevel(StringRef name, mlir::Operation *op,
                        StringRef sourceFile) {
  // Where each op is printed.
  mlir::AsmState::LocationMap places;
  mlir::AsmState state(op, mlir::OpPrintingFlags(), &places);
  std::string text;
  raw_string_ostream os(text);
  op->print(os, state);
  CodeLevel level{name.str(), "ir", linesOf(text)};
  op->walk([&](mlir::Operation *each) {
    auto place = places.find(each);
    auto loc = each->getLoc()->findInstanceOf<mlir::FileLineColLoc>();
    if (place == places.end() || !loc ||
        loc.getFilename().getValue() != sourceFile)
      return;
    unsigned line = place->second.first;
    if (line >= 1 && line <= level.lines.size())
      level.lines[line - 1].second = loc.getLine();
  });
  return level;
}

CodeLevel tool::ptxLevel(StringRef ptx, StringRef sourceFile) {
  CodeLevel level{"PTX", "ptx", linesOf(ptx)};
  Regex file("^[ \t]*\\.file[ \t]+([0-9]+)[ \t]+\"([^\"]*)\"");
  Regex loc("^[ \t]*\\.loc[ \t]+([0-9]+)[ \t]+([0-9]+)");
  SmallVector<StringRef> parts;
  std::string ours;
  for (auto &[text, line] : level.lines)
    if (file.match(text, &parts) &&
        sys::path::filename(parts[2]) == sys::path::filename(sourceFile))
      ours = parts[1].str();
  unsigned current = 0;
  for (auto &[text, line] : level.lines) {
    StringRef trimmed = StringRef(text).ltrim();
    if (loc.match(text, &parts)) {
      current = 0;
      if (parts[1] == ours)
        parts[2].getAsInteger(10, current);
    } else if (trimmed.starts_with("}") || trimmed.contains(".entry")) {
      current = 0;
    } else if (trimmed.ends_with(";") && !trimmed.starts_with(".")) {
      line = current;
    }
  }
  return level;
}

std::vector<NamedLayout> tool::layoutsOf(const CodeLevel &level) {
  std::vector<NamedLayout> layouts;
  for (const auto &[text, line] : level.lines) {
    auto [name, value] = StringRef(text).split(" = ");
    if (name.starts_with("#") && value.consume_front("#nv_tileas.layout<") &&
        value.consume_back(">"))
      layouts.push_back({name.str(), value.str()});
  }
  return layouts;
}

std::vector<MemoryRegion> tool::regionsOf(mlir::Operation *op) {
  std::vector<MemoryRegion> regions;
  op->walk([&](mlir::Operation *each) {
    auto offset =
        each->getAttrOfType<mlir::IntegerAttr>(tileas::kSharedOffsetAttrName);
    if (!offset)
      return;
    std::string name = each->getName().stripDialect().str();
    for (mlir::Type type : each->getResultTypes()) {
      SmallVector<int64_t> shape;
      if (auto view = dyn_cast<tileas::TiledViewType>(type))
        append_range(shape, view.getShape());
      else if (auto tensor = dyn_cast<mlir::RankedTensorType>(type))
        append_range(shape, tensor.getShape());
      else
        continue;
      name +=
          " " +
          join(map_range(shape,
                         [](int64_t extent) { return std::to_string(extent); }),
               "x");
      break;
    }
    bool isKnown = any_of(regions, [&](const MemoryRegion &other) {
      return other.begin == offset.getInt() && other.name == name;
    });
    if (!isKnown)
      regions.push_back({name, offset.getInt()});
  });
  llvm::stable_sort(
      regions, [](const auto &a, const auto &b) { return a.begin < b.begin; });
  return regions;
}
