//===- TileAAToVector/Math/Exponential.cpp - e^x and 2^x inline -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// x = n ln 2 + r with |r| <= ln 2 / 2, a polynomial for e^r, and 2^n: by
// vscalefps on AVX-512, elsewhere two multiplications by powers of two whose
// product it is, so that results below the normal range are rounded once. The
// coefficients are minimax (relative error below 2^-28).
//
//===----------------------------------------------------------------------===//

#include "Conversion/TileAAToVector/Core/Lanes.h"
#include "InlineMath.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;

namespace tessera::cpu {

namespace {
struct Builder : F32Lanes {
  /// x - n ln 2; ln 2 in two parts, the first with room for exact products.
  Value restBaseE(Value x, Value n) {
    return fma(n, f32(0xB5BFBE8E), fma(n, f32(0xBF317200), x));
  }
  /// e^x within the bounds beyond which it is infinity or zero: 89.5, -104.5.
  Value clampBaseE(Value x) {
    x = clamp(x, 0x42B30000, arith::CmpFPredicate::OGT);
    return clamp(x, 0xC2D10000, arith::CmpFPredicate::OLT);
  }
  /// AVX-512's `name` of one register; `operands` before its pass-through.
  Value avx512(StringRef name, ArrayRef<Value> operands) {
    SmallVector<Value, 5> all(operands);
    Value mask = lane.e.constant(b.getI16IntegerAttr(-1));
    // Current rounding mode.
    all.append({operands.front(), mask, lane.e.i32(4)});
    auto call = LLVM::CallIntrinsicOp::create(
        b, loc, floats, b.getStringAttr("llvm.x86.avx512.mask." + name), all);
    return call.getResult(0);
  }
};
} // namespace

/// (2^r - 1) / r, |r| <= 1/2, highest coefficient first. Who multiplies it by r
/// adds 1 to a product that is not rounded, so what the steps before it lost is
/// at most a quarter of an ulp.
static constexpr uint32_t base2[] = {0x3920A68A, 0x3AAF82AF, 0x3C1D9709,
                                     0x3D6357C3, 0x3E75FDEE, 0x3F317218};
/// (e^r - 1 - r) / r^2, |r| <= ln 2 / 2.
static constexpr uint32_t baseE[] = {0x3AB5112B, 0x3C091D81, 0x3D2AAC7C,
                                     0x3E2AAA48, 0x3EFFFFFE};
static constexpr uint32_t one = 0x3F800000;

/// On one 512-bit register. Infinities need no clamping for 2^x: vreduceps
/// gives 0 for them, and vscalefps their power.
static Value exponential512(Emitter &e, Value x, bool isBase2) {
  LaneOp lane{e, nullptr, {}, 16};
  Builder m{{lane}};
  Value n, p;
  if (isBase2) {
    n = math::RoundEvenOp::create(m.b, m.loc, x);
    Value r = m.avx512("reduce.ps.512", {x, e.i32(0)});
    p = m.fma(m.polynomial(r, base2), r, m.f32(one));
  } else {
    x = m.clampBaseE(x);
    n = math::RoundEvenOp::create(m.b, m.loc,
                                  m.mul(x, m.f32(0x3FB8AA3B))); // log2(e)
    Value r = m.restBaseE(x, n);
    p = m.fma(m.mul(r, r), m.polynomial(r, baseE), r);
    p = m.add(p, m.f32(one));
  }
  return m.avx512("scalef.ps.512", {p, n});
}

Value emitExponential(const LaneOp &lane, Value x, bool isBase2) {
  if (lane.e.target.vectorBits == 512)
    return onRegisters(lane.e, {x}, lane.width, [&](ArrayRef<Value> part) {
      return exponential512(lane.e, part[0], isBase2);
    });
  Builder m{{lane}};
  if (isBase2) {
    // Beyond 129 and -151 the result is infinity or zero.
    x = m.clamp(x, 0x43010000, arith::CmpFPredicate::OGT);
    x = m.clamp(x, 0xC3170000, arith::CmpFPredicate::OLT);
  } else {
    x = m.clampBaseE(x);
  }
  // Adding 1.5 * 2^23 rounds to an integer n and leaves it in the low bits;
  // with two biases of exponents on top, each half of the sum has one. What the
  // first number puts into the halves is above their low nine bits.
  constexpr uint32_t magic = 0x4B400000 + 2 * 127;
  Value shifted = isBase2
                      ? m.add(x, m.f32(magic))
                      : m.fma(x, m.f32(0x3FB8AA3B), m.f32(magic)); // log2(e)
  Value whole = m.sub(shifted, m.f32(magic));
  Value sum = m.bitsOf(shifted);
  Value half = arith::ShRUIOp::create(m.b, m.loc, sum, m.i32(1));
  Value rest = arith::SubIOp::create(m.b, m.loc, sum, half);
  // The first factor multiplies what the last step adds instead of its sum: the
  // same bits, for a power of two rounds nothing, and it is there sooner.
  Value factor = m.powerOf2(half), result;
  if (isBase2) {
    Value r = m.sub(x, whole);
    // The last coefficient on its own, for it loses the most where it is added.
    ArrayRef<uint32_t> inner(base2);
    Value q = m.polynomialByPairs(r, m.mul(r, r), inner.drop_back());
    q = m.fma(q, r, m.f32(inner.back()));
    result = m.fma(q, m.mul(r, factor), factor);
  } else {
    Value r = m.restBaseE(x, whole), r2 = m.mul(r, r);
    Value less1 = m.fma(r2, m.polynomialByPairs(r, r2, baseE), r);
    result = m.fma(less1, factor, factor);
  }
  return m.mul(result, m.powerOf2(rest));
}

} // namespace tessera::cpu
