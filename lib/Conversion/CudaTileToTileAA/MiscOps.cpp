//===- CudaTileToTileAA/MiscOps.cpp - assert, assume, print, dependent launch -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Assertions, assumptions, printing and dependent launch (core.md 6.3 to 6.5).
//
//===----------------------------------------------------------------------===//

#include "Patterns.h"

using namespace mlir;
using namespace tessera::cuda_tile;

namespace tessera::detail {
namespace {

struct AssumeLowering : Lowering<cuda_tile::AssumeOp> {
  using Lowering::Lowering;
  LogicalResult
  matchAndRewrite(cuda_tile::AssumeOp op, Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    return replace<tileaa::AssumeOp>(op, rewriter, resultType(op),
                                     op.getPredicate(), adaptor.getValue());
  }
};

struct AssertLowering : Lowering<cuda_tile::AssertOp> {
  using Lowering::Lowering;
  LogicalResult
  matchAndRewrite(cuda_tile::AssertOp op, Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    return replace<tileaa::AssertOp>(op, rewriter, adaptor.getCondition(),
                                     op.getMessageAttr());
  }
};

struct PrintLowering : Lowering<PrintTkoOp> {
  using Lowering::Lowering;
  LogicalResult
  matchAndRewrite(PrintTkoOp op, Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    return replace<tileaa::PrintOp>(op, rewriter, resultType(op),
                                    op.getStrAttr(), adaptor.getArgs(),
                                    adaptor.getToken());
  }
};

} // namespace

void populateMiscPatterns(Converter &converter, Patterns &patterns) {
  patterns.add<
      AssumeLowering, AssertLowering, PrintLowering,
      RenameLowering<GdcWaitTkoOp, tileaa::GdcWaitOp>,
      RenameLowering<GdcLaunchDependentsTkoOp, tileaa::GdcLaunchDependentsOp>>(
      converter, patterns.getContext());
}

} // namespace tessera::detail
