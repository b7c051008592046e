//===- TileAA/IR/TokenOps.cpp - folds and patterns of the family ----*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Folds joins of tokens: a join keeps each token that orders something once. A
// token that depends on nothing is left out.
//
//===----------------------------------------------------------------------===//

#include "tessera/Dialect/TileAA/IR/TileAA.h"

#include "TokenPatterns.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tileaa;

OpFoldResult JoinMemTokenOp::fold(FoldAdaptor) {
  if (getTokens().empty() || !llvm::all_equal(getTokens()))
    return {};
  return getTokens().front();
}

/// Collects what `token` orders after: the operands of a join, nothing for a
/// new token, else the token.
static void collectTokens(Value token, llvm::SetVector<Value> &tokens) {
  // Shared joins are walked once.
  SmallVector<Value> work{token};
  llvm::SmallPtrSet<Operation *, 8> seen;
  while (!work.empty()) {
    Value next = work.pop_back_val();
    Operation *producer = next.getDefiningOp();
    if (isa_and_nonnull<CreateMemTokenOp>(producer))
      continue;
    auto join = dyn_cast_or_null<JoinMemTokenOp>(producer);
    if (!join) {
      tokens.insert(next);
      continue;
    }
    if (seen.insert(join).second)
      llvm::append_range(work, llvm::reverse(join.getTokens()));
  }
}

namespace {
struct SimplifyJoin : OpRewritePattern<JoinMemTokenOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(JoinMemTokenOp op,
                                PatternRewriter &rewriter) const override {
    llvm::SetVector<Value> tokens;
    for (Value token : op.getTokens())
      collectTokens(token, tokens);
    if (tokens.empty()) {
      rewriter.replaceOpWithNewOp<CreateMemTokenOp>(op);
      return success();
    }
    if (llvm::equal(tokens, op.getTokens()))
      return failure();
    rewriter.replaceOpWithNewOp<JoinMemTokenOp>(op, tokens.getArrayRef());
    return success();
  }
};
} // namespace

void JoinMemTokenOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                                 MLIRContext *context) {
  patterns.add<SimplifyJoin>(context);
}

void MemoryFenceOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                                MLIRContext *context) {
  patterns.add<tileaa::detail::DropEmptyToken<MemoryFenceOp>>(context);
}
