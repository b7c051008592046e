//===- Interpreter/Arithmetic/FloatOps.cpp - element-wise float arithmetic -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// addf subf mulf fma divf remf absf negf ceil floor (ops.md 2.3, 2.4). f16 and
// bf16 results are the exact result rounded once, in every mode. Round-to-
// nearest runs native vectorised loops, directed modes go through Numerics.
//
// divf approx and full give the nearest_even quotient (their bounds are upper
// bounds), except that approx keeps its stated answer for divisors beyond
// 2^126.
//
//===----------------------------------------------------------------------===//

#include "tessera/Interpreter/ArithGroups.h"

#include "Elementwise.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::interp;
using numerics::ElementKind;

//===----------------------------------------------------------------------===//
// Operations with a rounding mode
//===----------------------------------------------------------------------===//

template <typename OpTy, typename Kernel>
static LogicalResult runArithmetic(Operation *op, BlockContext &context) {
  auto typed = cast<OpTy>(op);
  return runRounded<Kernel>(op, context, typed.getRoundingMode(),
                            typed.getFlushToZero());
}

namespace {

/// `divf rounding<approx>`: x * (1/y) with a reciprocal that is zero for
/// 2^126 < |y| < 2^128, hence a zero of the quotient's sign, or NaN for an
/// infinite x.
struct DivApprox {
  static TESSERA_ALWAYS_INLINE float nearest(float x, float y) {
    float magnitude = std::fabs(y);
    bool reciprocalIsZero =
        magnitude > 0x1p126f && magnitude <= std::bit_cast<float>(0x7f7fffffu);
    float quotient = reciprocalIsZero ? x * std::copysign(0.0f, y) : x / y;
    return kernels::quiet(quotient);
  }
};

} // namespace

static LogicalResult runDivF(Operation *op, BlockContext &context) {
  auto div = cast<cuda_tile::DivFOp>(op);
  if (div.getRoundingMode() != cuda_tile::RoundingMode::Approx)
    return runArithmetic<cuda_tile::DivFOp, kernels::Div>(op, context);
  ElementwiseFrame<2> frame(op, context);
  if (div.getFlushToZero())
    frame.map<float>(NearestFlushed<DivApprox>());
  else
    frame.map<float>(Nearest<DivApprox>());
  return frame.finish();
}

//===----------------------------------------------------------------------===//
// Exact operations
//===----------------------------------------------------------------------===//

namespace {

/// C fmod. Exact, so a half result survives the way through f32.
struct Remainder {
  static float nearest(float x, float y) {
    return kernels::quiet(std::fmod(x, y));
  }
  static double nearest(double x, double y) {
    return kernels::quiet(std::fmod(x, y));
  }
  static float forHalf(float x, float y) { return nearest(x, y); }
};

/// Applies a mask to the sign bit, of NaNs too.
template <bool Clear> struct SignBit {
  uint64_t mask;
  template <typename Bits>
  TESSERA_ALWAYS_INLINE Bits operator()(Bits bits) const {
    Bits sign = static_cast<Bits>(mask);
    return static_cast<Bits>(Clear ? bits & ~sign : bits ^ sign);
  }
};

/// ceil / floor; NaNs keep their bits.
template <bool Up> struct RoundToIntegral {
  static TESSERA_ALWAYS_INLINE float apply(float x) {
    return Up ? __builtin_ceilf(x) : __builtin_floorf(x);
  }
  static TESSERA_ALWAYS_INLINE double apply(double x) {
    return Up ? __builtin_ceil(x) : __builtin_floor(x);
  }
  template <typename T> TESSERA_ALWAYS_INLINE T operator()(T x) const {
    return x != x ? x : apply(x);
  }
};

/// The same on a 16-bit container.
template <ElementKind Kind, bool Up> struct RoundHalfToIntegral {
  TESSERA_ALWAYS_INLINE uint16_t operator()(uint16_t bits) const {
    uint16_t result = ThroughF32<Kind, RoundToIntegral<Up>>()(bits);
    return numerics::floatFormat(Kind).isNaN(bits) ? bits : result;
  }
};

} // namespace

static LogicalResult runRemF(Operation *op, BlockContext &context) {
  ElementwiseFrame<2> frame(op, context);
  mapNearest<Remainder>(frame, /*flushToZero=*/false);
  return frame.finish();
}

template <bool Clear>
static LogicalResult runSignBit(Operation *op, BlockContext &context) {
  ElementwiseFrame<1> frame(op, context);
  SignBit<Clear> fn{numerics::floatFormat(frame.kind()).signMask()};
  switch (numerics::containerBytes(frame.kind())) {
  case 2:
    frame.map<uint16_t>(fn);
    break;
  case 4:
    frame.map<uint32_t>(fn);
    break;
  default:
    frame.map<uint64_t>(fn);
  }
  return frame.finish();
}

template <bool Up>
static LogicalResult runRoundToIntegral(Operation *op, BlockContext &context) {
  ElementwiseFrame<1> frame(op, context);
  visitBaseFloat(frame.kind(), [&](auto constant) {
    constexpr ElementKind kind = decltype(constant)::value;
    if constexpr (kind == ElementKind::F32)
      frame.map<float>(RoundToIntegral<Up>());
    else if constexpr (kind == ElementKind::F64)
      frame.map<double>(RoundToIntegral<Up>());
    else
      frame.map<uint16_t>(RoundHalfToIntegral<kind, Up>());
  });
  return frame.finish();
}

void interp::registerFloatOps(OpTable &table) {
  using namespace cuda_tile;
  table.addElementwise<AddFOp>(runArithmetic<AddFOp, kernels::Add>);
  table.addElementwise<SubFOp>(runArithmetic<SubFOp, kernels::Sub>);
  table.addElementwise<MulFOp>(runArithmetic<MulFOp, kernels::Mul>);
  table.addElementwise<FmaOp>(runArithmetic<FmaOp, kernels::Fma>);
  table.addElementwise<DivFOp>(runDivF);
  table.addElementwise<RemFOp>(runRemF);
  table.addElementwise<AbsFOp>(runSignBit</*Clear=*/true>);
  table.addElementwise<NegFOp>(runSignBit</*Clear=*/false>);
  table.addElementwise<CeilOp>(runRoundToIntegral</*Up=*/true>);
  table.addElementwise<FloorOp>(runRoundToIntegral</*Up=*/false>);
  registerFloatCompareOps(table);
}
