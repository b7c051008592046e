//===- PTX/Emulator/Tensor/TmemAllocOps.cpp - tcgen05 alloc, commit, cp -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Allocation (first fit in multiples of 32 columns; columns not freed when the
// block ends are a finding; cta_group::2 by both blocks of a pair together),
// the queue of a thread's mma, cp and shift, commit and fences. Copies and
// shifts are in TmemCopyOps.cpp.
//
//===----------------------------------------------------------------------===//

#include "PTX/Emulator/Async/MbarrierImpl.h"
#include "PTX/Emulator/Core/Elementwise.h"
#include "PTX/Emulator/Core/TensorOps.h"
#include "PTX/Emulator/Matrix/MatrixDescriptor.h"
#include "TmemImpl.h"

using namespace llvm;
using namespace tessera::ptx;
using namespace tessera::ptx::emu;

Tmem::~Tmem() {
  for (const Allocation &allocation : allocations)
    if (allocation.count != 0 && machine && !machine->isStopped())
      reportAt(*machine, allocation.site, CheckKind::Tensor,
               Twine(allocation.count) +
                   " columns of tensor memory were not freed when the block "
                   "ended",
               nullptr);
}

bool Tmem::isAllocated(unsigned first, unsigned count) const {
  if (first + count > tmemColumns)
    return false;
  for (unsigned i = 0; i < count; ++i)
    if (owner[first + i] == 0)
      return false;
  return true;
}

void TmemRange::add(int change) const {
  Tmem &tmem = Tmem::of(*cta);
  for (unsigned i = first; i < std::min(first + count, tmemColumns); ++i)
    for (unsigned g = 0; g < tmemGranules; ++g)
      if (granules >> g & 1)
        tmem.byEngine[i][g] = uint16_t(tmem.byEngine[i][g] + change);
}

bool TmemRange::isPending(bool store, bool engine) const {
  Tmem &tmem = Tmem::of(*cta);
  for (unsigned i = first; i < std::min(first + count, tmemColumns); ++i)
    for (unsigned g = 0; g < tmemGranules; ++g)
      if ((granules >> g & 1) && ((store && tmem.byStore[i][g] != 0) ||
                                  (engine && tmem.byEngine[i][g] != 0)))
        return true;
  return false;
}

uint32_t TmemRange::openLoadLine() const {
  Tmem &tmem = Tmem::of(*cta);
  for (unsigned i = first; i < std::min(first + count, tmemColumns); ++i)
    for (unsigned g = 0; g < tmemGranules; ++g)
      if ((granules >> g & 1) && tmem.byLoad[i][g] != 0)
        return tmem.loadLine[i][g];
  return 0;
}

void tessera::ptx::emu::checkOpenLoads(Warp &w, const DecodedInstruction &in,
                                       unsigned lane, const TmemRange &range) {
  if (uint32_t line = range.openLoadLine())
    w.report(CheckKind::Tcgen05Wait, in, lane,
             "this writes tensor memory that the tcgen05.ld of line " +
                 Twine(line) + " reads, before its wait::ld",
             range.first);
}

void TensorWork::perform(Machine &machine) {
  if (done)
    return;
  if (previous)
    previous->perform(machine);
  previous.reset();
  done = true;
  run(machine);
}

unsigned tessera::ptx::emu::takeCtaGroup(BindContext &c) {
  if (c.take("cta_group::2"))
    return 2;
  c.take("cta_group::1");
  return 1;
}

namespace {
struct WorkOperation : AsyncOperation {
  std::shared_ptr<TensorWork> work;
  bool isReady(Machine &) override {
    return work->done || !work->previous || work->previous->done;
  }
  void complete(Machine &machine) override { work->perform(machine); }
  std::string describe() const override {
    return "'tcgen05' of line " + std::to_string(work->site.line);
  }
};

struct CommitOperation : AsyncOperation {
  std::shared_ptr<TensorWork> last;
  std::vector<std::shared_ptr<TensorWork>> covered;
  std::vector<uint64_t> barriers;
  Finding site;
  const DecodedInstruction *in = nullptr;
  Knowledge released;
  std::shared_ptr<bool> before, arrived = std::make_shared<bool>(false);
  bool isReady(Machine &) override {
    return (!last || last->done) && (!before || *before);
  }
  void complete(Machine &machine) override {
    *arrived = true;
    for (auto &work : covered) {
      if (work->isReleased)
        continue; // by a later commit, which covers it too
      work->isReleased = true;
      for (const TmemRange &range : work->targets)
        range.add(-1);
    }
    for (uint64_t barrier : barriers) {
      MbarrierChange change;
      change.arrivals = 1;
      change.by = in;
      change.released = released;
      StringRef problem = changeMbarrier(machine, *cluster, barrier, change);
      if (!problem.empty())
        reportAt(machine, site, CheckKind::Mbarrier, problem, in);
    }
  }
  std::string describe() const override {
    return "tcgen05.commit of line " + std::to_string(site.line);
  }
};
} // namespace

void tessera::ptx::emu::postTensorWork(Warp &w, unsigned lane,
                                       std::shared_ptr<TensorWork> work) {
  TensorQueue::Lane &mine = w.extensions.get<TensorQueue>().lanes[lane];
  for (const TmemRange &range : work->targets) {
    checkOpenLoads(w, *work->in, lane, range);
    range.add(1);
  }
  work->issued = Time(w.machine.now());
  if (w.order)
    work->known = w.order->of(lane);
  work->previous = mine.last;
  mine.last = work;
  mine.unreleased.push_back(work);
  auto operation = std::make_unique<WorkOperation>();
  operation->work = std::move(work);
  operation->cluster = &w.cta.cluster;
  w.machine.post(std::move(operation));
}

static Step commitStep(Warp &w, const DecodedInstruction &in, LaneMask active) {
  forEachLane(active, [&](unsigned lane) {
    uint64_t address = mbarrierAddress(w.address(in.args[0], lane));
    auto operation = std::make_unique<CommitOperation>();
    constexpr uint64_t offsetMask = (uint64_t(1) << sharedRankShift) - 1;
    uint32_t ranks =
        in.flags ? uint16_t(w.source(in.args[1])[lane]) : uint32_t(1);
    for (unsigned rank = 0; rank < 16; ++rank) {
      if (!(ranks >> rank & 1))
        continue;
      uint64_t barrier =
          in.flags ? (address & offsetMask) | uint64_t(rank) << sharedRankShift
                   : address;
      if (w.access(in, lane, AddressSpace::SharedCluster, barrier, 8,
                   Access::Object))
        operation->barriers.push_back(barrier);
    }
    TensorQueue::Lane &mine = w.extensions.get<TensorQueue>().lanes[lane];
    operation->last = mine.last;
    operation->before = std::exchange(mine.lastCommit, operation->arrived);
    if (w.order && mine.last) {
      Actor self = w.order->actorOf(lane);
      Actor done = engineActor(Engine::TensorDone, self);
      operation->released =
          engineKnowledge(done, mine.last->issued, mine.last->known);
      // A commit is a fence::before_thread_sync as well.
      operation->released.tensor =
          join(join(join(operation->released.tensor, w.order->tensorUse(lane)),
                    done, mine.last->issued),
               engineActor(Engine::TensorIssue, self), mine.last->issued);
    }
    if (w.order)
      operation->released.caused = causeOf(w, lane);
    erase_if(mine.unreleased,
             [](const auto &work) { return work->isReleased; });
    operation->covered = mine.unreleased;
    operation->site = siteOf(w, in, lane);
    operation->in = &in;
    operation->cluster = &w.cta.cluster;
    w.machine.post(std::move(operation));
  });
  return Step::Next;
}

//===----------------------------------------------------------------------===//
// Allocation
//===----------------------------------------------------------------------===//

static constexpr uint64_t allocationKey = 0x746D656D; // of WaitKind::Async

static bool isColumnCount(uint64_t count) {
  return count >= 32 && count <= tmemColumns && isPowerOf2_64(count);
}

/// Where so many columns are free in the tensor memory of all `ctas`.
static std::optional<unsigned> findColumns(ArrayRef<Cta *> ctas,
                                           uint64_t count) {
  for (unsigned first = 0; first + count <= tmemColumns; first += 32)
    if (all_of(ctas, [&](Cta *cta) {
          auto begin = Tmem::of(*cta).owner.begin() + first;
          return std::all_of(begin, begin + count,
                             [](uint8_t o) { return o == 0; });
        }))
      return first;
  return std::nullopt;
}

static void allocate(Tmem &tmem, unsigned first, unsigned count,
                     const Finding &site) {
  for (unsigned i = 0; i < count; ++i)
    tmem.shadow[first + i] = {};
  tmem.allocations.push_back({first, count, site});
  std::fill_n(tmem.owner.begin() + first, count,
              uint8_t(tmem.allocations.size()));
}

/// The other block of the pair; null, and a finding, without one.
static Cta *otherOfPair(Warp &w, const DecodedInstruction &in, unsigned lane) {
  if ((w.cta.rank ^ 1u) < w.cta.cluster.ctas.size())
    return w.cta.cluster.ctas[w.cta.rank ^ 1u].get();
  w.report(CheckKind::Tensor, in, lane,
           "cta_group::2 without a pair of blocks");
  return nullptr;
}

/// What both blocks of a pair do together: true where the other one is there.
/// Else the warp waits for it, and may find that it has done both parts.
static bool meetPair(Warp &w, const DecodedInstruction &in, unsigned lane,
                     Cta &peer, bool isAlloc, unsigned first, unsigned count) {
  Tmem::OfPair &own = Tmem::of(w.cta).ofPair, &other = Tmem::of(peer).ofPair;
  if (own.warp != &w || own.isAlloc != isAlloc)
    own = {&w, isAlloc, /*isDone=*/false, first, count, siteOf(w, in, lane)};
  if (!other.warp || other.isDone || own.isDone)
    return false;
  if (other.isAlloc == isAlloc && other.count == count && other.first == first)
    return true;
  w.report(CheckKind::Tensor, in, lane,
           Twine("the blocks of the pair make different cta_group::2 "
                 "allocations: the other one is at line ") +
               Twine(other.site.line),
           first);
  return false;
}

static void finishPair(Cta &peer, unsigned first) {
  Tmem::OfPair &other = Tmem::of(peer).ofPair;
  other.isDone = true;
  other.first = first;
  peer.wake(WaitKind::Async, allocationKey);
}

static Step allocStep(Warp &w, const DecodedInstruction &in, LaneMask active) {
  if (!w.gather(in, active, ~0u))
    return Step::Blocked;
  unsigned lane = unsigned(countr_zero(w.path().mask));
  Tmem &tmem = Tmem::of(w.cta);
  uint64_t count = uint32_t(w.source(in.args[1])[lane]);
  if (!isColumnCount(count)) {
    w.report(CheckKind::Operand, in, lane,
             "expected a power of two from 32 to 512 columns, got " +
                 Twine(count));
    return Step::Next;
  }
  if (tmem.relinquished) {
    w.report(CheckKind::Tensor, in, lane,
             "tcgen05.alloc after relinquish_alloc_permit");
    return Step::Next;
  }
  checkPieces(w, in, lane, unsigned(count));
  SmallVector<Cta *, 2> ctas{&w.cta};
  Cta *peer = nullptr;
  std::optional<unsigned> first;
  if (in.flags == 2) {
    if (!(peer = otherOfPair(w, in, lane)))
      return Step::Next;
    ctas.push_back(peer);
    const bool meet = meetPair(w, in, lane, *peer, /*isAlloc=*/true, 0, count);
    if (tmem.ofPair.isDone)
      first = tmem.ofPair.first;
    else if (!meet)
      return w.block(WaitKind::Async, allocationKey);
  }
  const bool isMade = first.has_value();
  if (!isMade)
    first = findColumns(ctas, count);
  if (!first)
    return w.block(WaitKind::Async, allocationKey);
  Span span =
      w.access(in, lane, AddressSpace::SharedCta,
               mbarrierAddress(w.address(in.args[0], lane)), 4, Access::Write);
  if (!isMade)
    for (Cta *cta : ctas)
      allocate(Tmem::of(*cta), *first, count,
               cta == peer ? Tmem::of(*peer).ofPair.site : siteOf(w, in, lane));
  if (peer && !isMade)
    finishPair(*peer, *first);
  tmem.ofPair = {};
  if (!span)
    return Step::Next;
  w.store(span, *first, 4);
  w.machine.noteProgress();
  return Step::Next;
}

static Step deallocStep(Warp &w, const DecodedInstruction &in,
                        LaneMask active) {
  if (!w.gather(in, active, ~0u))
    return Step::Blocked;
  unsigned lane = unsigned(countr_zero(w.path().mask));
  Tmem &tmem = Tmem::of(w.cta);
  uint32_t address = uint32_t(w.source(in.args[0])[lane]);
  uint32_t count = uint32_t(w.source(in.args[1])[lane]);
  for (Tmem::Allocation &allocation : tmem.allocations) {
    if (allocation.count == 0 || allocation.first != address ||
        allocation.count != count)
      continue;
    if (in.flags == 2) {
      Cta *peer = otherOfPair(w, in, lane);
      if (!peer)
        return Step::Next;
      if (meetPair(w, in, lane, *peer, /*isAlloc=*/false, address, count))
        finishPair(*peer, address);
      else if (!tmem.ofPair.isDone)
        return w.block(WaitKind::Async, allocationKey);
      tmem.ofPair = {};
      // They free the columns of both.
      if (w.order)
        checkTensorFree(w, in, {peer, 0xFF, address, count});
    }
    TmemRange range{&w.cta, 0xFF, address, count};
    if (uint32_t line = range.openLoadLine())
      w.report(CheckKind::Tcgen05Wait, in, lane,
               "tensor memory is freed that the tcgen05.ld of line " +
                   Twine(line) + " reads, before its wait::ld",
               address);
    else if (w.order)
      checkTensorFree(w, in, range);
    else if (range.isPending(true, true))
      w.report(CheckKind::AsyncBeforeWait, in, lane,
               "tensor memory is freed while it is still written", address);
    allocation.count = 0;
    std::fill_n(tmem.owner.begin() + address, count, 0);
    for (unsigned row = 0; row < tmemLanes; ++row)
      std::memset(&tmem.isWritten(row, address), 0, count);
    w.cta.wake(WaitKind::Async, allocationKey);
    w.machine.noteProgress();
    return Step::Next;
  }
  w.report(CheckKind::Tensor, in, lane,
           Twine(count) + " columns at " + Twine(address) +
               " are no allocation of this block",
           address);
  return Step::Next;
}

static Step relinquishStep(Warp &w, const DecodedInstruction &in,
                           LaneMask active) {
  if (!w.gather(in, active, ~0u))
    return Step::Blocked;
  Tmem::of(w.cta).relinquished = true;
  return Step::Next;
}

//===----------------------------------------------------------------------===//
// Binding
//===----------------------------------------------------------------------===//

static Bound bindControl(BindContext &c, DecodedInstruction &in) {
  if (c.take("fence::before_thread_sync"))
    return bindHandler(
        in, [](Warp &w, const DecodedInstruction &, LaneMask active) {
          if (w.order)
            w.order->tensorFenceBefore(active);
          return Step::Next;
        });
  if (c.take("fence::after_thread_sync"))
    return bindHandler(
        in, [](Warp &w, const DecodedInstruction &, LaneMask active) {
          if (w.order)
            w.order->tensorFenceAfter(active);
          return Step::Next;
        });
  if (c.take("commit")) {
    takeCtaGroup(c);
    in.flags = c.take("multicast::cluster");
    c.ignore({"mbarrier::arrive::one", "shared::cluster", "b64"});
    return bindHandler(in, commitStep);
  }
  Handler handler = c.take("alloc")                     ? allocStep
                    : c.take("dealloc")                 ? deallocStep
                    : c.take("relinquish_alloc_permit") ? relinquishStep
                                                        : nullptr;
  if (!handler)
    return Bound::NotMine;
  in.flags = takeCtaGroup(c);
  c.ignore({"sync", "aligned", "shared::cta", "b32"});
  in.mayBlock = true;
  return bindHandler(in, handler);
}

void tessera::ptx::emu::registerTcgen05ControlOps(Registry &registry) {
  registry.add("tcgen05", bindControl);
}
