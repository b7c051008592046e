//===- Driver/CompareTest.cpp - comparison with references ------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tolerances, special values, exact integers, and which reference files can be
// compared with which arrays.
//
//===----------------------------------------------------------------------===//

#include "tessera/Driver/Compare.h"
#include "tessera/Numerics/Convert.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "gtest/gtest.h"

#include <cmath>

using namespace llvm;
using namespace tessera;
using namespace tessera::driver;
using numerics::ElementKind;

namespace {
/// Compares `got` with a reference written to a temporary file.
class CompareTest : public testing::Test {
protected:
  void SetUp() override {
    ASSERT_FALSE(sys::fs::createTemporaryFile("tessera-compare", "npy", path));
  }
  void TearDown() override { sys::fs::remove(path); }

  template <typename T>
  Expected<Comparison> compare(ElementKind kind, ArrayRef<uint64_t> got,
                               NpyDType dtype, ArrayRef<T> reference,
                               Tolerance tolerance = {}, StringRef type = "") {
    cantFail(writeNpyFile(
        path, dtype, {static_cast<int64_t>(reference.size())},
        ArrayRef<char>(reinterpret_cast<const char *>(reference.data()),
                       reference.size() * sizeof(T))));
    HostArray array =
        cantFail(HostArray::create(kind, {static_cast<int64_t>(got.size())}));
    for (auto [index, bits] : enumerate(got))
      array.set(index, bits);
    Expected<Reference> opened = Reference::open(
        StringRef(path).str() + type.str(), kind, array.shape());
    if (!opened)
      return opened.takeError();
    return opened->compare(array, tolerance);
  }
  Comparison floats(ArrayRef<double> got, ArrayRef<double> reference,
                    Tolerance tolerance = {}) {
    SmallVector<uint64_t> bits;
    for (double value : got)
      bits.push_back(numerics::fromDouble(ElementKind::F64, value));
    return cantFail(compare<double>(ElementKind::F64, bits, {'f', 8}, reference,
                                    tolerance));
  }

  SmallString<128> path;
};
} // namespace

TEST_F(CompareTest, AbsoluteAndRelativeTolerance) {
  EXPECT_TRUE(floats({1, 2}, {1, 2}).passed());
  EXPECT_FALSE(floats({1, 2.5}, {1, 2}).passed());
  EXPECT_TRUE(floats({1, 2.5}, {1, 2}, {0.5, 0}).passed());
  EXPECT_TRUE(floats({1, 2.5}, {1, 2}, {0, 0.25}).passed());
  EXPECT_FALSE(floats({1, 2.5}, {1, 2}, {0, 0.2}).passed());
  EXPECT_TRUE(floats({1, 2.5}, {1, 2}, {0.1, 0.2}).passed());
}

TEST_F(CompareTest, FindsTheWorstElement) {
  // Element 2 has the largest error, element 1 is furthest outside.
  Comparison result = floats({1, 1, 1100, 3}, {1, 2, 1000, 3}, {0, 0.11});
  EXPECT_EQ(result.numOutside, 1);
  EXPECT_EQ(result.numElements, 4);
  EXPECT_EQ(result.worstIndex, (SmallVector<int64_t, 4>{1}));
  EXPECT_EQ(result.worstGot, "1");
  EXPECT_EQ(result.worstExpected, "2");
  EXPECT_EQ(result.worstError, 1);
  EXPECT_EQ(result.maxError, 100);
  // With nothing outside it is the largest error.
  result = floats({1, 1, 1100, 3}, {1, 2, 1000, 3}, {200, 0});
  EXPECT_EQ(result.worstIndex, (SmallVector<int64_t, 4>{2}));
}

TEST_F(CompareTest, SpecialValues) {
  double inf = HUGE_VAL, nan = std::nan("");
  Tolerance wide = {1e300, 1};
  EXPECT_TRUE(floats({nan, inf, -inf, -0.0}, {nan, inf, -inf, 0.0}).passed());
  EXPECT_FALSE(floats({nan}, {1}, wide).passed());
  EXPECT_FALSE(floats({1}, {nan}, wide).passed());
  EXPECT_FALSE(floats({inf}, {-inf}, wide).passed());
  EXPECT_FALSE(floats({1}, {inf}, wide).passed());
  EXPECT_FALSE(floats({inf}, {1}, wide).passed());
  // An infinite difference is worse than any finite one.
  EXPECT_EQ(floats({5, nan}, {0, 0}).worstIndex, (SmallVector<int64_t, 4>{1}));
}

TEST_F(CompareTest, IntegersAreExact) {
  auto run = [&](ElementKind kind, uint64_t got, NpyDType dtype,
                 auto reference) {
    return cantFail(
        compare<decltype(reference)>(kind, {got}, dtype, {reference}));
  };
  int64_t big = (int64_t(1) << 60) + 1;
  EXPECT_TRUE(run(ElementKind::I64, big, {'i', 8}, big).passed());
  EXPECT_FALSE(run(ElementKind::I64, big, {'i', 8}, big - 1).passed());
  // Signedness comes from the reference.
  EXPECT_TRUE(run(ElementKind::I8, 0xff, {'i', 1}, int8_t(-1)).passed());
  EXPECT_TRUE(run(ElementKind::I8, 0xff, {'u', 1}, uint8_t(255)).passed());
  EXPECT_TRUE(run(ElementKind::I8, 0xff, {'i', 4}, int32_t(-1)).passed());
  Comparison result = run(ElementKind::I8, 0xff, {'u', 4}, uint32_t(254));
  EXPECT_FALSE(result.passed());
  EXPECT_EQ(result.worstGot, "255");
  EXPECT_EQ(result.worstError, 1);
}

TEST_F(CompareTest, FloatReferencesOfAnyWidth) {
  uint64_t third = numerics::fromDouble(ElementKind::BF16, 1.0 / 3);
  EXPECT_FALSE(
      cantFail(compare<double>(ElementKind::BF16, {third}, {'f', 8}, {1.0 / 3}))
          .passed());
  EXPECT_TRUE(cantFail(compare<double>(ElementKind::BF16, {third}, {'f', 8},
                                       {1.0 / 3}, {0, 0.004}))
                  .passed());
  // Integers that stand for a float array are its raw bits.
  EXPECT_TRUE(cantFail(compare<uint16_t>(ElementKind::BF16, {third}, {'u', 2},
                                         {uint16_t(third)}))
                  .passed());
  EXPECT_TRUE(cantFail(compare<uint16_t>(ElementKind::F32, {0x3f800000},
                                         {'u', 2}, {0x3f80}, {}, ":bf16"))
                  .passed());
}

TEST_F(CompareTest, RefusesWhatCannotBeCompared) {
  auto errorOf = [&](Expected<Comparison> result) {
    if (result)
      return std::string("no error");
    std::string message = toString(result.takeError());
    StringRef rest = message;
    EXPECT_TRUE(rest.consume_front(("reference '" + path + "': ").str()))
        << message;
    return rest.str();
  };
  EXPECT_EQ(errorOf(compare<float>(ElementKind::I32, {1}, {'f', 4}, {1.0f})),
            "cannot compare i32 with f32");
  EXPECT_EQ(
      errorOf(compare<float>(ElementKind::F32, {1}, {'f', 4}, {1.0f, 2.0f})),
      "expected 1xf32, got 2xf32");
  EXPECT_EQ(errorOf(compare<uint32_t>(ElementKind::BF16, {1}, {'u', 4}, {1u})),
            "elements '<u4' cannot hold bf16");
  EXPECT_EQ(
      toString(
          Reference::open("missing.npy", ElementKind::F32, {1}).takeError()),
      "cannot read 'missing.npy': no such file or directory");
}

TEST(Tolerance, Parse) {
  Tolerance tolerance = cantFail(Tolerance::parse("1e-3,0.5"));
  EXPECT_EQ(tolerance.absolute, 1e-3);
  EXPECT_EQ(tolerance.relative, 0.5);
  EXPECT_EQ(cantFail(Tolerance::parse("2")).relative, 0);
  for (const char *text :
       {"", "x", "1,", ",1", "1,2,3", "-1", "1,-1", "inf", "nan", "1 "}) {
    Expected<Tolerance> parsed = Tolerance::parse(text);
    ASSERT_FALSE(bool(parsed)) << text;
    EXPECT_EQ(toString(parsed.takeError()),
              "expected a tolerance ABS or ABS,REL, got '" + std::string(text) +
                  "'");
  }
}
