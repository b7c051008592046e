//===- tools/tessera/Litmus/LitmusScript.cpp - PTX threads as scripts ------------===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Loads, stores, atomics, fences and adds have a counterpart. Copies are made
// by an engine that is a thread of its own, barriers and kernels make threads
// wait: scripts know neither, so such a thread is refused.
//
//===----------------------------------------------------------------------===//

#include "LitmusScript.h"

#include "tessera/MemoryModel/PtxInstruction.h"
#include "tessera/Support/Error.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;
using namespace tessera;
using memmodel::PtxInstruction;
using memmodel::PtxKind;
using Kind = interp::ScriptedInstruction::Kind;

/// What an instruction becomes; nothing for those that scripts do not know.
static std::optional<Kind> kindOf(PtxKind kind) {
  switch (kind) {
  case PtxKind::Load:
    return Kind::Load;
  case PtxKind::Store:
    return Kind::Store;
  case PtxKind::Atomic:
    return Kind::Update;
  case PtxKind::Fence:
    return Kind::Fence;
  case PtxKind::Add:
    return Kind::Compute;
  default:
    return std::nullopt;
  }
}

Error tool::checkScript(const memmodel::Thread &thread) {
  auto instructions = thread.body->instructions();
  auto fail = [&](const PtxInstruction &op, const Twine &why) {
    return makeError("thread " + thread.agent.name + ": '" + op.text +
                     "' is not run beside tile blocks: " + why);
  };
  for (const PtxInstruction &op : instructions) {
    if (!kindOf(op.kind))
      return fail(op, "copies, barriers, proxy fences and kernels are known to "
                      "'tessera litmus' only");
    for (const memmodel::PtxOperand &operand : op.operands) {
      bool isSet = operand.reg.empty();
      for (const PtxInstruction &earlier : instructions) {
        if (&earlier == &op)
          break;
        bool sameGuard = earlier.predicate == op.predicate &&
                         earlier.predicateEqual == op.predicateEqual &&
                         earlier.predicateValue == op.predicateValue;
        isSet |= earlier.destination == operand.reg &&
                 (earlier.predicate.empty() || sameGuard);
      }
      if (!isSet)
        return fail(op, "register %" + operand.reg + " may not be set");
    }
  }
  return Error::success();
}

static cuda_tile::MemoryOrderingSemantics orderOf(memmodel::Order order) {
  using To = cuda_tile::MemoryOrderingSemantics;
  switch (order) {
  case memmodel::Order::Relaxed:
    return To::Relaxed;
  case memmodel::Order::Acquire:
    return To::Acquire;
  case memmodel::Order::Release:
    return To::Release;
  case memmodel::Order::AcqRel:
  case memmodel::Order::SeqCst:
    return To::AcqRel;
  case memmodel::Order::Initial:
  case memmodel::Order::Weak:
    return To::Weak;
  }
  llvm_unreachable("unknown order");
}

static std::optional<cuda_tile::MemoryScope> scopeOf(memmodel::Scope scope) {
  switch (scope) {
  case memmodel::Scope::None:
    return std::nullopt;
  case memmodel::Scope::TileBlock:
    return cuda_tile::MemoryScope::TileBlock;
  case memmodel::Scope::Device:
    return cuda_tile::MemoryScope::Device;
  case memmodel::Scope::System:
    return cuda_tile::MemoryScope::System;
  }
  llvm_unreachable("unknown scope");
}

/// The values that `op` computes.
static auto makeCombine(const PtxInstruction &op) {
  return [op](uint64_t old,
              ArrayRef<uint64_t> given) -> std::optional<uint64_t> {
    unsigned width = op.kind == PtxKind::Add ? op.number : 8 * op.location.size;
    uint64_t mask = maskTrailingOnes<uint64_t>(width);
    if (op.kind == PtxKind::Add) {
      uint64_t sum = 0;
      for (uint64_t value : given)
        sum += value;
      return sum & mask;
    }
    if (op.operation != memmodel::AtomicOperation::Cas)
      return memmodel::combineAtomic(op, width, old, given[0] & mask) & mask;
    if (old != (given[0] & mask))
      return std::nullopt;
    return given[1] & mask;
  };
}

interp::ScriptedThread
tool::makeScript(const memmodel::Thread &thread, uint32_t cta,
                 function_ref<ScriptPlace(uint64_t)> place) {
  interp::ScriptedThread script;
  bool isHost = thread.agent.gpu < 0;
  script.name = (isHost ? "host thread " : "PTX thread ") + thread.agent.name;
  script.gpu = isHost ? interp::ScriptedThread::host
                      : static_cast<unsigned>(thread.agent.gpu);
  script.cta = cta;
  struct Register {
    int number;
    unsigned width;
  };
  StringMap<Register> registers;
  auto numberOf = [&](StringRef name) {
    int next = static_cast<int>(registers.size());
    return name.empty() ? -1
                        : registers.try_emplace(name, Register{next, 64})
                              .first->second.number;
  };
  for (const PtxInstruction &op : thread.body->instructions()) {
    interp::ScriptedInstruction &inst = script.code.emplace_back();
    inst.kind = *kindOf(op.kind);
    inst.text = op.text;
    if (inst.kind != Kind::Compute) {
      inst.order = orderOf(op.order);
      inst.scope = scopeOf(op.scope);
    }
    inst.isSequential = op.order == memmodel::Order::SeqCst;
    inst.isReduction = op.isReduction;
    if (inst.kind != Kind::Fence && inst.kind != Kind::Compute) {
      std::tie(inst.allocation, inst.offset) = place(op.location.address);
      inst.bytes = op.location.size;
    }
    for (const memmodel::PtxOperand &operand : op.operands)
      inst.operands.push_back({numberOf(operand.reg), operand.value});
    if (inst.kind == Kind::Update || inst.kind == Kind::Compute)
      inst.combine = makeCombine(op);
    if (!op.predicate.empty()) {
      inst.guard = numberOf(op.predicate);
      inst.guardEqual = op.predicateEqual;
      inst.guardValue = static_cast<uint64_t>(op.predicateValue) &
                        maskTrailingOnes<uint64_t>(
                            registers.find(op.predicate)->second.width);
    }
    inst.destination = numberOf(op.destination);
    if (inst.destination >= 0)
      registers[op.destination].width =
          op.kind == PtxKind::Add ? op.number : 8 * op.location.size;
  }
  return script;
}
