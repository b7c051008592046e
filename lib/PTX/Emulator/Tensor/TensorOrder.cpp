//===- PTX/Emulator/Tensor/TensorOrder.cpp - who accessed tensor memory -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Work of tcgen05 by different threads is ordered by fence::before_thread_sync
// (or a commit), a synchronisation of the threads, and
// fence::after_thread_sync. mma and cp that follow mma and cp need only be
// issued in order; ld and st need their completion.
//
//===----------------------------------------------------------------------===//

#include "TmemImpl.h"

using namespace llvm;
using namespace tessera::ptx::emu;

namespace {
struct TensorVisitor {
  Warp &warp;
  Actor actor;
  bool isEngineWork; // mma, cp
  ClockRef use;      // with fence::after
  ClockRef known;    // without
  enum Result { Ordered, NoFence, NoOrder } result = Ordered;
  uint32_t line = 0;
  Actor other = 0;

  static bool includes(const ClockRef &clock, Actor actor, Time time,
                       bool issueIsEnough) {
    if (!clock)
      return false;
    if (!isEngine(actor))
      return clock->coversWarp(actor, time);
    Actor of = actor & ((Actor(1) << 60) - 1);
    return clock->covers(actor, time) ||
           (issueIsEnough &&
            clock->covers(engineActor(Engine::TensorIssue, of), time));
  }

  void visit(Actor by, Time time, uint32_t atLine) {
    if (time == 0 || by == actor || result != Ordered)
      return;
    // The same warp: its own instructions are in order.
    if (isEngineWork && !isEngine(by) &&
        by == ((actor & ((Actor(1) << 60) - 1)) | wholeWarp))
      return;
    if (includes(use, by, time, isEngineWork))
      return;
    result = includes(known, by, time, isEngineWork) ? NoFence : NoOrder;
    line = atLine;
    other = by;
  }
};
} // namespace

/// What the lanes know of work on tensor memory: with their tcgen05 fences, and
/// without.
static TensorVisitor visitorOf(Warp &w, unsigned lane, LaneMask mask) {
  TensorVisitor visitor{w, 0, lane != wholeWarp, ClockRef(), ClockRef()};
  visitor.actor = lane == wholeWarp
                      ? w.order->actorOf(wholeWarp)
                      : engineActor(Engine::TensorDone, w.order->actorOf(lane));
  visitor.use = w.order->allTensorUse(mask);
  const Knowledge known = w.order->release(mask);
  visitor.known = join(known.all, known.tensor);
  return visitor;
}

template <typename F> static void forEachCell(const TmemRange &range, F f) {
  Tmem &tmem = Tmem::of(*range.cta);
  for (unsigned column = range.first;
       column < std::min(range.first + range.count, tmemColumns); ++column)
    for (unsigned granule = 0; granule < tmemGranules; ++granule)
      if (range.granules >> granule & 1)
        f(tmem.shadow[column][granule]);
}

void tessera::ptx::emu::checkTensorWork(Warp &w, const DecodedInstruction &in,
                                        unsigned lane, const TmemRange &range,
                                        bool writes) {
  LaneMask mask = lane == wholeWarp ? w.path().mask : LaneMask(1) << lane;
  unsigned first = unsigned(std::countr_zero(mask));
  TensorVisitor visitor = visitorOf(w, lane, mask);
  Time now = Time(w.machine.now());
  uint32_t line = in.source ? in.source->location.line : 0;
  forEachCell(range, [&](ShadowCell &cell) {
    visitor.visit(cell.write.actor, cell.write.time, cell.write.line);
    if (writes) {
      for (const ShadowCell::Read &read : cell.reads)
        visitor.visit(read.actor, read.time, read.line);
      cell.write = {visitor.actor, now, line, 0};
      cell.reads[0].time = cell.reads[1].time = 0;
      return;
    }
    unsigned slot =
        cell.reads[0].time == 0 || cell.reads[0].actor == visitor.actor ? 0 : 1;
    cell.reads[slot] = {visitor.actor, now, ~0u, line, 0};
  });
  if (visitor.result == TensorVisitor::Ordered)
    return;
  w.report(visitor.result == TensorVisitor::NoFence ? CheckKind::TensorFence
                                                    : CheckKind::Race,
           in, first,
           Twine(visitor.result == TensorVisitor::NoFence
                     ? "no tcgen05.fence orders this access to tensor memory "
                       "after the one of line "
                     : "access to tensor memory is not ordered with the one "
                       "of line ") +
               Twine(visitor.line),
           range.first);
}

void tessera::ptx::emu::checkTensorFree(Warp &w, const DecodedInstruction &in,
                                        const TmemRange &range) {
  LaneMask mask = w.path().mask;
  TensorVisitor visitor = visitorOf(w, wholeWarp, mask);
  visitor.use = join(visitor.use, visitor.known);
  forEachCell(range, [&](ShadowCell &cell) {
    visitor.visit(cell.write.actor, cell.write.time, cell.write.line);
    for (const ShadowCell::Read &read : cell.reads)
      visitor.visit(read.actor, read.time, read.line);
  });
  if (visitor.result == TensorVisitor::Ordered)
    return;
  w.report(CheckKind::Race, in, unsigned(std::countr_zero(mask)),
           "tensor memory is freed, which is not ordered with the access of "
           "line " +
               Twine(visitor.line) + " to it",
           range.first);
}
