//===- Litmus/LitmusTest.cpp - a .tlit file as a program --------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Joins the `//!` lines and the module: entry arguments are the variables of
// the same name, and the values that the condition names are found by where
// their names stand in the text, which the parser's state records.
//
//===----------------------------------------------------------------------===//

#include "tessera/Litmus/LitmusTest.h"
#include "Directives.h"
#include "TileThread.h"
#include "tessera/Dialect/CudaTile/Transforms/LegalizeExtensions.h"
#include "tessera/Support/Error.h"

#include "mlir/AsmParser/AsmParser.h"
#include "mlir/AsmParser/AsmParserState.h"
#include "llvm/Support/SourceMgr.h"

using namespace llvm;
using namespace tessera;
using namespace tessera::litmus;
using namespace tessera::memmodel;
namespace ct = tessera::cuda_tile;

std::optional<Verdict> LitmusTest::expected(const Options &options) const {
  for (const Expectation &expectation : expectations)
    if (expectation.options == options)
      return expectation.verdict;
  return std::nullopt;
}

/// The SSA name that starts at `location`, without '%'.
static std::string nameAt(SMRange location) {
  if (!location.isValid())
    return "";
  StringRef text(location.Start.getPointer(),
                 location.End.getPointer() - location.Start.getPointer());
  text.consume_front("%");
  return text.split(':').first.str();
}

/// Collects the name of every value of an entry, arguments included.
static void collectNames(ct::EntryOp entry, const mlir::AsmParserState &state,
                         NamedValues &names) {
  mlir::Block &top = entry->getRegion(0).front();
  if (const auto *block = state.getBlockDef(&top))
    for (auto [argument, definition] :
         zip(top.getArguments(), block->arguments))
      names[argument] = nameAt(definition.loc);
  entry->getRegion(0).walk([&](mlir::Operation *op) {
    const auto *definition = state.getOpDef(op);
    if (!definition)
      return;
    for (const auto &group : definition->resultGroups)
      names[op->getResult(group.startIndex)] = nameAt(group.definition.loc);
  });
}

static void collectRegisters(const Condition &condition,
                             std::vector<const Condition *> &found) {
  if (condition.kind == Condition::Kind::Register)
    found.push_back(&condition);
  for (const Condition &child : condition.children)
    collectRegisters(child, found);
}

/// "r2[1]" as "r2" and 1 (0 if there is no index).
static std::pair<StringRef, int64_t> splitRegister(StringRef name) {
  auto [base, index] = name.split('[');
  int64_t lane = 0;
  index.drop_back(index.empty() ? 0 : 1).getAsInteger(10, lane);
  return {base, lane};
}

/// Checks that the tile values the condition names exist and drops all others.
static Error keepNeeded(NamedValues &names, const Condition &condition,
                        unsigned agent, const Cursor &where) {
  std::vector<const Condition *> registers;
  collectRegisters(condition, registers);
  DenseSet<mlir::Value> needed;
  for (const Condition *atom : registers) {
    if (atom->agent != agent)
      continue;
    auto [base, lane] = splitRegister(atom->name);
    bool found = false;
    for (auto &[value, name] : names) {
      auto tile = dyn_cast<ct::TileType>(value.getType());
      if (name != base || !tile || lane >= tile.getNumElements())
        continue;
      needed.insert(value);
      found = true;
    }
    if (!found)
      return where.error("the condition names %" + atom->name +
                         ", which this thread does not have");
  }
  NamedValues kept;
  for (auto &[value, name] : names)
    if (needed.contains(value))
      kept[value] = name;
  names = std::move(kept);
  return Error::success();
}

/// Older spellings end here as on every road; names move to the new values.
static Error legalize(mlir::Block &module, NamedValues &names) {
  auto rename = [&](mlir::Value before, mlir::Value after) {
    auto name = names.find(before);
    if (name == names.end())
      return;
    std::string text = std::move(name->second);
    names.erase(name);
    if (after)
      names[after] = std::move(text);
  };
  for (mlir::Operation &op : module)
    if (failed(ct::legalizeExtensions(&op, rename)))
      return makeError("an older spelling has no counterpart");
  return Error::success();
}

/// Globals become variables like those of `init`, and their addresses
/// arguments of the entries.
static Error passGlobals(mlir::Block &module, MemoryImage &image,
                         NamedValues &names) {
  Error problem = Error::success();
  (void)static_cast<bool>(problem);
  module.walk([&](ct::GlobalOp global) {
    auto values = global.getValue();
    uint32_t size = ct::getElementByteSize(values.getElementType());
    StringRef name = global.getSymName();
    if (!values.isSplat() || !isa<mlir::IntegerType>(values.getElementType()) ||
        image.find(name)) {
      problem = makeError("global '@" + name +
                          "' is no variable of a litmus test: expected one "
                          "integer value and a name of its own");
      return mlir::WalkResult::interrupt();
    }
    image.add(name, size, values.getNumElements(),
              values.getSplatValue<APInt>().getZExtValue());
    return mlir::WalkResult::advance();
  });
  if (problem)
    return problem;
  module.walk([&](ct::GetGlobalOp get) {
    auto entry = get->getParentOfType<ct::EntryOp>();
    mlir::Value address = entry->getRegion(0).front().addArgument(
        get.getResult().getType(), get.getLoc());
    names[address] = get.getName().str();
    get.getResult().replaceAllUsesWith(address);
    get.erase();
  });
  return Error::success();
}

static Expected<Thread> makeThread(ThreadDirective &directive, unsigned index,
                                   const Directives &directives,
                                   ArrayRef<ct::EntryOp> entries,
                                   const NamedValues &allNames) {
  Thread thread;
  thread.agent = directive.agent;
  if (directive.body) {
    thread.body = std::move(directive.body);
    return thread;
  }
  const ct::EntryOp *entry = find_if(entries, [&](ct::EntryOp candidate) {
    return mlir::SymbolTable::getSymbolName(candidate).getValue() ==
           directive.entry;
  });
  if (entry == entries.end())
    return directive.where.error("unknown entry '@" + directive.entry + "'");
  NamedValues names;
  for (auto [value, name] : allNames)
    if (value.getParentRegion()->getParentOfType<ct::EntryOp>() == *entry)
      names[value] = name;
  std::vector<uint64_t> arguments;
  for (mlir::Value argument : (*entry)->getRegion(0).front().getArguments()) {
    const Variable *variable = directives.image.find(names[argument]);
    auto tile = dyn_cast<ct::TileType>(argument.getType());
    if (!variable || !tile || !isa<ct::PointerType>(tile.getElementType()))
      return directive.where.error("argument %" + names[argument] + " of @" +
                                   directive.entry +
                                   " is no pointer to a variable of init");
    arguments.push_back(variable->address);
  }
  if (Error error =
          keepNeeded(names, directives.condition, index, directive.where))
    return std::move(error);
  Expected<std::unique_ptr<ThreadBody>> body =
      makeTileThread(*entry, std::move(arguments), std::move(names));
  if (!body)
    return body.takeError();
  thread.body = std::move(*body);
  return thread;
}

Expected<LitmusTest> litmus::readTest(StringRef fileName, StringRef text,
                                      mlir::MLIRContext &context) {
  Expected<Directives> directives = parseDirectives(fileName, text);
  if (!directives)
    return directives.takeError();
  LitmusTest test;
  test.module = std::make_unique<mlir::Block>();
  SourceMgr sources;
  sources.AddNewSourceBuffer(MemoryBuffer::getMemBufferCopy(text, fileName),
                             SMLoc());
  mlir::AsmParserState state;
  mlir::ParserConfig config(&context);
  if (failed(
          mlir::parseAsmSourceFile(sources, test.module.get(), config, &state)))
    return makeError(fileName + ":1:1: the module does not parse");
  std::vector<ct::EntryOp> entries;
  NamedValues names;
  test.module->walk([&](ct::EntryOp entry) {
    entries.push_back(entry);
    collectNames(entry, state, names);
  });
  if (Error error = legalize(*test.module, names))
    return prefixError(fileName + ":1:1: ", std::move(error));
  if (Error error = passGlobals(*test.module, directives->image, names))
    return prefixError(fileName + ":1:1: ", std::move(error));
  for (auto [index, directive] : enumerate(directives->threads)) {
    Expected<Thread> thread =
        makeThread(directive, index, *directives, entries, names);
    if (!thread)
      return thread.takeError();
    test.program.threads.push_back(std::move(*thread));
  }
  test.name = directives->name;
  test.program.image = std::move(directives->image);
  test.program.condition = std::move(directives->condition);
  test.expectations = std::move(directives->expectations);
  return test;
}
