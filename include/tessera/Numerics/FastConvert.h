//===- tessera/Numerics/FastConvert.h - fast f32 conversions --*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Branch-free conversions between the narrow float formats and f32, written so
// that a loop over them vectorises, and whole-buffer versions for hot loops.
// Results are bit-identical to Convert.h (a test compares them exhaustively
// over the narrow side); only the way there differs: rounding is done by
// integer carry or, for subnormals, by one native f32 addition. The host must
// be in its default floating-point environment (to nearest, no flushing).
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_NUMERICS_FASTCONVERT_H
#define TESSERA_NUMERICS_FASTCONVERT_H

#include "tessera/Numerics/Convert.h"
#include <bit>

namespace tessera::numerics {

/// True for the kinds whose every value is exactly an f32: all floats but f64.
constexpr bool isExactInF32(ElementKind kind) {
  return isFloat(kind) && kind != ElementKind::F64;
}

/// The container of `K` widened to an f32 pattern: exact, NaNs become quiet.
template <ElementKind K> constexpr uint32_t toF32Bits(uint32_t bits) {
  static_assert(isExactInF32(K));
  constexpr FloatFormat format = floatFormat(K);
  if constexpr (K == ElementKind::F8E8M0FNU) {
    uint32_t normal = bits << 23;
    return bits == 0 ? 0x00400000u : bits == 0xFF ? 0x7FC00000u : normal;
  } else if constexpr (format.exponentBits == 8) {
    // Same exponent range as f32: a prefix of its bits.
    constexpr uint32_t used = format.signMask() | format.magnitudeMask();
    constexpr unsigned shift = 32 - format.width() - format.containerShift;
    uint32_t wide = (bits & used) << shift;
    return (wide & 0x7FFFFFFF) > 0x7F800000 ? wide | 0x00400000 : wide;
  } else {
    constexpr unsigned mantissa = format.mantissaBits;
    constexpr uint32_t rebias = uint32_t(127 - format.bias) << 23;
    constexpr float subnormalUnit =
        std::bit_cast<float>(uint32_t(format.minLsbExponent() + 127) << 23);
    uint32_t magnitude = bits & uint32_t(format.magnitudeMask());
    uint32_t normal = (magnitude << (23 - mantissa)) + rebias;
    uint32_t subnormal = std::bit_cast<uint32_t>(
        static_cast<float>(static_cast<int32_t>(magnitude)) * subnormalUnit);
    uint32_t wide = magnitude < (1u << mantissa) ? subnormal : normal;
    if constexpr (format.specials == SpecialValues::IEEE) {
      uint32_t special = (magnitude << (23 - mantissa)) | 0x7F800000;
      special |= magnitude > format.exponentMask() ? 0x00400000 : 0;
      wide = magnitude >= format.exponentMask() ? special : wide;
    } else if constexpr (format.specials == SpecialValues::NaNAllOnes) {
      wide = magnitude == format.magnitudeMask() ? 0x7FC00000u : wide;
    }
    if constexpr (format.hasSign)
      wide |= (bits & uint32_t(format.signMask())) << (32 - format.width());
    return wide;
  }
}

/// An f32 pattern rounded to f8E8M0FNU; `R` is NearestEven (ties go up), Zero
/// or PositiveInf.
template <Rounding R> constexpr uint32_t f32BitsToE8M0(uint32_t bits) {
  static_assert(R == Rounding::NearestEven || R == Rounding::Zero ||
                R == Rounding::PositiveInf);
  uint32_t magnitude = bits & 0x7FFFFFFF;
  uint32_t exponent = magnitude >> 23, mantissa = magnitude & 0x007FFFFF;
  // Below 2^-126 the two neighbours are 2^-127 (code 0) and 2^-126 (code 1).
  uint32_t limit = R == Rounding::NearestEven
                       ? (exponent == 0 ? 0x00600000u : 0x00400000u)
                       : (exponent == 0 ? 0x00400001u : 0x00000001u);
  uint32_t code = exponent;
  if constexpr (R != Rounding::Zero)
    code += mantissa >= limit ? 1 : 0;
  code = code > 0xFE ? 0xFE : code;
  bool invalid = magnitude > 0x7F800000 || bits > 0x80000000;
  return invalid ? 0xFFu : code;
}

/// An f32 pattern rounded to the container of `K`, to nearest even, with
/// FloatOverflow::Saturate.
template <ElementKind K> constexpr uint32_t fromF32Bits(uint32_t bits) {
  static_assert(isExactInF32(K));
  constexpr FloatFormat format = floatFormat(K);
  if constexpr (K == ElementKind::F8E8M0FNU) {
    return f32BitsToE8M0<Rounding::NearestEven>(bits);
  } else if constexpr (K == ElementKind::F32) {
    return (bits & 0x7FFFFFFF) > 0x7F800000 ? bits | 0x00400000 : bits;
  } else {
    constexpr unsigned drop = 23 - format.mantissaBits;
    constexpr uint32_t rebias = uint32_t(127 - format.bias) << 23;
    // All below in pattern units: tf32's container shift comes last.
    constexpr uint32_t maxFinite =
        uint32_t(format.maxFinite() >> format.containerShift);
    constexpr uint32_t largest = maxFinite + (format.hasInf() ? 1 : 0);
    uint32_t magnitude = bits & 0x7FFFFFFF;
    uint32_t shifted = magnitude - rebias;
    uint32_t rounded =
        (shifted + ((1u << (drop - 1)) - 1) + ((shifted >> drop) & 1)) >> drop;
    if constexpr (format.exponentBits < 8) {
      // Adding 2^23 units makes the f32 adder round at the subnormal unit.
      constexpr uint32_t magic = uint32_t(format.minLsbExponent() + 23 + 127)
                                 << 23;
      constexpr uint32_t minNormal = uint32_t(format.minExponent() + 127) << 23;
      uint32_t subnormal =
          std::bit_cast<uint32_t>(std::bit_cast<float>(magnitude) +
                                  std::bit_cast<float>(magic)) -
          magic;
      rounded = magnitude < minNormal ? subnormal : rounded;
    }
    rounded = rounded > largest ? largest : rounded;
    uint32_t nan = uint32_t(format.magnitudeMask() >> format.containerShift);
    if constexpr (format.specials == SpecialValues::IEEE)
      nan = largest | (1u << (format.mantissaBits - 1)) |
            ((magnitude & 0x007FFFFF) >> drop);
    bool isNaN = magnitude > 0x7F800000;
    uint32_t pattern = isNaN ? nan : rounded;
    if constexpr (!format.hasSign) {
      pattern = bits > 0x80000000 ? nan : pattern;
    } else {
      uint32_t sign = bits >> 31 << (format.width() - 1);
      if constexpr (!format.hasNaN())
        sign = isNaN ? 0 : sign;
      pattern |= sign;
    }
    return pattern << format.containerShift;
  }
}

/// \name Shorthands for scalar code.
/// @{
inline float f16ToF32(uint16_t bits) {
  return std::bit_cast<float>(toF32Bits<ElementKind::F16>(bits));
}
inline uint16_t f32ToF16(float value) {
  return uint16_t(
      fromF32Bits<ElementKind::F16>(std::bit_cast<uint32_t>(value)));
}
inline float bf16ToF32(uint16_t bits) {
  return std::bit_cast<float>(toF32Bits<ElementKind::BF16>(bits));
}
inline uint16_t f32ToBF16(float value) {
  return uint16_t(
      fromF32Bits<ElementKind::BF16>(std::bit_cast<uint32_t>(value)));
}
/// Rounds to tf32 precision; the result is a valid tf32 container.
inline float f32ToTF32(float value) {
  return std::bit_cast<float>(
      fromF32Bits<ElementKind::TF32>(std::bit_cast<uint32_t>(value)));
}
/// @}

/// \name Whole buffers of containers (f4 one per byte). No overlap, except
/// that `source == destination` is allowed for tf32 and f32.
/// @{

/// Widen `count` containers of `from`, any float kind but f64.
void decodeToF32(ElementKind from, const void *source, float *destination,
                 size_t count);

/// Round `count` values to `to`, any float kind but f64. NearestEven with
/// Saturate, and every f8E8M0FNU mode Tile IR has, are vectorised; the rest is
/// one convertFloat per element.
void encodeFromF32(ElementKind to, const float *source, void *destination,
                   size_t count, Rounding rounding = Rounding::NearestEven,
                   FloatOverflow overflow = FloatOverflow::Saturate);

/// `ftof` on a buffer, any pair of float kinds.
void convertBuffer(ElementKind from, ElementKind to, const void *source,
                   void *destination, size_t count,
                   Rounding rounding = Rounding::NearestEven,
                   FloatOverflow overflow = FloatOverflow::Saturate);
/// @}

} // namespace tessera::numerics

#endif // TESSERA_NUMERICS_FASTCONVERT_H
