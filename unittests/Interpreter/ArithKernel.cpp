//===- Interpreter/ArithKernel.cpp - run one op from a unit test --*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The kernel text around the tested op is loads and stores through pointers;
// their own tests are elsewhere. One byte per i1, native sizes otherwise.
//
//===----------------------------------------------------------------------===//

#include "ArithKernel.h"
#include "Kernel.h"

#include <gtest/gtest.h>

#include <bit>
#include <cstring>

using namespace tessera;
using namespace tessera::arith_test;
using llvm::APFloat;

static unsigned memoryBytes(const std::string &type) {
  if (type == "f64" || type == "i64")
    return 8;
  if (type == "f32" || type == "tf32" || type == "i32")
    return 4;
  if (type == "f16" || type == "bf16" || type == "i16")
    return 2;
  return 1;
}

static std::string tileType(size_t count, const std::string &element) {
  return "tile<" + std::to_string(count) + "x" + element + ">";
}

/// Defines %<name>_p, a tile of `count` consecutive pointers.
static std::string pointerLines(const std::string &name, size_t count,
                                const std::string &type) {
  std::string pointer = "ptr<" + type + ">", one = tileType(1, pointer);
  std::string all = tileType(count, pointer), index = tileType(count, "i32");
  return "  %" + name + "_i = iota : " + index + "\n" + //
         "  %" + name + "_1 = reshape %" + name + "_base : tile<" + pointer +
         "> -> " + one + "\n" + //
         "  %" + name + "_n = broadcast %" + name + "_1 : " + one + " -> " +
         all + "\n" + //
         "  %" + name + "_p = offset %" + name + "_n, %" + name +
         "_i : " + all + ", " + index + " -> " + all + "\n";
}

static std::string kernelText(const std::string &body,
                              const std::vector<Operand> &operands,
                              const std::string &resultType,
                              size_t resultCount) {
  std::string signature, loads;
  for (size_t i = 0; i < operands.size(); ++i) {
    std::string name(1, static_cast<char>('a' + i));
    const Operand &operand = operands[i];
    size_t count = operand.bits.size();
    signature += "%" + name + "_base: tile<ptr<" + operand.type + ">>, ";
    loads += pointerLines(name, count, operand.type);
    loads += "  %" + name + ", %" + name + "_t = load_ptr_tko weak %" + name +
             "_p : " + tileType(count, "ptr<" + operand.type + ">") + " -> " +
             tileType(count, operand.type) + ", token\n";
  }
  return "cuda_tile.module @m {\nentry @k(" + signature + "%r_base: tile<ptr<" +
         resultType + ">>) {\n" + loads +
         pointerLines("r", resultCount, resultType) + body +
         "\n  %r_t = store_ptr_tko weak %r_p, %r : " +
         tileType(resultCount, "ptr<" + resultType + ">") + ", " +
         tileType(resultCount, resultType) + " -> token\n  return\n}\n}\n";
}

/// Packs bit patterns into host memory (8-byte aligned) and back.
static std::vector<uint64_t> toMemory(const Bits &bits, unsigned bytes) {
  std::vector<uint64_t> memory((bits.size() * bytes + 7) / 8);
  auto *out = reinterpret_cast<char *>(memory.data());
  for (size_t i = 0; i < bits.size(); ++i)
    std::memcpy(out + i * bytes, &bits[i], bytes);
  return memory;
}

static Bits fromMemory(const std::vector<uint64_t> &memory, size_t count,
                       unsigned bytes) {
  Bits bits(count);
  const auto *in = reinterpret_cast<const char *>(memory.data());
  for (size_t i = 0; i < count; ++i)
    std::memcpy(&bits[i], in + i * bytes, bytes);
  return bits;
}

Outcome arith_test::runBody(const std::string &body,
                            const std::vector<Operand> &operands,
                            const std::string &resultType, size_t resultCount,
                            interp::CheckMode mode) {
  Outcome outcome;
  std::string text = kernelText(body, operands, resultType, resultCount);
  interp::test::Kernel kernel(text);
  std::vector<std::vector<uint64_t>> buffers;
  for (const Operand &operand : operands)
    buffers.push_back(toMemory(operand.bits, memoryBytes(operand.type)));
  unsigned resultBytes = memoryBytes(resultType);
  buffers.push_back(toMemory(Bits(resultCount), resultBytes));
  for (std::vector<uint64_t> &buffer : buffers)
    kernel.buffer("buffer", buffer);
  kernel.options.checkMode = mode;
  kernel.options.emitDiagnostics = false;
  if (!kernel.run()) {
    outcome.error = kernel.diagnostics + "in kernel\n" + text;
    return outcome;
  }
  outcome.summary = std::move(kernel.summary);
  outcome.bits = fromMemory(buffers.back(), resultCount, resultBytes);
  return outcome;
}

static void replaceAll(std::string &text, const std::string &from,
                       const std::string &to) {
  for (size_t at = text.find(from); at != std::string::npos;
       at = text.find(from, at + to.size()))
    text.replace(at, from.size(), to);
}

Outcome arith_test::runElementwise(const std::string &op,
                                   const std::vector<Operand> &operands,
                                   const std::string &resultType) {
  std::string body = "  %r = " + op;
  size_t count = operands.front().bits.size();
  replaceAll(body, "$T", tileType(count, operands.front().type));
  replaceAll(body, "$R", tileType(count, resultType));
  Outcome outcome = runBody(body, operands, resultType, count);
  EXPECT_EQ(outcome.error, "");
  return outcome;
}

//===----------------------------------------------------------------------===//
// Floats
//===----------------------------------------------------------------------===//

const llvm::fltSemantics &arith_test::semanticsOf(const std::string &type) {
  if (type == "f16")
    return APFloat::IEEEhalf();
  if (type == "bf16")
    return APFloat::BFloat();
  if (type == "f32")
    return APFloat::IEEEsingle();
  if (type == "tf32")
    return APFloat::FloatTF32();
  if (type == "f64")
    return APFloat::IEEEdouble();
  if (type == "f8E4M3FN")
    return APFloat::Float8E4M3FN();
  if (type == "f8E5M2")
    return APFloat::Float8E5M2();
  if (type == "f8E8M0FNU")
    return APFloat::Float8E8M0FNU();
  EXPECT_EQ(type, "f4E2M1FN");
  return APFloat::Float4E2M1FN();
}

APFloat arith_test::makeFloat(const std::string &type, uint64_t bits) {
  const llvm::fltSemantics &semantics = semanticsOf(type);
  unsigned width = APFloat::getSizeInBits(semantics);
  if (type == "tf32")
    bits >>= 13;
  return APFloat(semantics, llvm::APInt(width, bits, /*isSigned=*/false,
                                        /*implicitTrunc=*/true));
}

uint64_t arith_test::canonicalNaN(const std::string &type) {
  if (type == "f16" || type == "bf16")
    return 0x7fff;
  if (type == "f32")
    return 0x7fffffff;
  EXPECT_EQ(type, "f64");
  return 0x7ff8000000000000;
}

uint64_t arith_test::patternOf(const std::string &type, const APFloat &value) {
  if (value.isNaN())
    return canonicalNaN(type);
  uint64_t bits = value.bitcastToAPInt().getZExtValue();
  return type == "tf32" ? bits << 13 : bits;
}

Bits arith_test::edgeFloats(const std::string &type) {
  const llvm::fltSemantics &s = semanticsOf(type);
  auto bits = [](const APFloat &value) {
    return value.bitcastToAPInt().getZExtValue();
  };
  auto number = [&](double value) {
    APFloat number(value);
    bool lossy;
    number.convert(s, APFloat::rmNearestTiesToEven, &lossy);
    return bits(number);
  };
  uint64_t sign = uint64_t(1) << (APFloat::getSizeInBits(s) - 1);
  uint64_t normal = bits(APFloat::getSmallestNormalized(s));
  uint64_t largest = bits(APFloat::getLargest(s));
  uint64_t infinity = bits(APFloat::getInf(s));
  Bits positive = {0,
                   1,          // smallest subnormal
                   normal - 1, // largest subnormal
                   normal,
                   normal + 1,
                   number(0.5),
                   number(0.75),
                   number(1.0),
                   number(1.0) + 1, // 1 + ulp
                   number(1.0) - 1, // just below 1
                   number(2.0),
                   number(3.0),
                   number(1.0 / 3),
                   largest,
                   infinity,
                   infinity | (infinity >> 1)}; // quiet NaN
  Bits all = positive;
  for (uint64_t value : positive)
    all.push_back(value | sign);
  all.back() = infinity + 1; // instead of a second quiet NaN: a signalling one
  return all;
}

uint64_t Random::next() {
  uint64_t z = state += 0x9e3779b97f4a7c15u; // splitmix64
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

std::vector<Bits> arith_test::floatOperands(const std::string &type,
                                            unsigned arity, size_t count) {
  Bits edges = edgeFloats(type);
  unsigned width = APFloat::getSizeInBits(semanticsOf(type));
  uint64_t mask = ~uint64_t(0) >> (64 - width);
  uint64_t exponentMask =
      APFloat::getInf(semanticsOf(type)).bitcastToAPInt().getZExtValue();
  uint64_t exponentUnit = exponentMask & (~exponentMask + 1);
  uint64_t one =
      APFloat::getOne(semanticsOf(type)).bitcastToAPInt().getZExtValue();
  // Three operands: every second edge, so that the combinations stay few.
  size_t used = arity == 3 ? edges.size() / 2 : edges.size();
  size_t stride = arity == 3 ? 2 : 1;
  size_t combinations = arity == 1   ? used
                        : arity == 2 ? used * used
                                     : used * used * used;
  EXPECT_LE(combinations, count);
  Random random(width * 8 + arity);
  std::vector<Bits> operands(arity);
  for (size_t i = 0; i < count; ++i) {
    size_t index = i;
    uint64_t base = random.next();
    for (unsigned k = 0; k < arity; ++k) {
      uint64_t value;
      if (i < combinations) {
        // The last edges are NaNs; with a stride the signalling one is hit.
        value = edges[(index % used) * stride + (stride - 1)];
        index /= used;
      } else if (i % 2) {
        value = random.next();
      } else {
        // Neighbouring exponents, or that of the product for an addend:
        // cancellation and rounding in earnest.
        uint64_t exponent = base & exponentMask;
        if (k == 2)
          exponent = (operands[0][i] & exponentMask) +
                     (operands[1][i] & exponentMask) - one;
        exponent += (random.next() % 4) * exponentUnit;
        value = (random.next() & ~exponentMask) | (exponent & exponentMask);
      }
      operands[k].push_back(value & mask);
    }
  }
  return operands;
}

uint64_t arith_test::bitsOf(float value) {
  return std::bit_cast<uint32_t>(value);
}
uint64_t arith_test::bitsOf(double value) {
  return std::bit_cast<uint64_t>(value);
}
float arith_test::floatOf(uint64_t bits) {
  return std::bit_cast<float>(static_cast<uint32_t>(bits));
}
double arith_test::doubleOf(uint64_t bits) {
  return std::bit_cast<double>(bits);
}

void arith_test::expectSame(const std::string &what, const Bits &actual,
                            const Bits &expected,
                            const std::vector<Operand> &operands) {
  ASSERT_EQ(actual.size(), expected.size()) << what;
  int shown = 0;
  for (size_t i = 0; i < actual.size() && shown < 5; ++i) {
    if (actual[i] == expected[i])
      continue;
    ++shown;
    testing::Message inputs;
    inputs << std::hex;
    for (const Operand &operand : operands)
      if (operand.bits.size() == actual.size())
        inputs << " 0x" << operand.bits[i];
    ADD_FAILURE() << what << " element " << i << " of" << inputs << std::hex
                  << ": got 0x" << actual[i] << ", expected 0x" << expected[i];
  }
}
