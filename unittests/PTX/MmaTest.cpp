//===- PTX/MmaTest.cpp - mma.sync against matrix products -------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every shape and type of mma.sync on random matrices. Fragments are packed
// here by the word rule of gpu-facts.md 1.2 and 1.3, formats decoded by their
// definition: nothing is shared with what is tested. Where all sums are exact
// the result must be; otherwise one rounding is allowed.
//
//===----------------------------------------------------------------------===//

#include "EmulatorHelper.h"
#include "MatrixHelper.h"

#include <cmath>
#include <random>

using namespace llvm;
using namespace tessera::ptx;

namespace {

struct Row {
  unsigned m, n, k;
  const char *a, *b, *d;
  const char *before, *after; // modifiers around the types
  unsigned scales = 0;
  const char *scaleType = "";
};

/// Block scales: the registers, the selectors and the values they select.
struct Scales {
  unsigned byteA, tidA, byteB, tidB;
  std::vector<uint64_t> scaleA, scaleB; // by lane
  std::vector<double> valueA, valueB;   // [row or column][4]
};

Scales makeScales(const Row &row, unsigned seed, std::mt19937_64 &random) {
  // Scales: lane 4 * (row % 8) + 2 * tid + row / 8, lane 4 * column + tid.
  unsigned tidA = seed % 2, tidB = seed % 4;
  unsigned byteA = row.scales == 1   ? seed % 4
                   : row.scales == 2 ? seed % 2 * 2
                                     : 0;
  unsigned byteB = row.scales == 1 ? (seed + 1) % 4 : byteA;
  std::vector<uint64_t> scaleA(32), scaleB(32);
  std::vector<double> valueA(row.m * 4, 1), valueB(row.n * 4, 1);
  if (row.scales != 0) {
    const Format &format = formatOf(row.scaleType);
    for (auto *list : {&scaleA, &scaleB})
      for (uint64_t &word : *list)
        for (unsigned i = 0; i < 4; ++i)
          word |= randomElement(format, random) << (8 * i);
    for (unsigned s = 0; s < row.scales; ++s) {
      for (unsigned i = 0; i < row.m; ++i)
        valueA[i * 4 + s] = decode(
            format,
            scaleA[4 * (i % 8) + 2 * tidA + i / 8] >> (8 * (byteA + s)) & 255);
      for (unsigned j = 0; j < row.n; ++j)
        valueB[j * 4 + s] =
            decode(format, scaleB[4 * j + tidB] >> (8 * (byteB + s)) & 255);
    }
  }
  return {byteA, tidA, byteB, tidB, scaleA, scaleB, valueA, valueB};
}

void runRow(const Row &row, unsigned seed) {
  std::mt19937_64 random(seed);
  const Format &fa = formatOf(row.a), &fb = formatOf(row.b),
               &fd = formatOf(row.d);
  StringRef before = row.before, after = row.after;
  bool isContainer = before.contains("f8f6f4");
  std::vector<uint64_t> a(row.m * row.k), b(row.n * row.k), c(row.m * row.n);
  for (uint64_t &value : a)
    value = randomElement(fa, random);
  for (uint64_t &value : b) // [n][k]
    value = randomElement(fb, random);
  for (uint64_t &value : c)
    value = randomElement(fd, random);
  auto packedA = pack(a, row.m, row.k, placeOf(fa, isContainer), true);
  auto packedB = pack(b, row.n, row.k, placeOf(fb, isContainer), false);
  // C: r0 (or e0) -> n 1; l0, l1 -> n 2, 4; l2..l4 -> m; r1 (or r0) -> m 8.
  unsigned perRegister = fd.bits == 16 ? 2 : 1;
  std::vector<uint64_t> packedC(row.m * row.n / perRegister);
  auto placeC = [&](unsigned i, unsigned j, unsigned &shift) {
    unsigned lane = i % 8 * 4 + j / 2, element = i / 8 * 2 + j % 2;
    shift = perRegister == 2 ? element % 2 * 16 : 0;
    return element / perRegister * 32 + lane;
  };
  for (unsigned i = 0; i < row.m; ++i)
    for (unsigned j = 0; j < row.n; ++j) {
      unsigned shift = 0, at = placeC(i, j, shift);
      packedC[at] |= c[i * row.n + j] << shift;
    }
  Scales scales = makeScales(row, seed, random);
  const auto &[byteA, tidA, byteB, tidB, scaleA, scaleB, valueA, valueB] =
      scales;

  // The kernel: loads registers, multiplies, stores.
  bool isF64 = fd.bits == 64;
  unsigned na = unsigned(packedA.size() / 32),
           nb = unsigned(packedB.size() / 32),
           nc = unsigned(packedC.size() / 32);
  std::string type = isF64 ? "f64" : "b32", accumulatorType = type;
  if (fd.bits == 32)
    accumulatorType = fd.name;
  std::string text =
      ".version 8.7\n.target sm_120a\n.address_size 64\n"
      ".visible .entry k(.param .u64 in, .param .u64 out) {\n"
      ".reg ." +
      type + " %a<8>, %b<4>; .reg ." + accumulatorType +
      " %c<8>, %d<8>; .reg .b32 %s<2>; .reg .b64 %p, %q, %o; .reg .b32 %t;\n"
      "ld.param.u64 %p, [in]; ld.param.u64 %q, [out]; mov.u32 %t, %tid.x;\n"
      "mul.wide.u32 %o, %t, 8; add.u64 %p, %p, %o; add.u64 %q, %q, %o;\n";
  std::vector<uint64_t> input;
  auto load = [&](const std::string &name, const std::vector<uint64_t> &values,
                  const std::string &as) {
    for (unsigned r = 0; r * 32 < values.size(); ++r)
      text += "ld.global." + as + " %" + name + std::to_string(r) + ", [%p+" +
              std::to_string((input.size() + r * 32) * 8) + "];\n";
    input.insert(input.end(), values.begin(), values.end());
  };
  load("a", packedA, type);
  load("b", packedB, type);
  load("c", packedC, accumulatorType);
  std::string extra;
  if (row.scales != 0) {
    text +=
        "ld.global.b32 %s0, [%p+" + std::to_string(input.size() * 8) + "];\n";
    input.insert(input.end(), scaleA.begin(), scaleA.end());
    text +=
        "ld.global.b32 %s1, [%p+" + std::to_string(input.size() * 8) + "];\n";
    input.insert(input.end(), scaleB.begin(), scaleB.end());
    extra = ", %s0, {" + std::to_string(byteA) + ", " + std::to_string(tidA) +
            "}, %s1, {" + std::to_string(byteB) + ", " + std::to_string(tidB) +
            "}";
  }
  std::string shape = "m" + std::to_string(row.m) + "n" +
                      std::to_string(row.n) + "k" + std::to_string(row.k);
  std::string name = "mma.sync.aligned." + shape + ".row.col" + row.before +
                     "." + row.d + "." + row.a + "." + row.b + "." + row.d +
                     row.after;
  text += name + " " + registerList('d', 0, nc) + ", " +
          registerList('a', 0, na) + ", " + registerList('b', 0, nb) + ", " +
          registerList('c', 0, nc) + extra + ";\n";
  for (unsigned r = 0; r < nc; ++r)
    text += "st.global." + accumulatorType + " [%q+" + std::to_string(r * 256) +
            "], %d" + std::to_string(r) + ";\n";
  text += "ret;\n}\n";
  EmulatedModule module(text);
  ASSERT_TRUE(module.program) << name << ": " << module.problem;
  std::vector<uint64_t> output(nc * 32);
  emu::GlobalMemory memory;
  std::vector<uint8_t> parameters;
  appendParameter(parameters, memory.map("in", input.data(), input.size() * 8));
  appendParameter(parameters,
                  memory.map("out", output.data(), output.size() * 8));
  emu::LaunchOptions options;
  options.block = {32, 1, 1};
  emu::LaunchResult result = runEntry(module, memory, parameters, options);
  ASSERT_TRUE(result.passed()) << name << "\n" << renderAll(result);

  unsigned block = row.scales ? row.k / row.scales : row.k;
  for (unsigned i = 0; i < row.m; ++i)
    for (unsigned j = 0; j < row.n; ++j) {
      long double sum = decode(fd, c[i * row.n + j]), magnitude = std::abs(sum);
      for (unsigned at = 0; at < row.k; ++at) {
        uint64_t x = a[i * row.k + at], y = b[j * row.k + at];
        long double product = (long double)decode(fa, x) * decode(fb, y) *
                              valueA[i * 4 + at / block] *
                              valueB[j * 4 + at / block];
        if (after.contains("xor"))
          product = double(x ^ y);
        sum += product;
        magnitude += std::abs(product);
      }
      unsigned shift = 0, at = placeC(i, j, shift);
      uint64_t bits = output[at] >> shift;
      if (fd.bits < 64)
        bits &= (uint64_t(1) << fd.bits) - 1;
      if (fd.bits == 16 && std::abs(sum) >= 65520) {
        ASSERT_EQ(bits, sum < 0 ? 0xFC00u : 0x7C00u) << name; // overflow
        continue;
      }
      double got = decode(fd, bits);
      if (before.contains("satfinite"))
        sum = std::min<long double>(std::max<long double>(sum, INT32_MIN),
                                    INT32_MAX);
      long double tolerance =
          fd.exponent == 0 ? 0
                           : std::ldexp(std::abs(sum), -int(fd.mantissa) - 1) +
                                 std::ldexp(magnitude, -48);
      ASSERT_LE(std::abs(got - sum), tolerance)
          << name << " at (" << i << ", " << j << "), expected " << double(sum);
    }
}

} // namespace

TEST(MmaTest, EveryShapeAndType) {
  std::vector<Row> rows = {
      {16, 8, 8, "f16", "f16", "f32", "", ""},
      {16, 8, 8, "f16", "f16", "f16", "", ""},
      {16, 8, 16, "f16", "f16", "f32", "", ""},
      {16, 8, 16, "f16", "f16", "f16", "", ""},
      {16, 8, 8, "bf16", "bf16", "f32", "", ""},
      {16, 8, 16, "bf16", "bf16", "f32", "", ""},
      {16, 8, 4, "tf32", "tf32", "f32", "", ""},
      {16, 8, 8, "tf32", "tf32", "f32", "", ""},
      {8, 8, 4, "f64", "f64", "f64", "", ""},
      {16, 8, 4, "f64", "f64", "f64", "", ""},
      {16, 8, 8, "f64", "f64", "f64", "", ""},
      {16, 8, 16, "f64", "f64", "f64", ".rn", ""},
      {8, 8, 128, "b1", "b1", "s32", "", ".xor.popc"},
      {16, 8, 128, "b1", "b1", "s32", "", ".and.popc"},
      {16, 8, 256, "b1", "b1", "s32", "", ".xor.popc"},
      {16, 8, 256, "b1", "b1", "s32", "", ".and.popc"},
      {16, 8, 64, "e2m1", "e2m1", "f32",
       ".kind::mxf4.block_scale.scale_vec::2X", ".ue8m0", 2, "ue8m0"},
      {16, 8, 64, "e2m1", "e2m1", "f32",
       ".kind::mxf4nvf4.block_scale.scale_vec::2X", ".ue8m0", 2, "ue8m0"},
      {16, 8, 64, "e2m1", "e2m1", "f32",
       ".kind::mxf4nvf4.block_scale.scale_vec::4X", ".ue4m3", 4, "ue4m3"}};
  for (const char *x : {"u", "s"})
    for (const char *y : {"u", "s"})
      for (const char *saturate : {"", ".satfinite"}) {
        auto name = [&](const char *sign, const char *bits) {
          return formatOf(std::string(sign) + bits).name;
        };
        for (auto [m, k] : {std::pair(8u, 16u), {16u, 16u}, {16u, 32u}})
          rows.push_back(
              {m, 8, k, name(x, "8"), name(y, "8"), "s32", saturate, ""});
        for (auto [m, k] : {std::pair(8u, 32u), {16u, 32u}, {16u, 64u}})
          rows.push_back(
              {m, 8, k, name(x, "4"), name(y, "4"), "s32", saturate, ""});
      }
  for (const char *x : {"e4m3", "e5m2"})
    for (const char *y : {"e4m3", "e5m2"})
      for (const char *d : {"f32", "f16"})
        for (unsigned k : {16u, 32u})
          rows.push_back({16, 8, k, x, y, d, "", ""});
  for (const char *x : {"e4m3", "e5m2", "e2m3", "e3m2", "e2m1"})
    for (const char *y : {"e4m3", "e5m2", "e2m3", "e3m2", "e2m1"}) {
      for (const char *d : {"f32", "f16"})
        rows.push_back({16, 8, 32, x, y, d, ".kind::f8f6f4", ""});
      rows.push_back({16, 8, 32, x, y, "f32",
                      ".kind::mxf8f6f4.block_scale.scale_vec::1X", ".ue8m0", 1,
                      "ue8m0"});
    }
  for (const Row &row : rows)
    for (unsigned seed = 1; seed <= 4; ++seed) {
      runRow(row, seed);
      if (HasFatalFailure())
        return;
    }
  EXPECT_EQ(rows.size(), 158u);
}

TEST(MmaTest, SaturationAndWrapping) {
  // Four products of 127 * 127 on the largest integer.
  auto text = [](const char *saturate) {
    return std::string(
               ".version 8.7\n.target sm_80\n.address_size 64\n"
               ".visible .entry k(.param .u64 out) { .reg .b32 %a, %c, %d<2>; "
               ".reg .b64 %p; ld.param.u64 %p, [out]; mov.b32 %a, 0x7f7f7f7f; "
               "mov.b32 %c, 0x7fffffff;\n"
               "mma.sync.aligned.m8n8k16.row.col") +
           saturate +
           ".s32.s8.s8.s32 {%d0, %d1}, {%a}, {%a}, {%c, %c};\n"
           "st.global.b32 [%p], %d0; ret; }\n";
  };
  for (auto [saturate, expected] :
       {std::pair(".satfinite", INT32_MAX),
        {"", int32_t(uint32_t(INT32_MAX) + 16u * 127 * 127)}}) {
    EmulatedModule module(text(saturate));
    ASSERT_TRUE(module.program) << module.problem;
    int32_t out = 0;
    emu::GlobalMemory memory;
    std::vector<uint8_t> parameters;
    appendParameter(parameters, memory.map("out", &out, 4));
    emu::LaunchOptions options;
    options.block = {32, 1, 1};
    EXPECT_TRUE(runEntry(module, memory, parameters, options).passed());
    EXPECT_EQ(out, expected);
  }
}
