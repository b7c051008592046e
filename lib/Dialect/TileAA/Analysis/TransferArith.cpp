//===- TileAA/Analysis/TransferArith.cpp - facts of arithmetic -----*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Everything is modulo 2^width, so additions may wrap. What reads a value as a
// number (extensions, quotients, comparisons) uses groups whose start is a
// multiple of their size: those never cross the end of a type.
//
//===----------------------------------------------------------------------===//

#include "Transfer.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tileaa;
using namespace tessera::tileaa::transfer;

std::optional<APInt> Integer::getPowerOf2() const {
  std::optional<APInt> value = range.getConstantValue();
  if (value && value->isPowerOf2())
    return value;
  return std::nullopt;
}

/// Same shape as `like`, nothing known.
static TileFact getBlank(const TileFact &like) {
  TileFact fact;
  fact.state = TileFact::State::Tile;
  fact.axes.resize(like.axes.size());
  return fact;
}

/// Like `lhs` and `rhs`, with the constancy that every elementwise function
/// of them has.
static TileFact getBlank(const TileFact &lhs, const TileFact &rhs) {
  TileFact fact = getBlank(lhs);
  for (auto [index, axis] : llvm::enumerate(fact.axes))
    axis.constancy =
        std::min(lhs.axes[index].constancy, rhs.axes[index].constancy);
  return fact;
}

/// Largest group along `axis` that starts at multiples of its size and does not
/// cross the sign: signed and unsigned order agree within it.
static int64_t getAlignedGroup(const TileFact &fact, unsigned axis,
                               unsigned width) {
  int64_t group =
      std::min(fact.axes[axis].contiguity, fact.axes[axis].divisibility);
  return std::min(group, int64_t(1) << std::min(width - 1, 62u));
}

TileFact transfer::add(const TileFact &lhs, const TileFact &rhs) {
  TileFact result = getBlank(lhs, rhs);
  for (auto [index, axis] : llvm::enumerate(result.axes)) {
    const AxisFact &l = lhs.axes[index], &r = rhs.axes[index];
    axis.contiguity = std::max(std::min(l.contiguity, r.constancy),
                               std::min(l.constancy, r.contiguity));
    axis.divisibility = std::min(lhs.getDivisorAt(index, axis.contiguity),
                                 rhs.getDivisorAt(index, axis.contiguity));
  }
  return result;
}

TileFact transfer::subtract(const TileFact &lhs, const TileFact &rhs) {
  TileFact result = getBlank(lhs, rhs);
  for (auto [index, axis] : llvm::enumerate(result.axes)) {
    axis.contiguity =
        std::min(lhs.axes[index].contiguity, rhs.axes[index].constancy);
    axis.divisibility = std::min(lhs.getDivisorAt(index, axis.contiguity),
                                 rhs.getDivisorAt(index, axis.contiguity));
  }
  return result;
}

static bool isOne(const Integer &value) {
  std::optional<APInt> number = value.range.getConstantValue();
  return number && number->isOne();
}

/// Makes `divisor` hold for every element of `fact`, whose groups are single.
static void setElementDivisor(TileFact &fact, int64_t divisor) {
  for (AxisFact &axis : fact.axes)
    axis.divisibility = divisor;
}

TileFact transfer::multiply(const Integer &lhs, const Integer &rhs) {
  if (isOne(rhs))
    return lhs.fact;
  if (isOne(lhs))
    return rhs.fact;
  TileFact result = getBlank(lhs.fact, rhs.fact);
  setElementDivisor(result, multiplyDivisors(lhs.fact.getElementDivisor(),
                                             rhs.fact.getElementDivisor()));
  return result;
}

/// `fact` divided by 2^k: exact where every element is a multiple.
static void setExactQuotient(TileFact &result, const TileFact &source,
                             int64_t divisor) {
  int64_t elements = source.getElementDivisor();
  if (elements >= divisor)
    setElementDivisor(result, elements / divisor);
}

/// Neighbours with equal quotients: aligned groups of at most the divisor.
static void setSteadyQuotient(TileFact &result, const TileFact &source,
                              unsigned width, int64_t divisor) {
  for (auto [index, axis] : llvm::enumerate(result.axes))
    axis.constancy =
        std::max(axis.constancy,
                 std::min(getAlignedGroup(source, index, width), divisor));
}

TileFact transfer::divide(const Integer &lhs, const Integer &rhs,
                          Division kind) {
  if (isOne(rhs))
    return lhs.fact;
  TileFact result = getBlank(lhs.fact, rhs.fact);
  std::optional<APInt> power = rhs.getPowerOf2();
  // A signed divisor of 2^(w-1) is negative.
  if (!power || power->getActiveBits() > 62 ||
      (kind != Division::Unsigned && power->isNegative()))
    return result;
  int64_t divisor = power->getZExtValue();
  setExactQuotient(result, lhs.fact, divisor);
  bool isFloor =
      kind == Division::Unsigned || kind == Division::Floor ||
      (kind == Division::Truncating && lhs.range.smin().isNonNegative());
  if (isFloor)
    setSteadyQuotient(result, lhs.fact, lhs.getWidth(), divisor);
  return result;
}

TileFact transfer::remainder(const Integer &lhs, const Integer &rhs,
                             bool isSigned) {
  TileFact result = getBlank(lhs.fact, rhs.fact);
  // lhs - q * rhs has every common divisor.
  setElementDivisor(result, std::min(lhs.fact.getElementDivisor(),
                                     rhs.fact.getElementDivisor()));
  std::optional<APInt> power = rhs.getPowerOf2();
  if (!power || power->getActiveBits() > 62 ||
      (isSigned && (power->isNegative() || lhs.range.smin().isNegative())))
    return result;
  int64_t divisor = power->getZExtValue();
  for (auto [index, axis] : llvm::enumerate(result.axes)) {
    axis.contiguity =
        std::min(getAlignedGroup(lhs.fact, index, lhs.getWidth()), divisor);
    axis.divisibility =
        std::min(lhs.fact.getDivisorAt(index, axis.contiguity), divisor);
  }
  return result;
}

TileFact transfer::shiftLeft(const Integer &value, const Integer &amount) {
  TileFact result = getBlank(value.fact, amount.fact);
  // At least the smallest amount; what is shifted out leaves zero.
  APInt least = amount.range.umin();
  int64_t factor = int64_t(1) << least.getLimitedValue(62);
  setElementDivisor(result,
                    multiplyDivisors(value.fact.getElementDivisor(), factor));
  return result;
}

TileFact transfer::shiftRight(const Integer &value, const Integer &amount,
                              bool isSigned) {
  TileFact result = getBlank(value.fact, amount.fact);
  std::optional<APInt> number = amount.range.getConstantValue();
  if (!number || number->uge(std::min(value.getWidth(), 62u)))
    return result;
  int64_t divisor = int64_t(1) << number->getZExtValue();
  setExactQuotient(result, value.fact, divisor);
  setSteadyQuotient(result, value.fact, value.getWidth(), divisor);
  return result;
}

TileFact transfer::bitAnd(const Integer &lhs, const Integer &rhs) {
  TileFact result = getBlank(lhs.fact, rhs.fact);
  setElementDivisor(result, std::max(lhs.fact.getElementDivisor(),
                                     rhs.fact.getElementDivisor()));
  auto keepLowBits = [&](const Integer &value, const Integer &mask) {
    std::optional<APInt> bits = mask.range.getConstantValue();
    if (!bits)
      return;
    // Neighbours that only differ in cleared low bits become equal.
    setSteadyQuotient(result, value.fact, value.getWidth(),
                      getPowerOf2Divisor(*bits));
    // A mask of low bits is the unsigned remainder by a power of two.
    if (!bits->isMask() || bits->getActiveBits() > 61)
      return;
    int64_t divisor = int64_t(1) << bits->getActiveBits();
    for (auto [index, axis] : llvm::enumerate(result.axes)) {
      axis.contiguity = std::min(
          getAlignedGroup(value.fact, index, value.getWidth()), divisor);
      axis.divisibility =
          std::min(value.fact.getDivisorAt(index, axis.contiguity), divisor);
    }
  };
  keepLowBits(lhs, rhs);
  keepLowBits(rhs, lhs);
  return result;
}

TileFact transfer::bitOr(const Integer &lhs, const Integer &rhs) {
  // Bits that never meet are added.
  auto isBelow = [](const Integer &low, const Integer &high) {
    return low.range.umax().ult(uint64_t(high.fact.getElementDivisor()));
  };
  if (isBelow(lhs, rhs) || isBelow(rhs, lhs))
    return add(lhs.fact, rhs.fact);
  return bitXor(lhs.fact, rhs.fact);
}

TileFact transfer::bitXor(const TileFact &lhs, const TileFact &rhs) {
  TileFact result = getBlank(lhs, rhs);
  setElementDivisor(result,
                    std::min(lhs.getElementDivisor(), rhs.getElementDivisor()));
  return result;
}

TileFact transfer::choose(const TileFact &lhs, const TileFact &rhs) {
  return bitXor(lhs, rhs);
}

TileFact transfer::select(const TileFact &condition, bool isScalar,
                          const TileFact &lhs, const TileFact &rhs) {
  TileFact result = TileFact::join(lhs, rhs);
  if (isScalar)
    return result;
  for (auto [index, axis] : llvm::enumerate(result.axes)) {
    // Whole groups come from one side as long as the flags are equal there.
    int64_t flags = condition.axes[index].constancy;
    result.limitContiguity(index, flags);
    axis.constancy = std::min(axis.constancy, flags);
  }
  return result;
}

TileFact transfer::extend(const Integer &value, bool isSigned) {
  TileFact result = value.fact;
  const ConstantIntRanges &range = value.range;
  // A group that wraps holds both ends of the type.
  bool mayWrap = isSigned ? range.smin().isMinSignedValue() &&
                                range.smax().isMaxSignedValue()
                          : range.umin().isZero() && range.umax().isAllOnes();
  if (mayWrap)
    for (unsigned index = 0, e = result.axes.size(); index != e; ++index)
      result.limitContiguity(
          index, getAlignedGroup(value.fact, index, value.getWidth()));
  return result;
}

TileFact transfer::elementwise(TileFact result,
                               ArrayRef<const TileFact *> operands) {
  if (!result.isTile() || operands.empty())
    return result;
  for (auto [index, axis] : llvm::enumerate(result.axes)) {
    int64_t constancy = kMaxDivisor;
    for (const TileFact *operand : operands)
      constancy =
          std::min(constancy, operand->isTile() ? operand->axes[index].constancy
                                                : int64_t(1));
    axis.constancy = constancy;
  }
  return result;
}

TileFact transfer::compare(TileFact result, const Integer &lhs,
                           const Integer &rhs, Steady steady) {
  result = elementwise(std::move(result), {&lhs.fact, &rhs.fact});
  if (steady == Steady::None)
    return result;
  const Integer &moving = steady == Steady::Left ? lhs : rhs;
  const Integer &bound = steady == Steady::Left ? rhs : lhs;
  for (auto [index, axis] : llvm::enumerate(result.axes)) {
    int64_t group = getAlignedGroup(moving.fact, index, moving.getWidth());
    group = std::min(group, bound.fact.axes[index].constancy);
    group = std::min(group, bound.fact.getElementDivisor());
    axis.constancy = std::max(axis.constancy, group);
  }
  return result;
}
