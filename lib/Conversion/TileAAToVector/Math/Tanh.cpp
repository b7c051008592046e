//===- TileAAToVector/Math/Tanh.cpp - tanh x inline ------------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For a = |x|, tanh a = (1 - e^-2a) / (1 + e^-2a), the halves of both computed
// from one power of two and one polynomial: a = h - n ln 2 / 2 with
// |h| <= ln 2 / 4, p = (1 - e^-2h) / 2, and with s = 2^n the numerator is
// s p + (1 - s) / 2, the denominator -s p + (1 + s) / 2. Neither is rounded
// before its last step, the numerator loses nothing where n = 0 and a is small,
// and the denominator, which is at least 1/2, is at least the numerator: the
// result is at most 1.
//
//===----------------------------------------------------------------------===//

#include "InlineMath.h"

#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;

namespace tessera::cpu {

/// (p - h) / h^2, highest coefficient first: minimax, 2^-26 of p.
static constexpr uint32_t coefficients[] = {0xBD35F592, 0x3E091680, 0xBEAAAB40,
                                            0x3F2AAA55, 0xBF7FFFFF};

Value emitTanh(const LaneOp &lane, Value x) {
  F32Lanes m{lane};
  // From 9.02 on the result is 1.
  Value a = m.clamp(math::AbsFOp::create(m.b, m.loc, x), 0x41180000,
                    arith::CmpFPredicate::OGT);
  // 1.5 * 2^23 rounds to an integer, whose low bits get a bias of exponents.
  Value magic = m.f32(0x4B400000 + 127);
  Value shifted = m.fma(a, m.f32(0xC038AA3B), magic); // -2 log2(e)
  Value n = m.sub(shifted, magic);
  Value h = m.fma(n, m.f32(0x3EB17218), a); // ln 2 / 2
  Value h2 = m.mul(h, h);
  Value p = m.fma(m.polynomialByPairs(h, h2, coefficients), h2, h);
  Value s = m.powerOf2(m.bitsOf(shifted)), half = m.f32(0x3F000000);
  Value minusHalf = m.f32(0xBF000000);
  Value numerator = m.fma(s, p, m.fma(s, minusHalf, half));
  Value minusP = arith::NegFOp::create(m.b, m.loc, p);
  Value denominator = m.fma(s, minusP, m.fma(s, half, half));
  return math::CopySignOp::create(m.b, m.loc, m.div(numerator, denominator), x);
}

} // namespace tessera::cpu
