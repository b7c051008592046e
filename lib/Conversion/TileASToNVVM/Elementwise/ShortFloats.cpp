//===- TileASToNVVM/Elementwise/ShortFloats.cpp - 8 and 4 bits made wider ------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Converts short formats exactly to f16 and f32, without branches and two
// elements at a time. If the bits of a short number are put where f16 has its
// own, the result is the number times a power of two, and that is true of
// subnormal numbers as well. One multiplication therefore completes the
// conversion; only NaN of e4m3 needs another step. Targets with an instruction
// for e4m3, e2m1 or ue8m0 use it. That for e5m2 would give what one permutation
// of bytes gives.
//
// An f32 is rounded to tf32 by an addition to its bits.
//
//===----------------------------------------------------------------------===//

#include "ShortFloats.h"

using namespace mlir;

namespace tessera::gpu {

static Value andBits(Emitter &e, Value value, int64_t bits) {
  return LLVM::AndOp::create(e.b, e.loc(), value,
                             e.integer(value.getType(), bits));
}
static Value shiftLeft(Emitter &e, Value value, int64_t by) {
  return LLVM::ShlOp::create(e.b, e.loc(), value,
                             e.integer(value.getType(), by));
}
static Value shiftRight(Emitter &e, Value value, int64_t by) {
  return LLVM::LShrOp::create(e.b, e.loc(), value,
                              e.integer(value.getType(), by));
}
static Value orBits(Emitter &e, Value a, Value b) {
  return LLVM::OrOp::create(e.b, e.loc(), a, b);
}

bool widensInPairs(Type element) {
  return isa<Float8E4M3FNType, Float8E5M2Type, Float4E2M1FNType>(element);
}

/// Two elements of 8 or 4 bits side by side in 16 bits; `second` may be null.
static Value joinShort(Emitter &e, Value first, Value second, int64_t width) {
  Type i16 = e.b.getI16Type();
  Value bits = e.extend(first, i16, /*isSigned=*/false);
  if (!second)
    return bits;
  return orBits(e, bits,
                shiftLeft(e, e.extend(second, i16, /*isSigned=*/false), width));
}

/// Two numbers of f16 in the halves of a word, times the f16 with `bits`.
static Value scaleHalves(Emitter &e, Value word, int64_t bits) {
  auto halves = VectorType::get({2}, e.b.getF16Type());
  Value factor = e.bitcast(e.i32(bits << 16 | bits), halves);
  Value product = LLVM::FMulOp::create(e.b, e.loc(), halves,
                                       e.bitcast(word, halves), factor);
  return e.bitcast(product, e.b.getI32Type());
}

/// The first element, or both, as f16 in the halves of a word.
static Value widenWord(Emitter &e, Value first, Value second, Type element) {
  Type i32 = e.b.getI32Type();
  const bool isE4M3 = isa<Float8E4M3FNType>(element);
  const bool isNibble = isa<Float4E2M1FNType>(element);
  if (isE4M3 && e.target().has(GpuCapability::Fp8Convert)) {
    return e.inlineAsm("cvt.rn.f16x2.e4m3x2 $0, $1;", "=r,h", i32,
                       {joinShort(e, first, second, 8)}, /*sideEffects=*/false);
  }
  if (isNibble && e.target().has(GpuCapability::NarrowFloatConvert)) {
    auto halves = VectorType::get({2}, e.b.getF16Type());
    return e.bitcast(e.intrinsic("llvm.nvvm.e2m1x2.to.f16x2.rn", halves,
                                 {joinShort(e, first, second, 4)}),
                     i32);
  }
  // The sign of a half is its top bit: bytes go to the upper half of theirs.
  const int64_t up = isNibble ? 12 : 8;
  Value word = shiftLeft(e, e.extend(first, i32, /*isSigned=*/false), up);
  if (second)
    word = orBits(
        e, word,
        shiftLeft(e, e.extend(second, i32, /*isSigned=*/false), up + 16));
  // e5m2 is the upper half of an f16.
  if (isa<Float8E5M2Type>(element))
    return word;
  Value sign = andBits(e, word, int32_t(0x80008000));
  Value magnitude = andBits(e, word, isNibble ? 0x70007000 : 0x7f007f00);
  if (isNibble)
    // f16's exponents are 14 further.
    return orBits(e, scaleHalves(e, shiftRight(e, magnitude, 3), 0x7400), sign);
  // f16's exponents are 8 further. Only NaN has all bits set, and carries.
  Value isNaN =
      andBits(e, e.add(magnitude, e.i32(0x01000100)), int32_t(0x80008000));
  Value allOnes =
      LLVM::SubOp::create(e.b, e.loc(), isNaN, shiftRight(e, isNaN, 15));
  Value number = scaleHalves(e, shiftRight(e, magnitude, 1), 0x5c00);
  return orBits(e, orBits(e, number, sign), allOnes);
}

Value widenToF16(Emitter &e, Value value, Type element) {
  Value half = e.extend(widenWord(e, value, Value(), element), e.b.getI16Type(),
                        /*isSigned=*/false);
  return e.bitcast(half, e.b.getF16Type());
}

Registers widenTile(Emitter &e, ArrayRef<Value> values, Type element, Type to) {
  auto halves = VectorType::get({2}, e.b.getF16Type());
  Registers results;
  for (size_t i = 0; i < values.size(); i += 2) {
    const bool isPair = i + 1 < values.size();
    Value word = e.bitcast(
        widenWord(e, values[i], isPair ? values[i + 1] : Value(), element),
        halves);
    for (unsigned k = 0; k < (isPair ? 2 : 1); ++k) {
      Value half = LLVM::ExtractElementOp::create(e.b, e.loc(), word, e.i32(k));
      results.push_back(
          to.isF32() ? Value(LLVM::FPExtOp::create(e.b, e.loc(), to, half))
                     : half);
    }
  }
  return results;
}

bool widensScales(Emitter &e, Type element) {
  return isa<Float8E8M0FNUType>(element) &&
         e.target().has(GpuCapability::NarrowFloatConvert);
}

Registers widenScales(Emitter &e, ArrayRef<Value> values, Type to) {
  auto pairType = VectorType::get({2}, e.b.getBF16Type());
  Registers results;
  for (size_t i = 0; i < values.size(); i += 2) {
    const bool isPair = i + 1 < values.size();
    Value pair = e.intrinsic(
        "llvm.nvvm.ue8m0x2.to.bf16x2", pairType,
        {joinShort(e, values[i], isPair ? values[i + 1] : Value(), 8)});
    for (unsigned k = 0; k < (isPair ? 2 : 1); ++k) {
      Value scale =
          LLVM::ExtractElementOp::create(e.b, e.loc(), pair, e.i32(k));
      results.push_back(
          to.isF32() ? Value(LLVM::FPExtOp::create(e.b, e.loc(), to, scale))
                     : scale);
    }
  }
  return results;
}

Value roundToTf32(Emitter &e, Value value) {
  Value bits = e.bitcast(value, e.b.getI32Type());
  // Half of the last place, less one where that is even.
  Value odd = andBits(e, shiftRight(e, bits, 13), 1);
  Value rounded = e.add(e.add(bits, e.i32(0xfff)), odd);
  // The top bit of a NaN's mantissa stays, whatever the others are.
  using P = LLVM::ICmpPredicate;
  Value isNaN =
      e.compare(P::ugt, andBits(e, bits, 0x7fffffff), e.i32(0x7f800000));
  Value kept = e.select(isNaN, orBits(e, bits, e.i32(0x400000)), rounded);
  return e.bitcast(andBits(e, kept, int32_t(0xffffe000)), e.b.getF32Type());
}

} // namespace tessera::gpu
