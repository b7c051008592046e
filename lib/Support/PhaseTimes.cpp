//===- Support/PhaseTimes.cpp - where a compile spends its time -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A scope within a scope is a step of it, however deep: one level is enough to
// say which pass is slow.
//
//===----------------------------------------------------------------------===//

#include "tessera/Support/PhaseTimes.h"

#include "llvm/Support/Format.h"
#include "llvm/Support/JSON.h"

#include <ctime>

using namespace tessera;

static double processorSeconds() {
  return static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
}

PhaseTimes::Scope::Scope(PhaseTimes *times, llvm::StringRef name)
    : times(times) {
  if (!times)
    return;
  index = times->all.size();
  times->all.push_back({name.str(), times->open != 0 ? 1u : 0u});
  ++times->open;
  cpuStart = processorSeconds();
  wallStart = std::chrono::steady_clock::now();
}

void PhaseTimes::Scope::stop() {
  if (!times)
    return;
  Entry &entry = times->all[index];
  entry.wallSeconds = std::chrono::duration<double>(
                          std::chrono::steady_clock::now() - wallStart)
                          .count();
  entry.cpuSeconds = processorSeconds() - cpuStart;
  --times->open;
  times = nullptr;
}

PhaseTimes::Entry PhaseTimes::total() const {
  Entry sum{"total"};
  for (const Entry &entry : all)
    if (entry.depth == 0) {
      sum.wallSeconds += entry.wallSeconds;
      sum.cpuSeconds += entry.cpuSeconds;
    }
  return sum;
}

void PhaseTimes::printTable(llvm::raw_ostream &os) const {
  auto print = [&](const PhaseTimes::Entry &entry) {
    std::string name = std::string(2 * entry.depth, ' ') + entry.name;
    os << llvm::format("%-44s %9.2f %9.2f\n", name.c_str(),
                       entry.wallSeconds * 1e3, entry.cpuSeconds * 1e3);
  };
  os << llvm::format("%-44s %9s %9s\n", "phase", "wall ms", "cpu ms");
  for (const Entry &entry : all)
    print(entry);
  print(total());
}

void PhaseTimes::printJson(llvm::raw_ostream &os) const {
  llvm::json::OStream json(os, 1);
  json.array([&] {
    for (const Entry &entry : all)
      json.object([&] {
        json.attribute("name", entry.name);
        json.attribute("depth", entry.depth);
        json.attribute("wall_ms", entry.wallSeconds * 1e3);
        json.attribute("cpu_ms", entry.cpuSeconds * 1e3);
      });
  });
  os << '\n';
}
