//===- Driver/Generate.cpp - arrays made from a formula ---------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Implements the formulas of Generate.h. The rounding of f32 is done by the
// host's conversion, which is nearest-even; all other floats go through
// Numerics.
//
//===----------------------------------------------------------------------===//

#include "tessera/Driver/Generate.h"
#include "tessera/Driver/HostArray.h"
#include "tessera/Numerics/Convert.h"

#include "llvm/Support/MathExtras.h"

#include <bit>

using namespace tessera;
using namespace tessera::driver;
using numerics::ElementKind;

uint64_t driver::randomBits(uint64_t seed, uint64_t index) {
  uint64_t z = seed + (index + 1) * 0x9E3779B97F4A7C15u;
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
  return z ^ (z >> 31);
}

void driver::fillWithValue(HostArray &array, uint64_t bits) {
  for (int64_t i = 0, e = array.numElements(); i < e; ++i)
    array.set(i, bits);
}

static void fillWithRandomFloats(HostArray &array, uint64_t seed, double low,
                                 double high) {
  ElementKind kind = array.kind();
  for (int64_t i = 0, e = array.numElements(); i < e; ++i) {
    double unit = static_cast<double>(randomBits(seed, i) >> 40) * 0x1p-24;
    double value = low + (high - low) * unit;
    array.set(i, kind == ElementKind::F32
                     ? std::bit_cast<uint32_t>(static_cast<float>(value))
                     : numerics::fromDouble(kind, value));
  }
}

void driver::fillWithRandom(HostArray &array, uint64_t seed, double low,
                            double high) {
  if (numerics::isFloat(array.kind()))
    return fillWithRandomFloats(array, seed, low, high);
  uint64_t mask = llvm::maxUIntN(numerics::bitWidth(array.kind()));
  int64_t first = static_cast<int64_t>(low);
  uint64_t count =
      static_cast<uint64_t>(static_cast<int64_t>(high) - first) + 1;
  for (int64_t i = 0, e = array.numElements(); i < e; ++i) {
    uint64_t step = ((randomBits(seed, i) >> 32) * count) >> 32;
    array.set(i, (static_cast<uint64_t>(first) + step) & mask);
  }
}
