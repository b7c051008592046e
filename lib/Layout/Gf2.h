//===- Layout/Gf2.h - elimination over GF(2) --------------------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The one elimination that rank, kernel, solving and inversion all use. Vectors
// are words, a pivot is the highest set bit, and every stored vector remembers
// which input columns it is the sum of.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_LAYOUT_GF2_H
#define TESSERA_LIB_LAYOUT_GF2_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"

#include <array>
#include <cstdint>
#include <optional>

namespace tessera::layout {

class Gf2Span {
public:
  Gf2Span() = default;
  /// Adds all columns in order; column i has combination 1 << i. Columns that
  /// depend on earlier ones give the kernel.
  explicit Gf2Span(llvm::ArrayRef<uint64_t> columns) {
    for (size_t i = 0; i != columns.size(); ++i)
      insert(columns[i], uint64_t(1) << i);
  }

  struct Reduced {
    uint64_t remainder, combination;
  };
  /// Subtracts the span from `vector`. Both results are linear in `vector`; the
  /// remainder is 0 exactly for members of the span.
  Reduced reduce(uint64_t vector) const {
    uint64_t combination = 0;
    for (int bit = 63; bit >= 0; --bit)
      if ((vector >> bit & 1) && vectors[bit]) {
        vector ^= vectors[bit];
        combination ^= combinations[bit];
      }
    return {vector, combination};
  }

  /// Adds one vector and returns true if it was independent.
  bool insert(uint64_t vector, uint64_t combination = 0) {
    Reduced reduced = reduce(vector);
    combination ^= reduced.combination;
    if (reduced.remainder == 0) {
      kernelVectors.push_back(combination);
      return false;
    }
    int pivot = 63;
    while (!(reduced.remainder >> pivot & 1))
      --pivot;
    vectors[pivot] = reduced.remainder;
    combinations[pivot] = combination;
    ++count;
    return true;
  }

  /// The combination of columns that gives `vector`, dependent columns unused.
  std::optional<uint64_t> solve(uint64_t vector) const {
    Reduced reduced = reduce(vector);
    if (reduced.remainder != 0)
      return std::nullopt;
    return reduced.combination;
  }
  bool contains(uint64_t vector) const { return reduce(vector).remainder == 0; }

  unsigned rank() const { return count; }
  /// Combinations of columns whose sum is 0: a basis of the kernel.
  llvm::ArrayRef<uint64_t> kernel() const { return kernelVectors; }

private:
  std::array<uint64_t, 64> vectors{}, combinations{};
  llvm::SmallVector<uint64_t, 8> kernelVectors;
  unsigned count = 0;
};

} // namespace tessera::layout

#endif // TESSERA_LIB_LAYOUT_GF2_H
