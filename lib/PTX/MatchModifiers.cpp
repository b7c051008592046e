//===- PTX/MatchModifiers.cpp - how an instruction fills a form -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Gives the modifiers of an instruction the slots of a form, and answers what
// follows from the choices: which positions of the operand list are there, and
// of which type.
//
//===----------------------------------------------------------------------===//

#include "tessera/PTX/ISA.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace tessera;
using namespace tessera::ptx;

/// "m64n*k16" stands for the widths 8, 16, ..., 256.
static bool choiceMatches(StringRef choice, StringRef text) {
  size_t star = choice.find('*');
  if (star == StringRef::npos)
    return choice == text;
  unsigned width = 0;
  return text.consume_front(choice.take_front(star)) &&
         text.consume_back(choice.drop_front(star + 1)) &&
         !text.starts_with("0") && !text.getAsInteger(10, width) &&
         width >= 8 && width <= 256 && width % 8 == 0;
}

namespace {

/// Gives every modifier, in the order of the instruction, a free slot.
/// Backtracking: a row has few enough slots that take the same text.
struct Matcher {
  const Form &form;
  ArrayRef<Modifier> modifiers;
  ModifierMatch result;

  bool match(size_t index) {
    if (index > result.progress || result.missing == nullptr) {
      result.progress = std::max(result.progress, unsigned(index));
      if (index == modifiers.size())
        result.missing = firstMissing();
    }
    if (index == modifiers.size())
      return !firstMissing() && pairsAreWhole();
    for (auto [slotIndex, slot] : enumerate(form.slots)) {
      for (const Choice &choice : slot.choices) {
        if (!choiceMatches(choice.text, modifiers[index].text) ||
            !isFree(slotIndex, slot))
          continue;
        result.chosen[slotIndex] = &choice;
        result.filledBy[slotIndex] = &modifiers[index];
        if (match(index + 1))
          return true;
        result.chosen[slotIndex] = nullptr;
        result.filledBy[slotIndex] = nullptr;
      }
    }
    return false;
  }

  /// Whether the next modifier may fill the slot.
  bool isFree(size_t slotIndex, const Slot &slot) const {
    if (result.chosen[slotIndex])
      return false;
    for (auto [other, each] : enumerate(form.slots)) {
      bool isBefore = other < slotIndex;
      bool isFilled = result.chosen[other] != nullptr;
      if (isFilled && !isBefore && (each.group == slot.group || slot.isName))
        return false;
      if (!isFilled && isBefore && each.isName && !each.isOptional)
        return false;
    }
    return true;
  }

  bool pairsAreWhole() const {
    for (auto [i, slot] : enumerate(form.slots))
      if (slot.isPaired && result.chosen[i] && !result.chosen[i - 1])
        return false;
    return true;
  }

  const Slot *firstMissing() const {
    const Choice *before = nullptr;
    for (auto [slot, choice] : zip(form.slots, result.chosen)) {
      if (!choice && (slot.isPaired ? before != nullptr : !slot.isOptional))
        return &slot;
      before = choice;
    }
    return nullptr;
  }
};

} // namespace

ModifierMatch tessera::ptx::matchModifiers(const Form &form,
                                           ArrayRef<Modifier> modifiers) {
  Matcher matcher{form, modifiers, {}};
  matcher.result.chosen.resize(form.slots.size());
  matcher.result.filledBy.resize(form.slots.size());
  matcher.result.matched = matcher.match(0);
  return std::move(matcher.result);
}

bool tessera::ptx::hasChoice(ArrayRef<const Choice *> chosen,
                             StringRef modifier) {
  return any_of(chosen, [&](const Choice *choice) {
    return choice && choice->text == modifier;
  });
}

bool tessera::ptx::isPresent(const OperandPattern &pattern,
                             ArrayRef<const Choice *> chosen) {
  return pattern.condition.empty() ||
         hasChoice(chosen, pattern.condition) != pattern.conditionAbsent;
}

std::optional<Type> tessera::ptx::operandType(const OperandPattern &pattern,
                                              const Form &form,
                                              ArrayRef<const Choice *> chosen) {
  if (pattern.type || pattern.variable == 0)
    return pattern.type;
  for (auto [slot, choice] : zip(form.slots, chosen))
    if (slot.variable == pattern.variable && choice)
      return findType(choice->text);
  return std::nullopt;
}

std::vector<Modifier> tessera::ptx::inFormOrder(const ModifierMatch &match) {
  std::vector<Modifier> ordered;
  for (const Modifier *modifier : match.filledBy)
    if (modifier)
      ordered.push_back(*modifier);
  return ordered;
}
