//===- Driver/HostArrayTest.cpp - arrays and generators ---------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The memory form of each element type, which files may hold which types, and
// the published values of the random generator.
//
//===----------------------------------------------------------------------===//

#include "tessera/Driver/HostArray.h"
#include "tessera/Driver/Generate.h"

#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

using namespace llvm;
using namespace tessera;
using namespace tessera::driver;
using numerics::ElementKind;

static std::string makeNpy(NpyDType dtype, ArrayRef<int64_t> shape,
                           StringRef data) {
  std::string bytes;
  raw_string_ostream os(bytes);
  writeNpy(os, dtype, shape, ArrayRef<char>(data.data(), data.size()));
  return bytes;
}

static Expected<HostArray> load(NpyDType dtype, ArrayRef<int64_t> shape,
                                StringRef data,
                                std::optional<ElementKind> declared = {}) {
  Expected<NpyFile> file = NpyFile::fromBuffer(
      MemoryBuffer::getMemBufferCopy(makeNpy(dtype, shape, data)));
  if (!file)
    return file.takeError();
  return HostArray::fromFile(*file, declared);
}

static HostArray generate(StringRef text) {
  Expected<ArgumentSpec> spec = parseArgument(text, 0);
  EXPECT_TRUE(bool(spec)) << text.str();
  Expected<HostArray> array = HostArray::fromSpec(*spec);
  EXPECT_TRUE(bool(array)) << text.str();
  return std::move(*array);
}

TEST(HostArray, EveryTypeKeepsItsElements) {
  for (const numerics::ElementInfo &info : numerics::elementTable) {
    if (info.name == "i4" || info.name == "ptr")
      continue;
    ElementKind kind = *numerics::elementKindFromName(info.name);
    Expected<HostArray> array = HostArray::create(kind, {3, 4});
    ASSERT_TRUE(bool(array));
    EXPECT_EQ(array->bytes().size(), 12 * info.memoryBits / 8u);
    EXPECT_EQ(reinterpret_cast<uintptr_t>(array->bytes().data()) % 16, 0u);
    uint64_t mask = info.bits == 64 ? ~0ull : (1ull << info.bits) - 1;
    for (int64_t i = 0; i < 12; ++i)
      EXPECT_EQ(array->get(i), 0u);
    for (int64_t i = 0; i < 12; ++i)
      array->set(i, (i * 0x123456789abcdefull + 5) & mask);
    for (int64_t i = 0; i < 12; ++i)
      EXPECT_EQ(array->get(i), (i * 0x123456789abcdefull + 5) & mask)
          << info.name.data();
  }
}

TEST(HostArray, PacksFourBitElementsLowNibbleFirst) {
  Expected<HostArray> array =
      load({'u', 1}, {2}, "\x21\x43", ElementKind::F4E2M1FN);
  ASSERT_TRUE(bool(array));
  EXPECT_EQ(array->shape(), ArrayRef<int64_t>({4}));
  for (int64_t i = 0; i < 4; ++i)
    EXPECT_EQ(array->get(i), uint64_t(i + 1));
}

TEST(HostArray, StridesAreRowMajor) {
  Expected<HostArray> array = HostArray::create(ElementKind::I8, {2, 3, 4});
  ASSERT_TRUE(bool(array));
  EXPECT_EQ(array->strides(), (SmallVector<int64_t, 4>{12, 4, 1}));
  EXPECT_EQ(describeArray(ElementKind::I8, {2, 3, 4}), "2x3x4xi8");
  EXPECT_EQ(describeArray(ElementKind::F32, {}), "f32");
}

TEST(HostArray, RefusesImpossibleSizes) {
  for (int64_t dimension : {int64_t(1) << 60, int64_t(1) << 61}) {
    Expected<HostArray> array =
        HostArray::create(ElementKind::F64, {dimension});
    ASSERT_FALSE(bool(array));
    consumeError(array.takeError());
  }
}

TEST(HostArray, FilesDecideTheType) {
  struct {
    NpyDType dtype;
    ElementKind kind;
  } cases[] = {{{'b', 1}, ElementKind::I1},  {{'i', 1}, ElementKind::I8},
               {{'u', 1}, ElementKind::I8},  {{'i', 2}, ElementKind::I16},
               {{'u', 4}, ElementKind::I32}, {{'i', 8}, ElementKind::I64},
               {{'f', 2}, ElementKind::F16}, {{'f', 4}, ElementKind::F32},
               {{'f', 8}, ElementKind::F64}};
  for (const auto &test : cases) {
    Expected<HostArray> array =
        load(test.dtype, {1}, std::string(test.dtype.size, '\1'));
    ASSERT_TRUE(bool(array)) << toString(array.takeError());
    EXPECT_EQ(array->kind(), test.kind);
  }
}

TEST(HostArray, DeclaredTypesMustFitTheFile) {
  auto verdict = [](NpyDType dtype, ElementKind kind) {
    Expected<HostArray> array =
        load(dtype, {2}, std::string(2 * dtype.size, '\0'), kind);
    return array ? std::string("ok") : toString(array.takeError());
  };
  EXPECT_EQ(verdict({'u', 2}, ElementKind::BF16), "ok");
  EXPECT_EQ(verdict({'V', 2}, ElementKind::BF16), "ok");
  EXPECT_EQ(verdict({'i', 2}, ElementKind::F16), "ok");
  EXPECT_EQ(verdict({'f', 4}, ElementKind::TF32), "ok");
  EXPECT_EQ(verdict({'f', 4}, ElementKind::F32), "ok");
  EXPECT_EQ(verdict({'u', 1}, ElementKind::I1), "ok");
  EXPECT_EQ(verdict({'f', 4}, ElementKind::I32),
            "elements '<f4' cannot hold i32");
  EXPECT_EQ(verdict({'f', 2}, ElementKind::BF16),
            "elements '<f2' cannot hold bf16");
  EXPECT_EQ(verdict({'u', 4}, ElementKind::BF16),
            "elements '<u4' cannot hold bf16");
  Expected<HostArray> raw = load({'V', 2}, {1}, "ab");
  ASSERT_FALSE(bool(raw));
  EXPECT_EQ(toString(raw.takeError()),
            "raw elements '|V2' need a type, as in FILE.npy:bf16");
  Expected<HostArray> scalar = load({'u', 1}, {}, "a", ElementKind::F4E2M1FN);
  ASSERT_FALSE(bool(scalar));
  EXPECT_EQ(toString(scalar.takeError()),
            "packed f4E2M1FN needs at least one dimension");
}

TEST(HostArray, BooleansAreZeroOrOne) {
  Expected<HostArray> array = load({'b', 1}, {2}, StringRef("\1\7", 2));
  ASSERT_FALSE(bool(array));
  EXPECT_EQ(toString(array.takeError()),
            "expected bytes 0 and 1 for i1, got 7");
}

TEST(Generate, PublishedOutputsOfSplitMix64) {
  // The first outputs for seed 1234567, from the generator's reference code.
  const uint64_t expected[] = {6457827717110365317u, 3203168211198807973u,
                               9817491932198370423u, 4593380528125082431u,
                               16408922859458223821u};
  for (uint64_t i = 0; i < 5; ++i)
    EXPECT_EQ(randomBits(1234567, i), expected[i]);
}

TEST(Generate, RandomStaysInBounds) {
  HostArray integers = generate("rand(4096,i32,3,-2,5)");
  bool seen[8] = {};
  for (int64_t i = 0; i < 4096; ++i) {
    int32_t value = static_cast<int32_t>(integers.get(i));
    ASSERT_GE(value, -2);
    ASSERT_LE(value, 5);
    seen[value + 2] = true;
  }
  for (bool one : seen)
    EXPECT_TRUE(one);
  HostArray bits = generate("rand(64,i1,9,-1,0)");
  for (int64_t i = 0; i < 64; ++i)
    EXPECT_LE(bits.get(i), 1u);
  HostArray floats = generate("rand(4096,f32,3)");
  double sum = 0;
  for (int64_t i = 0; i < 4096; ++i) {
    uint32_t pattern = static_cast<uint32_t>(floats.get(i));
    float value;
    memcpy(&value, &pattern, 4);
    ASSERT_GE(value, -1);
    ASSERT_LT(value, 1);
    sum += value;
  }
  EXPECT_LT(std::abs(sum / 4096), 0.05);
}

TEST(Generate, OtherSources) {
  EXPECT_TRUE(generate("zeros(4,f32)").isInitialised());
  EXPECT_FALSE(generate("uninit(4,f32)").isInitialised());
  HostArray full = generate("full(4,f4E2M1FN,6)");
  for (int64_t i = 0; i < 4; ++i)
    EXPECT_EQ(full.get(i), 7u);
}
