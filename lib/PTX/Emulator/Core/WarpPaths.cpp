//===- PTX/Emulator/Core/WarpPaths.cpp - divergence and reconvergence -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Paths split at divergent branches and meet at reconvergence points. The
// invariant: a lane is expected at a reconvergence point exactly when the point
// is in the chain of the lane's path, or the lane has arrived there.
//
//===----------------------------------------------------------------------===//

#include "PTX/Emulator/Async/BarrierImpl.h"
#include "tessera/PTX/Emulator/Machine.h"

using namespace llvm;
using namespace tessera::ptx::emu;

//===----------------------------------------------------------------------===//
// Reconvergence points
//===----------------------------------------------------------------------===//

bool Warp::atReconvergence() const {
  const Path &path = paths[current];
  const Reconvergence &point = reconvergences[path.reconvergence];
  return point.pc == path.pc && point.frame == path.frame && path.stage == 0;
}

int32_t Warp::pushReconvergence(const Path &path,
                                const DecodedInstruction &in) {
  uint32_t pc = in.reconvergence;
  Frame *frame = path.frame;
  if (pc == noReconvergence) {
    if (!frame->parent)
      return path.reconvergence;
    pc = frame->returnPc;
    frame = frame->parent;
  }
  if (path.reconvergence >= 0) {
    const Reconvergence &top = reconvergences[path.reconvergence];
    if (top.pc == pc && top.frame == frame)
      return path.reconvergence;
  }
  size_t index = 0;
  while (index < reconvergences.size() && reconvergences[index].inUse)
    ++index;
  if (index == reconvergences.size())
    reconvergences.emplace_back();
  Reconvergence &point = reconvergences[index];
  point = {};
  point.expected = path.mask;
  point.pc = pc;
  point.frame = frame;
  point.parent = path.reconvergence;
  point.inUse = true;
  return int32_t(index);
}

void Warp::freeReconvergence(int32_t index) {
  reconvergences[index].inUse = false;
}

void Warp::completeReconvergence(int32_t index) {
  Reconvergence &point = reconvergences[index];
  Path path;
  path.mask = point.arrived;
  path.pc = point.pc;
  path.frame = point.frame;
  path.reconvergence = point.parent;
  point.expected &= ~point.arrived;
  point.arrived = 0;
  if (point.expected == 0)
    freeReconvergence(index);
  paths.push_back(path);
}

void Warp::arrive() {
  Path path = paths[current];
  erasePath(current);
  Reconvergence &point = reconvergences[path.reconvergence];
  point.arrived |= path.mask;
  point.since = issued;
  if (point.arrived == point.expected)
    completeReconvergence(path.reconvergence);
}

void Warp::leaveReconvergences(int32_t index, LaneMask lanes, int32_t until) {
  while (index >= 0 && index != until) {
    Reconvergence &point = reconvergences[index];
    int32_t parent = point.parent;
    point.expected &= ~lanes;
    if (point.expected == 0)
      freeReconvergence(index);
    else if (point.arrived == point.expected)
      completeReconvergence(index);
    index = parent;
  }
}

int32_t Warp::commonReconvergence(int32_t a, int32_t b) const {
  for (int32_t x = a; x >= 0; x = reconvergences[x].parent)
    for (int32_t y = b; y >= 0; y = reconvergences[y].parent)
      if (x == y)
        return x;
  return -1;
}

bool Warp::releaseReconvergences() {
  bool any = false;
  for (size_t i = 0; i < reconvergences.size(); ++i)
    if (reconvergences[i].inUse && reconvergences[i].arrived != 0) {
      completeReconvergence(int32_t(i));
      any = true;
    }
  return any;
}

//===----------------------------------------------------------------------===//
// Paths
//===----------------------------------------------------------------------===//

void Warp::erasePath(unsigned pathIndex) {
  paths[pathIndex] = paths.back();
  paths.pop_back();
}

/// Joins paths that stand at the same place. True when something was joined.
bool Warp::mergeCurrent() {
  if (paths[current].stage != 0)
    return false;
  bool any = false;
  for (unsigned i = 0; i < paths.size();) {
    const Path &here = paths[current], &other = paths[i];
    if (i == current || other.pc != here.pc || other.frame != here.frame ||
        other.reconvergence != here.reconvergence || other.stage != 0 ||
        other.waiting != WaitKind::None) {
      ++i;
      continue;
    }
    paths[current].mask |= other.mask;
    bool lastIsCurrent = current == paths.size() - 1;
    erasePath(i);
    if (lastIsCurrent)
      current = i;
    any = true;
  }
  return any;
}

Step Warp::branch(const DecodedInstruction &instruction, LaneMask taken,
                  uint32_t target) {
  Path &here = path();
  LaneMask rest = here.mask & ~taken;
  if (taken == 0) {
    ++here.pc;
    return Step::Jumped;
  }
  if (rest == 0) {
    here.pc = target;
    return Step::Jumped;
  }
  here.reconvergence = pushReconvergence(here, instruction);
  Path other = here;
  bool takenFirst = random() & 1;
  uint32_t next = here.pc + 1;
  here.mask = takenFirst ? taken : rest;
  here.pc = takenFirst ? target : next;
  other.mask = takenFirst ? rest : taken;
  other.pc = takenFirst ? next : target;
  paths.push_back(other);
  return Step::Jumped;
}

Step Warp::branchIndexed(const DecodedInstruction &instruction, LaneMask active,
                         const uint32_t *targets) {
  LaneMask left = active;
  LaneMask skipped = path().mask & ~active;
  uint32_t first = targets[countr_zero(active)];
  LaneMask same = 0;
  forEachLane(active, [&](unsigned lane) {
    if (targets[lane] == first)
      same |= uint32_t(1) << lane;
  });
  if (same == active && skipped == 0) {
    path().pc = first;
    return Step::Jumped;
  }
  path().reconvergence = pushReconvergence(path(), instruction);
  Path base = path();
  bool isFirst = true;
  auto add = [&](LaneMask lanes, uint32_t pc) {
    Path next = base;
    next.mask = lanes;
    next.pc = pc;
    if (isFirst)
      path() = next;
    else
      paths.push_back(next);
    isFirst = false;
  };
  while (left != 0) {
    uint32_t target = targets[countr_zero(left)];
    LaneMask group = 0;
    forEachLane(left, [&](unsigned lane) {
      if (targets[lane] == target)
        group |= uint32_t(1) << lane;
    });
    add(group, target);
    left &= ~group;
  }
  if (skipped != 0)
    add(skipped, base.pc + 1);
  return Step::Jumped;
}

Step Warp::exit(LaneMask lanes) {
  Path &here = path();
  here.mask &= ~lanes;
  live &= ~lanes;
  int32_t point = here.reconvergence;
  for (Frame *frame = here.frame; frame; frame = frame->parent)
    frame->lanes &= ~lanes;
  if (here.mask == 0)
    erasePath(current);
  else
    ++here.pc;
  leaveReconvergences(point, lanes);
  cta.liveThreads -= popcount(lanes);
  cta.exitedThreads += popcount(lanes);
  machine.noteProgress();
  // Who waits for these lanes looks again.
  for (Path &path : paths)
    if (path.waiting == WaitKind::WarpSync)
      path.waiting = WaitKind::None;
  recheckBarriers(cta);
  current = ~0u; // the runner chooses
  return Step::Jumped;
}

Step Warp::block(WaitKind kind, uint64_t key) {
  path().waiting = kind;
  path().key = key;
  return Step::Blocked;
}

void Warp::wake(WaitKind kind, uint64_t key) {
  bool any = false;
  for (Path &path : paths)
    if (path.waiting == kind && path.key == key) {
      path.waiting = WaitKind::None;
      any = true;
    }
  if (any)
    machine.enqueue(*this);
}

bool Warp::gather(const DecodedInstruction &instruction, LaneMask active,
                  LaneMask mask, bool anyPlace) {
  if ((active & ~mask) != 0) {
    report(CheckKind::WarpMask, instruction, countr_zero(active & ~mask),
           "the lane is not in the mask 0x" + Twine::utohexstr(mask) +
               " of the instruction it executes");
    mask |= active;
  }
  if (LaneMask gone = mask & existing & ~live; gone != 0) {
    report(CheckKind::WarpMask, instruction, countr_zero(active),
           "the mask 0x" + Twine::utohexstr(mask) +
               " names lanes that have exited");
  }
  LaneMask named = mask & live;
  LaneMask here = active;
  for (const Path &other : paths)
    if (&other != &path() && other.waiting == WaitKind::WarpSync &&
        other.syncMask == named && other.key == uint64_t(anyPlace) &&
        (anyPlace || (other.pc == path().pc && other.frame == path().frame)))
      here |= other.mask;
  path().syncMask = named;
  if ((here & named) != named) {
    block(WaitKind::WarpSync, anyPlace);
    return false;
  }
  for (unsigned i = 0; i < paths.size();) {
    Path &other = paths[i];
    if (i == current || other.waiting != WaitKind::WarpSync ||
        other.syncMask != named || other.key != uint64_t(anyPlace)) {
      ++i;
      continue;
    }
    if (other.pc != path().pc || other.frame != path().frame) {
      if (anyPlace) {
        other.waiting = WaitKind::None;
        other.stage = 1;
      }
      ++i;
      continue;
    }
    int32_t common =
        commonReconvergence(path().reconvergence, other.reconvergence);
    int32_t mine = path().reconvergence, theirs = other.reconvergence;
    LaneMask myLanes = path().mask, theirLanes = other.mask;
    path().mask |= theirLanes;
    path().reconvergence = common;
    bool lastIsCurrent = current == paths.size() - 1;
    erasePath(i);
    if (lastIsCurrent)
      current = i;
    leaveReconvergences(mine, myLanes, common);
    leaveReconvergences(theirs, theirLanes, common);
  }
  return true;
}

void Warp::splitHere(const DecodedInstruction &instruction, LaneMask stay) {
  path().reconvergence = pushReconvergence(path(), instruction);
  Path others = path();
  others.mask &= ~stay;
  path().mask = stay;
  paths.push_back(others);
}

bool Warp::gatherBy(const DecodedInstruction &instruction, LaneMask active,
                    const Arg &mask, bool anyPlace) {
  const uint64_t *masks = source(mask);
  auto first = LaneMask(masks[countr_zero(active)]);
  LaneMask same = 0;
  forEachLane(active, [&](unsigned lane) {
    same |= uint32_t(LaneMask(masks[lane]) == first) << lane;
  });
  if (same != active)
    splitHere(instruction, same);
  return gather(instruction, same, first, anyPlace);
}
