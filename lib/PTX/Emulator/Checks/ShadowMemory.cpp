//===- PTX/Emulator/Checks/ShadowMemory.cpp - who accessed a word -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Shadow cells have four bytes; a page that sees a smaller or crooked access is
// split into bytes. Two strong accesses are no race when their scopes include
// each other, two equal writes neither. A read is dropped when a later one, at
// least as weak, knows it: who is ordered after that one is after both.
//
//===----------------------------------------------------------------------===//

#include "RaceCheck.h"

using namespace llvm;
using namespace tessera::ptx;
using namespace tessera::ptx::emu;

//===----------------------------------------------------------------------===//
// Cells
//===----------------------------------------------------------------------===//

ShadowCell ShadowCell::clone() const {
  ShadowCell copy;
  copy.write = write;
  copy.reads[0] = reads[0], copy.reads[1] = reads[1];
  if (more)
    copy.more = std::make_unique<SmallVector<Read, 0>>(*more);
  return copy;
}

static void splitPage(Shadow::Page &page) {
  constexpr unsigned bytes = 1 << Shadow::pageShift;
  auto fine = std::make_unique<ShadowCell[]>(bytes);
  for (unsigned i = 0; page.cells && i < bytes; ++i)
    fine[i] = page.cells[i >> page.shift].clone();
  page.cells = std::move(fine);
  page.shift = 0;
}

namespace {
/// Asks a clock about one thread after the other. Neighbouring words are mostly
/// written by one warp, whose time is kept.
class ThreadClock {
public:
  explicit ThreadClock(const Clock *clock) : clock(clock) {}
  bool covers(Actor actor, Time time) {
    if (!clock)
      return false;
    if (isEngine(actor))
      return clock->covers(actor, time);
    if ((actor | wholeWarp) != warp) {
      warp = actor | wholeWarp;
      warpTime = clock->warpTime(actor);
    }
    return time <= warpTime || clock->covers(actor, time);
  }

private:
  const Clock *clock;
  Actor warp = ~Actor(0);
  Time warpTime = 0;
};

/// Checks and updates cells for one accessor.
struct CellVisitor {
  const Accessor &who;
  Conflict conflict;
  ThreadClock all, seen; // seen: by the async proxy
  /// The last write that was found to be over.
  ShadowCell::Write passed;

  explicit CellVisitor(const Accessor &who)
      : who(who), all(who.knowledge ? who.knowledge->all.get() : nullptr),
        seen(!who.knowledge ? nullptr
             : who.isShared ? who.knowledge->asyncShared.get()
                            : who.knowledge->asyncGlobal.get()) {}

  bool knows(Actor actor, Time time) {
    if ((actor == who.actor && !isEngine(actor)) || actor == who.issuer)
      return true;
    if (!isEngine(actor) && actor >> 12 == who.block && time <= who.blockTime)
      return true;
    if (who.reliesOnOwn && (actor | wholeWarp) == who.ownWarp)
      *who.reliesOnOwn = true;
    return all.covers(actor, time);
  }
  bool mayMeet(Actor actor, uint32_t flags) const {
    if (!(flags & who.flags & ShadowStrong))
      return false;
    // The narrower of the two scopes includes both.
    uint32_t scope = flags & who.flags;
    if (scope & ShadowGpu)
      return true;
    if (isEngine(actor) || isEngine(who.actor))
      return false;
    uint64_t mine = who.actor >> 12, other = actor >> 12;
    return mine == other || ((scope & ShadowCluster) &&
                             mine / who.clusterSize == other / who.clusterSize);
  }
  void found(Conflict::Kind kind, bool wasWrite, Actor actor, Time time,
             LaneMask lanes, uint32_t line) {
    if (conflict.kind == Conflict::None)
      conflict = {kind, wasWrite, actor, time, lanes, line};
  }

  void checkWrite(const ShadowCell::Write &write) {
    if (write.time == 0 || mayMeet(write.actor, write.flags))
      return;
    if (write.actor == passed.actor && write.time == passed.time &&
        write.flags == passed.flags)
      return;
    if (write.actor == who.actor && write.time == who.now)
      return; // another piece of the same work
    if (!knows(write.actor, write.time))
      return found(Conflict::Race, true, write.actor, write.time, 0,
                   write.line);
    bool isGeneric = !isEngine(write.actor) ||
                     (write.actor >> 60 & 7) == uint64_t(Engine::CopyAsync);
    if (who.isAsyncProxy && isGeneric && !(write.flags & ShadowObject) &&
        !seen.covers(write.actor, write.time))
      return found(Conflict::NoProxyFence, true, write.actor, write.time, 0,
                   write.line);
    passed = write;
  }

  void checkRead(const ShadowCell::Read &read) {
    if (read.time == 0 || mayMeet(read.actor, read.flags))
      return;
    if (isEngine(read.actor)) {
      if (!knows(read.actor, read.time))
        found(Conflict::Race, false, read.actor, read.time, 0, read.line);
      return;
    }
    if (!who.needsFenceOfLoads && read.actor >> 12 == who.block &&
        read.time <= who.blockTime)
      return;
    forEachLane(read.lanes, [&](unsigned lane) {
      Actor actor = (read.actor & ~wholeWarp) | lane;
      const bool isOver = knows(actor, read.time);
      if (!isOver || (who.needsFenceOfLoads && !seen.covers(actor, read.time)))
        found(isOver ? Conflict::NoProxyFence : Conflict::Race, false, actor,
              read.time, LaneMask(1) << lane, read.line);
    });
  }

  void checkReads(const ShadowCell &cell) {
    for (const ShadowCell::Read &read : cell.reads)
      checkRead(read);
    if (cell.more) [[unlikely]]
      for (const ShadowCell::Read &read : *cell.more)
        checkRead(read);
  }

  /// Takes `read` over: another lane of the same warp instruction, or a later
  /// access by the same lanes or the same engine.
  bool replaces(ShadowCell::Read &read) const {
    if (read.actor != who.readActor || read.time == 0)
      return false;
    if (read.time == who.now) {
      read.lanes |= who.lanes;
      read.flags &= who.flags;
      return true;
    }
    if ((read.lanes & ~who.lanes) != 0 || (who.flags & ~read.flags) != 0)
      return false;
    read = fresh();
    return true;
  }

  ShadowCell::Read fresh() const {
    return {who.readActor, who.now, who.lanes, who.line, who.flags};
  }

  /// Whether who is ordered after `who` is ordered after `read` too.
  bool includes(const ShadowCell::Read &read) {
    if (who.flags & ~read.flags)
      return false; // what is no race with `who` may be one with `read`
    if (isEngine(read.actor))
      return knows(read.actor, read.time);
    if (read.actor >> 12 == who.block && read.time <= who.blockTime)
      return true;
    LaneMask unknown = 0;
    forEachLane(read.lanes, [&](unsigned lane) {
      if (!knows((read.actor & ~wholeWarp) | lane, read.time))
        unknown |= LaneMask(1) << lane;
    });
    return unknown == 0;
  }

  void noteRead(ShadowCell &cell) {
    ShadowCell::Read *empty = nullptr;
    for (ShadowCell::Read &read : cell.reads) {
      if (replaces(read))
        return;
      if (read.time == 0 && !empty)
        empty = &read;
    }
    if (empty) {
      *empty = fresh();
      return;
    }
    noteMore(cell);
  }

  /// A third read.
  void noteMore(ShadowCell &cell) {
    if (cell.more)
      for (ShadowCell::Read &read : *cell.more)
        if (replaces(read))
          return;
    for (ShadowCell::Read &read : cell.reads)
      if (includes(read)) {
        read = fresh();
        return;
      }
    if (!cell.more)
      cell.more = std::make_unique<SmallVector<ShadowCell::Read, 0>>();
    SmallVector<ShadowCell::Read, 0> &more = *cell.more;
    for (ShadowCell::Read &read : more)
      if (includes(read)) {
        read = fresh();
        return;
      }
    if (more.size() + 2 < ShadowCell::maxReads)
      more.push_back(fresh());
    else
      more[(who.now ^ who.actor ^ who.actor >> 6) % more.size()] = fresh();
  }

  void visit(ShadowCell &cell) {
    checkWrite(cell.write);
    if (!who.writes) {
      noteRead(cell);
      return;
    }
    checkReads(cell);
    cell.write = {who.actor, who.now, who.line, who.flags};
    cell.reads[0].time = cell.reads[1].time = 0;
    if (cell.more) [[unlikely]]
      cell.more.reset();
  }
};
} // namespace

Conflict RaceChecker::check(Shadow &shadow, uint64_t offset, uint64_t size,
                            const Accessor &who) {
  CellVisitor visitor(who);
  while (size != 0) {
    uint64_t number = offset >> Shadow::pageShift;
    if (number >= shadow.pages.size())
      break;
    Shadow::Page &page = shadow.pages[number];
    constexpr uint64_t pageBytes = uint64_t(1) << Shadow::pageShift;
    uint64_t first = offset & (pageBytes - 1);
    uint64_t here = std::min(size, pageBytes - first);
    if (page.shift != 0 && ((first | here) & 3) != 0)
      splitPage(page);
    if (!page.cells)
      page.cells =
          std::make_unique<ShadowCell[]>(size_t(pageBytes >> page.shift));
    for (uint64_t i = first >> page.shift; i < (first + here) >> page.shift;
         ++i)
      visitor.visit(page.cells[i]);
    offset += here;
    size -= here;
  }
  return visitor.conflict;
}
