//===- PTX/MatrixHelper.h - formats and operand images ----------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Element formats by their definition, and matrices in shared memory by the
// formulas of gpu-facts.md 4.1 and 4.2: nothing is shared with what is tested.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_UNITTESTS_PTX_MATRIXHELPER_H
#define TESSERA_UNITTESTS_PTX_MATRIXHELPER_H

#include "llvm/ADT/StringRef.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace tessera::ptx {

/// A format by its definition.
struct Format {
  const char *name;
  unsigned bits, exponent, mantissa; // exponent 0: an integer
  bool isSigned = true;
};
inline constexpr Format formats[] = {
    {"f16", 16, 5, 10}, {"bf16", 16, 8, 7},        {"tf32", 32, 8, 10},
    {"f32", 32, 8, 23}, {"f64", 64, 11, 52},       {"e4m3", 8, 4, 3},
    {"e5m2", 8, 5, 2},  {"e2m3", 6, 2, 3},         {"e3m2", 6, 3, 2},
    {"e2m1", 4, 2, 1},  {"s8", 8, 0, 0},           {"u8", 8, 0, 0, false},
    {"s4", 4, 0, 0},    {"u4", 4, 0, 0, false},    {"b1", 1, 0, 0, false},
    {"s32", 32, 0, 0},  {"ue8m0", 8, 8, 0, false}, {"ue4m3", 8, 4, 3}};

inline const Format &formatOf(llvm::StringRef name) {
  for (const Format &format : formats)
    if (name == format.name)
      return format;
  ADD_FAILURE() << name.str();
  return formats[0];
}

inline double decode(const Format &format, uint64_t bits) {
  if (format.exponent == 0) {
    if (!format.isSigned)
      return double(bits);
    uint64_t sign = uint64_t(1) << (format.bits - 1);
    return double(int64_t((bits ^ sign) - sign));
  }
  unsigned dropped = llvm::StringRef(format.name) == "tf32" ? 13 : 0;
  bits >>= dropped;
  int bias = (1 << (format.exponent - 1)) - 1;
  if (format.mantissa == 0)
    return std::ldexp(1.0, int(bits) - bias);
  uint64_t mantissa = bits & ((uint64_t(1) << format.mantissa) - 1);
  uint64_t exponent =
      bits >> format.mantissa & ((uint64_t(1) << format.exponent) - 1);
  bool negative = bits >> (format.mantissa + format.exponent) & 1;
  double value =
      exponent == 0
          ? std::ldexp(double(mantissa), 1 - bias - int(format.mantissa))
          : std::ldexp(double(mantissa) + std::ldexp(1, int(format.mantissa)),
                       int(exponent) - bias - int(format.mantissa));
  return negative ? -value : value;
}

/// Random bits of a value of moderate size.
inline uint64_t randomElement(const Format &format, std::mt19937_64 &random) {
  uint64_t bits =
      random() &
      (format.bits == 64 ? ~uint64_t(0) : (uint64_t(1) << format.bits) - 1);
  if (format.exponent >= 5) {
    // Exponents around that of 1.
    unsigned low = format.bits == 32 ? 23 : format.mantissa;
    uint64_t bias = (uint64_t(1) << (format.exponent - 1)) - 1;
    uint64_t field = ((uint64_t(1) << format.exponent) - 1) << low;
    bits = (bits & ~field) | (bias - 4 + random() % 8) << low;
  }
  if (llvm::StringRef(format.name) == "e4m3" && (bits & 0x7F) == 0x7F)
    bits ^= 1; // NaN
  if (llvm::StringRef(format.name) == "ue4m3")
    bits = (bits & 0x3F) + 8;
  if (llvm::StringRef(format.name) == "ue8m0")
    bits = 120 + bits % 16;
  if (llvm::StringRef(format.name) == "s32")
    bits = uint32_t(int32_t(uint32_t(bits)) >> 12);
  return bits;
}

/// A matrix (mn, k) of bits and its image in shared memory.
struct OperandImage {
  std::vector<uint64_t> bits; // [mn][k]
  std::vector<uint8_t> bytes;
  unsigned leading = 0, stride = 0; // LBO, SBO
};

/// `width`: bytes of the swizzle, 0 for none. `isPadded`: 16 elements of less
/// than a byte at the start of 16 bytes.
inline OperandImage makeImage(const Format &format, unsigned extent, unsigned k,
                              unsigned width, bool isMnMajor, bool isPadded,
                              std::mt19937_64 &random) {
  OperandImage image;
  image.bits.resize(extent * k);
  for (uint64_t &value : image.bits)
    value = randomElement(format, random);
  unsigned along = isMnMajor ? extent : k;
  unsigned rowBytes = along * (isPadded ? 8 : format.bits) / 8;
  if (width == 0) {
    // Core matrices of 128 bytes; the order is ours.
    unsigned columns = rowBytes / 16;
    image.leading = isMnMajor ? 128 * columns : 128;
    image.stride = isMnMajor ? 128 : 128 * columns;
  } else {
    image.stride = 8 * width;
    image.leading = isMnMajor ? (k + 7) / 8 * 8 * width : 16;
  }
  image.bytes.assign(size_t(128) * 1024, 0);
  size_t highest = 0;
  for (unsigned mn = 0; mn < extent; ++mn)
    for (unsigned at = 0; at < k; ++at) {
      unsigned row = isMnMajor ? at : mn, element = isMnMajor ? mn : at;
      unsigned bit = isPadded ? element / 16 * 128 + element % 16 * format.bits
                              : element * format.bits;
      unsigned byte = bit / 8;
      size_t address;
      if (width == 0)
        address = size_t(row / 8) * (isMnMajor ? image.leading : image.stride) +
                  byte / 16 * (isMnMajor ? image.stride : image.leading) +
                  row % 8 * 16 + byte % 16;
      else if (isMnMajor)
        address = size_t(byte / width) * image.leading +
                  row / 8 * image.stride + row % 8 * width + byte % width;
      else
        address = size_t(row / 8) * image.stride + row % 8 * width + byte;
      // 128B: bits 4-6 ^= 7-9; 64B: 4, 5 ^= 7, 8; 32B: 4 ^= 7.
      unsigned field = width == 128 ? 7 : width == 64 ? 3 : width == 32 ? 1 : 0;
      address ^= (address >> 7 & field) << 4;
      uint32_t word = uint32_t(image.bits[mn * k + at]) << (bit % 8);
      if (format.bits == 32)
        word = uint32_t(image.bits[mn * k + at]);
      for (unsigned i = 0; i < (bit % 8 + format.bits + 7) / 8; ++i) {
        image.bytes[address + i] |= uint8_t(word >> (8 * i));
        highest = std::max(highest, address + i);
      }
    }
  image.bytes.resize((highest + 1024) / 1024 * 1024);
  return image;
}

} // namespace tessera::ptx

#endif // TESSERA_UNITTESTS_PTX_MATRIXHELPER_H
