//===- CudaTileToTileAA/MathOps.cpp - mathematical functions (ops.md 2.5) -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Converts mathematical functions. Ops of `math` stand for the exact (or
// `full`) forms. Approximations, directed roundings and flushing stay ops of
// nv_tileaa.
//
//===----------------------------------------------------------------------===//

#include "Patterns.h"

#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/Matchers.h"

#include <cmath>
#include <limits>

using namespace mlir;
using namespace tessera::cuda_tile;

namespace tessera::detail {
namespace {

/// One type throughout, no modifiers: `math` has the same function.
template <typename Op, typename MathOp> struct FunctionLowering : Lowering<Op> {
  using Lowering<Op>::Lowering;
  LogicalResult
  matchAndRewrite(Op op, typename Op::Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    return this->template replace<MathOp>(
        op, rewriter, TypeRange(this->resultType(op)), adaptor.getOperands());
  }
};

struct SqrtLowering : Lowering<SqrtOp> {
  using Lowering::Lowering;
  LogicalResult
  matchAndRewrite(SqrtOp op, Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    if (op.getRoundingMode() == RoundingMode::NearestEven &&
        !op.getFlushToZero())
      return replace<math::SqrtOp>(op, rewriter, adaptor.getSource());
    return replace<tileaa::SqrtOp>(
        op, rewriter, resultType(op), adaptor.getSource(),
        op.getRoundingModeAttr(), op.getFlushToZeroAttr());
  }
};

/// rsqrt, exp2.
template <typename Op, typename MathOp, typename FlushingOp>
struct FlushableLowering : Lowering<Op> {
  using Lowering<Op>::Lowering;
  LogicalResult
  matchAndRewrite(Op op, typename Op::Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    if (!op.getFlushToZero())
      return this->template replace<MathOp>(op, rewriter, adaptor.getSource());
    return this->template replace<FlushingOp>(
        op, rewriter, this->resultType(op), adaptor.getSource(),
        op.getFlushToZeroAttr());
  }
};

/// exp, tanh.
template <typename Op, typename MathOp, typename ApproxOp>
struct FullOrApproxLowering : Lowering<Op> {
  using Lowering<Op>::Lowering;
  LogicalResult
  matchAndRewrite(Op op, typename Op::Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    if (op.getRoundingMode() == RoundingMode::Full)
      return this->template replace<MathOp>(op, rewriter, adaptor.getSource());
    return this->template replace<ApproxOp>(op, rewriter, this->resultType(op),
                                            adaptor.getSource(),
                                            op.getRoundingModeAttr());
  }
};

/// The number that `value` repeats, if it is a constant.
std::optional<double> repeatedConstant(Value value) {
  while (Operation *def = value.getDefiningOp()) {
    if (!isa<ReshapeOp, BroadcastOp>(def))
      break;
    value = def->getOperand(0);
  }
  DenseFPElementsAttr numbers;
  if (!matchPattern(value, m_Constant(&numbers)) || !numbers.isSplat())
    return std::nullopt;
  llvm::APFloat number = numbers.getSplatValue<llvm::APFloat>();
  bool losesInfo = false;
  number.convert(llvm::APFloat::IEEEdouble(),
                 llvm::APFloat::rmNearestTiesToEven, &losesInfo);
  return number.convertToDouble();
}

/// Squares, cubes, fourth powers, reciprocals and roots are products, quotients
/// and roots: within 2 ulp, and with pow's special values.
struct PowLowering : Lowering<PowOp> {
  using Lowering::Lowering;
  LogicalResult
  matchAndRewrite(PowOp op, Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Value x = adaptor.getSource();
    if (Value power = powerBy(repeatedConstant(op.getExponent()), x,
                              op.getLoc(), rewriter)) {
      rewriter.replaceOp(op, power);
      return success();
    }
    return replace<math::PowFOp>(op, rewriter, x, adaptor.getExponent());
  }

private:
  static Value powerBy(std::optional<double> exponent, Value x, Location loc,
                       OpBuilder &b) {
    if (!exponent)
      return {};
    auto multiply = [&](Value l, Value r) -> Value {
      return arith::MulFOp::create(b, loc, l, r);
    };
    if (*exponent == 2)
      return multiply(x, x);
    if (*exponent == 3)
      return multiply(multiply(x, x), x);
    if (*exponent == 4) {
      Value square = multiply(x, x);
      return multiply(square, square);
    }
    auto constant = [&](double value) -> Value {
      Attribute attr = b.getFloatAttr(getElementTypeOrSelf(x.getType()), value);
      auto shaped = dyn_cast<RankedTensorType>(x.getType());
      return arith::ConstantOp::create(
          b, loc,
          shaped ? TypedAttr(DenseElementsAttr::get(shaped, attr))
                 : cast<TypedAttr>(attr));
    };
    auto reciprocal = [&](Value value) -> Value {
      return arith::DivFOp::create(b, loc, constant(1), value);
    };
    if (*exponent == -1)
      return reciprocal(x);
    if (std::abs(*exponent) != 0.5)
      return {};
    // The root of -0 is +0 here, that of minus infinity infinite.
    double infinity = std::numeric_limits<double>::infinity();
    Value sum = arith::AddFOp::create(b, loc, x, constant(0));
    Value isLeast = arith::CmpFOp::create(b, loc, arith::CmpFPredicate::OEQ, x,
                                          constant(-infinity));
    Value root = math::SqrtOp::create(
        b, loc,
        arith::SelectOp::create(b, loc, isLeast, constant(infinity), sum));
    return *exponent == 0.5 ? root : reciprocal(root);
  }
};

/// math.atan2's folder makes NaN of two zeros, where ops.md wants a zero or pi
/// by their signs. Those are also what the ordinate gives with an abscissa of
/// one and the same sign.
struct Atan2Lowering : Lowering<Atan2Op> {
  using Lowering::Lowering;
  LogicalResult
  matchAndRewrite(Atan2Op op, Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    Value y = adaptor.getX(), x = adaptor.getY();
    Type type = x.getType();
    auto element = cast<FloatType>(getElementTypeOrSelf(type));
    Type bitsElement = rewriter.getIntegerType(element.getWidth());
    auto shaped = dyn_cast<RankedTensorType>(type);
    Type bitsType = shaped ? Type(shaped.clone(bitsElement)) : bitsElement;
    llvm::APInt oneBits =
        llvm::APFloat(element.getFloatSemantics(), 1).bitcastToAPInt();
    auto constant = [&](Type whole, Attribute value) -> Value {
      auto attr = shaped ? TypedAttr(DenseElementsAttr::get(
                               cast<ShapedType>(whole), value))
                         : cast<TypedAttr>(value);
      return arith::ConstantOp::create(rewriter, loc, attr);
    };
    Value zero = constant(type, rewriter.getZeroAttr(element));
    Value one =
        constant(bitsType, rewriter.getIntegerAttr(bitsElement, oneBits));
    auto isZero = [&](Value value) -> Value {
      return arith::CmpFOp::create(rewriter, loc, arith::CmpFPredicate::OEQ,
                                   value, zero);
    };
    Value both = arith::AndIOp::create(rewriter, loc, isZero(x), isZero(y));
    Value bits = arith::BitcastOp::create(rewriter, loc, bitsType, x);
    Value signedOne = arith::BitcastOp::create(
        rewriter, loc, type, arith::OrIOp::create(rewriter, loc, bits, one));
    Value safe = arith::SelectOp::create(rewriter, loc, both, signedOne, x);
    return replace<math::Atan2Op>(op, rewriter, y, safe);
  }
};

struct FPowILowering : Lowering<FPowIOp> {
  using Lowering::Lowering;
  LogicalResult
  matchAndRewrite(FPowIOp op, Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    // Exponents are at most i32 and signed: one width is enough below.
    Value exponent = adaptor.getExponent();
    Type i32 = rewriter.getI32Type();
    if (getElementTypeOrSelf(exponent.getType()) != i32) {
      Type wide = i32;
      if (auto shaped = dyn_cast<RankedTensorType>(exponent.getType()))
        wide = shaped.clone(i32);
      exponent = arith::ExtSIOp::create(rewriter, op.getLoc(), wide, exponent);
    }
    return replace<math::FPowIOp>(op, rewriter, adaptor.getSource(), exponent);
  }
};

} // namespace

void populateMathPatterns(Converter &converter, Patterns &patterns) {
  patterns.add<SqrtLowering,
               FlushableLowering<RsqrtOp, math::RsqrtOp, tileaa::RsqrtOp>,
               FlushableLowering<Exp2Op, math::Exp2Op, tileaa::Exp2Op>,
               FullOrApproxLowering<ExpOp, math::ExpOp, tileaa::ExpOp>,
               FullOrApproxLowering<TanHOp, math::TanhOp, tileaa::TanHOp>,
               FunctionLowering<LogOp, math::LogOp>,
               FunctionLowering<Log2Op, math::Log2Op>,
               FunctionLowering<SinOp, math::SinOp>,
               FunctionLowering<CosOp, math::CosOp>,
               FunctionLowering<TanOp, math::TanOp>,
               FunctionLowering<SinHOp, math::SinhOp>,
               FunctionLowering<CosHOp, math::CoshOp>, PowLowering,
               Atan2Lowering, FPowILowering>(converter, patterns.getContext());
}

} // namespace tessera::detail
