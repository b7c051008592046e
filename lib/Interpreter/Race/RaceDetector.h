//===- Interpreter/Race/RaceDetector.h - data races of a run ----*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Happens-before is restricted program order (tokens) and synchronisation by
// release and acquire; two conflicting accesses that it does not order race
// unless they are morally strong (memory-model.md 1.2, 1.4, 3.3; the race test
// is by happens-before, choice G6). Not thread safe: one tile block performs a
// memory operation at a time.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_INTERPRETER_RACE_RACEDETECTOR_H
#define TESSERA_LIB_INTERPRETER_RACE_RACEDETECTOR_H

#include "RaceShadow.h"

#include "tessera/Dialect/CudaTile/Analysis/MemoryAccess.h"
#include "tessera/Interpreter/Findings.h"
#include "tessera/Interpreter/Memory.h"
#include "tessera/Interpreter/OpTable.h"
#include "tessera/Interpreter/ScriptedThread.h"

#include <array>
#include <memory>
#include <optional>
#include <set>

namespace tessera::interp {

/// A memory operation of the program.
struct RaceOp {
  /// Of a scripted thread: without an operation and values.
  cuda_tile::MemoryAccess access;
  /// Of a scripted thread: as it is written.
  std::string text;
  uint32_t number = 0;
  /// What executes it without race detection.
  Handler plain = nullptr;
  unsigned elementBytes = 0;
  /// Two elements of one access may share a byte.
  bool isSubByte = false;

  bool isScoped() const { return !access.isWeak(); }
  bool isTile() const { return access.op != nullptr; }
};

/// One lane of a scoped access.
struct RaceLane {
  RaceShadow *shadow;
  uint64_t offset;
  int64_t element;
  /// What memory held before the access.
  uint64_t before;
};

/// A race as the detector sees it.
struct RacePair {
  RaceRecord earlier, later;
  /// What the later one waited for.
  ClockId past;
  uint64_t address;
  unsigned bytes;
};

/// A scoped access that was executed, for explaining races.
struct RaceSync {
  RaceEvent event;
  ClockId before = 0;
  uint64_t address = 0;
  bool reads = false, writes = false;
  /// The version of the location that was read.
  RaceEvent readsFrom = {};
  /// Part of a release or acquire pattern.
  bool releases = false, acquires = false;
};

/// A small deterministic generator.
class RaceRandom {
public:
  explicit RaceRandom(uint64_t seed) : state(seed * 0x9E3779B97F4A7C15ull) {}
  uint64_t next() {
    uint64_t x = state += 0x9E3779B97F4A7C15ull;
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9ull;
    x = (x ^ (x >> 27)) * 0x94D049BB133111EBull;
    return x ^ (x >> 31);
  }
  /// In [0, count).
  uint64_t below(uint64_t count) { return next() % count; }
  bool chance(uint64_t quarters) { return below(4) < quarters; }

private:
  uint64_t state;
};

class RaceDetector {
public:
  /// `seed` 0 explores nothing: reads get the latest value.
  RaceDetector(const Memory &memory, uint64_t seed);

  /// The memory operation `op`, which `describeMemoryAccess` must know.
  RaceOp &describe(mlir::Operation *op, const OpTable &plain);
  /// An access of a scripted thread.
  RaceOp &describeScripted(const ScriptedInstruction &inst);
  const RaceOp &operation(uint32_t number) const { return *ops[number - 1]; }

  /// A tile block begins: `gpu` is where it runs, `id` its coordinates.
  void beginBlock(uint32_t block, unsigned gpu, Dim3 id);
  /// The same for a scripted thread.
  void beginScript(uint32_t block, const ScriptedThread &thread);
  /// The name of a scripted thread; empty for a tile block.
  llvm::StringRef nameOf(uint32_t block) const { return blocks[block].name; }
  unsigned gpuOf(uint32_t block) const { return blocks[block].gpu; }
  Dim3 idOf(uint32_t block) const { return blocks[block].id; }

  /// The shadow of bytes that the detector watches; nullptr when nothing can
  /// write them.
  RaceShadow *shadowOf(ProvenanceId id, const Allocation &allocation);

  /// Scope inclusion in both directions.
  bool reachEachOther(uint32_t blockA, cuda_tile::MemoryScope scopeA,
                      uint32_t blockB, cuda_tile::MemoryScope scopeB) const;
  /// Kind of a record, see RaceRecord::kind.
  uint32_t kindOf(const RaceOp &op, uint32_t block) const;

  /// Reads may get older values.
  bool explores() const { return seed != 0; }
  /// A version chosen for a scoped read in the past `clock`.
  uint32_t chooseVersion(RaceLocation &location, ClockId clock);
  /// Whether a location for a scoped, not releasing write is worth having.
  bool wantsLocations() const { return seed != 0 && numLocations < 65536; }
  RaceLocation &makeLocation(RaceShadow &shadow, uint64_t offset,
                             unsigned bytes, uint64_t before);

  /// Notes the race unless one of the same two operations was reported.
  void found(const RacePair &pair);
  /// Races since the last call, and how many more like earlier ones there were.
  std::vector<RacePair> takeNew();
  uint64_t takeRepeated() { return std::exchange(repeated, 0); }

  /// Bounded log of scoped accesses per block.
  void noteSync(const RaceSync &sync);
  llvm::ArrayRef<RaceSync> syncsOf(uint32_t block) const {
    return blocks[block].syncs;
  }

  /// Frees what is not needed any more, when it is time. `tokens` passes on the
  /// clocks of all live tokens.
  void collectIfFull(
      llvm::function_ref<void(llvm::function_ref<void(ClockId)>)> tokens);

  RaceClocks clocks;
  RaceRecords records;
  RaceRandom random;

private:
  struct BlockInfo {
    unsigned gpu = 0;
    Dim3 id;
    /// Of scripted threads.
    uint32_t cta = 0;
    llvm::StringRef name;
    llvm::SmallVector<RaceSync, 0> syncs;
  };

  const Memory &memory;
  uint64_t seed;
  /// How often an older value is read, in quarters: seeds differ in temper, so
  /// that few of them see both long chains and odd values.
  uint64_t oldReads;
  llvm::DenseMap<mlir::Operation *, RaceOp *> byOperation;
  std::vector<std::unique_ptr<RaceOp>> ops;
  std::vector<BlockInfo> blocks;
  /// Blocks whose log is kept, oldest first.
  std::deque<uint32_t> logged;
  llvm::DenseMap<ProvenanceId, std::unique_ptr<RaceShadow>> shadows;
  size_t shadowLimit = 1024;
  uint64_t numLocations = 0;

  std::set<std::array<uint32_t, 3>> reported;
  std::vector<RacePair> fresh;
  uint64_t repeated = 0;
};

/// One memory operation being executed: checks the cells it touches and leaves
/// its record in them.
class RaceAccess {
public:
  RaceAccess(RaceDetector &detector, const RaceOp &op, const RaceEvent &event,
             ClockId past, uint32_t footprint, uint64_t base);

  /// Elements of a weak access that lie without gaps.
  void touchWeak(RaceShadow &shadow, uint64_t offset, uint64_t bytes);
  /// One element of a scoped access; `writes` is false for a failed
  /// compare-and-swap.
  void touchScoped(RaceShadow &shadow, uint64_t offset, bool writes);

private:
  /// A few answers of the last questions: a tile's cells mostly hold the same
  /// sets.
  struct Memo {
    std::array<SetId, 8> keys, values;
    Memo() { keys.fill(~SetId(0)); }
    SetId *find(SetId key) {
      return keys[key & 7] == key ? &values[key & 7] : nullptr;
    }
    SetId put(SetId key, SetId value) {
      keys[key & 7] = key;
      return values[key & 7] = value;
    }
  };

  void read(llvm::MutableArrayRef<RaceCell> cells, uint64_t address,
            unsigned unit);
  void writeWeak(llvm::MutableArrayRef<RaceCell> cells, uint64_t address,
                 unsigned unit);
  /// Keeps what was there. Weak writes of scripted threads do, too: a race of
  /// two such is not reported, and each may race with a tile block.
  void writeScoped(llvm::MutableArrayRef<RaceCell> cells, uint64_t address,
                   unsigned unit);
  /// Reports every member of `set` that this access races with.
  void check(SetId set, uint64_t address, unsigned unit);
  bool isRace(const RaceRecord &record) const;
  /// Nothing can race with the record without racing with this one too.
  bool covers(const RaceRecord &record) const;
  SetId extend(SetId set, Memo &memo);

  RaceDetector &detector;
  const RaceOp &op;
  ClockId past;
  RaceRecord me;
  RecordId id;
  Memo checked, asReader, asWriter;
};

} // namespace tessera::interp

#endif // TESSERA_LIB_INTERPRETER_RACE_RACEDETECTOR_H
