//===- PTX/Emulator/Matrix/SparseMatrix.h - A with half of it left out -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The sparse products of mma, wgmma and tcgen05 keep half of each row of A and
// say by four bits of metadata a chunk which half. This decides what a chunk
// is, which four bits are meaningful, where the metadata of a warp lies, and
// the product: an element of B that nothing kept meets is never looked at.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_PTX_EMULATOR_MATRIX_SPARSEMATRIX_H
#define TESSERA_LIB_PTX_EMULATOR_MATRIX_SPARSEMATRIX_H

#include "MatrixElement.h"

#include "llvm/ADT/STLFunctionalExtras.h"

namespace tessera::ptx::emu {

/// Which pairs of indices are meaningful: two different ones, ascending ones
/// (::ordered_metadata, wgmma), or those and 0b0110 (tcgen05).
enum class SparseOrder : uint8_t { Any, Ascending, Tensor };

struct SparseRule {
  unsigned chunk = 4; // elements that four bits of metadata speak of
  SparseOrder order = SparseOrder::Ascending;

  /// `isPaired`: 4-bit elements packed two to a byte, kept by pairs (4:8).
  static SparseRule of(MatrixType type, bool isPaired, SparseOrder order);
  /// Chunks of a row of `k` elements.
  unsigned chunks(unsigned k) const { return k / chunk; }
};

/// For each kept element [row][k / 2] its k. `metadata(row, chunk)` gives the
/// four bits. Returns the first four bits that mean nothing, if any; those
/// chunks keep their first half.
std::optional<unsigned>
placeKept(const SparseRule &rule, unsigned rows, unsigned k,
          llvm::function_ref<unsigned(unsigned, unsigned)> metadata,
          std::vector<uint16_t> &kept);

/// The four bits of (row of 16, chunk) in the metadata registers of a warp, one
/// a lane. With up to 16 bits a row and unit (f16, bf16, tf32) one lane of a
/// group of four has rows g and g + 8 in its halves; else they are in two
/// lanes. `selector` names the lanes where not all four contribute.
unsigned warpMetadata(const uint64_t *lanes, const SparseRule &rule, unsigned k,
                      unsigned elementBits, unsigned selector, unsigned row,
                      unsigned chunk);
/// The selectors that exist, less one.
unsigned largestSelector(const SparseRule &rule, unsigned k,
                         unsigned elementBits);

/// acc[m][n] += a[m][kept] * b[k of kept][n], in the order of `a`.
void multiplyAddKept(const double *a, const uint16_t *kept, const double *b,
                     double *acc, unsigned m, unsigned n, unsigned count);

/// The fragment of B of a sparse mma: words along k, as for the dense ones.
Fragment sparseFragmentB(unsigned k, unsigned bits);

} // namespace tessera::ptx::emu

#endif // TESSERA_LIB_PTX_EMULATOR_MATRIX_SPARSEMATRIX_H
