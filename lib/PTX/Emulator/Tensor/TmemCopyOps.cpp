//===- PTX/Emulator/Tensor/TmemCopyOps.cpp - tcgen05.cp and .shift -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Copies from shared to tensor memory, of which decompression spreads 4- or
// 6-bit elements over the low bits of bytes, and the shift of 32 lanes and 8
// columns by one lane: lane i gets what lane i + 1 had and the last one keeps
// its own, which a 4x256b copy then fills. Of 4x256b, row i goes to lane 32 i
// beyond that of the address. (The manual shows lanes in figures; this is what
// its words leave.)
//
//===----------------------------------------------------------------------===//

#include "PTX/Emulator/Core/Elementwise.h"
#include "PTX/Emulator/Core/TensorOps.h"
#include "PTX/Emulator/Matrix/MatrixDescriptor.h"
#include "TmemImpl.h"

using namespace llvm;
using namespace tessera::ptx;
using namespace tessera::ptx::emu;

namespace {
/// Rows `row` to `row + count - 1` of the source go to lanes from `lane` on.
struct RowRun {
  unsigned row, lane, count = 32;
};
struct CopyPlan {
  unsigned columns = 0; // 32-bit columns of a row
  std::vector<RowRun> runs;
  unsigned group = 1;
  unsigned elementBits = 8; // 4, 6: to be spread over bytes
  bool hasLane = false;     // 4x256b: the address may name a lane below 32
};
} // namespace

/// The 32 bits of column `column` of a row, and what reading them met.
static uint32_t fetchColumn(Machine &machine, Cta &cta, const CopyPlan &plan,
                            const MatrixDescriptor &descriptor, unsigned row,
                            unsigned column, FetchProblems &problems) {
  // 16 elements are at the start of 16 bytes; four of them make a column.
  unsigned bits = plan.elementBits, size = bits / 2;
  unsigned byte = column / 4 * 16 + column % 4 * size;
  uint64_t from = descriptor.offset(false, row, byte) | uint64_t(cta.rank)
                                                            << sharedRankShift;
  Span span = machine.sharedAt(cta.cluster, from, size);
  FetchProblems here;
  here.address = from;
  here.outside = !span;
  for (unsigned b = 0; span && b < size; ++b) {
    here.pending |= (span.state[b] & BytePending) != 0;
    here.uninitialised |= !(span.state[b] & (ByteInitialised | BytePending));
  }
  if (here.outside || here.pending || here.uninitialised)
    problems.merge(here);
  if (!span)
    return 0;
  uint32_t packed = 0, value = 0;
  std::memcpy(&packed, span.data, size);
  if (bits == 8)
    return packed;
  for (unsigned e = 0; e < 4; ++e)
    value |= (packed >> (e * bits) & ((1u << bits) - 1)) << (8 * e);
  return value;
}

/// The blocks a copy or shift writes; false after a finding.
static bool addTargets(Warp &w, const DecodedInstruction &in, unsigned lane,
                       uint32_t address, unsigned group, unsigned columns,
                       unsigned granules, TensorWork &work) {
  unsigned base = w.cta.rank & ~(group - 1);
  for (unsigned peer = 0; peer < group; ++peer) {
    if (group == 2 && base + 1 >= w.cta.cluster.ctas.size()) {
      w.report(CheckKind::Tensor, in, lane,
               "cta_group::2 without a pair of blocks", address);
      return false;
    }
    Cta *cta = w.cta.cluster.ctas[group == 2 ? base + peer : w.cta.rank].get();
    unsigned first = address & 0xFFFF;
    if (!Tmem::of(*cta).isAllocated(first, columns)) {
      w.report(CheckKind::OutOfBounds, in, lane,
               "access to columns of tensor memory that are not allocated",
               address);
      return false;
    }
    work.targets.push_back({cta, granules, first, columns});
  }
  work.site = siteOf(w, in, lane);
  work.in = &in;
  return true;
}

static Step copyStep(Warp &w, const DecodedInstruction &in, LaneMask active) {
  const auto &plan = *static_cast<const CopyPlan *>(in.data);
  forEachLane(active, [&](unsigned lane) {
    uint32_t address = uint32_t(w.address(in.args[0], lane));
    auto descriptor = MatrixDescriptor::ofTcgen05(w.source(in.args[1])[lane]);
    auto wrong = [&](CheckKind kind, const Twine &text) {
      w.report(kind, in, lane, text, address);
    };
    if (!descriptor.problem.empty())
      return wrong(CheckKind::Tensor, descriptor.problem);
    unsigned firstLane = address >> 16, first = address & 0xFFFF;
    if (plan.hasLane ? firstLane >= 32 : firstLane != 0)
      return wrong(CheckKind::Tensor,
                   plan.hasLane ? "expected a lane below 32 as destination"
                                : "expected lane 0 as destination");
    auto work = std::make_shared<TensorWork>();
    if (!addTargets(w, in, lane, address, plan.group, plan.columns, 0xFF,
                    *work))
      return;
    const CopyPlan *kept = &plan;
    TensorWork *self = work.get();
    work->run = [=](Machine &machine) {
      for (const TmemRange &target : self->targets) {
        Tmem &tmem = Tmem::of(*target.cta);
        FetchProblems problems;
        for (const RowRun &run : kept->runs)
          for (unsigned i = 0; i < run.count; ++i)
            for (unsigned column = 0; column < kept->columns; ++column) {
              unsigned to = firstLane + run.lane + i;
              tmem.cell(to, first + column) =
                  fetchColumn(machine, *target.cta, *kept, descriptor,
                              run.row + i, column, problems);
              tmem.isWritten(to, first + column) = 1;
            }
        reportFetch(machine, self->site, problems, "the source", self->in);
      }
    };
    if (w.order)
      for (const TmemRange &range : work->targets) {
        checkTensorWork(w, in, lane, range, /*writes=*/true);
        Accessor who = laneEngine(
            w, in, lane,
            engineActor(Engine::TensorDone, w.order->actorOf(lane)), false);
        bool isOrdered = true;
        for (const RowRun &run : plan.runs)
          for (unsigned i = 0; isOrdered && i < run.count; ++i)
            isOrdered =
                checkEngine(w, in, lane, true,
                            descriptor.offset(false, run.row + i, 0) |
                                uint64_t(range.cta->rank) << sharedRankShift,
                            plan.elementBits * 2, who);
      }
    postTensorWork(w, lane, std::move(work));
  });
  return Step::Next;
}

/// aux: cta_group.
static Step shiftStep(Warp &w, const DecodedInstruction &in, LaneMask active) {
  constexpr unsigned columns = 8; // 32 bytes
  forEachLane(active, [&](unsigned lane) {
    uint32_t address = uint32_t(w.address(in.args[0], lane));
    unsigned firstLane = address >> 16, first = address & 0xFFFF;
    if (firstLane % 32 != 0 || firstLane >= tmemLanes) {
      w.report(CheckKind::Tensor, in, lane,
               "expected a lane that is a multiple of 32, got " +
                   Twine(firstLane),
               address);
      return;
    }
    auto work = std::make_shared<TensorWork>();
    if (!addTargets(w, in, lane, address, unsigned(in.aux), columns,
                    3u << (firstLane / 16), *work))
      return;
    TensorWork *self = work.get();
    work->run = [=](Machine &machine) {
      bool missing = false;
      for (const TmemRange &target : self->targets) {
        Tmem &tmem = Tmem::of(*target.cta);
        for (unsigned column = first; column < first + columns; ++column)
          for (unsigned i = firstLane; i < firstLane + 31; ++i) {
            missing |= !tmem.isWritten(i + 1, column);
            tmem.cell(i, column) = tmem.cell(i + 1, column);
            tmem.isWritten(i, column) = 1;
          }
      }
      if (missing)
        reportAt(machine, self->site, CheckKind::UninitialisedMemory,
                 "what is shifted in tensor memory was never written",
                 self->in);
    };
    if (w.order)
      for (const TmemRange &range : work->targets)
        checkTensorWork(w, in, lane, range, /*writes=*/true);
    postTensorWork(w, lane, std::move(work));
  });
  return Step::Next;
}

static Bound bindCopy(BindContext &c, DecodedInstruction &in) {
  CopyPlan plan;
  if (c.take("shift")) {
    in.aux = takeCtaGroup(c);
    c.take("down");
    return bindHandler(in, shiftStep);
  }
  if (!c.take("cp"))
    return Bound::NotMine;
  plan.group = takeCtaGroup(c);
  if (c.take("b8x16"))
    plan.elementBits = c.take("b4x16_p64") ? 4 : 6;
  c.take("b6x16_p32");
  StringRef shape =
      c.takeAny({"128x256b", "128x128b", "64x128b", "32x128b", "4x256b"});
  plan.columns = shape.ends_with("256b") ? 8 : 4;
  if (shape.starts_with("128x")) {
    plan.runs = {{0, 0}, {32, 32}, {64, 64}, {96, 96}};
  } else if (shape == "64x128b") {
    if (c.take("warpx2::02_13"))
      plan.runs = {{0, 0}, {0, 64}, {32, 32}, {32, 96}};
    else if (c.take("warpx2::01_23"))
      plan.runs = {{0, 0}, {0, 32}, {32, 64}, {32, 96}};
  } else if (shape == "32x128b") {
    c.take("warpx4");
    plan.runs = {{0, 0}, {0, 32}, {0, 64}, {0, 96}};
  } else {
    plan.hasLane = true;
    plan.runs = {{0, 0, 1}, {1, 32, 1}, {2, 64, 1}, {3, 96, 1}};
  }
  in.data = c.keep(std::move(plan));
  return bindHandler(in, copyStep);
}

void tessera::ptx::emu::registerTcgen05CopyOps(Registry &registry) {
  registry.add("tcgen05", bindCopy);
}
