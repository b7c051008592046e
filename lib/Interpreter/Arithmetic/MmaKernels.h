//===- Interpreter/Arithmetic/MmaKernels.h - blocked matrix kernels -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The loops below `mmaf`, `mmaf_scaled` and `mmai`: acc += lhs * rhs on dense
// row-major panels of one element type (ops.md 2.6, 2.7, 3.3).
//
// The order is fixed: every accumulator takes its K products with k ascending,
// one after the other, so blocking and vector width never change a bit.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_INTERPRETER_ARITHMETIC_MMAKERNELS_H
#define TESSERA_LIB_INTERPRETER_ARITHMETIC_MMAKERNELS_H

#include <cstdint>

namespace tessera::interp {

/// Extents of one matrix product: (rows x depth) * (depth x columns).
struct MmaShape {
  int64_t rows;
  int64_t columns;
  int64_t depth;
};

/// acc[i][j] = fma(lhs[i][k], rhs[k][j], acc[i][j]) for k = 0, 1, ...; one
/// rounding to nearest even per step. `exactProducts` tells that every product
/// of two operand values is exact in f32 (f16 and f8 operands): multiply and
/// add then give the bits of the fma on a processor that has none.
void accumulateF32(const float *lhs, const float *rhs, float *acc,
                   MmaShape shape, bool exactProducts);

/// The same in f64.
void accumulateF64(const double *lhs, const double *rhs, double *acc,
                   MmaShape shape);

/// acc[i][j] = round_f32(lhs[i][k] * rhs[k][j] + acc[i][j]) where the product
/// of the doubles is exact: the road of `mmaf_scaled` for scaled operands
/// whose range leaves f32.
void accumulateExactProducts(const double *lhs, const double *rhs, float *acc,
                             MmaShape shape);

/// Integer accumulation modulo 2^32; operands already extended to 32 bits.
void accumulateI32(const int32_t *lhs, const int32_t *rhs, int32_t *acc,
                   MmaShape shape);

} // namespace tessera::interp

#endif // TESSERA_LIB_INTERPRETER_ARITHMETIC_MMAKERNELS_H
