//===- TileAAToVector/Elementwise/ExactFloat.h - arithmetic by way of f64 -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Arithmetic on shorter formats by way of f64, which holds their values, sums
// and products exactly or with bits to spare.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_CONVERSION_TILEAATOVECTOR_ELEMENTWISE_EXACTFLOAT_H
#define TESSERA_LIB_CONVERSION_TILEAATOVECTOR_ELEMENTWISE_EXACTFLOAT_H

#include "Elementwise.h"

#include "tessera/Dialect/CudaTile/IR/CudaTile.h"

namespace tessera::cpu {

/// addf, subf, mulf, divf, fma or sqrt of f32 in one of the directed modes
/// (zero, negative_inf, positive_inf): DirectedRounding.cpp. ops.md 5.
mlir::Value emitDirected(const LaneOp &lane, cuda_tile::RoundingMode mode);

/// remf: x - trunc(x / y) y, which is exact, with the sign of x; NaN if x is
/// infinite or y zero (Remainder.cpp).
mlir::FailureOr<mlir::Value> emitRemainder(const LaneOp &lane);

} // namespace tessera::cpu

#endif // TESSERA_LIB_CONVERSION_TILEAATOVECTOR_ELEMENTWISE_EXACTFLOAT_H
