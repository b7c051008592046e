//===- PTX/Emulator/Async/StoreAsyncOps.cpp - stores that end later -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// st.async and red.async write to shared memory of the cluster at any time and
// then tell an mbarrier; with .release they write to global memory, and nobody
// waits. st.bulk writes zeros at once.
//
//===----------------------------------------------------------------------===//

#include "MbarrierImpl.h"
#include "PTX/Emulator/Checks/RaceCheck.h"
#include "PTX/Emulator/Core/Elementwise.h"

#include "llvm/ADT/StringSwitch.h"

using namespace llvm;
using namespace tessera::ptx;
using namespace tessera::ptx::emu;

namespace {

/// st.async and red.async: the store, then the end of the transaction.
struct StoreOperation : AsyncOperation {
  uint64_t address = 0, barrier = 0;
  std::vector<uint8_t> bytes;
  const DecodedInstruction *in = nullptr;
  StringRef reduce; // red.async: its operation
  bool isSigned = false;
  Time issued = 0;
  ClockRef caused;
  void complete(Machine &machine) override {
    Span target = machine.sharedAt(*cluster, address, bytes.size());
    if (target && !reduce.empty()) {
      unsigned size = unsigned(bytes.size());
      uint64_t value = reduced(Warp::load(target, size),
                               Warp::load({bytes.data(), nullptr}, size));
      std::memcpy(target.data, &value, size);
    } else if (target) {
      std::memcpy(target.data, bytes.data(), bytes.size());
      for (size_t i = 0; i < bytes.size(); ++i)
        target.state[i] =
            uint8_t((target.state[i] & ~BytePending) | ByteInitialised);
    }
    MbarrierChange change;
    change.transactions = -int64_t(bytes.size());
    change.by = in;
    if (machine.races)
      change.released = engineKnowledge(
          RaceChecker::mbarrierEngine(*cluster, barrier), issued);
    change.released.caused = caused;
    changeMbarrier(machine, *cluster, barrier, change);
  }
  uint64_t reduced(uint64_t old, uint64_t b) const {
    unsigned shift = 64 - unsigned(bytes.size()) * 8;
    bool less =
        isSigned ? int64_t(old << shift) < int64_t(b << shift) : old < b;
    return StringSwitch<uint64_t>(reduce)
        .Case("add", old + b)
        .Case("min", less ? old : b)
        .Case("max", less ? b : old)
        .Case("inc", old >= b ? 0 : old + 1)
        .Case("dec", old == 0 || old > b ? b : old - 1)
        .Case("and", old & b)
        .Case("or", old | b)
        .Default(old ^ b);
  }
  std::string describe() const override {
    return reduce.empty() ? "st.async" : "red.async";
  }
};

} // namespace

static Step storeAsyncStep(Warp &w, const DecodedInstruction &in,
                           LaneMask active) {
  unsigned size = typeBits(in.type) / 8;
  forEachLane(active, [&](unsigned lane) {
    uint64_t address = mbarrierAddress(w.address(in.args[0], lane));
    uint64_t barrier = mbarrierAddress(w.address(in.args[2], lane));
    Span target = w.access(in, lane, AddressSpace::SharedCluster, address,
                           size * in.vector, Access::Probe);
    Span object = w.access(in, lane, AddressSpace::SharedCluster, barrier, 8,
                           Access::Object);
    if (!target || !object)
      return;
    if (w.order) {
      Accessor who = laneEngine(
          w, in, lane, RaceChecker::mbarrierEngine(w.cta.cluster, barrier),
          true, /*isAsyncProxy=*/false);
      if (in.data)
        who.flags = ShadowStrong | shadowScope(Scope::Gpu);
      checkEngine(w, in, lane, true, address, size * in.vector, who);
    }
    if (address >> sharedRankShift != barrier >> sharedRankShift)
      w.report(CheckKind::Mbarrier, in, lane,
               "the data and the mbarrier are in different blocks", barrier);
    auto operation = std::make_unique<StoreOperation>();
    operation->in = &in;
    if (in.data) {
      operation->reduce = *static_cast<const StringRef *>(in.data);
      operation->isSigned = typeClass(in.type) == TypeClass::Signed;
    }
    for (unsigned e = 0; e < in.vector; ++e) {
      const Arg &arg = in.args[1];
      uint64_t value =
          w.source(arg.elements ? arg.elements[e] : arg.value)[lane];
      const auto *bytes = reinterpret_cast<const uint8_t *>(&value);
      operation->bytes.insert(operation->bytes.end(), bytes, bytes + size);
    }
    // Reductions may overlap one another.
    if (!in.data)
      for (unsigned i = 0; i < operation->bytes.size(); ++i)
        target.state[i] |= BytePending;
    operation->address = address;
    operation->barrier = barrier;
    operation->issued = Time(w.machine.now());
    if (w.order)
      operation->caused = causeOf(w, lane);
    operation->cluster = &w.cta.cluster;
    w.machine.post(std::move(operation));
  });
  return Step::Next;
}

namespace {
/// st.async.release and red.async.release: in global memory, without an
/// mbarrier; nobody waits for it.
struct ReleaseOperation : AsyncOperation {
  uint8_t *target = nullptr;
  uint64_t value[2] = {};
  unsigned size = 0;
  bool adds = false;
  void complete(Machine &) override {
    uint64_t old = 0;
    if (adds)
      std::memcpy(&old, target, size);
    value[0] += old;
    std::memcpy(target, value, size);
  }
  std::string describe() const override { return "st.async.release"; }
};
} // namespace

/// flags: 1 adds.
static Step releaseStep(Warp &w, const DecodedInstruction &in,
                        LaneMask active) {
  const uint64_t *values = w.source(in.args[1]);
  forEachLane(active, [&](unsigned lane) {
    auto operation = std::make_unique<ReleaseOperation>();
    operation->size = typeBits(in.type) / 8;
    operation->adds = in.flags & 1;
    Span span = w.access(in, lane, in.space, w.address(in.args[0], lane),
                         operation->size,
                         operation->adds ? Access::ReadWrite : Access::Write);
    if (!span)
      return;
    operation->target = span.data;
    operation->value[0] = values[lane];
    if (operation->size == 16)
      operation->value[1] = values[lane + laneCount];
    operation->cluster = &w.cta.cluster;
    w.machine.post(std::move(operation));
  });
  return Step::Next;
}

static Bound bindRelease(BindContext &c, DecodedInstruction &in) {
  c.take("async");
  in.flags = c.take("add");
  c.takeOrdering(in, MemoryOrder::Release);
  in.space = c.takeSpace();
  if (in.space == AddressSpace::Generic)
    in.space = AddressSpace::Global;
  in.type = c.type();
  return bindHandler(in, releaseStep);
}

static Bound bindStoreAsync(BindContext &c, DecodedInstruction &in) {
  if (!c.has("async"))
    return Bound::NotMine;
  if (c.has("release"))
    return bindRelease(c, in);
  c.ignore(
      {"async", "weak", "shared::cluster", "mbarrier::complete_tx::bytes"});
  in.vector = uint8_t(c.takeVector());
  in.type = c.type();
  return bindHandler(in, storeAsyncStep);
}

static Bound bindReduceAsync(BindContext &c, DecodedInstruction &in) {
  if (!c.has("async"))
    return Bound::NotMine;
  if (c.has("release"))
    return bindRelease(c, in);
  c.take("async");
  c.ignore({"relaxed", "cluster", "shared::cluster",
            "mbarrier::complete_tx::bytes"});
  in.data = c.keep(
      c.takeAny({"inc", "dec", "min", "max", "add", "and", "or", "xor"}));
  in.type = c.type();
  return bindHandler(in, storeAsyncStep);
}

/// st.bulk: zeros.
static Step storeBulkStep(Warp &w, const DecodedInstruction &in,
                          LaneMask active) {
  const uint64_t *size = w.source(in.args[1]);
  forEachLane(active, [&](unsigned lane) {
    if (size[lane] % 8 != 0)
      w.report(CheckKind::Operand, in, lane,
               "expected a size that is a multiple of 8, got " +
                   Twine(size[lane]));
    uint64_t address = mbarrierAddress(w.address(in.args[0], lane));
    Span target = w.access(in, lane, AddressSpace::SharedCta, address,
                           size[lane], Access::Write, 8);
    if (!target)
      return;
    std::memset(target.data, 0, size[lane]);
    w.machine.noteProgress();
  });
  return Step::Next;
}

static Bound bindStoreBulk(BindContext &c, DecodedInstruction &in) {
  if (!c.take("bulk"))
    return Bound::NotMine;
  c.ignore({"weak", "shared::cta"});
  return bindHandler(in, storeBulkStep);
}

void tessera::ptx::emu::registerStoreAsyncOps(Registry &registry) {
  registry.add("st", bindStoreAsync);
  registry.add("st", bindStoreBulk);
  registry.add("red", bindReduceAsync);
}
