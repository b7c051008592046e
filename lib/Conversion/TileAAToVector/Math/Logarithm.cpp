//===- TileAAToVector/Math/Logarithm.cpp - log x and log2 x inline -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Computes log x and log2 x in place. The argument is split as x = 2^n (1 +
// f), with 1 + f between the square roots of 1/2 and of 2. Then log(1 + f) = f
// + f^2 q(f), with a minimax polynomial q of an error of 2^-27.8 of the whole.
// Only the last two steps round something that is not small beside the result.
//
//===----------------------------------------------------------------------===//

#include "InlineMath.h"

using namespace mlir;
using Predicate = mlir::arith::CmpFPredicate;

namespace tessera::cpu {

/// (log(1 + f) - f) / f^2 and (log2(1 + f) - f log2 e) / f^2, highest
/// coefficient first.
static constexpr uint32_t baseE[] = {0xBD9C1ECB, 0x3E042700, 0xBE079BAE,
                                     0x3E11384E, 0xBE2A13A5, 0x3E4CD201,
                                     0xBE800214, 0x3EAAAAA8, 0xBEFFFFFC};
static constexpr uint32_t base2[] = {0xBDE13BE5, 0x3E3EA7D2, 0xBE43A424,
                                     0x3E518212, 0xBE755E6E, 0x3E93BF23,
                                     0xBEB8AD3A, 0x3EF6384B, 0xBF38AA38};

/// The sum of two floats that a constant is.
struct Parts {
  uint32_t high, low;
};
static constexpr Parts ln2 = {0x3F317218, 0xB102E308};
static constexpr Parts log2e = {0x3FB8AA3B, 0x32A57060};

Value emitLogarithm(const LaneOp &lane, Value x, bool isBase2) {
  F32Lanes m{lane};
  Value zero = m.f32(0), infinity = m.f32(0x7F800000);
  // Subnormals: 2^25 times as much, and 25 less in the end.
  Value isTiny = m.compare(Predicate::OLT, x, m.f32(0x00800000));
  Value normal = m.select(isTiny, m.mul(x, m.f32(0x4C000000)), x);
  Value correction = m.select(isTiny, m.f32(0xC1C80000), zero);
  // The bits above those of the root of 1/2 count in powers of two.
  Value root = m.i32(0x3F3504F3);
  Value above = arith::SubIOp::create(m.b, m.loc, m.bitsOf(normal), root);
  Value exponent = arith::ShRSIOp::create(m.b, m.loc, above, m.i32(23));
  Value n = m.add(arith::SIToFPOp::create(m.b, m.loc, m.floats, exponent),
                  correction);
  Value fraction = arith::AndIOp::create(m.b, m.loc, above, m.i32(0x007FFFFF));
  Value scaled = m.fromBits(arith::AddIOp::create(m.b, m.loc, fraction, root));
  Value f = m.sub(scaled, m.f32(0x3F800000)), f2 = m.mul(f, f);
  // The last two coefficients one by one, for what is lost there counts.
  ArrayRef<uint32_t> all = isBase2 ? base2 : baseE;
  Value q = m.polynomialByPairs(f, f2, all.drop_back(2));
  for (uint32_t last : all.take_back(2))
    q = m.fma(q, f, m.f32(last));
  Value result;
  if (isBase2) {
    Value low = m.fma(q, f2, m.mul(f, m.f32(log2e.low)));
    result = m.add(n, m.fma(f, m.f32(log2e.high), low));
  } else {
    Value low = m.fma(q, f2, m.mul(n, m.f32(ln2.low)));
    result = m.fma(n, m.f32(ln2.high), m.add(f, low));
  }
  // Infinity and NaN are their own logarithms, 0 has -infinity, less has none.
  Value isFinite = m.compare(Predicate::OLT, x, infinity);
  result = m.select(isFinite, result, m.add(x, x));
  Value isPositive = m.compare(Predicate::UGT, x, zero);
  Value isZero = m.compare(Predicate::OEQ, x, zero);
  Value other = m.select(isZero, m.f32(0xFF800000), m.f32(0x7FC00000));
  return m.select(isPositive, result, other);
}

} // namespace tessera::cpu
