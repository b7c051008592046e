//===- Target/GpuTargetTest.cpp - the table of GPUs -------------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Names, limits and the rules of the suffixes.
//
//===----------------------------------------------------------------------===//

#include "tessera/Target/GpuTarget.h"

#include "gtest/gtest.h"

#include <set>

using namespace tessera::gpu;

static GpuTarget target(llvm::StringRef name) {
  return llvm::cantFail(findGpuTarget(name));
}

TEST(GpuTarget, EveryNameFindsItself) {
  std::vector<std::string> names = gpuTargetNames();
  EXPECT_EQ(names.size(), 24u);
  for (const std::string &name : names) {
    GpuTarget found = target(name);
    EXPECT_EQ(found.name, name);
    EXPECT_EQ(found.ptxVersion, 90u);
    EXPECT_GE(found.sharedBytes, 99u * 1024) << name;
    EXPECT_GE(found.warpsPerMultiprocessor * 32, found.threadsPerBlock) << name;
  }
}

TEST(GpuTarget, SuffixesDecideWhoHasWhat) {
  auto holders = [](GpuCapability capability) {
    std::string text;
    for (const std::string &name : gpuTargetNames())
      if (target(name).has(capability))
        text += name.substr(3) + " ";
    return text;
  };
  EXPECT_EQ(holders(GpuCapability::Wgmma), "90a ");
  EXPECT_EQ(holders(GpuCapability::Tcgen05),
            "100a 100f 103a 103f 107f 110a 110f ");
  EXPECT_EQ(holders(GpuCapability::BlockScaleMmaSync), "120a 120f 121a 121f ");
  EXPECT_EQ(holders(GpuCapability::ReduxF32), "100a 100f 103a 103f 107f ");
  EXPECT_FALSE(target("sm_86").has(GpuCapability::Fp8Convert));
  EXPECT_TRUE(target("sm_89").has(GpuCapability::Fp8Convert));
  EXPECT_TRUE(target("sm_121").has(GpuCapability::Tma));
  EXPECT_FALSE(target("sm_89").has(GpuCapability::Tma));
}

TEST(GpuTarget, CapabilityNamesAreDistinct) {
  std::set<std::string> names;
  for (unsigned i = 0; i < numGpuCapabilities; ++i)
    names.insert(gpuCapabilityName(static_cast<GpuCapability>(i)).str());
  EXPECT_EQ(names.size(), numGpuCapabilities);
  EXPECT_FALSE(names.count(""));
}

TEST(GpuTarget, YoungGpusGetOlderCode) {
  EXPECT_EQ(target("sm_107").ptxTarget, "sm_103");
  EXPECT_EQ(target("sm_107f").ptxTarget, "sm_103f");
  EXPECT_FALSE(target("sm_107").canAssemble);
  EXPECT_EQ(target("sm_90a").ptxTarget, "sm_90a");
  EXPECT_TRUE(target("sm_90a").canAssemble);
}

TEST(GpuTarget, DevicesGetTheRichestTarget) {
  auto of = [](llvm::StringRef name) {
    return llvm::cantFail(findGpuTargetOfDevice(name)).name;
  };
  EXPECT_EQ(of("sm_80"), "sm_80");
  EXPECT_EQ(of("sm_90"), "sm_90a");
  EXPECT_EQ(of("sm_100"), "sm_100a");
  EXPECT_EQ(of("sm_100f"), "sm_100f");
  EXPECT_EQ(of("sm_107"), "sm_107f");
}

TEST(GpuTarget, UnknownNamesAreRefusedWithTheList) {
  for (const char *bad : {"sm_", "sm_81", "sm_80a", "sm_90f", "sm_90aa", "90",
                          "", "sm_101", "cpu", "sm_107a", "sm_090"}) {
    auto found = findGpuTarget(bad);
    ASSERT_FALSE(bool(found)) << bad;
    std::string message = llvm::toString(found.takeError());
    EXPECT_NE(message.find("expected a GPU target (sm_80, sm_86"),
              std::string::npos)
        << message;
    auto device = findGpuTargetOfDevice(bad);
    ASSERT_FALSE(bool(device)) << bad;
    llvm::consumeError(device.takeError());
  }
  EXPECT_TRUE(isGpuTargetName("sm_80"));
  EXPECT_FALSE(isGpuTargetName("cpu"));
}
