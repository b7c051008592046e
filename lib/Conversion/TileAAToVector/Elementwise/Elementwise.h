//===- TileAAToVector/Elementwise/Elementwise.h - element-wise ops on lanes -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Describes one element-wise op that is about to be emitted on scalars or
// vectors.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_CONVERSION_TILEAATOVECTOR_ELEMENTWISE_ELEMENTWISE_H
#define TESSERA_LIB_CONVERSION_TILEAATOVECTOR_ELEMENTWISE_ELEMENTWISE_H

#include "Conversion/TileAAToVector/Core/Lanes.h"
#include "Conversion/TileAAToVector/Nest/Nest.h"

namespace tessera::cpu {

/// `op` with its operands as `width` lanes (0: scalars) of register types.
struct LaneOp {
  Emitter &e;
  mlir::Operation *op;
  llvm::SmallVector<mlir::Value, 4> operands;
  unsigned width;
  /// Whether f32 stands for f16 and bf16 (ShortFloat.h).
  bool isInF32 = false;

  /// `element` in registers, with the op's lanes.
  mlir::Type type(mlir::Type element) const;
  mlir::Type operandElement(unsigned i) const;
  mlir::Type resultElement() const;
  /// The same op with lanes for tiles.
  mlir::Value rebuilt() const;
  /// A constant of the element type of `like`, in every lane.
  mlir::Value number(const llvm::APInt &bits, mlir::Type like) const;
};

/// Any element-wise op of arith, math or nv_tileaa.
mlir::FailureOr<mlir::Value>
emitElementwise(Emitter &e, mlir::Operation *op,
                llvm::ArrayRef<mlir::Value> operands, unsigned width);

/// Division of integers, its remainder, in every rounding
/// (IntegerDivision.cpp).
mlir::Value emitDivision(const LaneOp &lane);

/// Ops on floats and conversions (Float.cpp); nothing if `lane` is none that
/// needs more than the same op on lanes.
std::optional<mlir::FailureOr<mlir::Value>> emitFloat(const LaneOp &lane);

/// Conversions from and to floats (FloatConversions.cpp); nothing if `lane` is
/// another op.
std::optional<mlir::FailureOr<mlir::Value>>
emitFloatConversion(const LaneOp &lane);

/// `lane` by a runtime service (RuntimeOps.cpp).
mlir::FailureOr<mlir::Value> emitRuntimeOp(const LaneOp &lane);

/// A function of a vector maths library (VectorMath.cpp) on f32 or f64 lanes:
/// `name` as in C, without its suffix.
mlir::FailureOr<mlir::Value> emitMathCall(Emitter &e, llvm::StringRef name,
                                          llvm::ArrayRef<mlir::Value> operands,
                                          unsigned width);

/// SLEEF's hyperbolic sine and cosine are infinite beyond 89 (f32) or 710
/// (f64), their values not yet. From 88 or 708 on both are e^|x| / 2 to the
/// last bit, with the sign of x if `isOdd`: there instead of `result` a product
/// of e^(|x| / 2), which is finite, within 3 ulp.
mlir::FailureOr<mlir::Value> hyperbolicOfLarge(const LaneOp &lane,
                                               mlir::Value x,
                                               mlir::Value result, bool isOdd);

/// `function` of whole vector registers, on `width` lanes (0: scalars) of
/// `operands`: shorter vectors are padded, longer ones done in parts.
mlir::Value onRegisters(
    Emitter &e, llvm::ArrayRef<mlir::Value> operands, unsigned width,
    llvm::function_ref<mlir::Value(llvm::ArrayRef<mlir::Value>)> function);

} // namespace tessera::cpu

#endif // TESSERA_LIB_CONVERSION_TILEAATOVECTOR_ELEMENTWISE_ELEMENTWISE_H
