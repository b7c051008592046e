//===- PTX/Emulator/Core/Warp.cpp - the step loop of a warp ------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Runs instructions: guard, definedness, handler.
//
//===----------------------------------------------------------------------===//

#include "PTX/Emulator/Checks/RaceCheck.h"

using namespace llvm;
using namespace tessera::ptx;
using namespace tessera::ptx::emu;

/// How long lanes wait at a reconvergence point while others of the warp run.
static constexpr uint64_t reconvergencePatience = 8192;

Warp::Warp(Cta &cta, unsigned index, LaneMask existing, uint64_t seed)
    : cta(cta), machine(cta.machine), index(index), existing(existing),
      live(existing), randomState(seed) {
  constants = machine.program.constants.front().data();
  if (machine.races)
    order = std::make_unique<WarpOrder>(*this);
}

Warp::~Warp() = default;

uint64_t Warp::random() {
  uint64_t z = (randomState += 0x9E3779B97F4A7C15);
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EB;
  return z ^ (z >> 31);
}

std::array<uint32_t, 3> Warp::threadIndex(unsigned lane) const {
  const auto &block = cta.launch.block;
  uint32_t number = threadNumber(lane);
  return {number % block[0], number / block[0] % block[1],
          number / block[0] / block[1]};
}

void Warp::start(const DecodedFunction &entry) {
  Frame *frame = makeFrame(entry, nullptr, live);
  Path path;
  path.mask = live;
  path.frame = frame;
  paths.push_back(path);
  select(0);
}

void Warp::select(unsigned pathIndex) {
  current = pathIndex;
  Frame &frame = *paths[pathIndex].frame;
  registers = frame.registers.get();
  predicates = frame.predicates.data();
  defined = frame.defined.data();
  doubtful = frame.doubtful.data();
  code = frame.function->code.data();
}

//===----------------------------------------------------------------------===//
// Definedness
//===----------------------------------------------------------------------===//

/// Whether an instruction with carriesDoubt reads the slot as the value that it
/// moves, and as nothing else.
static bool isMovedValue(const DecodedInstruction &in, uint32_t slot) {
  for (unsigned i = 0; i < in.numArgs; ++i)
    if (i != 1 && in.args[i].kind != ArgKind::None &&
        in.args[i].value.bank == Bank::Register &&
        in.args[i].value.slot == slot)
      return false;
  return in.numArgs > 1 && in.args[1].kind != ArgKind::Address;
}

LaneMask Warp::checkReads(const DecodedInstruction &in, LaneMask active) {
  LaneMask passed = 0;
  for (unsigned i = 0; i < in.numReads; ++i)
    if (LaneMask bad = undefinedLanes(in, in.reads[i], active); bad != 0)
        [[unlikely]] {
      if (in.carriesDoubt && isMovedValue(in, in.reads[i]))
        continue;
      if (!in.isPure) {
        if (!checkUngiven(in, in.reads[i], bad, /*isGuard=*/false))
          reportUndefined(in, in.reads[i], bad);
        continue;
      }
      passed |= bad;
      noteOrigin(in, in.reads[i]);
    }
  return passed;
}

void Warp::noteWrites(const DecodedInstruction &in, LaneMask active,
                      LaneMask undefined, LaneMask soft) {
  for (unsigned i = 0; i < in.numWrites; ++i) {
    uint32_t slot = in.writes[i];
    defined[slot] =
        (defined[slot] & ~(active & undefined)) | (active & ~undefined);
    if (undefined) [[unlikely]] {
      doubtful[slot] = (doubtful[slot] & ~active) | (active & soft);
      forgetElements(*paths[current].frame, slot, active);
    }
  }
  for (auto [slot, lanes] : doubtfulSlots) {
    defined[slot] &= ~lanes;
    doubtful[slot] |= lanes;
    forgetElements(*paths[current].frame, slot, lanes);
  }
  doubtfulSlots.clear();
}

void Warp::noteAccesses(const DecodedInstruction &in) {
  std::vector<uint64_t> &accessed = paths[current].frame->accessed;
  for (unsigned i = 0; i < in.numReads; ++i)
    accessed[in.reads[i]] = machine.warpInstructions;
  for (unsigned i = 0; i < in.numWrites; ++i)
    accessed[in.writes[i]] = machine.warpInstructions;
}

/// Lanes in which the value that a selp selects, or its predicate, is
/// undefined.
static LaneMask selectedUndefined(const Frame &frame,
                                  const DecodedInstruction &in,
                                  LaneMask first) {
  auto undefined = [&](const Slot32 &value) -> LaneMask {
    if (value.bank == Bank::Constant)
      return 0;
    return ~frame.defined[value.slot +
                          (value.isPredicate ? frame.function->numSlots : 0)];
  };
  return undefined(in.args[3].value) | (first & undefined(in.args[1].value)) |
         (~first & undefined(in.args[2].value));
}

//===----------------------------------------------------------------------===//
// The step loop
//===----------------------------------------------------------------------===//

bool Warp::isRunnable() const {
  return any_of(
      paths, [](const Path &path) { return path.waiting == WaitKind::None; });
}

bool Warp::pickPath() {
  unsigned runnable = 0;
  for (const Path &path : paths)
    runnable += path.waiting == WaitKind::None;
  if (runnable == 0)
    return false;
  unsigned chosen = runnable == 1 ? 0 : unsigned(random() % runnable);
  for (unsigned i = 0; i < paths.size(); ++i)
    if (paths[i].waiting == WaitKind::None && chosen-- == 0) {
      select(i);
      return true;
    }
  return false;
}

/// Lets lanes go on that have waited long at a reconvergence point.
void Warp::losePatience() {
  for (size_t i = 0; i < reconvergences.size(); ++i)
    if (reconvergences[i].inUse && reconvergences[i].arrived != 0 &&
        issued - reconvergences[i].since > reconvergencePatience) {
      releaseReconvergences();
      break;
    }
}

Step Warp::run(unsigned budget) {
  losePatience();
  if (!pickPath())
    return Step::Blocked;
  while (budget-- != 0) {
    if (paths[current].reconvergence >= 0 && atReconvergence()) {
      arrive();
      if (!pickPath())
        return Step::Blocked;
      continue;
    }
    if (paths.size() > 1)
      mergeCurrent();
    if (Step result = step(); result != Step::Next)
      return result;
    if (paths.empty())
      return Step::Next;
  }
  return Step::Next;
}

bool Warp::settle(bool mayChange) {
  losePatience();
  bool keeps = !mayChange && current < paths.size() &&
               paths[current].waiting == WaitKind::None;
  while (true) {
    if (!keeps && !pickPath())
      return false;
    keeps = false;
    if (paths[current].reconvergence < 0 || !atReconvergence())
      break;
    arrive();
  }
  select(current);
  if (paths.size() > 1)
    mergeCurrent();
  return true;
}

LaneMask Warp::nextActive() const {
  const Path &here = paths[current];
  const DecodedInstruction &in = code[here.pc];
  if (!in.hasGuard)
    return here.mask;
  LaneMask guard = predicates[in.guard];
  return here.mask & (in.guardNegated ? ~guard : guard);
}

Step Warp::step() {
  Path *here = &paths[current];
  const DecodedInstruction &in = code[here->pc];
  LaneMask active = here->mask;
  if (in.hasGuard) {
    uint32_t index = here->frame->function->numSlots + in.guard;
    if (LaneMask bad = active & ~defined[index]; bad != 0) [[unlikely]] {
      if (!checkUngiven(in, index, bad, /*isGuard=*/true))
        reportUndefined(in, index, bad);
      if (machine.stopped)
        return Step::Stop;
    }
    LaneMask guard = predicates[in.guard];
    active &= in.guardNegated ? ~guard : guard;
  }
  ++issued;
  ++machine.warpInstructions;
  if (active == 0 && !in.runsWithoutLanes) {
    ++here->pc;
    return Step::Next;
  }
  executed += popcount(active);
  if (in.mayBlock && active != here->mask) {
    // Who does not take part must not wait.
    here->reconvergence = pushReconvergence(*here, in);
    Path rest = *here;
    rest.mask &= ~active;
    rest.pc = here->pc + 1;
    here->mask = active;
    paths.push_back(rest);
    here = &paths[current];
  }
  LaneMask soft = 0;
  UndefinedElements elements;
  if (in.propagates) {
    for (unsigned i = 0; i < in.numReads; ++i)
      if (LaneMask bad = undefinedLanes(in, in.reads[i], active); bad != 0)
          [[unlikely]] {
        soft |= bad;
        noteOrigin(in, in.reads[i]);
      }
    // Of a selp only what it selects counts.
    if (soft != 0 && in.source && in.source->opcode == "selp") [[unlikely]]
      soft &= selectedUndefined(*here->frame, in, predicate(in.args[3].value));
    if (soft != 0) [[unlikely]]
      elements = undefinedElements(in, active);
  } else if (here->stage == 0) {
    soft = checkReads(in, active);
    // Of a prmt only the bytes that it selects count, of a bfi what it does not
    // overwrite, of an and what it does not clear.
    if (soft != 0) [[unlikely]] {
      elements = resultUndefined(in, active);
      LaneMask any = ~elements.known;
      for (LaneMask lanes : elements.elements)
        any |= lanes;
      soft &= any;
    }
  }
  if (in.readsClock)
    refreshClocks(*here->frame);
  if (machine.observer) [[unlikely]]
    machine.observer->instruction(*this, in, active);
  switch (in.run(*this, in, active)) {
  case Step::Next: {
    here = &paths[current];
    if (in.mayBlock)
      active = here->mask; // lanes may have joined
    noteWrites(in, active, soft | undefinedResult, soft);
    if (elements.known != 0) [[unlikely]]
      noteElements(in, std::move(elements), soft);
    undefinedResult = 0;
    if (!here->frame->accessed.empty() && !in.watchesRegisters)
      noteAccesses(in);
    ++here->pc;
    here->stage = 0;
    break;
  }
  case Step::Jumped:
    if (paths.empty())
      return Step::Next;
    if (current >= paths.size() || paths[current].waiting != WaitKind::None) {
      if (!pickPath())
        return Step::Blocked;
    } else {
      select(current);
    }
    break;
  case Step::Blocked:
    if (!pickPath())
      return Step::Blocked;
    break;
  case Step::Stop:
    machine.stop();
    return Step::Stop;
  }
  if (machine.stopped) [[unlikely]]
    return Step::Stop;
  return Step::Next;
}
