//===- PTX/Emulator/Memory/AtomicOps.cpp - atom and red ---------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One lane after the other, whole: the emulator is single-threaded, so that
// every atomic is one whatever its scope. The order of lanes starts at a lane
// the seed chooses.
//
//===----------------------------------------------------------------------===//

#include "PTX/Emulator/Checks/StaleReads.h"
#include "PTX/Emulator/Scalar/FloatImpl.h"

using namespace llvm;
using namespace tessera;
using namespace tessera::ptx;
using namespace tessera::ptx::emu;
using numerics::ElementKind;

namespace {

enum class Operation : uint8_t {
  And,
  Or,
  Xor,
  Exchange,
  CompareAndSwap,
  Add,
  Inc,
  Dec,
  Min,
  Max
};

struct AtomicCode {
  Operation operation = Operation::Add;
  unsigned size = 4, vector = 1;
  bool isSigned = false;
  std::optional<FloatShape> shape; // of floats
  bool returns = true;             // atom
};

uint64_t integer(const AtomicCode &code, uint64_t old, uint64_t b, uint64_t c) {
  unsigned bits = code.size * 8, shift = 64 - bits;
  auto less = [&](uint64_t x, uint64_t y) {
    return code.isSigned ? int64_t(x << shift) < int64_t(y << shift)
                         : x << shift < y << shift;
  };
  switch (code.operation) {
  case Operation::And:
    return old & b;
  case Operation::Or:
    return old | b;
  case Operation::Xor:
    return old ^ b;
  case Operation::Exchange:
    return b;
  case Operation::CompareAndSwap:
    return (old << shift) == (b << shift) ? c : old;
  case Operation::Add:
    return old + b;
  case Operation::Inc:
    return old >= b ? 0 : old + 1;
  case Operation::Dec:
    return old == 0 || old > b ? b : old - 1;
  case Operation::Min:
    return less(b, old) ? b : old;
  case Operation::Max:
    return less(old, b) ? b : old;
  }
  llvm_unreachable("unknown atomic");
}

uint64_t floating(const AtomicCode &code, uint64_t old, uint64_t b, bool ftz) {
  uint64_t result = 0;
  for (unsigned e = 0; e < code.shape->count; ++e) {
    ElementKind kind = code.shape->kind;
    uint64_t x = extractElement(*code.shape, old, e),
             y = extractElement(*code.shape, b, e);
    uint64_t value =
        code.operation == Operation::Add
            ? numerics::addF(kind, x, y, numerics::Rounding::NearestEven, ftz)
        : code.operation == Operation::Min ? numerics::minF(kind, x, y)
                                           : numerics::maxF(kind, x, y);
    result |= value << (code.shape->count == 1 ? 0 : e * code.shape->bits());
  }
  return result;
}

} // namespace

static void atomic128(Warp &w, const DecodedInstruction &in,
                      const AtomicCode &code, unsigned lane, Span span) {
  uint64_t old[2], fresh[2];
  std::memcpy(old, span.data, 16);
  const uint64_t *b = w.source(in.args[2]);
  if (code.operation == Operation::Exchange) {
    fresh[0] = b[lane];
    fresh[1] = b[lane + laneCount];
  } else {
    const uint64_t *c = w.source(in.args[3]);
    bool equal = old[0] == b[lane] && old[1] == b[lane + laneCount];
    fresh[0] = equal ? c[lane] : old[0];
    fresh[1] = equal ? c[lane + laneCount] : old[1];
  }
  w.store(span, fresh[0], 8);
  w.store({span.data + 8, nullptr}, fresh[1], 8);
  uint64_t *d = w.dest(in.args[0]);
  d[lane] = old[0];
  d[lane + laneCount] = old[1];
}

static Step atomicStep(Warp &w, const DecodedInstruction &in, LaneMask active) {
  const AtomicCode &code = *static_cast<const AtomicCode *>(in.data);
  unsigned addressArg = code.returns ? 1 : 0;
  auto elementOf = [](const Arg &arg, unsigned e) {
    return arg.kind == ArgKind::Vector ? arg.elements[e] : arg.value;
  };
  auto one = [&](unsigned lane) {
    uint64_t address = w.address(in.args[addressArg], lane);
    Span span = w.access(in, lane, in.space, address, code.size * code.vector,
                         Access::ReadWrite);
    if (!span)
      return;
    if (code.size == 16)
      return atomic128(w, in, code, lane, span);
    // f32 sums in global memory flush subnormals, those in shared do not.
    AddressSpace space = in.space;
    if (space == AddressSpace::Generic)
      space = w.resolveGeneric(address);
    bool ftz = code.shape && code.shape->kind == ElementKind::F32 &&
               space == AddressSpace::Global;
    for (unsigned e = 0; e < code.vector; ++e) {
      Span place{span.data + e * code.size, nullptr};
      uint64_t old = Warp::load(place, code.size);
      uint64_t b = w.source(elementOf(in.args[addressArg + 1], e))[lane];
      uint64_t c = code.operation == Operation::CompareAndSwap
                       ? w.source(in.args[addressArg + 2])[lane]
                       : 0;
      uint64_t fresh = code.shape && code.operation != Operation::Exchange
                           ? floating(code, old, b, ftz)
                           : integer(code, old, b, c);
      if (w.machine.stale && space == AddressSpace::Global)
        w.machine.stale->write(w, lane, place.data,
                               reinterpret_cast<const uint8_t *>(&fresh),
                               code.size);
      w.store(place, fresh, code.size);
      if (code.returns)
        w.dest(elementOf(in.args[0], e))[lane] = old;
    }
  };
  unsigned start = w.machine.randomBelow(laneCount);
  LaneMask low = active & ((LaneMask(1) << start) - 1);
  forEachLane(active & ~low, one);
  forEachLane(low, one);
  return Step::Next;
}

static Bound bindAtomic(BindContext &c, DecodedInstruction &in) {
  if (c.has("async"))
    return Bound::NotMine;
  if (c.source.opcode == "multimem" && !c.take("red"))
    return Bound::NotMine;
  static constexpr std::pair<StringRef, Operation> operations[] = {
      {"and", Operation::And},
      {"or", Operation::Or},
      {"xor", Operation::Xor},
      {"exch", Operation::Exchange},
      {"cas", Operation::CompareAndSwap},
      {"add", Operation::Add},
      {"inc", Operation::Inc},
      {"dec", Operation::Dec},
      {"min", Operation::Min},
      {"max", Operation::Max}};
  AtomicCode code;
  for (auto [name, operation] : operations)
    if (c.take(name))
      code.operation = operation;
  c.takeOrdering(in, MemoryOrder::Relaxed);
  c.ignore({"L2::cache_hint", "noftz"});
  in.space = c.takeSpace();
  code.vector = c.takeVector();
  Type type = c.type();
  code.size = typeBits(type) / 8;
  code.isSigned = typeClass(type) == TypeClass::Signed;
  code.shape = floatShape(type);
  code.returns = c.source.opcode == "atom";
  in.data = c.keep(code);
  return bindHandler(in, atomicStep);
}

void tessera::ptx::emu::registerAtomicOps(Registry &registry) {
  registry.add("atom", bindAtomic);
  registry.add("red", bindAtomic);
  registry.add("multimem", bindAtomic);
}
