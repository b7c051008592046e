//===- Driver/Generate.h - arrays made from a formula -----------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The generators behind `full` and `rand`. `rand` is a pure function of seed,
// bounds, type and element index, the same on every machine, and short enough
// to be written again in NumPy (docs/tessera-run.md does):
//
//   r(i) = mix(seed + (i + 1) * 0x9E3779B97F4A7C15)        SplitMix64, mod 2^64
//   mix(z): z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9
//           z = (z ^ (z >> 27)) * 0x94D049BB133111EB
//           z ^ (z >> 31)
//   float   low + (high - low) * ((r >> 40) * 2^-24)  in f64, rounded to
//   nearest integer low + (((r >> 32) * (high - low + 1)) >> 32)
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DRIVER_GENERATE_H
#define TESSERA_DRIVER_GENERATE_H

#include <cstdint>

namespace tessera::driver {

class HostArray;

/// Output `index` of SplitMix64 seeded with `seed`.
uint64_t randomBits(uint64_t seed, uint64_t index);

/// Sets every element to the bit pattern `bits`.
void fillWithValue(HostArray &array, uint64_t bits);

/// Fills with random values: floats in [low, high) before rounding, integers
/// from low to high inclusive (both integral, less than 2^32 apart, at most
/// 2^52 in magnitude).
void fillWithRandom(HostArray &array, uint64_t seed, double low, double high);

} // namespace tessera::driver

#endif // TESSERA_DRIVER_GENERATE_H
