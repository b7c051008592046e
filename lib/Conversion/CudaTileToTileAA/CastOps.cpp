//===- CudaTileToTileAA/CastOps.cpp - conversions (ops.md 5) -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// arith converts between integers, and between integers and the floats whose
// conversion LLVM rounds once. Formats change with `fp_to_fp` only.
//
//===----------------------------------------------------------------------===//

#include "Patterns.h"

using namespace mlir;
using namespace tessera::cuda_tile;

namespace tessera::detail {
namespace {

Type elementOf(Value value) { return getElementTypeOrSelf(value.getType()); }

struct BitcastLowering : Lowering<cuda_tile::BitcastOp> {
  using Lowering::Lowering;
  LogicalResult
  matchAndRewrite(cuda_tile::BitcastOp op, Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Type to = resultType(op);
    Value source = adaptor.getSource();
    if (source.getType() == to) {
      rewriter.replaceOp(op, source);
      return success();
    }
    if (elementOf(source).isIntOrFloat() &&
        getElementTypeOrSelf(to).isIntOrFloat())
      return replace<arith::BitcastOp>(op, rewriter, to, source);
    return replace<tileaa::BitcastOp>(op, rewriter, to, source);
  }
};

struct PtrToPtrLowering : Lowering<PtrToPtrOp> {
  using Lowering::Lowering;
  LogicalResult
  matchAndRewrite(PtrToPtrOp op, Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Type to = resultType(op);
    if (adaptor.getSource().getType() == to) {
      rewriter.replaceOp(op, adaptor.getSource());
      return success();
    }
    return replace<tileaa::BitcastOp>(op, rewriter, to, adaptor.getSource());
  }
};

struct ExtILowering : Lowering<ExtIOp> {
  using Lowering::Lowering;
  LogicalResult
  matchAndRewrite(ExtIOp op, Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Type to = resultType(op);
    if (op.getSignedness() == Signedness::Signed)
      return replace<arith::ExtSIOp>(op, rewriter, to, adaptor.getFrom());
    return replace<arith::ExtUIOp>(op, rewriter, to, adaptor.getFrom());
  }
};

struct TruncILowering : Lowering<TruncIOp> {
  using Lowering::Lowering;
  LogicalResult
  matchAndRewrite(TruncIOp op, Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    using Flags = arith::IntegerOverflowFlags;
    Flags flags = Flags::none;
    IntegerOverflow promise = op.getOverflow();
    if (promise == IntegerOverflow::NoSignedWrap ||
        promise == IntegerOverflow::NoWrap)
      flags = flags | Flags::nsw;
    if (promise == IntegerOverflow::NoUnsignedWrap ||
        promise == IntegerOverflow::NoWrap)
      flags = flags | Flags::nuw;
    return replace<arith::TruncIOp>(op, rewriter, resultType(op),
                                    adaptor.getFrom(), flags);
  }
};

struct FToFLowering : Lowering<FToFOp> {
  using Lowering::Lowering;
  LogicalResult
  matchAndRewrite(FToFOp op, Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    return replace<tileaa::FpToFpOp>(op, rewriter, resultType(op),
                                     adaptor.getFrom(),
                                     op.getRoundingModeAttr());
  }
};

/// `x` != 0, as i1.
Value isNotZero(OpBuilder &b, Location loc, Value x) {
  // Comparisons are of the formats that have arithmetic; f32 holds the others.
  if (!isBaseFloatElement(elementOf(x))) {
    Type wide = b.getF32Type();
    if (auto tile = dyn_cast<RankedTensorType>(x.getType()))
      wide = tile.clone(wide);
    auto mode =
        RoundingModeAttr::get(b.getContext(), RoundingMode::NearestEven);
    x = tileaa::FpToFpOp::create(b, loc, wide, x, mode);
  }
  Value zero = arith::ConstantOp::create(
      b, loc, cast<TypedAttr>(b.getZeroAttr(x.getType())));
  return arith::CmpFOp::create(b, loc, arith::CmpFPredicate::UNE, x, zero);
}

/// An unsigned i1 says whether the number is not zero (language-choices.md).
struct FToILowering : Lowering<FToIOp> {
  using Lowering::Lowering;
  LogicalResult
  matchAndRewrite(FToIOp op, Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Type to = resultType(op);
    Value from = adaptor.getFrom();
    bool isTruth = getElementTypeOrSelf(to).isInteger(1) &&
                   op.getSignedness() == Signedness::Unsigned &&
                   !op.getSaturating();
    // Clamped whether the program asks for it or not.
    if (!isTruth)
      return replace<tileaa::FpToIntOp>(op, rewriter, to, from,
                                        op.getSignednessAttr(),
                                        rewriter.getUnitAttr());
    rewriter.replaceOp(op, isNotZero(rewriter, op.getLoc(), from));
    return success();
  }
};

/// Whether the conversion is one rounding when LLVM goes through f32, as it
/// does for 16-bit floats. f16: an integer that f32 rounds is beyond f16
/// anyway.
bool roundsOnce(IntegerType from, Type to) {
  return isa<Float16Type, Float32Type, Float64Type>(to) ||
         (isa<BFloat16Type>(to) && from.getWidth() <= 16);
}

struct IToFLowering : Lowering<IToFOp> {
  using Lowering::Lowering;
  LogicalResult
  matchAndRewrite(IToFOp op, Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Type to = resultType(op);
    Value from = adaptor.getFrom();
    if (roundsOnce(cast<IntegerType>(elementOf(from)),
                   getElementTypeOrSelf(to))) {
      if (op.getSignedness() == Signedness::Signed)
        return replace<arith::SIToFPOp>(op, rewriter, to, from);
      return replace<arith::UIToFPOp>(op, rewriter, to, from);
    }
    return replace<tileaa::IntToFpOp>(op, rewriter, to, from,
                                      op.getSignednessAttr());
  }
};

} // namespace

void populateCastPatterns(Converter &converter, Patterns &patterns) {
  patterns.add<BitcastLowering, PtrToPtrLowering, ExtILowering, TruncILowering,
               FToFLowering, FToILowering, IToFLowering,
               RenameLowering<IntToPtrOp, tileaa::IntToPtrOp>,
               RenameLowering<PtrToIntOp, tileaa::PtrToIntOp>>(
      converter, patterns.getContext());
}

} // namespace tessera::detail
