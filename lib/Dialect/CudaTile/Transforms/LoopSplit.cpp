//===- CudaTile/Transforms/LoopSplit.cpp - split loops at a bound --*- C++
//-*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// ops.md 10.3, without the defects listed there. The original loop is cloned
// twice; in each clone the condition becomes a constant. The split point is
// computed so that both loops together visit exactly the values the original
// visits: every formula below states what it needs not to wrap around.
//
//===----------------------------------------------------------------------===//

#include "tessera/Dialect/CudaTile/Transforms/Passes.h"

#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

namespace tessera::cuda_tile {
#define GEN_PASS_DEF_LOOPSPLITPASS
#include "tessera/Dialect/CudaTile/Transforms/Passes.h.inc"
} // namespace tessera::cuda_tile

using namespace mlir;
using namespace tessera::cuda_tile;

static constexpr llvm::StringLiteral kThresholdAttr = "cuda_tile.loop_split";

namespace {
/// A condition `iv predicate bound` that is constant on either side of a value.
struct SplitCondition {
  CmpIOp compare;
  Value bound;
  /// The split value is bound + 1 (<= and >) instead of bound.
  bool pastBound;
  /// The value of the condition in the first loop.
  bool firstValue;
};

/// Where the two loops run: [lb, firstUpper) and [secondLower, secondUpper).
struct SplitBounds {
  Value firstUpper, secondLower, secondUpper;
};
} // namespace

//===----------------------------------------------------------------------===//
// Matching
//===----------------------------------------------------------------------===//

static ComparisonPredicate swapSides(ComparisonPredicate predicate) {
  switch (predicate) {
  case ComparisonPredicate::LessThan:
    return ComparisonPredicate::GreaterThan;
  case ComparisonPredicate::LessThanOrEqual:
    return ComparisonPredicate::GreaterThanOrEqual;
  case ComparisonPredicate::GreaterThan:
    return ComparisonPredicate::LessThan;
  case ComparisonPredicate::GreaterThanOrEqual:
    return ComparisonPredicate::LessThanOrEqual;
  case ComparisonPredicate::Equal:
  case ComparisonPredicate::NotEqual:
    return predicate;
  }
  llvm_unreachable("unknown comparison predicate");
}

static Signedness getLoopSignedness(ForOp loop) {
  return loop.getUnsignedCmp() ? Signedness::Unsigned : Signedness::Signed;
}

static std::optional<SplitCondition> matchCondition(ForOp loop,
                                                    Value condition) {
  auto compare = condition.getDefiningOp<CmpIOp>();
  if (!compare || compare.getSignedness() != getLoopSignedness(loop))
    return std::nullopt;
  ComparisonPredicate predicate = compare.getComparisonPredicate();
  Value bound = compare.getRhs();
  if (compare.getLhs() != loop.getInductionVar()) {
    if (compare.getRhs() != loop.getInductionVar())
      return std::nullopt;
    bound = compare.getLhs();
    predicate = swapSides(predicate);
  }
  // Values of the body include its arguments: a carried value is no invariant.
  if (loop.getRegion().isAncestor(bound.getParentRegion()))
    return std::nullopt;
  switch (predicate) {
  case ComparisonPredicate::LessThan:
    return SplitCondition{compare, bound, false, true};
  case ComparisonPredicate::LessThanOrEqual:
    return SplitCondition{compare, bound, true, true};
  case ComparisonPredicate::GreaterThan:
    return SplitCondition{compare, bound, true, false};
  case ComparisonPredicate::GreaterThanOrEqual:
    return SplitCondition{compare, bound, false, false};
  case ComparisonPredicate::Equal:
  case ComparisonPredicate::NotEqual:
    return std::nullopt;
  }
  llvm_unreachable("unknown comparison predicate");
}

/// Whether one branch is big enough, or holds an op that makes it so.
static bool isWorthSplitting(Region &branch, int64_t threshold) {
  if (branch.empty())
    return false;
  auto ops = branch.front().without_terminator();
  if (std::distance(ops.begin(), ops.end()) >= threshold)
    return true;
  return llvm::any_of(ops, [](Operation &op) {
    return isa<LoadPtrTkoOp, StorePtrTkoOp, LoadViewTkoOp, StoreViewTkoOp,
               MmaFOp, MmaIOp, ReduceOp, IfOp, ForOp>(op);
  });
}

/// The attribute of the innermost of `if`, `for` and function, else `option`.
static int64_t getThreshold(IfOp branch, ForOp loop, int64_t option) {
  for (Operation *op :
       {branch.getOperation(), loop.getOperation(),
        loop->getParentOfType<FunctionOpInterface>().getOperation()})
    if (op)
      if (auto attr = op->getAttrOfType<IntegerAttr>(kThresholdAttr))
        return attr.getValue().trySExtValue().value_or(
            std::numeric_limits<int64_t>::max());
  return option;
}

static bool isAboveThreshold(IfOp branch, ForOp loop, int64_t option) {
  int64_t threshold = getThreshold(branch, loop, option);
  if (threshold <= 1)
    return threshold == 1;
  return llvm::any_of(branch.getCondition().getUsers(), [&](Operation *user) {
    auto other = dyn_cast<IfOp>(user);
    return other && (isWorthSplitting(other.getThenRegion(), threshold) ||
                     isWorthSplitting(other.getElseRegion(), threshold));
  });
}

static std::optional<SplitCondition> findCondition(ForOp loop, int64_t option) {
  std::optional<SplitCondition> found;
  loop.getRegion().walk<WalkOrder::PreOrder>([&](IfOp branch) {
    found = matchCondition(loop, branch.getCondition());
    if (found && !isAboveThreshold(branch, loop, option))
      found = std::nullopt;
    return found ? WalkResult::interrupt() : WalkResult::advance();
  });
  return found;
}

//===----------------------------------------------------------------------===//
// The split point
//===----------------------------------------------------------------------===//

static std::optional<APInt> getConstant(Value value) {
  DenseElementsAttr attr;
  if (!matchPattern(value, m_Constant(&attr)) || !attr.isSplat() ||
      !isa<IntegerType>(attr.getElementType()))
    return std::nullopt;
  return attr.getSplatValue<APInt>();
}

static Value createConstant(OpBuilder &builder, Location loc, Type type,
                            const APInt &value) {
  return ConstantOp::create(
      builder, loc, DenseElementsAttr::get(cast<ShapedType>(type), value));
}

/// Whether `split - lower`, its multiple of `step` and the aligned split fit
/// the type, all read as signed.
static bool alignsWithoutWrap(const APInt &lower, const APInt &split,
                              const APInt &step) {
  unsigned width = lower.getBitWidth();
  // Twice the width (and room for a sign) holds every intermediate value.
  unsigned wide = 2 * width + 2;
  APInt distance = split.sext(wide) - lower.sext(wide);
  APInt stride = step.sext(wide);
  if (!stride.isStrictlyPositive())
    return false;
  APInt multiple =
      llvm::APIntOps::RoundingSDiv(distance, stride, APInt::Rounding::UP) *
      stride;
  return distance.isSignedIntN(width) && multiple.isSignedIntN(width) &&
         (lower.sext(wide) + multiple).isSignedIntN(width);
}

/// `bound`, or bound + 1 saturated: the largest value cannot be an induction
/// value (it is below the upper bound), so "all of them" is as good as one
/// more.
static Value createSplitValue(OpBuilder &builder, ForOp loop,
                              SplitCondition condition) {
  if (!condition.pastBound)
    return condition.bound;
  Location loc = condition.compare.getLoc();
  Type type = condition.bound.getType();
  Signedness sign = getLoopSignedness(loop);
  unsigned width =
      cast<TileType>(type).getElementType().getIntOrFloatBitWidth();
  APInt largest = sign == Signedness::Signed ? APInt::getSignedMaxValue(width)
                                             : APInt::getMaxValue(width);
  if (std::optional<APInt> bound = getConstant(condition.bound))
    return createConstant(builder, loc, type,
                          *bound == largest ? largest : *bound + 1);
  Value belowLargest = createConstant(builder, loc, type, largest - 1);
  Value one = createConstant(builder, loc, type, APInt(width, 1));
  Value clamped =
      MinIOp::create(builder, loc, condition.bound, belowLargest, sign);
  return AddIOp::create(builder, loc, clamped, one);
}

/// Moves the split up to an induction value with arithmetic that cannot wrap:
///   ub' = max(ub, lb), s' = min(max(s, lb), ub')     the first loop ends at s'
///   gap = (step - (s' - lb) mod step) mod step       distance to the next
///   value second lower = s' + min(gap, ub' - s')           ub' if there is
///   none left
/// Differences of clamped values are exact as unsigned numbers.
static SplitBounds createExactBounds(OpBuilder &builder, ForOp loop,
                                     Value split) {
  Location loc = loop.getLoc();
  Signedness sign = getLoopSignedness(loop);
  Value lower = loop.getLowerBound(), step = loop.getStep();
  Value upper = MaxIOp::create(builder, loc, loop.getUpperBound(), lower, sign);
  Value raised = MaxIOp::create(builder, loc, split, lower, sign);
  Value clamped = MinIOp::create(builder, loc, raised, upper, sign);
  Value distance = SubIOp::create(builder, loc, clamped, lower);
  Value over =
      RemIOp::create(builder, loc, distance, step, Signedness::Unsigned);
  Value under = SubIOp::create(builder, loc, step, over);
  Value gap = RemIOp::create(builder, loc, under, step, Signedness::Unsigned);
  Value left = SubIOp::create(builder, loc, upper, clamped);
  Value advance = MinIOp::create(builder, loc, gap, left, Signedness::Unsigned);
  Value second = AddIOp::create(builder, loc, clamped, advance);
  return {clamped, second, upper};
}

static SplitBounds createBounds(OpBuilder &builder, ForOp loop,
                                SplitCondition condition, bool exactBounds) {
  Location loc = loop.getLoc();
  Signedness sign = getLoopSignedness(loop);
  Value lower = loop.getLowerBound(), upper = loop.getUpperBound();
  Value split = createSplitValue(builder, loop, condition);

  std::optional<APInt> step = getConstant(loop.getStep());
  if (!step || !step->isOne()) {
    // s - lb is only a signed number in a signed loop: unsigned loops always
    // take the exact form.
    bool exact = exactBounds || sign == Signedness::Unsigned;
    std::optional<APInt> from = getConstant(lower), to = getConstant(split);
    if (!exact && step && from && to)
      exact = !alignsWithoutWrap(*from, *to, *step);
    if (exact)
      return createExactBounds(builder, loop, split);
    Value distance = SubIOp::create(builder, loc, split, lower);
    Value count = DivIOp::create(builder, loc, distance, loop.getStep(), sign,
                                 RoundingMode::PositiveInf);
    Value advance = MulIOp::create(builder, loc, count, loop.getStep());
    split = AddIOp::create(builder, loc, lower, advance);
  }
  Value firstUpper = MinIOp::create(builder, loc, split, upper, sign);
  Value secondLower = MaxIOp::create(builder, loc, split, lower, sign);
  return {firstUpper, secondLower, upper};
}

//===----------------------------------------------------------------------===//
// Rewriting
//===----------------------------------------------------------------------===//

/// Puts the taken block of `branch`, directly in a loop body, in its place.
static void inlineTakenBlock(RewriterBase &rewriter, IfOp branch, bool taken) {
  Region &region = taken ? branch.getThenRegion() : branch.getElseRegion();
  if (region.empty()) {
    // A missing else is empty, and an `if` without one has no results.
    rewriter.eraseOp(branch);
    return;
  }
  Block *block = &region.front();
  Operation *terminator = block->getTerminator();
  if (auto yield = dyn_cast<YieldOp>(terminator)) {
    llvm::SmallVector<Value> results(yield.getOperands());
    rewriter.inlineBlockBefore(block, branch);
    rewriter.eraseOp(yield);
    rewriter.replaceOp(branch, results);
    return;
  }
  // The block continues the loop: nothing after the `if` is reached.
  Block *body = branch->getBlock();
  while (&body->back() != branch.getOperation())
    rewriter.eraseOp(&body->back());
  rewriter.inlineBlockBefore(block, branch);
  rewriter.eraseOp(branch);
}

/// Makes `compare`, inside `loop`, the constant `value`.
static void resolveCondition(RewriterBase &rewriter, ForOp loop, CmpIOp compare,
                             bool value) {
  Value condition = compare.getResult();
  auto findBranch = [&]() -> IfOp {
    for (auto branch : loop.getBody()->getOps<IfOp>())
      if (branch.getCondition() == condition)
        return branch;
    return nullptr;
  };
  while (IfOp branch = findBranch())
    inlineTakenBlock(rewriter, branch, value);
  if (!compare->use_empty()) {
    rewriter.setInsertionPoint(compare);
    Value constant = createConstant(rewriter, compare.getLoc(),
                                    condition.getType(), APInt(1, value));
    rewriter.replaceAllUsesWith(condition, constant);
  }
  rewriter.eraseOp(compare);
}

static ForOp cloneLoop(RewriterBase &rewriter, ForOp loop, Value lower,
                       Value upper, ValueRange inits, CmpIOp compare,
                       bool value) {
  IRMapping mapping;
  auto clone = cast<ForOp>(rewriter.clone(*loop, mapping));
  clone.getLowerBoundMutable().assign(lower);
  clone.getUpperBoundMutable().assign(upper);
  clone.getInitValuesMutable().assign(inits);
  OpBuilder::InsertionGuard guard(rewriter);
  resolveCondition(rewriter, clone,
                   cast<CmpIOp>(mapping.lookup(compare.getOperation())), value);
  return clone;
}

namespace {
struct LoopSplit
    : public tessera::cuda_tile::impl::LoopSplitPassBase<LoopSplit> {
  using LoopSplitPassBase::LoopSplitPassBase;

  void runOnOperation() override { splitWithin(getOperation()); }

  /// Splits the outermost loops below `root`, then those inside what is left.
  void splitWithin(Operation *root) {
    llvm::SmallVector<ForOp> loops;
    root->walk<WalkOrder::PreOrder>([&](ForOp loop) {
      if (loop == root)
        return WalkResult::advance();
      loops.push_back(loop);
      return WalkResult::skip();
    });
    for (ForOp loop : loops)
      for (ForOp each : split(loop))
        splitWithin(each);
  }

  /// The two loops that replace `loop`, or `loop` itself if it is not split.
  llvm::SmallVector<ForOp, 2> split(ForOp loop) {
    std::optional<SplitCondition> condition =
        findCondition(loop, splitThreshold);
    if (!condition)
      return {loop};
    IRRewriter rewriter(&getContext());
    rewriter.setInsertionPoint(loop);
    SplitBounds bounds = createBounds(rewriter, loop, *condition, exactBounds);
    ForOp first = cloneLoop(rewriter, loop, loop.getLowerBound(),
                            bounds.firstUpper, loop.getInitValues(),
                            condition->compare, condition->firstValue);
    ForOp second = cloneLoop(rewriter, loop, bounds.secondLower,
                             bounds.secondUpper, first.getResults(),
                             condition->compare, !condition->firstValue);
    rewriter.replaceOp(loop, second.getResults());
    return {first, second};
  }
};
} // namespace
