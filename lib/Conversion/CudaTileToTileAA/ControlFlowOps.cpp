//===- CudaTileToTileAA/ControlFlowOps.cpp - scf ops that carry tiles -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The second half of the conversion of control flow. It gives the converted
// types to the scf ops, casts and poison values that structuring has made.
//
//===----------------------------------------------------------------------===//

#include "Patterns.h"
#include "StructureControlFlow.h"

#include "mlir/Dialect/SCF/Transforms/Patterns.h"
#include "mlir/Dialect/UB/IR/UBOps.h"

using namespace mlir;

namespace tessera {

bool isStructured(OperationName name) {
  return llvm::is_contained({cuda_tile::IfOp::getOperationName(),
                             cuda_tile::ForOp::getOperationName(),
                             cuda_tile::LoopOp::getOperationName(),
                             cuda_tile::BreakOp::getOperationName(),
                             cuda_tile::ContinueOp::getOperationName()},
                            name.getStringRef());
}

namespace detail {
namespace {

/// A 0-d tile and its scalar are the same value below.
struct CastLowering : Lowering<UnrealizedConversionCastOp> {
  using Lowering::Lowering;
  LogicalResult
  matchAndRewrite(UnrealizedConversionCastOp op, Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    if (op->getNumOperands() != 1 || op->getNumResults() != 1)
      return failure();
    Value input = adaptor.getInputs().front();
    if (input.getType() != resultType(op))
      return rewriter.notifyMatchFailure(op, "not a tile and its scalar");
    rewriter.replaceOp(op, input);
    return success();
  }
};

struct PoisonLowering : Lowering<ub::PoisonOp> {
  using Lowering::Lowering;
  LogicalResult
  matchAndRewrite(ub::PoisonOp op, Adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    return replace<ub::PoisonOp>(op, rewriter, resultType(op), op.getValue());
  }
};

} // namespace

void populateControlFlowPatterns(Converter &converter, Patterns &patterns) {
  scf::populateSCFStructuralTypeConversions(converter, patterns);
  patterns.add<CastLowering, PoisonLowering>(converter, patterns.getContext());
}

} // namespace detail
} // namespace tessera
