//===- MemoryModel/PtxParser.cpp - text of a litmus test's PTX --*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Opcodes are taken apart at their dots: the order of suffixes is not checked,
// unknown ones are refused. A predicate is written into the register it tests:
// @%req1 is "if %r equals 1", @%rne1 "unless it does".
//
//===----------------------------------------------------------------------===//

#include "tessera/MemoryModel/PtxInstruction.h"
#include "tessera/Support/Error.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"

#include <optional>

using namespace llvm;
using namespace tessera;
using namespace tessera::memmodel;

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

static Expected<std::string> parseRegister(StringRef text) {
  if (!text.consume_front("%") || text.empty())
    return makeError("expected a register, got '" + text + "'");
  return text.str();
}

static Expected<PtxOperand> parseOperand(StringRef text) {
  PtxOperand operand;
  int64_t number = 0;
  StringRef name = text;
  if (name.consume_front("%") && !name.empty())
    operand.reg = name.str();
  else if (!text.getAsInteger(10, number))
    operand.value = static_cast<uint64_t>(number);
  else
    return makeError("expected a register or a number, got '" + text + "'");
  return operand;
}

//===----------------------------------------------------------------------===//
// Opcodes
//===----------------------------------------------------------------------===//

namespace {
struct Opcode {
  uint32_t size = 0;
  bool hasOrder = false;
};
} // namespace

static std::optional<Order> orderSuffix(StringRef part) {
  return StringSwitch<std::optional<Order>>(part)
      .Case("weak", Order::Weak)
      .Case("relaxed", Order::Relaxed)
      .Case("acquire", Order::Acquire)
      .Case("release", Order::Release)
      .Case("acq_rel", Order::AcqRel)
      .Case("sc", Order::SeqCst)
      .Default(std::nullopt);
}

static std::optional<Scope> scopeSuffix(StringRef part) {
  return StringSwitch<std::optional<Scope>>(part)
      .Case("cta", Scope::TileBlock)
      .Case("gpu", Scope::Device)
      .Case("sys", Scope::System)
      .Default(std::nullopt);
}

static AtomicOperation operationSuffix(StringRef part) {
  return StringSwitch<AtomicOperation>(part)
      .Case("add", AtomicOperation::Add)
      .Case("and", AtomicOperation::And)
      .Case("or", AtomicOperation::Or)
      .Case("xor", AtomicOperation::Xor)
      .Case("min", AtomicOperation::Min)
      .Case("max", AtomicOperation::Max)
      .Case("exch", AtomicOperation::Exch)
      .Case("cas", AtomicOperation::Cas)
      .Default(AtomicOperation::None);
}

static uint32_t sizeSuffix(StringRef part) {
  return StringSwitch<uint32_t>(part)
      .Cases({"u8", "s8", "b8"}, 1)
      .Cases({"u16", "s16", "b16"}, 2)
      .Cases({"u32", "s32", "b32", "f32"}, 4)
      .Cases({"u64", "s64", "b64", "f64"}, 8)
      .Default(0);
}

static bool orderFits(const PtxInstruction &op) {
  switch (op.kind) {
  case PtxKind::Load:
    return op.order == Order::Weak || op.order == Order::Relaxed ||
           op.order == Order::Acquire;
  case PtxKind::Store:
    return op.order == Order::Weak || op.order == Order::Relaxed ||
           op.order == Order::Release;
  case PtxKind::Atomic:
    return op.order == Order::Relaxed || op.order == Order::Release ||
           (!op.isReduction &&
            (op.order == Order::Acquire || op.order == Order::AcqRel));
  default:
    return op.order == Order::AcqRel || op.order == Order::SeqCst;
  }
}

/// Takes the dotted suffixes of ld, st, atom, red and fence apart.
static Error parseAccessOpcode(StringRef opcode, PtxInstruction &op,
                               uint32_t &size) {
  SmallVector<StringRef> parts;
  opcode.split(parts, '.');
  auto kind = StringSwitch<std::optional<PtxKind>>(parts.front())
                  .Case("ld", PtxKind::Load)
                  .Case("st", PtxKind::Store)
                  .Cases({"atom", "red"}, PtxKind::Atomic)
                  .Case("fence", PtxKind::Fence)
                  .Default(std::nullopt);
  if (!kind)
    return makeError("unknown instruction '" + opcode + "'");
  op.kind = *kind;
  op.isReduction = parts.front() == "red";
  bool hasOrder = false;
  for (StringRef part : ArrayRef(parts).drop_front()) {
    if (std::optional<Order> order = orderSuffix(part)) {
      op.order = *order;
      hasOrder = true;
    } else if (std::optional<Scope> scope = scopeSuffix(part))
      op.scope = *scope;
    else if (uint32_t width = sizeSuffix(part)) {
      size = width;
      op.isSigned = part.starts_with("s");
    } else if (op.kind == PtxKind::Atomic &&
               operationSuffix(part) != AtomicOperation::None)
      op.operation = operationSuffix(part);
    else if (part != "global" && part != "shared" && part != "shared::cta")
      return makeError("unknown suffix '." + part + "'");
  }
  bool defaultsToWeak = op.kind == PtxKind::Load || op.kind == PtxKind::Store;
  if (!(defaultsToWeak && !hasOrder) && !orderFits(op))
    return makeError("order does not fit '" + opcode + "'");
  if ((op.order == Order::Weak) != (op.scope == Scope::None))
    return makeError("expected a scope exactly on what is not weak, got '" +
                     opcode + "'");
  if (op.kind != PtxKind::Fence && size == 0)
    return makeError("expected a type suffix on '" + opcode + "'");
  if (op.kind == PtxKind::Atomic &&
      (op.operation == AtomicOperation::None ||
       (op.isReduction && (op.operation == AtomicOperation::Cas ||
                           op.operation == AtomicOperation::Exch))))
    return makeError("expected an atomic operation on '" + opcode + "'");
  return Error::success();
}

//===----------------------------------------------------------------------===//
// Instructions
//===----------------------------------------------------------------------===//

static Error expectOperands(ArrayRef<StringRef> operands, size_t count) {
  if (operands.size() == count)
    return Error::success();
  return makeError("expected " + Twine(count) + " operands, got " +
                   Twine(operands.size()));
}

static Error parseAccess(StringRef opcode, ArrayRef<StringRef> operands,
                         const MemoryImage &image, PtxInstruction &op) {
  uint32_t size = 0;
  if (Error error = parseAccessOpcode(opcode, op, size))
    return error;
  size_t values = 0;
  bool hasResult = op.kind == PtxKind::Load ||
                   (op.kind == PtxKind::Atomic && !op.isReduction);
  if (op.kind == PtxKind::Store)
    values = 1;
  if (op.kind == PtxKind::Atomic)
    values = op.operation == AtomicOperation::Cas ? 2 : 1;
  bool hasAddress = op.kind != PtxKind::Fence;
  if (Error error = expectOperands(operands, hasResult + hasAddress + values))
    return error;
  if (hasResult) {
    Expected<std::string> reg = parseRegister(operands.front());
    if (!reg)
      return reg.takeError();
    op.destination = *reg;
  }
  if (!hasAddress)
    return Error::success();
  Expected<Footprint> location = parseAddress(operands[hasResult], size, image);
  if (!location)
    return location.takeError();
  op.location = *location;
  for (StringRef text : operands.drop_front(hasResult + 1)) {
    Expected<PtxOperand> operand = parseOperand(text);
    if (!operand)
      return operand.takeError();
    op.operands.push_back(*operand);
  }
  return Error::success();
}

/// cp.async [to], [from], bytes; cp.async.bulk [to], [from], bytes, [mbarrier].
static Error parseCopy(StringRef opcode, ArrayRef<StringRef> operands,
                       const MemoryImage &image, PtxInstruction &op) {
  op.kind = PtxKind::Copy;
  SmallVector<StringRef> parts;
  opcode.split(parts, '.');
  bool isReduction = parts[1] == "reduce";
  for (StringRef part : ArrayRef(parts).drop_front()) {
    bool isKnown =
        StringSwitch<bool>(part)
            .Cases({"async", "reduce", "bulk", "ca", "cg"}, true)
            .Cases({"shared", "shared::cta", "shared::cluster"}, true)
            .Cases({"global", "bulk_group"}, true)
            .Case("mbarrier::complete_tx::bytes", true)
            .Default(false);
    op.isBulk |= part == "bulk";
    if (isReduction && part == "add")
      op.operation = AtomicOperation::Add;
    else if (!isKnown && !(isReduction && sizeSuffix(part) == 4))
      return makeError("unknown suffix '." + part + "'");
  }
  if (isReduction && (!op.isBulk || op.operation == AtomicOperation::None))
    return makeError("expected cp.reduce.async.bulk with add.u32, got '" +
                     opcode + "'");
  op.hasMbarrier = operands.size() == 4 && op.isBulk;
  if (Error error = expectOperands(operands, op.hasMbarrier ? 4 : 3))
    return error;
  uint32_t bytes = 0;
  if (operands[2].getAsInteger(10, bytes) || bytes == 0 || bytes % 4 != 0 ||
      bytes > 64)
    return makeError("expected a multiple of 4 from 4 to 64 bytes, got '" +
                     operands[2] + "'");
  Expected<Footprint> to = parseAddress(operands[0], bytes, image);
  if (!to)
    return to.takeError();
  Expected<Footprint> from = parseAddress(operands[1], bytes, image);
  if (!from)
    return from.takeError();
  op.location = *to;
  op.source = *from;
  if (op.hasMbarrier) {
    Expected<Footprint> mbarrier = parseAddress(operands[3], 8, image);
    if (!mbarrier)
      return mbarrier.takeError();
    op.mbarrier = *mbarrier;
  }
  return Error::success();
}

static Error parseNumber(ArrayRef<StringRef> operands, PtxInstruction &op) {
  if (Error error = expectOperands(operands, 1))
    return error;
  if (operands[0].getAsInteger(10, op.number) || op.number > 15)
    return makeError("expected a number from 0 to 15, got '" + operands[0] +
                     "'");
  return Error::success();
}

static Error parseMbarrier(ArrayRef<StringRef> operands,
                           const MemoryImage &image, PtxInstruction &op) {
  if (Error error = expectOperands(operands, 1))
    return error;
  Expected<Footprint> at = parseAddress(operands[0], 8, image);
  if (!at)
    return at.takeError();
  op.location = *at;
  return Error::success();
}

static Error parseAdd(ArrayRef<StringRef> operands, PtxInstruction &op) {
  if (Error error = expectOperands(operands, 3))
    return error;
  Expected<std::string> reg = parseRegister(operands[0]);
  if (!reg)
    return reg.takeError();
  op.destination = *reg;
  for (StringRef text : operands.drop_front()) {
    Expected<PtxOperand> operand = parseOperand(text);
    if (!operand)
      return operand.takeError();
    op.operands.push_back(*operand);
  }
  return Error::success();
}

static Error parseBody(StringRef opcode, ArrayRef<StringRef> operands,
                       const MemoryImage &image, PtxInstruction &op) {
  auto kind =
      StringSwitch<std::optional<PtxKind>>(opcode)
          .Cases({"bar.sync", "barrier.sync"}, PtxKind::Barrier)
          .Case("fence.proxy.async", PtxKind::ProxyFence)
          .Cases({"cp.async.commit_group", "cp.async.bulk.commit_group"},
                 PtxKind::CommitGroup)
          .Cases({"cp.async.wait_group", "cp.async.bulk.wait_group",
                  "cp.async.bulk.wait_group.read"},
                 PtxKind::WaitGroup)
          .Case("cp.async.wait_all", PtxKind::WaitAll)
          .Case("mbarrier.arrive", PtxKind::MbarrierArrive)
          .Cases({"mbarrier.try_wait", "mbarrier.test_wait"},
                 PtxKind::MbarrierWait)
          .Case("launch", PtxKind::Launch)
          .Case("wait", PtxKind::Join)
          .Cases({"add.u32", "add.s32", "add.u64", "add.s64"}, PtxKind::Add)
          .Default(std::nullopt);
  if (!kind) {
    if (opcode.starts_with("cp."))
      return parseCopy(opcode, operands, image, op);
    return parseAccess(opcode, operands, image, op);
  }
  op.kind = *kind;
  op.isBulk = opcode.contains(".bulk.");
  op.readsOnly = opcode.ends_with(".read");
  switch (op.kind) {
  case PtxKind::Barrier:
  case PtxKind::WaitGroup:
    return parseNumber(operands, op);
  case PtxKind::MbarrierArrive:
  case PtxKind::MbarrierWait:
    return parseMbarrier(operands, image, op);
  case PtxKind::Add:
    op.number = sizeSuffix(opcode.drop_front(4));
    return parseAdd(operands, op);
  case PtxKind::Launch:
  case PtxKind::Join:
    if (Error error = expectOperands(operands, 1))
      return error;
    op.kernel = operands[0].str();
    return Error::success();
  default:
    return expectOperands(operands, 0);
  }
}

Expected<PtxInstruction>
memmodel::parsePtxInstruction(StringRef text, const MemoryImage &image) {
  PtxInstruction op;
  op.text = text.str();
  if (text.consume_front("@%")) {
    auto [predicate, rest] = text.split(' ');
    if (Error error = parsePredicate(predicate, op))
      return std::move(error);
    text = rest.ltrim();
  }
  auto [opcode, operandText] = text.split(' ');
  SmallVector<StringRef> operands;
  if (!operandText.trim().empty())
    operandText.split(operands, ',');
  for (StringRef &operand : operands)
    operand = operand.trim();
  if (Error error = parseBody(opcode, operands, image, op))
    return std::move(error);
  return op;
}
