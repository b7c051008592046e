//===- PTX/Emulator/Scalar/WarpOps.cpp - instructions between the lanes of a warp -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// shfl, vote, match, redux, elect, activemask, bar.warp.sync. With .sync the
// lanes of the mask come together first (Warp::gatherBy).
//
//===----------------------------------------------------------------------===//

#include "FloatImpl.h"
#include "PTX/Emulator/Checks/RaceCheck.h"

using namespace llvm;
using namespace tessera;
using namespace tessera::ptx;
using namespace tessera::ptx::emu;

//===----------------------------------------------------------------------===//
// shfl
//===----------------------------------------------------------------------===//

enum class Shuffle : uint32_t { Up, Down, Butterfly, Index };

/// aux: 1 with .sync.
static Step shuffleStep(Warp &w, const DecodedInstruction &in,
                        LaneMask active) {
  if (in.aux) {
    if (!w.gatherBy(in, active, in.args[4]))
      return Step::Blocked;
    active = w.path().mask;
  }
  const uint64_t *a = w.source(in.args[1]), *b = w.source(in.args[2]),
                 *c = w.source(in.args[3]);
  uint64_t values[laneCount];
  const LaneMask undefined = w.undefinedIn(in.args[1].value);
  LaneMask inRange = 0, doubtful = 0;
  forEachLane(active, [&](unsigned lane) {
    int bound = int(c[lane] & 31), segment = int(c[lane] >> 8 & 31);
    int amount = int(b[lane] & 31), here = int(lane);
    int lowest = here & segment, highest = lowest | (bound & ~segment);
    int from = here;
    bool valid = false;
    switch (Shuffle(in.flags)) {
    case Shuffle::Up:
      from = here - amount;
      valid = from >= highest;
      break;
    case Shuffle::Down:
      from = here + amount;
      valid = from <= highest;
      break;
    case Shuffle::Butterfly:
      from = here ^ amount;
      valid = from <= highest;
      break;
    case Shuffle::Index:
      from = lowest | (amount & ~segment);
      valid = from <= highest;
      break;
    }
    if (!valid)
      from = here;
    inRange |= uint32_t(valid) << lane;
    // What a lane that does not take part would give is undefined.
    if (!(active >> from & 1))
      w.undefinedResult |= uint32_t(1) << lane;
    doubtful |= LaneMask(undefined >> from & 1) << lane;
    values[lane] = a[from];
  });
  uint64_t *d = w.dest(in.args[0]);
  forEachLane(active, [&](unsigned lane) { d[lane] = values[lane]; });
  w.setPredicate(in.args[0].second, active, inRange);
  if (doubtful) [[unlikely]] {
    w.doubtfulSlots.push_back({in.args[0].value.slot, doubtful});
    w.noteOrigin(in, in.args[1].value.slot);
  }
  return Step::Next;
}

static Bound bindShuffle(BindContext &c, DecodedInstruction &in) {
  in.aux = in.mayBlock = c.take("sync");
  StringRef mode = c.takeAny({"up", "down", "bfly", "idx"});
  in.flags = uint32_t(mode == "up"     ? Shuffle::Up
                      : mode == "down" ? Shuffle::Down
                      : mode == "bfly" ? Shuffle::Butterfly
                                       : Shuffle::Index);
  c.take("b32");
  in.carriesDoubt = true;
  return bindHandler(in, shuffleStep);
}

//===----------------------------------------------------------------------===//
// vote, activemask, elect
//===----------------------------------------------------------------------===//

enum class Vote : uint32_t { All, Any, Uniform, Ballot };

static Step voteStep(Warp &w, const DecodedInstruction &in, LaneMask active) {
  if (in.aux) {
    if (!w.gatherBy(in, active, in.args[2]))
      return Step::Blocked;
    active = w.path().mask;
  }
  LaneMask votes = w.predicate(in.args[1].value) & active;
  if (Vote(in.flags) == Vote::Ballot) {
    uint64_t *d = w.dest(in.args[0]);
    forEachLane(active, [&](unsigned lane) { d[lane] = votes; });
    return Step::Next;
  }
  bool holds = Vote(in.flags) == Vote::All   ? votes == active
               : Vote(in.flags) == Vote::Any ? votes != 0
                                             : votes == active || votes == 0;
  w.setPredicate(in.args[0].value, active, holds ? ~0u : 0);
  return Step::Next;
}

static Bound bindVote(BindContext &c, DecodedInstruction &in) {
  in.aux = in.mayBlock = c.take("sync");
  StringRef mode = c.takeAny({"all", "any", "uni", "ballot"});
  in.flags = uint32_t(mode == "all"   ? Vote::All
                      : mode == "any" ? Vote::Any
                      : mode == "uni" ? Vote::Uniform
                                      : Vote::Ballot);
  c.ignore({"pred", "b32"});
  return bindHandler(in, voteStep);
}

static Step activeMaskStep(Warp &w, const DecodedInstruction &in,
                           LaneMask active) {
  uint64_t *d = w.dest(in.args[0]);
  forEachLane(active, [&](unsigned lane) { d[lane] = active; });
  return Step::Next;
}

/// The leader is the lowest lane of the mask.
static Step electStep(Warp &w, const DecodedInstruction &in, LaneMask active) {
  if (!w.gatherBy(in, active, in.args[1]))
    return Step::Blocked;
  active = w.path().mask;
  unsigned leader = unsigned(std::countr_zero(active));
  uint64_t *d = w.dest(in.args[0]);
  forEachLane(active, [&](unsigned lane) { d[lane] = leader; });
  w.setPredicate(in.args[0].second, active, uint32_t(1) << leader);
  return Step::Next;
}

//===----------------------------------------------------------------------===//
// match and redux
//===----------------------------------------------------------------------===//

/// flags: 1 .all
static Step matchStep(Warp &w, const DecodedInstruction &in, LaneMask active) {
  if (!w.gatherBy(in, active, in.args[2]))
    return Step::Blocked;
  active = w.path().mask;
  uint64_t mask = typeBits(in.type) == 64 ? ~uint64_t(0) : 0xFFFFFFFF;
  const uint64_t *a = w.source(in.args[1]);
  uint64_t values[laneCount] = {};
  forEachLane(active, [&](unsigned lane) { values[lane] = a[lane] & mask; });
  uint64_t *d = w.dest(in.args[0]);
  LaneMask allSame = 0;
  forEachLane(active, [&](unsigned lane) {
    LaneMask same = 0;
    forEachLane(active, [&](unsigned other) {
      same |= uint32_t(values[other] == values[lane]) << other;
    });
    bool all = same == active;
    d[lane] = in.flags && !all ? 0 : same;
    allSame |= uint32_t(all) << lane;
  });
  if (in.flags)
    w.setPredicate(in.args[0].second, active, allSame);
  return Step::Next;
}

enum class Reduce : uint32_t { Add, Min, Max, And, Or, Xor };

static Step reduceStep(Warp &w, const DecodedInstruction &in, LaneMask active) {
  if (!w.gatherBy(in, active, in.args[2]))
    return Step::Blocked;
  active = w.path().mask;
  const uint64_t *a = w.source(in.args[1]);
  bool isFirst = true, isSigned = in.type == Type::s32;
  uint64_t result = 0;
  forEachLane(active, [&](unsigned lane) {
    uint64_t value = a[lane];
    if (in.type == Type::f32) {
      if (in.aux & FloatAbs)
        value &= 0x7FFFFFFF;
      auto pick =
          Reduce(in.flags) == Reduce::Min ? numerics::minF : numerics::maxF;
      result = isFirst ? value
                       : pick(numerics::ElementKind::F32, result, value,
                              in.aux & FloatNaN, false);
      isFirst = false;
      return;
    }
    bool less = isSigned ? int32_t(uint32_t(value)) < int32_t(uint32_t(result))
                         : value < result;
    if (isFirst)
      result = value;
    else
      switch (Reduce(in.flags)) {
      case Reduce::Add:
        result = uint32_t(result + value);
        break;
      case Reduce::Min:
        result = less ? value : result;
        break;
      case Reduce::Max:
        result = less ? result : value;
        break;
      case Reduce::And:
        result &= value;
        break;
      case Reduce::Or:
        result |= value;
        break;
      case Reduce::Xor:
        result ^= value;
        break;
      }
    isFirst = false;
  });
  if (in.type == Type::f32 &&
      numerics::floatFormat(numerics::ElementKind::F32).isNaN(result))
    result = 0x7FFFFFFF;
  uint64_t *d = w.dest(in.args[0]);
  forEachLane(active, [&](unsigned lane) { d[lane] = result; });
  return Step::Next;
}

static Bound bindReduce(BindContext &c, DecodedInstruction &in) {
  c.take("sync");
  in.mayBlock = true;
  static constexpr StringRef names[] = {"add", "min", "max",
                                        "and", "or",  "xor"};
  for (auto [index, name] : enumerate(names))
    if (c.take(name))
      in.flags = uint32_t(index);
  in.aux = takeFloatFlags(c);
  in.type = c.type();
  return bindHandler(in, reduceStep);
}

//===----------------------------------------------------------------------===//
// bar.warp.sync
//===----------------------------------------------------------------------===//

static Step warpBarrierStep(Warp &w, const DecodedInstruction &in,
                            LaneMask active) {
  if (w.path().stage == 1)
    return Step::Next; // the others came
  if (!w.gatherBy(in, active, in.args[0], /*anyPlace=*/true))
    return Step::Blocked;
  if (w.order)
    w.order->synchronise(w.path().syncMask);
  return Step::Next;
}

void tessera::ptx::emu::registerWarpOps(Registry &registry) {
  registry.add("shfl", bindShuffle);
  registry.add("vote", bindVote);
  registry.add("activemask", [](BindContext &c, DecodedInstruction &in) {
    c.take("b32");
    return bindHandler(in, activeMaskStep);
  });
  registry.add("elect", [](BindContext &c, DecodedInstruction &in) {
    c.take("sync");
    in.mayBlock = true;
    return bindHandler(in, electStep);
  });
  registry.add("match", [](BindContext &c, DecodedInstruction &in) {
    c.take("sync");
    in.mayBlock = true;
    in.flags = c.takeAny({"any", "all"}) == "all";
    in.type = c.type();
    return bindHandler(in, matchStep);
  });
  registry.add("redux", bindReduce);
  registry.add("bar", [](BindContext &c, DecodedInstruction &in) {
    if (!c.has("warp"))
      return Bound::NotMine;
    c.ignore({"warp", "sync"});
    in.mayBlock = true;
    return bindHandler(in, warpBarrierStep);
  });
}
