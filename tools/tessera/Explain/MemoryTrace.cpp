//===- tools/tessera/Explain/MemoryTrace.cpp - who touches which memory when -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Keeps the pictures small: with too many cells, two neighbours in time become
// one.
//
//===----------------------------------------------------------------------===//

#include "Explain/MemoryTrace.h"

using namespace llvm;
using namespace tessera;
using namespace tessera::tool;
using namespace tessera::ptx::emu;

/// So many cells are drawn at once without a pause.
static constexpr size_t mostCells = 40000;

void MemoryMap::touch(uint64_t begin, uint64_t size, Touch how, double time) {
  if (size == 0)
    return;
  uint64_t column = uint64_t(time) / slot;
  for (uint64_t row = begin / unit, last = (begin + size - 1) / unit;
       row <= last; ++row) {
    cells.insert(column << 24 | row << 4 | uint64_t(how));
    lastRow = std::max(lastRow, row);
  }
  if (cells.size() > mostCells)
    widen();
}

void MemoryMap::widen() {
  slot *= 2;
  DenseSet<uint64_t> merged;
  for (uint64_t cell : cells)
    merged.insert(cell >> 25 << 24 | (cell & 0xFFFFFF));
  cells = std::move(merged);
}

void MemoryMap::write(json::OStream &json) const {
  json.attribute("rows", lastRow + 1);
  json.attribute("step", unit);
  json.attribute("slot", slot);
  std::vector<uint64_t> sorted(cells.begin(), cells.end());
  llvm::sort(sorted);
  json.attributeArray("cells", [&] {
    for (uint64_t cell : sorted)
      json.array([&] {
        json.value(cell >> 24);
        json.value(cell >> 4 & 0xFFFFF);
        json.value(cell & 15);
      });
  });
}

void MemoryTrace::touched(const Warp &warp, bool isTensorMemory, uint64_t begin,
                          uint64_t size, Touch how, double time) {
  if (warp.cta.number == 0)
    (isTensorMemory ? tensor : shared).touch(begin, size, how, time);
}
