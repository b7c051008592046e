//===- Runtime/ServicesTest.cpp - numeric services --------------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Elementwise, contraction and atomic services. Elementwise ones against values
// that follow from the formats; contraction against a plain loop over Numerics.
//
//===----------------------------------------------------------------------===//

#include "Services.h"

#include "tessera/Numerics/AtomicUpdate.h"
#include "tessera/Numerics/Convert.h"
#include "tessera/Numerics/FloatArith.h"
#include "tessera/Numerics/PrintFormat.h"
#include "tessera/Runtime/CPU/Launch.h"

#include "gtest/gtest.h"

#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <random>
#include <set>
#include <thread>
#include <vector>

using namespace tessera;
using namespace tessera::cpu;
using namespace tessera::cpu::services;
using numerics::AtomicUpdate;
using numerics::ElementKind;
using numerics::Rounding;

/// A dense tile of containers.
struct Tile {
  ElementKind kind;
  std::vector<uint8_t> bytes;
  Tile(ElementKind kind, size_t n)
      : kind(kind), bytes(n * numerics::containerBytes(kind)) {}
  Tile(ElementKind kind, std::initializer_list<uint64_t> values)
      : Tile(kind, values.size()) {
    size_t i = 0;
    for (uint64_t value : values)
      set(i++, value);
  }
  size_t size() const { return bytes.size() / numerics::containerBytes(kind); }
  void set(size_t i, uint64_t bits) {
    unsigned n = numerics::containerBytes(kind);
    std::memcpy(&bytes[i * n], &bits, n);
  }
  uint64_t operator[](size_t i) const {
    unsigned n = numerics::containerBytes(kind);
    uint64_t bits = 0;
    std::memcpy(&bits, &bytes[i * n], n);
    return bits;
  }
};

static Tile fromDoubles(ElementKind kind, const std::vector<double> &values) {
  Tile tile(kind, values.size());
  for (size_t i = 0; i < values.size(); ++i)
    tile.set(i, numerics::fromDouble(kind, values[i]));
  return tile;
}
static double asDouble(const Tile &tile, size_t i) {
  return numerics::toDouble(tile.kind, tile[i]);
}

static uint64_t unary(RtUnary op, ElementKind kind, uint64_t x,
                      uint32_t flags = 0) {
  Tile in(kind, {x}), out(kind, 1);
  tessera_rt_unary(nullptr, uint32_t(op), uint32_t(kind), flags,
                   out.bytes.data(), in.bytes.data(), 1);
  return out[0];
}
static uint64_t binary(RtBinary op, ElementKind kind, uint64_t a, uint64_t b,
                       uint32_t flags = 0) {
  Tile lhs(kind, {a}), rhs(kind, {b}), out(kind, 1);
  tessera_rt_binary(nullptr, uint32_t(op), uint32_t(kind), flags,
                    out.bytes.data(), lhs.bytes.data(), rhs.bytes.data(), 1);
  return out[0];
}
static double binaryD(RtBinary op, ElementKind kind, double a, double b,
                      uint32_t flags = 0) {
  return numerics::toDouble(kind,
                            binary(op, kind, numerics::fromDouble(kind, a),
                                   numerics::fromDouble(kind, b), flags));
}
static double unaryD(RtUnary op, ElementKind kind, double a,
                     uint32_t flags = 0) {
  return numerics::toDouble(
      kind, unary(op, kind, numerics::fromDouble(kind, a), flags));
}

//===----------------------------------------------------------------------===//
// Elementwise
//===----------------------------------------------------------------------===//

static constexpr ElementKind baseFloats[] = {
    ElementKind::F16, ElementKind::BF16, ElementKind::F32, ElementKind::F64};

TEST(Services, FloatArithmeticInEveryBaseKind) {
  for (ElementKind kind : baseFloats) {
    EXPECT_EQ(binaryD(RtBinary::AddF, kind, 1.5, 2.25), 3.75);
    EXPECT_EQ(binaryD(RtBinary::SubF, kind, 1.5, 2.25), -0.75);
    EXPECT_EQ(binaryD(RtBinary::MulF, kind, 1.5, 2.25), 3.375);
    EXPECT_EQ(binaryD(RtBinary::DivF, kind, 3, 4), 0.75);
    EXPECT_EQ(binaryD(RtBinary::RemF, kind, -7, 4), -3);
    EXPECT_EQ(binaryD(RtBinary::MaxF, kind, 2, 3), 3);
    EXPECT_EQ(binaryD(RtBinary::MinF, kind, 2, 3), 2);
    EXPECT_EQ(binaryD(RtBinary::Pow, kind, 2, 5), 32);
    EXPECT_NEAR(binaryD(RtBinary::Atan2, kind, 1, -1), 2.356, 0.02);
    EXPECT_EQ(unaryD(RtUnary::AbsF, kind, -2), 2);
    EXPECT_EQ(unaryD(RtUnary::NegF, kind, 2), -2);
    EXPECT_EQ(unaryD(RtUnary::Ceil, kind, 1.5), 2);
    EXPECT_EQ(unaryD(RtUnary::Floor, kind, -1.5), -2);
    EXPECT_EQ(unaryD(RtUnary::Sqrt, kind, 6.25), 2.5);
    EXPECT_EQ(unaryD(RtUnary::Rsqrt, kind, 4), 0.5);
    EXPECT_EQ(unaryD(RtUnary::Exp, kind, 0), 1);
    EXPECT_EQ(unaryD(RtUnary::Exp2, kind, 5), 32);
    EXPECT_EQ(unaryD(RtUnary::Log, kind, 1), 0);
    EXPECT_EQ(unaryD(RtUnary::Log2, kind, 8), 3);
    EXPECT_EQ(unaryD(RtUnary::Sin, kind, 0), 0);
    EXPECT_EQ(unaryD(RtUnary::Cos, kind, 0), 1);
    EXPECT_EQ(unaryD(RtUnary::Tan, kind, 0), 0);
    EXPECT_EQ(unaryD(RtUnary::SinH, kind, 0), 0);
    EXPECT_EQ(unaryD(RtUnary::CosH, kind, 0), 1);
    EXPECT_EQ(unaryD(RtUnary::TanH, kind, 0), 0);
    EXPECT_TRUE(std::isnan(unaryD(RtUnary::Log, kind, -1)));
    EXPECT_TRUE(std::isinf(unaryD(RtUnary::Log2, kind, 0)));
  }
}

/// `tanh full` promises 1 ulp in f64, which glibc's function misses for 6 % of
/// these numbers.
TEST(Services, HyperbolicFunctionsOfF64AreExact) {
  std::mt19937_64 random(7);
  std::uniform_real_distribution<double> range(-2, 2);
  for (int i = 0; i < 2000; ++i) {
    long double x = range(random);
    EXPECT_EQ(unaryD(RtUnary::TanH, ElementKind::F64, x),
              static_cast<double>(std::tanh(x)));
    EXPECT_EQ(unaryD(RtUnary::SinH, ElementKind::F64, x),
              static_cast<double>(std::sinh(x)));
  }
}

TEST(Services, FlagsReachTheArithmetic) {
  ElementKind f32 = ElementKind::F32;
  double tiny = 0x1p-60;
  EXPECT_EQ(
      binaryD(RtBinary::AddF, f32, 1, tiny, uint32_t(Rounding::PositiveInf)),
      1 + 0x1p-23);
  EXPECT_EQ(binaryD(RtBinary::AddF, f32, 1, tiny, uint32_t(Rounding::Zero)), 1);
  EXPECT_EQ(binaryD(RtBinary::MulF, f32, 0x1p-70, 0x1p-70), 0x1p-140);
  EXPECT_EQ(binaryD(RtBinary::MulF, f32, 0x1p-70, 0x1p-70, RtFlushToZero), 0);
  EXPECT_EQ(unaryD(RtUnary::Exp2, f32, -140), 0x1p-140);
  EXPECT_EQ(unaryD(RtUnary::Exp2, f32, -140, RtFlushToZero), 0);
  double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(binaryD(RtBinary::MaxF, f32, nan, 3), 3);
  EXPECT_TRUE(std::isnan(binaryD(RtBinary::MaxF, f32, nan, 3, RtPropagateNaN)));
  EXPECT_EQ(binaryD(RtBinary::DivF, f32, 0x1p100, 0x1p126), 0x1p-26);
}

TEST(Services, FPowIReadsTheExponentsKind) {
  Tile base = fromDoubles(ElementKind::F16, {2, -3, 0.5});
  Tile exponent(ElementKind::I8, {3, 3, 0xfe});
  Tile out(ElementKind::F16, 3);
  tessera_rt_binary(
      nullptr, uint32_t(RtBinary::FPowI), uint32_t(ElementKind::F16),
      uint32_t(ElementKind::I8) << RtSecondKindShift, out.bytes.data(),
      base.bytes.data(), exponent.bytes.data(), 3);
  EXPECT_EQ(asDouble(out, 0), 8);
  EXPECT_EQ(asDouble(out, 1), -27);
  EXPECT_EQ(asDouble(out, 2), 4);
}

TEST(Services, IntegersOfEveryWidth) {
  for (ElementKind kind :
       {ElementKind::I1, ElementKind::I4, ElementKind::I8, ElementKind::I16,
        ElementKind::I32, ElementKind::I64}) {
    unsigned width = numerics::bitWidth(kind);
    uint64_t ones = ~uint64_t(0) >> (64 - width);
    EXPECT_EQ(binary(RtBinary::AddI, kind, ones, 1), 0u);
    EXPECT_EQ(binary(RtBinary::SubI, kind, 0, 1), ones);
    EXPECT_EQ(binary(RtBinary::MulI, kind, ones, ones), 1u);
    EXPECT_EQ(binary(RtBinary::MulHiI, kind, ones, ones), ones - 1);
    EXPECT_EQ(binary(RtBinary::AndI, kind, ones, 1), 1u);
    EXPECT_EQ(binary(RtBinary::OrI, kind, 0, 1), 1u);
    EXPECT_EQ(binary(RtBinary::XOrI, kind, ones, ones), 0u);
    EXPECT_EQ(binary(RtBinary::MaxI, kind, ones, 0), ones);
    EXPECT_EQ(binary(RtBinary::MaxI, kind, ones, 0, RtSigned), 0u);
    EXPECT_EQ(binary(RtBinary::MinI, kind, ones, 0, RtSigned), ones);
    EXPECT_EQ(binary(RtBinary::ShLI, kind, 1, width - 1), uint64_t(1)
                                                              << (width - 1));
    EXPECT_EQ(binary(RtBinary::ShLI, kind, 1, width & ones),
              width <= ones ? 0u
                            : binary(RtBinary::ShLI, kind, 1, width & ones));
    EXPECT_EQ(binary(RtBinary::ShRI, kind, ones, width - 1, RtSigned), ones);
    EXPECT_EQ(binary(RtBinary::ShRI, kind, ones, width - 1), 1u);
    EXPECT_EQ(binary(RtBinary::DivI, kind, 1, 0), 0u);
    EXPECT_EQ(binary(RtBinary::RemI, kind, 1, 0), 0u);
    EXPECT_EQ(unary(RtUnary::NegI, kind, 1), ones);
    EXPECT_EQ(unary(RtUnary::AbsI, kind, ones), 1u);
  }
  uint64_t minus7 = uint32_t(-7);
  ElementKind i32 = ElementKind::I32;
  EXPECT_EQ(binary(RtBinary::DivI, i32, minus7, 2, RtSigned), uint32_t(-3));
  EXPECT_EQ(binary(RtBinary::DivI, i32, minus7, 2,
                   RtSigned | uint32_t(Rounding::NegativeInf)),
            uint32_t(-4));
  EXPECT_EQ(binary(RtBinary::DivI, i32, 7, 2,
                   RtSigned | uint32_t(Rounding::PositiveInf)),
            4u);
  EXPECT_EQ(binary(RtBinary::RemI, i32, minus7, 4, RtSigned), uint32_t(-3));
}

TEST(Services, ComparisonsOfFloatsAndIntegers) {
  auto compare = [](uint32_t predicate, ElementKind kind, uint64_t a,
                    uint64_t b, uint32_t flags = 0) {
    Tile lhs(kind, {a}), rhs(kind, {b});
    uint8_t out = 7;
    tessera_rt_compare(nullptr, predicate, uint32_t(kind), flags, &out,
                       lhs.bytes.data(), rhs.bytes.data(), 1);
    return out;
  };
  // eq ne lt le gt ge of (less, equal, greater).
  const int expected[6][3] = {{0, 1, 0}, {1, 0, 1}, {1, 0, 0},
                              {1, 1, 0}, {0, 0, 1}, {0, 1, 1}};
  for (uint32_t predicate = 0; predicate < 6; ++predicate) {
    for (ElementKind kind : baseFloats) {
      uint64_t one = numerics::fromDouble(kind, 1),
               two = numerics::fromDouble(kind, 2),
               nan = numerics::floatFormat(kind).canonicalNaN();
      EXPECT_EQ(compare(predicate, kind, one, two), expected[predicate][0]);
      EXPECT_EQ(compare(predicate, kind, one, one), expected[predicate][1]);
      EXPECT_EQ(compare(predicate, kind, two, one), expected[predicate][2]);
      EXPECT_EQ(compare(predicate, kind, nan, one), 0);
      EXPECT_EQ(compare(predicate, kind, nan, one, RtUnordered), 1);
    }
    EXPECT_EQ(compare(predicate, ElementKind::I4, 0xf, 1, RtSigned),
              expected[predicate][0]);
    EXPECT_EQ(compare(predicate, ElementKind::I4, 0xf, 1),
              expected[predicate][2]);
  }
}

TEST(Services, Conversions) {
  auto convert = [](RtConvert op, ElementKind from, ElementKind to, uint64_t x,
                    uint32_t flags = 0) {
    Tile in(from, {x}), out(to, 1);
    tessera_rt_convert(nullptr, uint32_t(op), uint32_t(from), uint32_t(to),
                       flags, out.bytes.data(), in.bytes.data(), 1);
    return out[0];
  };
  // Every pair of float kinds, against the element conversion.
  for (size_t from = size_t(ElementKind::F16);
       from <= size_t(ElementKind::F8E5M3FNU); ++from)
    for (size_t to = size_t(ElementKind::F16);
         to <= size_t(ElementKind::F8E5M3FNU); ++to) {
      auto a = ElementKind(from), b = ElementKind(to);
      uint64_t x = numerics::fromDouble(a, 1.5);
      EXPECT_EQ(convert(RtConvert::FToF, a, b, x),
                numerics::convertFloat(a, b, x));
    }
  EXPECT_EQ(convert(RtConvert::FToI, ElementKind::F32, ElementKind::I8,
                    numerics::fromDouble(ElementKind::F32, -3.7), RtSigned),
            0xfdu);
  EXPECT_EQ(convert(RtConvert::FToI, ElementKind::F32, ElementKind::I8,
                    numerics::fromDouble(ElementKind::F32, 300)),
            255u);
  EXPECT_EQ(convert(RtConvert::IToF, ElementKind::I8, ElementKind::F16, 0xff,
                    RtSigned),
            numerics::fromDouble(ElementKind::F16, -1));
  EXPECT_EQ(convert(RtConvert::ExtI, ElementKind::I4, ElementKind::I16, 0xf,
                    RtSigned),
            0xffffu);
  EXPECT_EQ(convert(RtConvert::ExtI, ElementKind::I4, ElementKind::I16, 0xf),
            0xfu);
  EXPECT_EQ(convert(RtConvert::TruncI, ElementKind::I64, ElementKind::I4,
                    0x123456789abcdef7),
            7u);
}

TEST(Services, FmaSelectPackAndNibbles) {
  Tile a = fromDoubles(ElementKind::BF16, {3}),
       b = fromDoubles(ElementKind::BF16, {5}),
       c = fromDoubles(ElementKind::BF16, {-1}), out(ElementKind::BF16, 1);
  auto kind = uint32_t(ElementKind::BF16);
  tessera_rt_ternary(nullptr, uint32_t(RtTernary::Fma), kind, 0,
                     out.bytes.data(), a.bytes.data(), b.bytes.data(),
                     c.bytes.data(), 1);
  EXPECT_EQ(asDouble(out, 0), 14);
  for (uint8_t condition : {0, 1}) {
    tessera_rt_ternary(nullptr, uint32_t(RtTernary::Select), kind, 0,
                       out.bytes.data(), &condition, b.bytes.data(),
                       c.bytes.data(), 1);
    EXPECT_EQ(asDouble(out, 0), condition ? 5 : -1);
  }
  uint8_t nibbles[] = {1, 2, 3, 15}, packed[2] = {}, back[4] = {};
  tessera_rt_pack(nullptr, uint32_t(ElementKind::F4E2M1FN), packed, nibbles, 4);
  EXPECT_EQ(packed[0], 0x21);
  EXPECT_EQ(packed[1], 0xf3);
  tessera_rt_unpack(nullptr, uint32_t(ElementKind::F4E2M1FN), back, packed, 4);
  EXPECT_EQ(std::memcmp(back, nibbles, 4), 0);
  tessera_rt_read_nibbles(nullptr, back, packed, 1, 2);
  EXPECT_EQ(back[0], 2);
  EXPECT_EQ(back[1], 3);
  uint8_t five[] = {5};
  tessera_rt_write_nibbles(nullptr, packed, 2, five, 1);
  EXPECT_EQ(packed[1], 0xf5);
}

//===----------------------------------------------------------------------===//
// Contraction
//===----------------------------------------------------------------------===//

static Tile randomTile(ElementKind kind, size_t n, std::mt19937 &random) {
  Tile tile(kind, n);
  std::uniform_real_distribution<double> values(-2, 2);
  for (size_t i = 0; i < n; ++i)
    tile.set(i, numerics::fromDouble(kind, values(random)));
  return tile;
}

/// acc[i][j] by Numerics' own fma in `step`, k ascending.
static uint64_t dot(const Tile &lhs, const Tile &rhs, const Tile &acc,
                    size_t batch, size_t i, size_t j, size_t rows,
                    size_t columns, size_t depth, ElementKind step) {
  uint64_t sum = numerics::convertFloat(acc.kind, step,
                                        acc[(batch * rows + i) * columns + j]);
  for (size_t k = 0; k < depth; ++k)
    sum = numerics::fmaF(
        step,
        numerics::convertFloat(lhs.kind, step,
                               lhs[(batch * rows + i) * depth + k]),
        numerics::convertFloat(rhs.kind, step,
                               rhs[(batch * depth + k) * columns + j]),
        sum);
  return numerics::convertFloat(step, acc.kind, sum);
}

TEST(Services, MmaFMatchesElementwiseFma) {
  std::mt19937 random(1);
  struct Case {
    ElementKind operand, acc;
  };
  for (Case c : {Case{ElementKind::F16, ElementKind::F32},
                 Case{ElementKind::F16, ElementKind::F16},
                 Case{ElementKind::BF16, ElementKind::F32},
                 Case{ElementKind::TF32, ElementKind::F32},
                 Case{ElementKind::F32, ElementKind::F32},
                 Case{ElementKind::F64, ElementKind::F64},
                 Case{ElementKind::F8E4M3FN, ElementKind::F32},
                 Case{ElementKind::F8E5M2, ElementKind::F16}}) {
    for (auto [rows, columns, depth] :
         {std::array<size_t, 3>{1, 1, 2}, std::array<size_t, 3>{4, 16, 8}}) {
      constexpr size_t batches = 2;
      Tile lhs = randomTile(c.operand, batches * rows * depth, random);
      Tile rhs = randomTile(c.operand, batches * depth * columns, random);
      Tile acc = randomTile(c.acc, batches * rows * columns, random);
      Tile result = acc;
      tessera_rt_mmaf(nullptr, uint32_t(c.operand), uint32_t(c.acc), batches,
                      rows, columns, depth, lhs.bytes.data(), rhs.bytes.data(),
                      result.bytes.data());
      ElementKind step =
          c.operand == ElementKind::F64 ? ElementKind::F64 : ElementKind::F32;
      for (size_t b = 0; b < batches; ++b)
        for (size_t i = 0; i < rows; ++i)
          for (size_t j = 0; j < columns; ++j)
            ASSERT_EQ(result[(b * rows + i) * columns + j],
                      dot(lhs, rhs, acc, b, i, j, rows, columns, depth, step))
                << numerics::elementName(c.operand);
    }
  }
}

TEST(Services, MmaIOfAllSignedness) {
  std::mt19937 random(2);
  constexpr size_t rows = 2, columns = 4, depth = 8, batches = 2;
  std::vector<uint8_t> lhs(batches * rows * depth),
      rhs(batches * depth * columns);
  for (auto *tile : {&lhs, &rhs})
    for (uint8_t &byte : *tile)
      byte = static_cast<uint8_t>(random());
  for (uint32_t flags : {0u, uint32_t(RtSigned), uint32_t(RtSignedRhs),
                         uint32_t(RtSigned | RtSignedRhs)}) {
    std::vector<int32_t> acc(batches * rows * columns, 3);
    tessera_rt_mmai(nullptr, flags, batches, rows, columns, depth, lhs.data(),
                    rhs.data(), acc.data());
    for (size_t b = 0; b < batches; ++b)
      for (size_t i = 0; i < rows; ++i)
        for (size_t j = 0; j < columns; ++j) {
          int32_t sum = 3;
          for (size_t k = 0; k < depth; ++k) {
            uint8_t x = lhs[(b * rows + i) * depth + k],
                    y = rhs[(b * depth + k) * columns + j];
            sum += (flags & RtSigned ? int8_t(x) : int(x)) *
                   (flags & RtSignedRhs ? int8_t(y) : int(y));
          }
          ASSERT_EQ(acc[(b * rows + i) * columns + j], sum);
        }
  }
}

TEST(Services, MmaScaledAppliesBlockScales) {
  // 1 x 4 times 4 x 2, two scales along k: exact small numbers.
  Tile lhs = fromDoubles(ElementKind::F8E4M3FN, {1, 2, 3, 4});
  Tile rhs = fromDoubles(ElementKind::F8E4M3FN, {1, 2, 1, 2, 1, 2, 1, 2});
  Tile lhsScale = fromDoubles(ElementKind::F8E8M0FNU, {2, 0.5});
  Tile rhsScale = fromDoubles(ElementKind::F8E8M0FNU, {1, 4, 8, 16});
  Tile acc = fromDoubles(ElementKind::F32, {100, 200});
  tessera_rt_mmaf_scaled(nullptr, uint32_t(ElementKind::F8E4M3FN),
                         uint32_t(ElementKind::F8E8M0FNU), 1, 1, 2, 4, 2,
                         lhs.bytes.data(), lhsScale.bytes.data(),
                         rhs.bytes.data(), rhsScale.bytes.data(),
                         acc.bytes.data());
  // (1+2)*2*1 + (3+4)*0.5*8 and 2*((1+2)*2*4 + (3+4)*0.5*16).
  EXPECT_EQ(asDouble(acc, 0), 100 + 6 + 28);
  EXPECT_EQ(asDouble(acc, 1), 200 + 48 + 112);
}

//===----------------------------------------------------------------------===//
// Atomics
//===----------------------------------------------------------------------===//

TEST(Services, AtomicModes) {
  auto rmw = [](AtomicUpdate mode, ElementKind kind, uint64_t old,
                uint64_t operand) {
    alignas(8) Tile place(kind, {old});
    EXPECT_EQ(tessera_rt_atomic_rmw(nullptr, uint32_t(mode), uint32_t(kind), 4,
                                    place.bytes.data(), operand),
              old);
    return place[0];
  };
  ElementKind i32 = ElementKind::I32, i64 = ElementKind::I64;
  uint64_t minus1 = 0xffffffff;
  EXPECT_EQ(rmw(AtomicUpdate::And, i32, 6, 3), 2u);
  EXPECT_EQ(rmw(AtomicUpdate::Or, i32, 6, 3), 7u);
  EXPECT_EQ(rmw(AtomicUpdate::Xor, i64, 6, 3), 5u);
  EXPECT_EQ(rmw(AtomicUpdate::Add, i32, minus1, 3), 2u);
  EXPECT_EQ(rmw(AtomicUpdate::Max, i32, minus1, 3), 3u);
  EXPECT_EQ(rmw(AtomicUpdate::Min, i32, minus1, 3), minus1);
  EXPECT_EQ(rmw(AtomicUpdate::UMax, i32, minus1, 3), minus1);
  EXPECT_EQ(rmw(AtomicUpdate::UMin, i32, minus1, 3), 3u);
  EXPECT_EQ(rmw(AtomicUpdate::Xchg, i64, 1, 9), 9u);
  for (ElementKind kind : baseFloats)
    EXPECT_EQ(rmw(AtomicUpdate::AddF, kind, numerics::fromDouble(kind, 1),
                  numerics::fromDouble(kind, 2.5)),
              numerics::fromDouble(kind, 3.5));
}

TEST(Services, AtomicTilesHonourMasks) {
  uint32_t memory[2] = {10, 20};
  void *addresses[] = {&memory[0], &memory[1], &memory[0]};
  uint32_t operands[] = {1, 2, 3}, out[] = {9, 9, 9};
  uint8_t mask[] = {1, 0, 1};
  tessera_rt_atomic_rmw_tile(nullptr, uint32_t(AtomicUpdate::Add),
                             uint32_t(ElementKind::I32), 1, addresses, operands,
                             mask, out, 3);
  EXPECT_EQ(memory[0], 14u);
  EXPECT_EQ(memory[1], 20u);
  EXPECT_EQ(out[0], 10u);
  EXPECT_EQ(out[1], 0u);
  EXPECT_EQ(out[2], 11u);
  uint32_t expected[] = {14, 5, 99}, replacement[] = {1, 2, 3};
  tessera_rt_atomic_cas_tile(nullptr, uint32_t(ElementKind::I32), 4, addresses,
                             expected, replacement, mask, out, 3);
  EXPECT_EQ(memory[0], 1u);
  EXPECT_EQ(out[0], 14u);
  EXPECT_EQ(out[1], 5u);
  EXPECT_EQ(out[2], 1u);
  EXPECT_EQ(tessera_rt_atomic_cas(nullptr, uint32_t(ElementKind::I32), 2,
                                  &memory[1], 20, 21),
            20u);
  EXPECT_EQ(memory[1], 21u);
}

TEST(Services, AtomicF16AddLosesNothing) {
  alignas(4) uint16_t place[2] = {0, 0x1234};
  std::vector<std::thread> threads;
  uint64_t one = numerics::fromDouble(ElementKind::F16, 1);
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([&] {
      for (int i = 0; i < 250; ++i)
        tessera_rt_atomic_rmw(nullptr, uint32_t(AtomicUpdate::AddF),
                              uint32_t(ElementKind::F16), 1, place, one);
    });
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_EQ(numerics::toDouble(ElementKind::F16, place[0]), 1000);
  EXPECT_EQ(place[1], 0x1234);
}

//===----------------------------------------------------------------------===//
// Text and symbols
//===----------------------------------------------------------------------===//

TEST(PrintFormat, FollowsTheElementKind) {
  auto print = [](const char *format, const Tile &tile,
                  std::vector<int64_t> shape) {
    std::string out;
    numerics::PrintTile argument{tile.kind, shape, tile.bytes.data()};
    numerics::printFormatted(out, format, {&argument, 1});
    return out;
  };
  Tile i4(ElementKind::I4, {1, 15, 8, 7});
  EXPECT_EQ(print("<%d>", i4, {2, 2}), "<[[1, -1], [-8, 7]]>");
  EXPECT_EQ(print("%x", i4, {4}), "[1, f, 8, 7]");
  EXPECT_EQ(print("%.2f", fromDoubles(ElementKind::F16, {1.5}), {}), "1.50");
  EXPECT_EQ(print("%d", fromDoubles(ElementKind::F32, {2.5}), {}), "2.5");
  EXPECT_EQ(print("%i", Tile(ElementKind::I1, {1}), {}), "1");
  EXPECT_EQ(print("%5.1f|", fromDoubles(ElementKind::F64, {2.25}), {}),
            "  2.2|");
  EXPECT_EQ(print("100%% %n %d", Tile(ElementKind::I32, {7}), {}), "100% 7 ");
  EXPECT_EQ(print("%*d%s%s", Tile(ElementKind::I32, {7}), {}), "7");
}

TEST(Symbols, CoverTheABI) {
  std::set<std::string_view> names;
  for (const RuntimeSymbol &symbol : runtimeSymbols()) {
    EXPECT_TRUE(names.insert(symbol.name).second) << symbol.name;
    EXPECT_NE(symbol.address, nullptr) << symbol.name;
  }
  for (const RtFunction &function : rtFunctions)
    EXPECT_TRUE(names.contains(function.name)) << function.name;
}
