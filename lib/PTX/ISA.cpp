//===- PTX/ISA.cpp - the instruction table, compiled --------------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compiles the rows of ISA/*.def and matches modifier lists against them. A
// malformed row is an error of create(), which the unit tests show to be
// absent.
//
//===----------------------------------------------------------------------===//

#include "tessera/PTX/ISA.h"
#include "tessera/Support/Error.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace llvm;
using namespace tessera;
using namespace tessera::ptx;

static constexpr FormRow builtinRows[] = {
#define F(opcode, modifiers, operands, ptx, targets)                           \
  {FAMILY, opcode, modifiers, operands, ptx, targets},
#define FAMILY "Integer arithmetic, logic and shifts"
#include "ISA/Integer.def"
#undef FAMILY
#define FAMILY "Floating point, comparison and conversion"
#include "ISA/Float.def"
#undef FAMILY
#define FAMILY "Data movement, atomics and fences"
#include "ISA/Memory.def"
#undef FAMILY
#define FAMILY "Asynchronous copies and mbarriers"
#include "ISA/Async.def"
#undef FAMILY
#define FAMILY "Control flow, barriers and votes"
#include "ISA/Control.def"
#undef FAMILY
#define FAMILY "Matrices: wmma, mma, wgmma"
#include "ISA/Matrix.def"
#undef FAMILY
#define FAMILY "Tensor cores: tcgen05"
#include "ISA/Tcgen05.def"
#undef FAMILY
#undef F
};

static StringRef findSet(StringRef name) {
  return StringSwitch<StringRef>(name)
#define S(name, choices) .Case(name, choices)
#include "ISA/Sets.def"
#undef S
      .Default("");
}

static Error malformed(const FormRow &row, const Twine &why) {
  return makeError("malformed row of '" + Twine(row.opcode) + "' (" +
                   row.modifiers + "; " + row.operands + "): " + why);
}

/// "text^PTX/ARCHITECTURE".
static bool parseChoice(StringRef text, Choice &choice) {
  auto [name, needs] = text.split('^');
  auto [ptx, architecture] = needs.split('/');
  choice.text = name;
  if (!ptx.empty() && ptx.getAsInteger(10, choice.ptx))
    return false;
  if (!architecture.empty() &&
      architecture.getAsInteger(10, choice.architecture))
    return false;
  return !name.empty();
}

/// "T:a|b|$set?". A set may be followed by the needs of all its members.
static Error parseSlot(const FormRow &row, StringRef text, Slot &slot) {
  slot.isOptional = text.consume_back("?");
  if (text.size() > 2 && isUpper(text[0]) && text[1] == ':' && text[2] != ':') {
    slot.variable = text[0];
    text = text.drop_front(2);
  }
  StringRef common;
  if (text.consume_front("$")) {
    auto [name, needs] = text.split('^');
    text = findSet(name);
    common = needs;
    if (text.empty())
      return malformed(row, "no set named '" + name + "'");
  }
  SmallVector<StringRef> parts;
  text.split(parts, '|');
  for (StringRef part : parts) {
    Choice &choice = slot.choices.emplace_back();
    if (!parseChoice(part, choice))
      return malformed(row, "bad choice '" + part + "'");
    if (!common.empty()) {
      Choice needs;
      if (!parseChoice(("x^" + common).str(), needs))
        return malformed(row, "bad needs '" + common + "'");
      choice.ptx = std::max(choice.ptx, needs.ptx);
      choice.architecture = std::max(choice.architecture, needs.architecture);
    }
    if (slot.variable == 'S' && !findSpace(choice.text))
      return malformed(row, "no space named '" + choice.text + "'");
    if (slot.variable != 0 && slot.variable != 'S' && !findType(choice.text))
      return malformed(row, "no type named '" + choice.text + "'");
  }
  return Error::success();
}

/// What the operand is, after its marks are gone.
static Error parsePatternCore(const FormRow &row, StringRef text,
                              OperandPattern &pattern) {
  auto kind = StringSwitch<std::optional<PatternKind>>(text)
                  .Cases({"p", "np"}, PatternKind::Predicate)
                  .Case("pp", PatternKind::PredicatePair)
                  .Case("i", PatternKind::Immediate)
                  .Case("lbl", PatternKind::Label)
                  .Case("fn", PatternKind::Function)
                  .Case("tup", PatternKind::Tuple)
                  .Case("tm", PatternKind::TensorAddress)
                  .Cases({"m", "m:S"}, PatternKind::Address)
                  .Case("addr", PatternKind::Move)
                  .Default(std::nullopt);
  pattern.mayNegate = text == "np";
  if (text == "m:S")
    pattern.variable = 'S';
  if (kind) {
    pattern.kind = *kind;
    return Error::success();
  }
  if (text.consume_front("m:")) {
    pattern.kind = PatternKind::Address;
    std::optional<Space> space = findSpace(text);
    if (!space)
      return malformed(row, "no space named '" + text + "'");
    pattern.space = *space;
    return Error::success();
  }
  if (text.consume_front("&"))
    pattern.kind = PatternKind::Move;
  if (text.consume_back("|p"))
    pattern.kind = PatternKind::ValueAndPredicate;
  if (text.consume_front("{")) {
    std::tie(pattern.count, text) = text.split('}');
    unsigned number = 0;
    if (pattern.count.getAsInteger(10, number) &&
        !is_contained({"v", "x", "2x", "tld", "N/2", "N/4", "cg", "im2col"},
                      pattern.count))
      return malformed(row, "no count rule '" + pattern.count + "'");
  }
  if (text.size() == 1 && isUpper(text[0])) {
    pattern.variable = text[0];
    return Error::success();
  }
  pattern.type = findType(text);
  return pattern.type ? Error::success()
                      : malformed(row, "no operand kind '" + text + "'");
}

/// "=~{v}T?@L2::cache_hint".
static Error parsePattern(const FormRow &row, StringRef text,
                          OperandPattern &pattern) {
  std::tie(text, pattern.condition) = text.split('@');
  pattern.conditionAbsent = pattern.condition.consume_front("!");
  pattern.isOptional = text.consume_back("?");
  pattern.isDestination = text.consume_front("=");
  pattern.mayBeWider = text.consume_front("~");
  return parsePatternCore(row, text, pattern);
}

/// Every variable an operand refers to must be bound by a slot.
static bool isBound(const Form &form, const OperandPattern &pattern) {
  return pattern.variable == 0 || any_of(form.slots, [&](const Slot &slot) {
           return slot.variable == pattern.variable;
         });
}

Expected<InstructionSet> InstructionSet::create() {
  return create(builtinRows);
}

Expected<InstructionSet> InstructionSet::create(ArrayRef<FormRow> rows) {
  InstructionSet result;
  result.table.reserve(rows.size());
  for (const FormRow &row : rows) {
    Form &form = result.table.emplace_back();
    form.row = &row;
    SmallVector<StringRef> parts;
    StringRef(row.modifiers).split(parts, ' ', -1, false);
    for (StringRef part : parts)
      if (Error error = parseSlot(row, part, form.slots.emplace_back()))
        return std::move(error);
    parts.clear();
    StringRef(row.operands).split(parts, ' ', -1, false);
    for (StringRef part : parts) {
      OperandPattern &pattern = form.operands.emplace_back();
      if (Error error = parsePattern(row, part, pattern))
        return std::move(error);
      if (!isBound(form, pattern))
        return malformed(row, "no slot binds '" + part + "'");
    }
    result.byOpcode[row.opcode].push_back(unsigned(result.table.size() - 1));
  }
  return std::move(result);
}

ArrayRef<unsigned> InstructionSet::formsOf(StringRef opcode) const {
  auto found = byOpcode.find(opcode);
  if (found == byOpcode.end())
    return {};
  return found->second;
}

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

/// Backtracking over optional slots; a row has few enough of them.
struct Matcher {
  const Form &form;
  ArrayRef<Modifier> modifiers;
  ModifierMatch result;

  bool match(size_t slotIndex, size_t modifierIndex) {
    if (modifierIndex > result.progress || result.missing == nullptr) {
      result.progress = std::max(result.progress, unsigned(modifierIndex));
      if (modifierIndex == modifiers.size())
        noteMissing(slotIndex);
    }
    if (slotIndex == form.slots.size())
      return modifierIndex == modifiers.size();
    const Slot &slot = form.slots[slotIndex];
    if (modifierIndex < modifiers.size())
      for (const Choice &choice : slot.choices) {
        if (!choiceMatches(choice.text, modifiers[modifierIndex].text))
          continue;
        result.chosen[slotIndex] = &choice;
        if (match(slotIndex + 1, modifierIndex + 1))
          return true;
        result.chosen[slotIndex] = nullptr;
      }
    return slot.isOptional && match(slotIndex + 1, modifierIndex);
  }

  void noteMissing(size_t slotIndex) {
    for (const Slot &slot : ArrayRef(form.slots).drop_front(slotIndex))
      if (!slot.isOptional) {
        result.missing = &slot;
        return;
      }
  }
};

} // namespace

ModifierMatch tessera::ptx::matchModifiers(const Form &form,
                                           ArrayRef<Modifier> modifiers) {
  Matcher matcher{form, modifiers, {}};
  matcher.result.chosen.resize(form.slots.size());
  matcher.result.matched = matcher.match(0, 0);
  return std::move(matcher.result);
}

void tessera::ptx::printTable(
    const InstructionSet &instructions, raw_ostream &os,
    function_ref<std::string(const Form &)> emulated) {
  StringMap<char> opcodes;
  for (const Form &form : instructions.forms())
    opcodes[form.row->opcode] = 0;
  os << "<!-- Generated by `tessera ptx --isa-table`. Do not edit. -->\n\n"
     << "# PTX: the instruction table\n\n"
     << "What the verifier knows: " << instructions.forms().size()
     << " forms of " << opcodes.size()
     << " opcodes. The language of the columns is described in "
        "[PTX](../ptx.md). Every row is parsed, printed and verified; the last "
        "column says whether the [emulator](../ptx-emulator.md) executes it, "
        "and with how many of its modifiers.\n";
  StringRef family;
  for (const Form &form : instructions.forms()) {
    const FormRow &row = *form.row;
    if (family != row.family) {
      family = row.family;
      os << "\n## " << family << "\n\n"
         << "| opcode | modifiers | operands | PTX | target | emulated |\n"
         << "|---|---|---|---|---|---|\n";
    }
    // A bar inside a table cell must be escaped, also between backquotes.
    auto cell = [&](StringRef text) {
      os << " |";
      if (text.empty())
        return;
      os << " `";
      for (char c : text)
        os << (c == '|' ? "\\|" : StringRef(&c, 1));
      os << '`';
    };
    os << "| `" << row.opcode << '`';
    cell(row.modifiers);
    cell(row.operands);
    os << " | " << row.ptx / 10 << '.' << row.ptx % 10 << " | ";
    SmallVector<StringRef> targets;
    StringRef(row.targets).split(targets, ' ', -1, false);
    ListSeparator separator;
    for (StringRef target : targets)
      os << separator << "sm_" << target;
    os << " | " << emulated(form) << " |\n";
  }
}
