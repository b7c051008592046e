//===- CudaTileToTileAA/CoreOps.cpp - constants, shapes, pointers (core.md 6.2) -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Constants, shape ops and pointers (core.md 6.2). A shape op whose tile is a
// scalar on both sides is the identity and vanishes, because the shape ops
// below cuda_tile take tensors only.
//
//===----------------------------------------------------------------------===//

#include "Patterns.h"

using namespace mlir;
using namespace tessera::cuda_tile;

namespace tessera::detail {
namespace {

bool isScalar(Value value) { return !isa<ShapedType>(value.getType()); }

struct ConstantLowering : Lowering<cuda_tile::ConstantOp> {
  using Lowering::Lowering;
  LogicalResult
  matchAndRewrite(cuda_tile::ConstantOp op, Adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    return replace<arith::ConstantOp>(op, rewriter,
                                      convertElements(op.getValue()));
  }
};

/// broadcast, reshape: the result type says all.
template <typename Op, typename NewOp> struct ShapeLowering : Lowering<Op> {
  using Lowering<Op>::Lowering;
  LogicalResult
  matchAndRewrite(Op op, typename Op::Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Value source = adaptor.getSource();
    Type type = this->resultType(op);
    if (source.getType() == type) {
      rewriter.replaceOp(op, source);
      return success();
    }
    return this->template replace<NewOp>(op, rewriter, type, source);
  }
};

struct PermuteLowering : Lowering<cuda_tile::PermuteOp> {
  using Lowering::Lowering;
  LogicalResult
  matchAndRewrite(cuda_tile::PermuteOp op, Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    return replace<tileaa::PermuteOp>(op, rewriter, resultType(op),
                                      adaptor.getSource(),
                                      op.getPermutationAttr());
  }
};

struct CatLowering : Lowering<cuda_tile::CatOp> {
  using Lowering::Lowering;
  LogicalResult
  matchAndRewrite(cuda_tile::CatOp op, Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    return replace<tileaa::CatOp>(
        op, rewriter, resultType(op),
        ValueRange{adaptor.getLhs(), adaptor.getRhs()}, op.getDimAttr());
  }
};

struct ExtractLowering : Lowering<cuda_tile::ExtractOp> {
  using Lowering::Lowering;
  LogicalResult
  matchAndRewrite(cuda_tile::ExtractOp op, Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    if (isScalar(adaptor.getSource())) {
      rewriter.replaceOp(op, adaptor.getSource());
      return success();
    }
    return replace<tileaa::ExtractOp>(op, rewriter, resultType(op),
                                      adaptor.getSource(),
                                      adaptor.getIndices());
  }
};

struct InsertLowering : Lowering<cuda_tile::InsertOp> {
  using Lowering::Lowering;
  LogicalResult
  matchAndRewrite(cuda_tile::InsertOp op, Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    if (isScalar(adaptor.getSource())) {
      rewriter.replaceOp(op, adaptor.getSource());
      return success();
    }
    return replace<tileaa::InsertOp>(
        op, rewriter, resultType(op), adaptor.getSource(),
        adaptor.getDestination(), adaptor.getIndices());
  }
};

struct SelectLowering : Lowering<cuda_tile::SelectOp> {
  using Lowering::Lowering;
  LogicalResult
  matchAndRewrite(cuda_tile::SelectOp op, Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    return replace<arith::SelectOp>(op, rewriter, adaptor.getCond(),
                                    adaptor.getValIfTrue(),
                                    adaptor.getValIfFalse());
  }
};

struct OffsetLowering : Lowering<OffsetOp> {
  using Lowering::Lowering;
  LogicalResult
  matchAndRewrite(OffsetOp op, Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Value offset = adaptor.getOffset();
    auto pointer = cast<PointerType>(op.getType().getElementType());
    if (isa<Float4E2M1FNType>(pointer.getPointeeType())) {
      // Among numbers of one bit, only 0 is even.
      if (getElementTypeOrSelf(offset.getType()).isInteger(1)) {
        rewriter.replaceOp(op, adaptor.getPtr());
        return success();
      }
      offset = halved(rewriter, op.getLoc(), offset);
    }
    return replace<tileaa::AddPtrOp>(op, rewriter, resultType(op),
                                     adaptor.getPtr(), offset);
  }

  /// Elements of 4 bits as bytes, which `addptr` counts for them; an odd
  /// element has no address.
  static Value halved(OpBuilder &b, Location loc, Value elements) {
    Type type = elements.getType();
    TypedAttr one = b.getIntegerAttr(getElementTypeOrSelf(type), 1);
    if (auto shaped = dyn_cast<ShapedType>(type))
      one = DenseElementsAttr::get(shaped, cast<Attribute>(one));
    return arith::ShRSIOp::create(b, loc, elements,
                                  arith::ConstantOp::create(b, loc, one));
  }
};

/// Three results become three ops, one per axis.
template <typename Op, typename AxisOp> struct GridLowering : Lowering<Op> {
  using Lowering<Op>::Lowering;
  LogicalResult
  matchAndRewrite(Op op, typename Op::Adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    llvm::SmallVector<Value> values;
    for (auto axis :
         {tileaa::GridAxis::X, tileaa::GridAxis::Y, tileaa::GridAxis::Z})
      values.push_back(AxisOp::create(rewriter, op.getLoc(), axis));
    rewriter.replaceOp(op, values);
    return success();
  }
};

} // namespace

void populateCorePatterns(Converter &converter, Patterns &patterns) {
  patterns.add<ConstantLowering,
               ShapeLowering<cuda_tile::BroadcastOp, tileaa::BroadcastOp>,
               ShapeLowering<ReshapeOp, tileaa::ViewOp>, PermuteLowering,
               CatLowering, ExtractLowering, InsertLowering, SelectLowering,
               OffsetLowering, RenameLowering<IotaOp, tileaa::MakeRangeOp>,
               RenameLowering<cuda_tile::PackOp, tileaa::PackOp>,
               RenameLowering<cuda_tile::UnpackOp, tileaa::UnpackOp>,
               GridLowering<GetTileBlockIdOp, tileaa::GetProgramIdOp>,
               GridLowering<GetNumTileBlocksOp, tileaa::GetNumProgramsOp>>(
      converter, patterns.getContext());
}

} // namespace tessera::detail
