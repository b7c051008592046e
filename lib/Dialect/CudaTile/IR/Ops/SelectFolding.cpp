//===- CudaTile/IR/Ops/SelectFolding.cpp - folds of select -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The folds and rewrites of `select` listed in ops.md 10.1. "True" and "false"
// mean an i1 constant that is a splat.
//
//===----------------------------------------------------------------------===//

#include "RewriteHelpers.h"
#include "tessera/Dialect/CudaTile/IR/CudaTile.h"

#include "mlir/IR/Matchers.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;
using namespace tessera::cuda_tile;

/// The value of a splat integer constant, or nothing.
static std::optional<APInt> getSplatInteger(Value value) {
  DenseElementsAttr constant;
  if (!matchPattern(value, m_Constant(&constant)) || !constant.isSplat() ||
      !isa<IntegerType>(constant.getElementType()))
    return std::nullopt;
  return constant.getSplatValue<APInt>();
}

static bool isTrue(Value value) {
  std::optional<APInt> integer = getSplatInteger(value);
  return integer && integer->getBitWidth() == 1 && integer->isOne();
}

static bool isFalse(Value value) {
  std::optional<APInt> integer = getSplatInteger(value);
  return integer && integer->getBitWidth() == 1 && integer->isZero();
}

static bool isI1Tile(Type type) {
  return isI1Element(cast<TileType>(type).getElementType());
}

//===----------------------------------------------------------------------===//
// Folds
//===----------------------------------------------------------------------===//

/// `cmpi equal a, b` selecting between a and b always gives the false arm;
/// `not_equal` the true arm.
static Value foldComparisonOfArms(SelectOp op) {
  auto compare = op.getCond().getDefiningOp<CmpIOp>();
  if (!compare)
    return {};
  Value a = op.getValIfTrue(), b = op.getValIfFalse();
  bool sameArms = (compare.getLhs() == a && compare.getRhs() == b) ||
                  (compare.getLhs() == b && compare.getRhs() == a);
  if (!sameArms)
    return {};
  switch (compare.getComparisonPredicate()) {
  case ComparisonPredicate::Equal:
    return b;
  case ComparisonPredicate::NotEqual:
    return a;
  default:
    return {};
  }
}

OpFoldResult SelectOp::fold(FoldAdaptor) {
  Value condition = getCond(), a = getValIfTrue(), b = getValIfFalse();
  if (a == b)
    return a;
  if (isTrue(condition))
    return a;
  if (isFalse(condition))
    return b;
  if (isI1Tile(getType()) && isTrue(a) && isFalse(b))
    return condition;
  if (Value arm = foldComparisonOfArms(*this))
    return arm;
  // select (xori p, true), a, b -> select p, b, a
  if (auto negation = condition.getDefiningOp<XOrIOp>();
      negation && isTrue(negation.getRhs())) {
    getCondMutable().assign(negation.getLhs());
    getValIfTrueMutable().assign(b);
    getValIfFalseMutable().assign(a);
    return getResult();
  }
  // An arm that selects on the same condition again has a dead arm.
  if (auto inner = a.getDefiningOp<SelectOp>();
      inner && inner.getCond() == condition) {
    getValIfTrueMutable().assign(inner.getValIfTrue());
    return getResult();
  }
  if (auto inner = b.getDefiningOp<SelectOp>();
      inner && inner.getCond() == condition) {
    getValIfFalseMutable().assign(inner.getValIfFalse());
    return getResult();
  }
  return {};
}

//===----------------------------------------------------------------------===//
// Rewrites
//===----------------------------------------------------------------------===//

Value tessera::cuda_tile::createNot(PatternRewriter &rewriter, Location loc,
                                    Value value) {
  auto type = cast<TileType>(value.getType());
  Value ones = ConstantOp::create(rewriter, loc, type,
                                  DenseElementsAttr::get(type, APInt(1, 1)));
  return XOrIOp::create(rewriter, loc, type, value, ones);
}

/// select p, false, true -> xori p, true
static LogicalResult selectToNot(SelectOp op, PatternRewriter &rewriter) {
  if (!isI1Tile(op.getType()) || !isFalse(op.getValIfTrue()) ||
      !isTrue(op.getValIfFalse()))
    return failure();
  rewriter.replaceOp(op, createNot(rewriter, op.getLoc(), op.getCond()));
  return success();
}

/// Integer select p, 1, 0 -> exti p; select p, 0, 1 -> exti (xori p, true).
static LogicalResult selectToExtend(SelectOp op, PatternRewriter &rewriter) {
  std::optional<APInt> a = getSplatInteger(op.getValIfTrue());
  std::optional<APInt> b = getSplatInteger(op.getValIfFalse());
  if (!a || !b || a->getBitWidth() == 1)
    return failure();
  bool isPlain = a->isOne() && b->isZero();
  bool isNegated = a->isZero() && b->isOne();
  if (!isPlain && !isNegated)
    return failure();
  Value condition = op.getCond();
  if (isNegated)
    condition = createNot(rewriter, op.getLoc(), condition);
  rewriter.replaceOpWithNewOp<ExtIOp>(op, op.getType(), condition,
                                      Signedness::Unsigned);
  return success();
}

/// Three constants -> one constant, also for a condition that is not a splat.
static LogicalResult selectOfConstants(SelectOp op, PatternRewriter &rewriter) {
  DenseElementsAttr condition, a, b;
  if (!matchPattern(op.getCond(), m_Constant(&condition)) ||
      !matchPattern(op.getValIfTrue(), m_Constant(&a)) ||
      !matchPattern(op.getValIfFalse(), m_Constant(&b)))
    return failure();
  SmallVector<Attribute> values;
  for (auto [choose, whenTrue, whenFalse] :
       llvm::zip(condition.getValues<bool>(), a.getValues<Attribute>(),
                 b.getValues<Attribute>()))
    values.push_back(choose ? whenTrue : whenFalse);
  if (llvm::all_equal(values))
    values.truncate(1);
  auto type = cast<TileType>(op.getType());
  rewriter.replaceOpWithNewOp<ConstantOp>(op, type,
                                          DenseElementsAttr::get(type, values));
  return success();
}

void SelectOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                           MLIRContext *) {
  patterns.add(selectToNot);
  patterns.add(selectToExtend);
  patterns.add(selectOfConstants);
}
