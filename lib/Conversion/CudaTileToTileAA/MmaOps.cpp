//===- CudaTileToTileAA/MmaOps.cpp - matrix products (ops.md 2.6, 2.7, 3.3) -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Converts the three ops for matrix products to one. The element types, the
// scales and the signedness of integers tell which product is meant.
//
//===----------------------------------------------------------------------===//

#include "Patterns.h"

using namespace mlir;
using namespace tessera::cuda_tile;

namespace tessera::detail {
namespace {

struct MmaFLowering : Lowering<MmaFOp> {
  using Lowering::Lowering;
  LogicalResult
  matchAndRewrite(MmaFOp op, Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    return replace<tileaa::DotOp>(
        op, rewriter, resultType(op), adaptor.getLhs(), adaptor.getRhs(),
        adaptor.getAcc(), /*lhs_scale=*/Value(), /*rhs_scale=*/Value(),
        SignednessAttr(), SignednessAttr(), op.getFastAccAttr());
  }
};

struct MmaILowering : Lowering<MmaIOp> {
  using Lowering::Lowering;
  LogicalResult
  matchAndRewrite(MmaIOp op, Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    return replace<tileaa::DotOp>(
        op, rewriter, resultType(op), adaptor.getLhs(), adaptor.getRhs(),
        adaptor.getAcc(), /*lhs_scale=*/Value(), /*rhs_scale=*/Value(),
        op.getSignednessLhsAttr(), op.getSignednessRhsAttr(), UnitAttr());
  }
};

struct MmaFScaledLowering : Lowering<MmaFScaledOp> {
  using Lowering::Lowering;
  LogicalResult
  matchAndRewrite(MmaFScaledOp op, Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    return replace<tileaa::DotOp>(
        op, rewriter, resultType(op), adaptor.getLhs(), adaptor.getRhs(),
        adaptor.getAcc(), adaptor.getLhsScale(), adaptor.getRhsScale(),
        SignednessAttr(), SignednessAttr(), UnitAttr());
  }
};

} // namespace

void populateMmaPatterns(Converter &converter, Patterns &patterns) {
  patterns.add<MmaFLowering, MmaILowering, MmaFScaledLowering>(
      converter, patterns.getContext());
}

} // namespace tessera::detail
