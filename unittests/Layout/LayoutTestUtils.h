//===- unittests/Layout/LayoutTestUtils.h - random layouts ------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Seeded random layouts and short ways to unwrap results.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_UNITTESTS_LAYOUT_LAYOUTTESTUTILS_H
#define TESSERA_UNITTESTS_LAYOUT_LAYOUTTESTUTILS_H

#include "tessera/Layout/LinearLayout.h"

#include <gtest/gtest.h>
#include <random>

namespace tessera::layout {

/// The value, or a failed test.
template <typename T> T unwrap(llvm::Expected<T> value) {
  if (!value) {
    ADD_FAILURE() << llvm::toString(value.takeError());
    std::abort();
  }
  return std::move(*value);
}

/// The message of a failure; "no error" if there was none.
template <typename T> std::string messageOf(llvm::Expected<T> value) {
  if (value)
    return "no error";
  return llvm::toString(value.takeError());
}

inline Space space(llvm::ArrayRef<Axis> axes) {
  return unwrap(Space::create(axes));
}
inline Space tile(llvm::ArrayRef<int64_t> shape) {
  return unwrap(Space::tile(shape));
}

class RandomLayouts {
public:
  explicit RandomLayouts(unsigned seed) : engine(seed) {}
  unsigned below(unsigned bound) { return engine() % bound; }

  /// Any columns at all.
  LinearLayout any(const Space &in, const Space &out) {
    llvm::SmallVector<uint64_t> columns;
    for (unsigned bit = 0; bit != in.bits(); ++bit)
      columns.push_back(engine() & (out.size() - 1));
    return unwrap(LinearLayout::create(in, out, columns));
  }
  /// Distinct unit columns as far as they go, shuffled, then copies; a few
  /// columns added to others.
  LinearLayout covering(const Space &in, const Space &out) {
    llvm::SmallVector<uint64_t> columns;
    for (unsigned bit = 0; bit != in.bits(); ++bit)
      columns.push_back(bit < out.bits() ? uint64_t(1) << bit : 0);
    std::shuffle(columns.begin(), columns.end(), engine);
    for (unsigned i = below(4); i != 0 && columns.size() > 1; --i) {
      unsigned a = below(columns.size()), b = below(columns.size());
      if (a != b)
        columns[a] ^= columns[b];
    }
    return unwrap(LinearLayout::create(in, out, columns));
  }
  Space registers(unsigned limit) {
    return space({{Dim::Register, below(limit)},
                  {Dim::Lane, below(limit)},
                  {Dim::Warp, below(limit)},
                  {Dim::Block, below(limit)}});
  }

private:
  std::mt19937 engine;
};

} // namespace tessera::layout

#endif // TESSERA_UNITTESTS_LAYOUT_LAYOUTTESTUTILS_H
