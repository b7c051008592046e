//===- TileASToNVVM/ConvertLayout.cpp - from one layout to another -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Registers that change names, shuffles within warps, or a round trip through
// shared memory with the swizzle that the writer and the reader like best.
//
//===----------------------------------------------------------------------===//

#include "Access.h"
#include "Handlers.h"
#include "RegisterMap.h"

#include "tessera/Layout/BankConflicts.h"

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

namespace {
/// The addresses of a layout's registers in an image in shared memory.
class SharedRuns {
public:
  SharedRuns(Emitter &e, const LinearLayout &registers,
             const LinearLayout &image, Type element, Value scratch)
      : e(e), scratch(scratch), bytes(Emitter::containerBytes(element)),
        offsets(llvm::cantFail(layout::accessOffsets(registers, image))) {
    llvm::Expected<unsigned> widest =
        layout::widestVector(registers, image, 8 * bytes);
    unsigned width = bytes;
    if (widest)
      width = std::max(*widest, bytes);
    else
      llvm::consumeError(widest.takeError());
    SmallVector<uint64_t> lanes, warps;
    for (unsigned bit = 0; bit < registers.in().bits(Dim::Lane); ++bit)
      lanes.push_back(bytes * offsets.column(Dim::Lane, bit));
    for (unsigned bit = 0; bit < registers.in().bits(Dim::Warp); ++bit)
      warps.push_back(bytes * offsets.column(Dim::Warp, bit));
    for (uint64_t column : lanes)
      mask |= column;
    for (uint64_t column : warps)
      mask |= column;
    // A thread may hold whole runs in an order of its own.
    while (mask & (width - 1))
      width /= 2;
    unsigned count = Emitter::numRegisters(registers);
    uint64_t copies = registers.in().get(registers.freeBits(), Dim::Register);
    SmallVector<std::pair<uint64_t, unsigned>> order;
    for (unsigned r = 0; r < count; ++r)
      if ((r & copies) == 0)
        order.push_back({offset(r), r});
    llvm::sort(order);
    unsigned perRun = width / bytes;
    for (unsigned i = 0; i < order.size(); i += perRun) {
      SmallVector<unsigned, 8> run;
      for (unsigned k = 0; k < perRun && i + k < order.size(); ++k)
        run.push_back(order[i + k].second);
      runs.push_back(run);
    }
    this->copies = copies;
    thread = e.linear(e.lane(), lanes);
    Value warpPart = e.linear(e.warp(), warps);
    if (thread && warpPart) {
      Emitter::AtEntry at(e);
      thread = LLVM::XOrOp::create(e.b, e.loc(), thread, warpPart);
    } else if (!thread) {
      thread = warpPart;
    }
    if (thread)
      base = e.byteOffset(scratch, thread);
  }

  Value address(unsigned r) {
    int64_t fixed = static_cast<int64_t>(bytes * offset(r));
    if (!thread)
      return e.byteOffset(scratch, fixed);
    if ((mask & fixed) == 0)
      return e.byteOffset(base, fixed);
    return e.byteOffset(
        scratch, LLVM::XOrOp::create(e.b, e.loc(), thread, e.i32(fixed)));
  }

  SmallVector<SmallVector<unsigned, 8>> runs;
  /// Register bits that only make copies.
  uint64_t copies = 0;

private:
  uint64_t offset(unsigned r) const {
    return r == 0 ? 0 : offsets.apply(offsets.in().pack(Dim::Register, r));
  }
  Emitter &e;
  Value scratch, thread, base;
  unsigned bytes;
  LinearLayout offsets;
  uint64_t mask = 0;
};
} // namespace

static FailureOr<Registers> throughShared(Emitter &e, Operation *op,
                                          const LinearLayout &from,
                                          const LinearLayout &to, Type element,
                                          const Registers &source) {
  Value scratch = e.scratch(op);
  if (!scratch)
    return failure();
  LinearLayout image =
      e.sharedImage(from, to, 8 * Emitter::containerBytes(element));
  SharedRuns writer(e, from, image, element, scratch);
  e.guarded(e.owner(from), [&] {
    for (const auto &run : writer.runs) {
      SmallVector<Value, 8> parts;
      for (unsigned r : run)
        parts.push_back(source[r]);
      writeShared(e, element, writer.address(run[0]), parts);
    }
  });
  e.barrier();
  SharedRuns reader(e, to, image, element, scratch);
  Registers result(Emitter::numRegisters(to));
  for (const auto &run : reader.runs) {
    Registers parts =
        readShared(e, element, reader.address(run[0]), run.size());
    for (auto [r, value] : llvm::zip(run, parts))
      result[r] = value;
  }
  for (unsigned r = 0; r < result.size(); ++r)
    if (!result[r])
      result[r] = result[r & ~reader.copies];
  return result;
}

static LogicalResult emitConvert(Emitter &e, Operation *op) {
  auto convert = llvm::cast<tileas::ConvertLayoutOp>(op);
  LinearLayout from = Emitter::layoutOf(convert.getSource());
  LinearLayout to = Emitter::layoutOf(convert.getResult());
  llvm::Expected<ConversionPlan> plan = planConversion(from, to);
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
  default: {
    Type element = getElementTypeOrSelf(convert.getResult().getType());
    FailureOr<Registers> shared =
        throughShared(e, op, from, to, element, source);
    if (failed(shared))
      return failure();
    result = *shared;
  }
  }
  e.set(convert.getResult(), std::move(result));
  return success();
}

void registerLayoutHandlers(Handlers &h) {
  h.addOp<tileas::ConvertLayoutOp>(emitConvert);
}

} // namespace tessera::gpu
