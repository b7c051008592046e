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
}
