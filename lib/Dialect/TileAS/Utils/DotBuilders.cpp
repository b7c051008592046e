//===- TileAS/Utils/DotBuilders.cpp - products in their usual shapes -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The builders and patterns of DotBuilders.h.
//
//===----------------------------------------------------------------------===//

#include "tessera/Dialect/TileAS/Utils/DotBuilders.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;

static cuda_tile::SignednessAttr
getSignedness(OpBuilder &builder, std::optional<cuda_tile::Signedness> value) {
  return value ? cuda_tile::SignednessAttr::get(builder.getContext(), *value)
               : cuda_tile::SignednessAttr();
}

static Value buildZero(OpBuilder &builder, Location loc,
                       RankedTensorType type) {
  return arith::ConstantOp::create(builder, loc,
                                   cast<TypedAttr>(builder.getZeroAttr(type)));
}

Value tileas::buildDot(OpBuilder &builder, Location loc,
                       const DotInputs &inputs, Value acc, AtomAttr atom) {
  return DotOp::create(builder, loc, acc.getType(), inputs.lhs, inputs.rhs, acc,
                       /*lhs_scale=*/Value(), /*rhs_scale=*/Value(), atom,
                       getSignedness(builder, inputs.signedLhs),
                       getSignedness(builder, inputs.signedRhs),
                       /*fast_acc=*/false);
}

Value tileas::buildZeroAccumulatorDot(OpBuilder &builder, Location loc,
                                      const DotInputs &inputs,
                                      RankedTensorType accType, AtomAttr atom) {
  return buildDot(builder, loc, inputs, buildZero(builder, loc, accType), atom);
}

Value tileas::buildGuardedDot(OpBuilder &builder, Location loc,
                              const DotInputs &inputs, Value acc, AtomAttr atom,
                              Value predicate) {
  auto guard = scf::IfOp::create(
      builder, loc, predicate,
      [&](OpBuilder &inner, Location loc) {
        scf::YieldOp::create(inner, loc,
                             buildDot(inner, loc, inputs, acc, atom));
      },
      [&](OpBuilder &inner, Location loc) {
        scf::YieldOp::create(inner, loc, acc);
      });
  return guard.getResult(0);
}

Value tileas::buildDotLoop(
    OpBuilder &builder, Location loc, Value lower, Value upper, Value step,
    Value acc, AtomAttr atom,
    llvm::function_ref<DotIteration(OpBuilder &, Location, Value)> iteration) {
  auto loop = scf::ForOp::create(
      builder, loc, lower, upper, step, acc,
      [&](OpBuilder &inner, Location loc, Value index, ValueRange carried) {
        DotIteration now = iteration(inner, loc, index);
        Value sum = now.predicate
                        ? buildGuardedDot(inner, loc, now.inputs, carried[0],
                                          atom, now.predicate)
                        : buildDot(inner, loc, now.inputs, carried[0], atom);
        scf::YieldOp::create(inner, loc, sum);
      });
  return loop.getResult(0);
}

Value tileas::buildMaskedDot(OpBuilder &builder, Location loc,
                             const DotInputs &inputs, Value acc, AtomAttr atom,
                             Value mask) {
  auto lhs = cast<RankedTensorType>(inputs.lhs.getType());
  Type wanted = lhs.clone(builder.getI1Type());
  if (mask.getType() != wanted)
    mask = ConvertLayoutOp::create(builder, loc, wanted, mask);
  DotInputs masked = inputs;
  masked.lhs = arith::SelectOp::create(builder, loc, mask, inputs.lhs,
                                       buildZero(builder, loc, lhs));
  return buildDot(builder, loc, masked, acc, atom);
}

//===----------------------------------------------------------------------===//
// Patterns
//===----------------------------------------------------------------------===//

namespace {
struct SimplifyIntegerDot : OpRewritePattern<DotOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(DotOp dot,
                                PatternRewriter &rewriter) const override {
    auto acc = cast<RankedTensorType>(dot.getAcc().getType());
    if (!acc.getElementType().isInteger())
      return rewriter.notifyMatchFailure(dot, "zero times infinity");
    for (Value factor : {dot.getLhs(), dot.getRhs()})
      if (matchPattern(factor, m_Zero())) {
        rewriter.replaceOp(dot, dot.getAcc());
        return success();
      }
    auto select = dot.getLhs().getDefiningOp<arith::SelectOp>();
    if (!select || !select.getCondition().getType().isInteger(1) ||
        !matchPattern(select.getFalseValue(), m_Zero()))
      return rewriter.notifyMatchFailure(dot, "no zero and no guard");
    DotInputs inputs{select.getTrueValue(), dot.getRhs(),
                     dot.getSignednessLhs(), dot.getSignednessRhs()};
    rewriter.replaceOp(dot, buildGuardedDot(rewriter, dot.getLoc(), inputs,
                                            dot.getAcc(), dot.getAtom(),
                                            select.getCondition()));
    return success();
  }
};
} // namespace

void tileas::populateDotSimplificationPatterns(RewritePatternSet &patterns) {
  patterns.add<SimplifyIntegerDot>(patterns.getContext());
}

bool tileas::isPositiveZero(Value tile) {
  auto constant = tile.getDefiningOp<arith::ConstantOp>();
  auto elements = constant ? dyn_cast<DenseElementsAttr>(constant.getValue())
                           : DenseElementsAttr();
  if (!elements || !elements.isSplat())
    return false;
  if (auto floats = dyn_cast<DenseFPElementsAttr>(elements))
    return floats.getSplatValue<APFloat>().isPosZero();
  return elements.getSplatValue<APInt>().isZero();
}
