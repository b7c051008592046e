//===- tools/tessera/PTX/TimeReport.cpp - how long a kernel takes ---*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Lines of text and a JSON object with the same figures.
//
//===----------------------------------------------------------------------===//

#include "TimeReport.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/Path.h"

#include <map>

using namespace llvm;
using namespace tessera;
using namespace tessera::tool;
using namespace tessera::ptx::emu;

double TimeReport::perGrid(double simulated) const {
  return result.simulatedCtas == 0
             ? 0
             : simulated * double(result.ctas) / double(result.simulatedCtas);
}

/// "1.23 T", of a figure per second.
static std::string scaled(double value) {
  for (StringRef unit : {"", "k", "M", "G", "T"}) {
    if (value < 1000 || unit == "T")
      return formatv("{0:f2} {1}", value, unit).str();
    value /= 1000;
  }
  return "";
}

static std::string plural(uint64_t count, StringRef what) {
  return (Twine(count) + " " + what + (count == 1 ? "" : "s")).str();
}

/// "mbarrier 80 %, arithmetic 12 %": the reasons that matter.
static std::string reasons(const LineAccount &account) {
  SmallVector<unsigned, numStalls> order;
  for (unsigned i = 0; i < numStalls; ++i)
    order.push_back(i);
  llvm::stable_sort(order, [&](unsigned a, unsigned b) {
    return account.stalled[a] > account.stalled[b];
  });
  std::string text;
  double total = double(account.total());
  for (unsigned i : ArrayRef(order).take_front(3)) {
    double share = 100.0 * double(account.stalled[i]) / total;
    if (share < 5)
      break;
    text += formatv("{0}{1} {2:f0} %", text.empty() ? "" : ", ",
                    stallName(Stall(i)), share)
                .str();
  }
  return text.empty() ? "issuing" : text;
}

static void add(LineAccount &to, const LineAccount &from) {
  to.issued += from.issued;
  for (unsigned i = 0; i < numStalls; ++i)
    to.stalled[i] += from.stalled[i];
}

namespace {
struct Place {
  std::string file;
  unsigned line;
  LineAccount account;
};
} // namespace

/// By line of the source, the most expensive first.
static std::vector<Place> sourceLines(const TimedResult &result) {
  std::map<std::pair<std::string, unsigned>, LineAccount> sums;
  for (const TimedLine &line : result.lines)
    if (!line.file.empty())
      add(sums[{line.file, line.sourceLine}], line.account);
  std::vector<Place> places;
  for (auto &[place, account] : sums)
    places.push_back({place.first, place.second, account});
  llvm::stable_sort(places, [](const Place &a, const Place &b) {
    return a.account.total() > b.account.total();
  });
  return places;
}

static void printLines(raw_ostream &os, const TimedResult &result,
                       size_t most) {
  uint64_t all = 0;
  std::vector<const TimedLine *> order;
  for (const TimedLine &line : result.lines) {
    all += line.account.total();
    order.push_back(&line);
  }
  if (all == 0)
    return;
  auto share = [&](const LineAccount &account) {
    return format("  %5.1f %%  ",
                  100.0 * double(account.total()) / double(all));
  };
  std::vector<Place> places = sourceLines(result);
  if (!places.empty())
    os << "\nsource lines, by share of the warps' cycles:\n";
  for (const Place &place : ArrayRef(places).take_front(most))
    os << share(place.account) << sys::path::filename(place.file) << ':'
       << place.line << "  (" << reasons(place.account) << ")\n";
  llvm::stable_sort(order, [](const TimedLine *a, const TimedLine *b) {
    return a->account.total() > b->account.total();
  });
  os << "\nPTX lines, by share of the warps' cycles:\n";
  for (const TimedLine *line : ArrayRef(order).take_front(most))
    os << share(line->account) << "line " << line->line << ": "
       << StringRef(line->text).take_front(72) << "  ("
       << reasons(line->account) << ")\n";
}

void TimeReport::print(raw_ostream &os, size_t lines) const {
  double time = seconds();
  os << path << ": " << entry << " on " << timing.architecture << " at "
     << formatv("{0:f0}", timing.clockMHz) << " MHz\n"
     << formatv(
            "\ntime       {0:f0} cycles = {1:f2} us; a launch adds {2:f2} us\n",
            result.cycles, time * 1e6, timing.launchMicroseconds);
  os << "grid       " << plural(result.ctas, "block") << " in "
     << plural(result.waves, "wave") << ", "
     << plural(result.residentCtas, "block") << " on each of "
     << plural(result.activeSms, "multiprocessor") << "; limited by "
     << result.residentLimit << ", " << result.registers << " registers"
     << (result.registersAreEstimated ? " (estimated)" : "") << '\n'
     << "simulated  " << plural(result.simulatedCtas, "block") << " on "
     << plural(result.simulatedSms, "multiprocessor") << ", "
     << result.simulatedCycles << " cycles\n";
  if (isUneven())
    os << formatv("note       blocks are unequal: of these one executed {0:f1} "
                  "times as many instructions as another; simulate blocks of "
                  "all lengths by --waves 0 --sms {1}\n",
                  result.workRatio, result.fairSms);
  os << "rates      " << scaled(perGrid(result.flops) / time) << "FLOP/s ("
     << scaled(perGrid(result.tensorFlops) / time) << "FLOP/s of products), L2 "
     << scaled(perGrid(result.l2Bytes) / time) << "B/s, device memory "
     << scaled(perGrid(result.dramBytes) / time) << "B/s\n";
  os << "\nused, of what could be:\n";
  for (const UseOfLimit &limit : result.limits)
    if (limit.used != 0)
      os << format("  %5.1f %%  ", 100 * limit.fraction()) << limit.name
         << '\n';
  uint64_t all = result.issued;
  for (uint64_t each : result.stalls)
    all += each;
  os << "\nwhat warps did, of their cycles:\n";
  auto part = [&](uint64_t cycles, StringRef what) {
    if (cycles * 1000 >= all && cycles != 0)
      os << format("  %5.1f %%  ", 100.0 * double(cycles) / double(all)) << what
         << '\n';
  };
  part(result.issued, "issued instructions");
  for (unsigned i = 0; i < numStalls; ++i)
    part(result.stalls[i], ("waited: " + stallName(Stall(i))).str());
  printLines(os, result, lines);
  printPlan(os);
  if (!gains.empty())
    os << "\nif a limit vanished:\n";
  for (const Gain &gain : gains)
    os << format("  %5.1f %%  less without ",
                 100.0 * (1 - gain.cycles / result.cycles))
       << gain.without << formatv(" ({0:f0} cycles)\n", gain.cycles);
}

static void writeAccount(json::OStream &json, const LineAccount &account) {
  json.attribute("issued", account.issued);
  json.attributeObject("stalls", [&] {
    for (unsigned i = 0; i < numStalls; ++i)
      if (account.stalled[i] != 0)
        json.attribute(stallName(Stall(i)), account.stalled[i]);
  });
}

void TimeReport::printJson(raw_ostream &os) const {
  json::OStream json(os, 2);
  double time = seconds();
  json.object([&] {
    json.attribute("file", path);
    json.attribute("entry", entry);
    json.attribute("target", timing.architecture);
    json.attribute("clock MHz", timing.clockMHz);
    json.attribute("cycles", result.cycles);
    json.attribute("microseconds", time * 1e6);
    json.attribute("launch microseconds", timing.launchMicroseconds);
    json.attribute("blocks", result.ctas);
    json.attribute("waves", result.waves);
    json.attribute("blocks per multiprocessor", result.residentCtas);
    json.attribute("limited by", result.residentLimit);
    json.attribute("registers", result.registers);
    json.attribute("registers are estimated", result.registersAreEstimated);
    json.attribute("active multiprocessors", result.activeSms);
    json.attributeObject("simulated", [&] {
      json.attribute("blocks", result.simulatedCtas);
      json.attribute("multiprocessors", result.simulatedSms);
      json.attribute("cycles", result.simulatedCycles);
      json.attribute("longest block of shortest", result.workRatio);
      json.attribute("L2 bytes", result.l2Bytes);
      json.attribute("device memory bytes", result.dramBytes);
    });
    json.attribute("flop per second", perGrid(result.flops) / time);
    json.attribute("tensor flop per second",
                   perGrid(result.tensorFlops) / time);
    json.attribute("L2 bytes per second", perGrid(result.l2Bytes) / time);
    json.attribute("device memory bytes per second",
                   perGrid(result.dramBytes) / time);
    json.attributeObject("used", [&] {
      for (const UseOfLimit &limit : result.limits)
        json.attribute(limit.name, limit.fraction());
    });
    LineAccount total;
    for (const TimedLine &line : result.lines)
      add(total, line.account);
    json.attributeObject("warps", [&] { writeAccount(json, total); });
    json.attributeArray("source lines", [&] {
      for (const Place &place : sourceLines(result))
        json.object([&] {
          json.attribute("file", place.file);
          json.attribute("line", place.line);
          writeAccount(json, place.account);
        });
    });
    json.attributeArray("ptx lines", [&] {
      for (const TimedLine &line : result.lines)
        json.object([&] {
          json.attribute("line", line.line);
          json.attribute("text", line.text);
          writeAccount(json, line.account);
        });
    });
    if (!loops.empty())
      json.attributeObject("plan", [&] {
        json.attribute("rounds", rounds);
        json.attribute("estimated cycles", estimatedCycles);
        json.attributeArray("loops", [&] {
          for (const LoopComparison &loop : loops)
            json.object([&] {
              json.attribute("place", loop.place);
              json.attribute("stages", loop.stages);
              json.attribute("cycles of a round", loop.price.cycles);
              json.attribute("limit", loop.price.limit);
            });
        });
      });
    if (!gains.empty())
      json.attributeObject("cycles without", [&] {
        for (const Gain &gain : gains)
          json.attribute(gain.without, gain.cycles);
      });
  });
  os << '\n';
}

void tool::printConstants(raw_ostream &os, const gpu::GpuTiming &timing) {
  size_t column = 0;
  for (auto [index, name] : enumerate(gpu::timedTargetNames()))
    if (name == timing.architecture)
      column = index;
  os << "constants of " << timing.architecture << '\n';
  for (const gpu::TimingRow &row : gpu::timingRows()) {
    const gpu::TimingValue &value = row.values[column];
    if (value.grade == 'X')
      continue;
    os << "  " << left_justify(row.name, 22) << format(" %12g ", value.value)
       << left_justify(row.unit, 12) << ' ' << value.grade << "  "
       << row.meaning << " [" << value.source << "]\n";
  }
}
