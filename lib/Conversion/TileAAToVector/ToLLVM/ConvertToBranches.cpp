//===- TileAAToVector/ToLLVM/ConvertToBranches.cpp - loops without a test in front -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Turns structured control flow into branches. Upstream's conversion tests the
// condition of a loop in a block of its own in front of the body, and LLVM
// later copies the test to the end. Most loops of a kernel go over tiles and
// are known to run at least once. They get their test at the end here, which
// is the form that LLVM wants.
//
//===----------------------------------------------------------------------===//

#include "tessera/Conversion/TileAAToVector/TileAAToVector.h"

#include "mlir/Conversion/SCFToControlFlow/SCFToControlFlow.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Transforms/DialectConversion.h"

namespace tessera::cpu {
#define GEN_PASS_DEF_CONVERTTOBRANCHESPASS
#include "tessera/Conversion/TileAAToVector/Passes.h.inc"
} // namespace tessera::cpu

using namespace mlir;
using namespace tessera;

namespace {
/// A loop with constant bounds that runs at least once and whose counter does
/// not wrap where it is compared.
struct LowerCountedLoop : OpRewritePattern<scf::ForOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(scf::ForOp loop,
                                PatternRewriter &rewriter) const override {
    std::optional<int64_t> first = getConstantIntValue(loop.getLowerBound());
    std::optional<int64_t> end = getConstantIntValue(loop.getUpperBound());
    std::optional<int64_t> step = getConstantIntValue(loop.getStep());
    constexpr int64_t most = int64_t(1) << 30;
    if (!first || !end || !step || *first < 0 || *first >= *end ||
        *end > most || *step <= 0 || *step > most)
      return failure();

    Location loc = loop.getLoc();
    Block *before = rewriter.getInsertionBlock();
    Block *after = rewriter.splitBlock(before, rewriter.getInsertionPoint());
    Block *body = loop.getBody();
    // A loop or branch inside may have become blocks already.
    Block *last = &loop.getRegion().back();
    rewriter.inlineRegionBefore(loop.getRegion(), after);

    Operation *yield = last->getTerminator();
    rewriter.setInsertionPoint(yield);
    Value next = arith::AddIOp::create(rewriter, loc, body->getArgument(0),
                                       loop.getStep());
    Value more = arith::CmpIOp::create(rewriter, loc, arith::CmpIPredicate::slt,
                                       next, loop.getUpperBound());
    // The body comes before all that follows: results are what it yields.
    SmallVector<Value> results(yield->getOperands()), carried = {next};
    llvm::append_range(carried, results);
    auto again = cf::CondBranchOp::create(rewriter, loc, more, body, carried,
                                          after, ValueRange());
    // Notes on the loop itself (unrolling, locality) stay with it.
    again->setDiscardableAttrs(loop->getDiscardableAttrDictionary());
    rewriter.eraseOp(yield);

    rewriter.setInsertionPointToEnd(before);
    SmallVector<Value> start = {loop.getLowerBound()};
    llvm::append_range(start, loop.getInitArgs());
    cf::BranchOp::create(rewriter, loc, body, start);
    rewriter.replaceOp(loop, results);
    return success();
  }
};

struct ConvertToBranches
    : cpu::impl::ConvertToBranchesPassBase<ConvertToBranches> {
  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    populateSCFToControlFlowConversionPatterns(patterns);
    patterns.add<LowerCountedLoop>(&getContext(), /*benefit=*/2);
    ConversionTarget target(getContext());
    target.addIllegalDialect<scf::SCFDialect>();
    target.markUnknownOpDynamicallyLegal([](Operation *) { return true; });
    if (failed(applyPartialConversion(getOperation(), target,
                                      std::move(patterns))))
      signalPassFailure();
  }
};
} // namespace
