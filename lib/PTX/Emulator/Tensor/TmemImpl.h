//===- PTX/Emulator/Tensor/TmemImpl.h - tensor memory and its engine -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// 128 lanes of 512 columns of 32 bits for each CTA (one CTA per SM, as the
// model has it). mma and cp of one thread run in order, at any time before the
// mbarrier their commit arrives at; until then what they write is pending.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_PTX_EMULATOR_TENSOR_TMEMIMPL_H
#define TESSERA_LIB_PTX_EMULATOR_TENSOR_TMEMIMPL_H

#include "PTX/Emulator/Async/BulkImpl.h"
#include "PTX/Emulator/Checks/RaceCheck.h"

#include <functional>

namespace tessera::ptx::emu {

constexpr unsigned tmemLanes = 128, tmemColumns = 512;
/// Pending is counted by column and 16 lanes.
constexpr unsigned tmemGranules = tmemLanes / 16;

struct Tmem : Extension {
  std::vector<uint32_t> cells =
      std::vector<uint32_t>(size_t(tmemLanes) * tmemColumns);
  std::vector<uint8_t> written =
      std::vector<uint8_t>(size_t(tmemLanes) * tmemColumns);
  std::array<std::array<uint16_t, tmemGranules>, tmemColumns> byStore{},
      byEngine{};
  /// Loads that no wait::ld covers yet, and the line of the last of them.
  std::array<std::array<uint16_t, tmemGranules>, tmemColumns> byLoad{};
  std::array<std::array<uint32_t, tmemGranules>, tmemColumns> loadLine{};
  /// 1 + index into `allocations`; 0 is free.
  std::array<uint8_t, tmemColumns> owner{};
  struct Allocation {
    unsigned first = 0, count = 0;
    Finding site;
  };
  /// An alloc or dealloc of cta_group::2 by a warp of this block, which the
  /// other block of the pair makes too: what is wanted until the other one
  /// comes, and then, for an alloc, the first column.
  struct OfPair {
    const Warp *warp = nullptr;
    bool isAlloc = false, isDone = false;
    unsigned first = 0, count = 0;
    Finding site;
  } ofPair;
  std::vector<Allocation> allocations;
  /// Last write and reads of 16 lanes of a column.
  std::array<std::array<ShadowCell, tmemGranules>, tmemColumns> shadow{};
  bool relinquished = false;
  Machine *machine = nullptr;

  ~Tmem() override;
  static Tmem &of(Cta &cta) {
    Tmem &tmem = cta.extensions.get<Tmem>();
    tmem.machine = &cta.machine;
    return tmem;
  }
  uint32_t &cell(unsigned lane, unsigned column) {
    return cells[size_t(lane) * tmemColumns + column];
  }
  uint8_t &isWritten(unsigned lane, unsigned column) {
    return written[size_t(lane) * tmemColumns + column];
  }
  bool isAllocated(unsigned first, unsigned count) const;
};

/// Columns of some granules of lanes.
struct TmemRange {
  Cta *cta = nullptr;
  unsigned granules = 0; // bit mask
  unsigned first = 0, count = 0;
  void add(int change) const; // to byEngine
  bool isPending(bool byStore, bool byEngine) const;
  /// The line of a tcgen05.ld that reads here and was not waited for; 0: none.
  uint32_t openLoadLine() const;
};

/// A finding when `range`, about to be written, is still read by a tcgen05.ld.
void checkOpenLoads(Warp &warp, const DecodedInstruction &in, unsigned lane,
                    const TmemRange &range);

/// mma or cp of a lane, or (lane wholeWarp) ld or st of a warp, accesses
/// tensor memory: a finding unless tcgen05 fences order it after the others.
void checkTensorWork(Warp &warp, const DecodedInstruction &in, unsigned lane,
                     const TmemRange &range, bool writes);
/// A warp frees tensor memory: a finding unless a synchronisation, with or
/// without fences, orders that after every access to it.
void checkTensorFree(Warp &warp, const DecodedInstruction &in,
                     const TmemRange &range);

/// A warp asks for `count` columns: a finding if blocks that hold some already
/// may wait for one another.
void checkPieces(Warp &warp, const DecodedInstruction &in, unsigned lane,
                 unsigned count);

/// An mma or cp.
struct TensorWork {
  std::shared_ptr<TensorWork> previous; // of the same thread
  std::function<void(Machine &)> run;
  std::vector<TmemRange> targets;
  bool done = false, isReleased = false;
  Time issued = 0;
  Knowledge known; // by the issuer, then
  Finding site;
  const DecodedInstruction *in = nullptr;
  void perform(Machine &machine);
};

/// What a warp's threads have issued.
struct TensorQueue : Extension {
  struct Lane {
    std::shared_ptr<TensorWork> last;
    /// Whose targets are still pending.
    std::vector<std::shared_ptr<TensorWork>> unreleased;
    /// Whether the last commit arrived: commits of a thread do so in order.
    std::shared_ptr<bool> lastCommit;
  };
  Lane lanes[laneCount];
};

/// Queues the work of a lane; the targets become pending.
void postTensorWork(Warp &warp, unsigned lane,
                    std::shared_ptr<TensorWork> work);

/// Takes .cta_group::1 or ::2.
unsigned takeCtaGroup(BindContext &context);

} // namespace tessera::ptx::emu

#endif // TESSERA_LIB_PTX_EMULATOR_TENSOR_TMEMIMPL_H
