//===- CudaTileToTileAA/FloatOps.cpp - floating-point arithmetic (ops.md 2.4) -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// arith and math ops round to nearest even, keep subnormals and leave the bits
// of a NaN result open: they stand for ops without modifiers. Not for
//
//   maxf, minf   the result of NaN operands is the canonical NaN, and +0 ranks
//                above -0; arith.maximumf has other NaN bits, arith.maxnumf
//                leaves the order of zeros open
//   fma          on f16 and bf16, where math.fma is lowered through f32 and
//                rounds twice
//
//===----------------------------------------------------------------------===//

#include "Patterns.h"

#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;
using namespace tessera::cuda_tile;

namespace tessera::detail {
namespace {

/// True without a modifier that arith and math lack.
template <typename Op> bool isPlain(Op op) {
  return op.getRoundingMode() == RoundingMode::NearestEven &&
         !op.getFlushToZero();
}

/// addf, subf, mulf, divf.
template <typename Op, typename PlainOp, typename RoundedOp>
struct RoundedLowering : Lowering<Op> {
  using Lowering<Op>::Lowering;
  LogicalResult
  matchAndRewrite(Op op, typename Op::Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    if (isPlain(op))
      return this->template replace<PlainOp>(op, rewriter, adaptor.getLhs(),
                                             adaptor.getRhs());
    return this->template replace<RoundedOp>(
        op, rewriter, this->resultType(op), adaptor.getLhs(), adaptor.getRhs(),
        op.getRoundingModeAttr(), op.getFlushToZeroAttr());
  }
};

struct FmaLowering : Lowering<FmaOp> {
  using Lowering::Lowering;
  LogicalResult
  matchAndRewrite(FmaOp op, Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Type type = resultType(op);
    if (isPlain(op) &&
        isa<Float32Type, Float64Type>(getElementTypeOrSelf(type)))
      return replace<math::FmaOp>(op, rewriter, adaptor.getLhs(),
                                  adaptor.getRhs(), adaptor.getAcc());
    return replace<tileaa::FmaOp>(
        op, rewriter, type, adaptor.getLhs(), adaptor.getRhs(),
        adaptor.getAcc(), op.getRoundingModeAttr(), op.getFlushToZeroAttr());
  }
};

template <typename Op, typename NewOp> struct ExtremumLowering : Lowering<Op> {
  using Lowering<Op>::Lowering;
  LogicalResult
  matchAndRewrite(Op op, typename Op::Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    return this->template replace<NewOp>(
        op, rewriter, this->resultType(op), adaptor.getLhs(), adaptor.getRhs(),
        op.getPropagateNanAttr(), op.getFlushToZeroAttr());
  }
};

/// Ops with one operand or two and neither modifiers nor differences.
template <typename Op, typename NewOp> struct PlainLowering : Lowering<Op> {
  using Lowering<Op>::Lowering;
  LogicalResult
  matchAndRewrite(Op op, typename Op::Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    return this->template replace<NewOp>(
        op, rewriter, TypeRange(this->resultType(op)), adaptor.getOperands());
  }
};

struct CmpFLowering : Lowering<CmpFOp> {
  using Lowering::Lowering;
  LogicalResult
  matchAndRewrite(CmpFOp op, Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    return replace<arith::CmpFOp>(op, rewriter, getPredicate(op),
                                  adaptor.getLhs(), adaptor.getRhs());
  }

private:
  static arith::CmpFPredicate getPredicate(CmpFOp op) {
    using To = arith::CmpFPredicate;
    bool ordered = op.getComparisonOrdering() == ComparisonOrdering::Ordered;
    switch (op.getComparisonPredicate()) {
    case ComparisonPredicate::Equal:
      return ordered ? To::OEQ : To::UEQ;
    case ComparisonPredicate::NotEqual:
      return ordered ? To::ONE : To::UNE;
    case ComparisonPredicate::LessThan:
      return ordered ? To::OLT : To::ULT;
    case ComparisonPredicate::LessThanOrEqual:
      return ordered ? To::OLE : To::ULE;
    case ComparisonPredicate::GreaterThan:
      return ordered ? To::OGT : To::UGT;
    case ComparisonPredicate::GreaterThanOrEqual:
      return ordered ? To::OGE : To::UGE;
    }
    llvm_unreachable("unknown predicate");
  }
};

} // namespace

void populateFloatPatterns(Converter &converter, Patterns &patterns) {
  patterns.add<RoundedLowering<AddFOp, arith::AddFOp, tileaa::AddFOp>,
               RoundedLowering<SubFOp, arith::SubFOp, tileaa::SubFOp>,
               RoundedLowering<MulFOp, arith::MulFOp, tileaa::MulFOp>,
               RoundedLowering<DivFOp, arith::DivFOp, tileaa::DivFOp>,
               FmaLowering, ExtremumLowering<MaxFOp, tileaa::MaxFOp>,
               ExtremumLowering<MinFOp, tileaa::MinFOp>,
               PlainLowering<RemFOp, arith::RemFOp>,
               PlainLowering<NegFOp, arith::NegFOp>,
               PlainLowering<AbsFOp, math::AbsFOp>,
               PlainLowering<CeilOp, math::CeilOp>,
               PlainLowering<FloorOp, math::FloorOp>, CmpFLowering>(
      converter, patterns.getContext());
}

} // namespace tessera::detail
