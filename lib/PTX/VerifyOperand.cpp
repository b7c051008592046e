//===- PTX/VerifyOperand.cpp - operands against a form ------------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which operand may stand at a position of a form: its kind, its type, its
// vector length and its state space.
//
//===----------------------------------------------------------------------===//

#include "VerifierImpl.h"

#include "llvm/ADT/StringExtras.h"

using namespace llvm;
using namespace tessera::ptx;

std::string tessera::ptx::mnemonic(const Instruction &instruction) {
  std::string text = instruction.opcode;
  for (const Modifier &modifier : instruction.modifiers)
    text += "." + modifier.text;
  return text;
}

bool ScopeStack::declare(StringRef name, Symbol symbol) {
  return scopes.back().names.try_emplace(name, symbol).second;
}

bool ScopeStack::declareRange(const Variable &variable) {
  return scopes.back().ranges.try_emplace(variable.name, &variable).second;
}

std::optional<Symbol> ScopeStack::find(StringRef name) const {
  StringRef prefix = name.rtrim("0123456789");
  StringRef digits = name.drop_front(prefix.size());
  for (const Scope &scope : llvm::reverse(scopes)) {
    auto found = scope.names.find(name);
    if (found != scope.names.end())
      return found->second;
    // The prefix of a range may end in digits itself: %r1<10>.
    for (size_t i = 0; i < digits.size(); ++i) {
      uint64_t index = 0;
      StringRef number = digits.drop_front(i);
      if ((number.size() > 1 && number[0] == '0') ||
          number.getAsInteger(10, index))
        continue;
      auto range = scope.ranges.find(name.drop_back(number.size()));
      if (range != scope.ranges.end() && index < *range->second->range)
        return Symbol{SymbolKind::Variable, range->second};
    }
  }
  return std::nullopt;
}

bool OperandChecker::fail(const Operand &operand, const Twine &message) {
  if (!problem)
    problem = {operand.location,
               ("'" + mnemonic(instruction) + "' " + message).str()};
  return false;
}

std::optional<Space>
OperandChecker::spaceOf(const OperandPattern &pattern) const {
  if (pattern.space != Space::None)
    return pattern.space;
  for (auto [slot, choice] : zip(form.slots, match.chosen))
    if (slot.variable == 'S' && pattern.variable == 'S' && choice)
      return findSpace(choice->text);
  return std::nullopt;
}

std::optional<unsigned>
OperandChecker::countOf(const OperandPattern &pattern) const {
  unsigned number = 1;
  if (!pattern.count.getAsInteger(10, number))
    return number;
  if (pattern.count == "cg") // a mask of the lanes of one block or two
    return has("cta_group::2") ? 8 : 4;
  if (pattern.count == "im2col") // offsets, or halo and offset
    for (const Modifier &modifier : instruction.modifiers)
      if (StringRef text = modifier.text; text.size() == 2 && text[1] == 'd')
        return has("im2col") ? unsigned(text[0] - '0') - 2 : 2;
  unsigned multiplier = pattern.count == "2x" ? 2 : 1;
  number = 1;
  for (const Modifier &modifier : instruction.modifiers) {
    StringRef text = modifier.text;
    if (pattern.count.starts_with("N/")) {
      // m64nNk16
      if (!text.consume_front("m64n") || text.consumeInteger(10, number))
        continue;
      return number / (pattern.count == "N/2" ? 2 : 4);
    }
    // Registers a thread holds of each tcgen05 shape per repetition.
    if (pattern.count == "tld")
      multiplier *= text == "16x128b" ? 2 : text == "16x256b" ? 4 : 1;
    if (text.consume_front(pattern.count == "v" ? "v" : "x"))
      (void)text.getAsInteger(10, number);
  }
  return number * multiplier;
}

bool OperandChecker::registerOperand(const OperandPattern &pattern,
                                     const Operand &operand, Type declared,
                                     bool isVector) {
  if (isVector != !operand.component.empty() &&
      !(isVector && !pattern.count.empty()))
    return fail(operand,
                isVector ? "expected a component of the vector register '" +
                               operand.name + "'"
                         : "register '" + operand.name + "' has no components");
  std::optional<Type> expected = operandType(pattern, form, match.chosen);
  if (!expected || registerFits(declared, *expected, pattern.mayBeWider))
    return true;
  return fail(operand, "expected a register for ." + typeName(*expected) +
                           ", got '" + operand.name + "' of type ." +
                           typeName(declared));
}

bool OperandChecker::name(const OperandPattern &pattern,
                          const Operand &operand) {
  if (std::optional<SpecialRegister> special =
          findSpecialRegister(operand.name)) {
    if (pattern.isDestination)
      return fail(operand, "cannot write '" + operand.name + "'");
    // Compilers read 32-bit special registers as any 32-bit type, and the
    // thread indices as 16 bits.
    std::optional<Type> expected = operandType(pattern, form, match.chosen);
    if (special->vector && operand.component.empty())
      return fail(operand, "expected a component of '" + operand.name + "'");
    if (!expected || registerFits(special->type, *expected, true))
      return true;
    return fail(operand, "cannot read '" + operand.name + "' as ." +
                             typeName(*expected));
  }
  std::optional<Symbol> symbol = scopes.find(operand.name);
  if (!symbol)
    return fail(operand,
                "refers to '" + operand.name + "', which is not declared");
  if (symbol->kind == SymbolKind::Variable &&
      symbol->variable->space == Space::Reg)
    return registerOperand(pattern, operand, symbol->variable->type,
                           symbol->variable->vectorSize != 0);
  bool isAddressable = symbol->kind == SymbolKind::Variable ||
                       symbol->kind == SymbolKind::Function;
  if (pattern.kind != PatternKind::Move || pattern.isDestination ||
      !isAddressable)
    return fail(operand, "expected a register, got '" + operand.name + "'");
  std::optional<Type> expected = operandType(pattern, form, match.chosen);
  if (expected &&
      (typeBits(*expected) < 32 || typeClass(*expected) == TypeClass::Float))
    return fail(operand, "expected an integer type of 32 or 64 bits for the "
                         "address of '" +
                             operand.name + "'");
  return true;
}

bool OperandChecker::literal(const OperandPattern &pattern,
                             const Operand &operand) {
  if (pattern.isDestination || pattern.registerOnly)
    return fail(operand, "expected a register, got a constant");
  std::optional<Type> expected = operandType(pattern, form, match.chosen);
  if (!expected)
    return true;
  bool isFloat = operand.kind == OperandKind::Float;
  switch (typeClass(*expected)) {
  case TypeClass::Unsigned:
  case TypeClass::Signed:
  case TypeClass::Pred:
    return isFloat ? fail(operand, "expected an integer constant for ." +
                                       typeName(*expected))
                   : true;
  case TypeClass::Float:
    // f16 has no constants of its own: its patterns are integers.
    return isFloat || typeBits(*expected) == 16
               ? true
               : fail(operand, "expected a floating-point constant for ." +
                                   typeName(*expected));
  default:
    return true;
  }
}

bool OperandChecker::scalar(const OperandPattern &pattern,
                            const Operand &operand) {
  switch (operand.kind) {
  case OperandKind::Name:
    return name(pattern, operand);
  case OperandKind::Integer:
  case OperandKind::Float:
    return literal(pattern, operand);
  case OperandKind::Sink:
    return pattern.isDestination
               ? true
               : fail(operand, "cannot read '_', which only takes results");
  default:
    return fail(operand, "expected a register or constant");
  }
}

bool OperandChecker::vector(const OperandPattern &pattern,
                            const Operand &operand) {
  std::optional<unsigned> count = countOf(pattern);
  if (operand.kind != OperandKind::Vector) {
    if (count.value_or(1) == 1)
      return scalar(pattern, operand);
    // ld.v2 may take a register declared as a vector.
    std::optional<Symbol> symbol =
        operand.kind == OperandKind::Name && operand.component.empty()
            ? scopes.find(operand.name)
            : std::nullopt;
    if (symbol && symbol->kind == SymbolKind::Variable &&
        symbol->variable->space == Space::Reg &&
        symbol->variable->vectorSize == *count)
      return scalar(pattern, operand);
    return fail(operand, "expected a vector of " + Twine(*count) + " elements");
  }
  if (count && operand.operands.size() != *count)
    return fail(operand, "expected a vector of " + Twine(*count) +
                             " elements, got " +
                             Twine(operand.operands.size()));
  return all_of(operand.operands, [&](const Operand &element) {
    // LLVM and the manual write '_' for elements that nobody wants.
    return scalar(pattern, element);
  });
}

bool OperandChecker::predicate(const OperandPattern &pattern,
                               const Operand &operand) {
  if (operand.kind == OperandKind::Not)
    return pattern.mayNegate
               ? predicate(pattern, operand.operands[0])
               : fail(operand, "expected a predicate without '!'");
  if (operand.kind == OperandKind::Sink && pattern.isDestination)
    return true;
  if (operand.kind == OperandKind::Integer && !pattern.isDestination)
    return true;
  if (operand.kind != OperandKind::Name)
    return fail(operand, "expected a predicate");
  OperandPattern typed = pattern;
  typed.kind = PatternKind::Value;
  typed.type = Type::pred;
  return name(typed, operand);
}

bool OperandChecker::pair(const OperandPattern &pattern,
                          const Operand &operand) {
  bool firstIsValue = pattern.kind == PatternKind::ValueAndPredicate;
  const Operand *first = &operand;
  if (operand.kind == OperandKind::Pair) {
    first = &operand.operands[0];
    if (!predicate(pattern, operand.operands[1]))
      return false;
  }
  return firstIsValue ? scalar(pattern, *first) : predicate(pattern, *first);
}

bool OperandChecker::base(const OperandPattern &pattern,
                          const Operand &operand) {
  if (operand.kind == OperandKind::Integer)
    return true;
  if (operand.kind != OperandKind::Name)
    return fail(operand, "expected an address");
  std::optional<Symbol> symbol = scopes.find(operand.name);
  if (!symbol)
    return fail(operand,
                "refers to '" + operand.name + "', which is not declared");
  if (symbol->kind != SymbolKind::Variable)
    return fail(operand, "expected a variable or register as address, got '" +
                             operand.name + "'");
  const Variable &variable = *symbol->variable;
  if (variable.space == Space::Reg) {
    TypeClass kind = typeClass(variable.type);
    unsigned bits = typeBits(variable.type);
    bool isAddress = (kind == TypeClass::Unsigned ||
                      kind == TypeClass::Signed || kind == TypeClass::Bits) &&
                     (bits == 32 || bits == 64);
    return isAddress ? true
                     : fail(operand, "expected an address register of 32 or 64 "
                                     "bits, got '" +
                                         operand.name + "' of type ." +
                                         typeName(variable.type));
  }
  std::optional<Space> expected = spaceOf(pattern);
  if (expected && *expected != variable.space)
    return fail(operand, "expected a variable in ." + spaceName(*expected) +
                             ", got '" + operand.name + "' in ." +
                             spaceName(variable.space));
  return true;
}

bool OperandChecker::address(const OperandPattern &pattern,
                             const Operand &operand) {
  if (operand.kind != OperandKind::Address || operand.operands.size() != 1)
    return fail(operand, "expected an address such as [a+8]");
  return base(pattern, operand.operands[0]);
}

/// [map, {x, y}]: as many coordinates as the modifiers say.
bool OperandChecker::tensorAddress(const Operand &operand) {
  if (operand.kind != OperandKind::Address || operand.operands.size() != 2 ||
      operand.operands[1].kind != OperandKind::Vector)
    return fail(operand, "expected a tensor address such as [map, {x, y}]");
  size_t expected = 0;
  for (const Modifier &modifier : instruction.modifiers)
    if (modifier.text.size() == 2 && modifier.text[1] == 'd')
      expected = size_t(modifier.text[0] - '0');
  // One column and four rows.
  if (has("tile::gather4") || has("tile::scatter4"))
    expected = 5;
  ArrayRef<Operand> coordinates = operand.operands[1].operands;
  if (coordinates.size() != expected)
    return fail(operand.operands[1], "expected " + Twine(expected) +
                                         " coordinates, got " +
                                         Twine(coordinates.size()));
  OperandPattern coordinate;
  coordinate.type = Type::s32;
  return base(OperandPattern(), operand.operands[0]) &&
         all_of(coordinates,
                [&](const Operand &each) { return scalar(coordinate, each); });
}

bool OperandChecker::label(const Operand &operand) {
  std::optional<Symbol> symbol = operand.kind == OperandKind::Name
                                     ? scopes.find(operand.name)
                                     : std::nullopt;
  if (!symbol)
    return fail(operand, operand.kind == OperandKind::Name
                             ? "refers to the label '" + operand.name +
                                   "', which is not declared"
                             : Twine("expected a label"));
  StringRef opcode = instruction.opcode;
  bool fits = opcode == "bra"   ? symbol->kind == SymbolKind::Label
              : opcode == "brx" ? symbol->kind == SymbolKind::Targets
                                : symbol->kind == SymbolKind::Targets ||
                                      symbol->kind == SymbolKind::Prototype;
  return fits ? true
              : fail(operand, "expected " +
                                  Twine(opcode == "bra"   ? "a label"
                                        : opcode == "brx" ? "a list of targets"
                                                          : "a prototype or "
                                                            "list of targets") +
                                  ", got '" + operand.name + "'");
}

bool OperandChecker::function(const Operand &operand) {
  if (operand.kind != OperandKind::Name)
    return fail(operand, "expected a function");
  std::optional<Symbol> symbol = scopes.find(operand.name);
  if (!symbol)
    return fail(operand, "refers to the function '" + operand.name +
                             "', which is not declared");
  if (symbol->kind == SymbolKind::Function)
    return true;
  OperandPattern pointer;
  return symbol->kind == SymbolKind::Variable
             ? name(pointer, operand)
             : fail(operand, "expected a function, got '" + operand.name + "'");
}

bool OperandChecker::tuple(const Operand &operand) {
  if (operand.kind != OperandKind::Tuple)
    return fail(operand, "expected a list in parentheses");
  return all_of(operand.operands, [&](const Operand &each) {
    if (each.kind == OperandKind::Integer || each.kind == OperandKind::Float ||
        each.kind == OperandKind::Sink)
      return true;
    if (each.kind != OperandKind::Name)
      return fail(each, "expected a parameter");
    return scopes.find(each.name) ? true
                                  : fail(each, "refers to '" + each.name +
                                                   "', which is not declared");
  });
}

bool OperandChecker::operand(const OperandPattern &pattern,
                             const Operand &operand) {
  switch (pattern.kind) {
  case PatternKind::Value:
  case PatternKind::Move:
    return pattern.count.empty() ? scalar(pattern, operand)
                                 : vector(pattern, operand);
  case PatternKind::Predicate:
    return predicate(pattern, operand);
  case PatternKind::PredicatePair:
  case PatternKind::ValueAndPredicate:
    return pair(pattern, operand);
  case PatternKind::Address:
    return address(pattern, operand);
  case PatternKind::TensorAddress:
    return tensorAddress(operand);
  case PatternKind::Immediate:
    return operand.kind == OperandKind::Integer
               ? true
               : fail(operand, "expected an integer constant");
  case PatternKind::Label:
    return label(operand);
  case PatternKind::Function:
    return function(operand);
  case PatternKind::Tuple:
    return tuple(operand);
  }
  return false;
}

std::optional<Diagnostic> OperandChecker::check() {
  ArrayRef<Operand> operands = instruction.operands;
  size_t next = 0, required = 0;
  for (const OperandPattern &pattern : form.operands) {
    if (!isPresent(pattern, match.chosen))
      continue;
    if (pattern.isOptional) {
      // Only the last operand of a form is optional.
      if (next < operands.size() && operand(pattern, operands[next]))
        ++next;
      continue;
    }
    ++required;
    if (next == operands.size())
      continue;
    if (!operand(pattern, operands[next]))
      return problem;
    done = unsigned(++next);
  }
  if (problem)
    return problem;
  if (next != operands.size() || next < required)
    return Diagnostic{instruction.location,
                      ("'" + Twine(mnemonic(instruction)) + "' expected " +
                       Twine(required) + " operands, got " +
                       Twine(operands.size()))
                          .str()};
  return std::nullopt;
}
