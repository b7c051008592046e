//===- TileAA/IR/PointerFolds.cpp - folds and patterns of the family -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Folds chains of addptr, and extents that are known. A fold never makes a
// pointer from an integer, because it would invent the provenance of that
// pointer.
//
//===----------------------------------------------------------------------===//

#include "tessera/Dialect/TileAA/IR/TileAA.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tileaa;

//===----------------------------------------------------------------------===//
// addptr
//===----------------------------------------------------------------------===//

OpFoldResult AddPtrOp::fold(FoldAdaptor) {
  return matchPattern(getOffset(), m_Zero()) ? getPtr() : Value();
}

namespace {
/// addptr (addptr p, a), b = addptr p, a + b. Offsets are sign-extended to 64
/// bits, so a sum in a narrower type might wrap: constants are added in 64
/// bits, other offsets only if both have 64.
struct ChainedAddPtr : OpRewritePattern<AddPtrOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(AddPtrOp op,
                                PatternRewriter &rewriter) const override {
    auto inner = op.getPtr().getDefiningOp<AddPtrOp>();
    if (!inner)
      return failure();
    Value first = inner.getOffset(), second = op.getOffset();
    Value sum = addConstants(op, first, second, rewriter);
    if (!sum) {
      if (!isI64Element(getElementTypeOrSelf(first.getType())) ||
          first.getType() != second.getType())
        return failure();
      sum = arith::AddIOp::create(rewriter, op.getLoc(), first, second);
    }
    rewriter.replaceOpWithNewOp<AddPtrOp>(op, op.getType(), inner.getPtr(),
                                          sum);
    return success();
  }

  /// The sum of two constants in the wider of their types, or in i64 if it does
  /// not fit; null if one is no constant.
  static Value addConstants(AddPtrOp op, Value first, Value second,
                            PatternRewriter &rewriter) {
    APInt a, b;
    if (!matchPattern(first, m_ConstantInt(&a)) ||
        !matchPattern(second, m_ConstantInt(&b)))
      return {};
    const unsigned width = std::max(a.getBitWidth(), b.getBitWidth());
    bool overflow = false;
    APInt sum = a.sext(64).sadd_ov(b.sext(64), overflow);
    if (overflow)
      return {};
    Type element =
        rewriter.getIntegerType(sum.isSignedIntN(width) ? width : 64);
    Type type = withElement(op.getType(), element);
    TypedAttr value = rewriter.getIntegerAttr(
        element, sum.trunc(element.getIntOrFloatBitWidth()));
    if (auto tensor = dyn_cast<RankedTensorType>(type))
      value = DenseElementsAttr::get(tensor, Attribute(value));
    return arith::ConstantOp::create(rewriter, op.getLoc(), value);
  }
};
} // namespace

void AddPtrOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                           MLIRContext *context) {
  patterns.add<ChainedAddPtr>(context);
}

OpFoldResult PtrToIntOp::fold(FoldAdaptor) {
  auto inner = getSource().getDefiningOp<IntToPtrOp>();
  return inner ? inner.getSource() : Value();
}

//===----------------------------------------------------------------------===//
// get_dim_size
//===----------------------------------------------------------------------===//

/// The operand that gives dynamic dimension `dim` of `make`.
static Value getSizeOperand(MakeMemrefOp make, int64_t dim) {
  ArrayRef<int64_t> shape = make.getResult().getType().getShape();
  if (!ShapedType::isDynamic(shape[dim]))
    return {};
  return make.getDynamicSizes()[llvm::count_if(shape.take_front(dim),
                                               ShapedType::isDynamic)];
}

OpFoldResult GetDimSizeOp::fold(FoldAdaptor) {
  if (auto view = getSource().getDefiningOp<MakeTiledViewOp>()) {
    getSourceMutable().assign(view.getSource());
    return getResult();
  }
  // A promise about the base address says nothing about extents.
  if (auto assume = getSource().getDefiningOp<AssumeOp>()) {
    getSourceMutable().assign(assume.getValue());
    return getResult();
  }
  Type source = getSource().getType();
  auto memory = dyn_cast<MemoryViewType>(source);
  if (!memory)
    memory = cast<TiledViewType>(source).getMemoryView();
  const int64_t extent = memory.getShape()[getDim()];
  Type type = getResult().getType();
  if (!ShapedType::isDynamic(extent)) {
    // An extent that does not fit is undefined behaviour: leave it alone.
    if (!llvm::isUIntN(type.getIntOrFloatBitWidth(), extent))
      return {};
    return IntegerAttr::get(type, APInt(type.getIntOrFloatBitWidth(), extent));
  }
  auto make = getSource().getDefiningOp<MakeMemrefOp>();
  Value size = make ? getSizeOperand(make, getDim()) : Value();
  return size && size.getType() == type ? size : Value();
}

namespace {
/// The size operand of `make_memref`, extended or truncated as unsigned.
struct KnownDynamicSize : OpRewritePattern<GetDimSizeOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(GetDimSizeOp op,
                                PatternRewriter &rewriter) const override {
    auto make = op.getSource().getDefiningOp<MakeMemrefOp>();
    Value size = make ? getSizeOperand(make, op.getDim()) : Value();
    if (!size)
      return failure();
    Type type = op.getResult().getType();
    const unsigned from = size.getType().getIntOrFloatBitWidth();
    if (from < type.getIntOrFloatBitWidth())
      rewriter.replaceOpWithNewOp<arith::ExtUIOp>(op, type, size);
    else if (from > type.getIntOrFloatBitWidth())
      rewriter.replaceOpWithNewOp<arith::TruncIOp>(op, type, size);
    else
      return failure();
    return success();
  }
};
} // namespace

void GetDimSizeOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                               MLIRContext *context) {
  patterns.add<KnownDynamicSize>(context);
}
