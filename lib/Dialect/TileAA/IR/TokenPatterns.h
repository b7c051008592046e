//===- TileAA/IR/TokenPatterns.h - token patterns of every family ---*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Private to the dialect library: the pattern that drops a token which orders
// nothing, for every op with an optional `token`.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_DIALECT_TILEAA_IR_TOKENPATTERNS_H
#define TESSERA_LIB_DIALECT_TILEAA_IR_TOKENPATTERNS_H

#include "tessera/Dialect/TileAA/IR/TileAA.h"

#include "mlir/IR/PatternMatch.h"

namespace tessera::tileaa::detail {

/// An operation after `create_mem_token` is ordered after nothing, which is
/// what no token says.
template <typename OpTy> struct DropEmptyToken : mlir::OpRewritePattern<OpTy> {
  using mlir::OpRewritePattern<OpTy>::OpRewritePattern;
  llvm::LogicalResult
  matchAndRewrite(OpTy op, mlir::PatternRewriter &rewriter) const override {
    if (!op.getToken() ||
        !op.getToken().template getDefiningOp<CreateMemTokenOp>())
      return mlir::failure();
    rewriter.modifyOpInPlace(op, [&] { op.getTokenMutable().clear(); });
    return mlir::success();
  }
};

} // namespace tessera::tileaa::detail

#endif // TESSERA_LIB_DIALECT_TILEAA_IR_TOKENPATTERNS_H
