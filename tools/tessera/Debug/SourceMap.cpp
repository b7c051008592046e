//===- tools/tessera/Debug/SourceMap.cpp - lines and names ------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The module and a second parse of its text are walked side by side; the parser
// records where it read each name. A terminator that nobody wrote has the line
// of the brace that stands for it.
//
//===----------------------------------------------------------------------===//

#include "SourceMap.h"

#include "mlir/AsmParser/AsmParser.h"
#include "mlir/AsmParser/AsmParserState.h"
#include "mlir/IR/AsmState.h"
#include "mlir/IR/AttrTypeSubElements.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

#include <map>

using namespace llvm;
using namespace tessera;
using namespace tessera::debug;

/// The first file position that a location holds.
static SourcePlace firstPlace(mlir::LocationAttr location) {
  SourcePlace place;
  location.walk([&](mlir::Location part) {
    auto range = dyn_cast<mlir::FileLineColRange>(mlir::LocationAttr(part));
    if (!range)
      return mlir::WalkResult::advance();
    place = {range.getFilename().str(), range.getStartLine(),
             range.getStartColumn()};
    return mlir::WalkResult::interrupt();
  });
  return place;
}

static bool isStep(mlir::Operation &op) {
  return !isa<cuda_tile::ConstantOp>(op);
}

/// Calls `fn` for each step below `block`, outside before inside.
template <typename Fn> static void forEachStep(mlir::Block &block, Fn fn) {
  for (mlir::Operation &op : block) {
    if (!isStep(op))
      continue;
    fn(&op);
    if (isa<cuda_tile::ReduceOp, cuda_tile::ScanOp>(op))
      continue;
    for (mlir::Region &region : op.getRegions())
      for (mlir::Block &inner : region)
        forEachStep(inner, fn);
  }
}

SourceMap::SourceMap(driver::Session &session,
                     const driver::LoadedModule &module,
                     cuda_tile::EntryOp entry)
    : entryOp(entry) {
  forEachStep(entry.getBody().front(), [&](mlir::Operation *op) {
    steps.push_back(op);
    places[op] = firstPlace(op->getLoc());
  });
  std::map<std::string, unsigned> operationsOf;
  for (mlir::Operation *op : steps)
    if (unsigned count = ++operationsOf[places[op].file];
        count > operationsOf[mainFileName] || mainFileName.empty())
      mainFileName = places[op].file;
  learnNames(session, module, entry);
  mlir::AsmState numbers(entry.getOperation());
  auto number = [&](mlir::Value value) {
    std::string &name = names[value];
    if (name.empty()) {
      raw_string_ostream os(name);
      value.printAsOperand(os, numbers);
    }
  };
  entry.walk([&](mlir::Operation *op) {
    for (mlir::Value result : op->getResults())
      number(result);
    for (mlir::Region &region : op->getRegions())
      for (mlir::Value argument : region.getArguments())
        number(argument);
  });
}

static StringRef textOf(SMRange range) {
  return StringRef(range.Start.getPointer(),
                   size_t(range.End.getPointer() - range.Start.getPointer()));
}

void SourceMap::learnNames(driver::Session &session,
                           const driver::LoadedModule &module,
                           cuda_tile::EntryOp entry) {
  SourceMgr &sources = session.sources();
  if (sources.getNumBuffers() == 0)
    return;
  const MemoryBuffer *text = sources.getMemoryBuffer(sources.getNumBuffers());
  SourceMgr again;
  again.AddNewSourceBuffer(MemoryBuffer::getMemBuffer(text->getMemBufferRef()),
                           SMLoc());
  // What there is to say about the text was said when it was loaded.
  mlir::ScopedDiagnosticHandler quiet(&session.context(),
                                      [](mlir::Diagnostic &) {});
  mlir::Block parsed;
  mlir::AsmParserState state;
  if (failed(mlir::parseAsmSourceFile(
          again, &parsed, mlir::ParserConfig(&session.context()), &state)))
    return;
  std::vector<mlir::Operation *> ours, theirs;
  auto into = [](std::vector<mlir::Operation *> &list) {
    return [&list](mlir::Operation *op) { list.push_back(op); };
  };
  auto root = module.root();
  root.getBody()->walk<mlir::WalkOrder::PreOrder>(into(ours));
  parsed.walk<mlir::WalkOrder::PreOrder>(into(theirs));
  // The text may have a builtin module around ours.
  if (!theirs.empty() && isa<mlir::ModuleOp>(theirs.front()))
    theirs.erase(theirs.begin());
  // Older spellings were rewritten: then values have numbers.
  if (ours.size() != theirs.size())
    return;
  for (auto [op, twin] : zip(ours, theirs)) {
    if (op->getName() != twin->getName() ||
        op->getNumResults() != twin->getNumResults())
      return;
    if (!entry->isAncestor(op))
      continue;
    const auto *definition = state.getOpDef(twin);
    if (definition) {
      for (const auto &[index, group] : enumerate(definition->resultGroups)) {
        unsigned end = index + 1 < definition->resultGroups.size()
                           ? definition->resultGroups[index + 1].startIndex
                           : op->getNumResults();
        std::string name = textOf(group.definition.loc).str();
        for (unsigned i = group.startIndex; i < end; ++i)
          names[op->getResult(i)] =
              end - group.startIndex == 1
                  ? name
                  : name + "#" + std::to_string(i - group.startIndex);
      }
    } else if (op->getNumOperands() == 0 && op->getNumResults() == 0) {
      const auto *around = state.getOpDef(twin->getParentOp());
      auto place = places.find(op);
      if (around && place != places.end() && around->scopeLoc.End.isValid()) {
        // The brace is the last character of the operation around it.
        auto [line, column] = again.getLineAndColumn(
            SMLoc::getFromPointer(around->scopeLoc.End.getPointer() - 1));
        place->second.line = line;
        place->second.column = column;
      }
    }
    for (auto [region, twinRegion] : zip(op->getRegions(), twin->getRegions()))
      for (auto [block, twinBlock] : zip(region, twinRegion)) {
        const auto *blockDefinition = state.getBlockDef(&twinBlock);
        if (!blockDefinition ||
            blockDefinition->arguments.size() != block.getNumArguments())
          continue;
        for (auto [argument, where] :
             zip(block.getArguments(), blockDefinition->arguments))
          if (where.loc.isValid())
            names[argument] = textOf(where.loc).str();
      }
  }
}

SourcePlace SourceMap::placeOf(mlir::Operation *op) const {
  auto found = places.find(op);
  return found == places.end() ? firstPlace(op->getLoc()) : found->second;
}

std::string SourceMap::nameOf(mlir::Value value) const {
  return names.lookup(value);
}

std::vector<mlir::Value> SourceMap::valuesBefore(mlir::Operation *op) const {
  std::vector<mlir::Value> values;
  auto add = [&](mlir::Value value) {
    if (!isa<cuda_tile::TokenType>(value.getType()))
      values.push_back(value);
  };
  mlir::Block *block = op->getBlock();
  for (mlir::Value argument : block->getArguments())
    add(argument);
  for (mlir::Operation &before : *block) {
    if (&before == op)
      break;
    for (mlir::Value result : before.getResults())
      add(result);
  }
  return values;
}

mlir::Value SourceMap::find(StringRef name, mlir::Operation *op) const {
  name.consume_front("%");
  for (; op && op != entryOp; op = op->getParentOp()) {
    std::vector<mlir::Value> values = valuesBefore(op);
    for (mlir::Value value : reverse(values))
      if (StringRef(names.find(value)->second).drop_front() == name)
        return value;
  }
  return nullptr;
}

/// Whether a file of debug information is the one that an editor shows. Debug
/// information of another machine names a path that is none here.
static bool sameFile(StringRef recorded, StringRef shown) {
  if (recorded == shown)
    return true;
  bool same = false;
  if (!sys::fs::equivalent(recorded, shown, same))
    return same;
  return sys::path::filename(recorded) == sys::path::filename(shown);
}

/// A line of Python is many operations, and a breakpoint stops once for it.
bool SourceMap::isFirstOfLine(mlir::Operation *op) const {
  SourcePlace place = placeOf(op);
  for (mlir::Operation *before = op->getPrevNode(); before;
       before = before->getPrevNode())
    if (isStep(*before) && placeOf(before).sameLine(place))
      return false;
  for (mlir::Operation *around = op->getParentOp(); around && around != entryOp;
       around = around->getParentOp())
    if (placeOf(around).sameLine(place))
      return false;
  return true;
}

BreakPlace SourceMap::breakPlace(StringRef file, unsigned line) const {
  BreakPlace found;
  std::map<std::string, bool> isShown;
  for (mlir::Operation *op : steps) {
    const SourcePlace &place = places.find(op)->second;
    if (place.line < line || place.line == 0)
      continue;
    auto [it, isNew] = isShown.try_emplace(place.file, false);
    if (isNew)
      it->second = sameFile(place.file, file);
    if (!it->second)
      continue;
    if (found.place.line == 0 || place.line < found.place.line) {
      found.place = place;
      found.ops.clear();
    }
    if (place.line == found.place.line)
      found.ops.push_back(op);
  }
  erase_if(found.ops,
           [this](mlir::Operation *op) { return !isFirstOfLine(op); });
  return found;
}
