//===- Runtime/CPU/Contraction.cpp - mma of exotic kinds ----------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Matrix multiply-accumulate on buffers (ops.md 2.6, 2.7, 3.3). Each
// accumulator takes its products with k ascending, one fused multiply-add each:
// in f64 for f64 operands, else in f32. An f16 accumulator is rounded once at
// the end; NaN results are canonical. Scaled operands are exact in f64, and so
// is the product of two, so there the sum is rounded from f64 to f32 once per
// step (rounding to odd in between keeps what the second rounding needs).
//
//===----------------------------------------------------------------------===//

#include "Prototypes.h"

#include "tessera/Numerics/FastConvert.h"
#include "tessera/Numerics/FloatFormat.h"

#include <bit>
#include <cmath>
#include <vector>

namespace tessera::cpu::services {

namespace {

using numerics::ElementKind;

struct Extents {
  uint64_t rows, columns, depth;
};

std::vector<float> decode(ElementKind kind, const void *source, uint64_t n) {
  std::vector<float> values(n);
  numerics::decodeToF32(kind, source, values.data(), n);
  return values;
}

[[gnu::always_inline]] inline float fusedStep(float a, float b, float c) {
  return __builtin_fmaf(a, b, c);
}
[[gnu::always_inline]] inline double fusedStep(double a, double b, double c) {
  return __builtin_fma(a, b, c);
}

/// Always inlined into a caller that fixes the instruction set.
template <typename T>
[[gnu::always_inline]] inline void accumulate(const T *lhs, const T *rhs,
                                              T *acc, Extents e) {
  for (uint64_t i = 0; i < e.rows; ++i)
    for (uint64_t k = 0; k < e.depth; ++k) {
      T left = lhs[i * e.depth + k];
      const T *right = rhs + k * e.columns;
      T *sums = acc + i * e.columns;
      for (uint64_t j = 0; j < e.columns; ++j)
        sums[j] = fusedStep(left, right[j], sums[j]);
    }
}

#if defined(__x86_64__)
template <typename T>
[[gnu::target("avx2,fma")]] void accumulateFma(const T *lhs, const T *rhs,
                                               T *acc, Extents e) {
  accumulate(lhs, rhs, acc, e);
}
#endif

/// acc += lhs * rhs; the instructions differ by processor, the bits do not.
template <typename T>
void multiply(const T *lhs, const T *rhs, T *acc, Extents e) {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
    return accumulateFma(lhs, rhs, acc, e);
#endif
  accumulate(lhs, rhs, acc, e);
}

void quiet(float *values, uint64_t n) {
  for (uint64_t i = 0; i < n; ++i)
    if (std::isnan(values[i]))
      values[i] = std::bit_cast<float>(
          uint32_t(numerics::floatFormat(ElementKind::F32).canonicalNaN()));
}
void quiet(double *values, uint64_t n) {
  for (uint64_t i = 0; i < n; ++i)
    if (std::isnan(values[i]))
      values[i] = std::bit_cast<double>(
          numerics::floatFormat(ElementKind::F64).canonicalNaN());
}

template <typename T>
void multiplyBatches(const T *lhs, const T *rhs, T *acc, uint64_t batches,
                     Extents e) {
  for (uint64_t b = 0; b < batches; ++b)
    multiply(lhs + b * e.rows * e.depth, rhs + b * e.depth * e.columns,
             acc + b * e.rows * e.columns, e);
  quiet(acc, batches * e.rows * e.columns);
}

/// a + b rounded to odd, for |a + b| < 2^1023.
double addRoundedToOdd(double a, double b) {
  double sum = a + b, part = sum - a;
  double error = (a - (sum - part)) + (b - part); // exact
  auto bits = std::bit_cast<uint64_t>(sum);
  if (!(error > 0 || error < 0) || (bits & 1))
    return sum;
  return std::bit_cast<double>((error > 0) == (sum > 0) ? bits + 1 : bits - 1);
}

/// values[row][k][j] times the scale of its block of k, as doubles.
std::vector<double> scaled(ElementKind kind, const void *values,
                           ElementKind scaleKind, const void *scales,
                           uint64_t rows, uint64_t depth, uint64_t stride,
                           uint64_t blocks) {
  std::vector<float> in = decode(kind, values, rows * depth * stride);
  std::vector<float> factors =
      decode(scaleKind, scales, rows * blocks * stride);
  std::vector<double> out(in.size());
  uint64_t blockLength = depth / blocks;
  for (uint64_t row = 0; row < rows; ++row)
    for (uint64_t k = 0; k < depth; ++k)
      for (uint64_t j = 0; j < stride; ++j) {
        uint64_t at = (row * depth + k) * stride + j;
        out[at] = double(in[at]) *
                  factors[(row * blocks + k / blockLength) * stride + j];
      }
  return out;
}

} // namespace

extern "C" {

void tessera_rt_mmaf(void *, uint32_t operandCode, uint32_t accCode,
                     uint64_t batches, uint64_t rows, uint64_t columns,
                     uint64_t depth, void *lhs, void *rhs, void *acc) {
  auto operandKind = static_cast<ElementKind>(operandCode);
  auto accKind = static_cast<ElementKind>(accCode);
  Extents e{rows, columns, depth};
  if (operandKind == ElementKind::F64)
    return multiplyBatches(static_cast<const double *>(lhs),
                           static_cast<const double *>(rhs),
                           static_cast<double *>(acc), batches, e);
  std::vector<float> left = decode(operandKind, lhs, batches * rows * depth);
  std::vector<float> right =
      decode(operandKind, rhs, batches * depth * columns);
  if (accKind == ElementKind::F32)
    return multiplyBatches(left.data(), right.data(), static_cast<float *>(acc),
                           batches, e);
  std::vector<float> wide = decode(accKind, acc, batches * rows * columns);
  multiplyBatches(left.data(), right.data(), wide.data(), batches, e);
  numerics::encodeFromF32(accKind, wide.data(), acc, wide.size());
}

void tessera_rt_mmai(void *, uint32_t flags, uint64_t batches, uint64_t rows,
                     uint64_t columns, uint64_t depth, void *lhs, void *rhs,
                     void *acc) {
  auto extend = [](bool isSigned, void *data, uint64_t i) -> uint32_t {
    uint8_t byte = static_cast<const uint8_t *>(data)[i];
    return isSigned ? static_cast<uint32_t>(static_cast<int8_t>(byte)) : byte;
  };
  auto *sums = static_cast<uint32_t *>(acc);
  bool leftSigned = flags & RtSigned, rightSigned = flags & RtSignedRhs;
  for (uint64_t row = 0; row < batches * rows; ++row)
    for (uint64_t k = 0; k < depth; ++k) {
      uint32_t left = extend(leftSigned, lhs, row * depth + k);
      uint64_t from = (row / rows * depth + k) * columns;
      for (uint64_t j = 0; j < columns; ++j)
        sums[row * columns + j] += left * extend(rightSigned, rhs, from + j);
    }
}

void tessera_rt_mmaf_scaled(void *, uint32_t operandCode, uint32_t scaleCode,
                            uint64_t batches, uint64_t rows, uint64_t columns,
                            uint64_t depth, uint64_t scaleBlocks, void *lhs,
                            void *lhsScale, void *rhs, void *rhsScale,
                            void *acc) {
  auto kind = static_cast<ElementKind>(operandCode);
  auto scaleKind = static_cast<ElementKind>(scaleCode);
  std::vector<double> left = scaled(kind, lhs, scaleKind, lhsScale,
                                    batches * rows, depth, 1, scaleBlocks);
  std::vector<double> right = scaled(kind, rhs, scaleKind, rhsScale, batches,
                                     depth, columns, scaleBlocks);
  auto *sums = static_cast<float *>(acc);
  for (uint64_t row = 0; row < batches * rows; ++row)
    for (uint64_t k = 0; k < depth; ++k) {
      double a = left[row * depth + k];
      const double *b = &right[(row / rows * depth + k) * columns];
      for (uint64_t j = 0; j < columns; ++j) {
        float &sum = sums[row * columns + j];
        sum = static_cast<float>(addRoundedToOdd(a * b[j], sum));
      }
    }
  quiet(sums, batches * rows * columns);
}

} // extern "C"

} // namespace tessera::cpu::services
