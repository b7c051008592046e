//===- PTX/EmulatorTest.cpp - the emulator against APFloat and itself -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Arithmetic on many random values against LLVM's APFloat, determinism by seed,
// reconvergence points, and refusal of what has no handler. The checks and the
// families have lit tests (test/PTX/Emulator).
//
//===----------------------------------------------------------------------===//

#include "EmulatorHelper.h"
#include "tessera/PTX/Emulator/Coverage.h"
#include "tessera/PTX/Emulator/Machine.h"
#include "tessera/PTX/Parser.h"
#include "tessera/PTX/Verifier.h"

#include "llvm/ADT/APFloat.h"

#include "llvm/ADT/StringExtras.h"

#include <gtest/gtest.h>

#include <random>

using namespace llvm;
using namespace tessera::ptx;

namespace {

using Loaded = EmulatedModule;
Loaded load(StringRef text) { return Loaded(text); }

std::string wrap(StringRef body, StringRef target = "sm_90") {
  return (".version 8.6\n.target " + target + "\n.address_size 64\n" + body)
      .str();
}

/// The result of `instruction` (%d from %a, %b, %c) on each row of operands.
std::vector<uint64_t> evaluate(StringRef instruction, unsigned bits,
                               ArrayRef<std::array<uint64_t, 3>> rows,
                               StringRef target = "sm_90") {
  std::string type = "b" + std::to_string(bits);
  std::string text = wrap(
      ".visible .entry k(.param .u64 in, .param .u64 out) {\n.reg ." + type +
          " %a, %b, %c, %d; .reg .b64 %p, %q, %o; .reg .b32 %t, %n, %i;\n"
          "ld.param.u64 %p, [in]; ld.param.u64 %q, [out];\n"
          "mov.u32 %t, %ctaid.x; mov.u32 %n, %ntid.x; mov.u32 %i, %tid.x;\n"
          "mad.lo.u32 %t, %t, %n, %i; mul.wide.u32 %o, %t, 24;\n"
          "add.u64 %p, %p, %o; mul.wide.u32 %o, %t, 8; add.u64 %q, %q, %o;\n"
          "ld.global." +
          type + " %a, [%p]; ld.global." + type + " %b, [%p+8]; ld.global." +
          type + " %c, [%p+16];\n" + instruction.str() + "\nst.global." + type +
          " [%q], %d; ret;\n}\n",
      target);
  Loaded loaded = load(text);
  EXPECT_EQ(loaded.problem, "");
  if (!loaded.program)
    return {};
  std::vector<uint64_t> out(rows.size());
  emu::GlobalMemory memory;
  uint64_t parameters[2] = {
      memory.map("in", const_cast<std::array<uint64_t, 3> *>(rows.data()),
                 rows.size() * 24),
      memory.map("out", out.data(), out.size() * 8)};
  emu::LaunchOptions options;
  options.block = {64, 1, 1};
  options.grid = {uint32_t(rows.size() / 64), 1, 1};
  emu::LaunchResult result = runEntry(
      loaded, memory,
      ArrayRef(reinterpret_cast<const uint8_t *>(parameters), 16), options);
  EXPECT_TRUE(result.passed());
  for (const emu::Finding &finding : result.findings)
    ADD_FAILURE() << finding.render("t");
  return out;
}

/// Bit patterns with many special and many nearby exponents.
std::vector<std::array<uint64_t, 3>> makeRows(unsigned bits, size_t count) {
  std::mt19937_64 random(bits);
  unsigned mantissa = bits == 16 ? 10 : bits == 32 ? 23 : 52;
  uint64_t mask = bits == 64 ? ~uint64_t(0) : (uint64_t(1) << bits) - 1;
  std::vector<std::array<uint64_t, 3>> rows(count);
  for (auto &row : rows) {
    uint64_t base = random();
    for (uint64_t &value : row) {
      value = random() & mask;
      if (random() % 4) // the exponent of the row, give or take two
        value = (value & ~(((mask >> 1) >> mantissa) << mantissa)) |
                ((base + ((random() % 5) << mantissa)) &
                 (((mask >> 1) >> mantissa) << mantissa));
      if (random() % 16 == 0)
        value = (random() & 1) << (bits - 1);
    }
  }
  return rows;
}

using Reference = function_ref<void(APFloat &, const APFloat &, const APFloat &,
                                    RoundingMode)>;

void checkFloat(StringRef type, const fltSemantics &semantics, unsigned bits,
                StringRef text, StringRef rounding, RoundingMode mode,
                Reference reference) {
  auto rows = makeRows(bits, 4096);
  std::vector<uint64_t> got = evaluate(text, bits, rows);
  ASSERT_EQ(got.size(), rows.size());
  unsigned shown = 0;
  for (auto [row, bitsGot] : zip(rows, got)) {
    auto make = [&](uint64_t value) {
      return APFloat(semantics, APInt(bits, value, false, true));
    };
    APFloat expected = make(row[0]);
    reference(expected, make(row[1]), make(row[2]), mode);
    APFloat value = make(bitsGot);
    if (expected.isNaN() ? value.isNaN() : expected.bitwiseIsEqual(value))
      continue;
    ADD_FAILURE() << text.str() << " of 0x" << utohexstr(row[0]) << " 0x"
                  << utohexstr(row[1]) << " 0x" << utohexstr(row[2])
                  << ": got 0x" << utohexstr(bitsGot);
    if (++shown == 3)
      return;
  }
}

} // namespace

TEST(Emulator, FloatArithmeticAgreesWithAPFloat) {
  struct {
    const char *type;
    const fltSemantics &semantics;
    unsigned bits;
  } types[] = {{"f32", APFloat::IEEEsingle(), 32},
               {"f64", APFloat::IEEEdouble(), 64},
               {"f16", APFloat::IEEEhalf(), 16}};
  std::pair<const char *, RoundingMode> modes[] = {
      {"rn", RoundingMode::NearestTiesToEven},
      {"rz", RoundingMode::TowardZero},
      {"rm", RoundingMode::TowardNegative},
      {"rp", RoundingMode::TowardPositive}};
  for (auto &[type, semantics, bits] : types)
    for (auto [name, mode] : modes) {
      if (bits == 16 && mode != RoundingMode::NearestTiesToEven)
        continue;
      auto text = [&](StringRef op, StringRef operands) {
        return (op + "." + name + "." + type + " %d, " + operands + ";").str();
      };
      checkFloat(type, semantics, bits, text("add", "%a, %b"), name, mode,
                 [](APFloat &a, const APFloat &b, const APFloat &,
                    RoundingMode m) { a.add(b, m); });
      checkFloat(type, semantics, bits, text("sub", "%a, %b"), name, mode,
                 [](APFloat &a, const APFloat &b, const APFloat &,
                    RoundingMode m) { a.subtract(b, m); });
      checkFloat(type, semantics, bits, text("mul", "%a, %b"), name, mode,
                 [](APFloat &a, const APFloat &b, const APFloat &,
                    RoundingMode m) { a.multiply(b, m); });
      checkFloat(type, semantics, bits, text("fma", "%a, %b, %c"), name, mode,
                 [](APFloat &a, const APFloat &b, const APFloat &c,
                    RoundingMode m) { a.fusedMultiplyAdd(b, c, m); });
      if (bits != 16)
        checkFloat(type, semantics, bits, text("div", "%a, %b"), name, mode,
                   [](APFloat &a, const APFloat &b, const APFloat &,
                      RoundingMode m) { a.divide(b, m); });
    }
}

TEST(Emulator, ConversionsAgreeWithAPFloat) {
  checkFloat("f32", APFloat::IEEEsingle(), 32,
             "{ .reg .b16 %h; cvt.rz.f16.f32 %h, %a; cvt.f32.f16 %d, %h; }",
             "rz", RoundingMode::TowardZero,
             [](APFloat &a, const APFloat &, const APFloat &, RoundingMode m) {
               bool lost;
               a.convert(APFloat::IEEEhalf(), m, &lost);
               a.convert(APFloat::IEEEsingle(), m, &lost);
             });
  checkFloat("f64", APFloat::IEEEdouble(), 64,
             "{ .reg .f32 %h; cvt.rp.f32.f64 %h, %a; cvt.f64.f32 %d, %h; }",
             "rp", RoundingMode::TowardPositive,
             [](APFloat &a, const APFloat &, const APFloat &, RoundingMode m) {
               bool lost;
               a.convert(APFloat::IEEEsingle(), m, &lost);
               a.convert(APFloat::IEEEdouble(), m, &lost);
             });
  checkFloat("f32", APFloat::IEEEsingle(), 32, "cvt.rmi.f32.f32 %d, %a;", "",
             RoundingMode::TowardNegative,
             [](APFloat &a, const APFloat &, const APFloat &, RoundingMode m) {
               a.roundToIntegral(m);
             });
}

/// Found by tessera-ptx-arithmetic.
TEST(Emulator, ConversionsOfNaNAndFarBeyondTheRange) {
  std::vector<std::array<uint64_t, 3>> rows(64, {0x7FC00000, 0xFF800000, 0});
  EXPECT_EQ(evaluate("cvt.rzi.s32.f32 %d, %a;", 32, rows)[0], 0u);
  EXPECT_EQ(evaluate("{ .reg .b64 %w, %x, %y; cvt.rzi.u64.f32 %w, %a; "
                     "mov.b64 {%d, _}, %w; }",
                     32, rows)[0],
            0u);
  EXPECT_EQ(evaluate("{ .reg .b64 %w; cvt.rzi.s64.f32 %w, %a; "
                     "mov.b64 {_, %d}, %w; }",
                     32, rows)[0],
            0x80000000u);
  EXPECT_EQ(evaluate("{ .reg .f64 %w; cvt.f64.f32 %w, %a; "
                     "cvt.rzi.u32.f64 %d, %w; }",
                     32, rows)[0],
            0x80000000u);
  // -inf and NaN: the largest values.
  EXPECT_EQ(evaluate("{ .reg .b16 %h; cvt.rn.satfinite.e2m3x2.f32 %h, %b, %a; "
                     "cvt.u32.u16 %d, %h; }",
                     32, rows, "sm_100a")[0],
            0x3F1Fu);
}

//===----------------------------------------------------------------------===//
// Decoding
//===----------------------------------------------------------------------===//

TEST(Emulator, ReconvergesAtTheImmediatePostDominator) {
  Loaded loaded = load(wrap(R"(.visible .entry k() {
    .reg .pred %p; .reg .b32 %r;
    mov.u32 %r, %tid.x;
    setp.lt.u32 %p, %r, 3;
    @%p bra THEN;
    add.u32 %r, %r, 1;
    @!%p trap;
    bra JOIN;
  THEN:
    add.u32 %r, %r, 2;
  LOOP:
    add.u32 %r, %r, 1;
    setp.lt.u32 %p, %r, 9;
    @%p bra LOOP;
  JOIN:
    ret;
  })"));
  ASSERT_EQ(loaded.problem, "");
  const auto &code = loaded.program->find("k")->code;
  // mov setp bra add trap bra | add | add setp bra | ret ret
  ASSERT_EQ(code.size(), 12u);
  EXPECT_EQ(code[2].args[0].target, 6u);
  EXPECT_EQ(code[2].reconvergence, 10u);
  EXPECT_EQ(code[9].args[0].target, 7u);
  EXPECT_EQ(code[9].reconvergence, 10u);
}

TEST(Emulator, SaysWhatItDoesNotEmulate) {
  EXPECT_EQ(load(wrap(".visible .entry k() { .reg .b32 %r;\n"
                      "cvta.global.u32 %r, %r; ret; }"))
                .problem,
            "t:5:1: error: not emulated: 'cvta.global.u32': 32-bit generic "
            "addresses");
  EXPECT_EQ(load(wrap(".func f; .visible .entry k() {\ncall f; ret; }"))
                .problem.substr(0, 30),
            "t:5:1: error: not emulated: 'c");
  EXPECT_EQ(load(wrap(".visible .entry k() { .reg .b32 %r;\n"
                      "mov.u32 %r, %envreg3; ret; }"))
                .problem,
            "t:5:13: error: not emulated: special register '%envreg3', in "
            "'mov.u32'");
}

TEST(Emulator, CoverageAsksTheBinders) {
  auto instructions = InstructionSet::create();
  ASSERT_TRUE(bool(instructions));
  emu::Registry registry = emu::Registry::create();
  auto coverage = [&](StringRef opcode, unsigned index) {
    const Form &form =
        instructions->forms()[instructions->formsOf(opcode)[index]];
    return emu::describeCoverage(emu::coverageOf(form, registry));
  };
  EXPECT_EQ(coverage("add", 0), "yes");
  EXPECT_EQ(coverage("cvta", 0), "partly (9 of 10)");
}

//===----------------------------------------------------------------------===//
// Running
//===----------------------------------------------------------------------===//

TEST(Emulator, SameSeedSameRun) {
  // Who comes first to the counter depends on the schedule alone.
  Loaded loaded = load(wrap(R"(.visible .entry k(.param .u64 data) {
    .reg .b64 %d, %o; .reg .b32 %t, %w, %r;
    ld.param.u64 %d, [data];
    mov.u32 %t, %tid.x;
    mul.wide.u32 %o, %t, 4;
    atom.global.add.u32 %r, [%d], 1;
    add.u64 %d, %d, %o;
    st.global.u32 [%d+4], %r;
    ret;
  })"));
  ASSERT_EQ(loaded.problem, "");
  auto run = [&](uint64_t seed) {
    std::vector<uint32_t> data(257);
    emu::GlobalMemory memory;
    uint64_t address = memory.map("data", data.data(), data.size() * 4);
    emu::LaunchOptions options;
    options.block = {256, 1, 1};
    options.seed = seed;
    emu::Machine machine(*loaded.program, memory, options);
    EXPECT_TRUE(machine
                    .launch(*loaded.program->find("k"),
                            ArrayRef(reinterpret_cast<uint8_t *>(&address), 8))
                    .passed());
    return data;
  };
  EXPECT_EQ(run(1), run(1));
  bool differs = false;
  for (uint64_t seed = 2; seed < 6; ++seed)
    differs |= run(seed) != run(1);
  EXPECT_TRUE(differs);
}
