//===- TileAAToVector/Elementwise/ShortFloat.h - f16, bf16 and 8-bit floats as f32 -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Lanes of f16 and bf16 are their bits, as i16 (registerType()). Ops compute on
// them as f32, which holds every value of both. Formats of 8 bits and less
// become f32, too.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_CONVERSION_TILEAATOVECTOR_ELEMENTWISE_SHORTFLOAT_H
#define TESSERA_LIB_CONVERSION_TILEAATOVECTOR_ELEMENTWISE_SHORTFLOAT_H

#include "Elementwise.h"

namespace tessera::cpu {

/// `bits` of `element`, which is f16 or bf16, as f32.
mlir::Value widenHalf(Emitter &e, mlir::Value bits, mlir::Type element);

/// `bits` of `element`, a float of 8 bits or less, as f32: exactly.
mlir::Value widenByteFloat(Emitter &e, mlir::Value bits, mlir::Type element);

/// The bits of f32 `x` rounded to nearest even above the lowest `dropped`,
/// which are left as they come out; a NaN stays one.
mlir::Value roundBits(Emitter &e, mlir::Value x, unsigned dropped);

/// f32 rounded to nearest even as bits of `element`. Not by arith.truncf for
/// bf16: the instruction that LLVM uses for it on AVX512-BF16 takes subnormals
/// for zero.
mlir::Value narrowToHalf(Emitter &e, mlir::Value x, mlir::Type element);

/// Whether narrowToByteFloat() knows `element`: the formats with a sign.
bool canNarrowToByteFloat(mlir::Type element);

/// f32 rounded to nearest even as bits of `element`: f8E4M3FN or f4E2M1FN, of
/// which what is too large becomes the largest number, or f8E5M2 (infinity).
/// f4E2M1FN has no NaN: +6 stands for it.
mlir::Value narrowToByteFloat(Emitter &e, mlir::Value x, mlir::Type element);

/// `lane` with operands of f16 and bf16 as f32; its result is to be narrowed.
/// Unless it `mayFold`, LLVM does not see that operands were f16 and cannot
/// turn the op into one on f16.
LaneOp inF32(const LaneOp &lane, bool mayFold = false);

/// `x`, the result of `lane` or of inF32(lane), as the result of `lane`:
/// rounded, or where the element type is known to hold it.
mlir::Value narrowed(const LaneOp &lane, mlir::Value x);
mlir::Value narrowedExactly(const LaneOp &lane, mlir::Value x);

} // namespace tessera::cpu

#endif // TESSERA_LIB_CONVERSION_TILEAATOVECTOR_ELEMENTWISE_SHORTFLOAT_H
