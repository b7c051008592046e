//===- PTX/Emulator/Async/CopyOps.cpp - cp.async ----------------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A copy may happen at any time between its issue and the wait for it; until
// that wait its bytes are pending, so that using them early is found in every
// schedule. Bulk copies and tensors are another family.
//
//===----------------------------------------------------------------------===//

#include "MbarrierImpl.h"
#include "PTX/Emulator/Checks/RaceCheck.h"
#include "PTX/Emulator/Core/Elementwise.h"

#include <deque>

using namespace llvm;
using namespace tessera::ptx;
using namespace tessera::ptx::emu;

namespace {

/// One lane's copy.
struct Copy {
  Span target, source;
  unsigned size = 0, sourceSize = 0; // the rest is filled with zeros
  bool done = false, waited = false;
  Time issued = 0;

  void perform() {
    if (done)
      return;
    done = true;
    if (sourceSize != 0)
      std::memcpy(target.data, source.data, sourceSize);
    std::memset(target.data + sourceSize, 0, size - sourceSize);
  }
  /// The wait: the bytes may be used now.
  void finish() {
    perform();
    if (!waited)
      for (unsigned i = 0; i < size; ++i)
        target.state[i] =
            uint8_t((target.state[i] & ~BytePending) | ByteInitialised);
    waited = true;
  }
};
using CopyList = std::vector<std::shared_ptr<Copy>>;

struct CopyState : Extension {
  struct Lane {
    CopyList open;
    std::deque<CopyList> groups;
  };
  Lane lanes[laneCount];
};

struct CopyOperation : AsyncOperation {
  CopyList copies;
  std::string description;
  void complete(Machine &) override {
    for (auto &copy : copies)
      copy->perform();
  }
  std::string describe() const override { return description; }
};

/// cp.async.mbarrier.arrive: arrives when the copies before it are done.
struct CopyArrival : AsyncOperation {
  CopyList copies;
  const DecodedInstruction *in = nullptr;
  uint64_t address = 0;
  Actor engine = 0;
  ClockRef caused;
  bool isReady(Machine &) override {
    return all_of(copies, [](const auto &copy) { return copy->done; });
  }
  void complete(Machine &machine) override {
    for (auto &copy : copies)
      copy->finish();
    MbarrierChange change;
    change.arrivals = 1;
    change.by = in;
    Time last = 0;
    for (auto &copy : copies)
      last = std::max(last, copy->issued);
    if (machine.races)
      change.released = engineKnowledge(engine, last);
    change.released.caused = caused;
    changeMbarrier(machine, *cluster, address, change);
  }
  std::string describe() const override {
    return "cp.async.mbarrier.arrive at shared address " +
           std::to_string(address);
  }
};

} // namespace

static std::string describeSite(const Warp &w, const DecodedInstruction &in) {
  return ("'" + in.source->opcode + "' of line " +
          Twine(in.source->location.line) + ", warp " + Twine(w.index))
      .str();
}

/// flags: 1 operand 3 is the source size, 2 it is a predicate to ignore.
static Step copyStep(Warp &w, const DecodedInstruction &in, LaneMask active) {
  auto operation = std::make_unique<CopyOperation>();
  auto &state = w.extensions.get<CopyState>();
  unsigned size = unsigned(*in.args[2].literal);
  LaneMask ignored = in.flags & 2 ? w.predicate(in.args[3].value) : 0;
  forEachLane(active, [&](unsigned lane) {
    auto copy = std::make_shared<Copy>();
    copy->size = copy->sourceSize = size;
    if (in.flags & 1)
      copy->sourceSize = unsigned(uint32_t(w.source(in.args[3])[lane]));
    if (ignored >> lane & 1)
      copy->sourceSize = 0;
    if (copy->sourceSize > size) {
      w.report(CheckKind::Operand, in, lane,
               "the source size " + Twine(copy->sourceSize) +
                   " is larger than the copy of " + Twine(size));
      copy->sourceSize = size;
    }
    if (copy->sourceSize != 0) {
      copy->source =
          w.access(in, lane, AddressSpace::Global, w.address(in.args[1], lane),
                   copy->sourceSize, Access::Read, size);
      if (!copy->source)
        return;
    }
    copy->target =
        w.access(in, lane, AddressSpace::SharedCta, w.address(in.args[0], lane),
                 size, Access::EngineWrite);
    if (!copy->target)
      return;
    copy->issued = Time(w.machine.now());
    if (w.order)
      checkEngine(
          w, in, lane, true, mbarrierAddress(w.address(in.args[0], lane)), size,
          laneEngine(w, in, lane,
                     engineActor(Engine::CopyAsync, w.order->actorOf(lane)),
                     true, /*isAsyncProxy=*/false));
    for (unsigned i = 0; i < size; ++i)
      copy->target.state[i] |= BytePending;
    state.lanes[lane].open.push_back(copy);
    operation->copies.push_back(std::move(copy));
  });
  operation->cluster = &w.cta.cluster;
  operation->description = describeSite(w, in);
  w.machine.post(std::move(operation));
  return Step::Next;
}

static Step commitStep(Warp &w, const DecodedInstruction &, LaneMask active) {
  auto &state = w.extensions.get<CopyState>();
  forEachLane(active, [&](unsigned lane) {
    CopyState::Lane &mine = state.lanes[lane];
    mine.groups.push_back(std::move(mine.open));
    mine.open.clear();
  });
  return Step::Next;
}

/// flags: 1 all, else all but the aux latest groups.
static Step waitStep(Warp &w, const DecodedInstruction &in, LaneMask active) {
  auto &state = w.extensions.get<CopyState>();
  forEachLane(active, [&](unsigned lane) {
    CopyState::Lane &mine = state.lanes[lane];
    Time last = 0;
    size_t kept = in.flags ? 0 : in.aux;
    for (size_t i = 0; i + kept < mine.groups.size(); ++i)
      for (auto &copy : mine.groups[i])
        last = std::max(last, copy->issued);
    if (in.flags)
      for (auto &copy : mine.open)
        last = std::max(last, copy->issued);
    if (w.order && last != 0)
      w.order->learn(LaneMask(1) << lane,
                     engineActor(Engine::CopyAsync, w.order->actorOf(lane)),
                     last);
    while (mine.groups.size() > (in.flags ? 0 : in.aux)) {
      for (auto &copy : mine.groups.front())
        copy->finish();
      mine.groups.pop_front();
    }
    if (in.flags) {
      for (auto &copy : mine.open)
        copy->finish();
      mine.open.clear();
    }
  });
  w.machine.noteProgress();
  return Step::Next;
}

/// flags: 1 .noinc
static Step copyArriveStep(Warp &w, const DecodedInstruction &in,
                           LaneMask active) {
  auto &state = w.extensions.get<CopyState>();
  forEachLane(active, [&](unsigned lane) {
    uint64_t address = mbarrierAddress(w.address(in.args[0], lane));
    if (!w.access(in, lane, AddressSpace::SharedCta, address, 8,
                  Access::Object))
      return;
    MbarrierChange change;
    change.by = &in;
    change.announce = in.flags ? 0 : 1;
    StringRef problem =
        change.announce
            ? changeMbarrier(w.machine, w.cta.cluster, address, change)
            : StringRef();
    if (!problem.empty()) {
      w.report(CheckKind::Mbarrier, in, lane, problem, address);
      return;
    }
    auto arrival = std::make_unique<CopyArrival>();
    const CopyState::Lane &mine = state.lanes[lane];
    for (const CopyList &group : mine.groups)
      append_range(arrival->copies, group);
    append_range(arrival->copies, mine.open);
    arrival->address = address;
    arrival->in = &in;
    if (w.order) {
      arrival->engine = engineActor(Engine::CopyAsync, w.order->actorOf(lane));
      arrival->caused = causeOf(w, lane);
    }
    arrival->cluster = &w.cta.cluster;
    w.machine.post(std::move(arrival));
  });
  return Step::Next;
}

static Bound bindCopy(BindContext &c, DecodedInstruction &in) {
  if (!c.has("async") || c.has("bulk") || c.has("reduce"))
    return Bound::NotMine;
  c.take("async");
  if (c.take("commit_group"))
    return bindHandler(in, commitStep);
  if (c.take("wait_all")) {
    in.flags = 1;
    return bindHandler(in, waitStep);
  }
  if (c.take("wait_group")) {
    in.aux = *in.args[0].literal;
    return bindHandler(in, waitStep);
  }
  if (c.take("mbarrier")) {
    c.ignore({"arrive", "shared", "shared::cta", "b64"});
    in.flags = c.take("noinc");
    return bindHandler(in, copyArriveStep);
  }
  bool isGlobalOnly = c.takeAny({"ca", "cg"}) == "cg";
  c.ignore({"shared", "shared::cta", "global", "L2::cache_hint", "L2::64B",
            "L2::128B", "L2::256B"});
  uint64_t size = *in.args[2].literal;
  if (size != 16 && (isGlobalOnly || (size != 4 && size != 8))) {
    c.refuse("expected a copy of 4, 8 or 16 bytes (.cg: 16)");
    return Bound::Refused;
  }
  // The forms differ in what stands in the fourth place.
  const OperandPattern *fourth =
      c.form.operands.size() > 3 ? &c.form.operands[3] : nullptr;
  if (fourth && fourth->kind == PatternKind::Predicate)
    in.flags = 2;
  else if (fourth && fourth->type == Type::u32)
    in.flags = 1;
  return bindHandler(in, copyStep);
}

void tessera::ptx::emu::registerCopyOps(Registry &registry) {
  registry.add("cp", bindCopy);
}
