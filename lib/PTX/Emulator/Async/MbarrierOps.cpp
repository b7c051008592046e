//===- PTX/Emulator/Async/MbarrierOps.cpp - mbarrier ------------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Phases, arrivals and transaction counts. try_wait suspends the lanes until
// the phase completes; when nothing else can run it gives up and returns false.
//
//===----------------------------------------------------------------------===//

#include "MbarrierImpl.h"
#include "MbarrierLog.h"
#include "MbarrierPhases.h"

#include "PTX/Emulator/Checks/RaceCheck.h"
#include "PTX/Emulator/Core/Elementwise.h"

using namespace llvm;
using namespace tessera::ptx;
using namespace tessera::ptx::emu;

//===----------------------------------------------------------------------===//
// The object
//===----------------------------------------------------------------------===//

Mbarrier Mbarrier::decode(uint64_t word) {
  Mbarrier result;
  result.pending = word & maxMbarrierCount;
  result.expected = word >> 20 & maxMbarrierCount;
  result.transactions = int32_t(int64_t(word << 3) >> 43);
  result.isValid = word >> 62 & 1;
  result.phase = word >> 63;
  return result;
}

uint64_t Mbarrier::encode() const {
  return uint64_t(pending) | uint64_t(expected) << 20 |
         (uint64_t(transactions) & 0x1FFFFF) << 40 | uint64_t(isValid) << 62 |
         uint64_t(phase) << 63;
}

/// Keeps the log, and looks for a phase that ends too early: its copies were
/// not all announced, so that the bytes of one that is under way would count in
/// the next phase.
static void noteChange(Machine &machine, Cluster &cluster, uint64_t address,
                       const MbarrierChange &change, bool completes) {
  MbarrierLog &log = MbarrierLogs::of(cluster, address);
  MbarrierAct &act = log.act(change.by);
  act.arrivals += change.arrivals;
  if (change.transactions >= 0)
    act.announced += uint64_t(change.transactions);
  else
    act.brought += uint64_t(-change.transactions);
  log.underWay -= std::min(log.underWay, change.copied);
  if (!completes)
    return;
  if (log.underWay != 0) {
    Finding finding = log.copySite;
    finding.kind = CheckKind::Mbarrier;
    finding.address = address;
    std::string announced = describeActs(log.open, &MbarrierAct::announced);
    finding.message =
        ("the phase of the mbarrier completed while " + Twine(log.underWay) +
         " bytes of this copy were under way: expect_tx announced too few "
         "bytes" +
         (announced.empty() ? Twine("") : " (" + Twine(announced) + ")"))
            .str();
    machine.addFinding(std::move(finding), log.copy);
  }
  log.complete();
}

StringRef tessera::ptx::emu::changeMbarrier(Machine &machine, Cluster &cluster,
                                            uint64_t address,
                                            const MbarrierChange &change,
                                            uint64_t *previous) {
  Span span = machine.sharedAt(cluster, address, 8);
  if (!span || address % 8 != 0)
    return "no mbarrier can be at this address";
  uint64_t word = Warp::load(span, 8);
  if (previous)
    *previous = word;
  Mbarrier barrier = Mbarrier::decode(word);
  if (!barrier.isValid)
    return "not an initialised mbarrier";
  int64_t transactions = barrier.transactions + change.transactions;
  if (transactions > int64_t(maxMbarrierCount) ||
      transactions < -int64_t(maxMbarrierCount))
    return "the transaction count of the mbarrier leaves its range";
  barrier.transactions = int32_t(transactions);
  barrier.pending += change.announce;
  if (change.arrivals > barrier.pending)
    return "more arrivals than the phase of the mbarrier waits for";
  barrier.pending -= change.arrivals;
  if (change.drop) {
    if (change.arrivals > barrier.expected)
      return "more threads drop out of the mbarrier than take part";
    barrier.expected -= change.arrivals;
  }
  bool completes = barrier.pending == 0 && barrier.transactions == 0;
  noteChange(machine, cluster, address, change, completes);
  if (completes) {
    barrier.phase = !barrier.phase;
    barrier.pending = barrier.expected;
  }
  if (machine.races) {
    BarrierOrder &order = RaceChecker::mbarrier(cluster, address);
    order.collecting.add(change.released);
    if (completes) {
      order.completed = order.collecting;
      MbarrierPhases::of(cluster, address)
          .complete(machine, address,
                    MbarrierLogs::of(cluster, address).completed, change.by,
                    order.collecting);
    }
  }
  word = barrier.encode();
  std::memcpy(span.data, &word, 8);
  machine.noteProgress();
  if (completes)
    machine.wakeCluster(cluster, WaitKind::Mbarrier, address);
  return "";
}

ClockRef tessera::ptx::emu::causeOf(const Warp &w, unsigned lane) {
  Knowledge known = w.order->release(LaneMask(1) << lane);
  return join(known.all, known.caused);
}

void tessera::ptx::emu::noteCopy(Cluster &cluster, uint64_t address,
                                 uint64_t bytes, const Finding &site,
                                 const DecodedInstruction *in) {
  MbarrierLog &log = MbarrierLogs::of(cluster, address);
  log.underWay += bytes;
  log.copySite = site;
  log.copy = in;
}

//===----------------------------------------------------------------------===//
// init, inval
//===----------------------------------------------------------------------===//

static void noteInitialisation(Warp &w, const DecodedInstruction &in,
                               unsigned lane, uint64_t address) {
  BarrierOrder &order = RaceChecker::mbarrier(w.cta.cluster, address);
  order = {};
  order.initialisedBy = w.order->actorOf(lane);
  order.initialisedAt = Time(w.machine.now());
  order.initialisedLine = in.source ? in.source->location.line : 0;
}

/// The lanes of `active` use the mbarrier that `addressOf` gives. Arrivals are
/// atomic and so no race with one another, whoever made the first of them; each
/// of them has to come after the initialisation.
template <typename F>
static void checkInitialisation(Warp &w, const DecodedInstruction &in,
                                LaneMask active, F addressOf) {
  if (!w.order)
    return;
  const Knowledge *last = nullptr;
  uint64_t lastAddress = 0;
  forEachLane(active, [&](unsigned lane) {
    const Knowledge &known = w.order->of(lane);
    uint64_t address = addressOf(lane);
    if (&known == last && address == lastAddress)
      return;
    last = &known, lastAddress = address;
    const BarrierOrder &barrier = RaceChecker::mbarrier(w.cta.cluster, address);
    if (barrier.initialisedAt == 0 ||
        barrier.initialisedBy == w.order->actorOf(lane) ||
        covers(known.all, barrier.initialisedBy, barrier.initialisedAt))
      return;
    w.report(CheckKind::Race, in, lane,
             "nothing orders this use of the mbarrier after its "
             "initialisation in line " +
                 Twine(barrier.initialisedLine),
             address);
  });
}

static Step initStep(Warp &w, const DecodedInstruction &in, LaneMask active) {
  const uint64_t *count = w.source(in.args[1]);
  forEachLane(active, [&](unsigned lane) {
    uint64_t address = mbarrierAddress(w.address(in.args[0], lane));
    Span span = w.access(in, lane, AddressSpace::SharedCluster, address, 8,
                         Access::ObjectInit);
    if (!span)
      return;
    if (w.order)
      noteInitialisation(w, in, lane, address);
    uint32_t n = uint32_t(count[lane]);
    if (n == 0 || n > maxMbarrierCount)
      w.report(CheckKind::Mbarrier, in, lane,
               "expected a count from 1 to 1048575, got " + Twine(n), address);
    MbarrierLogs::of(w.cta.cluster, address) = {};
    MbarrierPhases::of(w.cta.cluster, address) = {};
    Mbarrier barrier;
    barrier.pending = barrier.expected = n & maxMbarrierCount;
    barrier.isValid = true;
    w.store(span, barrier.encode(), 8);
  });
  return Step::Next;
}

static Step invalStep(Warp &w, const DecodedInstruction &in, LaneMask active) {
  forEachLane(active, [&](unsigned lane) {
    uint64_t address = mbarrierAddress(w.address(in.args[0], lane));
    // Atomic like an arrival: libcu++ leaves it to one lane of a warp, after a
    // match.any.sync that orders nothing. Use after it is found by its value.
    Span span = w.access(in, lane, AddressSpace::SharedCluster, address, 8,
                         Access::Object);
    if (!span)
      return;
    if (!Mbarrier::decode(Warp::load(span, 8)).isValid)
      w.report(CheckKind::Mbarrier, in, lane, "not an initialised mbarrier",
               address);
    w.store(span, 0, 8);
    std::memset(span.state, 0, 8); // the memory is nobody's now
  });
  return Step::Next;
}

//===----------------------------------------------------------------------===//
// Arrivals and transactions
//===----------------------------------------------------------------------===//

enum ArriveFlags : uint32_t {
  ArriveDrop = 1,
  ArriveExpect = 2,  // arrive.expect_tx
  ArriveCount = 4,   // an operand gives the count
  OnlyExpect = 8,    // expect_tx
  OnlyComplete = 16, // complete_tx
  NoComplete = 32,
};

static Step changeStep(Warp &w, const DecodedInstruction &in, LaneMask active) {
  bool hasToken = !(in.flags & (OnlyExpect | OnlyComplete));
  const Arg &addressArg = in.args[hasToken ? 1 : 0];
  const Arg *value = nullptr;
  if (in.flags & (ArriveExpect | ArriveCount | OnlyExpect | OnlyComplete))
    value = &in.args[hasToken ? 2 : 1];
  checkInitialisation(w, in, active, [&](unsigned lane) {
    return mbarrierAddress(w.address(addressArg, lane));
  });
  forEachLane(active, [&](unsigned lane) {
    uint64_t address = mbarrierAddress(w.address(addressArg, lane));
    if (!w.access(in, lane, AddressSpace::SharedCluster, address, 8,
                  Access::Object))
      return;
    MbarrierChange change;
    change.by = &in;
    if (w.order && hasToken)
      change.released = w.order->release(
          LaneMask(1) << lane, in.order != MemoryOrder::Relaxed, Scope::Cta);
    if (w.order && (!hasToken || in.order == MemoryOrder::Relaxed))
      change.released.caused = causeOf(w, lane);
    uint64_t operand = value ? uint32_t(w.source(*value)[lane]) : 1;
    if (in.flags & (OnlyExpect | ArriveExpect))
      change.transactions = int64_t(operand);
    if (in.flags & OnlyComplete)
      change.transactions = -int64_t(operand);
    if (hasToken)
      change.arrivals = in.flags & ArriveExpect ? 1 : uint32_t(operand);
    change.drop = in.flags & ArriveDrop;
    if (in.flags & NoComplete) {
      Mbarrier now = Mbarrier::decode(
          Warp::load(w.machine.sharedAt(w.cta.cluster, address, 8), 8));
      if (now.isValid && change.arrivals >= now.pending)
        w.report(CheckKind::Mbarrier, in, lane,
                 ".noComplete would complete the phase", address);
    }
    uint64_t previous = 0;
    StringRef problem =
        changeMbarrier(w.machine, w.cta.cluster, address, change, &previous);
    if (!problem.empty())
      w.report(CheckKind::Mbarrier, in, lane, problem, address);
    if (hasToken && !in.args[0].isSink)
      w.dest(in.args[0])[lane] = previous;
  });
  return Step::Next;
}

//===----------------------------------------------------------------------===//
// Waits
//===----------------------------------------------------------------------===//

enum WaitFlags : uint32_t { WaitParity = 1, WaitSuspends = 2 };

/// The lanes of `done` saw the last phase of their mbarriers complete.
static void learnPhase(Warp &w, const DecodedInstruction &in, LaneMask done) {
  WarpOrder &order = *w.order;
  // Mostly one barrier for all.
  for (LaneMask rest = done; rest != 0;) {
    uint64_t address = mbarrierAddress(
        w.address(in.args[1], unsigned(std::countr_zero(rest))));
    LaneMask same = 0;
    forEachLane(rest, [&](unsigned lane) {
      same |= LaneMask(mbarrierAddress(w.address(in.args[1], lane)) == address)
              << lane;
    });
    rest &= ~same;
    if (in.flags & WaitParity)
      MbarrierPhases::of(w.cta.cluster, address).noteSeen(w, in, same);
    Knowledge learnt = RaceChecker::mbarrier(w.cta.cluster, address).completed;
    bool isAcquire = in.order != MemoryOrder::Relaxed;
    if (!isAcquire)
      learnt.caused = join(learnt.caused, learnt.all);
    order.acquire(same, learnt, isAcquire);
    Actor engine = RaceChecker::mbarrierEngine(w.cta.cluster, address);
    for (WarpOrder::Wait &wait : order.waits)
      if (wait.engine == engine)
        wait.lanes &= ~same;
    erase_if(order.waits,
             [](const WarpOrder::Wait &wait) { return wait.lanes == 0; });
    order.waits.push_back({engine, same, Time(w.machine.now())});
  }
}

static Step waitStep(Warp &w, const DecodedInstruction &in, LaneMask active) {
  const uint64_t *token = w.source(in.args[2]);
  LaneMask done = 0;
  uint64_t common = ~uint64_t(0);
  bool sameAddress = true;
  bool isResumed = w.path().stage != 0;
  if (!isResumed)
    checkInitialisation(w, in, active, [&](unsigned lane) {
      return mbarrierAddress(w.address(in.args[1], lane));
    });
  forEachLane(active, [&](unsigned lane) {
    uint64_t address = mbarrierAddress(w.address(in.args[1], lane));
    sameAddress &= common == ~uint64_t(0) || common == address;
    common = address;
    Span span =
        w.access(in, lane, AddressSpace::SharedCta, address, 8, Access::Object);
    if (!span) {
      done |= uint32_t(1) << lane;
      return;
    }
    Mbarrier barrier = Mbarrier::decode(Warp::load(span, 8));
    if (!barrier.isValid) {
      w.report(CheckKind::Mbarrier, in, lane, "not an initialised mbarrier",
               address);
      done |= uint32_t(1) << lane;
      return;
    }
    bool waitedPhase =
        in.flags & WaitParity ? token[lane] & 1 : token[lane] >> 63;
    done |= uint32_t(barrier.phase != waitedPhase) << lane;
  });
  if ((in.flags & WaitSuspends) && done == 0 && sameAddress &&
      w.path().stage == 0) {
    w.path().stage = 1;
    if (w.order && (in.flags & WaitParity))
      MbarrierPhases::of(w.cta.cluster, common)
          .noteSuspended(w, in, active,
                         MbarrierLogs::of(w.cta.cluster, common).completed);
    return w.block(WaitKind::Mbarrier, common);
  }
  if (w.order && isResumed)
    MbarrierPhases::of(w.cta.cluster, common).noteResumed(w, active);
  if (w.order)
    learnPhase(w, in, done);
  w.setPredicate(in.args[0].value, active, done);
  return Step::Next;
}

static Step pendingCountStep(Warp &w, const DecodedInstruction &in,
                             LaneMask active) {
  uint64_t *d = w.dest(in.args[0]);
  const uint64_t *a = w.source(in.args[1]);
  forEachLane(active, [&](unsigned lane) {
    d[lane] = Mbarrier::decode(a[lane]).pending;
  });
  return Step::Next;
}

static Bound bindMbarrier(BindContext &c, DecodedInstruction &in) {
  c.ignore({"shared", "shared::cta", "shared::cluster", "cta", "cluster",
            "release", "acquire", "b64"});
  if (c.take("relaxed"))
    in.order = MemoryOrder::Relaxed;
  StringRef mode =
      c.takeAny({"init", "inval", "arrive", "arrive_drop", "test_wait",
                 "try_wait", "pending_count", "complete_tx"});
  if (mode == "init")
    return bindHandler(in, initStep);
  if (mode == "inval")
    return bindHandler(in, invalStep);
  if (mode == "pending_count")
    return bindHandler(in, pendingCountStep);
  if (mode.ends_with("wait")) {
    in.flags = c.take("parity") ? WaitParity : 0;
    if (mode == "try_wait") {
      in.flags |= WaitSuspends;
      in.mayBlock = true;
    }
    return bindHandler(in, waitStep);
  }
  bool expects = c.take("expect_tx");
  if (mode.starts_with("arrive")) {
    in.flags = mode == "arrive_drop" ? ArriveDrop : 0;
    if (expects)
      in.flags |= ArriveExpect;
    else if (in.args[2].kind != ArgKind::None)
      in.flags |= ArriveCount;
    if (c.take("noComplete"))
      in.flags |= NoComplete;
  } else {
    in.flags = expects ? OnlyExpect : OnlyComplete;
  }
  return bindHandler(in, changeStep);
}

void tessera::ptx::emu::registerMbarrierOps(Registry &registry) {
  registry.add("mbarrier", bindMbarrier);
}
