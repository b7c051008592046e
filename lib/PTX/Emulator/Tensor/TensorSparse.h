//===- PTX/Emulator/Tensor/TensorSparse.h - what tcgen05.mma leaves out -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where the metadata of a sparse A lies in tensor memory, and which columns of
// B a zero-column mask of .ws replaces by zeros.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_PTX_EMULATOR_TENSOR_TENSORSPARSE_H
#define TESSERA_LIB_PTX_EMULATOR_TENSOR_TENSORSPARSE_H

#include "PTX/Emulator/Matrix/SparseMatrix.h"

namespace tessera::ptx::emu {

struct MetadataPlace {
  unsigned lane = 0, column = 0, bit = 0;
};

/// The four bits of (row, chunk). `groupLane` is the lane of the first of the
/// 16 rows that the row is one of. f16, bf16 and tf32 take one column, of four
/// that the selector chooses from: 8 lanes have rows g and g + 8 in their
/// halves for the first four chunks, the next 8 for the others. All other types
/// take two columns, a row a lane.
inline MetadataPlace tensorMetadata(unsigned elementBits, unsigned groupLane,
                                    unsigned row, unsigned chunk,
                                    unsigned selector) {
  if (elementBits >= 16)
    return {groupLane + row % 8 + chunk / 4 * 8, selector,
            row % 16 / 8 * 16 + chunk % 4 * 4};
  return {groupLane + row % 16, chunk / 8, chunk % 8 * 4};
}

/// The zero-column mask descriptor. Runs of columns used and of columns zeroed
/// alternate, by themselves in each part of the columns that a data path has.
struct ZeroColumns {
  std::array<unsigned, 4> start{}; // columns of the first run left out
  std::array<bool, 4> usedFirst{}; // whether the first run is of columns used
  bool hasMask = false, hasReserved = false;
  unsigned used = 1, zeroed = 1; // lengths of the runs
  unsigned shift = 0;            // column j of the product is j + shift of B

  static ZeroColumns decode(uint64_t bits) {
    ZeroColumns result;
    for (unsigned i = 0; i < 4; ++i) {
      result.start[i] = unsigned(bits >> (8 * i) & 255);
      result.usedFirst[i] = (bits >> (32 + i) & 1) == 0;
    }
    result.hasMask = bits >> 39 & 1;
    // In the manual's examples a run of zeros in the mask (columns that are
    // used) has the length of the use span, against the table's words.
    result.zeroed = unsigned(bits >> 40 & 255) + 1;
    result.used = unsigned(bits >> 48 & 255) + 1;
    result.shift = unsigned(bits >> 56 & 63);
    result.hasReserved = (bits & 0xC000007000000000) != 0;
    return result;
  }
  bool isNeeded() const { return hasMask || shift != 0; }
  /// What is wrong with it, or "".
  std::string check(unsigned m, unsigned maxShift) const {
    if (hasReserved)
      return "the zero-column mask has bits set that must be zero";
    if (shift > std::min(maxShift, m == 32 ? 16u : 32u))
      return "the zero-column mask shifts by " + std::to_string(shift) +
             " columns, more than the instruction descriptor allows";
    return "";
  }
  /// The column of B for a column of the product; none: zeros.
  std::optional<unsigned> source(unsigned column, unsigned m,
                                 unsigned n) const {
    unsigned width = n / (128 / m), part = column / width;
    if (hasMask) {
      bool startsUsed = usedFirst[part];
      // A start beyond the first run leaves one column of it.
      unsigned first = startsUsed ? used : zeroed;
      unsigned at =
          (column % width + std::min(start[part], first - 1)) % (used + zeroed);
      if (startsUsed ? at >= used : at < zeroed)
        return std::nullopt;
    }
    return column + shift;
  }
};

} // namespace tessera::ptx::emu

#endif // TESSERA_LIB_PTX_EMULATOR_TENSOR_TENSORSPARSE_H
