//===- TileAA/Analysis/RangeAnalysis.cpp - ranges of integers ------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Transfer functions of nv_tileaa's integer ops. arith's own inference is used
// where ops implement it. Loop-carried values that grow are widened at once to
// the full range, as MLIR's analysis does: trip counts are not worked out.
//
//===----------------------------------------------------------------------===//

#include "tessera/Dialect/TileAA/Analysis/RangeAnalysis.h"

#include "ViewOperands.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/Interfaces/Utils/InferIntRangeCommon.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tileaa;
using dataflow::IntegerValueRangeLattice;

/// Axis extents above 2^24 - 1 are unsupported (core.md 7).
static constexpr uint64_t kMaxGridExtent = (uint64_t(1) << 24) - 1;

static ConstantIntRanges getUnsignedRange(unsigned width, uint64_t min,
                                          uint64_t max) {
  return ConstantIntRanges::fromUnsigned(APInt(width, min), APInt(width, max));
}

/// `range` as far as `bounded` leaves it; unchanged when nothing would remain:
/// a promise that contradicts what is known tells nothing.
static ConstantIntRanges applyBounds(const ConstantIntRanges &range,
                                     cuda_tile::BoundedAttr bounds) {
  unsigned width = range.smin().getBitWidth();
  auto clamp = [&](std::optional<int64_t> bound, const APInt &otherwise) {
    if (!bound || !llvm::isIntN(width, *bound))
      return otherwise;
    return APInt(width, *bound, /*isSigned=*/true);
  };
  APInt min = clamp(bounds.getLb(), APInt::getSignedMinValue(width));
  APInt max = clamp(bounds.getUb(), APInt::getSignedMaxValue(width));
  if (min.sgt(max))
    return range;
  ConstantIntRanges result =
      range.intersection(ConstantIntRanges::fromSigned(min, max));
  if (result.smin().sgt(result.smax()) || result.umin().ugt(result.umax()))
    return range;
  return result;
}

/// Shifts whose amount may be the width or more: between no shift and all of
/// it.
static ConstantIntRanges getAnyRightShift(const ConstantIntRanges &value,
                                          bool isSigned) {
  unsigned width = value.smin().getBitWidth();
  APInt zero(width, 0);
  if (!isSigned)
    return ConstantIntRanges::fromUnsigned(zero, value.umax());
  APInt min = value.smin().isNegative() ? value.smin() : zero;
  APInt max =
      value.smax().isNegative() ? APInt::getAllOnes(width) : value.smax();
  return ConstantIntRanges::fromSigned(min, max);
}

static ConstantIntRanges getHighProduct(const ConstantIntRanges &lhs,
                                        const ConstantIntRanges &rhs) {
  return ConstantIntRanges::fromUnsigned(
      llvm::APIntOps::mulhu(lhs.umin(), rhs.umin()),
      llvm::APIntOps::mulhu(lhs.umax(), rhs.umax()));
}

/// Remainder with the sign of the dividend, smaller than the divisor.
static ConstantIntRanges getSignedRemainder(const ConstantIntRanges &lhs,
                                            const ConstantIntRanges &rhs) {
  unsigned width = lhs.smin().getBitWidth();
  APInt zero(width, 0);
  // |divisor| - 1 as unsigned; 2^(w-1) - 1 at most.
  APInt largest = llvm::APIntOps::umax(rhs.smin().abs(), rhs.smax().abs());
  APInt limit = largest.isZero() ? zero : largest - 1;
  APInt min =
      lhs.smin().isNegative() ? llvm::APIntOps::smax(lhs.smin(), -limit) : zero;
  APInt max =
      lhs.smax().isNegative() ? zero : llvm::APIntOps::smin(lhs.smax(), limit);
  return ConstantIntRanges::fromSigned(min, max);
}

/// Quotient rounded up. MLIR's own inference gets the smallest dividend wrong
/// (MIN ceildiv 8 is MIN / 8, it says MIN / 8 + 1), so its answer is not used.
static std::optional<ConstantIntRanges>
getSignedCeiling(const ConstantIntRanges &lhs, const ConstantIntRanges &rhs) {
  if (!rhs.smin().isStrictlyPositive())
    return std::nullopt;
  // Monotone in each operand: the extremes are at the corners.
  auto quotient = [](const APInt &a, const APInt &b) {
    return llvm::APIntOps::RoundingSDiv(a, b, APInt::Rounding::UP);
  };
  APInt min = quotient(lhs.smin(), rhs.smin()), max = min;
  for (const APInt *a : {&lhs.smin(), &lhs.smax()})
    for (const APInt *b : {&rhs.smin(), &rhs.smax()}) {
      APInt corner = quotient(*a, *b);
      min = llvm::APIntOps::smin(min, corner);
      max = llvm::APIntOps::smax(max, corner);
    }
  return ConstantIntRanges::fromSigned(min, max);
}

std::optional<ConstantIntRanges>
RangeAnalysis::inferRange(Operation *op,
                          ArrayRef<const IntegerValueRangeLattice *> operands,
                          bool &isReady) {
  unsigned width =
      ConstantIntRanges::getStorageBitwidth(op->getResult(0).getType());
  // Integer operands by position; callers check that they are there.
  auto range = [&](unsigned index) -> const ConstantIntRanges & {
    return operands[index]->getValue().getValue();
  };
  for (auto [index, operand] : llvm::enumerate(op->getOperands()))
    if (isa<IntegerType>(getElementTypeOrSelf(operand.getType())) &&
        operands[index]->getValue().isUninitialized()) {
      isReady = false;
      return std::nullopt;
    }

  using Result = std::optional<ConstantIntRanges>;
  return TypeSwitch<Operation *, Result>(op)
      .Case<SplatOp, BroadcastOp, ViewOp, PermuteOp, ExtractOp>(
          [&](auto) { return range(0); })
      .Case<CatOp>([&](CatOp cat) {
        ConstantIntRanges all = range(0);
        for (unsigned i = 1, e = cat.getSources().size(); i != e; ++i)
          all = all.rangeUnion(range(i));
        return all;
      })
      .Case<InsertOp>([&](auto) { return range(0).rangeUnion(range(1)); })
      .Case<MakeRangeOp>([&](MakeRangeOp op) {
        return getUnsignedRange(
            width, 0,
            cast<ShapedType>(op.getResult().getType()).getDimSize(0) - 1);
      })
      .Case<GetProgramIdOp>(
          [&](auto) { return getUnsignedRange(width, 0, kMaxGridExtent - 1); })
      .Case<GetNumProgramsOp>(
          [&](auto) { return getUnsignedRange(width, 1, kMaxGridExtent); })
      .Case<GetDimSizeOp>([&](GetDimSizeOp op) -> Result {
        MakeMemrefOp make = findMakeMemref(op.getSource());
        Value size = make ? getSizeOperand(make, op.getDim()) : Value();
        if (!size)
          return std::nullopt;
        const auto *state = getOrCreateFor<IntegerValueRangeLattice>(
            getProgramPointAfter(op), size);
        if (state->getValue().isUninitialized()) {
          isReady = false;
          return std::nullopt;
        }
        // The number does not change, or the program is undefined.
        const ConstantIntRanges &extent = state->getValue().getValue();
        if (extent.umax().getActiveBits() > width)
          return std::nullopt;
        return ConstantIntRanges::fromUnsigned(
            extent.umin().zextOrTrunc(width), extent.umax().zextOrTrunc(width));
      })
      .Case<AssumeOp>([&](AssumeOp op) {
        auto bounds = dyn_cast<cuda_tile::BoundedAttr>(op.getPredicate());
        return bounds && readAssumes ? applyBounds(range(0), bounds) : range(0);
      })
      .Case<tileaa::ShLIOp>([&](auto) -> Result {
        if (range(1).umax().uge(width))
          return std::nullopt;
        return intrange::inferShl({range(0), range(1)});
      })
      .Case<tileaa::ShRUIOp>([&](auto) {
        if (range(1).umax().uge(width))
          return getAnyRightShift(range(0), /*isSigned=*/false);
        return intrange::inferShrU({range(0), range(1)});
      })
      .Case<tileaa::ShRSIOp>([&](auto) {
        if (range(1).umax().uge(width))
          return getAnyRightShift(range(0), /*isSigned=*/true);
        return intrange::inferShrS({range(0), range(1)});
      })
      .Case<arith::CeilDivSIOp>(
          [&](auto) -> Result { return getSignedCeiling(range(0), range(1)); })
      .Case<MulhiUIOp>([&](auto) { return getHighProduct(range(0), range(1)); })
      .Case<tileaa::RemSIOp>(
          [&](auto) { return getSignedRemainder(range(0), range(1)); })
      .Default([](Operation *) { return std::nullopt; });
}

LogicalResult RangeAnalysis::visitOperation(
    Operation *op, ArrayRef<const IntegerValueRangeLattice *> operands,
    ArrayRef<IntegerValueRangeLattice *> results) {
  // Poison stands for values of paths not taken: whatever the others have.
  if (isa<ub::PoisonOp>(op))
    return success();
  bool isOurs =
      isa<TileAADialect>(op->getDialect()) || isa<arith::CeilDivSIOp>(op);
  if (!isOurs || op->getNumResults() == 0)
    return IntegerRangeAnalysis::visitOperation(op, operands, results);
  bool isReady = true;
  std::optional<ConstantIntRanges> inferred;
  if (isa<IntegerType>(getElementTypeOrSelf(op->getResult(0).getType())))
    inferred = inferRange(op, operands, isReady);
  if (!isReady)
    return success();
  if (!inferred) {
    setAllToEntryStates(results);
    return success();
  }
  setAllToEntryStates(results.drop_front());
  IntegerValueRangeLattice *lattice = results.front();
  IntegerValueRange old = lattice->getValue();
  ChangeResult changed = lattice->join(IntegerValueRange(*inferred));
  // Growing values that a loop may carry would climb one by one.
  bool isYielded =
      llvm::any_of(op->getResult(0).getUsers(), [](Operation *user) {
        return user->hasTrait<OpTrait::IsTerminator>();
      });
  if (isYielded && !old.isUninitialized() && !(lattice->getValue() == old))
    changed |= lattice->join(IntegerValueRange::getMaxRange(op->getResult(0)));
  propagateIfChanged(lattice, changed);
  return success();
}

void RangeAnalysis::visitNonControlFlowArguments(
    Operation *op, const RegionSuccessor &successor,
    ArrayRef<IntegerValueRangeLattice *> arguments, unsigned firstIndex) {
  auto loop = dyn_cast<scf::ForOp>(op);
  // Without carried values `firstIndex` is 0; the variable comes first anyway.
  if (!loop)
    return IntegerRangeAnalysis::visitNonControlFlowArguments(
        op, successor, arguments, firstIndex);

  ProgramPoint *point = getProgramPointBefore(&loop.getRegion().front());
  auto get = [&](Value value) {
    return getOrCreateFor<IntegerValueRangeLattice>(point, value)->getValue();
  };
  IntegerValueRange lower = get(loop.getLowerBound());
  IntegerValueRange upper = get(loop.getUpperBound());
  IntegerValueRange step = get(loop.getStep());
  if (lower.isUninitialized() || upper.isUninitialized() ||
      step.isUninitialized())
    return;
  // Every value of the induction variable is at least lb and below ub.
  bool isSigned = !loop.getUnsignedCmp();
  const ConstantIntRanges &lb = lower.getValue(), &ub = upper.getValue();
  APInt min = isSigned ? lb.smin() : lb.umin();
  APInt max = isSigned ? ub.smax() : ub.umax();
  bool isEmpty = isSigned ? max.sle(min) : max.ule(min);
  std::optional<APInt> start = lb.getConstantValue();
  std::optional<APInt> stride = step.getValue().getConstantValue();
  IntegerValueRange result =
      IntegerValueRange::getMaxRange(loop.getInductionVar());
  if (!isEmpty) {
    --max;
    if (start && stride && stride->isStrictlyPositive())
      max = min + (max - min).udiv(*stride) * *stride;
    result = IntegerValueRange(ConstantIntRanges::range(min, max, isSigned));
  }
  propagateIfChanged(arguments[0], arguments[0]->join(result));
}
