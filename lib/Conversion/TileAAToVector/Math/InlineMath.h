//===- TileAAToVector/Math/InlineMath.h - functions of f32 without calls -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the functions that are computed in place share: arithmetic on lanes of
// f32 and on their bits.
//
// A call of the maths library spills every live vector register, and its
// functions take two to six times as long, because they carry two floats for
// every number to be within 1.0 ulp. The bounds that are stated here hold on
// all 2^32 arguments (utils/check_functions.py); f16 and bf16 are rounded from
// f32.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_CONVERSION_TILEAATOVECTOR_MATH_INLINEMATH_H
#define TESSERA_LIB_CONVERSION_TILEAATOVECTOR_MATH_INLINEMATH_H

#include "Conversion/TileAAToVector/Elementwise/Elementwise.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

namespace tessera::cpu {

/// Short names for ops on f32 and i32 lanes.
struct F32Lanes {
  const LaneOp &lane;
  mlir::OpBuilder &b = lane.e.b;
  mlir::Location loc = lane.e.loc();
  mlir::Type floats = lanesType(b.getF32Type(), lane.width);
  mlir::Type words = lanesType(b.getI32Type(), lane.width);

  /// Constants, by their bits.
  mlir::Value f32(uint32_t bits) const;
  mlir::Value i32(uint32_t bits) const;

  mlir::Value fma(mlir::Value x, mlir::Value y, mlir::Value z) const;
  mlir::Value add(mlir::Value x, mlir::Value y) const;
  mlir::Value sub(mlir::Value x, mlir::Value y) const;
  mlir::Value mul(mlir::Value x, mlir::Value y) const;
  mlir::Value div(mlir::Value x, mlir::Value y) const;
  mlir::Value bitsOf(mlir::Value x) const;
  mlir::Value fromBits(mlir::Value x) const;
  mlir::Value compare(mlir::arith::CmpFPredicate predicate, mlir::Value x,
                      mlir::Value y) const;
  mlir::Value select(mlir::Value condition, mlir::Value x, mlir::Value y) const;

  /// x where it is not below (above) `bound`; a NaN stays one.
  mlir::Value clamp(mlir::Value x, uint32_t bound,
                    mlir::arith::CmpFPredicate predicate) const;
  /// 2^n, where the low nine bits of `biased` are n + 127.
  mlir::Value powerOf2(mlir::Value biased) const;

  /// Horner's rule, highest coefficient first.
  mlir::Value polynomial(mlir::Value r,
                         llvm::ArrayRef<uint32_t> coefficients) const;
  /// The same from three or more coefficients in pairs, by powers of r^2
  /// (Estrin's scheme): two steps for three of Horner's, each of which waits
  /// for the one before. Cores that share their reorder buffer between two
  /// threads hold too few vectors to fill that time.
  mlir::Value polynomialByPairs(mlir::Value r, mlir::Value r2,
                                llvm::ArrayRef<uint32_t> coefficients) const;
};

/// e^x within 1.04 ulp, 2^x within 0.88.
mlir::Value emitExponential(const LaneOp &lane, mlir::Value x, bool isBase2);

/// log x within 0.91 ulp, log2 x within 1.07.
mlir::Value emitLogarithm(const LaneOp &lane, mlir::Value x, bool isBase2);

/// tanh x within 1.95 ulp, never beyond 1.
mlir::Value emitTanh(const LaneOp &lane, mlir::Value x);

/// `name` (as in C) of f32 lanes without a call. Null where there is no such
/// function here, or the target has no fused multiply-add for it: 128-bit
/// targets need not.
mlir::Value emitInlineMath(const LaneOp &lane, llvm::StringRef name,
                           mlir::Value x);

} // namespace tessera::cpu

#endif // TESSERA_LIB_CONVERSION_TILEAATOVECTOR_MATH_INLINEMATH_H
