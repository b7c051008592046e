//===- CudaTileToTileAA/ReduceOps.cpp - reduce and scan (core.md 6.2) -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Bodies are over 0-d tiles, which are scalars below: the ops in them convert
// like any others.
//
//===----------------------------------------------------------------------===//

#include "Patterns.h"

using namespace mlir;
using namespace tessera::cuda_tile;

namespace tessera::detail {
namespace {

/// Moves the body of `op` into `target` with converted arguments.
LogicalResult moveBody(Operation *op, Region &target,
                       const TypeConverter &converter,
                       ConversionPatternRewriter &rewriter) {
  rewriter.inlineRegionBefore(op->getRegion(0), target, target.end());
  return success(succeeded(rewriter.convertRegionTypes(&target, converter)));
}

struct ReduceLowering : Lowering<cuda_tile::ReduceOp> {
  using Lowering::Lowering;
  LogicalResult
  matchAndRewrite(cuda_tile::ReduceOp op, Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    llvm::SmallVector<Type> types;
    if (failed(getTypeConverter()->convertTypes(op->getResultTypes(), types)))
      return failure();
    auto reduce = tileaa::ReduceOp::create(
        rewriter, op.getLoc(), types, adaptor.getOperands(), op.getDimAttr(),
        op.getIdentitiesAttr());
    reduce->setDiscardableAttrs(op->getDiscardableAttrDictionary());
    if (failed(moveBody(op, reduce.getBody(), *getTypeConverter(), rewriter)))
      return failure();
    rewriter.replaceOp(op, reduce);
    return success();
  }
};

struct ScanLowering : Lowering<cuda_tile::ScanOp> {
  using Lowering::Lowering;
  LogicalResult
  matchAndRewrite(cuda_tile::ScanOp op, Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    llvm::SmallVector<Type> types;
    if (failed(getTypeConverter()->convertTypes(op->getResultTypes(), types)))
      return failure();
    auto scan = tileaa::ScanOp::create(
        rewriter, op.getLoc(), types, adaptor.getOperands(), op.getDimAttr(),
        op.getReverse() ? rewriter.getUnitAttr() : UnitAttr(),
        op.getIdentitiesAttr());
    scan->setDiscardableAttrs(op->getDiscardableAttrDictionary());
    if (failed(moveBody(op, scan.getBody(), *getTypeConverter(), rewriter)))
      return failure();
    rewriter.replaceOp(op, scan);
    return success();
  }
};

/// The only `yield` that structuring leaves is that of a body.
struct YieldLowering : Lowering<cuda_tile::YieldOp> {
  using Lowering::Lowering;
  LogicalResult
  matchAndRewrite(cuda_tile::YieldOp op, Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    return replace<tileaa::YieldOp>(op, rewriter, adaptor.getOperands());
  }
};

} // namespace

void populateReducePatterns(Converter &converter, Patterns &patterns) {
  patterns.add<ReduceLowering, ScanLowering, YieldLowering>(
      converter, patterns.getContext());
}

} // namespace tessera::detail
