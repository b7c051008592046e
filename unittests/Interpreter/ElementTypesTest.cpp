//===- Interpreter/ElementTypesTest.cpp - moving ops over every element type -*-
// C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every op that only moves elements, on every element type that memory can
// hold: a 4x4 tile is loaded, rearranged and stored, and each output element
// must be the input element that an index formula names. Atomics over their
// type table.
//
//===----------------------------------------------------------------------===//

#include "Kernel.h"

#include "tessera/Numerics/ElementKind.h"

#include <gtest/gtest.h>

#include <bit>
#include <cstring>
#include <functional>

using namespace tessera;
using namespace tessera::interp;
using namespace tessera::interp::test;
using numerics::ElementKind;

namespace {

/// Elements as they lie in memory, one number each.
using Elements = std::vector<uint64_t>;

std::vector<uint64_t> toBytes(const Elements &elements, unsigned bits) {
  std::vector<uint64_t> memory(elements.size(), 0);
  auto *bytes = reinterpret_cast<uint8_t *>(memory.data());
  for (size_t i = 0; i < elements.size(); ++i)
    if (bits == 4)
      bytes[i / 2] |= static_cast<uint8_t>(elements[i] << (i % 2 * 4));
    else
      std::memcpy(bytes + i * bits / 8, &elements[i], bits / 8);
  return memory;
}

Elements fromBytes(const std::vector<uint64_t> &memory, size_t count,
                   unsigned bits) {
  Elements elements(count, 0);
  const auto *bytes = reinterpret_cast<const uint8_t *>(memory.data());
  for (size_t i = 0; i < count; ++i)
    if (bits == 4)
      elements[i] = bytes[i / 2] >> (i % 2 * 4) & 0xF;
    else
      std::memcpy(&elements[i], bytes + i * bits / 8, bits / 8);
  return elements;
}

const ElementKind memoryKinds[] = {
    ElementKind::I1,        ElementKind::I8,       ElementKind::I16,
    ElementKind::I32,       ElementKind::I64,      ElementKind::F16,
    ElementKind::BF16,      ElementKind::F32,      ElementKind::TF32,
    ElementKind::F64,       ElementKind::F8E4M3FN, ElementKind::F8E5M2,
    ElementKind::F8E8M0FNU, ElementKind::F4E2M1FN};

/// All bit patterns are legal input: NaNs, subnormals and all.
Elements patternsOf(ElementKind kind) {
  unsigned bits = numerics::memoryBits(kind);
  Elements elements;
  uint64_t state = 0x9E3779B97F4A7C15u * (static_cast<uint64_t>(kind) + 1);
  for (unsigned i = 0; i < 16; ++i) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    uint64_t value = state ^ state >> 29;
    if (kind == ElementKind::I1 && i % 3 == 0)
      value = 0;
    elements.push_back(bits == 64 ? value
                                  : value & ((uint64_t(1) << bits) - 1));
  }
  return elements;
}

/// What a load and a store make of a pattern.
uint64_t throughTile(ElementKind kind, uint64_t bits) {
  if (kind == ElementKind::I1)
    return bits != 0;
  return kind == ElementKind::TF32 ? bits & ~uint64_t(0x1FFF) : bits;
}

void replaceAll(std::string &text, const std::string &from,
                const std::string &to) {
  for (size_t at = text.find(from); at != std::string::npos;
       at = text.find(from, at + to.size()))
    text.replace(at, from.size(), to);
}

/// Runs `body` between a load of %m and a store of %r, both 4x4 tiles of T, and
/// compares: output element i is input element source(i).
void expectMoves(const std::string &what, const std::string &body,
                 const std::function<unsigned(unsigned)> &source,
                 bool withF4 = true) {
  for (ElementKind kind : memoryKinds) {
    if (kind == ElementKind::F4E2M1FN && !withF4)
      continue;
    std::string text = Kernel::entry("%p: tile<ptr<T>>, %q: tile<ptr<T>>", R"(
      %i0 = constant <i32: 0> : tile<i32>
      %i1 = constant <i32: 1> : tile<i32>
      %pt = make_tensor_view %p, shape = [4, 4], strides = [4, 1] : tensor_view<4x4xT, strides=[4,1]>
      %pv = make_partition_view %pt : partition_view<tile=(4x4), tensor_view<4x4xT, strides=[4,1]>>
      %m, %t0 = load_view_tko weak %pv[%i0, %i0] : partition_view<tile=(4x4), tensor_view<4x4xT, strides=[4,1]>>, tile<i32> -> tile<4x4xT>, token
)" + body + R"(
      %qt = make_tensor_view %q, shape = [4, 4], strides = [4, 1] : tensor_view<4x4xT, strides=[4,1]>
      %qv = make_partition_view %qt : partition_view<tile=(4x4), tensor_view<4x4xT, strides=[4,1]>>
      %t9 = store_view_tko weak %r, %qv[%i0, %i0] : tile<4x4xT>, partition_view<tile=(4x4), tensor_view<4x4xT, strides=[4,1]>>, tile<i32> -> token)");
    std::string name(numerics::elementName(kind));
    replaceAll(text, "xT", "x" + name);
    replaceAll(text, "<T>", "<" + name + ">");
    Kernel kernel(text);
    unsigned bits = numerics::memoryBits(kind);
    Elements input = patternsOf(kind);
    auto in = toBytes(input, bits), out = toBytes(Elements(16), bits);
    kernel.buffer("in", in);
    kernel.buffer("out", out, {.initialised = false});
    ASSERT_TRUE(kernel.run()) << what << " " << name << kernel.diagnostics;
    EXPECT_TRUE(kernel.summary.clean()) << kernel.diagnostics;
    Elements output = fromBytes(out, 16, bits);
    for (unsigned i = 0; i < 16; ++i)
      EXPECT_EQ(output[i], throughTile(kind, input[source(i)]))
          << what << " " << name << " element " << i;
  }
}

unsigned transposed(unsigned i) { return i % 4 * 4 + i / 4; }

} // namespace

TEST(ElementTypes, LoadAndStore) {
  expectMoves("copy", "%r = reshape %m : tile<4x4xT> -> tile<4x4xT>",
              [](unsigned i) { return i; });
}

TEST(ElementTypes, Permute) {
  expectMoves("permute", "%r = permute %m [1, 0] : tile<4x4xT> -> tile<4x4xT>",
              transposed);
}

TEST(ElementTypes, DimMap) {
  expectMoves("dim_map", R"(
    %v = make_partition_view %pt : partition_view<tile=(4x4), tensor_view<4x4xT, strides=[4,1]>, dim_map=[1, 0]>
    %r, %t1 = load_view_tko weak %v[%i0, %i0] : partition_view<tile=(4x4), tensor_view<4x4xT, strides=[4,1]>, dim_map=[1, 0]>, tile<i32> -> tile<4x4xT>, token)",
              transposed);
}

TEST(ElementTypes, ExtractAndCat) {
  expectMoves("cat of extracts", R"(
    %a = extract %m[%i0, %i0] : tile<4x4xT> -> tile<2x4xT>
    %b = extract %m[%i1, %i0] : tile<4x4xT> -> tile<2x4xT>
    %r = cat %b, %a dim = 0 : tile<2x4xT>, tile<2x4xT> -> tile<4x4xT>)",
              [](unsigned i) { return (i + 8) % 16; });
  expectMoves("cat along rows", R"(
    %a = extract %m[%i0, %i0] : tile<4x4xT> -> tile<4x2xT>
    %b = extract %m[%i0, %i1] : tile<4x4xT> -> tile<4x2xT>
    %r = cat %b, %a dim = 1 : tile<4x2xT>, tile<4x2xT> -> tile<4x4xT>)",
              [](unsigned i) { return i / 4 * 4 + (i + 2) % 4; });
}

TEST(ElementTypes, Insert) {
  expectMoves("insert", R"(
    %a = extract %m[%i0, %i0] : tile<4x4xT> -> tile<2x2xT>
    %r = insert %a, %m[%i1, %i1] : tile<2x2xT>, tile<4x4xT> -> tile<4x4xT>)",
              [](unsigned i) { return i / 4 >= 2 && i % 4 >= 2 ? i - 10 : i; });
}

TEST(ElementTypes, Broadcast) {
  expectMoves(
      "broadcast", R"(
    %a = extract %m[%i0, %i1] : tile<4x4xT> -> tile<4x1xT>
    %r = broadcast %a : tile<4x1xT> -> tile<4x4xT>)",
      [](unsigned i) { return i / 4 * 4 + 1; }, /*withF4=*/true);
}

TEST(ElementTypes, Select) {
  expectMoves(
      "select", R"(
    %c = constant <i1: [[true, false, true, false], [false, false, false, false], [true, true, true, true], [false, true, false, true]]> : tile<4x4xi1>
    %t = permute %m [1, 0] : tile<4x4xT> -> tile<4x4xT>
    %r = select %c, %m, %t : tile<4x4xi1>, tile<4x4xT>)",
      [](unsigned i) {
        bool takes = (0xAF05u >> i) & 1;
        return takes ? i : transposed(i);
      },
      /*withF4=*/false);
}

TEST(ElementTypes, CarriedThroughControlFlow) {
  expectMoves("for and if", R"(
    %n = constant <i32: 3> : tile<i32>
    %r = for %k in (%i0 to %n, step %i1) : tile<i32> iter_values(%a = %m) -> (tile<4x4xT>) {
      %first = cmpi equal %k, %i1, signed : tile<i32> -> tile<i1>
      %b = if %first -> (tile<4x4xT>) {
        %c = permute %a [1, 0] : tile<4x4xT> -> tile<4x4xT>
        yield %c : tile<4x4xT>
      } else { yield %a : tile<4x4xT> }
      continue %b : tile<4x4xT>
    })",
              transposed);
}

TEST(ElementTypes, PointersGatherAndScatter) {
  for (const char *ordering : {"weak", "relaxed device"}) {
    std::string body = R"(
    %v = iota : tile<16xi32>
    %last = constant <i32: 15> : tile<16xi32>
    %w = subi %last, %v : tile<16xi32>
    %p1 = reshape %p : tile<ptr<T>> -> tile<1xptr<T>>
    %pn = broadcast %p1 : tile<1xptr<T>> -> tile<16xptr<T>>
    %pw = offset %pn, %w : tile<16xptr<T>>, tile<16xi32> -> tile<16xptr<T>>
    %e, %t1 = load_ptr_tko ORDER %pw : tile<16xptr<T>> -> tile<16xT>, token
    %q1 = reshape %q : tile<ptr<T>> -> tile<1xptr<T>>
    %qn = broadcast %q1 : tile<1xptr<T>> -> tile<16xptr<T>>
    %qv0 = offset %qn, %v : tile<16xptr<T>>, tile<16xi32> -> tile<16xptr<T>>
    %t2 = store_ptr_tko ORDER %qv0, %e : tile<16xptr<T>>, tile<16xT> -> token
    %f, %t3 = load_ptr_tko ORDER %qv0 token=%t2 : tile<16xptr<T>> -> tile<16xT>, token
    %r = reshape %f : tile<16xT> -> tile<4x4xT>)";
    replaceAll(body, "ORDER", ordering);
    expectMoves(
        body, body, [](unsigned i) { return 15 - i; },
        /*withF4=*/false);
  }
}

TEST(ElementTypes, GatherView) {
  expectMoves("gather_scatter_view", R"(
    %rows = constant <i16: [2, 0, 3, 3]> : tile<4xi16>
    %g = make_gather_scatter_view %pt : gather_scatter_view<tile=(4x4), tensor_view<4x4xT, strides=[4,1]>, sparse_dim=0>
    %r, %t1 = load_view_tko weak %g[%rows, %i0] : gather_scatter_view<tile=(4x4), tensor_view<4x4xT, strides=[4,1]>, sparse_dim=0>, tile<4xi16>, tile<i32> -> tile<4x4xT>, token)",
              [](unsigned i) {
                const unsigned rows[] = {2, 0, 3, 3};
                return rows[i / 4] * 4 + i % 4;
              });
}

/// One atomic on one element: the old value it returned and what is in memory.
static void expectAtomic(const std::string &type, const std::string &mode,
                         uint64_t old, uint64_t arg, uint64_t expected) {
  Kernel kernel(Kernel::entry(
      "%p: tile<ptr<" + type + ">>, %a: tile<" + type + ">",
      "%o, %t0 = atomic_rmw_tko relaxed device %p, " + mode +
          ", %a : tile<ptr<" + type + ">>, tile<" + type + "> -> tile<" + type +
          ">, token\n" + "%q = constant <i64: 1> : tile<i64>\n" +
          "%p1 = offset %p, %q : tile<ptr<" + type +
          ">>, tile<i64> -> tile<ptr<" + type + ">>\n" +
          "%t1 = store_ptr_tko weak %p1, %o : tile<ptr<" + type + ">>, tile<" +
          type + "> -> token"));
  unsigned bits = type.back() == '4' ? 64 : type.back() == '2' ? 32 : 16;
  auto memory = toBytes({old, 0}, bits);
  kernel.buffer("p", memory);
  kernel.scalar(arg);
  ASSERT_TRUE(kernel.run()) << type << " " << mode << kernel.diagnostics;
  Elements result = fromBytes(memory, 2, bits);
  EXPECT_EQ(result[0], expected) << type << " " << mode;
  EXPECT_EQ(result[1], old) << type << " " << mode;
}

TEST(ElementTypes, AtomicIntegers) {
  for (unsigned width : {32u, 64u}) {
    std::string type = "i" + std::to_string(width);
    uint64_t mask = ~uint64_t(0) >> (64 - width), low = mask >> 1;
    uint64_t values[] = {0, 1, 5, low, low + 1, mask - 1, mask};
    auto asSigned = [&](uint64_t v) {
      return static_cast<int64_t>(v << (64 - width)) >> (64 - width);
    };
    for (uint64_t a : values)
      for (uint64_t b : values) {
        expectAtomic(type, "and", a, b, a & b);
        expectAtomic(type, "or", a, b, a | b);
        expectAtomic(type, "xor", a, b, a ^ b);
        expectAtomic(type, "add", a, b, (a + b) & mask);
        expectAtomic(type, "max", a, b, asSigned(a) > asSigned(b) ? a : b);
        expectAtomic(type, "min", a, b, asSigned(a) < asSigned(b) ? a : b);
        expectAtomic(type, "umax", a, b, std::max(a, b));
        expectAtomic(type, "umin", a, b, std::min(a, b));
        expectAtomic(type, "xchg", a, b, b);
      }
  }
}

TEST(ElementTypes, AtomicFloats) {
  auto f32 = [](float v) -> uint64_t { return std::bit_cast<uint32_t>(v); };
  auto f64 = [](double v) { return std::bit_cast<uint64_t>(v); };
  expectAtomic("f32", "addf", f32(1.5f), f32(0.1f), f32(1.5f + 0.1f));
  expectAtomic("f32", "addf", f32(-1.5f), f32(1.5f), 0);
  expectAtomic("f64", "addf", f64(1e300), f64(1.25), f64(1e300));
  expectAtomic("f64", "addf", f64(0.1), f64(0.2), f64(0.1 + 0.2));
  // f16: 2048 + 1 ties to even, 2050 + 1 to 2052; 65504 + 16 overflows.
  expectAtomic("f16", "addf", 0x6800, 0x3C00, 0x6800);
  expectAtomic("f16", "addf", 0x6801, 0x3C00, 0x6802);
  expectAtomic("f16", "addf", 0x7BFF, 0x4C00, 0x7C00);
  // Subnormals are kept.
  expectAtomic("f16", "addf", 0x0001, 0x0001, 0x0002);
  // bf16: 256 + 1 ties to even.
  expectAtomic("bf16", "addf", 0x4380, 0x3F80, 0x4380);
  expectAtomic("bf16", "addf", 0x4381, 0x3F80, 0x4382);
  expectAtomic("f32", "xchg", f32(1.0f), 0x7FC00001, 0x7FC00001);
  expectAtomic("f64", "xchg", f64(-0.0), f64(2.0), f64(2.0));
}
