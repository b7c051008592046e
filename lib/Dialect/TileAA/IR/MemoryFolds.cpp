//===- TileAA/IR/MemoryFolds.cpp - patterns of the family -----------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Removes tokens that order nothing, loads that nobody reads, and masks that
// are true everywhere. Nothing here reorders accesses, because only token
// edges order them.
//
//===----------------------------------------------------------------------===//

#include "tessera/Dialect/TileAA/IR/TileAA.h"

#include "TokenPatterns.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tileaa;
using tileaa::detail::DropEmptyToken;

namespace {
/// A weak load whose value is unused only passes order on: whoever takes its
/// token is ordered after what the load was ordered after.
template <typename OpTy> struct DeadLoad : OpRewritePattern<OpTy> {
  using OpRewritePattern<OpTy>::OpRewritePattern;
  LogicalResult matchAndRewrite(OpTy op,
                                PatternRewriter &rewriter) const override {
    if (op.getMemSemantic() != cuda_tile::MemoryOrderingSemantics::Weak ||
        !op.getResult().use_empty() || op.getResultToken().use_empty())
      return failure();
    Value token = op.getToken();
    if (!token)
      token = CreateMemTokenOp::create(rewriter, op.getLoc());
    rewriter.replaceAllUsesWith(op.getResultToken(), token);
    rewriter.eraseOp(op);
    return success();
  }
};

/// A mask that is true everywhere hides nothing.
template <typename OpTy> struct DropTrueMask : OpRewritePattern<OpTy> {
  using OpRewritePattern<OpTy>::OpRewritePattern;
  LogicalResult matchAndRewrite(OpTy op,
                                PatternRewriter &rewriter) const override {
    if (!op.getMask() || !matchPattern(op.getMask(), m_One()))
      return failure();
    rewriter.modifyOpInPlace(op, [&] {
      op.getMaskMutable().clear();
      if constexpr (std::is_same_v<OpTy, LoadOp>)
        op.getOtherMutable().clear();
    });
    return success();
  }
};
} // namespace

void LoadOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                         MLIRContext *context) {
  patterns.add<DropEmptyToken<LoadOp>, DeadLoad<LoadOp>, DropTrueMask<LoadOp>>(
      context);
}

void StoreOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                          MLIRContext *context) {
  patterns.add<DropEmptyToken<StoreOp>, DropTrueMask<StoreOp>>(context);
}

void AtomicRMWOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                              MLIRContext *context) {
  patterns.add<DropEmptyToken<AtomicRMWOp>, DropTrueMask<AtomicRMWOp>>(context);
}

void AtomicCASOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                              MLIRContext *context) {
  patterns.add<DropEmptyToken<AtomicCASOp>, DropTrueMask<AtomicCASOp>>(context);
}

void TiledLoadOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                              MLIRContext *context) {
  patterns.add<DropEmptyToken<TiledLoadOp>, DeadLoad<TiledLoadOp>>(context);
}

void GatherLoadOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                               MLIRContext *context) {
  patterns.add<DropEmptyToken<GatherLoadOp>, DeadLoad<GatherLoadOp>>(context);
}

void TiledStoreOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                               MLIRContext *context) {
  patterns.add<DropEmptyToken<TiledStoreOp>>(context);
}

void ScatterStoreOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                                 MLIRContext *context) {
  patterns.add<DropEmptyToken<ScatterStoreOp>>(context);
}

void TiledAtomicRMWOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                                   MLIRContext *context) {
  patterns.add<DropEmptyToken<TiledAtomicRMWOp>>(context);
}
