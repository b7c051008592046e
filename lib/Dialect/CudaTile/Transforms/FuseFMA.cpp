//===- CudaTile/Transforms/FuseFMA.cpp - fuse mulf into addf/subf --*- C++
//-*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// ops.md 10.2. One walk in program order is a fixed point: fusing removes a
// product and leaves the use counts of all others unchanged, and what it
// creates (fma, negf) is no product.
//
//===----------------------------------------------------------------------===//

#include "tessera/Dialect/CudaTile/Transforms/Passes.h"

#include "mlir/IR/PatternMatch.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

namespace tessera::cuda_tile {
#define GEN_PASS_DEF_FUSEFMAPASS
#include "tessera/Dialect/CudaTile/Transforms/Passes.h.inc"
} // namespace tessera::cuda_tile

using namespace mlir;
using namespace tessera::cuda_tile;

/// The product on the left of `sum` if it may be fused, else null.
template <typename SumOp> static MulFOp getFusableProduct(SumOp sum) {
  auto product = sum.getLhs().template getDefiningOp<MulFOp>();
  if (!product || !product->hasOneUse() ||
      product.getRoundingMode() != sum.getRoundingMode() ||
      product.getFlushToZero() != sum.getFlushToZero())
    return nullptr;
  return product;
}

template <typename SumOp>
static void fuse(RewriterBase &rewriter, SumOp sum, MulFOp product, Value acc) {
  rewriter.replaceOpWithNewOp<FmaOp>(
      sum, sum.getType(), product.getLhs(), product.getRhs(), acc,
      sum.getRoundingModeAttr(), sum.getFlushToZeroAttr());
  rewriter.eraseOp(product);
}

namespace {
struct FuseFMA : public tessera::cuda_tile::impl::FuseFMAPassBase<FuseFMA> {
  void runOnOperation() override {
    llvm::SmallVector<Operation *> sums;
    getOperation()->walk([&](Operation *op) {
      if (isa<AddFOp, SubFOp>(op))
        sums.push_back(op);
    });

    IRRewriter rewriter(&getContext());
    for (Operation *op : sums) {
      rewriter.setInsertionPoint(op);
      if (auto add = dyn_cast<AddFOp>(op)) {
        PatternRewriter pattern(&getContext());
        (void)AddFOp::canonicalize(add, pattern);
        if (MulFOp product = getFusableProduct(add))
          fuse(rewriter, add, product, add.getRhs());
        continue;
      }
      auto sub = cast<SubFOp>(op);
      if (MulFOp product = getFusableProduct(sub)) {
        Value negated = NegFOp::create(rewriter, sub.getLoc(), sub.getRhs());
        fuse(rewriter, sub, product, negated);
      }
    }
  }
};
} // namespace
