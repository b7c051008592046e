//===- fuzz/Generator/Random.h - the generator's random numbers -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// SplitMix64: every choice of a program depends on its seed only, on every host
// and with every standard library.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_FUZZ_GENERATOR_RANDOM_H
#define TESSERA_FUZZ_GENERATOR_RANDOM_H

#include "llvm/ADT/ArrayRef.h"

#include <cstdint>
#include <initializer_list>

namespace tessera::fuzz {

class Random {
public:
  explicit Random(uint64_t seed) : state(seed) {}

  uint64_t next() {
    uint64_t z = (state += 0x9E3779B97F4A7C15ull);
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ull;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBull;
    return z ^ (z >> 31);
  }
  /// Uniform in [0, n); n > 0.
  uint64_t below(uint64_t n) { return next() % n; }
  /// Uniform in [low, high].
  int64_t range(int64_t low, int64_t high) {
    return low + static_cast<int64_t>(below(high - low + 1));
  }
  bool chance(unsigned percent) { return below(100) < percent; }
  template <typename T> T pick(std::initializer_list<T> list) {
    return list.begin()[below(list.size())];
  }
  template <typename T> const T &pick(llvm::ArrayRef<T> list) {
    return list[below(list.size())];
  }

private:
  uint64_t state;
};

} // namespace tessera::fuzz

#endif // TESSERA_FUZZ_GENERATOR_RANDOM_H
