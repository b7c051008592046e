//===- PTX/Emulator/Core/ControlOps.cpp - branches, exits and small controls -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The paths of a warp do the work (WarpPaths.cpp).
//
//===----------------------------------------------------------------------===//

#include "Elementwise.h"
#include "tessera/PTX/Emulator/Machine.h"

using namespace llvm;
using namespace tessera::ptx;
using namespace tessera::ptx::emu;

static Step branchStep(Warp &w, const DecodedInstruction &in, LaneMask active) {
  if ((in.flags & 1) && in.hasGuard && active != w.path().mask)
    w.report(CheckKind::Operand, in, std::countr_zero(active),
             "bra.uni whose guard differs between lanes");
  return w.branch(in, active, in.args[0].target);
}

static Step indexedStep(Warp &w, const DecodedInstruction &in,
                        LaneMask active) {
  const auto &table =
      w.currentFrame()->function->branchTables[in.args[1].target];
  const uint64_t *index = w.source(in.args[0]);
  uint32_t targets[laneCount] = {};
  bool bad = false;
  forEachLane(active, [&](unsigned lane) {
    uint32_t i = uint32_t(index[lane]);
    if (i >= table.size()) {
      w.report(CheckKind::Operand, in, lane,
               "index " + Twine(i) + " into a list of " + Twine(table.size()) +
                   " targets");
      bad = true;
      i = 0;
    }
    targets[lane] = table.empty() ? 0 : table[i];
  });
  if (bad && table.empty())
    return Step::Stop;
  return w.branchIndexed(in, active, targets);
}

static Step trapStep(Warp &w, const DecodedInstruction &in, LaneMask active) {
  w.report(CheckKind::Trap, in, std::countr_zero(active),
           in.flags ? "brkpt was executed" : "trap was executed");
  return Step::Stop;
}

static Step nothing(Warp &, const DecodedInstruction &, LaneMask) {
  return Step::Next;
}

template <Handler H>
static Bound bindSimple(BindContext &c, DecodedInstruction &in) {
  in.flags = c.takeAny({"uni"}) == "uni";
  return bindHandler(in, H);
}

//===----------------------------------------------------------------------===//
// setmaxnreg
//===----------------------------------------------------------------------===//

namespace {
/// Registers that warps of a block gave back and others may take.
struct RegisterPool : Extension {
  uint64_t free = 0;
};
struct WarpRegisters : Extension {
  unsigned perThread = 0; // 0: as at launch
};
} // namespace
static constexpr uint64_t registerKey = 0x72656773; // of WaitKind::Async

/// What a thread has at launch: .maxnreg, or its share of the 64 Ki registers.
static unsigned registersAtLaunch(const Warp &w) {
  const Frame *frame = w.currentFrame();
  while (frame->parent)
    frame = frame->parent;
  for (const Directive &directive : frame->function->source->directives)
    if (directive.name == "maxnreg" && !directive.values.empty())
      return unsigned(directive.values.front());
  const auto &block = w.cta.launch.block;
  unsigned warps = (block[0] * block[1] * block[2] + laneCount - 1) / laneCount;
  return std::min(256u, 65536 / (warps * laneCount) / 8 * 8);
}

/// flags: 1 inc; aux: the count.
static Step maxRegistersStep(Warp &w, const DecodedInstruction &in,
                             LaneMask active) {
  if (!w.gather(in, active, ~0u))
    return Step::Blocked;
  unsigned lane = unsigned(std::countr_zero(w.path().mask));
  auto &pool = w.cta.extensions.get<RegisterPool>();
  auto &mine = w.extensions.get<WarpRegisters>();
  if (mine.perThread == 0)
    mine.perThread = registersAtLaunch(w);
  auto count = unsigned(in.aux);
  bool increases = in.flags;
  if (increases ? count < mine.perThread : count > mine.perThread) {
    w.report(CheckKind::Operand, in, lane,
             Twine(increases ? "setmaxnreg.inc to " : "setmaxnreg.dec to ") +
                 Twine(count) + " registers, but the thread has " +
                 Twine(mine.perThread));
    return Step::Next;
  }
  if (!increases) {
    pool.free += uint64_t(mine.perThread - count) * laneCount;
    mine.perThread = count;
    w.cta.wake(WaitKind::Async, registerKey);
    w.machine.noteProgress();
    return Step::Next;
  }
  uint64_t wanted = uint64_t(count - mine.perThread) * laneCount;
  if (wanted > pool.free)
    return w.block(WaitKind::Async, registerKey);
  pool.free -= wanted;
  mine.perThread = count;
  return Step::Next;
}

static Bound bindMaxRegisters(BindContext &c, DecodedInstruction &in) {
  in.flags = c.takeAny({"inc", "dec"}) == "inc";
  c.ignore({"sync", "aligned", "u32"});
  in.aux = *in.args[0].literal;
  if (in.aux < 24 || in.aux > 256 || in.aux % 8 != 0) {
    c.refuse("expected a register count from 24 to 256 that is a multiple of "
             "8, got " +
             Twine(in.aux));
    return Bound::Refused;
  }
  in.mayBlock = true;
  return bindHandler(in, maxRegistersStep);
}

void tessera::ptx::emu::registerControlOps(Registry &registry) {
  registry.add("bra", bindSimple<branchStep>);
  registry.add("brx", [](BindContext &c, DecodedInstruction &in) {
    c.ignore({"idx", "uni"});
    return bindHandler(in, indexedStep);
  });
  registry.add("exit", [](BindContext &c, DecodedInstruction &in) {
    return bindHandler(in, [](Warp &w, const DecodedInstruction &,
                              LaneMask active) { return w.exit(active); });
  });
  registry.add("ret", [](BindContext &c, DecodedInstruction &in) {
    c.ignore({"uni"});
    return bindHandler(in, [](Warp &w, const DecodedInstruction &,
                              LaneMask active) { return w.ret(active); });
  });
  registry.add("trap", bindSimple<trapStep>);
  registry.add("brkpt", [](BindContext &c, DecodedInstruction &in) {
    in.flags = 1;
    return bindHandler(in, trapStep);
  });
  for (StringRef opcode : {"nanosleep", "pmevent", "griddepcontrol"})
    registry.add(opcode, [](BindContext &c, DecodedInstruction &in) {
      c.takeAll();
      return bindHandler(in, nothing);
    });
  registry.add("setmaxnreg", bindMaxRegisters);
}
