//===- Interpreter/Race/RaceRecords.h - who touched a byte last -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A record is one executed memory operation; a set of them is what a shadow
// cell holds: usually one record, else a list that shares its tail with the
// sets it grew from. Lists are cut at `maxMembers`, which can only lose races.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_INTERPRETER_RACE_RACERECORDS_H
#define TESSERA_LIB_INTERPRETER_RACE_RACERECORDS_H

#include "RaceClock.h"

#include "llvm/ADT/STLFunctionalExtras.h"

#include <array>
#include <deque>
#include <map>
#include <tuple>
#include <vector>

namespace tessera::interp {

using RecordId = uint32_t;
/// 0: empty; a RecordId; or, with the top bit, a list node.
using SetId = uint32_t;

/// Where the elements of a tile access lie, for reports: element (i, j, ...) at
/// base + i * strides[0] + j * strides[1] + ..., in bytes, if each index is
/// below its `inside`.
struct RaceFootprint {
  using Numbers = llvm::SmallVector<int64_t, 4>;
  Numbers lengths, inside, strides;
  bool operator<(const RaceFootprint &other) const {
    return std::tie(lengths, inside, strides) <
           std::tie(other.lengths, other.inside, other.strides);
  }
};

struct RaceRecord {
  RaceEvent event;
  /// Index of a regular footprint, or with the top bit of an irregular one.
  uint32_t footprint = 0;
  /// Address of element 0.
  uint64_t base = 0;
  /// Members with equal non-zero kinds never race among each other: scoped,
  /// the scope reaching all blocks of the GPU, same GPU, same size.
  uint32_t kind = 0;
};

class RaceRecords {
public:
  static constexpr unsigned maxMembers = 64;

  RecordId add(const RaceRecord &record) {
    records.push_back(record);
    return static_cast<RecordId>(records.size() - 1);
  }
  const RaceRecord &operator[](RecordId id) const { return records[id]; }

  static bool isList(SetId set) { return set >> 31; }
  RecordId newest(SetId set) const {
    return isList(set) ? nodes[set & ~top].record : set;
  }
  SetId rest(SetId set) const {
    return isList(set) ? nodes[set & ~top].rest : 0;
  }
  /// The kind that all members have, or 0.
  uint32_t kindOf(SetId set) const {
    return set == 0      ? 0
           : isList(set) ? nodes[set & ~top].kind
                         : records[set].kind;
  }
  /// `set` and `record`; the newest members for which `isCovered` holds are
  /// dropped first.
  SetId with(SetId set, RecordId record,
             llvm::function_ref<bool(const RaceRecord &)> isCovered);

  /// Remembers a footprint and returns its number.
  uint32_t regular(const RaceFootprint &footprint);
  uint32_t irregular(std::vector<uint64_t> addresses);
  /// The elements of `record` that begin in [address, address + bytes) or reach
  /// into it, at most `count`, in increasing order; none when forgotten.
  llvm::SmallVector<int64_t, 2> elementsAt(const RaceRecord &record,
                                           unsigned elementBytes,
                                           uint64_t address, unsigned bytes,
                                           unsigned count) const;

  bool isFull() const { return records.size() + nodes.size() >= limit; }
  /// Keeps what the sets that `visit` passes on refer to, and renames them.
  void
  collect(llvm::function_ref<void(llvm::function_ref<void(SetId &)>)> visit);

private:
  static constexpr uint32_t top = uint32_t(1) << 31;
  struct Node {
    RecordId record;
    SetId rest;
    uint32_t kind;
    uint32_t length;
  };
  unsigned lengthOf(SetId set) const {
    return set == 0 ? 0 : isList(set) ? nodes[set & ~top].length : 1;
  }
  SetId cons(RecordId record, SetId rest);

  std::vector<RaceRecord> records = std::vector<RaceRecord>(1);
  std::vector<Node> nodes;
  size_t limit = size_t(1) << 20;

  std::vector<RaceFootprint> footprints;
  std::map<RaceFootprint, uint32_t> footprintNumbers;
  /// Addresses of the latest scattered accesses; older ones are forgotten.
  std::deque<std::vector<uint64_t>> scattered;
  uint32_t firstScattered = 0;
  size_t scatteredAddresses = 0;
};

} // namespace tessera::interp

#endif // TESSERA_LIB_INTERPRETER_RACE_RACERECORDS_H
