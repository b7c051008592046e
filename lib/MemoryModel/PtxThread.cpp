//===- MemoryModel/PtxThread.cpp - PTX and host threads of a test -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Executes the PTX subset. A read of a register that is not set is an error; a
// predicate on one is false, as its instruction was not executed. A copy engine
// starts after what precedes the copy in program order; what follows the copy
// waits for it only through the copy's completion.
//
//===----------------------------------------------------------------------===//

#include "tessera/MemoryModel/PtxThread.h"
#include "tessera/MemoryModel/Program.h"
#include "tessera/MemoryModel/PtxInstruction.h"
#include "tessera/Support/Error.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;
using namespace tessera;
using namespace tessera::memmodel;

namespace {
class PtxBody : public ThreadBody {
public:
  std::vector<PtxInstruction> code;
  Error run(Recorder &recorder) const override;
  ArrayRef<PtxInstruction> instructions() const override { return code; }
  std::vector<uint64_t> barriers() const override {
    std::vector<uint64_t> numbers;
    for (const PtxInstruction &op : code)
      if (op.kind == PtxKind::Barrier)
        numbers.push_back(op.number);
    return numbers;
  }
};

struct PtxValue {
  uint64_t bits = 0;
  unsigned width = 64;
  Taint taint;
};

/// One execution of the thread.
class PtxRun {
public:
  explicit PtxRun(Recorder &recorder) : recorder(recorder) {}
  Error execute(size_t index, const PtxInstruction &op);

private:
  /// A copy that has started: the instances that read and that write.
  struct Pending {
    unsigned reads, writes;
    uint32_t group;
    bool isBulk;
  };

  Expected<PtxValue> valueOf(const PtxOperand &operand) const;
  void setRegister(const std::string &name, PtxValue value);
  unsigned begin(const PtxInstruction &op, Token past);
  void addToPast(unsigned instance) { past = joinTokens(past, {instance}); }
  Error atomic(const PtxInstruction &op);
  Error copy(const PtxInstruction &op);
  void complete(const PtxInstruction &op);

  Recorder &recorder;
  std::map<std::string, PtxValue> registers;
  std::map<uint32_t, uint32_t> phases;
  std::vector<Pending> pending;
  /// Copy groups closed so far, bulk and other ones.
  uint32_t groups[2] = {0, 0};
  /// What precedes the next instruction.
  Token past;
  Taint control;
  uint64_t key = 0;
};
} // namespace

Expected<PtxValue> PtxRun::valueOf(const PtxOperand &operand) const {
  if (operand.reg.empty())
    return PtxValue{operand.value, 64, {}};
  auto it = registers.find(operand.reg);
  if (it == registers.end())
    return makeError("register %" + Twine(operand.reg) + " is not set");
  return it->second;
}

void PtxRun::setRegister(const std::string &name, PtxValue value) {
  recorder.setRegister(name, {value.bits, value.width});
  registers[name] = std::move(value);
}

unsigned PtxRun::begin(const PtxInstruction &op, Token before) {
  Instruction instruction;
  instruction.key = key++;
  instruction.past = std::move(before);
  instruction.label = op.text;
  instruction.order = op.order;
  instruction.scope = op.scope;
  instruction.op = op.kind == PtxKind::Load               ? MemoryOp::Load
                   : op.kind == PtxKind::Store            ? MemoryOp::Store
                   : op.kind != PtxKind::Atomic           ? MemoryOp::None
                   : op.isReduction                       ? MemoryOp::Reduce
                   : op.operation == AtomicOperation::Cas ? MemoryOp::Cas
                                                          : MemoryOp::Rmw;
  return recorder.begin(std::move(instruction));
}

uint64_t memmodel::combineAtomic(const PtxInstruction &op, unsigned width,
                                 uint64_t old, uint64_t argument) {
  auto less = [&](uint64_t a, uint64_t b) {
    return op.isSigned ? SignExtend64(a, width) < SignExtend64(b, width)
                       : a < b;
  };
  switch (op.operation) {
  case AtomicOperation::Add:
    return old + argument;
  case AtomicOperation::And:
    return old & argument;
  case AtomicOperation::Or:
    return old | argument;
  case AtomicOperation::Xor:
    return old ^ argument;
  case AtomicOperation::Min:
    return less(argument, old) ? argument : old;
  case AtomicOperation::Max:
    return less(old, argument) ? argument : old;
  default:
    return argument;
  }
}

Error PtxRun::atomic(const PtxInstruction &op) {
  unsigned width = 8 * op.location.size;
  Taint taint = control;
  std::vector<uint64_t> arguments;
  for (const PtxOperand &operand : op.operands) {
    Expected<PtxValue> value = valueOf(operand);
    if (!value)
      return value.takeError();
    arguments.push_back(value->bits & maskTrailingOnes<uint64_t>(width));
    taint = joinTokens(taint, value->taint);
  }
  addToPast(begin(op, past));
  recorder.setDependencies(taint);
  unsigned read = recorder.numEvents();
  Expected<uint64_t> old =
      recorder.read(0, op.location, readHalf(op.order), op.scope);
  if (!old)
    return old.takeError();
  bool isCas = op.operation == AtomicOperation::Cas;
  if (isCas && *old != arguments[0]) {
    recorder.compareFailed();
  } else {
    // An exchange writes the same whatever it read.
    if (op.operation != AtomicOperation::Exch)
      recorder.setDependencies(joinTokens(taint, {read}));
    uint64_t value =
        isCas ? arguments[1] : combineAtomic(op, width, *old, arguments[0]);
    if (Error error = recorder.update(value, writeHalf(op.order), op.scope))
      return error;
  }
  if (!op.isReduction)
    setRegister(op.destination, {*old, width, {read}});
  return Error::success();
}

/// Reads all of the source, then writes all of the destination, as other
/// instructions than the thread's own.
Error PtxRun::copy(const PtxInstruction &op) {
  Proxy proxy = op.isBulk ? Proxy::Async : Proxy::Generic;
  std::vector<std::pair<uint64_t, unsigned>> values;
  unsigned reads = begin(op, past);
  for (uint32_t at = 0; at < op.source.size; at += 4) {
    recorder.setDependencies(control);
    unsigned event = recorder.numEvents();
    Expected<uint64_t> value = recorder.read(
        at / 4, {op.source.address + at, 4}, Order::Weak, Scope::None);
    if (!value)
      return value.takeError();
    recorder.makeAsync(event, proxy);
    values.push_back({*value, event});
  }
  unsigned writes = begin(op, joinTokens(past, {reads}));
  for (auto [lane, value] : enumerate(values)) {
    Footprint to{op.location.address + 4 * lane, 4};
    recorder.setDependencies(joinTokens(control, {value.second}));
    unsigned event = recorder.numEvents();
    if (op.operation == AtomicOperation::Add) {
      Expected<uint64_t> old =
          recorder.read(lane, to, Order::Relaxed, Scope::Device);
      if (!old)
        return old.takeError();
      if (Error error = recorder.update(*old + value.first, Order::Relaxed,
                                        Scope::Device))
        return error;
      recorder.makeAsync(event + 1, proxy);
    } else if (Error error = recorder.write(lane, to, value.first, Order::Weak,
                                            Scope::None))
      return error;
    recorder.makeAsync(event, proxy);
  }
  if (op.hasMbarrier) {
    begin(op, joinTokens(past, {reads, writes}));
    recorder.sync(SyncKind::Arrive, mbarrierKey(op.mbarrier.address));
    recorder.makeAsync(recorder.numEvents() - 1, Proxy::Generic);
    return Error::success();
  }
  pending.push_back({reads, writes, groups[op.isBulk], op.isBulk});
  return Error::success();
}

/// Copies that a wait waits for precede what follows it.
void PtxRun::complete(const PtxInstruction &op) {
  for (const Pending &copy : pending) {
    bool isMeant = copy.isBulk == op.isBulk &&
                   (op.kind == PtxKind::WaitAll ||
                    copy.group + op.number < groups[op.isBulk]);
    if (!isMeant)
      continue;
    addToPast(copy.reads);
    if (!op.readsOnly)
      addToPast(copy.writes);
  }
}

Error PtxRun::execute(size_t index, const PtxInstruction &op) {
  key = uint64_t(index) << 8;
  control.clear();
  if (!op.predicate.empty()) {
    auto it = registers.find(op.predicate);
    if (it == registers.end())
      return Error::success();
    control = it->second.taint;
    uint64_t mask = maskTrailingOnes<uint64_t>(it->second.width);
    bool isEqual = (it->second.bits & mask) ==
                   (static_cast<uint64_t>(op.predicateValue) & mask);
    if (isEqual != op.predicateEqual)
      return Error::success();
  }
  switch (op.kind) {
  case PtxKind::Fence:
    addToPast(begin(op, past));
    recorder.fence(op.order, op.scope);
    return Error::success();
  case PtxKind::ProxyFence:
    addToPast(begin(op, past));
    recorder.sync(SyncKind::ProxyFence, 0);
    return Error::success();
  case PtxKind::Load: {
    addToPast(begin(op, past));
    recorder.setDependencies(control);
    unsigned event = recorder.numEvents();
    Expected<uint64_t> value =
        recorder.read(0, op.location, op.order, op.scope);
    if (!value)
      return value.takeError();
    setRegister(op.destination, {*value, 8 * op.location.size, {event}});
    return Error::success();
  }
  case PtxKind::Store: {
    Expected<PtxValue> value = valueOf(op.operands[0]);
    if (!value)
      return value.takeError();
    addToPast(begin(op, past));
    recorder.setDependencies(joinTokens(control, value->taint));
    return recorder.write(0, op.location, value->bits, op.order, op.scope);
  }
  case PtxKind::Atomic:
    return atomic(op);
  case PtxKind::Copy:
    return copy(op);
  case PtxKind::CommitGroup:
    ++groups[op.isBulk];
    return Error::success();
  case PtxKind::WaitGroup:
  case PtxKind::WaitAll:
    complete(op);
    return Error::success();
  case PtxKind::Barrier: {
    addToPast(begin(op, past));
    uint64_t barrier = barrierKey(op.number, phases[op.number]++);
    recorder.sync(SyncKind::Arrive, barrier);
    recorder.sync(SyncKind::Depart, barrier);
    return Error::success();
  }
  case PtxKind::MbarrierArrive:
  case PtxKind::MbarrierWait:
    addToPast(begin(op, past));
    recorder.sync(op.kind == PtxKind::MbarrierArrive ? SyncKind::Arrive
                                                     : SyncKind::Depart,
                  mbarrierKey(op.location.address));
    return Error::success();
  case PtxKind::Launch:
  case PtxKind::Join:
    addToPast(begin(op, past));
    recorder.sync(op.kind == PtxKind::Launch ? SyncKind::Launch
                                             : SyncKind::Join,
                  kernelKey(op.kernel));
    return Error::success();
  case PtxKind::Add: {
    PtxValue sum{0, 8 * op.number, control};
    for (const PtxOperand &operand : op.operands) {
      Expected<PtxValue> value = valueOf(operand);
      if (!value)
        return value.takeError();
      sum.bits += value->bits;
      sum.taint = joinTokens(sum.taint, value->taint);
    }
    sum.bits &= maskTrailingOnes<uint64_t>(sum.width);
    setRegister(op.destination, std::move(sum));
    return Error::success();
  }
  }
  llvm_unreachable("expected a known kind");
}

Error PtxBody::run(Recorder &recorder) const {
  PtxRun run(recorder);
  for (auto [index, op] : enumerate(code))
    if (Error error = run.execute(index, op))
      return error;
  return Error::success();
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
    Expected<PtxInstruction> op = parsePtxInstruction(trimmed, image);
    if (!op)
      return op.takeError();
    body->code.push_back(std::move(*op));
  }
  return body;
}
