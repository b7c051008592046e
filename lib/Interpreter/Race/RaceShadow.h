//===- Interpreter/Race/RaceShadow.h - the shadow of an allocation -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Per byte: the accesses a later one may race with. Bytes that were always
// touched together share a cell: a page starts with the size of its first
// access and is split when a smaller or shifted one comes. Locations hold what
// only scoped accesses need: the values written, in coherence order, each with
// the releases that reading it observes.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_INTERPRETER_RACE_RACESHADOW_H
#define TESSERA_LIB_INTERPRETER_RACE_RACESHADOW_H

#include "RaceRecords.h"

#include "tessera/Dialect/CudaTile/IR/CudaTile.h"
#include "tessera/Interpreter/Memory.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/Support/MathExtras.h"

#include <algorithm>
#include <cstring>

namespace tessera::interp {

/// What reading a value with acquire brings: everything before a release.
struct RaceHead {
  uint32_t block;
  cuda_tile::MemoryScope scope;
  ClockId released;
};

/// One value of a location.
struct RaceVersion {
  uint64_t bits = 0;
  RaceEvent writer;
  llvm::SmallVector<RaceHead, 1> heads;
};

/// An aligned element that was accessed with a scope.
struct RaceLocation {
  static constexpr size_t maxVersions = 8, maxReads = 32;
  unsigned bytes = 0;
  /// In coherence order; the last is what memory holds. Version numbers count
  /// from the start of the run.
  std::vector<RaceVersion> versions;
  uint32_t firstVersion = 0;
  /// No later read may get an older version than this.
  uint32_t floor = 0;
  /// Reads and the version they got.
  std::vector<std::pair<RaceEvent, uint32_t>> reads;

  uint32_t lastVersion() const {
    return firstVersion + static_cast<uint32_t>(versions.size()) - 1;
  }
  RaceVersion &version(uint32_t number) {
    return versions[number - firstVersion];
  }
  void append(RaceVersion version) {
    versions.push_back(std::move(version));
    if (versions.size() > maxVersions) {
      versions.erase(versions.begin());
      ++firstVersion;
    }
  }
  void noteRead(const RaceEvent &event, uint32_t number) {
    // Forgetting a read must not let a later one go back behind it.
    if (reads.size() >= maxReads) {
      floor = std::max(floor, reads.front().second);
      reads.erase(reads.begin());
    }
    reads.emplace_back(event, number);
  }
};

struct RaceCell {
  SetId writes = 0, reads = 0;
};

class RaceShadow {
public:
  static constexpr uint64_t pageBytes = 4096;

  explicit RaceShadow(const Allocation &allocation)
      : base(allocation.base), allocation(allocation),
        pages((allocation.size + pageBytes - 1) / pageBytes) {}

  /// Calls fn(cells, offset of the first, bytes per cell) for stretches of
  /// cells that cover exactly [offset, offset + bytes), whose elements are
  /// `elementBytes` long.
  template <typename Fn>
  void forEachStretch(uint64_t offset, uint64_t bytes, unsigned elementBytes,
                      Fn fn) {
    while (bytes != 0) {
      uint64_t inPage = offset % pageBytes;
      uint64_t length = std::min(bytes, pageBytes - inPage);
      Page &page =
          touch(offset / pageBytes,
                llvm::MinAlign(llvm::MinAlign(inPage, length), elementBytes));
      unsigned unit = 1u << page.unitLog;
      fn(llvm::MutableArrayRef<RaceCell>(page.cells.get() + inPage / unit,
                                         length / unit),
         offset, unit);
      offset += length;
      bytes -= length;
    }
  }

  bool hasLocations() const { return !locations.empty(); }
  RaceLocation *find(uint64_t offset) {
    auto it = locations.find(offset);
    return it == locations.end() ? nullptr : &it->second;
  }
  RaceLocation &create(uint64_t offset, unsigned bytes) {
    mixedSizes |= commonBytes != 0 && commonBytes != bytes;
    commonBytes = bytes;
    RaceLocation &location = locations[offset];
    location.bytes = bytes;
    return location;
  }
  /// No location can overlap an aligned element of `bytes` without being it.
  bool onlyLocationsOf(unsigned bytes) const {
    return locations.empty() || (!mixedSizes && commonBytes == bytes);
  }
  /// Forgets the locations that overlap [offset, offset + bytes), except one
  /// that is exactly it if `keepExact`.
  void forgetLocations(uint64_t offset, uint64_t bytes, bool keepExact);
  size_t numLocations() const { return locations.size(); }

  template <typename Fn> void forEachCell(Fn fn) {
    for (Page &page : pages)
      if (page.cells)
        for (uint64_t i = 0; i < pageBytes >> page.unitLog; ++i)
          fn(page.cells[i]);
  }
  template <typename Fn> void forEachLocation(Fn fn) {
    for (auto &entry : locations)
      fn(entry.second);
  }

  uint64_t readMemory(uint64_t offset, unsigned bytes) const {
    uint64_t bits = 0;
    std::memcpy(&bits, allocation.host + offset, bytes);
    return bits;
  }

  const uint64_t base;

private:
  struct Page {
    std::unique_ptr<RaceCell[]> cells;
    uint8_t unitLog = 0;
  };
  /// The page, its cells not larger than `unit`.
  Page &touch(uint64_t index, uint64_t unit) {
    Page &page = pages[index];
    if (!page.cells || (uint64_t(1) << page.unitLog) > unit)
      split(page, unit);
    return page;
  }
  static void split(Page &page, uint64_t unit);

  const Allocation &allocation;
  std::vector<Page> pages;
  llvm::DenseMap<uint64_t, RaceLocation> locations;
  unsigned commonBytes = 0;
  bool mixedSizes = false;
};

} // namespace tessera::interp

#endif // TESSERA_LIB_INTERPRETER_RACE_RACESHADOW_H
