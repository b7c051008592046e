//===- Interpreter/Race/RaceShadow.cpp - the shadow of an allocation -----------===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The rare cases of the shadow: pages that appear or are split, and locations
// that end.
//
//===----------------------------------------------------------------------===//

#include "RaceShadow.h"

namespace tessera::interp {

void RaceShadow::split(Page &page, uint64_t unit) {
  auto log = static_cast<uint8_t>(llvm::Log2_64(unit));
  uint64_t count = pageBytes >> log;
  auto cells = std::make_unique<RaceCell[]>(count);
  if (page.cells)
    for (uint64_t i = 0; i < count; ++i)
      cells[i] = page.cells[i >> (page.unitLog - log)];
  page.cells = std::move(cells);
  page.unitLog = log;
}

void RaceShadow::forgetLocations(uint64_t offset, uint64_t bytes,
                                 bool keepExact) {
  if (locations.empty())
    return;
  constexpr uint64_t longest = 8;
  auto overlaps = [&](uint64_t at, const RaceLocation &location) {
    return at < offset + bytes && offset < at + location.bytes &&
           !(keepExact && at == offset && location.bytes == bytes);
  };
  if (bytes < locations.size()) {
    uint64_t first = offset < longest ? 0 : offset - longest + 1;
    for (uint64_t at = first; at < offset + bytes; ++at) {
      auto it = locations.find(at);
      if (it != locations.end() && overlaps(at, it->second))
        locations.erase(it);
    }
    return;
  }
  llvm::SmallVector<uint64_t> dead;
  for (auto &[at, location] : locations)
    if (overlaps(at, location))
      dead.push_back(at);
  for (uint64_t at : dead)
    locations.erase(at);
}

} // namespace tessera::interp
