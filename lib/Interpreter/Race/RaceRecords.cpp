//===- Interpreter/Race/RaceRecords.cpp - who touched a byte last --------------===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Records and list nodes live in two vectors and are compacted when these have
// doubled: memory is bounded by what shadow cells can name.
//
//===----------------------------------------------------------------------===//

#include "RaceRecords.h"

#include <algorithm>

namespace tessera::interp {

/// Addresses of scattered accesses that are kept (32 MiB).
static constexpr size_t maxScatteredAddresses = size_t(1) << 22;

SetId RaceRecords::cons(RecordId record, SetId rest) {
  if (rest == 0)
    return record;
  uint32_t kind = records[record].kind;
  nodes.push_back(
      {record, rest, kindOf(rest) == kind ? kind : 0, lengthOf(rest) + 1});
  return static_cast<SetId>(nodes.size() - 1) | top;
}

SetId RaceRecords::with(SetId set, RecordId record,
                        llvm::function_ref<bool(const RaceRecord &)> covered) {
  while (set != 0 && covered(records[newest(set)]))
    set = rest(set);
  if (lengthOf(set) >= maxMembers) {
    std::array<RecordId, maxMembers / 2> kept;
    for (RecordId &member : kept) {
      member = newest(set);
      set = rest(set);
    }
    set = 0;
    for (size_t i = kept.size(); i-- > 0;)
      set = cons(kept[i], set);
  }
  return cons(record, set);
}

uint32_t RaceRecords::regular(const RaceFootprint &footprint) {
  auto [it, isNew] = footprintNumbers.try_emplace(footprint, footprints.size());
  if (isNew)
    footprints.push_back(footprint);
  return it->second;
}

uint32_t RaceRecords::irregular(std::vector<uint64_t> addresses) {
  scatteredAddresses += addresses.size();
  scattered.push_back(std::move(addresses));
  while (scatteredAddresses > maxScatteredAddresses && scattered.size() > 1) {
    scatteredAddresses -= scattered.front().size();
    scattered.pop_front();
    ++firstScattered;
  }
  return static_cast<uint32_t>(firstScattered + scattered.size() - 1) | top;
}

llvm::SmallVector<int64_t, 2> RaceRecords::elementsAt(const RaceRecord &record,
                                                      unsigned elementBytes,
                                                      uint64_t address,
                                                      unsigned bytes,
                                                      unsigned count) const {
  llvm::SmallVector<int64_t, 2> found;
  auto look = [&](int64_t element, uint64_t place) {
    if (place < address + bytes && address < place + elementBytes &&
        found.size() < count)
      found.push_back(element);
  };
  if (record.footprint & top) {
    uint32_t index = (record.footprint & ~top) - firstScattered;
    if (index < scattered.size())
      for (size_t i = 0; i < scattered[index].size(); ++i)
        look(static_cast<int64_t>(i), scattered[index][i]);
    return found;
  }
  const RaceFootprint &shape = footprints[record.footprint];
  int64_t total = 1;
  for (int64_t length : shape.lengths)
    total *= length;
  for (int64_t element = 0; element < total && found.size() < count;
       ++element) {
    uint64_t place = record.base;
    int64_t left = element;
    bool isInside = true;
    for (size_t d = shape.lengths.size(); d-- > 0; left /= shape.lengths[d]) {
      int64_t index = left % shape.lengths[d];
      isInside &= index < shape.inside[d];
      place += static_cast<uint64_t>(index) *
               static_cast<uint64_t>(shape.strides[d]);
    }
    if (isInside)
      look(element, place);
  }
  return found;
}

void RaceRecords::collect(
    llvm::function_ref<void(llvm::function_ref<void(SetId &)>)> visit) {
  std::vector<uint8_t> liveRecord(records.size()), liveNode(nodes.size());
  visit([&](SetId &set) {
    for (SetId it = set; it != 0; it = rest(it)) {
      liveRecord[newest(it)] = 1;
      if (!isList(it) || liveNode[it & ~top])
        break;
      liveNode[it & ~top] = 1;
    }
  });
  std::vector<uint32_t> recordName(records.size()), nodeName(nodes.size());
  uint32_t next = 1;
  for (uint32_t i = 1; i < records.size(); ++i)
    if (liveRecord[i]) {
      records[next] = records[i];
      recordName[i] = next++;
    }
  records.resize(next);
  auto rename = [&](SetId set) {
    return isList(set) ? nodeName[set & ~top] | top : recordName[set];
  };
  // A node is younger than its rest, so the rest has its name already.
  next = 0;
  for (uint32_t i = 0; i < nodes.size(); ++i)
    if (liveNode[i]) {
      Node node = nodes[i];
      node.record = recordName[node.record];
      node.rest = rename(node.rest);
      nodes[next] = node;
      nodeName[i] = next++;
    }
  nodes.resize(next);
  visit([&](SetId &set) { set = rename(set); });
  limit =
      std::max<size_t>(size_t(1) << 20, 2 * (records.size() + nodes.size()));
}

} // namespace tessera::interp
