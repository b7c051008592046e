//===- CudaTileToTileAA/IntegerOps.cpp - integer arithmetic (ops.md 3, 4) -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Converts integer arithmetic. An overflow promise becomes the flag of `arith`
// that makes the same inputs poison, so undefined results stay undefined.
// Shifts are kept as ops of nv_tileaa unless their amount is known: an amount
// of the width or more is defined by the language and poison in `arith`.
//
//===----------------------------------------------------------------------===//

#include "Patterns.h"

#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace tessera::cuda_tile;

namespace tessera::detail {
namespace {

arith::IntegerOverflowFlags getFlags(IntegerOverflow overflow) {
  using Flags = arith::IntegerOverflowFlags;
  switch (overflow) {
  case IntegerOverflow::None:
    return Flags::none;
  case IntegerOverflow::NoSignedWrap:
    return Flags::nsw;
  case IntegerOverflow::NoUnsignedWrap:
    return Flags::nuw;
  case IntegerOverflow::NoWrap:
    return Flags::nsw | Flags::nuw;
  }
  llvm_unreachable("unknown overflow promise");
}

unsigned getWidth(Type type) {
  return cast<IntegerType>(getElementTypeOrSelf(type)).getWidth();
}

/// addi, subi, muli.
template <typename Op, typename ArithOp>
struct OverflowLowering : Lowering<Op> {
  using Lowering<Op>::Lowering;
  LogicalResult
  matchAndRewrite(Op op, typename Op::Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    return this->template replace<ArithOp>(op, rewriter, adaptor.getLhs(),
                                           adaptor.getRhs(),
                                           getFlags(op.getOverflow()));
  }
};

/// Ops that arith has in a signed and an unsigned form.
template <typename Op, typename SignedOp, typename UnsignedOp>
struct SignednessLowering : Lowering<Op> {
  using Lowering<Op>::Lowering;
  LogicalResult
  matchAndRewrite(Op op, typename Op::Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    if (op.getSignedness() == Signedness::Signed)
      return this->template replace<SignedOp>(op, rewriter, adaptor.getLhs(),
                                              adaptor.getRhs());
    return this->template replace<UnsignedOp>(op, rewriter, adaptor.getLhs(),
                                              adaptor.getRhs());
  }
};

struct AbsILowering : Lowering<AbsIOp> {
  using Lowering::Lowering;
  LogicalResult
  matchAndRewrite(AbsIOp op, Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    // |-1| is 1, the same bit.
    if (getWidth(adaptor.getSource().getType()) == 1) {
      rewriter.replaceOp(op, adaptor.getSource());
      return success();
    }
    return replace<math::AbsIOp>(op, rewriter, adaptor.getSource());
  }
};

struct NegILowering : Lowering<NegIOp> {
  using Lowering::Lowering;
  LogicalResult
  matchAndRewrite(NegIOp op, Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    // Both promises are about the signed value: 0 - x never fits unsigned.
    auto flags = getFlags(op.getOverflow()) & arith::IntegerOverflowFlags::nsw;
    Value zero = makeIntegerConstant(rewriter, op.getLoc(),
                                     adaptor.getSource().getType(), 0);
    return replace<arith::SubIOp>(op, rewriter, zero, adaptor.getSource(),
                                  flags);
  }
};

struct MulhiILowering : Lowering<MulhiIOp> {
  using Lowering::Lowering;
  LogicalResult
  matchAndRewrite(MulhiIOp op, Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    return replace<tileaa::MulhiUIOp>(op, rewriter, resultType(op),
                                      adaptor.getX(), adaptor.getY());
  }
};

struct DivILowering : Lowering<DivIOp> {
  using Lowering::Lowering;
  LogicalResult
  matchAndRewrite(DivIOp op, Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    bool isSigned = op.getSignedness() == Signedness::Signed;
    Value lhs = adaptor.getLhs(), rhs = adaptor.getRhs();
    switch (op.getRounding()) {
    case RoundingMode::Zero:
      return isSigned ? replace<arith::DivSIOp>(op, rewriter, lhs, rhs)
                      : replace<arith::DivUIOp>(op, rewriter, lhs, rhs);
    case RoundingMode::PositiveInf:
      return isSigned ? replace<arith::CeilDivSIOp>(op, rewriter, lhs, rhs)
                      : replace<arith::CeilDivUIOp>(op, rewriter, lhs, rhs);
    case RoundingMode::NegativeInf:
      return replace<arith::FloorDivSIOp>(op, rewriter, lhs, rhs);
    default:
      return rewriter.notifyMatchFailure(op, "divi has three rounding modes");
    }
  }
};

struct CmpILowering : Lowering<CmpIOp> {
  using Lowering::Lowering;
  LogicalResult
  matchAndRewrite(CmpIOp op, Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    return replace<arith::CmpIOp>(op, rewriter, getPredicate(op),
                                  adaptor.getLhs(), adaptor.getRhs());
  }

private:
  static arith::CmpIPredicate getPredicate(CmpIOp op) {
    using To = arith::CmpIPredicate;
    bool isSigned = op.getSignedness() == Signedness::Signed;
    switch (op.getComparisonPredicate()) {
    case ComparisonPredicate::Equal:
      return To::eq;
    case ComparisonPredicate::NotEqual:
      return To::ne;
    case ComparisonPredicate::LessThan:
      return isSigned ? To::slt : To::ult;
    case ComparisonPredicate::LessThanOrEqual:
      return isSigned ? To::sle : To::ule;
    case ComparisonPredicate::GreaterThan:
      return isSigned ? To::sgt : To::ugt;
    case ComparisonPredicate::GreaterThanOrEqual:
      return isSigned ? To::sge : To::uge;
    }
    llvm_unreachable("unknown predicate");
  }
};

/// Whether every shift amount is known to be below the width. Looks at the
/// original operand: constants, and reshapes and broadcasts of them.
bool isAmountInRange(Value amount) {
  unsigned width = getWidth(amount.getType());
  while (true) {
    Operation *made = amount.getDefiningOp();
    if (!isa_and_nonnull<BroadcastOp, ReshapeOp>(made))
      break;
    amount = made->getOperand(0);
  }
  DenseElementsAttr value;
  if (!matchPattern(amount, m_Constant(&value)))
    return false;
  if (value.isSplat())
    return value.getSplatValue<APInt>().ult(width);
  return llvm::all_of(value.getValues<APInt>(), [width](const APInt &element) {
    return element.ult(width);
  });
}

struct ShLILowering : Lowering<ShLIOp> {
  using Lowering::Lowering;
  LogicalResult
  matchAndRewrite(ShLIOp op, Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    if (isAmountInRange(op.getRhs()))
      return replace<arith::ShLIOp>(op, rewriter, adaptor.getLhs(),
                                    adaptor.getRhs(),
                                    getFlags(op.getOverflow()));
    return replace<tileaa::ShLIOp>(op, rewriter, resultType(op),
                                   adaptor.getLhs(), adaptor.getRhs());
  }
};

struct ShRILowering : Lowering<ShRIOp> {
  using Lowering::Lowering;
  LogicalResult
  matchAndRewrite(ShRIOp op, Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    bool isSigned = op.getSignedness() == Signedness::Signed;
    Value lhs = adaptor.getLhs(), rhs = adaptor.getRhs();
    if (isAmountInRange(op.getRhs()))
      return isSigned ? replace<arith::ShRSIOp>(op, rewriter, lhs, rhs)
                      : replace<arith::ShRUIOp>(op, rewriter, lhs, rhs);
    Type type = resultType(op);
    return isSigned ? replace<tileaa::ShRSIOp>(op, rewriter, type, lhs, rhs)
                    : replace<tileaa::ShRUIOp>(op, rewriter, type, lhs, rhs);
  }
};

struct RemILowering : Lowering<RemIOp> {
  using Lowering::Lowering;
  LogicalResult
  matchAndRewrite(RemIOp op, Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    // arith.remsi leaves MIN rem -1 undefined; it is 0 here.
    if (op.getSignedness() == Signedness::Signed)
      return replace<tileaa::RemSIOp>(op, rewriter, resultType(op),
                                      adaptor.getLhs(), adaptor.getRhs());
    return replace<arith::RemUIOp>(op, rewriter, adaptor.getLhs(),
                                   adaptor.getRhs());
  }
};

} // namespace

void populateIntegerPatterns(Converter &converter, Patterns &patterns) {
  patterns.add<OverflowLowering<AddIOp, arith::AddIOp>,
               OverflowLowering<SubIOp, arith::SubIOp>,
               OverflowLowering<MulIOp, arith::MulIOp>,
               SignednessLowering<MaxIOp, arith::MaxSIOp, arith::MaxUIOp>,
               SignednessLowering<MinIOp, arith::MinSIOp, arith::MinUIOp>,
               RenameLowering<AndIOp, arith::AndIOp>,
               RenameLowering<OrIOp, arith::OrIOp>,
               RenameLowering<XOrIOp, arith::XOrIOp>, AbsILowering,
               NegILowering, MulhiILowering, DivILowering, RemILowering,
               CmpILowering, ShLILowering, ShRILowering>(converter,
                                                         patterns.getContext());
}

} // namespace tessera::detail
