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
inline OperandImage imageOf(const Format &format, std::vector<uint64_t> bits,
                            unsigned extent, unsigned k, unsigned width,
                            bool isMnMajor, bool isPadded) {
  OperandImage image;
  image.bits = std::move(bits);
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
/// The same for random elements.
inline OperandImage makeImage(const Format &format, unsigned extent, unsigned k,
                              unsigned width, bool isMnMajor, bool isPadded,
                              std::mt19937_64 &random) {
  std::vector<uint64_t> bits(extent * k);
  for (uint64_t &value : bits)
    value = randomElement(format, random);
  return imageOf(format, std::move(bits), extent, k, width, isMnMajor,
                 isPadded);
}

/// Element bits in registers: in the byte containers of kind::f8f6f4 or packed.
struct Place {
  unsigned bits, shift;
};
inline Place placeOf(const Format &format, bool isContainer) {
  if (!isContainer)
    return {format.bits, 0};
  return {8, format.bits == 4 ? 2u : 0u};
}

/// Registers [register][lane] of a matrix by the word rule: words run along k,
/// l0, l1 are word bits 0, 1, l2..l4 the row, then row 8 (A only), then words.
inline std::vector<uint64_t> pack(const std::vector<uint64_t> &matrix,
                                  unsigned rows, unsigned k, Place place,
                                  bool isA) {
  unsigned wordBits = place.bits == 64 ? 64 : 32, per = wordBits / place.bits;
  unsigned words = k / per, rowHalves = isA ? rows / 8 : 1;
  unsigned registers = rowHalves * std::max(1u, words / 4);
  std::vector<uint64_t> result(registers * 32);
  for (unsigned row = 0; row < rows; ++row)
    for (unsigned at = 0; at < k; ++at) {
      unsigned word = at / per;
      unsigned lane = row % 8 * 4 + word % 4;
      unsigned number = word / 4 * rowHalves + row / 8;
      result[number * 32 + lane] |= matrix[row * k + at]
                                    << (at % per * place.bits + place.shift);
    }
  return result;
}

inline std::string registerList(char name, unsigned first, unsigned count) {
  std::string text = "{";
  for (unsigned i = 0; i < count; ++i)
    text +=
        (i ? ", %" : "%") + std::string(1, name) + std::to_string(first + i);
  return text + "}";
}

/// A of which half is left out, and its metadata.
struct SparseMatrix {
  std::vector<uint64_t> full, kept; // [row][k], [row][k / 2]
  std::vector<unsigned> nibbles;    // [row][chunk], four bits each
};

/// Chunks of `chunk` elements, of which the metadata names half: of 2 one, of 4
/// two, of 8 two pairs. `isAnyOrder`: the indices need not ascend.
inline SparseMatrix makeSparse(const Format &format, unsigned rows, unsigned k,
                               unsigned chunk, bool isAnyOrder,
                               std::mt19937_64 &random) {
  SparseMatrix result;
  result.full.resize(rows * k);
  for (unsigned row = 0; row < rows; ++row)
    for (unsigned first = 0; first < k; first += chunk) {
      std::vector<unsigned> places;
      unsigned nibble = 0;
      if (chunk == 2) {
        unsigned which = random() % 2;
        nibble = which ? 14 : 4;
        places = {first + which};
      } else {
        unsigned low = random() % 4, high = (low + 1 + random() % 3) % 4;
        if (low > high && !isAnyOrder)
          std::swap(low, high);
        nibble = low | high << 2;
        unsigned unit = chunk / 4;
        for (unsigned index : {low, high})
          for (unsigned i = 0; i < unit; ++i)
            places.push_back(first + index * unit + i);
      }
      result.nibbles.push_back(nibble);
      for (unsigned place : places) {
        uint64_t bits = randomElement(format, random);
        result.kept.push_back(bits);
        result.full[row * k + place] = bits;
      }
    }
  return result;
}

/// The metadata registers of a warp for 16 rows from `first` on: with 16 bits
/// or more an element, rows g and g + 8 are the halves of lane 4 g + (selected)
/// and the next lane has the next 4 chunks; else lane bit 0 is row 8 and bit 1
/// the next 8 chunks. What nobody reads is random.
inline std::vector<uint64_t>
packMetadata(const SparseMatrix &matrix, unsigned first, unsigned elementBits,
             unsigned chunksInRow, unsigned selector, std::mt19937_64 &random) {
  std::vector<uint64_t> lanes(32);
  for (uint64_t &lane : lanes)
    lane = uint32_t(random());
  for (unsigned row = 0; row < 16; ++row)
    for (unsigned chunk = 0; chunk < chunksInRow; ++chunk) {
      unsigned lane, bit;
      if (elementBits >= 16) {
        lane = row % 8 * 4 + selector * (chunksInRow / 4) + chunk / 4;
        bit = row / 8 * 16 + chunk % 4 * 4;
      } else {
        lane = row % 8 * 4 + selector * (chunksInRow / 4) + chunk / 8 * 2 +
               row / 8;
        bit = chunk % 8 * 4;
      }
      uint64_t value = matrix.nibbles[(first + row) * chunksInRow + chunk];
      lanes[lane] = (lanes[lane] & ~(uint64_t(15) << bit)) | value << bit;
    }
  return lanes;
}

} // namespace tessera::ptx

#endif // TESSERA_UNITTESTS_PTX_MATRIXHELPER_H
