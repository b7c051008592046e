//===- Target/GpuTimingTest.cpp - how fast GPUs are -------------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The table of constants: complete, graded, found by the names of targets.
//
//===----------------------------------------------------------------------===//

#include "tessera/Target/GpuTiming.h"

#include "gtest/gtest.h"

#include <set>

using namespace tessera::gpu;

TEST(GpuTiming, EveryValueHasAGradeAndASource) {
  std::set<std::string> names;
  for (const TimingRow &row : timingRows()) {
    SCOPED_TRACE(row.name.str());
    EXPECT_TRUE(names.insert(row.name.str()).second);
    EXPECT_FALSE(row.meaning.empty());
    for (const TimingValue &value : row.values) {
      EXPECT_TRUE(llvm::StringRef("ABCX").contains(value.grade));
      // What is not there is not used, and everything else says where it is
      // from.
      EXPECT_EQ(value.grade == 'X', value.source.empty());
      if (value.grade == 'X')
        EXPECT_EQ(value.value, 0);
      else
        EXPECT_GE(value.value, 0);
    }
  }
  EXPECT_GT(names.size(), 50u);
}

TEST(GpuTiming, TargetsOfOneGpuHaveItsConstants) {
  for (auto [name, architecture] : {std::pair("sm_80", "sm_80"),
                                    {"sm_90", "sm_90a"},
                                    {"sm_90a", "sm_90a"},
                                    {"sm_100f", "sm_100a"},
                                    {"sm_120", "sm_120a"}}) {
    GpuTiming timing = llvm::cantFail(findGpuTiming(name));
    EXPECT_EQ(timing.architecture, architecture);
    EXPECT_GT(timing.clockMHz, 1000);
    EXPECT_GT(timing.dramLatency, timing.l2Latency);
    EXPECT_GT(timing.l2Latency, timing.l1Latency);
  }
}

TEST(GpuTiming, OthersAreRefusedByName) {
  auto message = [](llvm::StringRef name) {
    return llvm::toString(findGpuTiming(name).takeError());
  };
  EXPECT_NE(message("sm_89").find("no timing constants are known for 'sm_89'"),
            std::string::npos);
  EXPECT_NE(message("sm_9").find("expected a GPU target"), std::string::npos);
}

TEST(GpuTiming, CyclesBecomeSecondsByTheClock) {
  GpuTiming timing = llvm::cantFail(findGpuTiming("sm_90a"));
  timing.clockMHz = 2000;
  EXPECT_DOUBLE_EQ(timing.seconds(4e9), 2.0);
}
