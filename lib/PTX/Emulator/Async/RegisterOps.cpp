//===- PTX/Emulator/Async/RegisterOps.cpp - setmaxnreg ------------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A block has the registers of its launch. setmaxnreg.dec returns some of a
// warp's registers to the block; setmaxnreg.inc waits until there are enough.
// All warps of a warpgroup (four warps, the first with a number divisible by
// four) have to execute the same sequence of setmaxnreg, one after the other: a
// warp that leaves one out, executes another one, or is ahead by two is a
// finding.
//
//===----------------------------------------------------------------------===//

#include "BulkImpl.h"
#include "PTX/Emulator/Core/Elementwise.h"

using namespace llvm;
using namespace tessera;
using namespace tessera::ptx;
using namespace tessera::ptx::emu;

static constexpr unsigned warpsOfGroup = 4;

namespace {
struct Request {
  const DecodedInstruction *instruction;
  Finding site; // of the warp that came first
};

/// What the warps of a warpgroup have executed.
struct Warpgroup {
  std::vector<Request> requests;
  std::array<unsigned, warpsOfGroup> executed{};
  unsigned warps = 0;
};

/// Of a block.
struct RegisterPool : Extension {
  Machine *machine = nullptr;
  uint64_t free = 0;
  SmallVector<Warpgroup> groups;

  ~RegisterPool() override;
  Warpgroup &groupOf(const Warp &w);
};

struct WarpRegisters : Extension {
  unsigned perThread = 0; // 0: as at launch
  bool isWaiting = false; // in a setmaxnreg.inc that was checked already
};
} // namespace

static constexpr uint64_t registerKey = 0x72656773; // of WaitKind::Async

static std::string describe(const DecodedInstruction &in) {
  return (Twine(in.flags ? "setmaxnreg.inc to " : "setmaxnreg.dec to ") +
          Twine(in.aux))
      .str();
}

Warpgroup &RegisterPool::groupOf(const Warp &w) {
  machine = &w.machine;
  unsigned index = w.index / warpsOfGroup;
  if (groups.size() <= index)
    groups.resize(index + 1);
  groups[index].warps = std::min<unsigned>(
      warpsOfGroup, unsigned(w.cta.warps.size()) - index * warpsOfGroup);
  return groups[index];
}

RegisterPool::~RegisterPool() {
  if (!machine || machine->isStopped())
    return;
  for (const Warpgroup &group : groups)
    for (auto [number, request] : enumerate(group.requests)) {
      auto executed = unsigned(
          count_if(group.executed, [&](unsigned n) { return n > number; }));
      if (executed == group.warps)
        continue;
      reportAt(*machine, request.site, CheckKind::WarpMask,
               describe(*request.instruction) + " was executed by " +
                   Twine(executed) + " of the " + Twine(group.warps) +
                   " warps of the warpgroup when the block ended",
               nullptr);
      break;
    }
}

/// Compares a request with those of the other warps of the warpgroup.
static void checkGroup(Warp &w, const DecodedInstruction &in, unsigned lane,
                       Warpgroup &group) {
  unsigned &mine = group.executed[w.index % warpsOfGroup];
  if (mine == group.requests.size()) {
    group.requests.push_back({&in, siteOf(w, in, lane)});
  } else if (const Request &other = group.requests[mine];
             other.instruction->aux != in.aux ||
             other.instruction->flags != in.flags) {
    w.report(CheckKind::WarpMask, in, lane,
             describe(in) + ", but another warp of the warpgroup executed " +
                 describe(*other.instruction) + " in line " +
                 Twine(other.site.line));
  }
  for (unsigned other = 0; other < group.warps; ++other)
    if (group.executed[other] < mine) {
      w.report(CheckKind::WarpMask, in, lane,
               describe(in) + " while warp " +
                   Twine(w.index / warpsOfGroup * warpsOfGroup + other) +
                   " of the warpgroup has not executed the setmaxnreg before");
      break;
    }
  ++mine;
}

/// What a thread has at launch: .maxnreg, or its share of the 64 Ki registers,
/// of which .minnctapersm and .maxnctapersm (its older name) want as many
/// blocks to have some.
static unsigned registersAtLaunch(const Warp &w) {
  const Frame *frame = w.currentFrame();
  while (frame->parent)
    frame = frame->parent;
  uint64_t blocks = 1;
  for (const Directive &directive : frame->function->source->directives) {
    if (directive.values.empty())
      continue;
    if (directive.name == "maxnreg")
      return unsigned(directive.values.front());
    if (directive.name == "minnctapersm" || directive.name == "maxnctapersm")
      blocks = std::clamp<uint64_t>(directive.values.front(), blocks, 32);
  }
  const auto &block = w.cta.launch.block;
  unsigned warps = (block[0] * block[1] * block[2] + laneCount - 1) / laneCount;
  return std::min(256u, unsigned(65536 / (warps * laneCount * blocks) / 8 * 8));
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
  if (!mine.isWaiting)
    checkGroup(w, in, lane, pool.groupOf(w));
  mine.isWaiting = false;
  auto count = unsigned(in.aux);
  bool increases = in.flags;
  if (increases ? count < mine.perThread : count > mine.perThread) {
    w.report(CheckKind::Operand, in, lane,
             describe(in) + " registers, but the thread has " +
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
  if (wanted > pool.free) {
    mine.isWaiting = true;
    return w.block(WaitKind::Async, registerKey);
  }
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

void tessera::ptx::emu::registerRegisterOps(Registry &registry) {
  registry.add("setmaxnreg", bindMaxRegisters);
}
