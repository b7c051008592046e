//===- CudaTileToTileAA/MemoryOps.cpp - tokens, pointer accesses, atomics (ops.md 6, 7) -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Ordering, scope and hints are carried over as they are; a token operand that
// is absent stays absent, because that orders the access after nothing in both
// dialects.
//
//===----------------------------------------------------------------------===//

#include "Patterns.h"

using namespace mlir;
using namespace tessera::cuda_tile;

namespace tessera::detail {
namespace {

struct AllocaLowering : Lowering<cuda_tile::AllocaOp> {
  using Lowering::Lowering;
  LogicalResult
  matchAndRewrite(cuda_tile::AllocaOp op, Adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    return replace<tileaa::AllocaOp>(op, rewriter, resultType(op),
                                     op.getNumElemAttr(), op.getAlignmentAttr(),
                                     op.getGlobalAttr());
  }
};

struct LoadPtrLowering : Lowering<LoadPtrTkoOp> {
  using Lowering::Lowering;
  LogicalResult
  matchAndRewrite(LoadPtrTkoOp op, Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    // Without a mask no position takes its padding.
    Value padding = op.getMask() ? adaptor.getPaddingValue() : Value();
    return replace<tileaa::LoadOp>(
        op, rewriter, resultType(op, 0), resultType(op, 1),
        op.getMemoryOrderingSemanticsAttr(), op.getMemoryScopeAttr(),
        adaptor.getSource(), adaptor.getMask(), padding, adaptor.getToken(),
        op.getOptimizationHintsAttr());
  }
};

struct StorePtrLowering : Lowering<StorePtrTkoOp> {
  using Lowering::Lowering;
  LogicalResult
  matchAndRewrite(StorePtrTkoOp op, Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    return replace<tileaa::StoreOp>(
        op, rewriter, resultType(op), op.getMemoryOrderingSemanticsAttr(),
        op.getMemoryScopeAttr(), adaptor.getDestination(), adaptor.getValue(),
        adaptor.getMask(), adaptor.getToken(), op.getOptimizationHintsAttr());
  }
};

struct AtomicRMWLowering : Lowering<AtomicRMWTkoOp> {
  using Lowering::Lowering;
  LogicalResult
  matchAndRewrite(AtomicRMWTkoOp op, Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    return replace<tileaa::AtomicRMWOp>(
        op, rewriter, resultType(op, 0), resultType(op, 1),
        op.getMemoryOrderingSemanticsAttr(), op.getMemoryScopeAttr(),
        op.getModeAttr(), adaptor.getPointers(), adaptor.getArg(),
        adaptor.getMask(), adaptor.getToken(), OptimizationHintsAttr());
  }
};

struct AtomicCASLowering : Lowering<AtomicCASTkoOp> {
  using Lowering::Lowering;
  LogicalResult
  matchAndRewrite(AtomicCASTkoOp op, Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    return replace<tileaa::AtomicCASOp>(
        op, rewriter, resultType(op, 0), resultType(op, 1),
        op.getMemoryOrderingSemanticsAttr(), op.getMemoryScopeAttr(),
        adaptor.getPointers(), adaptor.getCmp(), adaptor.getVal(),
        adaptor.getMask(), adaptor.getToken(), OptimizationHintsAttr());
  }
};

} // namespace

void populateMemoryPatterns(Converter &converter, Patterns &patterns) {
  patterns.add<RenameLowering<MakeTokenOp, tileaa::CreateMemTokenOp>,
               RenameLowering<JoinTokensOp, tileaa::JoinMemTokenOp>,
               RenameLowering<MemoryFenceAliasTkoOp, tileaa::MemoryFenceOp>,
               AllocaLowering, LoadPtrLowering, StorePtrLowering,
               AtomicRMWLowering, AtomicCASLowering>(converter,
                                                     patterns.getContext());
}

} // namespace tessera::detail
