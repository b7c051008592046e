//===- PTX/Emulator/Matrix/MatrixElement.h - elements of matrix instructions -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// All matrix instructions compute alike: elements are decoded exactly to
// binary64, products (exact there for every type but f64) are added in order of
// ascending k, starting from the accumulator, and the sum is rounded once to
// the type of D. Integers are exact. f64 is a chain of fma in the same order.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_PTX_EMULATOR_MATRIX_MATRIXELEMENT_H
#define TESSERA_LIB_PTX_EMULATOR_MATRIX_MATRIXELEMENT_H

#include "tessera/Layout/LinearLayout.h"
#include "tessera/Numerics/FloatFormat.h"
#include "tessera/PTX/Emulator/Warp.h"

#include "llvm/ADT/bit.h"

#include <cmath>

namespace tessera::ptx::emu {

enum class MatrixType : uint8_t {
  F16,
  BF16,
  TF32,
  F32,
  F64,
  E4M3,
  E5M2,
  E2M3,
  E3M2,
  E2M1,
  UE8M0,
  UE4M3,
  S8,
  U8,
  S4,
  U4,
  B1,
  S32,
};

/// The type a modifier names.
std::optional<MatrixType> findMatrixType(llvm::StringRef name);
/// Bits of an element where elements are packed.
unsigned packedBits(MatrixType type);
inline bool isSubByteFloat(MatrixType type) {
  return type == MatrixType::E2M3 || type == MatrixType::E3M2 ||
         type == MatrixType::E2M1;
}

/// The value of the low packedBits(type) bits; the rest is ignored. (For
/// e2m1 in the byte containers of mma.sync shift first.)
double decodeOtherElement(MatrixType type, uint64_t bits);
inline double decodeElement(MatrixType type, uint64_t bits) {
  return type == MatrixType::F32 ? llvm::bit_cast<float>(uint32_t(bits))
                                 : decodeOtherElement(type, bits);
}
/// The values of types of 8 and 16 bits by their bits; null for others.
const float *valueTable(MatrixType type);
/// The same for many, which lie packed in memory.
void decodePacked(MatrixType type, const uint8_t *bytes, double *values,
                  size_t count);
/// And for many, one a word.
void decodeElements(MatrixType type, const uint64_t *raw, double *values,
                    size_t count);
/// Rounds a sum to the type of an accumulator: F16, F32, F64 or S32.
/// `saturate`: .satfinite of integers; else they wrap.
uint64_t encodeOtherResult(MatrixType type, double value, bool saturate);
inline uint64_t encodeResult(MatrixType type, double value, bool saturate) {
  if (type != MatrixType::F32)
    return encodeOtherResult(type, value, saturate);
  return std::isnan(value) ? 0x7FFFFFFF
                           : llvm::bit_cast<uint32_t>(float(value));
}

/// acc[m][n] += a[m][k] * b[k][n], k ascending; n a multiple of 8.
void multiplyAdd(const double *a, const double *b, double *acc, unsigned m,
                 unsigned n, unsigned k);
/// The same with one rounding per step, for f64.
void multiplyAddFused(const double *a, const double *b, double *acc, unsigned m,
                      unsigned n, unsigned k, numerics::Rounding rounding);

/// A register fragment: where each element of each lane lies in the matrix.
struct Fragment {
  unsigned count = 0, bits = 0; // elements per lane, bits of their containers
  std::vector<uint16_t> index;  // [lane * count + element], row-major

  /// From a layout of Register and Lane to a tile.
  static Fragment fromLayout(const layout::LinearLayout &layout, unsigned bits);
  /// Elements of the matrix dealt out in order, over again when there are more
  /// places than elements (wmma, whose fragments are nobody's business).
  static Fragment dealt(unsigned count, unsigned bits, unsigned size);
};

/// Register `number` of a vector operand.
inline const Slot32 &registerOf(const Arg &arg, unsigned number) {
  return arg.elements ? arg.elements[number] : arg.value;
}

/// Raw bits of all elements of a fragment to `matrix`, by row-major index.
void readFragment(const Warp &warp, const Arg &arg, const Fragment &fragment,
                  uint64_t *matrix);
/// The inverse, for the lanes of `active`.
void writeFragment(Warp &warp, const Arg &arg, const Fragment &fragment,
                   const uint64_t *matrix, LaneMask active);
/// The same with the values of a type. The places of a fragment are those of a
/// dense matrix, each of them once.
void decodeFragment(const Warp &warp, const Arg &arg, const Fragment &fragment,
                    MatrixType type, double *values);
void encodeFragment(Warp &warp, const Arg &arg, const Fragment &fragment,
                    MatrixType type, const double *values, bool saturate,
                    LaneMask active);

} // namespace tessera::ptx::emu

#endif // TESSERA_LIB_PTX_EMULATOR_MATRIX_MATRIXELEMENT_H
