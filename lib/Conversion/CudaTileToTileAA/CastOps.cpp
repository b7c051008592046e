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

struct FToILowering : Lowering<FToIOp> {
  using Lowering::Lowering;
  LogicalResult
  matchAndRewrite(FToIOp op, Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Type to = resultType(op);
    Value from = adaptor.getFrom();
    if (!op.getSaturating() && isBaseFloatElement(elementOf(from))) {
      // Out of range: poison there, undefined on use here.
      if (op.getSignedness() == Signedness::Signed)
        return replace<arith::FPToSIOp>(op, rewriter, to, from);
      return replace<arith::FPToUIOp>(op, rewriter, to, from);
    }
    return replace<tileaa::FpToIntOp>(
        op, rewriter, to, from, op.getSignednessAttr(), op.getSaturatingAttr());
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
