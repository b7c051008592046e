//===- PTX/Emulator/Core/DecodeOperand.cpp - operands to slots --*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Resolves names, constants and addresses, and notes which slots an instruction
// reads and writes.
//
//===----------------------------------------------------------------------===//

#include "DecoderImpl.h"

#include "llvm/ADT/StringSwitch.h"
#include "llvm/ADT/bit.h"

using namespace llvm;
using namespace tessera::ptx;
using namespace tessera::ptx::emu;

bool FunctionDecoder::fail(const Operand &operand, const Twine &message) {
  owner.error(operand.location,
              "not emulated: " + message + ", in '" + mnemonic(*current) + "'");
  return false;
}

const Slot32 *FunctionDecoder::keepSlots(ArrayRef<Slot32> slots) {
  Slot32 *copy = program.arena.Allocate<Slot32>(slots.size());
  std::uninitialized_copy(slots.begin(), slots.end(), copy);
  return copy;
}

const uint32_t *FunctionDecoder::keepIndices(ArrayRef<uint32_t> indices) {
  uint32_t *copy = program.arena.Allocate<uint32_t>(indices.size());
  std::copy(indices.begin(), indices.end(), copy);
  return copy;
}

uint64_t FunctionDecoder::literal(const Operand &operand,
                                  std::optional<Type> type) const {
  uint64_t bits = operand.bits;
  if (operand.kind == OperandKind::Float) {
    if (operand.width == 64 && type && typeBits(*type) == 32)
      bits = bit_cast<uint32_t>(float(bit_cast<double>(bits)));
    else if (operand.width == 32 && type && typeBits(*type) == 64 &&
             typeClass(*type) == TypeClass::Float)
      bits = bit_cast<uint64_t>(double(bit_cast<float>(uint32_t(bits))));
  }
  unsigned width = type ? typeBits(*type) : 64;
  return width < 64 ? bits & ((uint64_t(1) << width) - 1) : bits;
}

std::optional<FunctionDecoder::Found> FunctionDecoder::find(StringRef name) {
  std::optional<Symbol> symbol = scopes.find(name);
  if (!symbol || !symbol->variable)
    return std::nullopt;
  Found found;
  found.variable = symbol->variable;
  if (found.variable->range)
    (void)name.drop_front(found.variable->name.size())
        .getAsInteger(10, found.index);
  auto local = storage.find(found.variable);
  if (local != storage.end()) {
    found.storage = local->second;
    return found;
  }
  std::optional<Storage> global = owner.moduleStorage(name);
  if (!global)
    return std::nullopt;
  found.storage = *global;
  return found;
}

Slot32 FunctionDecoder::registerSlot(const Found &found,
                                     unsigned element) const {
  Slot32 slot;
  slot.isPredicate = found.storage.kind == Storage::Kind::Predicate;
  unsigned perIndex = found.storage.slotsPerElement *
                      std::max<unsigned>(1, found.variable->vectorSize);
  slot.slot = uint32_t(found.storage.base + found.index * perIndex +
                       element * found.storage.slotsPerElement);
  slot.bits = uint8_t(std::min(128u, typeBits(found.variable->type)));
  return slot;
}

void FunctionDecoder::noteRead(const Slot32 &slot, bool isDestination) {
  if (slot.bank == Bank::Constant)
    return;
  SmallVectorImpl<uint32_t> &list = isDestination ? writes : reads;
  list.push_back(slot.isPredicate ? slot.slot | predicateMark : slot.slot);
  if (slot.bits > 64)
    list.push_back(slot.slot + 1);
}

uint32_t FunctionDecoder::prefilled(PrefilledSlot slot) {
  std::string key = std::to_string(unsigned(slot.kind)) + ":" +
                    std::to_string(slot.value) + ":" + slot.special.str() +
                    "." + slot.component + (slot.generic ? "g" : "");
  auto [entry, isNew] = prefilledSlots.try_emplace(key, 0);
  if (isNew) {
    slot.slot = entry->second = newSlot(1, slot.special);
    function.prefilled.push_back(slot);
  }
  return entry->second;
}

/// A register, special register, or the address of a variable.
bool FunctionDecoder::name(const OperandPattern &pattern,
                           const Operand &operand, Slot32 &slot, Arg *arg) {
  if (std::optional<SpecialRegister> special =
          findSpecialRegister(operand.name)) {
    PrefilledSlot fill{PrefilledSlot::Kind::Special, 0};
    fill.special = StringRef(operand.name).drop_front();
    fill.component = operand.component.empty() ? 0 : operand.component[0];
    // What a driver puts into the others, no document says.
    bool isKnown = !StringSwitch<bool>(fill.special)
                        .Cases({"envreg1", "envreg2"}, false)
                        .StartsWith("envreg", true)
                        .StartsWith("pm", true)
                        .Default(false);
    if (!isKnown || special->type == Type::pred)
      return fail(operand, "special register '" + operand.name + "'");
    readsClock |= fill.special.starts_with("clock") ||
                  fill.special.starts_with("globaltimer");
    slot.slot = prefilled(fill);
    slot.bits = uint8_t(typeBits(special->type));
    return true;
  }
  std::optional<Found> found = find(operand.name);
  if (!found) {
    // The address of a function.
    DecodedFunction *target = owner.require(operand.name);
    if (!target)
      return fail(operand, "'" + operand.name + "'");
    slot.bank = Bank::Constant;
    slot.slot = owner.constant(functionWindow + 16 * owner.indexOf(*target));
    slot.bits = 64;
    return true;
  }
  const Storage &place = found->storage;
  if (place.kind == Storage::Kind::Register ||
      place.kind == Storage::Kind::Predicate) {
    unsigned element = 0;
    if (!operand.component.empty())
      element = StringSwitch<unsigned>(operand.component)
                    .Cases({"x", "r"}, 0)
                    .Cases({"y", "g"}, 1)
                    .Cases({"z", "b"}, 2)
                    .Default(3);
    slot = registerSlot(*found, element);
    noteRead(slot, pattern.isDestination);
    return true;
  }
  PrefilledSlot fill{PrefilledSlot::Kind::GlobalAddress, 0};
  fill.value = place.base + uint64_t(operand.offset);
  slot.bits = 64;
  // An address whose space the instruction does not name is generic.
  if (pattern.kind == PatternKind::Address ||
      pattern.kind == PatternKind::TensorAddress) {
    bool named = pattern.space != Space::None;
    for (auto [formSlot, choice] :
         zip(currentForm->slots, currentMatch->chosen))
      named |= pattern.variable == 'S' && formSlot.variable == 'S' && choice;
    fill.generic = !named;
    fill.value -= uint64_t(operand.offset); // added by Warp::address
  }
  switch (place.kind) {
  case Storage::Kind::Shared:
    fill.kind = PrefilledSlot::Kind::SharedAddress;
    break;
  case Storage::Kind::DynamicShared:
    fill.kind = PrefilledSlot::Kind::DynamicShared;
    break;
  case Storage::Kind::Local:
    addressIsLocal |= pattern.kind == PatternKind::Address;
    fill.kind = PrefilledSlot::Kind::LocalAddress;
    break;
  case Storage::Kind::Param:
    fill.kind = PrefilledSlot::Kind::ParamAddress;
    break;
  default: // one address for all: a constant
    slot.bank = Bank::Constant;
    slot.slot = owner.constant(fill.value);
    return true;
  }
  slot.slot = prefilled(fill);
  return true;
}

bool FunctionDecoder::scalar(const OperandPattern &pattern,
                             const Operand &operand, Slot32 &slot, Arg *arg) {
  std::optional<Type> type =
      operandType(pattern, *currentForm, currentMatch->chosen);
  switch (operand.kind) {
  case OperandKind::Name:
    return name(pattern, operand, slot, arg);
  case OperandKind::Integer:
  case OperandKind::Float: {
    uint64_t bits = literal(operand, type);
    slot.bank = Bank::Constant;
    slot.slot = owner.constant(bits);
    slot.bits = uint8_t(std::min(64u, type ? typeBits(*type) : 64u));
    if (arg)
      arg->literal = bits;
    return true;
  }
  case OperandKind::Sink:
    slot.slot = sinkSlot;
    slot.bits = uint8_t(std::min(128u, type ? typeBits(*type) : 64u));
    if (arg)
      arg->isSink = true;
    return true;
  default:
    return fail(operand, "this operand");
  }
}

bool FunctionDecoder::vector(const OperandPattern &pattern,
                             const Operand &operand, Arg &arg) {
  arg.kind = ArgKind::Vector;
  SmallVector<Slot32, 8> elements;
  if (operand.kind != OperandKind::Vector) {
    std::optional<Found> found =
        operand.kind == OperandKind::Name && operand.component.empty()
            ? find(operand.name)
            : std::nullopt;
    if (found && found->storage.kind == Storage::Kind::Register &&
        found->variable->vectorSize != 0) {
      for (unsigned i = 0; i < found->variable->vectorSize; ++i) {
        elements.push_back(registerSlot(*found, i));
        noteRead(elements.back(), pattern.isDestination);
      }
    } else if (!scalar(pattern, operand, elements.emplace_back(), &arg)) {
      return false;
    }
  } else {
    for (const Operand &element : operand.operands)
      if (!scalar(pattern, element, elements.emplace_back(), nullptr))
        return false;
  }
  arg.elements = keepSlots(elements);
  arg.count = uint32_t(elements.size());
  if (!elements.empty())
    arg.value = elements.front();
  return true;
}

bool FunctionDecoder::predicate(const OperandPattern &pattern,
                                const Operand &operand, Slot32 &slot,
                                bool &isSink) {
  if (operand.kind == OperandKind::Not) {
    if (!predicate(pattern, operand.operands[0], slot, isSink))
      return false;
    slot.negated = !slot.negated;
    return true;
  }
  slot.isPredicate = true;
  slot.bits = 1;
  if (operand.kind == OperandKind::Sink) {
    slot.slot = sinkPredicate;
    isSink = true;
    return true;
  }
  if (operand.kind == OperandKind::Integer) {
    slot.bank = Bank::Constant;
    slot.slot = owner.constant(operand.bits != 0);
    return true;
  }
  std::optional<Found> found = find(operand.name);
  if (!found || found->storage.kind != Storage::Kind::Predicate)
    return fail(operand, "'" + operand.name + "' as a predicate");
  slot = registerSlot(*found, 0);
  noteRead(slot, pattern.isDestination);
  return true;
}

bool FunctionDecoder::address(const OperandPattern &pattern,
                              const Operand &operand, Arg &arg) {
  arg.kind = ArgKind::Address;
  const Operand &base = operand.operands[0];
  OperandPattern source = pattern;
  source.isDestination = false;
  source.type = std::nullopt;
  if (base.kind == OperandKind::Name) {
    arg.offset = base.offset;
    if (!name(source, base, arg.value, nullptr))
      return false;
  } else if (!scalar(OperandPattern(), base, arg.value, nullptr)) {
    return false;
  }
  if (operand.operands.size() < 2)
    return true;
  OperandPattern coordinate;
  coordinate.type = Type::s32;
  SmallVector<Slot32, 8> elements;
  for (const Operand &element : operand.operands[1].operands)
    if (!scalar(coordinate, element, elements.emplace_back(), nullptr))
      return false;
  arg.elements = keepSlots(elements);
  arg.count = uint32_t(elements.size());
  return true;
}

bool FunctionDecoder::label(const Operand &operand, Arg &arg) {
  arg.kind = ArgKind::Label;
  arg.target = ~0u;
  for (const auto &scope : reverse(labels))
    if (auto found = scope.find(operand.name); found != scope.end()) {
      arg.target = found->second;
      return true;
    }
  for (const auto &scope : reverse(targetLists)) {
    auto found = scope.find(operand.name);
    if (found == scope.end())
      continue;
    if (found->second->isCall) {
      for (const std::string &target : found->second->targets)
        owner.require(target);
      return true;
    }
    arg.target = uint32_t(function.branchTables.size());
    std::vector<uint32_t> &table = function.branchTables.emplace_back();
    for (const std::string &target : found->second->targets)
      for (const auto &labelScope : reverse(labels))
        if (auto id = labelScope.find(target); id != labelScope.end()) {
          table.push_back(id->second);
          break;
        }
    return true;
  }
  return true; // a prototype
}

bool FunctionDecoder::operand(const OperandPattern &pattern,
                              const Operand &operand, Arg &arg) {
  arg.kind = ArgKind::Scalar;
  switch (pattern.kind) {
  case PatternKind::Value:
  case PatternKind::Move:
    return pattern.count.empty() ? scalar(pattern, operand, arg.value, &arg)
                                 : vector(pattern, operand, arg);
  case PatternKind::Predicate:
    return predicate(pattern, operand, arg.value, arg.isSink);
  case PatternKind::PredicatePair:
  case PatternKind::ValueAndPredicate: {
    arg.kind = ArgKind::Pair;
    const Operand *first = &operand;
    arg.second.slot = sinkPredicate;
    arg.second.isPredicate = true;
    if (operand.kind == OperandKind::Pair) {
      first = &operand.operands[0];
      arg.secondIsSink = false;
      if (!predicate(pattern, operand.operands[1], arg.second,
                     arg.secondIsSink))
        return false;
    }
    return pattern.kind == PatternKind::ValueAndPredicate
               ? scalar(pattern, *first, arg.value, &arg)
               : predicate(pattern, *first, arg.value, arg.isSink);
  }
  case PatternKind::Address:
  case PatternKind::TensorAddress:
    return address(pattern, operand, arg);
  case PatternKind::Immediate:
    arg.literal = operand.bits;
    arg.value.bank = Bank::Constant;
    arg.value.slot = owner.constant(operand.bits);
    arg.value.bits = 64;
    return true;
  case PatternKind::Label:
    return label(operand, arg);
  case PatternKind::Function:
    return callee(operand, arg);
  case PatternKind::Tuple:
    arg.kind = ArgKind::None;
    return true;
  }
  return false;
}

bool FunctionDecoder::operands(const Instruction &instruction, const Form &form,
                               const ModifierMatch &match,
                               DecodedInstruction &result) {
  SmallVector<Arg, 8> args;
  size_t next = 0;
  for (const OperandPattern &pattern : form.operands) {
    Arg &arg = args.emplace_back();
    if (!isPresent(pattern, match.chosen))
      continue;
    if (next == instruction.operands.size())
      continue; // optional and left out
    if (!operand(pattern, instruction.operands[next], arg))
      return false;
    ++next;
  }
  Arg *copy = program.arena.Allocate<Arg>(args.size());
  std::uninitialized_copy(args.begin(), args.end(), copy);
  result.args = copy;
  result.numArgs = uint8_t(args.size());
  return instruction.opcode != "call" || transfer(instruction, result);
}
