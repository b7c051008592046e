//===- PTX/Emulator/Core/WarpCalls.cpp - from frame to frame ---*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Calls and returns of some lanes of a path: arguments and results are copied
// with what is known of their definedness.
//
//===----------------------------------------------------------------------===//

#include "tessera/PTX/Emulator/Machine.h"

using namespace llvm;
using namespace tessera::ptx::emu;

/// Copies one value between the frames of a call, for some lanes.
static void copyLanes(Frame &to, uint32_t toSlot, const Frame &from,
                      uint32_t fromSlot, LaneMask lanes) {
  forEachLane(lanes, [&](unsigned lane) {
    to.registers[size_t(toSlot) * laneCount + lane] =
        from.registers[size_t(fromSlot) * laneCount + lane];
  });
  to.defined[toSlot] =
      (to.defined[toSlot] & ~lanes) | (from.defined[fromSlot] & lanes);
  to.doubtful[toSlot] =
      (to.doubtful[toSlot] & ~lanes) | (from.doubtful[fromSlot] & lanes);
  forgetElements(to, toSlot, lanes);
}

Step Warp::call(const DecodedInstruction &instruction, LaneMask active,
                const DecodedFunction &callee) {
  const auto &transfer = *static_cast<const CallTransfer *>(instruction.data);
  Frame *caller = path().frame;
  if (caller->localBase + caller->function->localSize + callee.localSize >
      machine.options.localLimit) {
    report(CheckKind::Limit, instruction, countr_zero(active),
           "the call stack needs more than " +
               Twine(machine.options.localLimit) + " bytes of local memory");
    machine.stop();
    return Step::Stop;
  }
  Frame *frame = makeFrame(callee, caller, active);
  frame->call = &instruction;
  frame->returnPc = path().pc + 1;
  for (auto [actual, formal] : zip(transfer.arguments, callee.parameters))
    copyValue(*caller, actual, *frame, formal, active);
  Path &here = path();
  if (active != here.mask) {
    here.reconvergence = pushReconvergence(here, instruction);
    Path rest = here;
    rest.mask &= ~active;
    ++rest.pc;
    here.mask = active;
    paths.push_back(rest);
  }
  path().frame = frame;
  path().pc = 0;
  return Step::Jumped;
}

void Warp::copyValue(Frame &from, const FormalValue &source, Frame &to,
                     const FormalValue &target, LaneMask lanes) {
  if (source.isRegister && target.isRegister) {
    if (source.slot.bank == Bank::Constant) {
      uint64_t value = this->source(source.slot)[0];
      forEachLane(lanes, [&](unsigned lane) {
        to.registers[size_t(target.slot.slot) * laneCount + lane] = value;
      });
      to.defined[target.slot.slot] |= lanes;
      return;
    }
    copyLanes(to, target.slot.slot, from, source.slot.slot, lanes);
    return;
  }
  if (source.isRegister || target.isRegister) {
    // A register stands for a parameter in memory, or the reverse.
    uint64_t size =
        std::min<uint64_t>(8, source.isRegister ? target.size : source.size);
    forEachLane(lanes, [&](unsigned lane) {
      uint8_t *state = nullptr;
      const FormalValue &memory = source.isRegister ? target : source;
      Frame &owner = source.isRegister ? to : from;
      uint8_t *bytes =
          local(lane, owner.localBase + memory.offset, size, &state);
      if (!bytes)
        return;
      if (source.isRegister) {
        const uint64_t *slot =
            source.slot.bank == Bank::Constant
                ? this->source(source.slot)
                : &from.registers[size_t(source.slot.slot) * laneCount];
        std::memcpy(bytes, &slot[lane], size);
        std::memset(state, ByteInitialised, size);
        return;
      }
      uint64_t value = 0;
      std::memcpy(&value, bytes, size);
      to.registers[size_t(target.slot.slot) * laneCount + lane] = value;
      to.defined[target.slot.slot] |= uint32_t(1) << lane;
    });
    return;
  }
  uint64_t size = std::min(source.size, target.size);
  forEachLane(lanes, [&](unsigned lane) {
    uint8_t *targetState = nullptr, *sourceState = nullptr;
    uint8_t *bytes =
        local(lane, to.localBase + target.offset, size, &targetState);
    // The second call must not move the first one's bytes.
    const uint8_t *origin =
        local(lane, from.localBase + source.offset, size, &sourceState);
    bytes = local(lane, to.localBase + target.offset, size, &targetState);
    if (!bytes || !origin)
      return;
    origin = local(lane, from.localBase + source.offset, size, &sourceState);
    std::memcpy(bytes, origin, size);
    std::memcpy(targetState, sourceState, size);
  });
}

Step Warp::ret(LaneMask active) {
  Frame *frame = path().frame;
  if (!frame->parent)
    return exit(active);
  const auto &transfer = *static_cast<const CallTransfer *>(frame->call->data);
  for (auto [formal, actual] : zip(frame->function->returns, transfer.results))
    copyValue(*frame, formal, *frame->parent, actual, active);
  frame->lanes &= ~active;
  Path returning = path();
  returning.mask = active;
  returning.frame = frame->parent;
  returning.pc = frame->returnPc;
  returning.stage = 0;
  if (active != path().mask) {
    path().mask &= ~active;
    ++path().pc;
    paths.push_back(returning);
  } else {
    path() = returning;
  }
  if (frame->lanes == 0)
    freeFrame(frame);
  return Step::Jumped;
}
