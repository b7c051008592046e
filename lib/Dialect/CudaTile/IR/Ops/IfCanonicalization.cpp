//===- CudaTile/IR/Ops/IfCanonicalization.cpp - folds and rewrites of if -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The rewrites of `if` listed in ops.md 10.1, one static function each. An arm
// *yields* when it ends in `yield`; otherwise it *leaves* (break, continue,
// return) and code after the `if` does not run on that path.
//
//===----------------------------------------------------------------------===//

#include "RewriteHelpers.h"
#include "tessera/Dialect/CudaTile/IR/CudaTile.h"

#include "mlir/IR/Matchers.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;
using namespace tessera::cuda_tile;

//===----------------------------------------------------------------------===//
// Queries
//===----------------------------------------------------------------------===//

static std::optional<bool> getConstantBool(Value value) {
  DenseElementsAttr constant;
  if (!value || !isa<TileType>(value.getType()) ||
      !isI1Element(cast<TileType>(value.getType()).getElementType()) ||
      !matchPattern(value, m_Constant(&constant)) || !constant.isSplat())
    return std::nullopt;
  return constant.getSplatValue<bool>();
}

/// The value p of `xori p, true`, or null.
static Value getNegated(Value value) {
  auto negation = value.getDefiningOp<XOrIOp>();
  if (!negation || getConstantBool(negation.getRhs()) != true)
    return {};
  return negation.getLhs();
}

/// The arm's `yield`, or null when the region is empty or leaves.
static YieldOp getYield(Region &arm) {
  if (arm.empty() || arm.front().empty())
    return {};
  return dyn_cast<YieldOp>(arm.front().back());
}

static bool leaves(Region &arm) { return !arm.empty() && !getYield(arm); }

static bool onlyYields(Region &arm) {
  return arm.empty() || (getYield(arm) && llvm::hasSingleElement(arm.front()));
}

static bool isDefinedOutside(Value value, IfOp op) {
  return !op->isAncestor(value.getParentRegion()->getParentOp());
}

//===----------------------------------------------------------------------===//
// Helpers that change the IR
//===----------------------------------------------------------------------===//

static void eraseFrom(Operation *first, PatternRewriter &rewriter) {
  Block *block = first->getBlock();
  while (&block->back() != first)
    rewriter.eraseOp(&block->back());
  rewriter.eraseOp(first);
}

static IfOp createIf(PatternRewriter &rewriter, Location loc, TypeRange results,
                     Value condition) {
  OperationState state(loc, IfOp::getOperationName());
  state.addTypes(results);
  state.addOperands(condition);
  state.addRegion();
  state.addRegion();
  return cast<IfOp>(rewriter.create(state));
}

static void setYield(PatternRewriter &rewriter, Region &arm,
                     ValueRange values) {
  if (YieldOp yield = getYield(arm))
    rewriter.modifyOpInPlace(yield, [&] { yield->setOperands(values); });
}

//===----------------------------------------------------------------------===//
// Fold: if (xori c, true) A else B -> if c B else A
//===----------------------------------------------------------------------===//

LogicalResult IfOp::fold(FoldAdaptor, SmallVectorImpl<OpFoldResult> &) {
  Value plain = getNegated(getCondition());
  if (!plain || getElseRegion().empty())
    return failure();
  getConditionMutable().assign(plain);
  Block *thenBlock = &getThenRegion().front();
  // Move the else block in front of the then block, then swap homes.
  thenBlock->moveBefore(&getElseRegion().front());
  getElseRegion().back().moveBefore(&getThenRegion(), getThenRegion().end());
  return success();
}

//===----------------------------------------------------------------------===//
// Rewrites
//===----------------------------------------------------------------------===//

static LogicalResult inlineConstantCondition(IfOp op,
                                             PatternRewriter &rewriter) {
  std::optional<bool> condition = getConstantBool(op.getCondition());
  if (!condition)
    return failure();
  Region &taken = *condition ? op.getThenRegion() : op.getElseRegion();
  if (taken.empty()) {
    rewriter.eraseOp(op);
    return success();
  }
  YieldOp yield = getYield(taken);
  rewriter.inlineBlockBefore(&taken.front(), op);
  if (yield) {
    SmallVector<Value> values(yield.getOperands());
    rewriter.eraseOp(yield);
    rewriter.replaceOp(op, values);
  } else {
    eraseFrom(op, rewriter);
  }
  return success();
}

static LogicalResult dropUnusedResults(IfOp op, PatternRewriter &rewriter) {
  SmallVector<unsigned> kept;
  for (OpResult result : op.getResults())
    if (!result.use_empty())
      kept.push_back(result.getResultNumber());
  if (kept.size() == op.getNumResults())
    return failure();
  auto keep = [&](ValueRange values) {
    return llvm::to_vector(
        llvm::map_range(kept, [&](unsigned i) { return values[i]; }));
  };
  SmallVector<Value> oldResults = keep(op.getResults());
  IfOp shorter = createIf(rewriter, op.getLoc(),
                          ValueRange(oldResults).getTypes(), op.getCondition());
  shorter->setDiscardableAttrs(op->getDiscardableAttrDictionary());
  for (auto [from, to] : llvm::zip(op->getRegions(), shorter->getRegions())) {
    if (YieldOp yield = getYield(from))
      setYield(rewriter, from, keep(yield.getOperands()));
    rewriter.inlineRegionBefore(from, to, to.end());
  }
  for (auto [from, to] : llvm::zip(oldResults, shorter.getResults()))
    rewriter.replaceAllUsesWith(from, to);
  rewriter.eraseOp(op);
  return success();
}

/// Both arms yield one value -> that value; true/false -> the condition.
static LogicalResult simplifyResults(IfOp op, PatternRewriter &rewriter) {
  YieldOp thenYield = getYield(op.getThenRegion());
  YieldOp elseYield = getYield(op.getElseRegion());
  if (!thenYield || !elseYield)
    return failure();
  bool changed = false;
  for (OpResult result : op.getResults()) {
    if (result.use_empty())
      continue;
    Value a = thenYield.getOperand(result.getResultNumber());
    Value b = elseYield.getOperand(result.getResultNumber());
    std::optional<bool> whenTrue = getConstantBool(a);
    std::optional<bool> whenFalse = getConstantBool(b);
    Value replacement;
    if (a == b)
      replacement = a;
    else if (result.getType() == op.getCondition().getType() && whenTrue &&
             whenFalse && *whenTrue != *whenFalse)
      replacement = *whenTrue
                        ? op.getCondition()
                        : createNot(rewriter, op.getLoc(), op.getCondition());
    if (!replacement)
      continue;
    rewriter.replaceAllUsesWith(result, replacement);
    changed = true;
  }
  return success(changed);
}

/// select of a scalar condition and tiles of any shape.
static Value createSelect(PatternRewriter &rewriter, Location loc,
                          Value condition, Value a, Value b) {
  auto type = cast<TileType>(a.getType());
  Type boolean = cast<TileType>(condition.getType()).getElementType();
  if (!type.isScalar()) {
    SmallVector<int64_t> ones(type.getRank(), 1);
    condition = ReshapeOp::create(rewriter, loc, TileType::get(ones, boolean),
                                  condition);
    condition = BroadcastOp::create(
        rewriter, loc, TileType::get(type.getShape(), boolean), condition);
  }
  return SelectOp::create(rewriter, loc, type, condition, a, b);
}

/// Yielded values that exist before the `if` become selects; when one arm
/// leaves, the other arm's value is the only one that can arrive.
static LogicalResult resultsToSelect(IfOp op, PatternRewriter &rewriter) {
  YieldOp thenYield = getYield(op.getThenRegion());
  YieldOp elseYield = getYield(op.getElseRegion());
  if (!thenYield && !elseYield)
    return failure();
  for (OpResult result : op.getResults()) {
    auto tile = dyn_cast<TileType>(result.getType());
    if (!tile)
      return failure();
  }
  bool changed = false;
  for (OpResult result : op.getResults()) {
    if (result.use_empty())
      continue;
    unsigned index = result.getResultNumber();
    Value a = thenYield ? thenYield.getOperand(index) : Value();
    Value b = elseYield ? elseYield.getOperand(index) : Value();
    if ((a && !isDefinedOutside(a, op)) || (b && !isDefinedOutside(b, op)))
      continue;
    Value replacement = !a ? b : !b ? a : Value();
    if (!replacement) {
      // select has no f4E2M1FN form.
      if (isF4Element(cast<TileType>(result.getType()).getElementType()))
        continue;
      replacement =
          createSelect(rewriter, op.getLoc(), op.getCondition(), a, b);
    }
    rewriter.replaceAllUsesWith(result, replacement);
    changed = true;
  }
  return success(changed);
}

static LogicalResult removeEmptyElse(IfOp op, PatternRewriter &rewriter) {
  if (op.getNumResults() != 0 || op.getElseRegion().empty() ||
      !onlyYields(op.getElseRegion()))
    return failure();
  rewriter.modifyOpInPlace(
      op, [&] { rewriter.eraseBlock(&op.getElseRegion().front()); });
  return success();
}

/// Appends `arm` of the second `if` to `first`, whose yield makes way. Returns
/// the values both arms yielded, in order.
static SmallVector<Value> appendArm(PatternRewriter &rewriter, Region &first,
                                    Region &second, ResultRange firstResults) {
  SmallVector<Value> values;
  if (YieldOp yield = getYield(first)) {
    llvm::append_range(values, yield.getOperands());
    rewriter.eraseOp(yield);
  } else {
    rewriter.createBlock(&first);
  }
  Block &target = first.front();
  if (!second.empty()) {
    // Inside the second arm the first op's results are what this arm yields.
    for (auto [result, value] : llvm::zip(firstResults, values))
      rewriter.replaceUsesWithIf(result, value, [&](OpOperand &use) {
        return second.isAncestor(use.getOwner()->getParentRegion());
      });
    rewriter.mergeBlocks(&second.front(), &target, {});
    auto yield = cast<YieldOp>(target.back());
    llvm::append_range(values, yield.getOperands());
    rewriter.eraseOp(yield);
  }
  return values;
}

/// Two neighbours on one condition, or on c and `xori c, true`, become one.
static LogicalResult mergeAdjacent(IfOp op, PatternRewriter &rewriter) {
  auto next = dyn_cast_or_null<IfOp>(op->getNextNode());
  if (!next)
    return failure();
  Value condition = op.getCondition();
  bool isNegated = getNegated(next.getCondition()) == condition ||
                   getNegated(condition) == next.getCondition();
  if (next.getCondition() != condition && !isNegated)
    return failure();
  for (IfOp either : {op, next})
    for (Region &arm : either->getRegions())
      if (leaves(arm))
        return failure();

  SmallVector<Type> types(op.getResultTypes());
  llvm::append_range(types, next.getResultTypes());
  rewriter.setInsertionPoint(next);
  IfOp merged = createIf(rewriter, op.getLoc(), types, condition);
  for (unsigned i = 0; i < 2; ++i) {
    Region &first = op->getRegion(i);
    Region &second = next->getRegion(isNegated ? 1 - i : i);
    if (i == 1 && first.empty() && second.empty())
      continue;
    SmallVector<Value> values =
        appendArm(rewriter, first, second, op.getResults());
    rewriter.setInsertionPointToEnd(&first.front());
    YieldOp::create(rewriter, op.getLoc(), values);
    rewriter.inlineRegionBefore(first, merged->getRegion(i),
                                merged->getRegion(i).end());
  }
  SmallVector<Value> results(merged.getResults());
  unsigned split = op.getNumResults();
  rewriter.replaceOp(next, ArrayRef<Value>(results).drop_front(split));
  rewriter.replaceOp(op, ArrayRef<Value>(results).take_front(split));
  return success();
}

/// if a { if b { X } } -> if (andi a, b) { X }, when the else arms agree.
static LogicalResult mergeNested(IfOp op, PatternRewriter &rewriter) {
  YieldOp yield = getYield(op.getThenRegion());
  if (!yield || !onlyYields(op.getElseRegion()))
    return failure();
  auto inner = dyn_cast<IfOp>(op.thenBlock()->front());
  if (!inner || inner->getNextNode() != yield ||
      !onlyYields(inner.getElseRegion()) ||
      !llvm::equal(yield.getOperands(), inner.getResults()))
    return failure();
  if (op.getNumResults() != 0 &&
      !llvm::equal(getYield(op.getElseRegion()).getOperands(),
                   getYield(inner.getElseRegion()).getOperands()))
    return failure();
  // The inner condition must be known before the outer `if`.
  if (!isDefinedOutside(inner.getCondition(), op))
    return failure();
  Value both =
      AndIOp::create(rewriter, op.getLoc(), op.getCondition().getType(),
                     op.getCondition(), inner.getCondition());
  IfOp merged = createIf(rewriter, op.getLoc(), op.getResultTypes(), both);
  rewriter.inlineRegionBefore(inner.getThenRegion(), merged.getThenRegion(),
                              merged.getThenRegion().end());
  if (op.getNumResults() != 0)
    rewriter.inlineRegionBefore(op.getElseRegion(), merged.getElseRegion(),
                                merged.getElseRegion().end());
  rewriter.replaceOp(op, merged.getResults());
  return success();
}

/// Both arms leave: keep the then arm, continue with the else arm.
static LogicalResult inlineLeavingElse(IfOp op, PatternRewriter &rewriter) {
  if (!leaves(op.getThenRegion()) || !leaves(op.getElseRegion()))
    return failure();
  IfOp shorter =
      createIf(rewriter, op.getLoc(), TypeRange(), op.getCondition());
  rewriter.inlineRegionBefore(op.getThenRegion(), shorter.getThenRegion(),
                              shorter.getThenRegion().end());
  rewriter.inlineBlockBefore(&op.getElseRegion().front(), op);
  eraseFrom(op, rewriter);
  return success();
}

void IfOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                       MLIRContext *) {
  patterns.add(inlineConstantCondition);
  patterns.add(dropUnusedResults);
  patterns.add(simplifyResults);
  patterns.add(resultsToSelect);
  patterns.add(removeEmptyElse);
  patterns.add(mergeAdjacent);
  patterns.add(mergeNested);
  patterns.add(inlineLeavingElse);
}
