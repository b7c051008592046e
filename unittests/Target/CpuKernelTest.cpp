//===- Target/CpuKernelTest.cpp - compiled modules as bytes -----*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Round trip, and that no damaged input is read as something it is not.
//
//===----------------------------------------------------------------------===//

#include "tessera/Target/CpuKernel.h"
#include "tessera/Target/CpuRuntimeABI.h"

#include "gtest/gtest.h"

#include <set>

using namespace tessera;
using namespace tessera::cpu;
using numerics::ElementKind;

static CompiledObject sample() {
  CompiledObject object;
  object.kernels.push_back(
      {"first", {{ElementKind::Ptr, "x"}, {ElementKind::F32, ""}}, 4096});
  object.kernels.push_back({std::string(1000, 'k'), {}, 0});
  object.object = std::string("\x7f"
                              "ELF\0bytes",
                              10);
  return object;
}

TEST(CompiledObject, RoundTrip) {
  CompiledObject object = sample();
  auto back = deserialize(serialize(object));
  ASSERT_TRUE(back.has_value());
  EXPECT_EQ(*back, object);
  EXPECT_EQ(back->find("first")->scratchBytes, 4096u);
  EXPECT_EQ(back->find("second"), nullptr);
  EXPECT_EQ(deserialize(serialize(CompiledObject()))->kernels.size(), 0u);
}

TEST(CompiledObject, EveryTruncationIsRefused) {
  std::string bytes = serialize(sample());
  for (size_t length = 0; length < bytes.size(); ++length)
    EXPECT_FALSE(deserialize(bytes.substr(0, length)).has_value()) << length;
  EXPECT_FALSE(deserialize(bytes + "x").has_value());
}

TEST(CompiledObject, HugeCountsAreRefused) {
  std::string bytes = serialize(sample());
  for (size_t at : {size_t(8), size_t(16)}) {
    std::string damaged = bytes;
    for (size_t i = 0; i < 8; ++i)
      damaged[at + i] = '\xff';
    EXPECT_FALSE(deserialize(damaged).has_value());
  }
  std::string otherMagic = bytes;
  otherMagic[0] ^= 1;
  EXPECT_FALSE(deserialize(otherMagic).has_value());
}

TEST(RuntimeABI, NamesAreUniqueAndContextComesFirst) {
  std::set<std::string_view> names;
  for (const RtFunction &function : rtFunctions) {
    EXPECT_TRUE(names.insert(function.name).second) << function.name;
    EXPECT_TRUE(function.name.starts_with("tessera_rt_"));
    ASSERT_GE(function.numParameters, 1);
    EXPECT_EQ(function.parameters[0], RtType::Ptr) << function.name;
    EXPECT_EQ(findRtFunction(function.name)->name, function.name);
  }
  EXPECT_EQ(findRtFunction("tessera_rt_nothing"), nullptr);
}
