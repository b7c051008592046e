//===- tessera/Numerics/Convert.h - bit-exact conversions -------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Conversions between element kinds on raw container bits (ops.md 5.3 - 5.5).
// Choices made where the specification is silent are listed in
// docs/numerics.md; the ones a caller can see are repeated here.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_NUMERICS_CONVERT_H
#define TESSERA_NUMERICS_CONVERT_H

#include "tessera/Numerics/FloatFormat.h"

namespace tessera::numerics {

/// What overflow and infinity become in a format that has no infinity.
enum class FloatOverflow : uint8_t {
  /// The largest finite value with the sign of the input (hardware's
  /// saturating conversion).
  Saturate,
  /// NaN (LLVM APFloat's rule); f4E2M1FN, which has none, still saturates.
  NaN
};

/// `bits` of kind `from` rounded to kind `to` (`ftof`). `from == to` is the
/// identity but for signalling NaNs, which become quiet.
///
/// * f16 bf16 f32 tf32 f64 f8E5M2: IEEE overflow per rounding mode.
/// * NaN keeps its sign and leading payload bits and becomes quiet; formats
///   with one NaN give it with the sign; f4E2M1FN gives +6.
/// * Unsigned targets (f8E8M0FNU, f8E5M3FNU): negative non-zero gives NaN, -0
///   counts as 0.
/// * f8E8M0FNU: zero and everything below 2^-127 give 2^-127; Zero gives the
///   largest power of two <= x, PositiveInf the smallest >= x; a nearest tie
///   goes up (3.0 gives 4.0).
uint64_t convertFloat(ElementKind from, ElementKind to, uint64_t bits,
                      Rounding rounding = Rounding::NearestEven,
                      FloatOverflow overflow = FloatOverflow::Saturate);

/// Result of a float-to-integer conversion.
struct FloatToIntResult {
  /// The integer in the low bits; when not representable the saturated value
  /// (NaN: 0), so that a program that goes on does so deterministically.
  uint64_t bits;
  /// False for NaN, infinities and truncated values outside the range.
  bool representable;
};

/// Truncate toward zero to integer kind `to` (`ftoi`). i1 holds {0, 1}
/// unsigned and {0, -1} signed.
FloatToIntResult floatToInt(ElementKind from, uint64_t bits, ElementKind to,
                            bool isSigned);

/// `ftoi` with `saturating`: clamps to the range, NaN gives 0.
inline uint64_t floatToIntSaturating(ElementKind from, uint64_t bits,
                                     ElementKind to, bool isSigned) {
  return floatToInt(from, bits, to, isSigned).bits;
}

/// Integer to float (`itof`). Magnitudes beyond the format: infinity where it
/// exists, else NaN, else (f4E2M1FN) the largest value.
uint64_t intToFloat(ElementKind from, uint64_t bits, bool isSigned,
                    ElementKind to, Rounding rounding = Rounding::NearestEven);

/// The value of any float kind as a double; always exact.
double toDouble(ElementKind kind, uint64_t bits);

/// A double rounded to `kind`: convertFloat from F64.
uint64_t fromDouble(ElementKind kind, double value,
                    Rounding rounding = Rounding::NearestEven,
                    FloatOverflow overflow = FloatOverflow::Saturate);

} // namespace tessera::numerics

#endif // TESSERA_NUMERICS_CONVERT_H
