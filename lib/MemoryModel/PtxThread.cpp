//===- MemoryModel/PtxThread.cpp - PTX and host threads of a test -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Parser and execution of the PTX subset. A read of a register that is not set
// is an error; a predicate on one is false, as its instruction was not
// executed.
//
//===----------------------------------------------------------------------===//

#include "tessera/MemoryModel/PtxThread.h"
#include "tessera/Support/Error.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/MathExtras.h"

#include <optional>

using namespace llvm;
using namespace tessera;
using namespace tessera::memmodel;

namespace {
struct PtxInstruction {
  EventKind kind = EventKind::Fence;
  Order order = Order::Weak;
  Scope scope = Scope::None;
  Footprint location;
  /// Load: the destination. Store: the source, if not `value`.
  std::string reg;
  uint64_t value = 0;
  std::string predicate;
  bool predicateEqual = true;
  int64_t predicateValue = 0;
  std::string text;
};

class PtxBody : public ThreadBody {
public:
  std::vector<PtxInstruction> code;
  Error run(Recorder &recorder) const override;
};
} // namespace

Error PtxBody::run(Recorder &recorder) const {
  std::map<std::string, RegisterValue> registers;
  Token past;
  for (auto [index, op] : enumerate(code)) {
    if (!op.predicate.empty()) {
      auto it = registers.find(op.predicate);
      if (it == registers.end())
        continue;
      uint64_t mask = maskTrailingOnes<uint64_t>(it->second.width);
      bool isEqual = (it->second.bits & mask) ==
                     (static_cast<uint64_t>(op.predicateValue) & mask);
      if (isEqual != op.predicateEqual)
        continue;
    }
    unsigned instance = recorder.begin(index, past, op.text, false);
    past.push_back(instance);
    switch (op.kind) {
    case EventKind::Fence:
      recorder.fence(op.order, op.scope);
      break;
    case EventKind::Read: {
      Expected<uint64_t> value =
          recorder.read(0, op.location, op.order, op.scope);
      if (!value)
        return value.takeError();
      RegisterValue result{*value, 8 * op.location.size};
      registers[op.reg] = result;
      recorder.setRegister(op.reg, result);
      break;
    }
    case EventKind::Write: {
      uint64_t value = op.value;
      if (!op.reg.empty()) {
        auto it = registers.find(op.reg);
        if (it == registers.end())
          return makeError("register %" + Twine(op.reg) + " is not set");
        value = it->second.bits;
      }
      if (Error error =
              recorder.write(0, op.location, value, op.order, op.scope))
        return error;
    }
    }
  }
  return Error::success();
}

/// "[x]" or "[a+4]".
static Expected<Footprint> parseAddress(StringRef text, uint32_t size,
                                        const MemoryImage &image) {
  if (!text.consume_front("[") || !text.consume_back("]"))
    return makeError("expected an address in brackets, got '" + text + "'");
  auto [name, offsetText] = text.split('+');
  const Variable *variable = image.find(name.trim());
  if (!variable)
    return makeError("unknown variable '" + name.trim() + "'");
  uint64_t offset = 0;
  if (!offsetText.empty() && offsetText.trim().getAsInteger(10, offset))
    return makeError("expected a byte offset, got '" + offsetText.trim() + "'");
  if (offset > variable->byteSize() || size > variable->byteSize() - offset)
    return makeError("access outside variable '" + name.trim() + "'");
  return Footprint{variable->address + offset, size};
}

static Error parsePredicate(StringRef text, PtxInstruction &op) {
  for (size_t at = text.size(); at-- > 0;) {
    StringRef tail = text.substr(at);
    bool isEqual = tail.starts_with("eq");
    if (!isEqual && !tail.starts_with("ne"))
      continue;
    if (at == 0 || tail.drop_front(2).getAsInteger(10, op.predicateValue))
      continue;
    op.predicate = text.take_front(at).str();
    op.predicateEqual = isEqual;
    return Error::success();
  }
  return makeError("expected a predicate like @%req1, got '@%" + text + "'");
}

/// Takes the dotted suffixes of an opcode apart.
static Error parseOpcode(StringRef opcode, PtxInstruction &op, uint32_t &size) {
  SmallVector<StringRef> parts;
  opcode.split(parts, '.');
  auto kind = StringSwitch<std::optional<EventKind>>(parts.front())
                  .Case("ld", EventKind::Read)
                  .Case("st", EventKind::Write)
                  .Case("fence", EventKind::Fence)
                  .Default(std::nullopt);
  if (!kind)
    return makeError("expected ld, st or fence, got '" + parts.front() + "'");
  op.kind = *kind;
  bool hasOrder = false;
  for (StringRef part : ArrayRef(parts).drop_front()) {
    auto order = StringSwitch<std::optional<Order>>(part)
                     .Case("weak", Order::Weak)
                     .Case("relaxed", Order::Relaxed)
                     .Case("acquire", Order::Acquire)
                     .Case("release", Order::Release)
                     .Case("acq_rel", Order::AcqRel)
                     .Case("sc", Order::SeqCst)
                     .Default(std::nullopt);
    auto scope = StringSwitch<std::optional<Scope>>(part)
                     .Case("cta", Scope::TileBlock)
                     .Case("gpu", Scope::Device)
                     .Case("sys", Scope::System)
                     .Default(std::nullopt);
    auto width = StringSwitch<uint32_t>(part)
                     .Cases({"u8", "s8", "b8"}, 1)
                     .Cases({"u16", "s16", "b16"}, 2)
                     .Cases({"u32", "s32", "b32", "f32"}, 4)
                     .Cases({"u64", "s64", "b64", "f64"}, 8)
                     .Default(0);
    if (order) {
      op.order = *order;
      hasOrder = true;
    } else if (scope)
      op.scope = *scope;
    else if (width)
      size = width;
    else if (part != "global")
      return makeError("unknown suffix '." + part + "'");
  }
  bool isFence = op.kind == EventKind::Fence;
  bool fits =
      isFence ? op.order == Order::AcqRel || op.order == Order::SeqCst
              : op.order == Order::Weak || op.order == Order::Relaxed ||
                    op.order == (op.kind == EventKind::Read ? Order::Acquire
                                                            : Order::Release);
  if (!hasOrder && !isFence)
    fits = true;
  if (!fits)
    return makeError("order does not fit '" + opcode + "'");
  if ((op.order == Order::Weak) != (op.scope == Scope::None))
    return makeError("expected a scope exactly on what is not weak, got '" +
                     opcode + "'");
  if (!isFence && size == 0)
    return makeError("expected a type suffix on '" + opcode + "'");
  return Error::success();
}

static Expected<PtxInstruction> parseInstruction(StringRef text,
                                                 const MemoryImage &image) {
  PtxInstruction op;
  op.text = text.str();
  if (text.consume_front("@%")) {
    auto [predicate, rest] = text.split(' ');
    if (Error error = parsePredicate(predicate, op))
      return std::move(error);
    text = rest.ltrim();
  }
  auto [opcode, operandText] = text.split(' ');
  uint32_t size = 0;
  if (Error error = parseOpcode(opcode, op, size))
    return std::move(error);
  if (op.kind == EventKind::Fence) {
    if (!operandText.trim().empty())
      return makeError("expected no operands of a fence");
    return op;
  }
  auto [first, second] = operandText.split(',');
  first = first.trim();
  second = second.trim();
  bool isRead = op.kind == EventKind::Read;
  Expected<Footprint> location =
      parseAddress(isRead ? second : first, size, image);
  if (!location)
    return location.takeError();
  op.location = *location;
  StringRef operand = isRead ? first : second;
  int64_t number = 0;
  if (operand.consume_front("%") && !operand.empty())
    op.reg = operand.str();
  else if (!isRead && !operand.getAsInteger(10, number))
    op.value = static_cast<uint64_t>(number);
  else
    return makeError("expected a register" +
                     StringRef(isRead ? "" : " or a number") + ", got '" +
                     operand + "'");
  return op;
}

Expected<std::unique_ptr<ThreadBody>>
memmodel::parsePtxThread(StringRef text, const MemoryImage &image,
                         size_t &errorOffset) {
  auto body = std::make_unique<PtxBody>();
  size_t offset = 0;
  SmallVector<StringRef> parts;
  text.split(parts, ';');
  for (StringRef part : parts) {
    StringRef trimmed = part.trim();
    errorOffset = offset + (part.size() - part.ltrim().size());
    offset += part.size() + 1;
    if (trimmed.empty())
      continue;
    Expected<PtxInstruction> op = parseInstruction(trimmed, image);
    if (!op)
      return op.takeError();
    body->code.push_back(std::move(*op));
  }
  return body;
}
