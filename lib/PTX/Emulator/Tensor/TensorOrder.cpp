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

void tessera::ptx::emu::checkTensorWork(Warp &w, const DecodedInstruction &in,
                                        unsigned lane, const TmemRange &range,
                                        bool writes) {
  LaneMask mask = lane == wholeWarp ? w.path().mask : LaneMask(1) << lane;
  unsigned first = unsigned(std::countr_zero(mask));
  TensorVisitor visitor{w, 0, lane != wholeWarp, ClockRef(), ClockRef()};
  visitor.actor = lane == wholeWarp
                      ? w.order->actorOf(wholeWarp)
                      : engineActor(Engine::TensorDone, w.order->actorOf(lane));
  visitor.use = w.order->allTensorUse(mask);
  const Knowledge known = w.order->release(mask);
  visitor.known = join(known.all, known.tensor);
  Tmem &tmem = Tmem::of(*range.cta);
  Time now = Time(w.machine.now());
  uint32_t line = in.source ? in.source->location.line : 0;
  for (unsigned column = range.first;
       column < std::min(range.first + range.count, tmemColumns); ++column)
    for (unsigned granule = 0; granule < tmemGranules; ++granule) {
      if (!(range.granules >> granule & 1))
        continue;
      ShadowCell &cell = tmem.shadow[column][granule];
      visitor.visit(cell.write.actor, cell.write.time, cell.write.line);
      if (writes) {
        for (const ShadowCell::Read &read : cell.reads)
          visitor.visit(read.actor, read.time, read.line);
        cell.write = {visitor.actor, now, line, 0};
        cell.reads[0].time = cell.reads[1].time = 0;
        continue;
      }
      unsigned slot =
          cell.reads[0].time == 0 || cell.reads[0].actor == visitor.actor ? 0
                                                                          : 1;
      cell.reads[slot] = {visitor.actor, now, ~0u, line, 0};
    }
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
