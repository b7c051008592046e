//===- PTX/Emulator/Memory/MemoryOps.cpp - loads, stores, fences and hints -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Memory is sequentially consistent here: fences and orderings change no value,
// only what the checks find. Cache operations are hints.
//
//===----------------------------------------------------------------------===//

#include "PTX/Emulator/Checks/StaleReads.h"
#include "PTX/Emulator/Core/Elementwise.h"

using namespace llvm;
using namespace tessera::ptx;
using namespace tessera::ptx::emu;

static void takeCacheHints(BindContext &c) {
  c.ignore({"ca",
            "cg",
            "cs",
            "lu",
            "cv",
            "wb",
            "wt",
            "nc",
            "L2::cache_hint",
            "L2::64B",
            "L2::128B",
            "L2::256B",
            "L1::evict_normal",
            "L1::evict_unchanged",
            "L1::evict_first",
            "L1::evict_last",
            "L1::no_allocate",
            "L2::evict_last",
            "L2::evict_normal",
            "L2::evict_first"});
}

static uint64_t signExtend(uint64_t value, unsigned bits) {
  return uint64_t(int64_t(value << (64 - bits)) >> (64 - bits));
}

/// Shared memory remembers which bytes are doubtful.
static bool remembersDoubt(const DecodedInstruction &in) {
  return in.space == AddressSpace::SharedCta ||
         in.space == AddressSpace::SharedCluster;
}

//===----------------------------------------------------------------------===//
// ld
//===----------------------------------------------------------------------===//

static bool isGlobal(const Warp &w, const DecodedInstruction &in,
                     const Arg &where, unsigned lane) {
  uint64_t address = w.address(where, lane);
  return in.space == AddressSpace::Global ||
         (in.space == AddressSpace::Generic &&
          w.resolveGeneric(address) == AddressSpace::Global);
}

/// Elements that access() found to be doubtful.
static void noteUnset(Warp &w, const DecodedInstruction &in, unsigned lane,
                      const Span &span, unsigned size) {
  const Arg &target = in.args[0];
  for (unsigned e = 0; e < in.vector; ++e) {
    if (!(w.unsetElements >> e & 1))
      continue;
    uint32_t slot = (target.elements ? target.elements[e] : target.value).slot;
    w.doubtfulSlots.push_back({slot, LaneMask(1) << lane});
    auto known = w.machine.doubtfulBytes.find(span.state + e * size);
    if (known != w.machine.doubtfulBytes.end())
      w.path().frame->origins[slot] = known->second;
    else if (w.machine.followsUngivenData && isGlobal(w, in, in.args[1], lane))
      w.noteUngivenArray(slot, w.address(in.args[1], lane));
  }
  w.unsetElements = 0;
}

/// Bytes that hold what depends on a register that was never written.
static void noteDoubt(Warp &w, const DecodedInstruction &in, unsigned lane,
                      const Span &span, unsigned size) {
  const Arg &source = in.args[1];
  for (unsigned e = 0; e < in.vector; ++e) {
    const Slot32 &value = source.elements ? source.elements[e] : source.value;
    if (!(w.undefinedIn(value) >> lane & 1))
      continue;
    uint8_t *state = span.state + e * size;
    for (unsigned i = 0; i < size; ++i)
      state[i] = (state[i] & ~ByteInitialised) | ByteDoubtful;
    w.machine.doubtfulBytes.erase(state);
    if (std::optional<UndefinedOrigin> origin = w.originOf(in, value.slot))
      w.machine.doubtfulBytes[state] = *origin;
  }
}

static Step loadStep(Warp &w, const DecodedInstruction &in, LaneMask active) {
  const Arg &target = in.args[0];
  unsigned bits = typeBits(in.type), size = bits / 8;
  bool extend = typeClass(in.type) == TypeClass::Signed;
  forEachLane(active, [&](unsigned lane) {
    Span span = w.access(in, lane, in.space, w.address(in.args[1], lane),
                         size * in.vector, Access::Read);
    if (w.unsetElements) [[unlikely]]
      noteUnset(w, in, lane, span, size);
    if (w.machine.stale && span && isGlobal(w, in, in.args[1], lane))
      span.data = const_cast<uint8_t *>(
          w.machine.stale->read(w, lane, span.data, size * in.vector));
    for (unsigned e = 0; e < in.vector; ++e) {
      const Slot32 &slot = target.elements ? target.elements[e] : target.value;
      uint64_t *d = w.dest(slot);
      if (!span) {
        d[lane] = 0;
        if (size == 16)
          d[lane + laneCount] = 0;
        continue;
      }
      Span element{span.data + e * size, nullptr};
      if (size == 16) {
        d[lane] = Warp::load(element, 8);
        element.data += 8;
        d[lane + laneCount] = Warp::load(element, 8);
        continue;
      }
      uint64_t value = Warp::load(element, size);
      if (extend && slot.bits > bits)
        value =
            signExtend(value, bits) &
            (slot.bits >= 64 ? ~uint64_t(0) : (uint64_t(1) << slot.bits) - 1);
      d[lane] = value;
    }
  });
  return Step::Next;
}

static Bound bindLoad(BindContext &c, DecodedInstruction &in) {
  in.space = c.takeSpace();
  c.takeOrdering(in, MemoryOrder::Weak);
  takeCacheHints(c);
  in.vector = uint8_t(c.takeVector());
  in.type = c.type();
  in.carriesDoubt = true;
  return bindHandler(in, loadStep);
}

//===----------------------------------------------------------------------===//
// st
//===----------------------------------------------------------------------===//

static Step storeStep(Warp &w, const DecodedInstruction &in, LaneMask active) {
  const Arg &source = in.args[1];
  unsigned size = typeBits(in.type) / 8;
  forEachLane(active, [&](unsigned lane) {
    uint8_t bytes[32];
    for (unsigned e = 0; e < in.vector; ++e) {
      const uint64_t *a =
          w.source(source.elements ? source.elements[e] : source.value);
      std::memcpy(bytes + e * size, &a[lane], std::min(size, 8u));
      if (size == 16)
        std::memcpy(bytes + e * size + 8, &a[lane + laneCount], 8);
    }
    w.storedBytes = bytes;
    Span span = w.access(in, lane, in.space, w.address(in.args[0], lane),
                         size * in.vector, Access::Write);
    if (w.machine.stale && span && isGlobal(w, in, in.args[0], lane))
      w.machine.stale->write(w, lane, span.data, bytes, size * in.vector);
    if (span.state && in.carriesDoubt)
      noteDoubt(w, in, lane, span, size);
    if (!span || std::memcmp(span.data, bytes, size * in.vector) == 0)
      return;
    std::memcpy(span.data, bytes, size * in.vector);
    w.machine.noteProgress();
  });
  w.storedBytes = nullptr;
  return Step::Next;
}

static Bound bindStore(BindContext &c, DecodedInstruction &in) {
  if (c.has("async") || c.has("bulk"))
    return Bound::NotMine;
  in.space = c.takeSpace();
  c.takeOrdering(in, MemoryOrder::Weak);
  takeCacheHints(c);
  in.vector = uint8_t(c.takeVector());
  in.type = c.type();
  in.carriesDoubt = remembersDoubt(in) && in.order == MemoryOrder::Weak;
  return bindHandler(in, storeStep);
}

//===----------------------------------------------------------------------===//
// Fences and hints
//===----------------------------------------------------------------------===//

/// aux: WarpOrder::ProxyFence; flags: 1 orders the thread's accesses, 2 with
/// every other fence.sc.
static Step fenceStep(Warp &w, const DecodedInstruction &in, LaneMask active) {
  if (!w.order)
    return Step::Next;
  if (in.aux)
    w.order->proxyFence(active, unsigned(in.aux));
  // All fence.sc are in one order: each knows what those before it knew.
  Knowledge *others = in.flags & 2 ? &w.machine.races->sequential : nullptr;
  if (others)
    w.order->acquire(active, *others);
  if (in.flags & 1)
    w.order->fence(active, in.scope);
  if (others)
    others->add(w.order->release(active));
  return Step::Next;
}

static Bound bindFence(BindContext &c, DecodedInstruction &in) {
  if (c.has("tensormap::generic"))
    return Bound::NotMine;
  bool isProxy = c.has("proxy");
  if (isProxy && !c.has("alias"))
    in.aux = c.has("global") ? WarpOrder::Global
             : c.has("shared::cta") || c.has("shared::cluster")
                 ? WarpOrder::Shared
                 : WarpOrder::Shared | WarpOrder::Global;
  if (c.has("mbarrier_init"))
    in.aux = WarpOrder::Objects;
  if (!isProxy || c.has("async::generic"))
    in.flags = c.has("sc") && !c.has("cta") ? 3 : 1;
  in.scope = c.has("cta")       ? Scope::Cta
             : c.has("cluster") ? Scope::Cluster
                                : Scope::Gpu;
  c.takeAll();
  return bindHandler(in, fenceStep);
}

/// prefetch, applypriority: the address must be one, and is not touched.
static Step probeStep(Warp &w, const DecodedInstruction &in, LaneMask active) {
  forEachLane(active, [&](unsigned lane) {
    w.access(in, lane, in.space, w.address(in.args[0], lane), 1, Access::Probe);
  });
  return Step::Next;
}

static Bound bindProbe(BindContext &c, DecodedInstruction &in) {
  in.space = c.takeSpace();
  c.takeAll();
  return bindHandler(in, probeStep);
}

/// The bytes become undefined: a later load of them is a finding where bytes
/// have a state.
static Step discardStep(Warp &w, const DecodedInstruction &in,
                        LaneMask active) {
  uint64_t size = *in.args[1].literal;
  forEachLane(active, [&](unsigned lane) {
    Span span = w.access(in, lane, in.space, w.address(in.args[0], lane), size,
                         Access::Probe);
    if (span && span.state)
      std::memset(span.state, 0, size);
  });
  return Step::Next;
}

static Bound bindDiscard(BindContext &c, DecodedInstruction &in) {
  in.space = c.takeSpace();
  c.take("L2");
  if (*in.args[1].literal != 128) {
    c.refuse("expected a size of 128");
    return Bound::Refused;
  }
  return bindHandler(in, discardStep);
}

/// A policy is opaque and only ever a hint: any number will do.
static Step policyStep(Warp &w, const DecodedInstruction &in, LaneMask active) {
  uint64_t *d = w.dest(in.args[0]);
  forEachLane(active, [&](unsigned i) { d[i] = 0x1000000000000000; });
  return Step::Next;
}

//===----------------------------------------------------------------------===//
// multimem
//===----------------------------------------------------------------------===//

/// A multicast object has one replica here, that of the only device: a load
/// that reduces over the replicas is a load, a store to all of them a store.
/// red is an atomic (AtomicOps.cpp).
static Bound bindMultimem(BindContext &c, DecodedInstruction &in) {
  if (c.take("ld_reduce")) {
    c.takeAny({"add", "min", "max", "and", "or", "xor"});
    c.takeAny({"acc::f32", "acc::f16"});
    return bindLoad(c, in);
  }
  return c.take("st") ? bindStore(c, in) : Bound::NotMine;
}

void tessera::ptx::emu::registerMemoryOps(Registry &registry) {
  registry.add("multimem", bindMultimem);
  registry.add("ld", bindLoad);
  registry.add("ldu", bindLoad);
  registry.add("st", bindStore);
  registry.add("membar", bindFence);
  registry.add("fence", bindFence);
  registry.add("prefetch", bindProbe);
  registry.add("prefetchu", bindProbe);
  registry.add("applypriority", bindProbe);
  registry.add("discard", bindDiscard);
  registry.add("createpolicy", [](BindContext &c, DecodedInstruction &in) {
    c.takeAll();
    return bindHandler(in, policyStep);
  });
}
