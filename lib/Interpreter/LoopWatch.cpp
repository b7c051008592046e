//===- Interpreter/LoopWatch.cpp - loops that wait for nobody -----*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Counts the iterations of loops that change no memory, and compares the
// carried values of two iterations once there are enough of them.
//
//===----------------------------------------------------------------------===//

#include "LoopWatch.h"

#include "llvm/ADT/STLExtras.h"

#include <cstring>

using namespace mlir;

namespace tessera::interp {

/// Iterations without a change before values are compared: most loops end
/// before, and with race detection reads may still get older values.
static constexpr uint64_t patience = 4096;

using Mode = cuda_tile::AtomicRMWMode;

/// What an atomic of that kind leaves unchanged everywhere.
static bool keepsOld(Mode mode, uint64_t old, uint64_t argument) {
  switch (mode) {
  case Mode::Add:
  case Mode::Or:
  case Mode::Xor:
    return argument == 0;
  case Mode::Xchg:
    return argument == old;
  default:
    return false;
  }
}

static const Tile &operand(const Instruction &inst, llvm::ArrayRef<Tile> slots,
                           Value value) {
  return slots[inst.slots[llvm::find(inst.values, value) -
                          inst.values.begin()]];
}

bool mayChangeMemory(Operation *op) {
  using namespace cuda_tile;
  return isa<StorePtrTkoOp, StoreViewTkoOp, AtomicRedViewTkoOp, PrintTkoOp,
             AtomicRMWTkoOp, AtomicCASTkoOp>(op);
}

bool didChangeMemory(const Instruction &inst, llvm::ArrayRef<Tile> slots) {
  using namespace cuda_tile;
  if (auto rmw = dyn_cast<AtomicRMWTkoOp>(inst.op)) {
    const Tile &old = operand(inst, slots, rmw.getResult());
    const Tile &argument = operand(inst, slots, rmw.getArg());
    for (int64_t i = 0, n = old.numElements(); i < n; ++i)
      if (!keepsOld(rmw.getMode(), old.bits(i), argument.bits(i)))
        return true;
    return false;
  }
  if (auto cas = dyn_cast<AtomicCASTkoOp>(inst.op)) {
    const Tile &old = operand(inst, slots, cas.getResult());
    const Tile &expected = operand(inst, slots, cas.getCmp());
    const Tile &replacement = operand(inst, slots, cas.getVal());
    for (int64_t i = 0, n = old.numElements(); i < n; ++i)
      if (old.bits(i) == expected.bits(i) &&
          replacement.bits(i) != expected.bits(i))
        return true;
    return false;
  }
  return true;
}

static bool equal(const Tile &a, const Tile &b) {
  if (a.numElements() != b.numElements() || a.kind() != b.kind())
    return false;
  return std::memcmp(a.bytes(), b.bytes(),
                     static_cast<size_t>(a.numElements()) *
                         a.bytesPerElement()) == 0;
}

void LoopWatch::goOn() {
  if (isWaiting)
    --state.waiting;
  isWaiting = false;
  idle = 0;
  seen.clear();
}

/// The slots of what `loop` carries, but for tokens, which stand for what
/// happened before and not for a value.
static llvm::SmallVector<uint32_t, 4> carriedSlots(const Instruction &loop) {
  llvm::SmallVector<uint32_t, 4> carried;
  for (auto [slot, value] : llvm::zip(loop.regions[0]->arguments,
                                      loop.op->getRegion(0).getArguments()))
    if (isa<cuda_tile::TileType>(value.getType()))
      carried.push_back(slot);
  return carried;
}

bool LoopWatch::isStuck(const Instruction &loop, llvm::ArrayRef<Tile> slots,
                        TilePool &pool) {
  uint64_t now = state.changes.load(std::memory_order_relaxed);
  if (now != changes) {
    changes = now;
    if (idle != 0)
      goOn();
    return false;
  }
  if (++idle < patience)
    return false;
  auto carried = carriedSlots(loop);
  if (idle == patience) {
    for (uint32_t slot : carried)
      seen.push_back(slots[slot].clone(pool));
    return false;
  }
  for (auto [slot, value] : llvm::zip(carried, seen))
    if (!equal(slots[slot], value)) {
      goOn();
      return false;
    }
  if (!isWaiting)
    ++state.waiting;
  isWaiting = true;
  return state.waiting.load() >= state.unfinished.load();
}

} // namespace tessera::interp
