//===- PTX/Emulator/Core/Occupancy.cpp - registers and blocks on an SM -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Liveness over the decoded code gives the registers that are needed at once;
// ptxas needs some more for addresses and fewer by moving code, so that this is
// an estimate. The limits are those of the target's multiprocessor.
//
//===----------------------------------------------------------------------===//

#include "tessera/PTX/Emulator/Profile.h"

#include "llvm/ADT/BitVector.h"

using namespace llvm;
using namespace tessera::ptx;
using namespace tessera::ptx::emu;

unsigned tessera::ptx::emu::estimateRegisters(const DecodedFunction &function) {
  unsigned slots = function.numSlots;
  // Only declared registers; what is filled in beforehand is a constant or a
  // special register. Width: 1 or 2 registers.
  std::vector<uint8_t> width(slots, 0);
  auto note = [&](const Slot32 &slot) {
    if (slot.bank == Bank::Register && !slot.isPredicate && slot.slot < slots)
      width[slot.slot] = slot.bits > 32 ? 2 : 1;
  };
  for (const DecodedInstruction &in : function.code)
    for (unsigned i = 0; i < in.numArgs; ++i) {
      const Arg &arg = in.args[i];
      if (arg.kind == ArgKind::None)
        continue;
      note(arg.value);
      note(arg.second);
      for (unsigned e = 0; arg.elements && e < arg.count; ++e)
        note(arg.elements[e]);
    }
  for (const PrefilledSlot &slot : function.prefilled)
    width[slot.slot] = 0;
  size_t count = function.code.size();
  std::vector<BitVector> live(count, BitVector(slots));
  bool changed = true;
  unsigned most = 0;
  while (changed) {
    changed = false;
    for (size_t index = count; index-- != 0;) {
      const DecodedInstruction &in = function.code[index];
      BitVector now(slots);
      for (uint32_t next : successors(function, uint32_t(index)))
        if (next < count)
          now |= live[next];
      if (!in.hasGuard)
        for (unsigned i = 0; i < in.numWrites; ++i)
          if (in.writes[i] < slots)
            now.reset(in.writes[i]);
      for (unsigned i = 0; i < in.numReads; ++i)
        if (in.reads[i] < slots)
          now.set(in.reads[i]);
      if (now != live[index]) {
        live[index] = std::move(now);
        changed = true;
      }
    }
  }
  for (const BitVector &at : live) {
    unsigned sum = 0;
    for (unsigned slot : at.set_bits())
      sum += width[slot];
    most = std::max(most, sum);
  }
  return most;
}

/// Of one multiprocessor.
namespace {
struct Limits {
  unsigned warps, blocks;
  uint64_t shared;
};
} // namespace

static Limits limitsOf(const Target &target) {
  switch (target.architecture) {
  case 75:
    return {32, 16, 64 << 10};
  case 80:
    return {64, 32, 164 << 10};
  case 86:
  case 89:
    return {48, target.architecture == 86 ? 16u : 24u, 100 << 10};
  case 87:
    return {48, 16, 164 << 10};
  case 120:
  case 121:
    return {48, 24, 100 << 10};
  default:
    return {64, 32, 228 << 10};
  }
}

Occupancy tessera::ptx::emu::occupancyOf(const DecodedFunction &entry,
                                         unsigned threads, uint64_t shared,
                                         const Target &target,
                                         unsigned registers) {
  Occupancy result;
  unsigned warps = (threads + laneCount - 1) / laneCount;
  Limits limits = limitsOf(target);
  result.maxWarps = limits.warps;
  uint64_t fixed = registers;
  if (fixed == 0 && entry.source)
    for (const Directive &directive : entry.source->directives)
      if (directive.name == "maxnreg" && !directive.values.empty())
        fixed = directive.values.front();
  result.isEstimated = fixed == 0;
  // Some for addresses and the stack; allocated by 8 per thread, 256 per warp.
  result.registers =
      fixed ? unsigned(fixed)
            : std::min(255u, std::max(16u, estimateRegisters(entry) + 6));
  unsigned perWarp = (result.registers + 7) / 8 * 8 * laneCount;
  auto limit = [&](uint64_t blocks, StringRef what, bool isFirst = false) {
    if (isFirst || blocks < result.blocks) {
      result.blocks = unsigned(blocks);
      result.limit = what;
    }
  };
  limit(limits.blocks, "blocks", true);
  limit(limits.warps / warps, "warps");
  limit(65536 / (uint64_t(perWarp) * warps), "registers");
  // A block also has 1 KiB that the system keeps.
  limit(limits.shared / (shared + 1024), "shared memory");
  result.warps = result.blocks * warps;
  return result;
}
