//===- PTX/Emulator/MemoryOps.cpp - loads, stores, fences and hints -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Memory is sequentially consistent here: fences and orderings have no effect
// of their own. Cache operations are hints.
//
//===----------------------------------------------------------------------===//

#include "Elementwise.h"
#include "tessera/PTX/Emulator/Machine.h"

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

//===----------------------------------------------------------------------===//
// ld
//===----------------------------------------------------------------------===//

static Step loadStep(Warp &w, const DecodedInstruction &in, LaneMask active) {
  const Arg &target = in.args[0];
  unsigned bits = typeBits(in.type), size = bits / 8;
  bool extend = typeClass(in.type) == TypeClass::Signed;
  forEachLane(active, [&](unsigned lane) {
    Span span = w.access(in, lane, in.space, w.address(in.args[1], lane),
                         size * in.vector, Access::Read);
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
  c.takeOrdering();
  takeCacheHints(c);
  in.vector = uint8_t(c.takeVector());
  in.type = c.type();
  return bindHandler(in, loadStep);
}

//===----------------------------------------------------------------------===//
// st
//===----------------------------------------------------------------------===//

static Step storeStep(Warp &w, const DecodedInstruction &in, LaneMask active) {
  const Arg &source = in.args[1];
  unsigned size = typeBits(in.type) / 8;
  forEachLane(active, [&](unsigned lane) {
    Span span = w.access(in, lane, in.space, w.address(in.args[0], lane),
                         size * in.vector, Access::Write);
    if (!span)
      return;
    for (unsigned e = 0; e < in.vector; ++e) {
      const uint64_t *a =
          w.source(source.elements ? source.elements[e] : source.value);
      Span element{span.data + e * size, nullptr};
      if (size == 16) {
        w.store(element, a[lane], 8);
        element.data += 8;
        w.store(element, a[lane + laneCount], 8);
      } else {
        w.store(element, a[lane], size);
      }
    }
  });
  return Step::Next;
}

static Bound bindStore(BindContext &c, DecodedInstruction &in) {
  if (c.has("async") || c.has("bulk"))
    return Bound::NotMine;
  in.space = c.takeSpace();
  c.takeOrdering();
  takeCacheHints(c);
  in.vector = uint8_t(c.takeVector());
  in.type = c.type();
  return bindHandler(in, storeStep);
}

//===----------------------------------------------------------------------===//
// Fences and hints
//===----------------------------------------------------------------------===//

static Step nothing(Warp &, const DecodedInstruction &, LaneMask) {
  return Step::Next;
}

static Bound bindFence(BindContext &c, DecodedInstruction &in) {
  if (c.has("tensormap::generic"))
    return Bound::NotMine;
  c.takeAll();
  return bindHandler(in, nothing);
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

void tessera::ptx::emu::registerMemoryOps(Registry &registry) {
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
