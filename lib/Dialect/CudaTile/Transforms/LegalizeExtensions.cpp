//===- CudaTile/Transforms/LegalizeExtensions.cpp - older spellings -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Order of the steps, and the pass around them.
//
//===----------------------------------------------------------------------===//

#include "tessera/Dialect/CudaTile/Transforms/LegalizeExtensions.h"
#include "ExtensionRewriter.h"
#include "tessera/Dialect/CudaTile/Transforms/Passes.h"

#include "mlir/IR/BuiltinOps.h"

namespace tessera::cuda_tile {
#define GEN_PASS_DEF_LEGALIZEEXTENSIONSPASS
#include "tessera/Dialect/CudaTile/Transforms/Passes.h.inc"
} // namespace tessera::cuda_tile

using namespace mlir;
using namespace tessera::cuda_tile;

bool tessera::cuda_tile::hasOlderSpellings(Operation *root) {
  return root
      ->walk([](Operation *op) {
        return isOlderSpelling(op) ? WalkResult::interrupt()
                                   : WalkResult::advance();
      })
      .wasInterrupted();
}

void ExtensionRewriter::replace(Operation *op, ValueRange values) {
  for (auto [result, value] : llvm::zip_equal(op->getResults(), values)) {
    if (onReplaced)
      onReplaced(result, value);
    result.replaceAllUsesWith(value);
  }
  op->erase();
}

/// Without the rules of 13.4, lifting may have put a `return` into a loop.
static LogicalResult checkReturns(Operation *function) {
  auto *dialect = function->getContext()->getLoadedDialect<CudaTileDialect>();
  if (dialect->hasRelaxationsOf13_4())
    return success();
  WalkResult result = function->walk([](ReturnOp op) {
    if (!op->getParentOfType<LoopOp>())
      return WalkResult::advance();
    op.emitError("expected no return inside an if on a cycle of branches, got "
                 "one: branch to a block that returns instead, or use the "
                 "rules of 13.4");
    return WalkResult::interrupt();
  });
  return failure(result.wasInterrupted());
}

LogicalResult ExtensionRewriter::rewriteFunction(Operation *function) {
  Region &body = function->getRegion(0);
  if (body.empty())
    return success();
  if (auto wrapper = dyn_cast<UnstructuredOp>(body.front().front()))
    if (failed(liftControlFlow(wrapper)) || failed(checkReturns(function)))
      return failure();
  if (failed(placeAllocas(function)))
    return failure();
  orderMemory(function);
  SmallVector<Operation *> rest;
  function->walk([&](Operation *op) {
    if (isOlderSpelling(op))
      rest.push_back(op);
  });
  for (Operation *op : rest)
    rewriteValue(op);
  return success();
}

LogicalResult ExtensionRewriter::rewrite(Operation *root) {
  SmallVector<Operation *> functions;
  root->walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (!isa<EntryOp, TestingFuncOp>(op))
      return WalkResult::advance();
    if (hasOlderSpellings(op))
      functions.push_back(op);
    return WalkResult::skip();
  });
  for (Operation *function : functions)
    if (failed(rewriteFunction(function)))
      return failure();
  return success();
}

LogicalResult
tessera::cuda_tile::legalizeExtensions(Operation *root,
                                       ReplacedValueFn onReplaced) {
  return ExtensionRewriter(onReplaced).rewrite(root);
}

namespace {
struct LegalizeExtensions
    : public tessera::cuda_tile::impl::LegalizeExtensionsPassBase<
          LegalizeExtensions> {
  void runOnOperation() override {
    if (failed(legalizeExtensions(getOperation())))
      signalPassFailure();
  }
};
} // namespace
