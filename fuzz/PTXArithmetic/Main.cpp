//===- fuzz/PTXArithmetic/Main.cpp - emulator against APFloat ---*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   tessera-ptx-arithmetic [--seed N] [--rounds N | --seconds N]
//
// Each round makes one random instruction and 256 triples of operands, executes
// them with the emulator, and compares with the reference. A round depends on
// the seed and its number only; a difference prints both.
//
//===----------------------------------------------------------------------===//

#include "Cases.h"

#include "tessera/PTX/Emulator/Machine.h"
#include "tessera/PTX/Emulator/Registry.h"
#include "tessera/PTX/Parser.h"
#include "tessera/PTX/Verifier.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/Format.h"

#include <chrono>

using namespace llvm;
using namespace tessera::ptx;
using namespace tessera::fuzz;

static constexpr unsigned rows = 256;

//===----------------------------------------------------------------------===//
// Operands
//===----------------------------------------------------------------------===//

/// Limits, zeros and ones of the width or the format.
static uint64_t makeSpecial(unsigned bits, const fltSemantics *format,
                            Engine &random) {
  uint64_t mask = bits == 64 ? ~uint64_t(0) : (uint64_t(1) << bits) - 1;
  uint64_t sign = uint64_t(1) << (bits - 1);
  if (!format) {
    uint64_t values[] = {0,        1,        2,    mask,     sign,
                         sign - 1, sign + 1, bits, bits - 1, bits + 1};
    return pick(values, random) & mask;
  }
  APFloat values[] = {APFloat::getZero(*format),
                      APFloat::getOne(*format),
                      APFloat::getInf(*format),
                      APFloat::getNaN(*format, false, random() & 7),
                      APFloat::getLargest(*format),
                      APFloat::getSmallest(*format),
                      APFloat::getSmallestNormalized(*format)};
  uint64_t value = pick(values, random).bitcastToAPInt().getZExtValue();
  return ((value + (flip(random, 3) ? random() % 5 - 2 : 0)) & mask &
          ~(random() % 2 ? sign : 0)) |
         (flip(random) ? sign : 0);
}

Operands tessera::fuzz::makeOperands(const Case &test, Engine &random) {
  Operands result;
  // Exponents near one another, so that sums and products are interesting.
  uint64_t base = random();
  for (unsigned i = 0; i < 3; ++i) {
    unsigned bits = test.inBits[i];
    uint64_t mask = bits == 64 ? ~uint64_t(0) : (uint64_t(1) << bits) - 1;
    const fltSemantics *format = test.formats[i];
    uint64_t value = random() & mask;
    if (random() % 8 == 0) {
      value = makeSpecial(bits, format, random);
    } else if (format && random() % 4) {
      unsigned mantissa = APFloat::semanticsPrecision(*format) - 1;
      uint64_t field = ((mask >> 1) >> mantissa) << mantissa;
      value = (value & ~field) |
              ((base + ((random() % 7 - 3) << mantissa)) & field);
      if (flip(random, 4)) // few bits: exact results and ties
        value &= ~((uint64_t(1) << (mantissa - mantissa / 4)) - 1);
    } else if (!format && flip(random)) {
      value >>= random() % bits; // of any size
    } else if (!format && bits == 32 && flip(random)) {
      // As pairs: near the row's.
      value = (base >> 32 & 0xFFFFFFFF) ^ (value & 0x8BFF8BFF);
    }
    result[i] = value & mask;
  }
  return result;
}

//===----------------------------------------------------------------------===//
// One round
//===----------------------------------------------------------------------===//

static std::string makeKernel(const Case &test) {
  std::string text = ".version 8.8\n.target sm_100a\n.address_size 64\n"
                     ".visible .entry k(.param .u64 data) .reqntid 256 {\n"
                     "  .reg .b64 %p, %o, %x; .reg .b32 %t;\n"
                     "  ld.param.u64 %p, [data]; mov.u32 %t, %tid.x;\n"
                     "  mul.wide.u32 %o, %t, 32; add.u64 %p, %p, %o;\n";
  const char *names[] = {"%a", "%b", "%c"};
  for (unsigned i = 0; i < 3; ++i)
    text += "  .reg .b" + std::to_string(test.inBits[i]) + " " + names[i] +
            "; ld.global.b" + std::to_string(test.inBits[i]) + " " + names[i] +
            ", [%p+" + std::to_string(8 * i) + "];\n";
  std::string bits = std::to_string(test.outBits);
  return text + "  .reg .b" + bits + " %d;\n  " + test.text +
         "\n  st.global.b" + bits + " [%p+24], %d;\n  ret;\n}\n";
}

static bool isNaN64(uint64_t bits) {
  return (bits & 0x7FFFFFFFFFFFFFFF) > 0x7FF0000000000000;
}

/// False when something differs, which has been printed.
static bool runRound(const Case &test, Engine &random) {
  const InstructionSet &instructions = InstructionSet::builtin();
  static const emu::Registry registry = emu::Registry::create();
  Diagnostics diagnostics;
  std::optional<Module> module = parse(makeKernel(test), diagnostics);
  std::unique_ptr<emu::Program> program;
  if (module && verify(*module, instructions, diagnostics))
    program = emu::decode(*module, instructions, registry, "", diagnostics);
  if (!program) {
    errs() << test.text << ": " << diagnostics.front().render("kernel") << '\n';
    return false;
  }
  std::vector<std::array<uint64_t, 4>> data(rows);
  for (auto &row : data) {
    Operands in = makeOperands(test, random);
    row = {in[0], in[1], in[2], 0};
  }
  emu::GlobalMemory memory;
  uint64_t address = memory.map("data", data.data(), rows * 32);
  emu::LaunchOptions options;
  options.block = {rows, 1, 1};
  emu::Machine machine(*program, memory, options);
  emu::LaunchResult result =
      machine.launch(*program->find("k"),
                     ArrayRef(reinterpret_cast<const uint8_t *>(&address), 8));
  if (!result.passed()) {
    errs() << test.text << ": " << result.findings.front().render("kernel")
           << '\n';
    return false;
  }
  for (const auto &row : data) {
    uint64_t expected = test.reference({row[0], row[1], row[2]});
    if (row[3] == expected ||
        (test.anyNaN && isNaN64(expected) && isNaN64(row[3])))
      continue;
    errs() << test.text << " of 0x" << utohexstr(row[0]) << ", 0x"
           << utohexstr(row[1]) << ", 0x" << utohexstr(row[2])
           << ": expected 0x" << utohexstr(expected) << ", got 0x"
           << utohexstr(row[3]) << '\n';
    return false;
  }
  return true;
}

int main(int argc, char **argv) {
  uint64_t seed = 1, limit = 1000, seconds = 0;
  for (int i = 1; i < argc; i += 2) {
    StringRef name = argv[i];
    uint64_t *value = name == "--seed"      ? &seed
                      : name == "--rounds"  ? &limit
                      : name == "--seconds" ? &seconds
                                            : nullptr;
    if (!value || i + 1 == argc ||
        StringRef(argv[i + 1]).getAsInteger(0, *value)) {
      errs() << "tessera-ptx-arithmetic: unexpected '" << name << "'\n";
      return 1;
    }
  }
  auto start = std::chrono::steady_clock::now();
  auto isOver = [&](uint64_t round) {
    if (seconds == 0)
      return round == limit;
    return std::chrono::steady_clock::now() - start >=
           std::chrono::seconds(seconds);
  };
  StringSet<> texts;
  uint64_t round = 0, failed = 0;
  for (; !isOver(round) && failed < 20; ++round) {
    Engine random(seed * 0x9E3779B97F4A7C15 + round);
    Case test = round % 3 == 0   ? makeFloatCase(random)
                : round % 3 == 1 ? makeConversionCase(random)
                                 : makeIntegerCase(random);
    texts.insert(test.text);
    if (!runRound(test, random)) {
      errs() << "  seed " << seed << ", round " << round << '\n';
      ++failed;
    }
  }
  outs() << round << " rounds of " << rows << " operands, " << texts.size()
         << " instructions, " << failed << " differ, seed " << seed << '\n';
  return failed ? 1 : 0;
}
