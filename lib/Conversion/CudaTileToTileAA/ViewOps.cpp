//===- CudaTileToTileAA/ViewOps.cpp - views and accesses through them (ops.md 8) -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The three kinds of tile view share one type below; only accesses tell gather
// and scatter from the others. The size of an index space is computed in i64
// and then narrowed: the extent it comes from need not fit the result type, the
// quotient must (ops.md 8.5).
//
//===----------------------------------------------------------------------===//

#include "Patterns.h"

using namespace mlir;
using namespace tessera::cuda_tile;

namespace tessera::detail {
namespace {

struct MakeTensorViewLowering : Lowering<MakeTensorViewOp> {
  using Lowering::Lowering;
  LogicalResult
  matchAndRewrite(MakeTensorViewOp op, Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    return replace<tileaa::MakeMemrefOp>(
        op, rewriter, resultType(op), adaptor.getBase(),
        adaptor.getDynamicShape(), adaptor.getDynamicStrides());
  }
};

struct GetTensorShapeLowering : Lowering<GetTensorShapeOp> {
  using Lowering::Lowering;
  LogicalResult
  matchAndRewrite(GetTensorShapeOp op, Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    llvm::SmallVector<Value> sizes;
    for (auto [dim, result] : llvm::enumerate(op.getResult()))
      sizes.push_back(tileaa::GetDimSizeOp::create(
          rewriter, op.getLoc(), convert(result.getType()), adaptor.getSrc(),
          rewriter.getI64IntegerAttr(dim)));
    rewriter.replaceOp(op, sizes);
    return success();
  }
};

struct GetIndexSpaceShapeLowering : Lowering<GetIndexSpaceShapeOp> {
  using Lowering::Lowering;
  LogicalResult
  matchAndRewrite(GetIndexSpaceShapeOp op, Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    auto view = cast<tileaa::TiledViewType>(adaptor.getSrc().getType());
    llvm::SmallVector<Value> sizes;
    for (auto [dim, result] : llvm::enumerate(op.getResult()))
      sizes.push_back(makeSize(rewriter, op.getLoc(), adaptor.getSrc(), view,
                               dim,
                               cast<IntegerType>(convert(result.getType()))));
    rewriter.replaceOp(op, sizes);
    return success();
  }

private:
  static Value makeSize(OpBuilder &builder, Location loc, Value source,
                        tileaa::TiledViewType view, unsigned dim,
                        IntegerType type) {
    // Unpublished for gather/scatter views: as for a partition.
    int64_t step = view.getStep(dim);
    int64_t memoryDim = view.getDimMap()[dim];
    int64_t extent = view.getMemoryView().getShape()[memoryDim];
    if (!ShapedType::isDynamic(extent))
      return makeIntegerConstant(builder, loc, type,
                                 extent / step + (extent % step != 0));
    Type i64 = builder.getI64Type();
    Value size = tileaa::GetDimSizeOp::create(
        builder, loc, i64, source, builder.getI64IntegerAttr(memoryDim));
    Value divisor = makeIntegerConstant(builder, loc, i64, step);
    Value count = arith::CeilDivUIOp::create(builder, loc, size, divisor);
    if (type == i64)
      return count;
    return arith::TruncIOp::create(builder, loc, type, count);
  }
};

bool isGatherScatter(Value view) {
  return cast<tileaa::TiledViewType>(view.getType()).isGatherScatter();
}

struct LoadViewLowering : Lowering<LoadViewTkoOp> {
  using Lowering::Lowering;
  LogicalResult
  matchAndRewrite(LoadViewTkoOp op, Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    if (isGatherScatter(adaptor.getView()))
      return load<tileaa::GatherLoadOp>(op, adaptor, rewriter);
    return load<tileaa::TiledLoadOp>(op, adaptor, rewriter);
  }

private:
  template <typename LoadOp>
  LogicalResult load(LoadViewTkoOp op, Adaptor adaptor,
                     ConversionPatternRewriter &rewriter) const {
    return replace<LoadOp>(op, rewriter, resultType(op, 0), resultType(op, 1),
                           op.getMemoryOrderingSemanticsAttr(),
                           op.getMemoryScopeAttr(), adaptor.getView(),
                           adaptor.getIndex(), adaptor.getToken(),
                           op.getInboundsAttr(), op.getOptimizationHintsAttr());
  }
};

struct StoreViewLowering : Lowering<StoreViewTkoOp> {
  using Lowering::Lowering;
  LogicalResult
  matchAndRewrite(StoreViewTkoOp op, Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    if (isGatherScatter(adaptor.getView()))
      return store<tileaa::ScatterStoreOp>(op, adaptor, rewriter);
    return store<tileaa::TiledStoreOp>(op, adaptor, rewriter);
  }

private:
  template <typename StoreOp>
  LogicalResult store(StoreViewTkoOp op, Adaptor adaptor,
                      ConversionPatternRewriter &rewriter) const {
    return replace<StoreOp>(
        op, rewriter, resultType(op), op.getMemoryOrderingSemanticsAttr(),
        op.getMemoryScopeAttr(), adaptor.getTile(), adaptor.getView(),
        adaptor.getIndex(), adaptor.getToken(), op.getInboundsAttr(),
        op.getOptimizationHintsAttr());
  }
};

struct AtomicRedViewLowering : Lowering<AtomicRedViewTkoOp> {
  using Lowering::Lowering;
  LogicalResult
  matchAndRewrite(AtomicRedViewTkoOp op, Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    return replace<tileaa::TiledAtomicRMWOp>(
        op, rewriter, resultType(op), op.getMemoryOrderingSemanticsAttr(),
        op.getMemoryScopeAttr(), op.getModeAttr(), adaptor.getValue(),
        adaptor.getView(), adaptor.getIndex(), adaptor.getToken(),
        DenseBoolArrayAttr(), OptimizationHintsAttr());
  }
};

} // namespace

void populateViewPatterns(Converter &converter, Patterns &patterns) {
  patterns.add<MakeTensorViewLowering,
               RenameLowering<MakePartitionViewOp, tileaa::MakeTiledViewOp>,
               RenameLowering<MakeStridedViewOp, tileaa::MakeTiledViewOp>,
               RenameLowering<MakeGatherScatterViewOp, tileaa::MakeTiledViewOp>,
               GetTensorShapeLowering, GetIndexSpaceShapeLowering,
               LoadViewLowering, StoreViewLowering, AtomicRedViewLowering>(
      converter, patterns.getContext());
}

} // namespace tessera::detail
