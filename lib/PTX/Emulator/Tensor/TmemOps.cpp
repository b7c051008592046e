//===- PTX/Emulator/Tensor/TmemOps.cpp - tcgen05 alloc, ld, st, wait -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// ld and st move at any time between their issue and the wait of the warp.
// Registers of a load count as never written until wait::ld; what a store
// writes is pending until wait::st. Which register meets which cell is in
// Layout/Fragments.h.
//
//===----------------------------------------------------------------------===//

#include "PTX/Emulator/Core/Elementwise.h"
#include "PTX/Emulator/Core/TensorOps.h"
#include "PTX/Emulator/Matrix/MatrixElement.h"
#include "TmemImpl.h"
#include "tessera/Layout/Fragments.h"
#include "tessera/Numerics/FloatArith.h"

using namespace llvm;
using namespace tessera::ptx;
using namespace tessera::ptx::emu;
using namespace tessera::layout;
using tessera::numerics::ElementKind;
namespace numerics = tessera::numerics;

namespace {

struct MovePlan {
  bool isStore = false;
  bool isPacked = false; // .pack::16b, .unpack::16b
  bool isSplit = false;
  unsigned registers = 0, windowLanes = 32;
  unsigned columns = 0; // of the window, largest column + 1
  /// [register * 32 + lane]: row << 16 | column of the window.
  std::vector<uint32_t> cells;
  unsigned addressArg = 0, vectorArg = 0;
  // ld.red
  bool isReduce = false, isMin = false, isAbs = false, isNaN = false;
  Type type = Type::b32;
};

struct Move {
  const MovePlan *plan = nullptr;
  Cta *cta = nullptr;
  unsigned baseLane = 0, baseColumn = 0;
  bool done = false;
  std::vector<uint32_t> values; // as plan->cells
  // Loads.
  Frame *frame = nullptr;
  LaneMask lanes = 0;
  uint32_t line = 0;
  bool isDelivered = false; // before its wait
  std::vector<Slot32> slots;
  void perform();
  void countLoads(int change) const;
  template <typename F> void eachCell(F f) const;
  void countStores(int change) const;
};
constexpr uint64_t nonsense = 0x7FBADBAD;

struct MoveOperation : AsyncOperation {
  std::shared_ptr<Move> move;
  std::string description;
  void complete(Machine &) override { move->perform(); }
  std::string describe() const override { return description; }
};

struct MoveState : Extension, LateResults {
  std::vector<std::shared_ptr<Move>> loads, stores;
  bool deliver(Warp &warp, const DecodedInstruction &reader, uint32_t slot,
               LaneMask lanes) override;
};

} // namespace

//===----------------------------------------------------------------------===//
// Moving
//===----------------------------------------------------------------------===//

/// Calls f(index into values, lane, column, half): half 0 and 1 when two
/// columns share a register, else 2.
template <typename F> void Move::eachCell(F f) const {
  for (size_t i = 0; i < plan->cells.size(); ++i) {
    unsigned lane = baseLane + (plan->cells[i] >> 16);
    unsigned column = baseColumn + (plan->cells[i] & 0xFFFF);
    if (!plan->isPacked) {
      f(i, lane, column, 2u);
      continue;
    }
    f(i, lane, column, 0u);
    f(i, lane, column + 1, 1u);
  }
}

void Move::perform() {
  if (done)
    return;
  done = true;
  Tmem &tmem = Tmem::of(*cta);
  if (plan->isStore) {
    eachCell([&](size_t i, unsigned lane, unsigned column, unsigned half) {
      tmem.cell(lane, column) =
          half == 2 ? values[i] : values[i] >> (16 * half) & 0xFFFF;
      tmem.isWritten(lane, column) = 1;
    });
    return;
  }
  values.assign(plan->cells.size(), 0);
  eachCell([&](size_t i, unsigned lane, unsigned column, unsigned half) {
    uint32_t value = tmem.cell(lane, column);
    values[i] |= half == 2 ? value : (value & 0xFFFF) << (16 * half);
  });
}

void Move::countStores(int change) const {
  Tmem &tmem = Tmem::of(*cta);
  eachCell([&](size_t, unsigned lane, unsigned column, unsigned) {
    uint16_t &count = tmem.byStore[column][lane / 16];
    count = uint16_t(count + change);
  });
}

void Move::countLoads(int change) const {
  Tmem &tmem = Tmem::of(*cta);
  eachCell([&](size_t, unsigned row, unsigned column, unsigned) {
    uint16_t &count = tmem.byLoad[column][row / 16];
    count = uint16_t(count + change);
    tmem.loadLine[column][row / 16] = line;
  });
}

/// Min or max over the registers of a lane.
static uint32_t reduceLane(const MovePlan &plan,
                           const std::vector<uint32_t> &values, unsigned lane) {
  uint64_t result = 0;
  for (unsigned r = 0; r < plan.registers; ++r) {
    uint64_t value = values[r * laneCount + lane];
    if (plan.isAbs)
      value &= 0x7FFFFFFF;
    if (r == 0) {
      result = value;
      continue;
    }
    if (plan.type == Type::f32) {
      auto pick = plan.isMin ? numerics::minF : numerics::maxF;
      result = pick(ElementKind::F32, result, value, plan.isNaN, false);
      continue;
    }
    bool less = plan.type == Type::s32
                    ? int32_t(uint32_t(value)) < int32_t(uint32_t(result))
                    : value < result;
    if (less == plan.isMin)
      result = value;
  }
  return uint32_t(result);
}

/// Gives a load's registers their values.
static void deposit(Warp &w, const DecodedInstruction &in, Move &move) {
  LaneMask lanes = move.lanes;
  bool changed = false;
  auto give = [&](const Slot32 &slot, auto valueOf) {
    uint64_t *to = move.frame->registers.get() + size_t(slot.slot) * laneCount;
    forEachLane(lanes, [&](unsigned lane) {
      changed |= to[lane] != nonsense;
      to[lane] = valueOf(lane);
    });
    move.frame->defined[slot.slot] |= lanes;
  };
  for (unsigned r = 0; r < move.plan->registers; ++r)
    give(move.slots[r],
         [&](unsigned lane) { return move.values[r * laneCount + lane]; });
  if (move.plan->isReduce)
    give(move.slots.back(), [&](unsigned lane) {
      return reduceLane(*move.plan, move.values, lane);
    });
  if (changed)
    w.report(CheckKind::Tensor, in, unsigned(countr_zero(lanes)),
             "registers of a tcgen05.ld were written before its wait::ld");
}

bool MoveState::deliver(Warp &w, const DecodedInstruction &reader,
                        uint32_t slot, LaneMask lanes) {
  for (auto &move : loads) {
    bool loadsIt = !move->isDelivered && move->frame == w.currentFrame() &&
                   any_of(move->slots, [&](const Slot32 &each) {
                     return each.slot == slot;
                   });
    if (!loadsIt)
      continue;
    w.report(CheckKind::Tcgen05Wait, reader, unsigned(countr_zero(lanes)),
             "'" + Twine(move->frame->function->slotNames[slot]) +
                 "' is read before the wait::ld of the tcgen05.ld of line " +
                 Twine(move->line) + ", which loads it");
    move->perform();
    deposit(w, reader, *move);
    move->isDelivered = true;
    return true;
  }
  return false;
}

//===----------------------------------------------------------------------===//
// Issue
//===----------------------------------------------------------------------===//

static bool checkMove(Warp &w, const DecodedInstruction &in,
                      const MovePlan &plan, Move &move) {
  LaneMask lanes = w.path().mask;
  unsigned lane = unsigned(countr_zero(lanes));
  auto wrong = [&](CheckKind kind, const Twine &text, uint64_t address) {
    w.report(kind, in, lane, text, address);
    return false;
  };
  const Arg &arg = in.args[plan.addressArg];
  uint32_t address = uint32_t(w.address(arg, lane));
  bool isSame = true;
  forEachLane(lanes, [&](unsigned other) {
    isSame &= uint32_t(w.address(arg, other)) == address;
  });
  if (!isSame)
    return wrong(CheckKind::Tensor,
                 "the lanes of the warp give different tensor memory addresses",
                 address);
  if (w.live != w.existing)
    wrong(CheckKind::Tensor, "a thread of the warp has exited", address);
  move.baseLane = address >> 16;
  move.baseColumn = address & 0xFFFF;
  unsigned own = w.index % 4 * 32;
  bool isOwn = move.baseLane == own ||
               (plan.windowLanes == 16 && move.baseLane == own + 16);
  if (!isOwn)
    return wrong(CheckKind::Tensor,
                 "warp " + Twine(w.index % 4) +
                     " of the warpgroup may access lanes " + Twine(own) +
                     " to " + Twine(own + 31) + ", got lane " +
                     Twine(move.baseLane),
                 address);
  if (move.baseColumn + plan.columns > tmemColumns)
    return wrong(CheckKind::OutOfBounds,
                 "columns " + Twine(move.baseColumn) + " to " +
                     Twine(move.baseColumn + plan.columns - 1) +
                     " of tensor memory, which has 512",
                 address);
  Tmem &tmem = Tmem::of(w.cta);
  bool isAllocated = true, isPending = false, isWritten = true;
  move.eachCell([&](size_t, unsigned row, unsigned column, unsigned) {
    isAllocated &= tmem.owner[column] != 0;
    isPending |= tmem.byEngine[column][row / 16] != 0 ||
                 tmem.byStore[column][row / 16] != 0;
    isWritten &= tmem.isWritten(row, column) != 0;
  });
  if (!isAllocated)
    return wrong(CheckKind::OutOfBounds,
                 "access to columns of tensor memory that are not allocated",
                 address);
  TmemRange range{&w.cta, 0, move.baseColumn, plan.columns};
  range.granules = (plan.windowLanes == 16 ? 1u : 3u) << (move.baseLane / 16);
  if (w.order)
    checkTensorWork(w, in, wholeWarp, range, plan.isStore);
  if (plan.isStore)
    checkOpenLoads(w, in, lane, range);
  if (isPending)
    wrong(CheckKind::AsyncBeforeWait,
          Twine(plan.isStore ? "store to" : "load of") +
              " tensor memory that an asynchronous operation is still writing",
          address);
  else if (!isWritten && !plan.isStore)
    wrong(CheckKind::UninitialisedMemory,
          "load of tensor memory that was never written", address);
  return true;
}

static Step moveStep(Warp &w, const DecodedInstruction &in, LaneMask active) {
  if (!w.gather(in, active, ~0u))
    return Step::Blocked;
  const auto &plan = *static_cast<const MovePlan *>(in.data);
  auto move = std::make_shared<Move>();
  move->plan = &plan;
  move->cta = &w.cta;
  if (!checkMove(w, in, plan, *move))
    return Step::Next;
  auto &state = w.extensions.get<MoveState>();
  const Arg &vector = in.args[plan.vectorArg];
  for (unsigned r = 0; r < plan.registers; ++r)
    move->slots.push_back(registerOf(vector, r));
  if (plan.isStore) {
    for (const Slot32 &slot : move->slots) {
      const uint64_t *values = w.source(slot);
      for (unsigned lane = 0; lane < laneCount; ++lane)
        move->values.push_back(uint32_t(values[lane]));
    }
    move->countStores(1);
    state.stores.push_back(move);
  } else {
    if (plan.isReduce)
      move->slots.push_back(in.args[1].value);
    for (const Slot32 &slot : move->slots)
      forEachLane(w.path().mask,
                  [&](unsigned lane) { w.dest(slot)[lane] = nonsense; });
    move->frame = w.path().frame;
    move->lanes = w.path().mask;
    move->line = in.source->location.line;
    move->countLoads(1);
    w.undefinedResult = w.path().mask;
    w.late = &state;
    state.loads.push_back(move);
  }
  auto operation = std::make_unique<MoveOperation>();
  operation->move = std::move(move);
  operation->cluster = &w.cta.cluster;
  operation->description =
      std::string(plan.isStore ? "tcgen05.st" : "tcgen05.ld") + " of line " +
      std::to_string(in.source->location.line);
  w.machine.post(std::move(operation));
  return Step::Next;
}

/// flags: 1 wait::st.
static Step waitStep(Warp &w, const DecodedInstruction &in, LaneMask active) {
  if (!w.gather(in, active, ~0u))
    return Step::Blocked;
  auto &state = w.extensions.get<MoveState>();
  auto &moves = in.flags ? state.stores : state.loads;
  for (auto &move : moves) {
    move->perform();
    if (in.flags)
      move->countStores(-1);
    else {
      move->countLoads(-1);
      if (!move->isDelivered)
        deposit(w, in, *move);
    }
  }
  moves.clear();
  w.machine.noteProgress();
  return Step::Next;
}

/// Fills in cells, registers and the size of the window.
static bool makeMap(BindContext &c, const DecodedInstruction &in,
                    MovePlan &plan) {
  static constexpr std::pair<StringRef, TmemShape> shapes[] = {
      {"32x32b", TmemShape::L32x32b},
      {"16x64b", TmemShape::L16x64b},
      {"16x128b", TmemShape::L16x128b},
      {"16x256b", TmemShape::L16x256b},
      {"16x32bx2", TmemShape::L16x32bx2}};
  TmemShape shape = TmemShape::L32x32b;
  for (auto [name, value] : shapes)
    if (c.take(name))
      shape = value;
  plan.isSplit = shape == TmemShape::L16x32bx2;
  plan.windowLanes = shape == TmemShape::L32x32b ? 32 : 16;
  unsigned repeat = 0;
  for (unsigned number = 1; number <= 128; number *= 2)
    if (c.take("x" + std::to_string(number)))
      repeat = number;
  // With a split the layout has the second half at column 256; it is moved to
  // its own offset, which need not be a power of two.
  constexpr unsigned far = 256;
  Expected<LinearLayout> map = tcgen05Registers(
      shape, repeat, /*warpgroup=*/false, plan.isSplit ? far : 0);
  if (!map) {
    c.refuse(toString(map.takeError()));
    return false;
  }
  unsigned split = 0;
  if (plan.isSplit)
    split =
        unsigned(in.args[plan.isStore ? plan.addressArg + 1 : in.numArgs - 1]
                     .literal.value_or(0));
  plan.registers = unsigned(map->in().size()) / laneCount;
  for (unsigned r = 0; r < plan.registers; ++r)
    for (unsigned lane = 0; lane < laneCount; ++lane) {
      uint64_t point = map->in().pack(Dim::Lane, lane);
      if (r != 0)
        point |= map->in().pack(Dim::Register, r);
      uint64_t image = map->apply(point);
      unsigned row = unsigned(map->out().get(image, Dim::TmemLane));
      unsigned column = unsigned(map->out().get(image, Dim::TmemColumn));
      bool isFar = plan.isSplit && column >= far;
      unsigned scale = plan.isPacked ? 2 : 1;
      column = (isFar ? split : 0) + (isFar ? column - far : column) * scale;
      plan.columns = std::max(plan.columns, column + scale);
      plan.cells.push_back(row << 16 | column);
    }
  return true;
}

static Bound bindMoveOps(BindContext &c, DecodedInstruction &in) {
  c.ignore({"sync", "aligned"});
  in.mayBlock = true;
  if (c.take("wait::ld"))
    return bindHandler(in, waitStep);
  if (c.take("wait::st")) {
    in.flags = 1;
    return bindHandler(in, waitStep);
  }
  MovePlan plan;
  plan.isStore = c.take("st");
  if (!plan.isStore && !c.take("ld"))
    return Bound::NotMine;
  plan.isPacked = c.take("pack::16b") || c.take("unpack::16b");
  if (c.take("red")) {
    plan.isReduce = true;
    plan.isMin = c.take("min");
    c.take("max");
    plan.isAbs = c.take("abs");
    plan.isNaN = c.take("NaN");
  }
  plan.type = c.type();
  plan.addressArg = plan.isStore ? 0 : plan.isReduce ? 2 : 1;
  plan.vectorArg = plan.isStore ? in.numArgs - 1 : 0;
  if (!makeMap(c, in, plan))
    return Bound::Refused;
  in.data = c.keep(std::move(plan));
  return bindHandler(in, moveStep);
}

void tessera::ptx::emu::registerTmemOps(Registry &registry) {
  registry.add("tcgen05", bindMoveOps);
}
