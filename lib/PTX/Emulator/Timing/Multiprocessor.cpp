//===- PTX/Emulator/Timing/Multiprocessor.cpp - ports and memories -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Computes which cache lines and banks a request touches, how many passes it
// takes, and what a request of global memory costs.
//
//===----------------------------------------------------------------------===//

#include "Multiprocessor.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;
using namespace tessera::ptx::emu;

CacheTags::CacheTags(uint64_t bytes)
    : sets(std::max<uint64_t>(1, bytes / (128 * ways))), table(sets * ways) {}

CacheTags::Found CacheTags::touch(uint64_t sector, unsigned side) {
  uint64_t line = sector / 4;
  auto bit = uint8_t(1u << (sector % 4)), sideBit = uint8_t(1u << side);
  // Strides of powers of two must not fall into one set.
  uint64_t set = (line ^ (line / sets) * 0x9E3779B1) % sets;
  Way *oldest = &table[set * ways];
  for (Way *way = oldest, *end = way + ways; way != end; ++way) {
    if (way->line == line) {
      way->lastUse = ++time;
      Found found{(way->sectors & bit) != 0, (way->sides & sideBit) != 0};
      way->sectors |= bit;
      way->sides |= sideBit;
      return found;
    }
    if (way->lastUse < oldest->lastUse)
      oldest = way;
  }
  *oldest = {line, ++time, bit, sideBit};
  return {};
}

ChipMemory::ChipMemory(const gpu::GpuTiming &timing, double share, bool isHot)
    : slack(share < 1 ? timing.dramLatency : 0), l2Rate(timing.l2Rate * share),
      dramRate(timing.dramRate * share),
      tags(isHot ? 0 : uint64_t(timing.l2Bytes)),
      sideBytes(uint64_t(timing.l2SideBytes)), isHot(isHot),
      keepsCopies(timing.l2KeepsCopies != 0) {}

/// Neighbours take turns, and powers of two apart are not all on one side.
unsigned ChipMemory::sideOf(uint64_t sector) const {
  return unsigned(llvm::popcount(sector * 32 / sideBytes) & 1);
}

ChipMemory::Answer ChipMemory::access(double time, Sectors sectors,
                                      unsigned side) {
  Answer answer;
  for (uint64_t sector : sectors) {
    CacheTags::Found found{true, true};
    if (!isHot)
      found = tags.touch(sector, side);
    ++(found.isThere ? answer.l2Sectors : answer.dramSectors);
    bool isNear = side == sideOf(sector) || (keepsCopies && found.isNear);
    answer.isFar |= found.isThere && !isNear;
  }
  double all = 32.0 * double(sectors.size());
  double missed = 32.0 * double(answer.dramSectors);
  l2Bytes += all;
  dramBytes += missed;
  answer.end = std::max(time, l2.take(time - slack, all / l2Rate));
  if (missed != 0)
    answer.end =
        std::max(answer.end, dram.take(time - slack, missed / dramRate));
  return answer;
}

Multiprocessor::Multiprocessor(unsigned number, unsigned side,
                               const gpu::GpuTiming &timing,
                               uint64_t sharedBytes)
    : number(number),
      l1(std::max<uint64_t>(
          16384, uint64_t(timing.l1Bytes) -
                     std::min(uint64_t(timing.l1Bytes), sharedBytes))),
      side(side) {}

void Multiprocessor::giveIdleCycles(double time) {
  double idle = time - std::max(tensor.freeAt, idleUntil);
  if (idle <= 0)
    return;
  sharedByOthers -= std::min(sharedByOthers, idle);
  idleUntil = time;
}

void Multiprocessor::shareWithProducts(double time, double cycles) {
  giveIdleCycles(time);
  sharedByOthers += cycles;
}

unsigned tessera::ptx::emu::bankPasses(ArrayRef<LaneAccess> accesses) {
  if (accesses.empty())
    return 0;
  uint64_t size = accesses.front().size;
  unsigned perGroup = size <= 4 ? 32 : size <= 8 ? 16 : 8;
  unsigned total = 0;
  for (size_t begin = 0; begin < accesses.size();) {
    unsigned group = accesses[begin].lane / perGroup;
    // Distinct words of each bank.
    SmallVector<uint64_t, 4> words[32];
    size_t most = 0;
    size_t i = begin;
    for (; i < accesses.size() && accesses[i].lane / perGroup == group; ++i)
      for (uint64_t word = accesses[i].address / 4,
                    last = (accesses[i].address + accesses[i].size - 1) / 4;
           word <= last; ++word) {
        auto &bank = words[word % 32];
        if (!is_contained(bank, word))
          bank.push_back(word);
        most = std::max(most, bank.size());
      }
    total += unsigned(most);
    begin = i;
  }
  return total;
}
