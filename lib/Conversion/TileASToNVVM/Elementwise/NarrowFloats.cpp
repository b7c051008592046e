//===- TileASToNVVM/Elementwise/NarrowFloats.cpp - f32 and f16 made short ------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Rounds f32 and f16 to e4m3, e5m2, e2m1 and ue8m0, two elements at a time, by
// the `cvt` of targets that have it. What `cvt` does and the language does not
// is set right afterwards:
//
// - e5m2: `cvt` gives the largest number where the language wants infinity. The
//   encoding of infinity is the next one, so that 1 is added to the byte.
// - ue8m0: the format has no sign. PTX does not say what becomes of a negative
//   number, so that `cvt` gets the magnitude, and NaN is selected.
//
//===----------------------------------------------------------------------===//

#include "ShortFloats.h"

using namespace mlir;
using tessera::numerics::Rounding;

namespace tessera::gpu {

bool narrowsInPairs(Emitter &e, Type from, Type to, Rounding mode) {
  if (from.isF64())
    return false;
  if (isa<Float8E8M0FNUType>(to))
    return (mode == Rounding::Zero || mode == Rounding::PositiveInf) &&
           e.target().has(GpuCapability::NarrowFloatConvert);
  if (mode != Rounding::NearestEven)
    return false;
  if (isa<Float8E4M3FNType, Float8E5M2Type>(to))
    return e.target().has(GpuCapability::Fp8Convert);
  return isa<Float4E2M1FNType>(to) &&
         e.target().has(GpuCapability::NarrowFloatConvert);
}

static Value vectorOf(Emitter &e, Value first, Value second) {
  auto type = VectorType::get({2}, first.getType());
  Value pair = LLVM::UndefOp::create(e.b, e.loc(), type);
  pair = LLVM::InsertElementOp::create(e.b, e.loc(), pair, first, e.i32(0));
  return LLVM::InsertElementOp::create(e.b, e.loc(), pair, second, e.i32(1));
}

/// Adds 1 to the bytes whose elements round to more than the largest number of
/// e5m2. `halves` are the elements as f16, rounded toward zero, which keeps
/// them on their side of the bound.
static Value putInfinities(Emitter &e, Value bytes, Value halves) {
  auto type = cast<VectorType>(halves.getType());
  Value magnitudes = e.intrinsic("llvm.fabs.v2f16", type, {halves});
  // Half-way from 57344, the largest number, to 65536: ties go to even.
  Value bound = e.bitcast(e.i32(0x7b807b80), type);
  Value beyond =
      LLVM::FCmpOp::create(e.b, e.loc(), VectorType::get({2}, e.b.getI1Type()),
                           LLVM::FCmpPredicate::oge, magnitudes, bound);
  for (int64_t k = 0; k < 2; ++k) {
    Value is = LLVM::ExtractElementOp::create(e.b, e.loc(), beyond, e.i32(k));
    Type i16 = e.b.getI16Type();
    bytes = e.add(
        bytes, e.select(is, e.integer(i16, 1 << (8 * k)), e.integer(i16, 0)));
  }
  return bytes;
}

/// Two elements of f16 or f32 as two bytes of e4m3 or e5m2.
static Value narrowToBytes(Emitter &e, Value first, Value second, bool isE5M2) {
  Type i16 = e.b.getI16Type();
  StringRef format = isE5M2 ? "e5m2" : "e4m3";
  auto halfType = VectorType::get({2}, e.b.getF16Type());
  Value bytes, halves;
  // The first operand becomes the upper half.
  if (first.getType().isF16()) {
    halves = vectorOf(e, first, second);
    bytes = e.intrinsic(("llvm.nvvm.f16x2.to." + format + "x2.rn").str(), i16,
                        {halves});
  } else {
    bytes = e.intrinsic(("llvm.nvvm.ff.to." + format + "x2.rn").str(), i16,
                        {second, first});
    if (isE5M2)
      halves = e.intrinsic("llvm.nvvm.ff2f16x2.rz", halfType, {second, first});
  }
  return isE5M2 ? putInfinities(e, bytes, halves) : bytes;
}

/// The sign of a number that is below 0 and not NaN.
static Value isNegative(Emitter &e, Value value) {
  return LLVM::FCmpOp::create(e.b, e.loc(), LLVM::FCmpPredicate::olt, value,
                              e.zero(value.getType()));
}

/// Both elements as ue8m0 in 16 bits, of their magnitudes.
static Value narrowToScales(Emitter &e, Value first, Value second,
                            Rounding mode) {
  Type f32 = first.getType();
  auto magnitude = [&](Value value) {
    return e.intrinsic("llvm.fabs.f32", f32, {value});
  };
  return e.intrinsic(mode == Rounding::Zero
                         ? "llvm.nvvm.ff.to.ue8m0x2.rz.satfinite"
                         : "llvm.nvvm.ff.to.ue8m0x2.rp.satfinite",
                     e.b.getI16Type(), {magnitude(second), magnitude(first)});
}

/// The element of `width` bits that begins at bit `at` of a pair of them, as
/// `type`, which may be wider: its other bits are zero.
static Value elementAt(Emitter &e, Value pair, unsigned at, unsigned width,
                       Type type) {
  if (at != 0)
    pair =
        LLVM::LShrOp::create(e.b, e.loc(), pair, e.integer(pair.getType(), at));
  else if (width < 8)
    pair = LLVM::AndOp::create(e.b, e.loc(), pair,
                               e.integer(pair.getType(), (1 << width) - 1));
  Type bits = e.b.getIntegerType(type.getIntOrFloatBitWidth());
  return e.bitcast(e.extend(pair, bits, /*isSigned=*/false), type);
}

Registers narrowTile(Emitter &e, ArrayRef<Value> values, Type to,
                     Rounding mode) {
  const bool isScale = isa<Float8E8M0FNUType>(to);
  const bool isNibble = isa<Float4E2M1FNType>(to);
  const unsigned width = isNibble ? 4 : 8;
  Type type = e.registerType(to), i16 = e.b.getI16Type();
  Registers results;
  for (size_t i = 0; i < values.size(); i += 2) {
    const unsigned count = i + 1 < values.size() ? 2 : 1;
    Value first = values[i];
    Value second = count == 2 ? values[i + 1] : e.zero(first.getType());
    Value pair;
    if (isNibble)
      pair = e.intrinsic("llvm.nvvm.ff.to.e2m1x2.rn.satfinite", i16,
                         {second, first});
    else if (isScale)
      pair = narrowToScales(e, first, second, mode);
    else
      pair = narrowToBytes(e, first, second, isa<Float8E5M2Type>(to));
    for (unsigned k = 0; k < count; ++k) {
      Value bits = elementAt(e, pair, k * width, width, type);
      if (isScale)
        bits =
            e.select(isNegative(e, values[i + k]), e.integer(type, 255), bits);
      results.push_back(bits);
    }
  }
  return results;
}

} // namespace tessera::gpu
