//===- PTX/Emulator/Scalar/MoveOps.cpp - mov and addresses ------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Moves and addresses: mov with packing and unpacking, cvta, isspacep, mapa and
// getctarank.
//
//===----------------------------------------------------------------------===//

#include "PTX/Emulator/Core/Elementwise.h"
#include "tessera/PTX/Emulator/Machine.h"

using namespace llvm;
using namespace tessera::ptx;
using namespace tessera::ptx::emu;

static Step moveStep(Warp &w, const DecodedInstruction &in, LaneMask active) {
  uint64_t *d = w.dest(in.args[0]);
  const uint64_t *a = w.source(in.args[1]);
  unsigned bits = in.args[0].value.bits;
  uint64_t mask = bits >= 64 ? ~uint64_t(0) : (uint64_t(1) << bits) - 1;
  forEachLane(active, [&](unsigned i) { d[i] = a[i] & mask; });
  return Step::Next;
}

static Step move128Step(Warp &w, const DecodedInstruction &in,
                        LaneMask active) {
  uint64_t *d = w.dest(in.args[0]);
  const uint64_t *a = w.source(in.args[1]);
  forEachLane(active, [&](unsigned i) {
    d[i] = a[i];
    d[i + laneCount] = a[i + laneCount];
  });
  return Step::Next;
}

static Step movePredicateStep(Warp &w, const DecodedInstruction &in,
                              LaneMask active) {
  w.setPredicate(in.args[0].value, active, w.predicate(in.args[1].value));
  return Step::Next;
}

/// aux: bits of one element; element 0 is the lowest.
static Step packStep(Warp &w, const DecodedInstruction &in, LaneMask active) {
  const Arg &vector = in.args[1];
  uint64_t *d = w.dest(in.args[0]);
  bool wide = in.args[0].value.bits > 64;
  unsigned bits = unsigned(in.aux);
  uint64_t mask = bits >= 64 ? ~uint64_t(0) : (uint64_t(1) << bits) - 1;
  forEachLane(active, [&](unsigned i) {
    uint64_t halves[2] = {};
    for (unsigned e = 0; e < vector.count; ++e)
      halves[e * bits / 64] |= (w.source(vector.elements[e])[i] & mask)
                               << (e * bits % 64);
    d[i] = halves[0];
    if (wide)
      d[i + laneCount] = halves[1];
  });
  return Step::Next;
}

static Step unpackStep(Warp &w, const DecodedInstruction &in, LaneMask active) {
  const Arg &vector = in.args[0];
  const uint64_t *a = w.source(in.args[1]);
  bool wide = in.args[1].value.bits > 64;
  unsigned bits = unsigned(in.aux);
  uint64_t mask = bits >= 64 ? ~uint64_t(0) : (uint64_t(1) << bits) - 1;
  forEachLane(active, [&](unsigned i) {
    // The source may be one of the targets.
    uint64_t halves[2] = {a[i], wide ? a[i + laneCount] : 0};
    for (unsigned e = 0; e < vector.count; ++e)
      w.dest(vector.elements[e])[i] =
          halves[e * bits / 64] >> (e * bits % 64) & mask;
  });
  return Step::Next;
}

static Bound bindMove(BindContext &c, DecodedInstruction &in) {
  in.propagates = true;
  if (c.take("pred"))
    return bindHandler(in, movePredicateStep);
  Type type = c.type();
  if (in.args[1].kind == ArgKind::Vector) {
    in.aux = typeBits(type) / in.args[1].count;
    return bindHandler(in, packStep);
  }
  if (in.args[0].kind == ArgKind::Vector) {
    in.aux = typeBits(type) / in.args[0].count;
    return bindHandler(in, unpackStep);
  }
  return bindHandler(in, typeBits(type) == 128 ? move128Step : moveStep);
}

//===----------------------------------------------------------------------===//
// Windows
//===----------------------------------------------------------------------===//

static uint64_t windowOf(AddressSpace space) {
  switch (space) {
  case AddressSpace::SharedCta:
  case AddressSpace::SharedCluster:
    return sharedWindow;
  case AddressSpace::Local:
    return localWindow;
  case AddressSpace::Param:
    return paramWindow;
  default:
    return 0;
  }
}

/// flags: 1 from generic to the space.
static Step cvtaStep(Warp &w, const DecodedInstruction &in, LaneMask active) {
  uint64_t *d = w.dest(in.args[0]);
  const uint64_t *a = w.source(in.args[1]);
  uint64_t window = windowOf(in.space);
  if (window == 0 && in.flags) {
    // Global and const addresses are generic addresses.
    forEachLane(active, [&](unsigned i) { d[i] = a[i]; });
    return Step::Next;
  }
  forEachLane(active, [&](unsigned i) {
    d[i] = in.flags ? a[i] - window : a[i] + window;
  });
  return Step::Next;
}

static Bound bindCvta(BindContext &c, DecodedInstruction &in) {
  in.flags = c.take("to");
  in.space = c.takeSpace();
  if (c.type() == Type::u32) {
    c.refuse("32-bit generic addresses");
    return Bound::Refused;
  }
  return bindHandler(in, cvtaStep);
}

static Step isspacepStep(Warp &w, const DecodedInstruction &in,
                         LaneMask active) {
  const uint64_t *a = w.source(in.args[1]);
  LaneMask result = 0;
  forEachLane(active, [&](unsigned i) {
    uint64_t address = a[i];
    AddressSpace space = w.resolveGeneric(address);
    bool holds = space == in.space;
    if (in.space == AddressSpace::SharedCta)
      holds = space == AddressSpace::SharedCluster &&
              address >> sharedRankShift == w.cta.rank;
    if (in.space == AddressSpace::Const || in.space == AddressSpace::Global) {
      const Allocation *found = w.machine.memory.find(address, 1);
      bool isConst = found && found->isReadOnly;
      holds = space == AddressSpace::Global &&
              isConst == (in.space == AddressSpace::Const);
    }
    result |= uint32_t(holds) << i;
  });
  w.setPredicate(in.args[0].value, active, result);
  return Step::Next;
}

/// flags: 1 the address is in .shared::cluster, else generic.
static Step mapaStep(Warp &w, const DecodedInstruction &in, LaneMask active) {
  uint64_t *d = w.dest(in.args[0]);
  const uint64_t *a = w.source(in.args[1]), *b = w.source(in.args[2]);
  uint64_t window = in.flags ? 0 : sharedWindow;
  forEachLane(active, [&](unsigned i) {
    uint64_t rank = uint32_t(b[i]);
    if (rank >= w.cta.cluster.ctas.size()) {
      w.report(CheckKind::Operand, in, i,
               "block " + Twine(rank) + " of a cluster of " +
                   Twine(w.cta.cluster.ctas.size()));
      rank = w.cta.rank;
    }
    uint64_t offset = (a[i] - window) & ((1u << sharedRankShift) - 1);
    d[i] = window + (rank << sharedRankShift | offset);
  });
  return Step::Next;
}

static Step rankStep(Warp &w, const DecodedInstruction &in, LaneMask active) {
  uint64_t *d = w.dest(in.args[0]);
  const uint64_t *a = w.source(in.args[1]);
  uint64_t window = in.flags ? 0 : sharedWindow;
  forEachLane(active, [&](unsigned i) {
    d[i] = uint32_t((a[i] - window) >> sharedRankShift);
  });
  return Step::Next;
}

template <Handler H>
static Bound bindCluster(BindContext &c, DecodedInstruction &in) {
  in.flags = c.take("shared::cluster");
  c.type();
  return bindHandler(in, H);
}

void tessera::ptx::emu::registerMoveOps(Registry &registry) {
  registry.add("mov", bindMove);
  registry.add("cvta", bindCvta);
  registry.add("isspacep", [](BindContext &c, DecodedInstruction &in) {
    in.space = c.takeSpace();
    return bindHandler(in, isspacepStep);
  });
  registry.add("mapa", bindCluster<mapaStep>);
  registry.add("getctarank", bindCluster<rankStep>);
}
