//===- PTX/RowExamples.cpp - each row of the table as text ------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Writes an example instruction for each row of the table, from its slots and
// operand patterns.
//
//===----------------------------------------------------------------------===//

#include "tessera/PTX/RowExamples.h"
#include "tessera/PTX/Parser.h"
#include "tessera/PTX/Printer.h"
#include "tessera/PTX/Types.h"
#include "tessera/PTX/Verifier.h"

#include "llvm/ADT/StringExtras.h"

using namespace llvm;
using namespace tessera::ptx;

namespace {

/// The constants of an example: the first and the others.
struct Values {
  int64_t first = 0, constant = 0;
};

/// The text of one spelling.
class Example {
public:
  Example(const Form &form, ArrayRef<const Choice *> chosen, Values values)
      : form(form), chosen(chosen), values(values) {}

  /// "" when no target has what the row and the choices need.
  std::string text();

private:
  bool has(StringRef modifier) const { return hasChoice(chosen, modifier); }
  std::string registerOf(Type type, bool isWide);
  std::string operandOf(const OperandPattern &pattern);
  std::string scalar(const OperandPattern &pattern);
  unsigned countOf(StringRef rule) const;
  std::string target() const;
  std::string prototype(StringRef begin, StringRef name) const;

  const Form &form;
  ArrayRef<const Choice *> chosen;
  Values values;
  std::string declarations;
  unsigned registers = 0, immediates = 0;
};

} // namespace

std::string Example::registerOf(Type type, bool isWide) {
  std::string name = "%x" + utostr(registers++);
  unsigned bits = typeBits(type);
  std::string kind = type == Type::pred    ? "pred"
                     : bits < 16 && isWide ? "b16"
                                           : "b" + utostr(std::max(8u, bits));
  declarations += ".reg ." + kind + " " + name + ";\n";
  return name;
}

std::string Example::scalar(const OperandPattern &pattern) {
  return registerOf(operandType(pattern, form, chosen).value_or(Type::b32),
                    pattern.mayBeWider);
}

unsigned Example::countOf(StringRef rule) const {
  unsigned number = 1;
  if (rule == "cg")
    return has("cta_group::2") ? 8 : 4;
  if (rule == "im2col") {
    for (const Choice *choice : chosen)
      if (choice && choice->text.size() == 2 && choice->text[1] == 'd')
        return has("im2col") ? unsigned(choice->text[0] - '0') - 2 : 2;
  }
  if (!rule.getAsInteger(10, number))
    return number;
  unsigned multiplier = rule == "2x" ? 2 : 1;
  number = 1;
  for (const Choice *choice : chosen) {
    if (!choice)
      continue;
    StringRef text = choice->text;
    if (rule.starts_with("N/"))
      if (text.contains("n*") || text.starts_with("m64n"))
        return 8 / (rule == "N/2" ? 2 : 4);
    if (rule == "tld")
      multiplier *= text == "16x128b" ? 2 : text == "16x256b" ? 4 : 1;
    if (text.consume_front(rule == "v" ? "v" : "x"))
      (void)text.getAsInteger(10, number);
  }
  return number * multiplier;
}

std::string Example::operandOf(const OperandPattern &pattern) {
  // Tensor memory has addresses of 32 bits.
  bool isTensor = StringRef(form.row->opcode) == "tcgen05" &&
                  pattern.space == Space::None && pattern.variable == 0;
  std::string address = isTensor ? "%t" : "%a";
  auto useAddress = [&] {
    std::string text =
        ".reg ." + std::string(isTensor ? "b32 " : "b64 ") + address + ";\n";
    if (declarations.find(text) == std::string::npos)
      declarations += text;
  };
  auto labelled = [&](StringRef text) {
    declarations += text.str();
    return std::string("LABEL");
  };
  switch (pattern.kind) {
  case PatternKind::Value:
  case PatternKind::Move: {
    if (pattern.count.empty())
      return scalar(pattern);
    unsigned count = countOf(pattern.count);
    if (count == 1 && pattern.count == "v")
      return scalar(pattern);
    std::string list = scalar(pattern);
    for (unsigned i = 1; i < count; ++i)
      list += ", " + scalar(pattern);
    return "{" + list + "}";
  }
  case PatternKind::Predicate:
  case PatternKind::PredicatePair:
    return registerOf(Type::pred, false);
  case PatternKind::ValueAndPredicate: {
    std::string value = scalar(pattern);
    return value + "|" + registerOf(Type::pred, false);
  }
  case PatternKind::Address:
    useAddress();
    return "[" + address + "]";
  case PatternKind::TensorAddress: {
    unsigned count = 1;
    for (const Choice *choice : chosen)
      if (choice && choice->text.size() == 2 && choice->text[1] == 'd')
        count = unsigned(choice->text[0] - '0');
    if (has("tile::gather4") || has("tile::scatter4"))
      count = 5;
    useAddress();
    std::string list = registerOf(Type::s32, false);
    for (unsigned i = 1; i < count; ++i)
      list += ", " + registerOf(Type::s32, false);
    return "[%a, {" + list + "}]";
  }
  case PatternKind::Immediate:
    return itostr(immediates++ == 0 ? values.first : values.constant);
  case PatternKind::Label:
    return StringRef(form.row->opcode) == "brx"
               ? labelled("LABEL: .branchtargets HERE;\n")
           : StringRef(form.row->opcode) == "call"
               ? labelled(prototype("LABEL: .callprototype", "_"))
               : std::string("HERE");
  case PatternKind::Function:
    if (form.operands.back().kind == PatternKind::Label) {
      declarations += ".reg .b64 %f;\n";
      return "%f";
    }
    return "callee";
  case PatternKind::Tuple:
    return "(" + registerOf(Type::b32, false) + ")";
  }
  llvm_unreachable("unknown operand");
}

/// Of the callee: a tuple before the name is its result, one after it its
/// argument.
std::string Example::prototype(StringRef begin, StringRef name) const {
  bool hasResult = form.operands.front().kind == PatternKind::Tuple;
  bool hasArgument = count_if(form.operands, [](const OperandPattern &pattern) {
                       return pattern.kind == PatternKind::Tuple;
                     }) > unsigned(hasResult);
  return (begin + (hasResult ? " (.reg .b32 _r) " : " ") + name +
          (hasArgument ? " (.reg .b32 _a)" : " ()") + ";\n")
      .str();
}

std::string Example::target() const {
  for (const char *name :
       {"sm_50", "sm_75", "sm_80", "sm_90", "sm_90a", "sm_100", "sm_100a",
        "sm_103a", "sm_110a", "sm_120a"}) {
    std::optional<Target> found = findTarget(name);
    bool fits = found && targetSatisfies(*found, form.row->targets);
    for (const Choice *choice : chosen)
      fits = fits && (!choice || targetSatisfies(*found, choice->targets));
    if (fits)
      return name;
  }
  return "";
}

std::string Example::text() {
  std::string opcode = form.row->opcode;
  for (const Choice *choice : chosen)
    if (choice) {
      std::string part = choice->text.str();
      if (size_t star = part.find('*'); star != std::string::npos)
        part.replace(star, 1, "8"); // m64n*k16
      opcode += "." + part;
    }
  std::string operands;
  for (const OperandPattern &pattern : form.operands) {
    if (pattern.isOptional || !isPresent(pattern, chosen))
      continue;
    operands += (operands.empty() ? " " : ", ") + operandOf(pattern);
  }
  std::string where = target();
  if (where.empty())
    return "";
  bool isCall = StringRef(form.row->opcode) == "call";
  return ".version 9.0\n.target " + where + "\n.address_size 64\n" +
         (isCall ? StringRef(prototype(".func", "callee")).rtrim(";\n").str() +
                       " { ret; }\n"
                 : "") +
         ".visible .entry k() {\n" + declarations + "HERE:\n" + opcode +
         operands + ";\nret;\n}\n";
}

/// Whether the verifier takes it, knowing this row and `ret` alone.
static bool isValid(const Form &form, StringRef text, std::string &problem) {
  static constexpr FormRow ret{"", "ret", "uni?", "", 10, ""};
  FormRow rows[] = {*form.row, ret};
  bool isRet = StringRef(form.row->opcode) == "ret";
  Expected<InstructionSet> only =
      InstructionSet::create(ArrayRef(rows, isRet ? 1 : 2));
  if (!only) {
    problem = toString(only.takeError());
    return false;
  }
  Diagnostics diagnostics;
  std::optional<Module> module = parse(text, diagnostics);
  if (module && verify(*module, *only, diagnostics))
    return true;
  problem = diagnostics.empty() ? "not parsed" : diagnostics.front().render("");
  return false;
}

/// The example of one spelling, with constants that fit.
static std::string fit(const Form &form, ArrayRef<const Choice *> chosen) {
  std::string text, problem;
  for (int64_t constant : {0, 1, 4, 8, 16, 24, 32, 128, 2, 3})
    for (int64_t first : {int64_t(0), constant}) {
      text = Example(form, chosen, {first, constant}).text();
      if (text.empty() || isValid(form, text, problem))
        return text;
    }
  return text;
}

std::vector<std::string> tessera::ptx::examplesOf(const Form &form) {
  std::vector<std::string> examples;
  SmallVector<const Choice *, 8> shortest;
  for (const Slot &slot : form.slots)
    shortest.push_back(slot.isOptional ? nullptr : &slot.choices.front());
  auto add = [&](ArrayRef<const Choice *> chosen) {
    std::string text = fit(form, chosen);
    if (!text.empty() && !is_contained(examples, text))
      examples.push_back(std::move(text));
  };
  add(shortest);
  for (auto [index, slot] : enumerate(form.slots))
    for (const Choice &choice : slot.choices) {
      SmallVector<const Choice *, 8> chosen = shortest;
      chosen[index] = &choice;
      if (slot.isPaired)
        chosen[index - 1] = &form.slots[index - 1].choices.front();
      if (index + 1 < form.slots.size() && form.slots[index + 1].isPaired)
        chosen[index + 1] = &form.slots[index + 1].choices.front();
      add(chosen);
    }
  return examples;
}

RowReport tessera::ptx::checkRow(const Form &form) {
  RowReport report;
  for (const std::string &text : examplesOf(form)) {
    ++report.spellings;
    Diagnostics diagnostics;
    std::optional<Module> module = parse(text, diagnostics);
    if (module) {
      ++report.parsed;
      std::string printed;
      raw_string_ostream os(printed);
      print(*module, os);
      std::optional<Module> again = parse(printed, diagnostics);
      report.printed += again && *again == *module;
    }
    std::string problem;
    if (isValid(form, text, problem))
      ++report.verified;
    else if (report.problem.empty())
      report.problem = problem + "\n" + text;
  }
  return report;
}
