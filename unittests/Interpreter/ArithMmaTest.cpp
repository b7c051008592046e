//===- Interpreter/ArithMmaTest.cpp - matrix multiply-accumulate --*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// mmaf, mmai and mmaf_scaled against plain triple loops written from the
// documented order: k ascending, one std::fma per step, f32 (f64) accumulator,
// an f16 accumulator rounded once. Every legal type pair, ranks 2 and 3, shapes
// on both sides of the kernels' block sizes.
//
//===----------------------------------------------------------------------===//

#include "ArithKernel.h"

#include <gtest/gtest.h>

#include <cmath>

using namespace tessera;
using namespace tessera::arith_test;
using llvm::APFloat;

namespace {

struct Shape {
  int batches, m, n, k; // batches 0: rank 2
  int count(int rows, int columns) const {
    return std::max(batches, 1) * rows * columns;
  }
  std::string type(int rows, int columns, const std::string &element) const {
    std::string batch = batches ? std::to_string(batches) + "x" : "";
    return "tile<" + batch + std::to_string(rows) + "x" +
           std::to_string(columns) + "x" + element + ">";
  }
};

constexpr Shape shapes[] = {{0, 1, 1, 1}, {0, 16, 8, 4},   {0, 2, 16, 32},
                            {0, 8, 4, 2}, {0, 64, 32, 16}, {2, 4, 16, 8},
                            {4, 2, 2, 2}, {1, 8, 64, 1}};

double valueOf(const std::string &type, uint64_t bits) {
  bool lossy;
  APFloat value = makeFloat(type, bits);
  value.convert(APFloat::IEEEdouble(), APFloat::rmNearestTiesToEven, &lossy);
  return value.convertToDouble();
}

uint64_t rounded(const std::string &type, double value) {
  bool lossy;
  APFloat narrow(value);
  narrow.convert(semanticsOf(type), APFloat::rmNearestTiesToEven, &lossy);
  return patternOf(type, narrow);
}

/// Random values of moderate size, full precision of the type.
Operand moderate(const std::string &type, int count, uint64_t seed) {
  Random random(seed);
  Operand operand{type, {}};
  for (int i = 0; i < count; ++i) {
    double unit = static_cast<double>(random.next() >> 11) * 0x1p-53;
    double sign = random.next() & 1 ? -1 : 1;
    double scale = std::ldexp(1.0, static_cast<int>(random.next() % 7) - 3);
    operand.bits.push_back(rounded(type, sign * (0.5 + unit / 2) * scale));
  }
  return operand;
}

/// A kernel that reshapes 1-d operands to matrices, applies `op` to %A, %B, ...
/// and flattens the result.
Outcome runMatrices(const std::string &op, const std::vector<Operand> &operands,
                    const std::vector<std::string> &types,
                    const std::string &resultType) {
  std::string body;
  std::string list;
  for (size_t i = 0; i < operands.size(); ++i) {
    std::string lower(1, char('a' + i)), upper(1, char('A' + i));
    body += "  %" + upper + " = reshape %" + lower + " : tile<" +
            std::to_string(operands[i].bits.size()) + "x" + operands[i].type +
            "> -> " + types[i] + "\n";
    list += (i ? ", " : "") + types[i];
  }
  std::string count = std::to_string(operands[2].bits.size());
  body += "  %R = " + op + " : " + list + "\n  %r = reshape %R : " + types[2] +
          " -> tile<" + count + "x" + resultType + ">";
  Outcome outcome =
      runBody(body, operands, resultType, operands[2].bits.size());
  EXPECT_EQ(outcome.error, "");
  return outcome;
}

/// acc[b,i,j] folded over k by `step(acc, a, b)` starting from acc.
template <typename Acc, typename Step>
std::vector<Acc> fold(const Shape &shape, std::vector<Acc> acc, Step step) {
  for (int b = 0; b < std::max(shape.batches, 1); ++b)
    for (int i = 0; i < shape.m; ++i)
      for (int j = 0; j < shape.n; ++j) {
        Acc &sum = acc[(b * shape.m + i) * shape.n + j];
        for (int k = 0; k < shape.k; ++k)
          sum = step(sum, (b * shape.m + i) * shape.k + k,
                     (b * shape.k + k) * shape.n + j);
      }
  return acc;
}

void checkMmaF(const std::string &type, const std::string &accType,
               const Shape &shape, Operand a, Operand b, Operand c) {
  Outcome outcome = runMatrices("mmaf %A, %B, %C", {a, b, c},
                                {shape.type(shape.m, shape.k, type),
                                 shape.type(shape.k, shape.n, type),
                                 shape.type(shape.m, shape.n, accType)},
                                accType);
  Bits expected;
  if (type == "f64") {
    std::vector<double> acc;
    for (uint64_t bits : c.bits)
      acc.push_back(doubleOf(bits));
    acc = fold(shape, acc, [&](double sum, int x, int y) {
      return std::fma(doubleOf(a.bits[x]), doubleOf(b.bits[y]), sum);
    });
    for (double sum : acc)
      expected.push_back(rounded("f64", sum));
  } else {
    std::vector<float> acc;
    for (uint64_t bits : c.bits)
      acc.push_back(static_cast<float>(valueOf(accType, bits)));
    acc = fold(shape, acc, [&](float sum, int x, int y) {
      return std::fma(static_cast<float>(valueOf(type, a.bits[x])),
                      static_cast<float>(valueOf(type, b.bits[y])), sum);
    });
    for (float sum : acc)
      expected.push_back(rounded(accType, sum));
  }
  expectSame("mmaf " + type + " " + accType + " " +
                 shape.type(shape.m, shape.n, accType),
             outcome.bits, expected, {});
}

} // namespace

TEST(ArithMma, EveryTypePairInEveryShape) {
  const char *pairs[][2] = {{"f8E4M3FN", "f16"}, {"f8E4M3FN", "f32"},
                            {"f8E5M2", "f16"},   {"f8E5M2", "f32"},
                            {"f16", "f16"},      {"f16", "f32"},
                            {"bf16", "f32"},     {"tf32", "f32"},
                            {"f32", "f32"},      {"f64", "f64"}};
  for (auto &[type, accType] : pairs)
    for (const Shape &shape : shapes)
      checkMmaF(type, accType, shape,
                moderate(type, shape.count(shape.m, shape.k), 1),
                moderate(type, shape.count(shape.k, shape.n), 2),
                moderate(accType, shape.count(shape.m, shape.n), 3));
}

// Arbitrary bit patterns: products that leave f32's range in both directions,
// infinities, NaNs and signed zeros.
TEST(ArithMma, ArbitraryBitPatterns) {
  Shape shape{0, 16, 32, 2};
  for (std::string type : {"f16", "bf16", "f32", "f64"}) {
    std::string accType = type == "f64" ? "f64" : "f32";
    auto patterns = [](const std::string &t, int count) {
      Operand operand{t, floatOperands(t, 1, 1024)[0]};
      operand.bits.resize(count);
      return operand;
    };
    checkMmaF(type, accType, shape,
              patterns(type, shape.count(shape.m, shape.k)),
              patterns(type, shape.count(shape.k, shape.n)),
              patterns(accType, shape.count(shape.m, shape.n)));
  }
}

TEST(ArithMma, IntegersInAllFourSigns) {
  for (const Shape &shape : shapes)
    for (bool leftSigned : {false, true})
      for (bool rightSigned : {false, true}) {
        Random random(4);
        Operand a{"i8", {}}, b{"i8", {}}, c{"i32", {}};
        for (int i = 0; i < shape.count(shape.m, shape.k); ++i)
          a.bits.push_back(random.next() & 0xff);
        for (int i = 0; i < shape.count(shape.k, shape.n); ++i)
          b.bits.push_back(random.next() & 0xff);
        // Accumulators over the whole range: the sum wraps.
        for (int i = 0; i < shape.count(shape.m, shape.n); ++i)
          c.bits.push_back(i % 2 ? 0x7fffffff : random.next() & 0xffffffff);
        auto extend = [](uint64_t bits, bool isSigned) {
          return isSigned ? int64_t(int8_t(bits)) : int64_t(bits);
        };
        std::vector<int64_t> acc(c.bits.begin(), c.bits.end());
        acc = fold(shape, acc, [&](int64_t sum, int x, int y) {
          return sum +
                 extend(a.bits[x], leftSigned) * extend(b.bits[y], rightSigned);
        });
        Bits expected;
        for (int64_t sum : acc)
          expected.push_back(static_cast<uint32_t>(sum));
        std::string op = std::string("mmai %A, %B, %C ") +
                         (leftSigned ? "signed " : "unsigned ") +
                         (rightSigned ? "signed" : "unsigned");
        Outcome outcome = runMatrices(op, {a, b, c},
                                      {shape.type(shape.m, shape.k, "i8"),
                                       shape.type(shape.k, shape.n, "i8"),
                                       shape.type(shape.m, shape.n, "i32")},
                                      "i32");
        expectSame(op, outcome.bits, expected, {});
      }
}

namespace {

/// Block-scaled product: elements arrive as f16 or f8 bits and, for f4, are
/// converted in the kernel (every f4 value is an f16).
void checkScaled(const std::string &type, const std::string &scaleType,
                 int blockLength, const Shape &shape, int scaleRange) {
  bool isF4 = type == "f4E2M1FN";
  std::string memoryType = isF4 ? "f16" : type;
  int blocks = shape.k / blockLength;
  Random random(static_cast<uint64_t>(blockLength));
  auto elements = [&](int count) {
    Operand operand{memoryType, {}};
    for (int i = 0; i < count; ++i) {
      uint64_t code = random.next();
      double value = isF4
                         ? valueOf(type, code & 0xf)
                         : std::ldexp(double(code % 15) - 7, int(code % 5) - 2);
      operand.bits.push_back(rounded(memoryType, value));
    }
    return operand;
  };
  auto scales = [&](int count) {
    Operand operand{scaleType, {}};
    for (int i = 0; i < count; ++i) {
      int exponent = int(random.next() % (2 * scaleRange + 1)) - scaleRange;
      // e8m0 is the biased exponent; e4m3 gets some mantissa as well.
      operand.bits.push_back(scaleType == "f8E8M0FNU"
                                 ? static_cast<uint64_t>(exponent + 127)
                                 : (random.next() & 0x3f) + 0x18);
    }
    return operand;
  };
  Operand a = elements(shape.count(shape.m, shape.k));
  Operand b = elements(shape.count(shape.k, shape.n));
  Operand c = moderate("f32", shape.count(shape.m, shape.n), 5);
  Operand sa = scales(shape.count(shape.m, blocks));
  Operand sb = scales(shape.count(blocks, shape.n));

  std::string narrow;
  std::string left = "%A", right = "%B";
  std::vector<std::string> types = {shape.type(shape.m, shape.k, memoryType),
                                    shape.type(shape.k, shape.n, memoryType),
                                    shape.type(shape.m, shape.n, "f32"),
                                    shape.type(shape.m, blocks, scaleType),
                                    shape.type(blocks, shape.n, scaleType)};
  std::string body;
  const std::vector<Operand> operands = {a, b, c, sa, sb};
  for (size_t i = 0; i < operands.size(); ++i) {
    std::string lower(1, char('a' + i)), upper(1, char('A' + i));
    body += "  %" + upper + " = reshape %" + lower + " : tile<" +
            std::to_string(operands[i].bits.size()) + "x" + operands[i].type +
            "> -> " + types[i] + "\n";
  }
  if (isF4) {
    std::string leftType = shape.type(shape.m, shape.k, type);
    std::string rightType = shape.type(shape.k, shape.n, type);
    body += "  %A4 = ftof %A : " + types[0] + " -> " + leftType + "\n";
    body += "  %B4 = ftof %B : " + types[1] + " -> " + rightType + "\n";
    types[0] = leftType;
    types[1] = rightType;
    left = "%A4";
    right = "%B4";
  }
  body += "  %R = mmaf_scaled " + left + ", " + right +
          ", %C, %D, %E : " + types[0] + ", " + types[1] + ", " + types[2] +
          ", " + types[3] + ", " + types[4] +
          "\n  %r = reshape %R : " + types[2] + " -> tile<" +
          std::to_string(c.bits.size()) + "xf32>";
  Outcome outcome = runBody(body, operands, "f32", c.bits.size());
  ASSERT_EQ(outcome.error, "");

  std::vector<float> acc;
  for (uint64_t bits : c.bits)
    acc.push_back(floatOf(bits));
  Bits expected;
  for (int batch = 0; batch < std::max(shape.batches, 1); ++batch)
    for (int i = 0; i < shape.m; ++i)
      for (int j = 0; j < shape.n; ++j) {
        float sum = acc[(batch * shape.m + i) * shape.n + j];
        for (int k = 0; k < shape.k; ++k) {
          int block = k / blockLength;
          // long double holds the exact sum of product and accumulator: the
          // product has at most 16 bits and both are within 2^40 of another,
          // or so far apart that the smaller does not matter.
          long double x =
              valueOf(memoryType, a.bits[(batch * shape.m + i) * shape.k + k]);
          long double y =
              valueOf(memoryType, b.bits[(batch * shape.k + k) * shape.n + j]);
          x *= valueOf(scaleType,
                       sa.bits[(batch * shape.m + i) * blocks + block]);
          y *= valueOf(scaleType,
                       sb.bits[(batch * blocks + block) * shape.n + j]);
          sum = static_cast<float>(x * y + static_cast<long double>(sum));
        }
        expected.push_back(rounded("f32", sum));
      }
  expectSame("mmaf_scaled " + type + " " + scaleType, outcome.bits, expected,
             {});
}

} // namespace

TEST(ArithMma, BlockScaledFormats) {
  const Shape shapes[] = {{0, 16, 8, 64}, {2, 4, 16, 32}, {0, 2, 2, 128}};
  for (const Shape &shape : shapes) {
    checkScaled("f8E4M3FN", "f8E8M0FNU", 32, shape, 3);
    checkScaled("f8E5M2", "f8E8M0FNU", 32, shape, 3);
    checkScaled("f4E2M1FN", "f8E8M0FNU", 16, shape, 3);
    checkScaled("f4E2M1FN", "f8E8M0FNU", 32, shape, 3);
    checkScaled("f4E2M1FN", "f8E4M3FN", 16, shape, 0);
  }
}

// Scales so large and small that scaled values leave f32 while the products
// come back into it.
TEST(ArithMma, ScalesAtTheEndsOfTheRange) {
  checkScaled("f8E4M3FN", "f8E8M0FNU", 32, Shape{0, 8, 8, 64}, 127);
  checkScaled("f4E2M1FN", "f8E8M0FNU", 16, Shape{0, 8, 8, 64}, 127);
}

TEST(ArithMma, NaNScaleMakesTheBlockNaN) {
  Operand a{"f8E5M2", Bits(2 * 64, 0x3c)}, b{"f8E5M2", Bits(64 * 2, 0x3c)};
  Operand c{"f32", Bits(4)};
  Operand sa{"f8E8M0FNU", {127, 127, 127, 255}}; // row 1, second block: NaN
  Operand sb{"f8E8M0FNU", Bits(4, 127)};
  Outcome outcome =
      runMatrices("mmaf_scaled %A, %B, %C, %D, %E", {a, b, c, sa, sb},
                  {"tile<2x64xf8E5M2>", "tile<64x2xf8E5M2>", "tile<2x2xf32>",
                   "tile<2x2xf8E8M0FNU>", "tile<2x2xf8E8M0FNU>"},
                  "f32");
  uint64_t nan = canonicalNaN("f32"), sum = bitsOf(64.0f);
  EXPECT_EQ(outcome.bits, (Bits{sum, sum, nan, nan}));
}
