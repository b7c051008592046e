//===- unittests/Support/PhaseTimesTest.cpp - times of phases ---*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Order, nesting and the sum; that time passes at all.
//
//===----------------------------------------------------------------------===//

#include "tessera/Support/PhaseTimes.h"

#include "llvm/Support/JSON.h"
#include "gtest/gtest.h"

using namespace tessera;

static void burn(double seconds) {
  auto start = std::chrono::steady_clock::now();
  while (std::chrono::duration<double>(std::chrono::steady_clock::now() - start)
             .count() < seconds) {
  }
}

TEST(PhaseTimes, NestsAndAddsUpPhasesOnly) {
  PhaseTimes times;
  {
    PhaseTimes::Scope parse(&times, "parse");
    burn(0.002);
  }
  {
    PhaseTimes::Scope phase(&times, "lower");
    PhaseTimes::Scope step(&times, "a-pass");
    burn(0.002);
  }
  PhaseTimes::Scope last(&times, "emit");
  last.stop();
  last.stop();
  ASSERT_EQ(times.entries().size(), 4u);
  EXPECT_EQ(times.entries()[1].name, "lower");
  EXPECT_EQ(times.entries()[2].depth, 1u);
  EXPECT_EQ(times.entries()[3].depth, 0u);
  EXPECT_GE(times.entries()[0].wallSeconds, 0.002);
  EXPECT_GE(times.entries()[1].wallSeconds, times.entries()[2].wallSeconds);
  double phases = times.entries()[0].wallSeconds +
                  times.entries()[1].wallSeconds +
                  times.entries()[3].wallSeconds;
  EXPECT_DOUBLE_EQ(times.total().wallSeconds, phases);
}

TEST(PhaseTimes, NullMeasuresNothing) {
  PhaseTimes::Scope scope(nullptr, "nothing");
  scope.stop();
}

TEST(PhaseTimes, JsonHasEveryEntry) {
  PhaseTimes times;
  {
    PhaseTimes::Scope phase(&times, "parse");
  }
  {
    PhaseTimes::Scope phase(&times, "ptx");
  }
  std::string text;
  llvm::raw_string_ostream os(text);
  times.printJson(os);
  llvm::Expected<llvm::json::Value> value = llvm::json::parse(text);
  ASSERT_TRUE(bool(value));
  ASSERT_EQ(value->getAsArray()->size(), 2u);
  EXPECT_EQ(*(*value->getAsArray())[1].getAsObject()->getString("name"), "ptx");
}
