//===- PTX/Emulator/Core/Profile.cpp - what a run would cost ----*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The accesses of a warp instruction come one lane after the other; they are
// collected and counted together when another instruction begins.
//
// Shared memory has 32 banks of 4 bytes. Accesses of 8 and 16 bytes are served
// in halves and quarters of the warp; in each, lanes that want different words
// of one bank take one pass each.
//
//===----------------------------------------------------------------------===//

#include "tessera/PTX/Emulator/Profile.h"
#include "tessera/PTX/Emulator/Coverage.h"
#include "tessera/PTX/Printer.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallSet.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Format.h"

#include <set>

using namespace llvm;
using namespace tessera::ptx;
using namespace tessera::ptx::emu;

//===----------------------------------------------------------------------===//
// Small observers
//===----------------------------------------------------------------------===//

void ObserverList::instruction(const Warp &warp, const DecodedInstruction &in,
                               LaneMask active) {
  for (Observer *observer : observers)
    observer->instruction(warp, in, active);
}

void ObserverList::access(const Warp &warp, const DecodedInstruction &in,
                          unsigned lane, AddressSpace space, uint64_t address,
                          uint64_t size, Access kind) {
  for (Observer *observer : observers)
    observer->access(warp, in, lane, space, address, size, kind);
}

void Trace::instruction(const Warp &warp, const DecodedInstruction &in,
                        LaneMask active) {
  if (!in.source || written > limit)
    return;
  if (written++ == limit) {
    os << "trace: stopped after " << limit << " instructions\n";
    return;
  }
  const auto &block = warp.cta.index;
  os << format("(%u, %u, %u) warp %2u lanes %08x line %4u: ", block[0],
               block[1], block[2], warp.index, active,
               in.source->location.line);
  print(*in.source, os);
  os << '\n';
}

void ExecutedForms::instruction(const Warp &, const DecodedInstruction &in,
                                LaneMask) {
  if (!in.form || in.form == last)
    return;
  last = in.form;
  if (!is_contained(seen, in.form))
    seen.push_back(in.form);
}

bool ExecutedForms::appendTo(StringRef path) const {
  std::error_code error;
  raw_fd_ostream os(path, error, sys::fs::OF_Append | sys::fs::OF_Text);
  if (error)
    return false;
  std::string text; // in one piece: tests run at the same time
  for (const Form *form : seen)
    text += formKey(*form) + "\n";
  os << text;
  return true;
}

//===----------------------------------------------------------------------===//
// Counting
//===----------------------------------------------------------------------===//

void Profile::instruction(const Warp &warp, const DecodedInstruction &in,
                          LaneMask active) {
  // What goes on after a wait was counted when it began.
  if (!in.source || warp.path().stage != 0)
    return;
  // The opcode and what makes it another instruction.
  std::string name = in.source->opcode;
  static constexpr StringRef kinds[] = {
      "async",        "bulk",       "tensor",   "mma_async", "mma",   "sync",
      "arrive",       "wait",       "cp",       "ld",        "st",    "init",
      "shared",       "global",     "local",    "param",     "const", "commit",
      "commit_group", "wait_group", "try_wait", "test_wait", "fence", "alloc",
      "dealloc",      "proxy"};
  for (const Modifier &modifier : in.source->modifiers) {
    StringRef text = modifier.text;
    text = text.substr(0, text.find("::"));
    if (is_contained(kinds, text))
      name += ("." + text).str();
  }
  Mix &mix = mixOf[name];
  ++mix.warps;
  mix.threads += uint64_t(popcount(active));
}

void Profile::access(const Warp &warp, const DecodedInstruction &in,
                     unsigned lane, AddressSpace space, uint64_t address,
                     uint64_t size, Access kind) {
  if (kind == Access::Probe || kind == Access::Object ||
      kind == Access::ObjectInit)
    return;
  if (space == AddressSpace::Generic)
    space = warp.resolveGeneric(address);
  bool isShared =
      space == AddressSpace::SharedCta || space == AddressSpace::SharedCluster;
  if (!isShared && space != AddressSpace::Global)
    return;
  // A copy counts where it meets global memory: banks are for accesses of
  // lanes.
  if (isShared && kind == Access::EngineRead)
    return;
  bool isStore = kind != Access::Read && kind != Access::EngineRead;
  uint64_t now = warp.machine.now();
  if (openWarp != &warp || openInstruction != &in || openTime != now ||
      openShared != isShared || openStore != isStore)
    flush();
  openWarp = &warp;
  openInstruction = &in;
  openTime = now;
  openShared = isShared;
  openStore = isStore;
  open.push_back({lane, address, size});
}

/// Passes of one group of lanes, each with at most one word of 4 bytes per
/// bank.
static uint64_t passes(ArrayRef<std::pair<uint64_t, uint64_t>> accesses) {
  std::array<SmallSet<uint64_t, 4>, 32> banks;
  size_t most = 0;
  for (auto [address, size] : accesses)
    for (uint64_t word = address / 4; word <= (address + size - 1) / 4;
         ++word) {
      auto &bank = banks[word % 32];
      bank.insert(word);
      most = std::max(most, bank.size());
    }
  return most;
}

void Profile::flush() {
  if (open.empty())
    return;
  auto [entry, isNew] = memoryOf.insert({openInstruction, Memory()});
  Memory &memory = entry->second;
  memory.line =
      openInstruction->source ? openInstruction->source->location.line : 0;
  memory.isShared = openShared;
  memory.isStore |= openStore;
  ++memory.requests;
  uint64_t bytes = 0;
  for (const LaneAccess &each : open)
    bytes += each.size;
  memory.bytes += bytes;
  if (openShared) {
    // Words of 8 and 16 bytes: 16 and 8 lanes at a time.
    uint64_t size = open.front().size;
    unsigned lanes = size <= 4 ? 32 : size <= 8 ? 16 : 8;
    std::map<unsigned, std::vector<std::pair<uint64_t, uint64_t>>> groups;
    for (const LaneAccess &each : open)
      groups[each.lane / lanes].push_back({each.address, each.size});
    for (auto &[number, accesses] : groups) {
      memory.wavefronts += passes(accesses);
      memory.ideal += 1;
    }
  } else {
    std::set<uint64_t> sectors, lines;
    for (const LaneAccess &each : open)
      for (uint64_t sector = each.address / 32;
           sector <= (each.address + each.size - 1) / 32; ++sector) {
        sectors.insert(sector);
        lines.insert(sector / 4);
      }
    std::set<uint64_t> distinct;
    for (const LaneAccess &each : open)
      for (uint64_t word = each.address / 4;
           each.size <= 64 && word <= (each.address + each.size - 1) / 4;
           ++word)
        distinct.insert(word);
    memory.sectors += sectors.size();
    memory.lines += lines.size();
    memory.idealSectors +=
        open.front().size <= 64 ? (distinct.size() + 7) / 8 : (bytes + 31) / 32;
  }
  open.clear();
}

std::vector<Profile::Memory> Profile::memory() {
  flush();
  std::vector<Memory> result;
  for (auto &[instruction, memory] : memoryOf)
    result.push_back(memory);
  return result;
}

//===----------------------------------------------------------------------===//
// The report
//===----------------------------------------------------------------------===//

void Profile::print(raw_ostream &os, const DecodedFunction &entry,
                    const Machine &machine) {
  uint64_t warps = 0, threads = 0;
  for (auto &[name, mix] : mixOf)
    warps += mix.warps, threads += mix.threads;
  os << "profile of " << entry.name << "\n\ninstructions: " << warps
     << " of warps, " << threads << " of threads, "
     << format("%.1f", warps ? double(threads) / double(warps) : 0.0)
     << " lanes active\n";
  std::vector<std::pair<std::string, Mix>> sorted(mixOf.begin(), mixOf.end());
  llvm::sort(sorted, [](const auto &a, const auto &b) {
    return std::tie(b.second.warps, a.first) <
           std::tie(a.second.warps, b.first);
  });
  for (auto &[name, mix] : sorted)
    os << format("  %10llu  %5.1f %%  %s\n", (unsigned long long)mix.warps,
                 100.0 * double(mix.warps) / double(warps), name.c_str());
  auto table = [&](bool isShared) {
    for (const Memory &each : memory()) {
      if (each.isShared != isShared)
        continue;
      os << format("  line %5u  %-5s  %8llu requests  ", each.line,
                   each.isStore ? "store" : "load",
                   (unsigned long long)each.requests);
      if (isShared)
        os << format("%8llu wavefronts, %llu by bank conflicts\n",
                     (unsigned long long)each.wavefronts,
                     (unsigned long long)(each.wavefronts - each.ideal));
      else
        os << format("%8llu sectors (at best %llu), %llu lines of 128 bytes\n",
                     (unsigned long long)each.sectors,
                     (unsigned long long)each.idealSectors,
                     (unsigned long long)each.lines);
    }
  };
  os << "\nshared memory:\n";
  table(true);
  os << "\nglobal memory:\n";
  table(false);
  const auto &block = machine.options.block;
  Occupancy occupancy = occupancyOf(entry, block[0] * block[1] * block[2],
                                    machine.sharedSize, machine.program.target);
  os << "\noccupancy: " << occupancy.blocks << " blocks, " << occupancy.warps
     << " of " << occupancy.maxWarps << " warps, limited by " << occupancy.limit
     << " (" << occupancy.registers << " registers"
     << (occupancy.isEstimated ? ", estimated" : "") << ", "
     << machine.sharedSize << " bytes of shared memory)\n";
}
