//===- Target/CpuTargetTest.cpp - named targets and the host ----*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The table, the parser of --target, and the facts lowerings rely on.
//
//===----------------------------------------------------------------------===//

#include "tessera/Target/CpuTarget.h"

#include "gtest/gtest.h"

using namespace tessera::cpu;

static CpuTarget target(llvm::StringRef name) {
  return llvm::cantFail(findCpuTarget(name));
}

TEST(CpuTarget, LanesFollowTheVectorWidth) {
  EXPECT_EQ(target("x86-64-v3").lanes(32), 8u);
  EXPECT_EQ(target("x86-64-v4").lanes(32), 16u);
  EXPECT_EQ(target("x86-64-v4").lanes(64), 8u);
  EXPECT_EQ(target("x86-64-v4").lanes(8), 64u);
  EXPECT_EQ(target("x86-64-v4").lanes(1), 64u);
  EXPECT_EQ(target("x86-64-v4").lanes(4), 64u);
  EXPECT_EQ(target("aarch64").lanes(32), 4u);
}

TEST(CpuTarget, CapabilitiesFollowTheFeatures) {
  EXPECT_FALSE(target("x86-64-v3").has(CpuCapability::Avx512));
  EXPECT_TRUE(target("x86-64-v3").has(CpuCapability::Fma));
  EXPECT_TRUE(target("x86-64-v4").has(CpuCapability::Avx512));
  EXPECT_TRUE(target("x86-64-v4").has(CpuCapability::ByteMasks));
  EXPECT_FALSE(target("x86-64-v4").has(CpuCapability::Avx512Bf16));
  EXPECT_TRUE(target("znver5").has(CpuCapability::Avx512Bf16));
  EXPECT_TRUE(target("znver5").has(CpuCapability::Avx512Vnni));
  EXPECT_TRUE(target("aarch64").has(CpuCapability::Fma));
  EXPECT_FALSE(target("aarch64").has(CpuCapability::Avx512));
  EXPECT_EQ(target("x86-64-v3").vectorRegisters, 16u);
  EXPECT_EQ(target("x86-64-v4").vectorRegisters, 32u);
}

TEST(CpuTarget, ParserListsTheNames) {
  EXPECT_EQ(llvm::cantFail(parseCpuTarget("cpu:znver5")).cpu, "znver5");
  EXPECT_EQ(llvm::cantFail(parseCpuTarget("cpu")).name, "host");
  EXPECT_EQ(llvm::cantFail(parseCpuTarget("cpu:host")).name, "host");
  for (const char *bad : {"cpu:pentium", "cpu:", "gpu", "", "cpux"}) {
    auto parsed = parseCpuTarget(bad);
    ASSERT_FALSE(bool(parsed)) << bad;
    std::string message = llvm::toString(parsed.takeError());
    for (const std::string &name : cpuTargetNames())
      EXPECT_NE(message.find(name), std::string::npos) << message;
  }
}

TEST(CpuTarget, HostRunsOnHost) {
  CpuTarget host = hostCpuTarget();
  EXPECT_TRUE(runsOnHost(host));
  EXPECT_FALSE(host.cpu.empty());
  EXPECT_GE(host.vectorBytes, 16u);
  EXPECT_EQ(host.identity(), hostCpuTarget().identity());
  bool isArm = host.triple.starts_with("aarch64");
  EXPECT_EQ(runsOnHost(target("aarch64")), isArm);
  if (!isArm) {
    EXPECT_EQ(runsOnHost(target("x86-64-v4")), host.has(CpuCapability::Avx512));
  }
}

TEST(CpuTarget, IdentityTellsTargetsApart) {
  std::vector<std::string> names = cpuTargetNames();
  for (size_t i = 1; i < names.size(); ++i)
    for (size_t j = 1; j < i; ++j)
      EXPECT_NE(target(names[i]).identity(), target(names[j]).identity());
}
