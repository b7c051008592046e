//===- Interpreter/Arithmetic/MmaKernels.cpp - blocked matrix kernels -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Register-blocked kernels: a block of rows x two vectors of accumulators stays
// in registers while k runs over the whole depth. Extents are powers of two, so
// a block either divides the matrix or the matrix is smaller than the block and
// a narrower instantiation takes over.
//
//===----------------------------------------------------------------------===//

#include "MmaKernels.h"

#include "FloatKernels.h"
#include "TypedLoops.h"

#include <cmath>
#include <cstring>

using namespace tessera::interp;

namespace {

constexpr int vectorBytes = 32;

template <typename T> struct Simd {
  static constexpr int lanes = vectorBytes / sizeof(T);
  typedef T Vector __attribute__((vector_size(vectorBytes)));

  static TESSERA_ALWAYS_INLINE void load(Vector &into, const T *from) {
    std::memcpy(&into, from, sizeof(Vector));
  }
  static TESSERA_ALWAYS_INLINE void store(T *to, const Vector &from) {
    std::memcpy(to, &from, sizeof(Vector));
  }
};

/// acc += a * b with two roundings, or none at all (integers).
struct MultiplyAdd {
  template <typename V>
  static TESSERA_ALWAYS_INLINE void step(V &acc, const V &a, const V &b) {
    acc += a * b;
  }
};

/// acc = fma(a, b, acc), lane by lane. The compiler turns the lane loop into
/// one instruction where the processor has it and into library calls elsewhere.
struct FusedMultiplyAdd {
  static TESSERA_ALWAYS_INLINE void step(float &acc, float a, float b) {
    acc = __builtin_fmaf(a, b, acc);
  }
  static TESSERA_ALWAYS_INLINE void step(double &acc, double a, double b) {
    acc = __builtin_fma(a, b, acc);
  }
  template <typename V>
  static TESSERA_ALWAYS_INLINE void step(V &acc, const V &a, const V &b) {
#if defined(__clang__)
    acc = __builtin_elementwise_fma(a, b, acc);
#else
    for (unsigned lane = 0; lane < sizeof(V) / sizeof(a[0]); ++lane) {
      auto sum = acc[lane];
      step(sum, a[lane], b[lane]);
      acc[lane] = sum;
    }
#endif
  }
};

/// One block of Rows x (Vectors * lanes) accumulators.
template <typename Step, int Rows, int Vectors, typename T>
TESSERA_ALWAYS_INLINE inline void vectorBlock(const T *lhs, const T *rhs,
                                              T *acc, MmaShape shape) {
  using S = Simd<T>;
  typename S::Vector sums[Rows][Vectors];
  for (int r = 0; r < Rows; ++r)
    for (int v = 0; v < Vectors; ++v)
      S::load(sums[r][v], acc + r * shape.columns + v * S::lanes);
  for (int64_t k = 0; k < shape.depth; ++k) {
    typename S::Vector right[Vectors];
    for (int v = 0; v < Vectors; ++v)
      S::load(right[v], rhs + k * shape.columns + v * S::lanes);
    for (int r = 0; r < Rows; ++r) {
      typename S::Vector left = lhs[r * shape.depth + k] -
                                typename S::Vector{}; // broadcast, keeps -0
      for (int v = 0; v < Vectors; ++v)
        Step::step(sums[r][v], left, right[v]);
    }
  }
  for (int r = 0; r < Rows; ++r)
    for (int v = 0; v < Vectors; ++v)
      S::store(acc + r * shape.columns + v * S::lanes, sums[r][v]);
}

template <typename Step, int Rows, int Vectors, typename T>
TESSERA_ALWAYS_INLINE inline void vectorRows(const T *lhs, const T *rhs, T *acc,
                                             MmaShape shape) {
  for (int64_t i = 0; i < shape.rows; i += Rows)
    for (int64_t j = 0; j < shape.columns; j += Vectors * Simd<T>::lanes)
      vectorBlock<Step, Rows, Vectors>(lhs + i * shape.depth, rhs + j,
                                       acc + i * shape.columns + j, shape);
}

/// Matrices narrower than a vector.
template <typename Step, typename T>
TESSERA_ALWAYS_INLINE inline void scalarRows(const T *lhs, const T *rhs, T *acc,
                                             MmaShape shape) {
  for (int64_t i = 0; i < shape.rows; ++i)
    for (int64_t k = 0; k < shape.depth; ++k)
      for (int64_t j = 0; j < shape.columns; ++j)
        Step::step(acc[i * shape.columns + j], lhs[i * shape.depth + k],
                   rhs[k * shape.columns + j]);
}

template <typename Step, typename T>
TESSERA_ALWAYS_INLINE inline void accumulate(const T *lhs, const T *rhs, T *acc,
                                             MmaShape shape) {
  constexpr int lanes = Simd<T>::lanes;
  if (shape.columns < lanes)
    scalarRows<Step>(lhs, rhs, acc, shape);
  else if (shape.rows >= 4 && shape.columns >= 2 * lanes)
    vectorRows<Step, 4, 2>(lhs, rhs, acc, shape);
  else if (shape.columns >= 2 * lanes)
    vectorRows<Step, 1, 2>(lhs, rhs, acc, shape);
  else
    vectorRows<Step, 1, 1>(lhs, rhs, acc, shape);
}

} // namespace

void tessera::interp::accumulateF32(const float *lhs, const float *rhs,
                                    float *acc, MmaShape shape,
                                    bool exactProducts) {
  loops::run([=](auto cpu) TESSERA_ALWAYS_INLINE {
    if (exactProducts && !decltype(cpu)::hasFma)
      accumulate<MultiplyAdd>(lhs, rhs, acc, shape);
    else
      accumulate<FusedMultiplyAdd>(lhs, rhs, acc, shape);
  });
}

void tessera::interp::accumulateF64(const double *lhs, const double *rhs,
                                    double *acc, MmaShape shape) {
  loops::run([=](auto) TESSERA_ALWAYS_INLINE {
    accumulate<FusedMultiplyAdd>(lhs, rhs, acc, shape);
  });
}

void tessera::interp::accumulateExactProducts(const double *lhs,
                                              const double *rhs, float *acc,
                                              MmaShape shape) {
  loops::run([=](auto) TESSERA_ALWAYS_INLINE {
    for (int64_t i = 0; i < shape.rows; ++i) {
      for (int64_t k = 0; k < shape.depth; ++k) {
        double left = lhs[i * shape.depth + k];
        const double *right = rhs + k * shape.columns;
        float *sums = acc + i * shape.columns;
        TESSERA_INDEPENDENT_LOOP
        for (int64_t j = 0; j < shape.columns; ++j)
          sums[j] = static_cast<float>(
              kernels::addRoundedToOdd(left * right[j], sums[j]));
      }
    }
  });
}

void tessera::interp::accumulateI32(const int32_t *lhs, const int32_t *rhs,
                                    int32_t *acc, MmaShape shape) {
  // Unsigned arithmetic: wrapping is the defined meaning, not an accident.
  const auto *left = reinterpret_cast<const uint32_t *>(lhs);
  const auto *right = reinterpret_cast<const uint32_t *>(rhs);
  auto *sums = reinterpret_cast<uint32_t *>(acc);
  loops::run([=](auto) TESSERA_ALWAYS_INLINE {
    accumulate<MultiplyAdd>(left, right, sums, shape);
  });
}
