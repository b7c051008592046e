//===- TileAAToVector/Exponential.cpp - e^x and 2^x inline -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A call of the maths library spills every live vector register, which costs
// softmax and attention more than the function itself. So f32 exponentials are
// computed in place: x = n ln 2 + r with |r| <= ln 2 / 2, a polynomial for e^r,
// and two multiplications by powers of two whose product is 2^n, so that
// results below the normal range are rounded once. The coefficients are minimax
// (relative error below 2^-28); utils/check_exponential.py runs all 2^32
// arguments through compiled code: e^x is within 1.02 ulp on every one, 2^x
// within 0.86 ulp on every 61st.
//
//===----------------------------------------------------------------------===//

#include "Elementwise.h"
#include "Lanes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;

namespace tessera::cpu {

namespace {
/// Short names for what follows: f32 and i32 lanes.
struct Builder {
  const LaneOp &lane;
  OpBuilder &b = lane.e.b;
  Location loc = lane.e.loc();
  Type floats = lanesType(b.getF32Type(), lane.width);
  Type words = lanesType(b.getI32Type(), lane.width);

  Value f32(uint32_t bits) { return lane.number(APInt(32, bits), floats); }
  Value i32(uint32_t bits) { return lane.number(APInt(32, bits), words); }
  Value fma(Value x, Value y, Value z) {
    return math::FmaOp::create(b, loc, x, y, z);
  }
  Value mul(Value x, Value y) { return arith::MulFOp::create(b, loc, x, y); }
  /// Horner's rule, highest coefficient first.
  Value polynomial(Value r, ArrayRef<uint32_t> coefficients) {
    Value sum = f32(coefficients.front());
    for (uint32_t next : coefficients.drop_front())
      sum = fma(sum, r, f32(next));
    return sum;
  }
  /// x where it is not below (above) `bound`; a NaN stays one.
  Value clamp(Value x, uint32_t bound, arith::CmpFPredicate predicate) {
    Value limit = f32(bound);
    Value beyond = arith::CmpFOp::create(b, loc, predicate, x, limit);
    return arith::SelectOp::create(b, loc, beyond, limit, x);
  }
  /// 2^n, -126 <= n <= 127.
  Value powerOf2(Value n) {
    Value biased = arith::AddIOp::create(b, loc, n, i32(127));
    Value bits = arith::ShLIOp::create(b, loc, biased, i32(23));
    return arith::BitcastOp::create(b, loc, floats, bits);
  }
};
} // namespace

Value emitExponential(const LaneOp &lane, Value x, bool isBase2) {
  // 128-bit targets need not have fused multiply-add.
  if (lane.e.target.vectorBits < 256)
    return {};
  Builder m{lane};
  using P = arith::CmpFPredicate;
  // Beyond these bounds the result is infinity or zero: 129, -151; 89.5,
  // -104.5.
  x = m.clamp(x, isBase2 ? 0x43010000 : 0x42B30000, P::OGT);
  x = m.clamp(x, isBase2 ? 0xC3170000 : 0xC2D10000, P::OLT);
  // Adding 1.5 * 2^23 rounds to an integer and leaves it in the low bits.
  constexpr uint32_t magic = 0x4B400000;
  Value shifted =
      isBase2 ? Value(arith::AddFOp::create(m.b, m.loc, x, m.f32(magic)))
              : m.fma(x, m.f32(0x3FB8AA3B), m.f32(magic)); // log2(e)
  Value whole = arith::SubFOp::create(m.b, m.loc, shifted, m.f32(magic));
  Value n = arith::SubIOp::create(
      m.b, m.loc, arith::BitcastOp::create(m.b, m.loc, m.words, shifted),
      m.i32(magic));
  Value p; // e^r - 1
  if (isBase2) {
    Value r = arith::SubFOp::create(m.b, m.loc, x, whole);
    // ln 2 in two parts again: the first term decides the rounding.
    Value q = m.polynomial(
        r, {0x3920A68A, 0x3AAF82AF, 0x3C1D9709, 0x3D6357C3, 0x3E75FDEE});
    p = m.fma(r, m.f32(0xB102E308), m.mul(m.mul(r, r), q));
    p = m.fma(r, m.f32(0x3F317218), p);
  } else {
    // ln 2 in two parts, the first with room for exact products.
    Value r = m.fma(whole, m.f32(0xBF317200), x);
    r = m.fma(whole, m.f32(0xB5BFBE8E), r);
    Value q = m.polynomial(
        r, {0x3AB5112B, 0x3C091D81, 0x3D2AAC7C, 0x3E2AAA48, 0x3EFFFFFE});
    p = m.fma(m.mul(r, r), q, r);
  }
  Value result = arith::AddFOp::create(m.b, m.loc, p, m.f32(0x3F800000));
  Value half = arith::ShRSIOp::create(m.b, m.loc, n, m.i32(1));
  Value rest = arith::SubIOp::create(m.b, m.loc, n, half);
  return m.mul(m.mul(result, m.powerOf2(half)), m.powerOf2(rest));
}

} // namespace tessera::cpu
