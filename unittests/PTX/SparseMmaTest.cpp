//===- PTX/SparseMmaTest.cpp - mma.sp against matrix products ---*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every shape, type, granularity and selector of mma.sp on random matrices of
// which half is zero. Fragments and metadata are packed by MatrixHelper.h:
// nothing is shared with what is tested. Lanes that contribute no metadata hold
// random bits.
//
//===----------------------------------------------------------------------===//

#include "EmulatorHelper.h"
#include "MatrixHelper.h"

using namespace llvm;
using namespace tessera::ptx;

namespace {

struct Row {
  unsigned k;
  const char *a, *b, *d;
  unsigned chunk, selectors;
  const char *before = "", *after = "";
  unsigned scales = 0;
  const char *scaleType = "";
};

/// Collects what a kernel loads, 32 words of 64 bits at a time.
struct Input {
  std::string text;
  std::vector<uint64_t> words;
  void load(const std::string &name, const std::vector<uint64_t> &values) {
    for (unsigned r = 0; r * 32 < values.size(); ++r)
      text += "ld.global.b32 %" + name + std::to_string(r) + ", [%p+" +
              std::to_string((words.size() + r * 32) * 8) + "];\n";
    words.insert(words.end(), values.begin(), values.end());
  }
};

void runRow(const Row &row, bool isOrdered, unsigned seed) {
  std::mt19937_64 random(seed);
  const Format &fa = formatOf(row.a), &fb = formatOf(row.b),
               &fd = formatOf(row.d);
  bool isContainer = StringRef(row.before).contains("f8f6f4");
  unsigned selector = seed % row.selectors;
  SparseMatrix a = makeSparse(fa, 16, row.k, row.chunk, !isOrdered, random);
  std::vector<uint64_t> b(8 * row.k), c(16 * 8);
  for (uint64_t &value : b) // [n][k]
    value = randomElement(fb, random);
  for (uint64_t &value : c)
    value = randomElement(fd, random);
  unsigned perRegister = fd.bits == 16 ? 2 : 1;
  std::vector<uint64_t> packedC(16 * 8 / perRegister);
  auto placeC = [&](unsigned i, unsigned j, unsigned &shift) {
    unsigned lane = i % 8 * 4 + j / 2, element = i / 8 * 2 + j % 2;
    shift = perRegister == 2 ? element % 2 * 16 : 0;
    return element / perRegister * 32 + lane;
  };
  for (unsigned i = 0; i < 16; ++i)
    for (unsigned j = 0; j < 8; ++j) {
      unsigned shift = 0, at = placeC(i, j, shift);
      packedC[at] |= c[i * 8 + j] << shift;
    }
  Input input;
  auto packedA = pack(a.kept, 16, row.k / 2, placeOf(fa, isContainer), true);
  auto packedB = pack(b, 8, row.k, placeOf(fb, isContainer), false);
  input.load("a", packedA);
  input.load("b", packedB);
  input.load("c", packedC);
  unsigned placeBits = isContainer ? 8 : fa.bits;
  input.load(
      "e", packMetadata(a, 0, placeBits, row.k / row.chunk, selector, random));
  std::vector<double> scaleA(16 * 4, 1), scaleB(8 * 4, 1);
  std::string extra;
  if (row.scales != 0) {
    // Lane 4 * (row % 8) + 2 * tid + row / 8, lane 4 * column + tid.
    unsigned tid = seed % 2, byte = row.scales == 1   ? seed % 4
                                    : row.scales == 2 ? seed % 2 * 2
                                                      : 0;
    const Format &format = formatOf(row.scaleType);
    std::vector<uint64_t> lanes[2] = {std::vector<uint64_t>(32),
                                      std::vector<uint64_t>(32)};
    for (auto &list : lanes)
      for (uint64_t &word : list)
        for (unsigned i = 0; i < 4; ++i)
          word |= randomElement(format, random) << (8 * i);
    for (unsigned s = 0; s < row.scales; ++s) {
      for (unsigned i = 0; i < 16; ++i)
        scaleA[i * 4 + s] = decode(
            format,
            lanes[0][4 * (i % 8) + 2 * tid + i / 8] >> (8 * (byte + s)) & 255);
      for (unsigned j = 0; j < 8; ++j)
        scaleB[j * 4 + s] =
            decode(format, lanes[1][4 * j + tid] >> (8 * (byte + s)) & 255);
    }
    input.load("s", lanes[0]);
    input.load("t", lanes[1]);
    std::string select =
        ", {" + std::to_string(byte) + ", " + std::to_string(tid) + "}";
    extra = ", %s0" + select + ", %t0" + select;
  }
  unsigned na = unsigned(packedA.size() / 32),
           nb = unsigned(packedB.size() / 32),
           nc = unsigned(packedC.size() / 32);
  std::string name =
      std::string("mma.sp") + (isOrdered ? "::ordered_metadata" : "") +
      ".sync.aligned.m16n8k" + std::to_string(row.k) + ".row.col" + row.before +
      "." + row.d + "." + row.a + "." + row.b + "." + row.d + row.after;
  std::string type = fd.bits == 32 ? fd.name : "b32";
  std::string text =
      ".version 8.7\n.target sm_120a\n.address_size 64\n"
      ".visible .entry k(.param .u64 in, .param .u64 out) {\n"
      ".reg .b32 %a<8>, %b<4>, %e<1>, %s<1>, %t<1>; .reg ." +
      type +
      " %c<8>, %d<8>; .reg .b64 %p, %q, %o; .reg .b32 %i;\n"
      "ld.param.u64 %p, [in]; ld.param.u64 %q, [out]; mov.u32 %i, %tid.x;\n"
      "mul.wide.u32 %o, %i, 8; add.u64 %p, %p, %o; add.u64 %q, %q, %o;\n" +
      input.text + name + " " + registerList('d', 0, nc) + ", " +
      registerList('a', 0, na) + ", " + registerList('b', 0, nb) + ", " +
      registerList('c', 0, nc) + ", %e0, " + std::to_string(selector) + extra +
      ";\n";
  for (unsigned r = 0; r < nc; ++r)
    text += "st.global." + type + " [%q+" + std::to_string(r * 256) + "], %d" +
            std::to_string(r) + ";\n";
  EmulatedModule module(text + "ret;\n}\n");
  ASSERT_TRUE(module.program) << name << ": " << module.problem;
  std::vector<uint64_t> output(nc * 32);
  emu::GlobalMemory memory;
  std::vector<uint8_t> parameters;
  appendParameter(parameters,
                  memory.map("in", input.words.data(), input.words.size() * 8));
  appendParameter(parameters,
                  memory.map("out", output.data(), output.size() * 8));
  emu::LaunchOptions options;
  options.block = {32, 1, 1};
  emu::LaunchResult result = runEntry(module, memory, parameters, options);
  ASSERT_TRUE(result.passed()) << name << "\n" << renderAll(result);
  unsigned block = row.scales ? row.k / row.scales : row.k;
  for (unsigned i = 0; i < 16; ++i)
    for (unsigned j = 0; j < 8; ++j) {
      long double sum = decode(fd, c[i * 8 + j]), magnitude = std::abs(sum);
      for (unsigned at = 0; at < row.k; ++at) {
        long double product = (long double)decode(fa, a.full[i * row.k + at]) *
                              decode(fb, b[j * row.k + at]) *
                              scaleA[i * 4 + at / block] *
                              scaleB[j * 4 + at / block];
        sum += product;
        magnitude += std::abs(product);
      }
      unsigned shift = 0, at = placeC(i, j, shift);
      uint64_t bits =
          output[at] >> shift & (fd.bits == 16 ? uint64_t(0xFFFF) : 0xFFFFFFFF);
      if (fd.bits == 16 && std::abs(sum) >= 65520) {
        ASSERT_EQ(bits, sum < 0 ? 0xFC00u : 0x7C00u) << name; // overflow
        continue;
      }
      long double tolerance =
          fd.exponent == 0 ? 0
                           : std::ldexp(std::abs(sum), -int(fd.mantissa) - 1) +
                                 std::ldexp(magnitude, -48);
      ASSERT_LE(std::abs(decode(fd, bits) - sum), tolerance)
          << name << " at (" << i << ", " << j << "), expected " << double(sum);
    }
}

} // namespace

TEST(SparseMmaTest, EveryShapeAndType) {
  std::vector<Row> rows = {
      {16, "f16", "f16", "f32", 4, 4},   {16, "f16", "f16", "f16", 4, 4},
      {16, "bf16", "bf16", "f32", 4, 4}, {32, "f16", "f16", "f32", 4, 2},
      {32, "f16", "f16", "f16", 4, 2},   {32, "bf16", "bf16", "f32", 4, 2},
      {8, "tf32", "tf32", "f32", 2, 4},  {16, "tf32", "tf32", "f32", 2, 2}};
  for (const char *x : {"u", "s"})
    for (const char *y : {"u", "s"})
      for (const char *saturate : {"", ".satfinite"}) {
        auto name = [&](const char *sign, const char *bits) {
          return formatOf(std::string(sign) + bits).name;
        };
        rows.push_back({32, name(x, "8"), name(y, "8"), "s32", 4, 2, saturate});
        rows.push_back({64, name(x, "8"), name(y, "8"), "s32", 4, 1, saturate});
        rows.push_back({64, name(x, "4"), name(y, "4"), "s32", 8, 2, saturate});
        rows.push_back(
            {128, name(x, "4"), name(y, "4"), "s32", 8, 1, saturate});
      }
  for (const char *x : {"e4m3", "e5m2"})
    for (const char *y : {"e4m3", "e5m2"})
      rows.push_back({64, x, y, "f32", 4, 1});
  for (const Row &row : rows)
    for (unsigned seed = 1; seed <= 4; ++seed)
      for (bool isOrdered : {true, row.chunk == 2}) {
        runRow(row, isOrdered, seed);
        if (HasFatalFailure())
          return;
      }
  EXPECT_EQ(rows.size(), 44u);
}

TEST(SparseMmaTest, KindsOfSm120) {
  std::vector<Row> rows = {
      {128, "e2m1", "e2m1", "f32", 8, 1,
       ".kind::mxf4.block_scale.scale_vec::2X", ".ue8m0", 2, "ue8m0"},
      {128, "e2m1", "e2m1", "f32", 8, 1,
       ".kind::mxf4nvf4.block_scale.scale_vec::2X", ".ue8m0", 2, "ue8m0"},
      {128, "e2m1", "e2m1", "f32", 8, 1,
       ".kind::mxf4nvf4.block_scale.scale_vec::4X", ".ue4m3", 4, "ue4m3"}};
  for (const char *x : {"e4m3", "e5m2", "e2m3", "e3m2", "e2m1"})
    for (const char *y : {"e4m3", "e5m2", "e2m3", "e3m2", "e2m1"}) {
      for (const char *d : {"f32", "f16"})
        rows.push_back({64, x, y, d, 4, 1, ".kind::f8f6f4"});
      rows.push_back({64, x, y, "f32", 4, 1,
                      ".kind::mxf8f6f4.block_scale.scale_vec::1X", ".ue8m0", 1,
                      "ue8m0"});
    }
  for (const Row &row : rows)
    for (unsigned seed = 1; seed <= 4; ++seed) {
      runRow(row, true, seed);
      if (HasFatalFailure())
        return;
    }
}

namespace {
emu::LaunchResult runHalf(uint32_t metadata, uint32_t b, uint32_t &out) {
  EmulatedModule module(
      ".version 8.7\n.target sm_90\n.address_size 64\n.visible .entry "
      "k(.param .u64 out, .param .u32 e, .param .u32 b) { .reg .b32 %r, %e, "
      "%b, %d, %f; .reg .b64 %p;\nld.param.u64 %p, [out]; ld.param.u32 %e, "
      "[e]; ld.param.u32 %b, [b]; mov.b32 %r, 0;\n"
      "mma.sp::ordered_metadata.sync.aligned.m16n8k16.row.col.f16.f16.f16.f16 "
      "{%d, %f}, {%r, %r}, {%b, %b}, {%r, %r}, %e, 0;\n"
      "st.global.b32 [%p], %d; ret; }\n");
  EXPECT_TRUE(module.program) << module.problem;
  emu::GlobalMemory memory;
  std::vector<uint8_t> parameters;
  appendParameter(parameters, memory.map("out", &out, 4));
  appendParameter(parameters, metadata);
  appendParameter(parameters, b);
  emu::LaunchOptions options;
  options.block = {32, 1, 1};
  return runEntry(module, memory, parameters, options);
}
} // namespace

TEST(SparseMmaTest, MetadataThatMeansNothingIsFound) {
  uint32_t out = 0;
  EXPECT_TRUE(runHalf(0x44444444, 0, out).passed());
  emu::LaunchResult result = runHalf(0x44444144, 0, out);
  ASSERT_FALSE(result.findings.empty());
  EXPECT_EQ(result.findings.front().kind, emu::CheckKind::Operand);
  EXPECT_NE(result.findings.front().message.find(
                "the sparsity metadata holds 1, which is no pair of indices"),
            std::string::npos);
}

TEST(SparseMmaTest, WhatIsNotKeptMeetsNothing) {
  // B: 0 and infinity in turn; zeros of A at 0 and 2 meet only zeros.
  uint32_t out = 1;
  EXPECT_TRUE(runHalf(0x88888888, 0x7C000000, out).passed());
  EXPECT_EQ(out, 0u);
  EXPECT_TRUE(runHalf(0x44444444, 0x7C000000, out).passed());
  EXPECT_EQ(out & 0x7C00, 0x7C00u); // 0 * infinity
}

TEST(SparseMmaTest, SelectorsOfNoLanes) {
  // Two lanes of four contribute: 0 and 1 choose them.
  EmulatedModule module(
      ".version 8.7\n.target sm_90\n.address_size 64\n.visible .entry k() { "
      ".reg .b32 %r, %d, %f; mov.b32 %r, 0;\n"
      "mma.sp::ordered_metadata.sync.aligned.m16n8k32.row.col.f16.f16.f16.f16 "
      "{%d, %f}, {%r, %r, %r, %r}, {%r, %r, %r, %r}, {%r, %r}, %r, 2; ret; "
      "}\n");
  EXPECT_FALSE(module.program);
  EXPECT_NE(module.problem.find("the sparsity selector 2"), std::string::npos)
      << module.problem;
}
