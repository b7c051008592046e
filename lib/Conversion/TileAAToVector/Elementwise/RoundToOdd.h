//===- TileAAToVector/Elementwise/RoundToOdd.h - sums and casts to be rounded again -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Rounding to odd keeps a value that the format has; of the two neighbours of
// any other it takes the one whose last bit is 1. Such a value rounds to
// nearest in a format with at least two bits less as the exact one does (Boldo
// and Melquiond, "Emulation of FMA and correctly rounded sums: proved
// algorithms using rounding to odd", 2008). On lanes of any number, and on
// scalars.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_CONVERSION_TILEAATOVECTOR_ELEMENTWISE_ROUNDTOODD_H
#define TESSERA_LIB_CONVERSION_TILEAATOVECTOR_ELEMENTWISE_ROUNDTOODD_H

#include "Conversion/TileAAToVector/Core/Emitter.h"

namespace tessera::cpu {

/// x + y of f32 or f64, rounded to odd. The sum must not overflow; infinities
/// and NaN add up as usual.
mlir::Value addToOdd(Emitter &e, mlir::Value x, mlir::Value y);

/// x / y and the root of x, of f64 that hold numbers of f32, rounded to odd.
mlir::Value divideToOdd(Emitter &e, mlir::Value x, mlir::Value y);
mlir::Value rootToOdd(Emitter &e, mlir::Value x);

/// f64 `x` as f32, rounded to odd; what is too large becomes the largest f32.
mlir::Value castToOdd(Emitter &e, mlir::Value x);

/// Integers of 32 or 64 bits as f32, rounded to odd.
mlir::Value integerToOdd(Emitter &e, mlir::Value x, bool isSigned);

} // namespace tessera::cpu

#endif // TESSERA_LIB_CONVERSION_TILEAATOVECTOR_ELEMENTWISE_ROUNDTOODD_H
