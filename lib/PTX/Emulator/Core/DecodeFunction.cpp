//===- PTX/Emulator/Core/DecodeFunction.cpp - statements to instructions -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Walks the body of a function in the order of its text, which is the order of
// the decoded code; labels become indices at the end.
//
//===----------------------------------------------------------------------===//

#include "DecoderImpl.h"

#include "llvm/Support/MathExtras.h"

using namespace llvm;
using namespace tessera::ptx;
using namespace tessera::ptx::emu;

/// Of one function: a warp's frame has 256 bytes for each.
static constexpr uint64_t maxRegisters = 1 << 18;

FunctionDecoder::FunctionDecoder(ModuleDecoder &owner,
                                 DecodedFunction &function)
    : owner(owner), program(*owner.program), function(function) {
  owner.declareModuleScope(scopes);
}

uint32_t FunctionDecoder::newSlot(unsigned count, StringRef name) {
  uint32_t first = function.numSlots;
  function.numSlots += count;
  function.slotNames.resize(function.numSlots, name.str());
  return first;
}

void FunctionDecoder::declare(const Variable &variable) {
  if (variable.range)
    scopes.declareRange(variable);
  else
    scopes.declare(variable.name, {SymbolKind::Variable, &variable});
  Storage place;
  switch (variable.space) {
  case Space::Reg: {
    uint64_t count = variable.range.value_or(1);
    if (count > maxRegisters || function.numSlots > maxRegisters) {
      owner.error(variable.location, "not emulated: more than " +
                                         Twine(maxRegisters) + " registers");
      count = 1;
    }
    auto nameOf = [&](uint64_t i) {
      return variable.range ? variable.name + std::to_string(i) : variable.name;
    };
    if (variable.type == Type::pred) {
      place.kind = Storage::Kind::Predicate;
      place.base = function.numPredicates;
      for (uint64_t i = 0; i < count; ++i)
        function.predicateNames.push_back(nameOf(i));
      function.numPredicates += uint32_t(count);
      break;
    }
    place.slotsPerElement = typeBits(variable.type) > 64 ? 2 : 1;
    place.base = function.numSlots;
    unsigned each =
        place.slotsPerElement * std::max<unsigned>(1, variable.vectorSize);
    for (uint64_t i = 0; i < count; ++i)
      newSlot(each, nameOf(i));
    break;
  }
  case Space::Shared:
    place = {Storage::Kind::Shared, owner.placeShared(variable)};
    break;
  case Space::Local:
  case Space::Param:
    place.kind = Storage::Kind::Local;
    place.base = alignTo(function.localSize, owner.alignmentOf(variable));
    function.localSize = place.base + variableSize(variable);
    break;
  default:
    owner.error(variable.location, "not emulated: a variable of ." +
                                       spaceName(variable.space) +
                                       " inside a function");
    break;
  }
  storage[&variable] = place;
}

void FunctionDecoder::declareLabels(const Block &block) {
  labels.emplace_back();
  targetLists.emplace_back();
  for (const Statement &statement : block.body) {
    if (const auto *label = std::get_if<Label>(&statement.value)) {
      labels.back()[label->name] = uint32_t(labelPc.size());
      labelPc.push_back(0);
      scopes.declare(label->name, {SymbolKind::Label, nullptr});
    } else if (const auto *list = std::get_if<TargetList>(&statement.value)) {
      targetLists.back()[list->label] = list;
      scopes.declare(list->label, {SymbolKind::Targets, nullptr});
    } else if (const auto *prototype =
                   std::get_if<CallPrototype>(&statement.value)) {
      scopes.declare(prototype->label, {SymbolKind::Prototype, nullptr});
    }
  }
}

void FunctionDecoder::sourceLine(const SourceLine &line) {
  function.locations.push_back({uint32_t(line.file), uint32_t(line.line)});
  location = uint32_t(function.locations.size() - 1);
}

void FunctionDecoder::block(const Block &value) {
  scopes.push();
  declareLabels(value);
  for (const Statement &statement : value.body) {
    if (const auto *each = std::get_if<Instruction>(&statement.value))
      instruction(*each);
    else if (const auto *label = std::get_if<Label>(&statement.value))
      labelPc[labels.back()[label->name]] = uint32_t(function.code.size());
    else if (const auto *declared = std::get_if<Variable>(&statement.value))
      declare(*declared);
    else if (const auto *inner = std::get_if<Block>(&statement.value))
      block(*inner);
    else if (const auto *line = std::get_if<SourceLine>(&statement.value))
      sourceLine(*line);
  }
  labels.pop_back();
  targetLists.pop_back();
  scopes.pop();
}

void FunctionDecoder::run() {
  function.locations.push_back({0, 0});
  scopes.push();
  sinkSlot = newSlot(2, "_");
  sinkPredicate = function.numPredicates++;
  function.predicateNames.push_back("_");
  const Function &source = *function.source;
  if (function.isEntry) {
    for (const auto &parameter : function.entryParameters) {
      scopes.declare(parameter.variable->name,
                     {SymbolKind::Variable, parameter.variable});
      storage[parameter.variable] = {Storage::Kind::Param, parameter.offset};
    }
  } else {
    auto declareAll = [&](const std::vector<Variable> &variables,
                          std::vector<FormalValue> &formals) {
      for (auto [variable, formal] : zip(variables, formals)) {
        if (formal.isRegister) {
          declare(variable);
          formal.slot.slot = uint32_t(storage[&variable].base);
          formal.slot.isPredicate = variable.type == Type::pred;
          continue;
        }
        scopes.declare(variable.name, {SymbolKind::Variable, &variable});
        storage[&variable] = {Storage::Kind::Local, formal.offset};
      }
    };
    declareAll(source.returns, function.returns);
    declareAll(source.parameters, function.parameters);
  }
  block(*source.body);
  // Falling off the end returns.
  Instruction ret;
  ret.opcode = "ret";
  ret.location = source.location;
  static_assert(std::is_copy_constructible_v<Instruction>);
  auto kept = std::make_shared<const Instruction>(std::move(ret));
  program.keepAlive.push_back(kept);
  instruction(*kept);
  scopes.pop();
  fixLabels();
  findReconvergence(function);
}

void FunctionDecoder::fixLabels() {
  for (DecodedInstruction &in : function.code)
    for (unsigned i = 0; i < in.numArgs; ++i) {
      Arg &arg = const_cast<Arg &>(in.args[i]);
      if (arg.kind == ArgKind::Label && in.source->opcode == "bra")
        arg.target = labelPc[arg.target];
    }
  for (auto &table : function.branchTables)
    for (uint32_t &entry : table)
      entry = labelPc[entry];
  // Predicates count after the registers, whose number is known only now.
  for (DecodedInstruction &in : function.code) {
    auto resolve = [&](const uint32_t *indices, unsigned count) {
      for (unsigned i = 0; i < count; ++i)
        if (indices[i] & predicateMark)
          const_cast<uint32_t &>(indices[i]) =
              function.numSlots + (indices[i] & ~predicateMark);
    };
    resolve(in.reads, in.numReads);
    resolve(in.writes, in.numWrites);
  }
}

void FunctionDecoder::instruction(const Instruction &instruction) {
  const InstructionSet &set = owner.instructions;
  for (unsigned index : set.formsOf(instruction.opcode)) {
    const Form &form = set.forms()[index];
    ModifierMatch match = matchModifiers(form, instruction.modifiers);
    if (!match.matched)
      continue;
    OperandChecker checker(instruction, form, match, scopes);
    if (checker.check())
      continue;
    std::vector<Modifier> ordered = inFormOrder(match);
    if (ordered == instruction.modifiers)
      return append(instruction, form, match);
    // Binders know one order, that of the form.
    auto sorted = std::make_shared<Instruction>(instruction);
    sorted->modifiers = std::move(ordered);
    program.keepAlive.push_back(sorted);
    return append(*sorted, form, match);
  }
  owner.error(instruction.location,
              "'" + mnemonic(instruction) + "' is no form of the table");
}

void FunctionDecoder::append(const Instruction &instruction, const Form &form,
                             const ModifierMatch &match) {
  DecodedInstruction result;
  result.source = &instruction;
  result.form = &form;
  result.location = location;
  current = &instruction;
  currentForm = &form;
  currentMatch = &match;
  readsClock = addressIsLocal = false;
  reads.clear();
  writes.clear();
  if (!operands(instruction, form, match, result))
    return;
  if (instruction.guard) {
    std::optional<Found> found = find(instruction.guard->predicate);
    if (!found || found->storage.kind != Storage::Kind::Predicate)
      return owner.error(instruction.guard->location,
                         "expected a predicate as guard");
    result.hasGuard = true;
    result.guardNegated = instruction.guard->negated;
    result.guard = registerSlot(*found, 0).slot;
  }
  result.readsClock = readsClock;
  BindContext context(instruction, form, match, program);
  std::string name = "'" + mnemonic(instruction) + "'";
  Bound bound = Bound::NotMine;
  for (Binder binder : owner.registry.binders(instruction.opcode)) {
    bound = binder(context, result);
    if (bound != Bound::NotMine)
      break;
  }
  if (bound == Bound::NotMine)
    return owner.error(instruction.location, "not emulated: " + name);
  if (bound == Bound::Refused)
    return owner.error(instruction.location,
                       "not emulated: " + name + ": " + context.reason);
  if (std::string left = context.untaken(); !left.empty())
    return owner.error(instruction.location,
                       "not emulated: " + left + " of " + name);
  // Parameters of calls and of device functions are in local memory.
  if (result.space == AddressSpace::Param &&
      (addressIsLocal || !function.isEntry))
    result.space = AddressSpace::Local;
  result.reads = keepIndices(reads);
  result.numReads = uint16_t(reads.size());
  result.writes = keepIndices(writes);
  result.numWrites = uint16_t(writes.size());
  result.isPure =
      !result.mayBlock && !writes.empty() &&
      llvm::none_of(ArrayRef(result.args, result.numArgs), [](const Arg &arg) {
        return arg.kind == ArgKind::Address || arg.kind == ArgKind::Label ||
               arg.kind == ArgKind::Function;
      });
  function.watchesRegisters |= result.watchesRegisters;
  function.takesOverBlocks |=
      result.source && result.source->opcode == "clusterlaunchcontrol";
  function.code.push_back(result);
}
