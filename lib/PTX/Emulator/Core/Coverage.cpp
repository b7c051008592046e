//===- PTX/Emulator/Core/Coverage.cpp - which forms are emulated -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Makes instructions of a form with operands of the right kinds and binds them.
//
//===----------------------------------------------------------------------===//

#include "tessera/PTX/Emulator/Coverage.h"

using namespace llvm;
using namespace tessera::ptx;
using namespace tessera::ptx::emu;

/// A choice as an instruction writes it: "m64n*k16" stands for many.
static std::string spell(StringRef choice) {
  std::string text = choice.str();
  if (size_t star = text.find('*'); star != std::string::npos)
    text.replace(star, 1, "64");
  return text;
}

static ArgKind argKind(const OperandPattern &pattern) {
  switch (pattern.kind) {
  case PatternKind::Address:
  case PatternKind::TensorAddress:
    return ArgKind::Address;
  case PatternKind::PredicatePair:
  case PatternKind::ValueAndPredicate:
    return ArgKind::Pair;
  case PatternKind::Label:
    return ArgKind::Label;
  case PatternKind::Function:
    return ArgKind::Function;
  case PatternKind::Tuple:
    return ArgKind::None;
  default:
    return pattern.count.empty() ? ArgKind::Scalar : ArgKind::Vector;
  }
}

/// Whether the modifiers `chosen`, one index per slot (-1: none), have a
/// handler when constants are `literal`.
static bool tryBind(const Form &form, const Registry &registry,
                    ArrayRef<int> chosen, uint64_t literal) {
  Instruction instruction;
  instruction.opcode = form.row->opcode;
  for (auto [slot, index] : zip(form.slots, chosen))
    if (index >= 0)
      instruction.modifiers.push_back({spell(slot.choices[index].text), {}});
  ModifierMatch match = matchModifiers(form, instruction.modifiers);
  if (!match.matched)
    return false;
  Program program;
  std::vector<Arg> args;
  std::vector<Slot32> elements(8);
  for (const OperandPattern &pattern : form.operands) {
    Arg &arg = args.emplace_back();
    if (!isPresent(pattern, match.chosen))
      continue;
    arg.kind = argKind(pattern);
    arg.target = ~0u;
    arg.elements = elements.data();
    arg.count = 2;
    if (!pattern.isDestination)
      arg.literal = literal;
  }
  CallTransfer transfer;
  DecodedInstruction decoded;
  decoded.source = &instruction;
  decoded.form = &form;
  decoded.args = args.data();
  decoded.numArgs = uint8_t(args.size());
  decoded.data = &transfer;
  BindContext context(instruction, form, match, program);
  for (Binder binder : registry.binders(form.row->opcode)) {
    Bound bound = binder(context, decoded);
    if (bound != Bound::NotMine)
      return bound == Bound::Done && context.untaken().empty();
  }
  return false;
}

FormCoverage tessera::ptx::emu::coverageOf(const Form &form,
                                           const Registry &registry) {
  FormCoverage coverage;
  auto count = [&](ArrayRef<int> chosen) {
    ++coverage.tried;
    // Some forms take only certain constants.
    for (uint64_t literal : {16, 128, 0})
      if (tryBind(form, registry, chosen, literal)) {
        ++coverage.emulated;
        return;
      }
  };
  SmallVector<int, 8> shortest;
  for (const Slot &slot : form.slots)
    shortest.push_back(slot.isOptional ? -1 : 0);
  count(shortest);
  for (auto [index, slot] : enumerate(form.slots))
    for (int choice = slot.isOptional ? 0 : 1;
         choice < int(slot.choices.size()); ++choice) {
      SmallVector<int, 8> other = shortest;
      other[index] = choice;
      count(other);
    }
  return coverage;
}

std::string tessera::ptx::emu::formKey(const Form &form) {
  std::string key = form.row->opcode;
  if (*form.row->modifiers)
    key += std::string(" ") + form.row->modifiers;
  if (*form.row->operands)
    key += std::string("; ") + form.row->operands;
  return key;
}

std::string tessera::ptx::emu::describeCoverage(const FormCoverage &coverage) {
  if (coverage.emulated == coverage.tried)
    return "yes";
  if (coverage.emulated == 0)
    return "no";
  return "partly (" + std::to_string(coverage.emulated) + " of " +
         std::to_string(coverage.tried) + ")";
}
