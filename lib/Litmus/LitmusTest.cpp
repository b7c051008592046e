//===- Litmus/LitmusTest.cpp - a .tlit file as a program --------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Parses the module so that the names of its values are known, finds what the
// `//!` lines refer to, and makes the threads.
//
//===----------------------------------------------------------------------===//

#include "tessera/Litmus/LitmusTest.h"
#include "Directives.h"
#include "TileThread.h"
#include "tessera/Bytecode/Reader.h"
#include "tessera/Dialect/CudaTile/Transforms/LegalizeExtensions.h"
#include "tessera/Interpreter/TypeKinds.h"
#include "tessera/Support/Error.h"

#include "mlir/AsmParser/AsmParser.h"
#include "mlir/AsmParser/AsmParserState.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Verifier.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/SourceMgr.h"

#include <set>

using namespace llvm;
using namespace tessera;
using namespace tessera::litmus;
using namespace tessera::memmodel;
namespace ct = tessera::cuda_tile;

/// The module and how the tile blocks run it.
struct LitmusTest::Source {
  mlir::Block module;
  /// Memory without globals and allocas.
  MemoryImage image;
  /// Of the threads that are tile blocks, by index.
  std::vector<std::pair<unsigned, TileBlock>> blocks;
};

/// What conditions call a result of the entry's memory operation `number`.
static std::string memoryResultName(size_t number, mlir::Value result) {
  return "m" + std::to_string(number) + "." +
         std::to_string(cast<mlir::OpResult>(result).getResultNumber());
}

LitmusTest::LitmusTest() : source(std::make_unique<Source>()) {}
LitmusTest::LitmusTest(LitmusTest &&) = default;
LitmusTest &LitmusTest::operator=(LitmusTest &&) = default;
LitmusTest::~LitmusTest() = default;

std::optional<Verdict> LitmusTest::expected(const Options &options) const {
  for (const Expectation &expectation : expectations)
    if (expectation.options == options)
      return expectation.verdict;
  return std::nullopt;
}

Error LitmusTest::setEdits(const Edits *edits) {
  program.image = source->image;
  for (auto &[index, block] : source->blocks) {
    Expected<std::unique_ptr<ThreadBody>> body =
        makeTileThread(block, program.image, edits);
    if (!body)
      return body.takeError();
    program.threads[index].body = std::move(*body);
  }
  return Error::success();
}

std::optional<TileLaunch> LitmusTest::tileLaunch(unsigned thread) const {
  for (const auto &[index, block] : source->blocks)
    if (index == thread)
      return TileLaunch{
          mlir::SymbolTable::getSymbolName(block.entry).getValue(),
          block.arguments, block.block, block.grid};
  return std::nullopt;
}

std::vector<std::pair<std::string, mlir::Value>>
LitmusTest::memoryResults(unsigned thread) const {
  std::vector<std::pair<std::string, mlir::Value>> results;
  for (const auto &[index, block] : source->blocks)
    if (index == thread)
      for (auto [number, op] : enumerate(litmus::memoryOperations(block.entry)))
        for (mlir::Value result : op->getResults())
          if (isa<ct::TileType>(result.getType()))
            results.emplace_back(memoryResultName(number, result), result);
  return results;
}

ArrayRef<Variable> LitmusTest::initVariables() const {
  return source->image.variables();
}

mlir::OwningOpRef<mlir::ModuleOp>
LitmusTest::cloneModule(mlir::IRMapping &mapping) const {
  mlir::Operation &first = source->module.front();
  mlir::OwningOpRef<mlir::ModuleOp> copy =
      mlir::ModuleOp::create(first.getLoc());
  for (mlir::Operation &op : source->module)
    copy->push_back(op.clone(mapping));
  return copy;
}

std::vector<mlir::Operation *> LitmusTest::memoryOperations() const {
  std::vector<mlir::Operation *> all;
  std::set<mlir::Operation *> seen;
  for (const auto &[index, block] : source->blocks)
    if (seen.insert(ct::EntryOp(block.entry).getOperation()).second)
      append_range(all, litmus::memoryOperations(block.entry));
  return all;
}

bool LitmusTest::verify() const {
  return all_of(source->module, [](mlir::Operation &op) {
    return mlir::succeeded(mlir::verify(&op));
  });
}

void LitmusTest::printModule(raw_ostream &os) const {
  for (mlir::Operation &op : source->module) {
    op.print(os);
    os << '\n';
  }
}

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

/// The SSA name that starts at `location`, without '%'.
static std::string nameAt(SMRange location) {
  if (!location.isValid())
    return "";
  StringRef text(location.Start.getPointer(),
                 location.End.getPointer() - location.Start.getPointer());
  text.consume_front("%");
  return text.split(':').first.str();
}

/// Collects the SSA name of every value of an entry, arguments included.
static void collectNames(ct::EntryOp entry, const mlir::AsmParserState &state,
                         NamedValues &names) {
  auto add = [&](mlir::Value value, std::string name) {
    if (!name.empty())
      names[value].push_back(std::move(name));
  };
  auto addArguments = [&](mlir::Block &block) {
    if (const auto *definition = state.getBlockDef(&block))
      for (auto [argument, where] :
           zip(block.getArguments(), definition->arguments))
        add(argument, nameAt(where.loc));
  };
  entry->walk([&](mlir::Operation *op) {
    for (mlir::Region &region : op->getRegions())
      for (mlir::Block &block : region)
        addArguments(block);
    const auto *definition = state.getOpDef(op);
    if (!definition)
      return;
    for (const auto &group : definition->resultGroups)
      add(op->getResult(group.startIndex), nameAt(group.definition.loc));
  });
}

/// Older spellings end here as on every road; names move to the new values.
static Error legalize(mlir::Block &module, NamedValues &names) {
  auto rename = [&](mlir::Value before, mlir::Value after) {
    auto name = names.find(before);
    if (name == names.end())
      return;
    NamedValues::mapped_type own = std::move(name->second);
    names.erase(name);
    if (after)
      names[after] = std::move(own);
  };
  for (mlir::Operation &op : module)
    if (failed(ct::legalizeExtensions(&op, rename)))
      return makeError("an older spelling has no counterpart");
  return Error::success();
}

/// The names of an entry's values: those of the source, and m<k>.<result> for
/// what memory operations yield.
static NamedValues namesOf(ct::EntryOp entry, const NamedValues &all) {
  NamedValues names;
  for (auto [value, own] : all)
    if (entry->isAncestor(value.getParentRegion()->getParentOp()))
      names[value] = own;
  for (auto [index, op] : enumerate(memoryOperations(entry)))
    for (mlir::Value result : op->getResults())
      names[result].push_back(memoryResultName(index, result));
  return names;
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
  NamedValues kept;
  for (const Condition *atom : registers) {
    if (atom->agent != agent)
      continue;
    auto [base, lane] = splitRegister(atom->name);
    bool found = false;
    for (auto &[value, own] : names) {
      auto tile = dyn_cast<ct::TileType>(value.getType());
      if (!is_contained(own, base) || !tile || lane >= tile.getNumElements())
        continue;
      if (!is_contained(kept[value], base))
        kept[value].push_back(base.str());
      found = true;
    }
    if (!found)
      return where.error("the condition names %" + atom->name +
                         ", which this thread does not have");
  }
  names = std::move(kept);
  return Error::success();
}

/// Globals are part of memory only once the blocks have been made.
static Error resolveGlobals(Condition &condition, const MemoryImage &image,
                            StringRef file) {
  for (Condition &child : condition.children)
    if (Error error = resolveGlobals(child, image, file))
      return error;
  if (condition.kind != Condition::Kind::Memory || condition.name.empty())
    return Error::success();
  const Variable *variable = image.find(condition.name);
  uint64_t index = condition.location.address;
  if (!variable || index >= variable->length)
    return makeError(file + ":1:1: the condition names " + condition.name +
                     "[" + Twine(index) + "], which no entry uses");
  condition.location = {variable->address + index * variable->elementSize,
                        variable->elementSize};
  return Error::success();
}

//===----------------------------------------------------------------------===//
// Threads
//===----------------------------------------------------------------------===//

namespace tessera::litmus {
class TestReader {
public:
  TestReader(StringRef fileName, mlir::MLIRContext &context, bool keepReads)
      : fileName(fileName), context(context), keepReads(keepReads) {}
  Expected<LitmusTest> read(StringRef text);

private:
  Error readModule(StringRef text);
  Error addThread(ThreadDirective &directive);
  Expected<uint64_t> argumentOf(const ThreadDirective &directive,
                                mlir::BlockArgument argument,
                                ArrayRef<std::string> names) const;

  StringRef fileName;
  mlir::MLIRContext &context;
  bool keepReads;
  Directives directives;
  LitmusTest test;
  /// Holds the text that the names in `state` point into.
  SourceMgr sources;
  mlir::AsmParserState state;
  std::vector<ct::EntryOp> entries;
  /// The SSA names of all entries' values.
  NamedValues names;
};
} // namespace tessera::litmus

/// What is passed for `argument`: what args= says, else the address of the
/// variable of the same name.
Expected<uint64_t> TestReader::argumentOf(const ThreadDirective &directive,
                                          mlir::BlockArgument argument,
                                          ArrayRef<std::string> names) const {
  std::string position = std::to_string(argument.getArgNumber());
  std::string shown = names.empty() ? "number " + position : "%" + names[0];
  auto tile = dyn_cast<ct::TileType>(argument.getType());
  if (!tile || tile.getNumElements() != 1)
    return directive.where.error("argument " + shown + " of @" +
                                 directive.entry + " is no scalar tile");
  bool isPointer = isa<ct::PointerType>(tile.getElementType());
  for (const ArgumentDirective &given : directive.arguments) {
    if (given.name != position && !is_contained(names, given.name))
      continue;
    if (!given.isFloat)
      return given.bits;
    auto type = dyn_cast<mlir::FloatType>(tile.getElementType());
    if (!type)
      return directive.where.error("expected an integer for argument " + shown);
    APFloat number(given.number);
    bool losesInfo = false;
    number.convert(type.getFloatSemantics(), APFloat::rmNearestTiesToEven,
                   &losesInfo);
    return number.bitcastToAPInt().getZExtValue();
  }
  for (const std::string &name : names)
    if (const Variable *variable = directives.image.find(name);
        variable && isPointer)
      return variable->address;
  if (isPointer)
    return directive.where.error("argument " + shown + " of @" +
                                 directive.entry +
                                 " is no pointer to a variable of init");
  return directive.where.error("argument " + shown + " of @" + directive.entry +
                               " needs a value in args=(...)");
}

Error TestReader::addThread(ThreadDirective &directive) {
  unsigned index = test.program.threads.size();
  Thread &thread = test.program.threads.emplace_back();
  thread.agent = directive.agent;
  if (directive.body) {
    thread.body = std::move(directive.body);
    return Error::success();
  }
  auto entry = find_if(entries, [&](ct::EntryOp candidate) {
    return mlir::SymbolTable::getSymbolName(candidate).getValue() ==
           directive.entry;
  });
  if (entry == entries.end())
    return directive.where.error("unknown entry '@" + directive.entry + "'");
  TileBlock block;
  block.entry = *entry;
  block.agent = directive.agent.name;
  block.block = directive.block;
  block.grid = directive.grid;
  block.bound = directives.bound;
  block.names = namesOf(*entry, names);
  for (mlir::BlockArgument argument :
       (*entry)->getRegion(0).front().getArguments()) {
    Expected<uint64_t> value =
        argumentOf(directive, argument, block.names[argument]);
    if (!value)
      return value.takeError();
    block.arguments.push_back(*value);
  }
  if (Error error =
          keepNeeded(block.names, directives.condition, index, directive.where))
    return error;
  test.source->blocks.push_back({index, std::move(block)});
  if (!keepReads)
    return Error::success();
  NamedValues &kept = test.source->blocks.back().second.names;
  for (auto &[name, result] : test.memoryResults(index))
    if (!is_contained(kept[result], name))
      kept[result].push_back(name);
  return Error::success();
}

Error TestReader::readModule(StringRef text) {
  mlir::Block &module = test.source->module;
  if (!directives.bytecode.empty()) {
    SmallString<128> path(directives.bytecode);
    if (!sys::path::is_absolute(path)) {
      path = sys::path::parent_path(fileName);
      sys::path::append(path, directives.bytecode);
    }
    ErrorOr<std::unique_ptr<MemoryBuffer>> buffer = MemoryBuffer::getFile(path);
    if (!buffer)
      return makeFileError("read", path, buffer.getError());
    mlir::OwningOpRef<ct::ModuleOp> read =
        bytecode::readBytecode(**buffer, &context);
    if (!read)
      return makeError(fileName + ":1:1: cannot read the bytecode '" + path +
                       "'");
    module.push_back(read.release());
    return Error::success();
  }
  sources.AddNewSourceBuffer(MemoryBuffer::getMemBufferCopy(text, fileName),
                             SMLoc());
  mlir::ParserConfig config(&context);
  if (failed(mlir::parseAsmSourceFile(sources, &module, config, &state)))
    return makeError(fileName + ":1:1: the module does not parse");
  return Error::success();
}

Expected<LitmusTest> TestReader::read(StringRef text) {
  Expected<Directives> parsed = parseDirectives(fileName, text);
  if (!parsed)
    return parsed.takeError();
  directives = std::move(*parsed);
  if (Error error = readModule(text))
    return std::move(error);
  test.source->module.walk([&](ct::EntryOp entry) {
    entries.push_back(entry);
    collectNames(entry, state, names);
  });
  if (Error error = legalize(test.source->module, names))
    return prefixError(fileName + ":1:1: ", std::move(error));
  for (ThreadDirective &directive : directives.threads)
    if (Error error = addThread(directive))
      return std::move(error);
  test.name = directives.name;
  test.source->image = std::move(directives.image);
  test.program.condition = std::move(directives.condition);
  test.program.isForall = directives.isForall;
  test.program.kernels = std::move(directives.kernels);
  test.expectations = std::move(directives.expectations);
  if (Error error = test.setEdits(nullptr))
    return std::move(error);
  if (Error error =
          resolveGlobals(test.program.condition, test.program.image, fileName))
    return std::move(error);
  return std::move(test);
}

Expected<LitmusTest> litmus::readTest(StringRef fileName, StringRef text,
                                      mlir::MLIRContext &context,
                                      bool keepReads) {
  return TestReader(fileName, context, keepReads).read(text);
}
