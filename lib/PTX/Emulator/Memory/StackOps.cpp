//===- PTX/Emulator/Memory/StackOps.cpp - alloca and the stack pointer -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each lane's stack grows upwards from the end of the function's local memory.
// stacksave gives its end as a local address; stackrestore frees what was
// allocated since: its bytes count as never written.
//
//===----------------------------------------------------------------------===//

#include "PTX/Emulator/Core/Elementwise.h"
#include "PTX/Emulator/Core/TensorOps.h"
#include "tessera/PTX/Emulator/Machine.h"

#include "llvm/Support/MathExtras.h"

using namespace llvm;
using namespace tessera::ptx;
using namespace tessera::ptx::emu;

static uint64_t stackBase(const Frame &frame) {
  return alignTo(frame.localBase + frame.function->localSize, 16);
}

/// aux: the alignment.
static Step allocaStep(Warp &w, const DecodedInstruction &in, LaneMask active) {
  Frame &frame = *w.path().frame;
  const uint64_t *sizes = w.source(in.args[1]);
  uint64_t *d = w.dest(in.args[0]);
  uint64_t base = stackBase(frame);
  bool isFull = false;
  forEachLane(active, [&](unsigned lane) {
    uint64_t size =
        in.args[1].value.bits == 32 ? uint32_t(sizes[lane]) : sizes[lane];
    uint64_t start = alignTo(base + frame.dynamicLocal[lane], in.aux);
    if (size > w.machine.options.localLimit ||
        start + size > w.machine.options.localLimit) {
      w.report(CheckKind::Limit, in, lane,
               "alloca of " + Twine(size) + " bytes leaves the " +
                   Twine(w.machine.options.localLimit) +
                   " bytes of local memory");
      isFull = true;
      return;
    }
    frame.dynamicLocal[lane] = start + size - base;
    frame.dynamicMost =
        std::max(frame.dynamicMost, frame.dynamicLocal[lane] + 16);
    uint8_t *state = nullptr;
    if (size != 0 && w.local(lane, start, size, &state))
      std::fill_n(state, size, uint8_t(0));
    d[lane] = start;
  });
  return isFull ? Step::Stop : Step::Next;
}

static Step saveStep(Warp &w, const DecodedInstruction &in, LaneMask active) {
  const Frame &frame = *w.path().frame;
  uint64_t *d = w.dest(in.args[0]);
  forEachLane(active, [&](unsigned lane) {
    d[lane] = stackBase(frame) + frame.dynamicLocal[lane];
  });
  return Step::Next;
}

static Step restoreStep(Warp &w, const DecodedInstruction &in,
                        LaneMask active) {
  Frame &frame = *w.path().frame;
  const uint64_t *a = w.source(in.args[0]);
  uint64_t base = stackBase(frame);
  forEachLane(active, [&](unsigned lane) {
    uint64_t end = base + frame.dynamicLocal[lane];
    if (a[lane] < base || a[lane] > end) {
      w.report(CheckKind::Operand, in, lane,
               "expected a value of stacksave in this function, between " +
                   Twine(base) + " and " + Twine(end) + ", got " +
                   Twine(a[lane]));
      return;
    }
    uint8_t *state = nullptr;
    if (end != a[lane] && w.local(lane, a[lane], end - a[lane], &state))
      std::fill_n(state, end - a[lane], uint8_t(0));
    frame.dynamicLocal[lane] = a[lane] - base;
  });
  return Step::Next;
}

void tessera::ptx::emu::registerStackOps(Registry &registry) {
  registry.add("alloca", [](BindContext &c, DecodedInstruction &in) {
    c.ignore({"u32", "u64"});
    in.aux = 8;
    if (in.numArgs > 2 && in.args[2].kind != ArgKind::None)
      in.aux = in.args[2].literal.value_or(8);
    if (!isPowerOf2_64(in.aux) || in.aux > 4096) {
      c.refuse("expected an alignment that is a power of two, got " +
               Twine(in.aux));
      return Bound::Refused;
    }
    return bindHandler(in, allocaStep);
  });
  registry.add("stacksave", [](BindContext &c, DecodedInstruction &in) {
    c.ignore({"u32", "u64"});
    return bindHandler(in, saveStep);
  });
  registry.add("stackrestore", [](BindContext &c, DecodedInstruction &in) {
    c.ignore({"u32", "u64"});
    return bindHandler(in, restoreStep);
  });
}
