//===- TileAA/IR/ShapeFolds.cpp - folds and patterns of the family --*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Folds ops that change indices into each other. An op on a splat becomes a
// splat, chains of one kind become one op, and an op that changes nothing
// disappears.
//
//===----------------------------------------------------------------------===//

#include "tessera/Dialect/TileAA/IR/TileAA.h"

#include "mlir/IR/PatternMatch.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tileaa;

//===----------------------------------------------------------------------===//
// Constants
//===----------------------------------------------------------------------===//

/// The elements of `attr` (a constant of a source tile) spread over the shape
/// of `result`; null if they are not all equal. The element type is the
/// attribute's: for bit patterns it differs from that of `result`.
static Attribute spreadSplat(Attribute attr, Type result) {
  if (!attr)
    return {};
  if (auto dense = dyn_cast<DenseElementsAttr>(attr)) {
    if (!dense.isSplat())
      return {};
    attr = dense.getSplatValue<Attribute>();
  }
  auto scalar = dyn_cast<TypedAttr>(attr);
  if (!scalar || !isa<IntegerAttr, FloatAttr>(attr))
    return {};
  if (!isa<RankedTensorType>(result))
    return attr;
  return DenseElementsAttr::get(
      cast<ShapedType>(withElement(result, scalar.getType())), attr);
}

/// The splat that feeds `value`.
static SplatOp getSplat(Value value) { return value.getDefiningOp<SplatOp>(); }

//===----------------------------------------------------------------------===//
// Folds
//===----------------------------------------------------------------------===//

OpFoldResult SplatOp::fold(FoldAdaptor adaptor) {
  return spreadSplat(adaptor.getSource(), getType());
}

OpFoldResult BroadcastOp::fold(FoldAdaptor adaptor) {
  if (getSource().getType() == getType())
    return getSource();
  if (auto inner = getSource().getDefiningOp<BroadcastOp>()) {
    getSourceMutable().assign(inner.getSource());
    return getResult();
  }
  return spreadSplat(adaptor.getSource(), getType());
}

OpFoldResult ViewOp::fold(FoldAdaptor adaptor) {
  Type type = getResult().getType();
  if (getSource().getType() == type)
    return getSource();
  if (auto inner = getSource().getDefiningOp<ViewOp>()) {
    getSourceMutable().assign(inner.getSource());
    return getResult();
  }
  if (SplatOp splat = getSplat(getSource()); splat && !isa<ShapedType>(type))
    return splat.getSource();
  auto dense = dyn_cast_or_null<DenseElementsAttr>(adaptor.getSource());
  if (dense && !dense.isSplat() && isa<RankedTensorType>(type))
    return dense.reshape(
        cast<ShapedType>(withElement(type, dense.getElementType())));
  return spreadSplat(adaptor.getSource(), type);
}

OpFoldResult PermuteOp::fold(FoldAdaptor adaptor) {
  if (getSource().getType() == getType() &&
      llvm::equal(getPermutation(),
                  llvm::seq<int32_t>(0, getPermutation().size())))
    return getSource();
  if (auto inner = getSource().getDefiningOp<PermuteOp>()) {
    // result dim d is dim outer[d] of the middle, which is inner[outer[d]].
    SmallVector<int32_t> composed;
    for (int32_t dim : getPermutation())
      composed.push_back(inner.getPermutation()[dim]);
    getSourceMutable().assign(inner.getSource());
    setPermutation(composed);
    return getResult();
  }
  return spreadSplat(adaptor.getSource(), getType());
}

OpFoldResult CatOp::fold(FoldAdaptor) {
  if (getSources().size() != 1 || getSources().front().getType() != getType())
    return {};
  return getSources().front();
}

// A slice that is the whole tensor has only index 0: any other is undefined.

OpFoldResult ExtractOp::fold(FoldAdaptor adaptor) {
  if (getSource().getType() == getType())
    return getSource();
  return spreadSplat(adaptor.getSource(), getType());
}

OpFoldResult InsertOp::fold(FoldAdaptor) {
  return getSource().getType() == getType() ? getSource() : Value();
}

OpFoldResult UnpackOp::fold(FoldAdaptor) {
  auto pack = getSource().getDefiningOp<PackOp>();
  return pack && pack.getSource().getType() == getType() ? pack.getSource()
                                                         : Value();
}

//===----------------------------------------------------------------------===//
// Patterns
//===----------------------------------------------------------------------===//

namespace {
/// OP (splat x) is a splat of x with OP's type.
template <typename OpTy> struct OfSplat : OpRewritePattern<OpTy> {
  using OpRewritePattern<OpTy>::OpRewritePattern;
  LogicalResult matchAndRewrite(OpTy op,
                                PatternRewriter &rewriter) const override {
    SplatOp splat = getSplat(op.getSource());
    if (!splat || !isa<RankedTensorType>(op.getResult().getType()))
      return failure();
    rewriter.replaceOpWithNewOp<SplatOp>(op, op.getResult().getType(),
                                         splat.getSource());
    return success();
  }
};

/// A scalar seen as a tensor is a splat.
struct ViewOfScalar : OpRewritePattern<ViewOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(ViewOp op,
                                PatternRewriter &rewriter) const override {
    if (isa<RankedTensorType>(op.getSource().getType()))
      return failure();
    rewriter.replaceOpWithNewOp<SplatOp>(op, op.getResult().getType(),
                                         op.getSource());
    return success();
  }
};
} // namespace

void BroadcastOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                              MLIRContext *context) {
  patterns.add<OfSplat<BroadcastOp>>(context);
}

void ViewOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                         MLIRContext *context) {
  patterns.add<OfSplat<ViewOp>, ViewOfScalar>(context);
}

void PermuteOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                            MLIRContext *context) {
  patterns.add<OfSplat<PermuteOp>>(context);
}

void ExtractOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                            MLIRContext *context) {
  patterns.add<OfSplat<ExtractOp>>(context);
}
