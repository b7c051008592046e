//===- PTX/Emulator/Core/DecodeCall.cpp - what a call gives and takes -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Resolves the function that is called and the lists of its arguments and
// results.
//
//===----------------------------------------------------------------------===//

#include "DecoderImpl.h"

#include "llvm/ADT/bit.h"

using namespace llvm;
using namespace tessera::ptx;
using namespace tessera::ptx::emu;

bool FunctionDecoder::callee(const Operand &operand, Arg &arg) {
  arg.kind = ArgKind::Function;
  arg.target = ~0u;
  if (find(operand.name))
    return name(OperandPattern(), operand, arg.value, nullptr);
  DecodedFunction *target = owner.require(operand.name);
  if (!target)
    return fail(operand, "function '" + operand.name + "'");
  arg.target = owner.indexOf(*target);
  return true;
}

/// One element of a call's lists.
std::optional<FormalValue> FunctionDecoder::actual(const Operand &operand,
                                                   bool isResult,
                                                   const FormalValue *formal) {
  FormalValue value;
  if (operand.kind == OperandKind::Integer ||
      operand.kind == OperandKind::Float) {
    value.isRegister = true;
    value.slot.bank = Bank::Constant;
    value.slot.bits = formal ? formal->slot.bits : 64;
    value.size = formal ? formal->size : 8;
    uint64_t bits = operand.bits;
    if (operand.kind == OperandKind::Float && operand.width == 64 &&
        value.size == 4)
      bits = bit_cast<uint32_t>(float(bit_cast<double>(bits)));
    value.slot.slot = owner.constant(bits);
    return value;
  }
  if (operand.kind == OperandKind::Sink) {
    value.isRegister = true;
    value.slot.slot = sinkSlot;
    value.size = 8;
    return value;
  }
  std::optional<Found> found = find(operand.name);
  if (!found) {
    fail(operand, "'" + operand.name + "' as an argument");
    return std::nullopt;
  }
  if (found->storage.kind == Storage::Kind::Register) {
    value.isRegister = true;
    value.slot = registerSlot(*found, 0);
    value.size = value.slot.bits / 8;
    noteRead(value.slot, isResult);
    if (!isResult)
      reads.pop_back(); // definedness is copied, not demanded
    return value;
  }
  if (found->storage.kind != Storage::Kind::Local) {
    fail(operand, "'" + operand.name + "' as an argument");
    return std::nullopt;
  }
  value.offset = found->storage.base;
  value.size = variableSize(*found->variable);
  return value;
}

bool FunctionDecoder::transfer(const Instruction &instruction,
                               DecodedInstruction &result) {
  const DecodedFunction *callee = nullptr;
  for (unsigned i = 0; i < result.numArgs; ++i)
    if (result.args[i].kind == ArgKind::Function &&
        result.args[i].target != ~0u)
      callee = program.functions[result.args[i].target].get();
  CallTransfer lists;
  bool seenFunction = false;
  for (const Operand &operand : instruction.operands) {
    if (operand.kind != OperandKind::Tuple) {
      seenFunction = true;
      continue;
    }
    for (auto [index, element] : enumerate(operand.operands)) {
      const std::vector<FormalValue> *formals =
          callee ? (seenFunction ? &callee->parameters : &callee->returns)
                 : nullptr;
      const FormalValue *formal =
          formals && index < formals->size() ? &(*formals)[index] : nullptr;
      std::optional<FormalValue> value = actual(element, !seenFunction, formal);
      if (!value)
        return false;
      (seenFunction ? lists.arguments : lists.results).push_back(*value);
    }
  }
  if (callee && (lists.arguments.size() != callee->parameters.size() ||
                 lists.results.size() != callee->returns.size())) {
    owner.error(instruction.location,
                "the call of '" + callee->name + "' gives " +
                    Twine(lists.arguments.size()) + " arguments and takes " +
                    Twine(lists.results.size()) + " results, expected " +
                    Twine(callee->parameters.size()) + " and " +
                    Twine(callee->returns.size()));
    return false;
  }
  auto kept = std::make_shared<const CallTransfer>(std::move(lists));
  program.keepAlive.push_back(kept);
  result.data = kept.get();
  return true;
}
