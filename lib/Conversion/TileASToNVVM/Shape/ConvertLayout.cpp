//===- TileASToNVVM/Shape/ConvertLayout.cpp - from one layout to another -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Lowers layout conversions that stay within warps. The elements either get
// other register names or travel by shuffles. Conversions through shared memory
// were replaced by stores and loads before this lowering
// (`tileas-expand-exchanges`).
//
//===----------------------------------------------------------------------===//

#include "Conversion/TileASToNVVM/Handlers.h"

#include "tessera/Dialect/TileAS/Utils/Exchanges.h"

using namespace mlir;
using tessera::layout::ConversionKind;
using tessera::layout::Dim;
using tessera::layout::LinearLayout;

namespace tessera::gpu {

/// Whether no thread bit decides which register an element comes from.
static bool keepsRegisters(const layout::Conversion &conversion,
                           const LinearLayout &to) {
  const LinearLayout &fetch = conversion.fetch;
  for (Dim place : {Dim::Lane, Dim::Warp})
    for (unsigned bit = 0; bit < to.in().bits(place); ++bit)
      if (fetch.out().get(fetch.column(place, bit), Dim::Register) != 0)
        return false;
  return true;
}

static Registers rename(const layout::Conversion &conversion,
                        const LinearLayout &to, const Registers &source) {
  const LinearLayout &fetch = conversion.fetch;
  Registers result;
  for (unsigned r = 0; r < Emitter::numRegisters(to); ++r) {
    uint64_t place = r == 0 ? 0 : fetch.apply(to.in().pack(Dim::Register, r));
    result.push_back(source[fetch.out().get(place, Dim::Register)]);
  }
  return result;
}

/// Every register from the lane that holds it. Where the register to read
/// depends on the reading lane, each candidate is shuffled and one chosen.
static Registers byShuffles(Emitter &e, const layout::Conversion &conversion,
                            const LinearLayout &to, const Registers &source) {
  const LinearLayout &fetch = conversion.fetch;
  // What lane and warp of the reader add to lane and register of the source.
  SmallVector<uint64_t> registerColumns;
  Value laneBase, choice;
  auto append = [&](Value &sum, Value term) {
    if (sum && term)
      sum = LLVM::XOrOp::create(e.b, e.loc(), sum, term);
    else if (term)
      sum = term;
  };
  for (Dim place : {Dim::Lane, Dim::Warp}) {
    SmallVector<uint64_t> lanes, registers;
    for (unsigned bit = 0; bit < to.in().bits(place); ++bit) {
      uint64_t column = fetch.column(place, bit);
      lanes.push_back(fetch.out().get(column, Dim::Lane));
      registers.push_back(fetch.out().get(column, Dim::Register));
    }
    Value source = place == Dim::Lane ? e.lane() : e.warp();
    append(laneBase, e.linear(source, lanes));
    append(choice, e.linear(source, registers));
    registerColumns.append(registers);
  }
  // The span of what readers add to the register number.
  SmallVector<uint64_t> span{0};
  for (uint64_t column : registerColumns)
    if (!llvm::is_contained(span, column))
      for (unsigned i = 0, count = span.size(); i < count; ++i)
        span.push_back(span[i] ^ column);
  if (!laneBase)
    laneBase = e.i32(0);
  Registers result;
  for (unsigned r = 0; r < Emitter::numRegisters(to); ++r) {
    uint64_t place = r == 0 ? 0 : fetch.apply(to.in().pack(Dim::Register, r));
    uint64_t from = fetch.out().get(place, Dim::Register);
    uint64_t lane = fetch.out().get(place, Dim::Lane);
    Value sourceLane = laneBase;
    if (lane != 0)
      sourceLane = LLVM::XOrOp::create(e.b, e.loc(), laneBase, e.i32(lane));
    Value value;
    for (uint64_t candidate : span) {
      Value read = e.shuffle(source[from ^ candidate], sourceLane);
      if (!value) {
        value = read;
        continue;
      }
      Value chosen =
          e.compare(LLVM::ICmpPredicate::eq, choice, e.i32(candidate));
      value = e.select(chosen, read, value);
    }
    result.push_back(value);
  }
  return result;
}

static LogicalResult emitConvert(Emitter &e, Operation *op) {
  auto convert = llvm::cast<tileas::ConvertLayoutOp>(op);
  LinearLayout from = Emitter::layoutOf(convert.getSource());
  LinearLayout to = Emitter::layoutOf(convert.getResult());
  llvm::Expected<tileas::ConversionPlan> plan =
      tileas::planConversion(from, to);
  if (!plan)
    return e.refuse(op, llvm::toString(plan.takeError()));
  const Registers &source = e.get(convert.getSource());
  Registers result;
  switch (plan->means) {
  case ConversionKind::Rename:
    result = keepsRegisters(plan->conversion, to)
                 ? rename(plan->conversion, to, source)
                 : byShuffles(e, plan->conversion, to, source);
    break;
  case ConversionKind::Shuffle:
    result = byShuffles(e, plan->conversion, to, source);
    break;
  default:
    return e.refuse(op, "an exchange through shared memory that is not an "
                        "access to it (tileas-expand-exchanges)");
  }
  e.set(convert.getResult(), std::move(result));
  return success();
}

/// The lane that each lane reads. Where there is none, a lane reads itself.
static Value laneRead(Emitter &e, tileas::ShuffleMode mode, int64_t amount) {
  Value lane = e.lane();
  switch (mode) {
  case tileas::ShuffleMode::Xor:
    return LLVM::XOrOp::create(e.b, e.loc(), lane, e.i32(amount));
  case tileas::ShuffleMode::Idx:
    return e.i32(amount);
  case tileas::ShuffleMode::Up:
  case tileas::ShuffleMode::Down:
    break;
  }
  const bool isUp = mode == tileas::ShuffleMode::Up;
  Value other = e.add(lane, e.i32(isUp ? -amount : amount));
  // Below 0 is far above 31.
  Value exists = e.compare(LLVM::ICmpPredicate::ult, other, e.i32(32));
  return e.select(exists, other, lane);
}

static LogicalResult emitShuffle(Emitter &e, Operation *op) {
  auto shuffle = llvm::cast<tileas::ShuffleOp>(op);
  Value from =
      laneRead(e, shuffle.getMode(), static_cast<int32_t>(shuffle.getAmount()));
  Registers result;
  for (Value value : e.get(shuffle.getSource()))
    result.push_back(e.shuffle(value, from));
  e.set(shuffle.getResult(), std::move(result));
  return success();
}

void registerLayoutHandlers(Handlers &h) {
  h.addOp<tileas::ShuffleOp>(emitShuffle);
  h.addOp<tileas::ConvertLayoutOp>(emitConvert);
}

} // namespace tessera::gpu
