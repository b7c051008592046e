//===- TileAAToVector/ToLLVM/ConvertToLLVM.cpp - all dialects at once -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Converts all dialects to the LLVM dialect at once, with upstream's patterns.
// A pass for each dialect would walk over the module six times and leave casts
// in between. Upstream's pass for vectors would also rewrite vectors of
// several dimensions first, and this road has none.
//
//===----------------------------------------------------------------------===//

#include "tessera/Conversion/TileAAToVector/TileAAToVector.h"

#include "mlir/Conversion/ArithToLLVM/ArithToLLVM.h"
#include "mlir/Conversion/ControlFlowToLLVM/ControlFlowToLLVM.h"
#include "mlir/Conversion/FuncToLLVM/ConvertFuncToLLVM.h"
#include "mlir/Conversion/LLVMCommon/ConversionTarget.h"
#include "mlir/Conversion/LLVMCommon/TypeConverter.h"
#include "mlir/Conversion/MathToLLVM/MathToLLVM.h"
#include "mlir/Conversion/UBToLLVM/UBToLLVM.h"
#include "mlir/Conversion/VectorToLLVM/ConvertVectorToLLVM.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Transforms/Passes.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Transforms/DialectConversion.h"

namespace tessera::cpu {
#define GEN_PASS_DEF_CONVERTCPUTOLLVMPASS
#include "tessera/Conversion/TileAAToVector/Passes.h.inc"
} // namespace tessera::cpu

using namespace mlir;
using namespace tessera;

namespace {
struct ConvertCpuToLLVM
    : cpu::impl::ConvertCpuToLLVMPassBase<ConvertCpuToLLVM> {
  void runOnOperation() override {
    MLIRContext *context = &getContext();
    LLVMTypeConverter types(context);
    RewritePatternSet patterns(context);
    arith::populateCeilFloorDivExpandOpsPatterns(patterns);
    arith::populateArithToLLVMConversionPatterns(types, patterns);
    populateMathToLLVMConversionPatterns(types, patterns);
    populateVectorToLLVMConversionPatterns(types, patterns,
                                           /*reassociateFPReductions=*/false,
                                           /*force32BitVectorIndices=*/true);
    ub::populateUBToLLVMConversionPatterns(types, patterns);
    cf::populateControlFlowToLLVMConversionPatterns(types, patterns);
    populateFuncToLLVMConversionPatterns(types, patterns);

    LLVMConversionTarget target(*context);
    target.addIllegalDialect<arith::ArithDialect, cf::ControlFlowDialect,
                             func::FuncDialect, math::MathDialect,
                             ub::UBDialect, vector::VectorDialect>();
    if (failed(applyPartialConversion(getOperation(), target,
                                      std::move(patterns))))
      signalPassFailure();
  }
};
} // namespace
