//===- CudaTileToTileAA/CudaTileToTileAA.cpp - the pass -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Structures the control flow of every function, then converts types and ops in
// one full dialect conversion, then lifts the module.
//
//===----------------------------------------------------------------------===//

#include "tessera/Conversion/CudaTileToTileAA/CudaTileToTileAA.h"
#include "Patterns.h"
#include "StructureControlFlow.h"
#include "tessera/Conversion/CudaTileToTileAA/Passes.h"

#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/Transforms/Patterns.h"
#include "mlir/Dialect/UB/IR/UBOps.h"

namespace tessera {
#define GEN_PASS_DEF_CONVERTCUDATILETOTILEAAPASS
#include "tessera/Conversion/CudaTileToTileAA/Passes.h.inc"
} // namespace tessera

using namespace mlir;

namespace tessera {

void populateCudaTileToTileAAPatterns(const TypeConverter &converter,
                                      RewritePatternSet &patterns) {
  detail::populateModulePatterns(converter, patterns);
  detail::populateControlFlowPatterns(converter, patterns);
  detail::populateCorePatterns(converter, patterns);
  detail::populateIntegerPatterns(converter, patterns);
  detail::populateFloatPatterns(converter, patterns);
  detail::populateMathPatterns(converter, patterns);
  detail::populateCastPatterns(converter, patterns);
  detail::populateMmaPatterns(converter, patterns);
  detail::populateReducePatterns(converter, patterns);
  detail::populateMemoryPatterns(converter, patterns);
  detail::populateViewPatterns(converter, patterns);
  detail::populateMiscPatterns(converter, patterns);
}

void configureTileAATarget(const TypeConverter &converter,
                           ConversionTarget &target) {
  target.addIllegalDialect<cuda_tile::CudaTileDialect>();
  target.addLegalDialect<tileaa::TileAADialect, arith::ArithDialect,
                         math::MathDialect>();
  target.addLegalOp<mlir::ModuleOp>();
  target.addDynamicallyLegalOp<ub::PoisonOp, UnrealizedConversionCastOp>(
      [&](Operation *op) { return converter.isLegal(op); });
  scf::populateSCFStructuralTypeConversionTarget(converter, target);
}

namespace {

/// Moves the ops of the only module inside `outer` up and gives `outer` its
/// name and attributes.
void liftOnlyModule(mlir::ModuleOp outer) {
  if (!llvm::hasSingleElement(*outer.getBody()) || outer.getSymName())
    return;
  auto inner = dyn_cast<mlir::ModuleOp>(outer.getBody()->front());
  if (!inner)
    return;
  for (NamedAttribute attr : inner->getAttrs())
    outer->setAttr(attr.getName(), attr.getValue());
  outer.getBody()->getOperations().splice(outer.getBody()->end(),
                                          inner.getBody()->getOperations());
  inner.erase();
}

struct ConvertCudaTileToTileAA
    : public impl::ConvertCudaTileToTileAAPassBase<ConvertCudaTileToTileAA> {
  void runOnOperation() override {
    mlir::ModuleOp module = getOperation();
    auto structure = [](FunctionOpInterface function) {
      if (!isa<cuda_tile::EntryOp, cuda_tile::TestingFuncOp>(function))
        return WalkResult::skip();
      return failed(structureControlFlow(function)) ? WalkResult::interrupt()
                                                    : WalkResult::skip();
    };
    if (module.walk<WalkOrder::PreOrder>(structure).wasInterrupted())
      return signalPassFailure();

    TileAATypeConverter converter;
    RewritePatternSet patterns(&getContext());
    populateCudaTileToTileAAPatterns(converter, patterns);
    ConversionTarget target(getContext());
    configureTileAATarget(converter, target);
    ConversionConfig config;
    // Ops are converted as they stand: folding is the canonicaliser's.
    config.foldingMode = DialectConversionFoldingMode::Never;
    if (failed(
            applyFullConversion(module, target, std::move(patterns), config)))
      return signalPassFailure();
    liftOnlyModule(module);
  }
};

} // namespace
} // namespace tessera
