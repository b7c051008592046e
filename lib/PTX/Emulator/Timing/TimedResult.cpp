//===- PTX/Emulator/Timing/TimedResult.cpp - what a run took ----*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Adds up what the parts of the clock have counted, and extends the time of the
// waves that were simulated to those that were not.
//
//===----------------------------------------------------------------------===//

#include "TimedScheduleImpl.h"
#include "tessera/PTX/Printer.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>

using namespace llvm;
using namespace tessera::ptx;
using namespace tessera::ptx::emu;

StringRef tessera::ptx::emu::stallName(Stall stall) {
  static constexpr StringRef names[numStalls] = {
      "arithmetic", "shared memory", "global memory", "tensor core",
      "copies",     "mbarrier",      "barrier",       "fence",
      "unit busy",  "issue slot",    "branch",        "other"};
  return names[unsigned(stall)];
}

namespace {
/// The limits of all simulated multiprocessors, in the report's order.
class Limits {
public:
  Limits(double cycles, size_t sms) : cycles(cycles), sms(double(sms)) {}
  /// Something of which each multiprocessor has `copies`.
  void add(StringRef name, double busy, double copies) {
    limits.push_back({name, busy, cycles * sms * copies});
  }
  /// Something that the multiprocessors share.
  void addShared(StringRef name, double busy) {
    limits.push_back({name, busy, cycles});
  }
  std::vector<UseOfLimit> take() { return std::move(limits); }

private:
  double cycles, sms;
  std::vector<UseOfLimit> limits;
};
} // namespace

static std::vector<UseOfLimit> limitsOf(const std::vector<Multiprocessor> &sms,
                                        const ChipMemory &chip, double cycles) {
  Limits limits(cycles, sms.size());
  auto sum = [&](auto of) {
    double total = 0;
    for (const Multiprocessor &sm : sms)
      total += of(sm);
    return total;
  };
  limits.add("issue slots", sum([](const Multiprocessor &sm) {
               double slots = 0;
               for (const auto &quarter : sm.quarters)
                 slots += double(quarter.slots);
               return slots;
             }),
             4);
  for (unsigned unit = 1; unit < numUnits; ++unit) {
    if (Unit(unit) == Unit::LoadStore)
      continue;
    double busy = sum([&](const Multiprocessor &sm) {
      double cycles = 0;
      for (const auto &quarter : sm.quarters)
        cycles += quarter.units[unit].busy;
      return cycles;
    });
    if (busy != 0)
      limits.add(unitName(Unit(unit)), busy, 4);
  }
  limits.add("tensor core",
             sum([](const Multiprocessor &sm) { return sm.tensor.busy; }), 1);
  limits.add("shared memory and L1",
             sum([](const Multiprocessor &sm) { return sm.loadStore.busy; }),
             1);
  limits.add("copy unit",
             sum([](const Multiprocessor &sm) { return sm.copies.busy; }), 1);
  limits.add("feed from L2",
             sum([](const Multiprocessor &sm) { return sm.feed.busy; }), 1);
  limits.addShared("L2", chip.l2.busy);
  limits.addShared("device memory", chip.dram.busy);
  return limits.take();
}

/// The time of all waves: those simulated, and as much for each other one as
/// the later of those took.
static double extrapolate(ArrayRef<double> waveEnds, double simulated,
                          uint64_t waves) {
  size_t known = waveEnds.size();
  if (known == 0 || waves <= known)
    return simulated;
  double perWave = known == 1
                       ? simulated
                       : (simulated - waveEnds.front()) / double(known - 1);
  return simulated + double(waves - known) * perWave;
}

/// What each instruction took, and where it stands.
void TimedScheduleImpl::describeLines(TimedResult &result) const {
  const std::vector<std::string> &files = machine->program.files;
  for (const DecodedFunction *function : functionOrder) {
    const TimedFunction &timed = *functions.find(function)->second;
    for (size_t i = 0; i < function->code.size(); ++i) {
      const LineAccount &account = timed.accounts[i];
      const DecodedInstruction &in = function->code[i];
      if (account.total() == 0 || !in.source)
        continue;
      TimedLine line;
      line.account = account;
      line.line = in.source->location.line;
      raw_string_ostream text(line.text);
      print(*in.source, text);
      if (in.location != 0) {
        SourceMark mark = function->locations[in.location];
        line.file = mark.file < files.size() ? files[mark.file] : "";
        line.sourceLine = mark.line;
      }
      result.lines.push_back(std::move(line));
      result.issued += account.issued;
      for (unsigned stall = 0; stall < numStalls; ++stall)
        result.stalls[stall] += account.stalled[stall];
    }
  }
  llvm::stable_sort(result.lines, [](const TimedLine &a, const TimedLine &b) {
    return a.line < b.line;
  });
}

uint64_t TimedScheduleImpl::countKept() const {
  const uint64_t all = launch->totalClusters();
  return all / chipSlots * slots + std::min(all % chipSlots, slots);
}

void TimedScheduleImpl::finish() {
  TimedResult &result = outcome;
  double end = std::max(now, lastEnd);
  result.simulatedCycles = uint64_t(end);
  result.simulatedCtas =
      takesOver ? countKept() * launch->clusterSize() : simulatedCtas;
  if (mostWork != 0)
    result.workRatio =
        double(mostWork) / double(std::max<uint64_t>(1, leastWork));
  result.fairSms = unsigned(std::min<uint64_t>(
      activeSms, (launch->grid[0] + blocksPerSm - 1) / blocksPerSm));
  result.ctas = launch->totalClusters() * launch->clusterSize();
  result.waves = (launch->totalClusters() + chipSlots - 1) / chipSlots;
  result.cycles = takesOver ? end : extrapolate(waveEnds, end, result.waves);
  result.residentCtas = blocksPerSm;
  result.registers = occupancy.registers;
  result.registersAreEstimated = occupancy.isEstimated;
  result.residentLimit =
      blocksPerSm < occupancy.blocks ? StringRef("grid") : occupancy.limit;
  result.simulatedSms = simulatedSms;
  result.activeSms = activeSms;
  result.flops = flops;
  result.tensorFlops = tensorFlops;
  result.dramBytes = chip->dramBytes;
  result.l2Bytes = chip->l2Bytes;
  result.limits = limitsOf(sms, *chip, end);
  result.wasStopped = wasStopped;
  describeLines(result);
}
