//===- PTX/Emulator/Async/ClusterControlOps.cpp - clusterlaunchcontrol -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// try_cancel takes the next cluster of the grid that has not started. Its
// answer of 16 bytes comes by an engine and counts 16 bytes on the mbarrier.
// The answer's layout is opaque; ours: x in the low half's upper 32 bits, with
// bit 0 for success; y and z in the high half. After a failure a thread must
// not ask again (PTX leaves it undefined): a finding. The manual's example has
// a proxy fence between a thread's load of an answer and the request that
// writes the same bytes again; without one there is a finding. So there is for
// an answer to a block that has exited, and for one that a block of the cluster
// got, at the same offset as the block that asked, and never expected.
//
//===----------------------------------------------------------------------===//

#include "BulkImpl.h"
#include "MbarrierImpl.h"
#include "PTX/Emulator/Checks/RaceCheck.h"
#include "PTX/Emulator/Core/Elementwise.h"
#include "PTX/Emulator/Core/TensorOps.h"

using namespace llvm;
using namespace tessera::ptx;
using namespace tessera::ptx::emu;

namespace {
struct Answer {
  uint64_t low = 0, high = 0;
};
/// Of a cluster: whether a request found nothing left, and the mbarriers that
/// answers came to.
struct CancelState : Extension {
  ~CancelState() override;
  struct Signalled {
    uint64_t barrier;
    Finding site;
    const DecodedInstruction *in;
  };
  bool hasFailed = false;
  Machine *machine = nullptr;
  Cluster *cluster = nullptr;
  std::vector<Signalled> signalled;
};
/// Posts the answer; decided when it is made, as the scheduler may start the
/// cluster in the meantime.
struct CancelOperation : AsyncOperation {
  std::vector<uint64_t> targets, barriers;
  Finding site;
  const DecodedInstruction *in = nullptr;
  Time issued = 0;
  ClockRef caused;
  void complete(Machine &machine) override;
  std::string describe() const override {
    return "clusterlaunchcontrol.try_cancel of line " +
           std::to_string(site.line);
  }
};
} // namespace

static constexpr uint64_t answerBytes = 16;

/// Bytes that came to an mbarrier and are still more than was announced.
CancelState::~CancelState() {
  if (!machine || machine->isStopped())
    return;
  for (const Signalled &each : signalled) {
    Span span = machine->sharedAt(*cluster, each.barrier, 8);
    if (!span)
      continue;
    const Mbarrier barrier = Mbarrier::decode(Warp::load(span, 8));
    if (barrier.isValid && barrier.transactions < 0)
      reportAt(
          *machine, each.site, CheckKind::Mbarrier,
          "block " + Twine(each.barrier >> sharedRankShift) +
              " of the cluster got the answer and did not expect its bytes",
          each.in);
  }
}

void CancelOperation::complete(Machine &machine) {
  Answer answer;
  auto &state = cluster->extensions.get<CancelState>();
  state.machine = &machine;
  state.cluster = cluster;
  if (std::optional<std::array<uint32_t, 3>> first =
          machine.cancelNextCluster(cluster->ctas.front()->launch)) {
    answer.low = 1 | uint64_t((*first)[0]) << 32;
    answer.high = (*first)[1] | uint64_t((*first)[2]) << 32;
  } else {
    state.hasFailed = true;
  }
  for (auto [target, barrier] : zip(targets, barriers)) {
    const uint64_t rank = target >> sharedRankShift;
    if (cluster->ctas[rank]->isDone())
      reportAt(machine, site, CheckKind::OutOfBounds,
               "the answer came to the shared memory of block " + Twine(rank) +
                   " of the cluster, which had exited",
               in);
    if (none_of(state.signalled, [&, barrier = barrier](const auto &each) {
          return each.barrier == barrier;
        }))
      state.signalled.push_back({barrier, site, in});
    if (Span span = machine.sharedAt(*cluster, target, answerBytes)) {
      std::memcpy(span.data, &answer.low, 8);
      std::memcpy(span.data + 8, &answer.high, 8);
      for (unsigned i = 0; i < answerBytes; ++i)
        span.state[i] =
            uint8_t((span.state[i] & ~BytePending) | ByteInitialised);
    }
    MbarrierChange change;
    change.transactions = -int64_t(answerBytes);
    change.copied = answerBytes;
    change.by = in;
    if (machine.races)
      change.released = engineKnowledge(
          RaceChecker::mbarrierEngine(*cluster, barrier), issued);
    change.released.caused = caused;
    StringRef problem = changeMbarrier(machine, *cluster, barrier, change);
    if (!problem.empty())
      reportAt(machine, site, CheckKind::Mbarrier, problem, in);
  }
}

/// flags: 1 multicast to every block of the cluster.
static Step cancelStep(Warp &w, const DecodedInstruction &in, LaneMask active) {
  forEachLane(active, [&](unsigned lane) {
    uint64_t to = mbarrierAddress(w.address(in.args[0], lane));
    uint64_t barrier = mbarrierAddress(w.address(in.args[1], lane));
    if (w.cta.cluster.extensions.get<CancelState>().hasFailed)
      w.report(CheckKind::Operand, in, lane,
               "try_cancel after one of this cluster that had failed");
    auto operation = std::make_unique<CancelOperation>();
    constexpr uint64_t offsetMask = (uint64_t(1) << sharedRankShift) - 1;
    for (const auto &cta : w.cta.cluster.ctas) {
      uint64_t rank = uint64_t(cta->rank) << sharedRankShift;
      uint64_t target = in.flags ? (to & offsetMask) | rank : to;
      uint64_t signal = in.flags ? (barrier & offsetMask) | rank : barrier;
      Span span = w.access(in, lane, AddressSpace::SharedCluster, target,
                           answerBytes, Access::Probe, answerBytes);
      Span object = w.access(in, lane, AddressSpace::SharedCluster, signal, 8,
                             Access::Object);
      if (!span || !object)
        return;
      if (w.order) {
        Accessor who = laneEngine(
            w, in, lane, RaceChecker::mbarrierEngine(w.cta.cluster, signal),
            /*writes=*/true);
        who.needsFenceOfLoads = true;
        checkEngine(w, in, lane, true, target, answerBytes, who);
      }
      markPending(w, in, lane, span, answerBytes, target);
      noteCopy(w.cta.cluster, signal, answerBytes, siteOf(w, in, lane), &in);
      operation->targets.push_back(target);
      operation->barriers.push_back(signal);
      if (!in.flags)
        break;
    }
    operation->site = siteOf(w, in, lane);
    operation->in = &in;
    operation->issued = Time(w.machine.now());
    if (w.order)
      operation->caused = causeOf(w, lane);
    operation->cluster = &w.cta.cluster;
    w.machine.post(std::move(operation));
  });
  return Step::Next;
}

static Step isCanceledStep(Warp &w, const DecodedInstruction &in,
                           LaneMask active) {
  const uint64_t *low = w.source(in.args[1]);
  LaneMask result = 0;
  forEachLane(active, [&](unsigned lane) {
    result |= LaneMask(low[lane] & 1) << lane;
  });
  w.setPredicate(in.args[0].value, active, result);
  return Step::Next;
}

/// flags: the axis, or 3 for all of them (the fourth is zero).
static Step firstBlockStep(Warp &w, const DecodedInstruction &in,
                           LaneMask active) {
  const uint64_t *low = w.source(in.args[1]);
  forEachLane(active, [&](unsigned lane) {
    uint64_t answer = low[lane], high = low[lane + laneCount];
    if (!(answer & 1))
      w.report(CheckKind::Operand, in, lane,
               "get_first_ctaid of a request that failed");
    uint32_t index[4] = {uint32_t(answer >> 32), uint32_t(high),
                         uint32_t(high >> 32), 0};
    if (in.flags < 3) {
      w.dest(in.args[0])[lane] = index[in.flags];
      return;
    }
    for (unsigned i = 0; i < std::min(4u, in.args[0].count); ++i)
      w.dest(in.args[0].elements[i])[lane] = index[i];
  });
  return Step::Next;
}

static Bound bindClusterControl(BindContext &c, DecodedInstruction &in) {
  if (c.take("try_cancel")) {
    c.ignore({"async", "shared::cta", "mbarrier::complete_tx::bytes", "b128"});
    in.flags = c.take("multicast::cluster::all");
    return bindHandler(in, cancelStep);
  }
  c.take("query_cancel");
  c.ignore({"b32", "b128", "pred", "v4"});
  if (c.take("is_canceled"))
    return bindHandler(in, isCanceledStep);
  StringRef part = c.takeAny({"get_first_ctaid::x", "get_first_ctaid::y",
                              "get_first_ctaid::z", "get_first_ctaid"});
  in.flags = part.ends_with("x")   ? 0
             : part.ends_with("y") ? 1
             : part.ends_with("z") ? 2
                                   : 3;
  return bindHandler(in, firstBlockStep);
}

void tessera::ptx::emu::registerClusterControlOps(Registry &registry) {
  registry.add("clusterlaunchcontrol", bindClusterControl);
}
