//===- PTX/Emulator/Async/BulkOps.cpp - cp.async.bulk of bytes --*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Between global and shared memory and between the blocks of a cluster, with
// multicast, byte masks and reductions, and the bulk groups. The engine under
// it also serves tensor copies (TensorCopyOps.cpp).
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

//===----------------------------------------------------------------------===//
// Groups
//===----------------------------------------------------------------------===//

BulkGroups::~BulkGroups() {
  if (!machine || machine->isStopped())
    return;
  auto check = [&](const Group &group) {
    for (const std::shared_ptr<BulkCopy> &copy : group)
      if (!std::exchange(copy->isReadAwaited, true))
        reportAt(*machine, copy->site, CheckKind::AsyncBeforeWait,
                 "the block ended without a wait for this copy to have read "
                 "its shared memory",
                 copy->in);
  };
  for (const Lane &lane : lanes) {
    for (const Group &group : lane.groups)
      check(group);
    check(lane.open);
  }
}

static Step commitStep(Warp &w, const DecodedInstruction &, LaneMask active) {
  auto &state = w.extensions.get<BulkGroups>();
  forEachLane(active, [&](unsigned lane) {
    BulkGroups::Lane &mine = state.lanes[lane];
    mine.groups.push_back(std::move(mine.open));
    mine.open.clear();
  });
  return Step::Next;
}

/// flags: 1 .read; aux: how many groups may stay.
static Step waitStep(Warp &w, const DecodedInstruction &in, LaneMask active) {
  auto &state = w.extensions.get<BulkGroups>();
  forEachLane(active, [&](unsigned lane) {
    std::vector<BulkGroups::Group> &groups = state.lanes[lane].groups;
    size_t covered = groups.size() > in.aux ? groups.size() - in.aux : 0;
    for (size_t i = 0; i < covered; ++i)
      for (auto &copy : groups[i]) {
        if (w.order) {
          Actor issuer = w.order->actorOf(copy->lane);
          LaneMask mask = LaneMask(1) << lane;
          w.order->learn(mask, engineActor(Engine::BulkRead, issuer),
                         copy->issued);
          if (!in.flags)
            w.order->learn(mask, engineActor(Engine::BulkWrite, issuer),
                           copy->issued);
        }
        copy->read(w.machine);
        copy->isReadAwaited = true;
        if (!in.flags)
          copy->write(w.machine);
      }
    if (!in.flags)
      groups.erase(groups.begin(), groups.begin() + covered);
  });
  w.machine.noteProgress();
  return Step::Next;
}

//===----------------------------------------------------------------------===//
// Copies
//===----------------------------------------------------------------------===//

namespace {
struct BulkPlan {
  bool fromGlobal = false, toGlobal = false, isMulticast = false,
       hasMask = false;
  BulkReduce reduce = BulkReduce::None;
  Type type = Type::b32;
  unsigned barrierArg = ~0u, multicastArg = ~0u, maskArg = ~0u;
};

/// A store of this instruction, and what it stores where.
struct IssuedStore {
  uint64_t to, from, size;
  std::shared_ptr<BulkCopy> copy;
};
} // namespace

static bool checkSize(Warp &w, const DecodedInstruction &in, unsigned lane,
                      uint64_t size) {
  if (size % 16 == 0)
    return true;
  w.report(CheckKind::Operand, in, lane,
           "expected a size that is a multiple of 16, got " + Twine(size));
  return false;
}

static Step copyStep(Warp &w, const DecodedInstruction &in, LaneMask active) {
  const auto &plan = *static_cast<const BulkPlan *>(in.data);
  const uint64_t *sizes = w.source(in.args[2]);
  SmallVector<IssuedStore, 1> stores;
  forEachLane(active, [&](unsigned lane) {
    uint64_t size = uint32_t(sizes[lane]);
    if (size == 0 || !checkSize(w, in, lane, size))
      return;
    uint64_t to = w.address(in.args[0], lane),
             from = w.address(in.args[1], lane);
    if (!plan.toGlobal)
      to = mbarrierAddress(to);
    if (!plan.fromGlobal)
      from = mbarrierAddress(from);
    // Lanes that store the same bytes to the same place store them once.
    auto same = find_if(stores, [&](const IssuedStore &other) {
      return other.to == to && other.from == from && other.size == size;
    });
    if (same != stores.end())
      return joinGroupCopy(w, lane, same->copy);
    Span source = w.access(in, lane,
                           plan.fromGlobal ? AddressSpace::Global
                                           : AddressSpace::SharedCta,
                           from, size, Access::EngineRead, 16);
    if (!source)
      return;
    std::optional<uint64_t> barrier;
    if (plan.barrierArg != ~0u) {
      barrier = mbarrierAddress(w.address(in.args[plan.barrierArg], lane));
      if (!w.access(in, lane, AddressSpace::SharedCluster, *barrier, 8,
                    Access::Object))
        return;
    }
    auto check = [&](bool writes, bool isShared, uint64_t address,
                     std::optional<uint64_t> signal) {
      if (!w.order)
        return;
      Actor engine =
          signal ? RaceChecker::mbarrierEngine(w.cta.cluster, *signal)
                 : engineActor(writes ? Engine::BulkWrite : Engine::BulkRead,
                               w.order->actorOf(lane));
      Accessor who = laneEngine(w, in, lane, engine, writes);
      if (plan.reduce != BulkReduce::None && writes)
        who.flags = ShadowStrong | shadowScope(Scope::Gpu);
      checkEngine(w, in, lane, isShared, address, size, who);
    };
    check(false, !plan.fromGlobal, from, barrier);
    uint32_t ranks = 1;
    if (plan.isMulticast)
      ranks = uint16_t(w.source(in.args[plan.multicastArg])[lane]);
    constexpr uint64_t offsetMask = (uint64_t(1) << sharedRankShift) - 1;
    for (unsigned rank = 0; rank < 16; ++rank) {
      if (!(ranks >> rank & 1))
        continue;
      uint64_t target = to;
      std::optional<uint64_t> signal = barrier;
      if (plan.isMulticast) {
        target = (to & offsetMask) | uint64_t(rank) << sharedRankShift;
        signal = (*barrier & offsetMask) | uint64_t(rank) << sharedRankShift;
      }
      Span span = w.access(
          in, lane,
          plan.toGlobal ? AddressSpace::Global : AddressSpace::SharedCluster,
          target, size, plan.toGlobal ? Access::EngineWrite : Access::Probe,
          16);
      if (!span)
        return;
      check(true, !plan.toGlobal, target, signal);
      auto copy = std::make_shared<BulkCopy>();
      copy->site = siteOf(w, in, lane);
      copy->lane = lane;
      copy->in = &in;
      copy->reduce = plan.reduce;
      copy->type = plan.type;
      unsigned byteMask = plan.hasMask
                              ? unsigned(w.source(in.args[plan.maskArg])[lane])
                              : 0xFFFF;
      // With a mask, byte i of every 16 is copied when bit i is set.
      uint64_t step = plan.hasMask ? 1 : size;
      for (uint64_t at = 0; at < size; at += step) {
        if (!(byteMask >> (at % 16) & 1))
          continue;
        BulkPiece &piece = copy->pieces.emplace_back();
        piece.target = span.data + at;
        piece.targetState = span.state ? span.state + at : nullptr;
        piece.source = source.data + at;
        piece.size = uint32_t(step);
        if (!plan.fromGlobal)
          piece.original.assign(source.data + at, source.data + at + step);
      }
      if (!plan.toGlobal && plan.reduce == BulkReduce::None)
        markPending(w, in, lane, span, size, target);
      if (signal)
        postCopy(w, copy, signal, size);
      else
        postGroupCopy(w, lane, copy);
      if (plan.toGlobal && plan.reduce == BulkReduce::None && !plan.hasMask)
        stores.push_back({to, from, size, copy});
    }
  });
  return Step::Next;
}

static Bound bindBulk(BindContext &c, DecodedInstruction &in) {
  if (!c.has("bulk") || c.has("tensor"))
    return Bound::NotMine;
  c.ignore({"async", "bulk", "L2::cache_hint"});
  bool isReduce = c.take("reduce");
  if (c.take("commit_group"))
    return bindHandler(in, commitStep);
  if (c.take("wait_group")) {
    in.flags = c.take("read");
    in.aux = *in.args[0].literal;
    return bindHandler(in, waitStep);
  }
  if (c.take("prefetch")) { // changes nothing that can be seen
    c.ignore({"L2", "global"});
    return bindHandler(in, [](Warp &, const DecodedInstruction &, LaneMask) {
      return Step::Next;
    });
  }
  BulkPlan plan;
  // Two spaces, the destination's first.
  bool isFirst = true;
  for (const Modifier &modifier : c.source.modifiers)
    if (modifier.text == "global" ||
        StringRef(modifier.text).starts_with("shared::")) {
      (isFirst ? plan.toGlobal : plan.fromGlobal) = modifier.text == "global";
      isFirst = false;
    }
  c.ignore({"global", "shared::cluster", "shared::cta"});
  for (unsigned i = 3; i < in.numArgs; ++i) {
    if (in.args[i].kind == ArgKind::None)
      continue;
    const OperandPattern &pattern = c.form.operands[i];
    if (pattern.kind == PatternKind::Address)
      plan.barrierArg = i;
    else if (pattern.condition == "multicast::cluster")
      plan.multicastArg = i;
    else if (pattern.condition == "cp_mask")
      plan.maskArg = i;
  }
  plan.isMulticast = c.take("multicast::cluster");
  plan.hasMask = c.take("cp_mask");
  c.ignore({"mbarrier::complete_tx::bytes", "bulk_group", "noftz"});
  if (isReduce) {
    plan.reduce = takeReduce(c);
    plan.type = c.type();
  }
  in.data = c.keep(plan);
  return bindHandler(in, copyStep);
}

void tessera::ptx::emu::registerBulkOps(Registry &registry) {
  registry.add("cp", bindBulk);
}
