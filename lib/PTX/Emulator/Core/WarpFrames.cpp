//===- PTX/Emulator/Core/WarpFrames.cpp - registers of an activation -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Makes frames, fills the slots that have a value before the first instruction
// (addresses and special registers), and gives frames back.
//
//===----------------------------------------------------------------------===//

#include "tessera/PTX/Emulator/Machine.h"

#include "llvm/ADT/StringSwitch.h"

using namespace llvm;
using namespace tessera::ptx;
using namespace tessera::ptx::emu;

static uint32_t component(const std::array<uint32_t, 3> &value, char name) {
  return name == 'x' || name == 'y' || name == 'z' ? value[name - 'x'] : 0;
}

uint64_t Warp::specialValue(const PrefilledSlot &slot, unsigned lane) const {
  const GridLaunch &launch = cta.launch;
  char c = slot.component;
  std::array<uint32_t, 3> clusterCtaid{}, clusters{};
  for (unsigned i = 0; i < 3; ++i) {
    clusterCtaid[i] = cta.index[i] % launch.cluster[i];
    clusters[i] = launch.grid[i] / launch.cluster[i];
  }
  unsigned threads = launch.block[0] * launch.block[1] * launch.block[2];
  unsigned clusterSize =
      launch.cluster[0] * launch.cluster[1] * launch.cluster[2];
  uint32_t bit = uint32_t(1) << lane;
  uint64_t clock = machine.clock();
  return StringSwitch<uint64_t>(slot.special)
      .Case("tid", component(threadIndex(lane), c))
      .Case("ntid", component(launch.block, c))
      .Case("ctaid", component(cta.index, c))
      .Case("nctaid", component(launch.grid, c))
      .Case("clusterid", component(cta.cluster.index, c))
      .Case("nclusterid", component(clusters, c))
      .Case("cluster_ctaid", component(clusterCtaid, c))
      .Case("cluster_nctaid", component(launch.cluster, c))
      .Case("cluster_ctarank", cta.rank)
      .Case("cluster_nctarank", clusterSize)
      .Case("is_explicit_cluster", clusterSize > 1)
      .Case("laneid", lane)
      .Case("warpid", index)
      .Case("nwarpid", (threads + 31) / 32)
      .Case("smid", (cta.index[0] + cta.index[1] + cta.index[2]) % 132)
      .Case("nsmid", machine.countMultiprocessors(launch))
      .Case("lanemask_eq", bit)
      .Case("lanemask_le", bit | (bit - 1))
      .Case("lanemask_lt", bit - 1)
      .Case("lanemask_ge", ~(bit - 1))
      .Case("lanemask_gt", ~(bit | (bit - 1)))
      .Cases({"clock", "globaltimer_lo"}, uint32_t(clock))
      .Cases({"clock_hi", "globaltimer_hi"}, clock >> 32)
      .Cases({"clock64", "globaltimer"}, clock)
      .Case("gridid", 1)
      .Case("envreg1", launch.workspace >> 32)
      .Case("envreg2", uint32_t(launch.workspace))
      .Case("dynamic_smem_size", launch.dynamicShared)
      .Cases({"total_smem_size", "aggr_smem_size"},
             machine.sharedSize + sharedBase)
      .Case("reserved_smem_offset_end", sharedBase)
      .Case("reserved_smem_offset_cap", sharedBase)
      .Default(0);
}

void Warp::prefill(Frame &frame) {
  for (const PrefilledSlot &slot : frame.function->prefilled) {
    uint64_t value = slot.value, window = 0;
    uint64_t rankBase = uint64_t(cta.rank) << sharedRankShift;
    switch (slot.kind) {
    case PrefilledSlot::Kind::SharedAddress:
      value += sharedBase + rankBase;
      window = sharedWindow;
      break;
    case PrefilledSlot::Kind::DynamicShared:
      value += sharedBase + rankBase + machine.sharedSize -
               machine.options.dynamicShared;
      window = sharedWindow;
      break;
    case PrefilledSlot::Kind::LocalAddress:
      value += frame.localBase;
      window = localWindow;
      break;
    case PrefilledSlot::Kind::ParamAddress:
      window = paramWindow;
      break;
    case PrefilledSlot::Kind::GlobalAddress:
      break;
    case PrefilledSlot::Kind::Special:
      for (unsigned lane = 0; lane < laneCount; ++lane)
        frame.registers[size_t(slot.slot) * laneCount + lane] =
            specialValue(slot, lane);
      continue;
    }
    if (slot.generic)
      value += window;
    std::fill_n(&frame.registers[size_t(slot.slot) * laneCount], laneCount,
                value);
  }
}

void Warp::refreshClocks(Frame &frame) {
  for (const PrefilledSlot &slot : frame.function->prefilled)
    if (slot.kind == PrefilledSlot::Kind::Special &&
        (slot.special.starts_with("clock") ||
         slot.special.starts_with("globaltimer")))
      std::fill_n(&frame.registers[size_t(slot.slot) * laneCount], laneCount,
                  specialValue(slot, 0));
}

Frame *Warp::makeFrame(const DecodedFunction &function, Frame *parent,
                       LaneMask lanes) {
  std::unique_ptr<Frame> frame;
  auto reusable = find_if(freeFrames, [&](const auto &candidate) {
    return candidate->function == &function;
  });
  if (reusable != freeFrames.end()) {
    frame = std::move(*reusable);
    freeFrames.erase(reusable);
  } else {
    frame = std::make_unique<Frame>();
    frame->function = &function;
    frame->registers =
        std::make_unique<uint64_t[]>(size_t(function.numSlots) * laneCount);
    frame->predicates.resize(function.numPredicates);
  }
  frame->parent = parent;
  frame->lanes = lanes;
  frame->defined.assign(function.numSlots + function.numPredicates, 0);
  frame->doubtful.assign(frame->defined.size(), 0);
  frame->origins.clear();
  if (function.watchesRegisters)
    frame->accessed.assign(frame->defined.size(), 0);
  frame->localBase =
      parent ? alignTo(parent->localBase + parent->function->localSize +
                           parent->dynamicMost,
                       16)
             : 16;
  frame->dynamicLocal = {};
  frame->dynamicMost = 0;
  // What an earlier activation left behind counts as never written.
  forEachLane(lanes, [&](unsigned lane) {
    std::vector<uint8_t> &state = localState[lane];
    if (state.size() > frame->localBase)
      std::fill(state.begin() + frame->localBase, state.end(), 0);
  });
  for (const PrefilledSlot &slot : function.prefilled)
    frame->defined[slot.slot] = ~0u;
  prefill(*frame);
  frames.push_back(std::move(frame));
  return frames.back().get();
}

void Warp::freeFrame(Frame *frame) {
  auto found =
      find_if(frames, [&](const auto &each) { return each.get() == frame; });
  freeFrames.push_back(std::move(*found));
  frames.erase(found);
}
