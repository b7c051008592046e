//===- PTX/Emulator/Matrix/WgmmaRegisters.cpp - registers lent to the engine -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Lends registers, gives them back and looks for accesses in between, as
// WgmmaRegisters.h describes.
//
//===----------------------------------------------------------------------===//

#include "WgmmaRegisters.h"

using namespace llvm;
using namespace tessera::ptx;
using namespace tessera::ptx::emu;

/// In registers that the engine has.
static constexpr uint64_t nonsense = 0x7FBADBAD;

std::shared_ptr<LentRegisters>
tessera::ptx::emu::lendAccumulators(Warp &w, const DecodedInstruction &in,
                                    LentList &list, bool isRead) {
  const Arg &arg = in.args[0];
  Frame *frame = w.path().frame;
  LaneMask lanes = w.path().mask;
  unsigned lane = unsigned(countr_zero(lanes));
  auto sameSlot = [](const Slot32 &a, const Slot32 &b) {
    return a.slot == b.slot;
  };
  for (auto &lent : list) {
    if (lent->frame != frame)
      continue;
    bool isSame = lent->slots.size() == arg.count &&
                  std::equal(lent->slots.begin(), lent->slots.end(),
                             arg.elements, sameSlot);
    if (isSame)
      return lent;
    for (unsigned i = 0; i < arg.count; ++i)
      for (const Slot32 &slot : lent->slots)
        if (slot.slot == arg.elements[i].slot) {
          w.report(CheckKind::Tensor, in, lane,
                   "accumulator registers overlap those of another wgmma that "
                   "was not waited for");
          return nullptr;
        }
  }
  auto lent = std::make_shared<LentRegisters>();
  lent->frame = frame;
  lent->slots.assign(arg.elements, arg.elements + arg.count);
  LaneMask undefined = 0;
  for (const Slot32 &slot : lent->slots) {
    uint64_t *values = w.dest(slot);
    lent->bits.insert(lent->bits.end(), values, values + laneCount);
    std::fill_n(values, laneCount, nonsense);
    undefined |= lanes & ~frame->defined[slot.slot];
  }
  if (isRead && undefined != 0)
    w.report(CheckKind::UninitialisedRegister, in,
             unsigned(countr_zero(undefined)),
             "accumulator registers were never written or still belong to a "
             "wgmma");
  list.push_back(lent);
  return lent;
}

void tessera::ptx::emu::giveAccumulatorsBack(Warp &w,
                                             const DecodedInstruction &in,
                                             LentList &list) {
  LaneMask lanes = w.path().mask;
  erase_if(list, [&](const std::shared_ptr<LentRegisters> &lent) {
    if (lent->users != 0)
      return false;
    bool changed = false;
    for (size_t i = 0; i < lent->slots.size(); ++i) {
      uint64_t *values = lent->frame->registers.get() +
                         size_t(lent->slots[i].slot) * laneCount;
      forEachLane(lanes, [&](unsigned lane) {
        changed |= values[lane] != nonsense;
        values[lane] = lent->bits[i * laneCount + lane];
      });
      lent->frame->defined[lent->slots[i].slot] |= lanes;
    }
    if (changed)
      w.report(CheckKind::Tensor, in, unsigned(countr_zero(lanes)),
               "accumulator registers were written before the "
               "wgmma.wait_group that covers them");
    return true;
  });
}

void tessera::ptx::emu::checkFence(Warp &w, const DecodedInstruction &in,
                                   const WgmmaPlan &plan, const LentList &list,
                                   uint64_t fencedAt) {
  const Frame &frame = *w.path().frame;
  unsigned lane = unsigned(countr_zero(w.path().mask));
  auto check = [&](const Slot32 &slot, StringRef what) {
    bool isLent = any_of(list, [&](const auto &lent) {
      return lent->frame == &frame &&
             any_of(lent->slots,
                    [&](const Slot32 &each) { return each.slot == slot.slot; });
    });
    if (isLent || slot.slot >= frame.accessed.size() ||
        frame.accessed[slot.slot] <= fencedAt)
      return true;
    w.report(CheckKind::WgmmaFence, in, lane,
             "no wgmma.fence lies between the last access to " + what + " '" +
                 frame.function->slotNames[slot.slot] + "' and this wgmma");
    return false;
  };
  for (unsigned i = 0; i < in.args[0].count; ++i)
    if (!check(in.args[0].elements[i], "accumulator"))
      return;
  for (unsigned i = 0; plan.aInRegisters && i < in.args[plan.argA].count; ++i)
    if (!check(in.args[plan.argA].elements[i], "register of A"))
      return;
}
