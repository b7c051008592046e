//===- PTX/Emulator/Checks/WarpOrder.cpp - what each warp knows is over -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The lanes of a warp mostly know the same, since barriers make them equal:
// they share one Knowledge until something happens to some of them only.
//
//===----------------------------------------------------------------------===//

#include "RaceCheck.h"

using namespace llvm;
using namespace tessera::ptx::emu;

uint64_t WarpOrder::block() const { return warp.cta.number; }

Actor WarpOrder::actorOf(unsigned lane) const {
  return threadActor(block(), warp.index, lane);
}

void WarpOrder::split() {
  if (lanes)
    return;
  lanes = std::make_unique<std::array<Knowledge, laneCount>>();
  lanes->fill(common);
}

void WarpOrder::setCommon(Knowledge what) {
  common = std::move(what);
  commonBlockTime = common.all ? common.all->blockTime(block()) : 0;
  lanes.reset();
}

/// Replaces what the lanes of `mask` know by f(what they know, who they are).
/// `isSame`: f does not look at who they are, so that neighbours who knew the
/// same share the result.
template <typename F> void WarpOrder::change(LaneMask mask, bool isSame, F f) {
  mask &= warp.existing;
  if (mask == warp.existing && !lanes)
    return setCommon(f(common, threadActor(block(), warp.index, wholeWarp)));
  split();
  Knowledge before, after;
  bool isFirst = true, isUniform = true;
  forEachLane(mask, [&](unsigned lane) {
    Knowledge &here = (*lanes)[lane];
    if (isFirst || !isSame || !(here == before)) {
      isUniform &= isFirst;
      before = here;
      after = f(here, actorOf(lane));
    }
    here = after;
    isFirst = false;
  });
  if (isUniform && mask == warp.existing)
    setCommon(after);
}

void WarpOrder::replace(LaneMask mask, const Knowledge &what) {
  mask &= warp.existing;
  if (mask == warp.existing)
    return setCommon(what);
  split();
  forEachLane(mask, [&](unsigned lane) { (*lanes)[lane] = what; });
}

WarpOrder::Fences &WarpOrder::fences(unsigned lane) {
  if (!laneFences)
    laneFences = std::make_unique<std::array<Fences, laneCount>>();
  return (*laneFences)[lane];
}

Knowledge WarpOrder::release(LaneMask mask, bool isRelease, Scope scope) const {
  Time now = Time(warp.machine.now());
  Knowledge result;
  if (!isRelease) {
    // tcgen05 work travels with relaxed operations too.
    if (laneFences)
      forEachLane(mask, [&](unsigned lane) {
        result.add((*laneFences)[lane].released[unsigned(scope)]);
      });
    if (!lanes)
      result.tensor = join(result.tensor, common.tensor);
    else
      forEachLane(mask, [&](unsigned lane) {
        result.tensor = join(result.tensor, (*lanes)[lane].tensor);
      });
    return result;
  }
  if (!lanes) {
    result = common;
  } else {
    const Knowledge *last = nullptr;
    forEachLane(mask, [&](unsigned lane) {
      const Knowledge &each = (*lanes)[lane];
      if (!last || !(each == *last))
        result.add(each);
      last = &each;
    });
  }
  if ((mask & warp.existing) == warp.existing) {
    result.all =
        join(result.all, threadActor(block(), warp.index, wholeWarp), now);
    return result;
  }
  SmallVector<Clock::Entry, laneCount> own;
  forEachLane(mask,
              [&](unsigned lane) { own.push_back({actorOf(lane), now}); });
  result.all = join(result.all, own);
  return result;
}

void WarpOrder::acquire(LaneMask mask, const Knowledge &what, bool isAcquire,
                        Scope scope) {
  if (!what)
    return;
  if (!isAcquire) {
    if (what.tensor)
      change(mask, true, [&](Knowledge old, Actor) {
        old.tensor = join(old.tensor, what.tensor);
        return old;
      });
    if (what.caused)
      change(mask, true, [&](Knowledge old, Actor) {
        old.caused = join(old.caused, what.caused);
        return old;
      });
    if (what.all)
      forEachLane(mask, [&](unsigned lane) {
        fences(lane).acquired[unsigned(scope)].add(what);
      });
    return;
  }
  change(mask, true, [&](Knowledge old, Actor) {
    old.add(what);
    return old;
  });
}

void WarpOrder::fence(LaneMask mask, Scope scope) {
  if (laneFences)
    forEachLane(mask, [&](unsigned lane) {
      Knowledge pending;
      for (unsigned i = 0; i <= unsigned(scope); ++i) {
        pending.add(fences(lane).acquired[i]);
        fences(lane).acquired[i] = {};
      }
      if (pending)
        change(LaneMask(1) << lane, true, [&](Knowledge old, Actor) {
          old.add(pending);
          return old;
        });
    });
  forEachLane(mask, [&](unsigned lane) {
    Knowledge now = release(LaneMask(1) << lane);
    for (unsigned i = 0; i <= unsigned(scope); ++i)
      fences(lane).released[i] = now;
  });
}

void WarpOrder::proxyFence(LaneMask mask, unsigned which) {
  Time now = Time(warp.machine.now());
  change(mask, false, [&](Knowledge old, Actor self) {
    ClockRef seen = join(old.all, self, now);
    if (which & Shared)
      old.asyncShared = join(old.asyncShared, seen);
    if (which & Global)
      old.asyncGlobal = join(old.asyncGlobal, seen);
    if (which & Objects)
      old.objects = join(old.objects, seen);
    if (which & MapRelease)
      old.tensorMapReleased = join(old.tensorMapReleased, seen);
    return old;
  });
}

void WarpOrder::acquireMap(LaneMask mask, uint64_t address) {
  change(mask, true, [&](Knowledge old, Actor) {
    old.maps = join(old.maps, address, old.tensorMapReleased);
    return old;
  });
}

void WarpOrder::learn(LaneMask mask, Actor engine, Time time) {
  change(mask, true, [&](Knowledge old, Actor) {
    old.all = join(old.all, engine, time);
    return old;
  });
}

void WarpOrder::tensorFenceBefore(LaneMask mask) {
  Time now = Time(warp.machine.now());
  bool isWhole = (mask & warp.existing) == warp.existing;
  SmallVector<Clock::Entry, 2 * laneCount> own;
  if (isWhole)
    own.push_back({threadActor(block(), warp.index, wholeWarp), now});
  else
    forEachLane(mask,
                [&](unsigned lane) { own.push_back({actorOf(lane), now}); });
  forEachLane(mask, [&](unsigned lane) {
    own.push_back({engineActor(Engine::TensorIssue, actorOf(lane)), now});
  });
  ClockRef used = allTensorUse(mask);
  ClockRef added = join(used, ArrayRef<Clock::Entry>(own));
  change(mask, true, [&](Knowledge old, Actor) {
    old.tensor = join(old.tensor, added);
    return old;
  });
}

void WarpOrder::tensorFenceAfter(LaneMask mask) {
  // Neighbours mostly know the same: they share the result.
  ClockRef before, learnt, after;
  bool isFirst = true;
  forEachLane(mask, [&](unsigned lane) {
    ClockRef &use = fences(lane).tensorUse;
    const ClockRef &known = of(lane).tensor;
    if (isFirst || use != before || known != learnt) {
      before = use, learnt = known;
      after = join(use, known);
    }
    use = after;
    isFirst = false;
  });
}

const ClockRef &WarpOrder::tensorUse(unsigned lane) const {
  static const ClockRef none;
  return laneFences ? (*laneFences)[lane].tensorUse : none;
}

ClockRef WarpOrder::allTensorUse(LaneMask mask) const {
  ClockRef result;
  if (laneFences)
    forEachLane(mask, [&](unsigned lane) {
      result = join(result, (*laneFences)[lane].tensorUse);
    });
  return result;
}
