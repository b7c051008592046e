//===- PTX/Emulator/Async/MbarrierPhases.cpp - waits that miss a phase -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Remembers waits by parity until the next phase completes, and looks then
// whether something orders them before it.
//
//===----------------------------------------------------------------------===//

#include "MbarrierPhases.h"

#include "PTX/Emulator/Checks/RaceCheck.h"

using namespace llvm;
using namespace tessera::ptx;
using namespace tessera::ptx::emu;

namespace {
/// Of a cluster, by address in .shared::cluster.
struct PhasesByAddress : Extension {
  std::map<uint64_t, MbarrierPhases> phases;
};
} // namespace

MbarrierPhases &MbarrierPhases::of(Cluster &cluster, uint64_t address) {
  return cluster.extensions.get<PhasesByAddress>().phases[address];
}

static MbarrierPhases::Wait describe(Warp &warp, const DecodedInstruction &in,
                                     LaneMask lanes) {
  unsigned lane = unsigned(std::countr_zero(lanes));
  MbarrierPhases::Wait wait;
  wait.warp = &warp;
  wait.actor = warp.order->actorOf(lane);
  wait.time = Time(warp.machine.now());
  wait.lanes = lanes;
  wait.function = warp.path().frame->function;
  wait.in = &in;
  wait.cta = warp.cta.index;
  wait.thread = warp.threadIndex(lane);
  return wait;
}

void MbarrierPhases::noteSeen(Warp &warp, const DecodedInstruction &in,
                              LaneMask lanes) {
  // A later wait of the same threads is ordered if and only if both are.
  erase_if(seen, [&](const Wait &wait) {
    return wait.warp == &warp && wait.in == &in && wait.lanes == lanes;
  });
  seen.push_back(describe(warp, in, lanes));
}

void MbarrierPhases::noteSuspended(Warp &warp, const DecodedInstruction &in,
                                   LaneMask lanes, uint64_t completed) {
  Wait wait = describe(warp, in, lanes);
  wait.phase = completed;
  suspended.push_back(wait);
}

void MbarrierPhases::noteResumed(const Warp &warp, LaneMask lanes) {
  erase_if(suspended, [&](const Wait &wait) {
    return wait.warp == &warp && (wait.lanes & lanes) != 0;
  });
}

static void report(Machine &machine, uint64_t address,
                   const MbarrierPhases::Wait &wait, const Twine &message) {
  Finding finding;
  finding.kind = CheckKind::Mbarrier;
  finding.message = message.str();
  finding.kernel = wait.function->name;
  if (wait.in->source) {
    finding.line = wait.in->source->location.line;
    finding.column = wait.in->source->location.column;
  }
  finding.source = sourceOf(machine.program, *wait.function, *wait.in);
  finding.cta = wait.cta;
  finding.thread = wait.thread;
  finding.hasThread = true;
  finding.address = address;
  machine.addFinding(std::move(finding), wait.in);
}

/// Whether the clock includes the wait, or a wgmma that its warp issued after
/// it: the four warps of a group wait for one another in these.
static bool includes(const ClockRef &clock, const MbarrierPhases::Wait &wait) {
  return clock &&
         (clock->coversWarp(wait.actor, wait.time) ||
          clock->covers(engineActor(Engine::Wgmma, wait.actor | wholeWarp),
                        wait.time));
}

void MbarrierPhases::complete(Machine &machine, uint64_t address,
                              uint64_t completed, const DecodedInstruction *by,
                              const Knowledge &known) {
  std::string line =
      by && by->source ? " of line " + std::to_string(by->source->location.line)
                       : "";
  for (const Wait &wait : suspended)
    if (completed >= wait.phase + 2)
      report(machine, address, wait,
             "two phases of the mbarrier completed while this thread waited "
             "for the first of them by its parity; the second one by the "
             "arrival" +
                 line);
  for (const Wait &wait : seen)
    if (!includes(known.all, wait) && !includes(known.caused, wait))
      report(machine, address, wait,
             "nothing orders this wait by parity before the arrival" + line +
                 ", which completes the next phase of the mbarrier: a thread "
                 "that comes later waits for another phase");
  seen.clear();
}
