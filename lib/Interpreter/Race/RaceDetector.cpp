//===- Interpreter/Race/RaceDetector.cpp - data races of a run -----------------===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What may be forgotten: an earlier access, once a weak one after it is there
// (whoever is ordered after the later is ordered after the earlier, and nobody
// else may touch the byte), or once a scoped one of the same block, scope and
// size is. Everything else stays in the cell.
//
//===----------------------------------------------------------------------===//

#include "RaceDetector.h"

#include "tessera/Interpreter/TypeKinds.h"
#include "tessera/Numerics/Packed.h"

using namespace mlir;

namespace tessera::interp {

using Scope = cuda_tile::MemoryScope;

/// Blocks whose scoped accesses are remembered for explanations, and how many
/// each.
static constexpr size_t maxLoggedBlocks = 4096, maxSyncs = 32;

RaceDetector::RaceDetector(const Memory &memory, uint64_t seed)
    : random(seed + 1), memory(memory), seed(seed), oldReads(random.below(3)) {}

RaceOp &RaceDetector::describe(Operation *op, const OpTable &plain) {
  RaceOp *&known = byOperation[op];
  if (known)
    return *known;
  ops.push_back(std::make_unique<RaceOp>());
  known = ops.back().get();
  known->access = *cuda_tile::describeMemoryAccess(op);
  known->number = static_cast<uint32_t>(ops.size());
  known->plain = plain.lookup(op)->handler;
  ElementKind kind = elementKindOf(known->access.elementType());
  known->elementBytes = numerics::containerBytes(kind);
  known->isSubByte = numerics::memoryBits(kind) < 8;
  return *known;
}

RaceOp &RaceDetector::describeScripted(const ScriptedInstruction &inst) {
  using Kind = ScriptedInstruction::Kind;
  ops.push_back(std::make_unique<RaceOp>());
  RaceOp &op = *ops.back();
  op.access.reads = inst.kind != Kind::Store;
  op.access.writes = inst.kind != Kind::Load;
  op.access.order = inst.order;
  op.access.scope = inst.scope;
  op.text = inst.text;
  op.number = static_cast<uint32_t>(ops.size());
  op.elementBytes = inst.bytes;
  return op;
}

void RaceDetector::beginScript(uint32_t block, const ScriptedThread &thread) {
  beginBlock(block, thread.gpu, {});
  blocks[block].cta = thread.cta;
  blocks[block].name = thread.name;
}

void RaceDetector::beginBlock(uint32_t block, unsigned gpu, Dim3 id) {
  if (blocks.size() <= block)
    blocks.resize(block + 1);
  blocks[block].gpu = gpu;
  blocks[block].id = id;
}

RaceShadow *RaceDetector::shadowOf(ProvenanceId id,
                                   const Allocation &allocation) {
  if (allocation.readOnly)
    return nullptr;
  std::unique_ptr<RaceShadow> &shadow = shadows[id];
  if (!shadow)
    shadow = std::make_unique<RaceShadow>(allocation);
  return shadow.get();
}

bool RaceDetector::reachEachOther(uint32_t blockA, Scope scopeA,
                                  uint32_t blockB, Scope scopeB) const {
  auto includes = [&](Scope scope) {
    switch (scope) {
    case Scope::TileBlock:
      return blockA == blockB || (blocks[blockA].cta != 0 &&
                                  blocks[blockA].cta == blocks[blockB].cta);
    case Scope::Device:
      return gpuOf(blockA) == gpuOf(blockB);
    case Scope::System:
      return true;
    }
    return false;
  };
  return includes(scopeA) && includes(scopeB);
}

uint32_t RaceDetector::kindOf(const RaceOp &op, uint32_t block) const {
  if (!op.isScoped() || *op.access.scope == Scope::TileBlock)
    return 0;
  return 1 + op.elementBytes + 16 * gpuOf(block);
}

uint32_t RaceDetector::chooseVersion(RaceLocation &location, ClockId clock) {
  uint32_t last = location.lastVersion(), lowest = last;
  if (seed == 0)
    return last;
  while (lowest > location.firstVersion && lowest > location.floor &&
         !clocks.contains(clock, location.version(lowest).writer))
    --lowest;
  for (const auto &[event, number] : location.reads)
    if (number > lowest && clocks.contains(clock, event))
      lowest = number;
  if (lowest == last || !random.chance(oldReads))
    return last;
  return lowest + static_cast<uint32_t>(random.below(last - lowest + 1));
}

RaceLocation &RaceDetector::makeLocation(RaceShadow &shadow, uint64_t offset,
                                         unsigned bytes, uint64_t before) {
  ++numLocations;
  RaceLocation &location = shadow.create(offset, bytes);
  location.append({before, {}, {}});
  return location;
}

void RaceDetector::found(const RacePair &pair) {
  const RaceEvent &a = pair.earlier.event, &b = pair.later.event;
  uint32_t relation = a.block != b.block ? 0 : a == b ? 1 : 2;
  std::array<uint32_t, 3> key = {std::min(a.op, b.op), std::max(a.op, b.op),
                                 relation};
  if (reported.insert(key).second)
    fresh.push_back(pair);
  else
    ++repeated;
}

std::vector<RacePair> RaceDetector::takeNew() {
  return std::exchange(fresh, {});
}

void RaceDetector::noteSync(const RaceSync &sync) {
  auto &syncs = blocks[sync.event.block].syncs;
  if (syncs.empty()) {
    logged.push_back(sync.event.block);
    if (logged.size() > maxLoggedBlocks) {
      blocks[logged.front()].syncs.clear();
      logged.pop_front();
    }
  }
  // A spinning block would push everything else out: keep its last poll only.
  if (!syncs.empty() && syncs.back().event.op == sync.event.op &&
      syncs.back().address == sync.address &&
      syncs.back().readsFrom == sync.readsFrom && !sync.writes) {
    syncs.back() = sync;
    return;
  }
  if (syncs.size() >= maxSyncs)
    syncs.erase(syncs.begin());
  syncs.push_back(sync);
}

void RaceDetector::collectIfFull(
    llvm::function_ref<void(llvm::function_ref<void(ClockId)>)> tokens) {
  if (shadows.size() > shadowLimit) {
    llvm::SmallVector<ProvenanceId> dead;
    for (auto &[id, shadow] : shadows)
      if (!memory.find(id)->live.load())
        dead.push_back(id);
    for (ProvenanceId id : dead)
      shadows.erase(id);
    shadowLimit = std::max<size_t>(1024, 2 * shadows.size());
  }
  if (clocks.isFull())
    clocks.collect([&](llvm::function_ref<void(ClockId)> use) {
      tokens(use);
      for (auto &[id, shadow] : shadows)
        shadow->forEachLocation([&](RaceLocation &location) {
          for (RaceVersion &version : location.versions)
            for (RaceHead &head : version.heads)
              use(head.released);
        });
      for (uint32_t block : logged)
        for (const RaceSync &sync : blocks[block].syncs)
          use(sync.before);
    });
  if (records.isFull())
    records.collect([&](llvm::function_ref<void(SetId &)> use) {
      for (auto &[id, shadow] : shadows)
        shadow->forEachCell([&](RaceCell &cell) {
          use(cell.writes);
          use(cell.reads);
        });
    });
}

//===----------------------------------------------------------------------===//
// One access
//===----------------------------------------------------------------------===//

RaceAccess::RaceAccess(RaceDetector &detector, const RaceOp &op,
                       const RaceEvent &event, ClockId past, uint32_t footprint,
                       uint64_t base)
    : detector(detector), op(op), past(past),
      me{event, footprint, base, detector.kindOf(op, event.block)},
      id(detector.records.add(me)) {}

bool RaceAccess::isRace(const RaceRecord &record) const {
  if (record.event == me.event)
    // Lanes of one access are unordered.
    return !op.isScoped() && !op.isSubByte;
  if (detector.clocks.contains(past, record.event))
    return false;
  const RaceOp &other = detector.operation(record.event.op);
  // PTX defines races of its own threads.
  if (!op.isTile() && !other.isTile())
    return false;
  return !op.isScoped() || !other.isScoped() ||
         op.elementBytes != other.elementBytes ||
         !detector.reachEachOther(me.event.block, *op.access.scope,
                                  record.event.block, *other.access.scope);
}

bool RaceAccess::covers(const RaceRecord &record) const {
  if (record.event == me.event)
    return true;
  if (!detector.clocks.contains(past, record.event))
    return false;
  const RaceOp &other = detector.operation(record.event.op);
  // What races with a tile block need not race with a PTX thread.
  if (other.isTile() && !op.isTile())
    return false;
  if (!op.isScoped())
    return true;
  return other.isScoped() && record.event.block == me.event.block &&
         *other.access.scope == *op.access.scope &&
         other.elementBytes == op.elementBytes;
}

void RaceAccess::check(SetId set, uint64_t address, unsigned unit) {
  if (set == 0 || checked.find(set))
    return;
  checked.put(set, 0);
  if (me.kind != 0 && detector.records.kindOf(set) == me.kind)
    return;
  for (; set != 0; set = detector.records.rest(set)) {
    const RaceRecord &record = detector.records[detector.records.newest(set)];
    if (isRace(record))
      detector.found({record, me, past, address, unit});
  }
}

SetId RaceAccess::extend(SetId set, Memo &memo) {
  if (const SetId *known = memo.find(set))
    return *known;
  return memo.put(set,
                  detector.records.with(set, id, [&](const RaceRecord &record) {
                    return covers(record);
                  }));
}

void RaceAccess::read(llvm::MutableArrayRef<RaceCell> cells, uint64_t address,
                      unsigned unit) {
  SetId writes = 0, reads = ~SetId(0), extended = 0;
  for (RaceCell &cell : cells) {
    if (cell.writes != writes) {
      writes = cell.writes;
      check(writes,
            address + static_cast<uint64_t>(&cell - cells.data()) * unit, unit);
    }
    if (cell.reads != reads) {
      reads = cell.reads;
      // The same byte again, by another lane of this access.
      extended = reads != 0 && detector.records.newest(reads) == id
                     ? reads
                     : extend(reads, asReader);
    }
    cell.reads = extended;
  }
}

void RaceAccess::writeWeak(llvm::MutableArrayRef<RaceCell> cells,
                           uint64_t address, unsigned unit) {
  SetId writes = 0, reads = 0;
  for (RaceCell &cell : cells) {
    if (cell.writes != writes || cell.reads != reads) {
      uint64_t place =
          address + static_cast<uint64_t>(&cell - cells.data()) * unit;
      check(writes = cell.writes, place, unit);
      check(reads = cell.reads, place, unit);
    }
    cell.writes = id;
    cell.reads = 0;
  }
}

void RaceAccess::writeScoped(llvm::MutableArrayRef<RaceCell> cells,
                             uint64_t address, unsigned unit) {
  for (RaceCell &cell : cells) {
    uint64_t place =
        address + static_cast<uint64_t>(&cell - cells.data()) * unit;
    check(cell.writes, place, unit);
    check(cell.reads, place, unit);
    cell.writes = extend(cell.writes, asWriter);
  }
}

void RaceAccess::touchWeak(RaceShadow &shadow, uint64_t offset,
                           uint64_t bytes) {
  if (op.access.writes && shadow.hasLocations())
    shadow.forgetLocations(offset, bytes, /*keepExact=*/false);
  shadow.forEachStretch(
      offset, bytes, op.elementBytes,
      [&](llvm::MutableArrayRef<RaceCell> cells, uint64_t at, unsigned unit) {
        if (op.access.writes && !op.isTile())
          writeScoped(cells, shadow.base + at, unit);
        else if (op.access.writes)
          writeWeak(cells, shadow.base + at, unit);
        else
          read(cells, shadow.base + at, unit);
      });
}

void RaceAccess::touchScoped(RaceShadow &shadow, uint64_t offset, bool writes) {
  if (writes && !shadow.onlyLocationsOf(op.elementBytes))
    shadow.forgetLocations(offset, op.elementBytes, /*keepExact=*/true);
  shadow.forEachStretch(
      offset, op.elementBytes, op.elementBytes,
      [&](llvm::MutableArrayRef<RaceCell> cells, uint64_t at, unsigned unit) {
        if (writes)
          writeScoped(cells, shadow.base + at, unit);
        else
          read(cells, shadow.base + at, unit);
      });
}

} // namespace tessera::interp
