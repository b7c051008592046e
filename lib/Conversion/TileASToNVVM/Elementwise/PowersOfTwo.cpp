//===- TileASToNVVM/Elementwise/PowersOfTwo.cpp - exp2 by multiply-add -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Lowers exp2 of f32 that flushes to zero. The unit of special functions has a
// quarter of the lanes of other arithmetic, or less. Of an op that says so
// (`nv_tileas.by_fma`), some of a thread's elements are computed by packed
// multiply-add instead, two at a time: 2^x is 2^floor(x), which is a shift of
// bits, times a polynomial of what is left.
//
//===----------------------------------------------------------------------===//

#include "PackedArithmetic.h"

#include "Conversion/TileASToNVVM/Handlers.h"

#include "tessera/Dialect/TileAS/IR/TileASDialect.h"

using namespace mlir;

namespace tessera::gpu {

/// 2^f for f from 0 to 1, the constant first, with an error of 0.03 ulp before
/// rounding: of all polynomials of this degree with 1 as their first constant
/// nearly the best. What is made of it below is within 1.3 ulp of 2^x, for
/// every x of f32, and exact where x is a whole number.
static constexpr float coefficients[] = {
    1.0f,
    0.693147003866f,
    0.240229898542f,
    0.0554824863541f,
    0.00968116940418f,
    0.00124149236013f,
    0.000217946594004f,
};
/// Added to a number, its floor plus 127 is in the lowest bits: the exponent of
/// 2^floor as f32 has it.
static constexpr float floorBias = 0x1.8p+23f + 127.0f;
/// Below the first one powers are flushed to zero; from the last one on they
/// are infinite. Both follow from the exponents 0 and 255.
static constexpr float lowest = -127.0f, highest = 128.0f;

static Value limited(Emitter &e, StringRef instruction, Value x,
                     float constant) {
  return e.inlineAsm((instruction + " $0, $1, $2;").str(), "=f,f,f",
                     e.b.getF32Type(),
                     {x, e.constant(e.b.getF32FloatAttr(constant))},
                     /*sideEffects=*/false);
}

static Value powerByUnit(Emitter &e, Value x) {
  return e.intrinsic("llvm.nvvm.ex2.approx.ftz.f32", x.getType(), x);
}

/// 2^x of two elements. NaN stays NaN: extrema hand it on, and so does the
/// polynomial.
static std::pair<Value, Value> powersByFma(Emitter &e, Value first,
                                           Value second) {
  auto splat = [&](float constant) {
    Value value = e.constant(e.b.getF32FloatAttr(constant));
    return pairOf(e, value, value);
  };
  auto clamped = [&](Value x) {
    return limited(e, "min.NaN.f32", limited(e, "max.NaN.f32", x, lowest),
                   highest);
  };
  Value x = pairOf(e, clamped(first), clamped(second)),
        biased = emitPair(e, "add.rm", {x, splat(floorBias)}),
        floor = emitPair(e, "sub.rn", {biased, splat(floorBias)}),
        rest = emitPair(e, "sub.rn", {x, floor});
  constexpr size_t degree = std::size(coefficients) - 1;
  Value power = splat(coefficients[degree]);
  for (size_t i = degree; i-- > 0;)
    power = emitPair(e, "fma.rn", {power, rest, splat(coefficients[i])});
  auto scaleOf = [&](Value value) -> Value {
    Value bits = LLVM::BitcastOp::create(e.b, e.loc(), e.b.getI32Type(), value);
    return LLVM::BitcastOp::create(
        e.b, e.loc(), e.b.getF32Type(),
        LLVM::ShlOp::create(e.b, e.loc(), bits, e.i32(23)).getResult());
  };
  auto [low, high] = elementsOf(e, biased);
  Value scales = pairOf(e, scaleOf(low), scaleOf(high));
  return elementsOf(e, emitPair(e, "mul.rn", {power, scales}));
}

static LogicalResult emitPowers(Emitter &e, Operation *op) {
  auto byFma = op->getAttrOfType<IntegerAttr>(tileas::kByFmaAttrName);
  if (!byFma)
    return e.emitElements(op);
  const Registers &x = e.get(op->getOperand(0));
  const size_t pairs = x.size() / 2,
               pairsByFma = std::min<size_t>(byFma.getInt() / 2, pairs);
  Registers results(x.size());
  for (size_t pair = 0; pair < pairs; ++pair) {
    Value first = x[2 * pair], second = x[2 * pair + 1];
    // Evenly among the others, the first one in front, because they take long.
    std::tie(results[2 * pair], results[2 * pair + 1]) =
        pair * pairsByFma % pairs < pairsByFma
            ? powersByFma(e, first, second)
            : std::pair(powerByUnit(e, first), powerByUnit(e, second));
  }
  e.set(op->getResult(0), std::move(results));
  return success();
}

void registerPowerHandlers(Handlers &h) { h.addOp<tileaa::Exp2Op>(emitPowers); }

} // namespace tessera::gpu
