//===- PTX/Emulator/Matrix/MatrixElement.cpp - elements of matrix instructions -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Decoding, the product itself, rounding, and moving fragments between
// registers and matrices.
//
//===----------------------------------------------------------------------===//

#include "MatrixElement.h"
#include "tessera/Numerics/Convert.h"
#include "tessera/Numerics/FastConvert.h"
#include "tessera/Numerics/FloatArith.h"

#include "llvm/ADT/StringSwitch.h"

#include <array>
#include <cmath>

using namespace llvm;
using namespace tessera::ptx::emu;
using tessera::numerics::ElementKind;
using tessera::numerics::Rounding;
namespace numerics = tessera::numerics;
namespace layout = tessera::layout;

std::optional<MatrixType> tessera::ptx::emu::findMatrixType(StringRef name) {
  return StringSwitch<std::optional<MatrixType>>(name)
      .Case("f16", MatrixType::F16)
      .Case("bf16", MatrixType::BF16)
      .Case("tf32", MatrixType::TF32)
      .Case("f32", MatrixType::F32)
      .Case("f64", MatrixType::F64)
      .Case("e4m3", MatrixType::E4M3)
      .Case("e5m2", MatrixType::E5M2)
      .Case("e2m3", MatrixType::E2M3)
      .Case("e3m2", MatrixType::E3M2)
      .Case("e2m1", MatrixType::E2M1)
      .Case("ue8m0", MatrixType::UE8M0)
      .Case("ue4m3", MatrixType::UE4M3)
      .Case("s8", MatrixType::S8)
      .Case("u8", MatrixType::U8)
      .Case("s4", MatrixType::S4)
      .Case("u4", MatrixType::U4)
      .Case("b1", MatrixType::B1)
      .Case("s32", MatrixType::S32)
      .Default(std::nullopt);
}

unsigned tessera::ptx::emu::packedBits(MatrixType type) {
  switch (type) {
  case MatrixType::F16:
  case MatrixType::BF16:
    return 16;
  case MatrixType::TF32:
  case MatrixType::F32:
  case MatrixType::S32:
    return 32;
  case MatrixType::F64:
    return 64;
  case MatrixType::E4M3:
  case MatrixType::E5M2:
  case MatrixType::UE8M0:
  case MatrixType::UE4M3:
  case MatrixType::S8:
  case MatrixType::U8:
    return 8;
  case MatrixType::E2M3:
  case MatrixType::E3M2:
    return 6;
  case MatrixType::E2M1:
  case MatrixType::S4:
  case MatrixType::U4:
    return 4;
  case MatrixType::B1:
    return 1;
  }
  llvm_unreachable("unknown type");
}

/// Sign, exponent and mantissa without special values: the 6-bit formats,
/// which are in no Tile IR type and so not in Numerics.
static double decodeFinite(uint64_t bits, unsigned exponentBits,
                           unsigned mantissaBits) {
  unsigned mantissa = bits & ((1u << mantissaBits) - 1);
  unsigned exponent = bits >> mantissaBits & ((1u << exponentBits) - 1);
  int bias = (1 << (exponentBits - 1)) - 1;
  double value = exponent == 0
                     ? std::ldexp(mantissa, 1 - bias - int(mantissaBits))
                     : std::ldexp((1u << mantissaBits) + mantissa,
                                  int(exponent) - bias - int(mantissaBits));
  return bits >> (exponentBits + mantissaBits) & 1 ? -value : value;
}

template <ElementKind K> static double fast(uint64_t bits) {
  return bit_cast<float>(numerics::toF32Bits<K>(uint32_t(bits)));
}

LLVM_ATTRIBUTE_ALWAYS_INLINE static double valueOf(MatrixType type,
                                                   uint64_t bits) {
  switch (type) {
  case MatrixType::F16:
    return fast<ElementKind::F16>(uint16_t(bits));
  case MatrixType::BF16:
    return fast<ElementKind::BF16>(uint16_t(bits));
  case MatrixType::TF32: // the hardware drops the low 13 bits
    return bit_cast<float>(uint32_t(bits) & ~uint32_t(0x1FFF));
  case MatrixType::F32:
    return bit_cast<float>(uint32_t(bits));
  case MatrixType::F64:
    return bit_cast<double>(bits);
  case MatrixType::E4M3:
    return fast<ElementKind::F8E4M3FN>(uint8_t(bits));
  case MatrixType::UE4M3:
    return fast<ElementKind::F8E4M3FN>(bits & 0x7F);
  case MatrixType::E5M2:
    return fast<ElementKind::F8E5M2>(uint8_t(bits));
  case MatrixType::E2M3:
    return decodeFinite(bits & 63, 2, 3);
  case MatrixType::E3M2:
    return decodeFinite(bits & 63, 3, 2);
  case MatrixType::E2M1:
    return fast<ElementKind::F4E2M1FN>(bits & 15);
  case MatrixType::UE8M0:
    return fast<ElementKind::F8E8M0FNU>(uint8_t(bits));
  case MatrixType::S8:
    return int8_t(bits);
  case MatrixType::U8:
    return uint8_t(bits);
  case MatrixType::S4:
    return int8_t(bits << 4) >> 4;
  case MatrixType::U4:
    return double(bits & 15);
  case MatrixType::B1:
    return double(bits & 1);
  case MatrixType::S32:
    return int32_t(uint32_t(bits));
  }
  llvm_unreachable("unknown type");
}

double tessera::ptx::emu::decodeOtherElement(MatrixType type, uint64_t bits) {
  return valueOf(type, bits);
}

namespace {
/// The values of a type of at most 16 bits, by their bits.
template <MatrixType T> struct ValueTable {
  std::array<float, 1 << 16> values;
  ValueTable() {
    for (uint32_t bits = 0; bits < values.size(); ++bits)
      values[bits] = float(valueOf(T, bits));
  }
  static const float *get() {
    static const ValueTable table;
    return table.values.data();
  }
};
} // namespace

template <typename T>
static void lookUp(const float *table, const uint8_t *bytes, double *values,
                   size_t count) {
  for (size_t i = 0; i < count; ++i) {
    T bits;
    std::memcpy(&bits, bytes + i * sizeof(T), sizeof(T));
    values[i] = table[bits];
  }
}

void tessera::ptx::emu::decodePacked(MatrixType type, const uint8_t *bytes,
                                     double *values, size_t count) {
  unsigned bits = packedBits(type);
  if (const float *table = valueTable(type)) {
    if (bits == 16)
      lookUp<uint16_t>(table, bytes, values, count);
    else
      lookUp<uint8_t>(table, bytes, values, count);
    return;
  }
  for (size_t i = 0; i < count; ++i) {
    uint64_t raw = 0;
    size_t bit = i * bits;
    std::memcpy(&raw, bytes + bit / 8, (bit % 8 + bits + 7) / 8);
    values[i] = valueOf(type, raw >> (bit % 8));
  }
}

const float *tessera::ptx::emu::valueTable(MatrixType type) {
  switch (type) {
  case MatrixType::F16:
    return ValueTable<MatrixType::F16>::get();
  case MatrixType::BF16:
    return ValueTable<MatrixType::BF16>::get();
  case MatrixType::E4M3:
    return ValueTable<MatrixType::E4M3>::get();
  case MatrixType::E5M2:
    return ValueTable<MatrixType::E5M2>::get();
  case MatrixType::S8:
    return ValueTable<MatrixType::S8>::get();
  case MatrixType::U8:
    return ValueTable<MatrixType::U8>::get();
  default:
    return nullptr;
  }
}

void tessera::ptx::emu::decodeElements(MatrixType type, const uint64_t *raw,
                                       double *values, size_t count) {
  const float *table = valueTable(type);
  uint64_t mask = (uint64_t(1) << packedBits(type) % 64) - 1;
  if (table)
    for (size_t i = 0; i < count; ++i)
      values[i] = table[raw[i] & mask];
  else if (type == MatrixType::F32)
    for (size_t i = 0; i < count; ++i)
      values[i] = bit_cast<float>(uint32_t(raw[i]));
  else
    for (size_t i = 0; i < count; ++i)
      values[i] = valueOf(type, raw[i]);
}

uint64_t tessera::ptx::emu::encodeOtherResult(MatrixType type, double value,
                                              bool saturate) {
  switch (type) {
  case MatrixType::F64:
    return bit_cast<uint64_t>(value);
  case MatrixType::F16:
    return std::isnan(value) ? 0x7FFF
                             : numerics::fromDouble(ElementKind::F16, value);
  default:
    if (saturate)
      value = std::min(std::max(value, -2147483648.0), 2147483647.0);
    return uint32_t(int64_t(value));
  }
}

// The products of elements of at most 24 bits are exact, so that a fused
// multiply-add gives what two operations give. A sum of zero has no sign.
#ifdef __x86_64__
__attribute__((target_clones("avx512f", "avx2", "default")))
#endif
static void multiplyAddRows(const double *a, const double *b, double *acc,
                            unsigned m, unsigned n, unsigned k) {
  for (unsigned i = 0; i < m; ++i)
    for (unsigned first = 0; first < n; first += 8) {
      double sum[8];
      double *to = acc + size_t(i) * n + first;
      std::memcpy(sum, to, sizeof(sum));
      for (unsigned step = 0; step < k; ++step) {
        double left = a[size_t(i) * k + step];
        const double *right = b + size_t(step) * n + first;
        for (unsigned j = 0; j < 8; ++j)
          sum[j] += left * right[j];
      }
      for (unsigned j = 0; j < 8; ++j)
        to[j] = sum[j] + 0.0;
    }
}

void tessera::ptx::emu::multiplyAdd(const double *a, const double *b,
                                    double *acc, unsigned m, unsigned n,
                                    unsigned k) {
  multiplyAddRows(a, b, acc, m, n, k);
}

void tessera::ptx::emu::multiplyAddFused(const double *a, const double *b,
                                         double *acc, unsigned m, unsigned n,
                                         unsigned k, Rounding rounding) {
  for (unsigned i = 0; i < m; ++i)
    for (unsigned j = 0; j < n; ++j)
      for (unsigned step = 0; step < k; ++step) {
        double left = a[i * k + step], right = b[step * n + j];
        double &sum = acc[i * n + j];
        if (rounding == Rounding::NearestEven)
          sum = std::fma(left, right, sum);
        else
          sum = bit_cast<double>(numerics::fmaF(
              ElementKind::F64, bit_cast<uint64_t>(left),
              bit_cast<uint64_t>(right), bit_cast<uint64_t>(sum), rounding));
      }
}

//===----------------------------------------------------------------------===//
// Fragments
//===----------------------------------------------------------------------===//

Fragment Fragment::fromLayout(const layout::LinearLayout &layout,
                              unsigned bits) {
  Fragment fragment;
  fragment.bits = bits;
  unsigned registerBits = layout.in().bits(layout::Dim::Register);
  fragment.count = 1u << registerBits;
  fragment.index.resize(size_t(fragment.count) * laneCount);
  for (unsigned lane = 0; lane < laneCount; ++lane)
    for (unsigned element = 0; element < fragment.count; ++element) {
      uint64_t point = layout.in().pack(layout::Dim::Lane, lane);
      if (registerBits != 0)
        point |= layout.in().pack(layout::Dim::Register, element);
      fragment.index[lane * fragment.count + element] =
          uint16_t(layout.apply(point));
    }
  return fragment;
}

Fragment Fragment::dealt(unsigned count, unsigned bits, unsigned size) {
  Fragment fragment;
  fragment.bits = bits;
  fragment.count = count;
  for (unsigned place = 0; place < count * laneCount; ++place)
    fragment.index.push_back(uint16_t(place % size));
  return fragment;
}

void tessera::ptx::emu::readFragment(const Warp &warp, const Arg &arg,
                                     const Fragment &fragment,
                                     uint64_t *matrix) {
  unsigned perRegister = std::max(1u, 32 / fragment.bits);
  uint64_t mask =
      fragment.bits == 64 ? ~uint64_t(0) : (uint64_t(1) << fragment.bits) - 1;
  for (unsigned first = 0; first < fragment.count; first += perRegister) {
    const uint64_t *values = warp.source(registerOf(arg, first / perRegister));
    for (unsigned lane = 0; lane < laneCount; ++lane)
      for (unsigned e = 0; e < perRegister; ++e)
        matrix[fragment.index[lane * fragment.count + first + e]] =
            values[lane] >> (e * fragment.bits) & mask;
  }
}

void tessera::ptx::emu::decodeFragment(const Warp &warp, const Arg &arg,
                                       const Fragment &fragment,
                                       MatrixType type, double *values) {
  const float *table = fragment.bits == packedBits(type) && fragment.bits <= 16
                           ? valueTable(type)
                           : nullptr;
  unsigned perRegister = 32 / fragment.bits;
  uint32_t mask = table ? (uint32_t(1) << fragment.bits) - 1 : 0;
  const uint16_t *index = fragment.index.data();
  if (table) {
    for (unsigned first = 0; first < fragment.count; first += perRegister) {
      const uint64_t *bits = warp.source(registerOf(arg, first / perRegister));
      for (unsigned lane = 0; lane < laneCount; ++lane) {
        auto word = uint32_t(bits[lane]);
        const uint16_t *place = index + lane * fragment.count + first;
        for (unsigned e = 0; e < perRegister; ++e, word >>= fragment.bits)
          values[place[e]] = table[word & mask];
      }
    }
    return;
  }
  if (type == MatrixType::F32) {
    for (unsigned r = 0; r < fragment.count; ++r) {
      const uint64_t *bits = warp.source(registerOf(arg, r));
      for (unsigned lane = 0; lane < laneCount; ++lane)
        values[index[lane * fragment.count + r]] =
            bit_cast<float>(uint32_t(bits[lane]));
    }
    return;
  }
  SmallVector<uint64_t, 0> raw(fragment.count * laneCount);
  readFragment(warp, arg, fragment, raw.data());
  decodeElements(type, raw.data(), values, raw.size());
}

void tessera::ptx::emu::encodeFragment(Warp &warp, const Arg &arg,
                                       const Fragment &fragment,
                                       MatrixType type, const double *values,
                                       bool saturate, LaneMask active) {
  if (type == MatrixType::F32 && active == ~0u) {
    for (unsigned r = 0; r < fragment.count; ++r) {
      uint64_t *bits = warp.dest(registerOf(arg, r));
      const uint16_t *place = fragment.index.data() + r;
      for (unsigned lane = 0; lane < laneCount; ++lane)
        bits[lane] = encodeResult(
            MatrixType::F32, values[place[lane * fragment.count]], saturate);
    }
    return;
  }
  SmallVector<uint64_t, 0> raw(fragment.count * laneCount);
  for (uint16_t place : fragment.index)
    raw[place] = encodeResult(type, values[place], saturate);
  writeFragment(warp, arg, fragment, raw.data(), active);
}

void tessera::ptx::emu::writeFragment(Warp &warp, const Arg &arg,
                                      const Fragment &fragment,
                                      const uint64_t *matrix, LaneMask active) {
  unsigned perRegister = std::max(1u, 32 / fragment.bits);
  for (unsigned first = 0; first < fragment.count; first += perRegister) {
    uint64_t *values = warp.dest(registerOf(arg, first / perRegister));
    forEachLane(active, [&](unsigned lane) {
      uint64_t value = 0;
      for (unsigned e = 0; e < perRegister; ++e)
        value |= matrix[fragment.index[lane * fragment.count + first + e]]
                 << (e * fragment.bits);
      values[lane] = value;
    });
  }
}
