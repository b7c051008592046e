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

namespace {
/// Modifiers that make up the name of an instruction with its opcode.
struct NameRow {
  const char *opcode, *modifiers;
};
} // namespace

static constexpr NameRow builtinNames[] = {
#define N(opcode, modifiers) {opcode, modifiers},
#include "ISA/Names.def"
#undef N
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

/// "text^PTX/TARGET+TARGET".
static bool parseChoice(StringRef text, Choice &choice) {
  auto [name, needs] = text.split('^');
  auto [ptx, targets] = needs.split('/');
  choice.text = name;
  if (!ptx.empty() && ptx.getAsInteger(10, choice.ptx))
    return false;
  choice.targets = targets.str();
  std::replace(choice.targets.begin(), choice.targets.end(), '+', ' ');
  return !name.empty();
}

/// "T:a|b|$set?". A set may be followed by the needs of all its members.
static Error parseSlot(const FormRow &row, StringRef text, Slot &slot) {
  slot.isPaired = text.consume_back("&");
  slot.isOptional = slot.isPaired || text.consume_back("?");
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
      if (choice.targets.empty())
        choice.targets = needs.targets;
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

/// "=~{v}T?@L2::cache_hint", "!T".
static Error parsePattern(const FormRow &row, StringRef text,
                          OperandPattern &pattern) {
  std::tie(text, pattern.condition) = text.split('@');
  pattern.conditionAbsent = pattern.condition.consume_front("!");
  pattern.isOptional = text.consume_back("?");
  pattern.isDestination = text.consume_front("=");
  pattern.mayBeWider = text.consume_front("~");
  pattern.registerOnly = text.consume_front("!");
  return parsePatternCore(row, text, pattern);
}

/// What a modifier is; those of one kind keep their order.
enum class TextKind : uint8_t { Other, Type, Space, Layout, BitOperation };
static TextKind kindOf(StringRef text) {
  if (findSpace(text))
    return TextKind::Space;
  // The size of a tensor map is no type; packed formats of copies are.
  if ((findType(text) && text != "b1024") ||
      is_contained({"b8x16", "b6x16_p32", "b4x16_p64"}, text))
    return TextKind::Type;
  return StringSwitch<TextKind>(text)
      .Cases({"row", "col"}, TextKind::Layout)
      .Cases({"and", "or", "xor", "popc"}, TextKind::BitOperation)
      .Default(TextKind::Other);
}

static bool keepOrder(const Slot &a, const Slot &b) {
  return any_of(a.choices, [&](const Choice &mine) {
    return any_of(b.choices, [&](const Choice &other) {
      TextKind kind = kindOf(mine.text);
      return mine.text == other.text ||
             (kind != TextKind::Other && kind == kindOf(other.text));
    });
  });
}

/// Fills in Slot::group and Slot::isName.
static void orderSlots(const FormRow &row, Form &form) {
  for (auto [index, slot] : enumerate(form.slots)) {
    slot.group = unsigned(index);
    for (const Slot &earlier : ArrayRef(form.slots).take_front(index))
      if (keepOrder(earlier, slot)) {
        slot.group = earlier.group;
        break;
      }
  }
  size_t length = 0;
  for (const NameRow &name : builtinNames) {
    if (StringRef(name.opcode) != row.opcode)
      continue;
    SmallVector<StringRef> words;
    StringRef(name.modifiers).split(words, ' ', -1, false);
    auto has = [](const Slot &slot, StringRef word) {
      return any_of(slot.choices,
                    [&](const Choice &choice) { return choice.text == word; });
    };
    bool fits = words.size() <= form.slots.size();
    for (size_t i = 0; fits && i < words.size(); ++i)
      fits = has(form.slots[i], words[i]);
    if (fits)
      length = std::max(length, words.size());
  }
  for (Slot &slot : MutableArrayRef(form.slots).take_front(length))
    slot.isName = true;
}

/// Every variable an operand refers to must be bound by a slot.
static bool isBound(const Form &form, const OperandPattern &pattern) {
  return pattern.variable == 0 || any_of(form.slots, [&](const Slot &slot) {
           return slot.variable == pattern.variable;
         });
}

const InstructionSet &InstructionSet::builtin() {
  static const InstructionSet instructions = cantFail(create());
  return instructions;
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
    orderSlots(row, form);
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
