//===- Interpreter/RaceTest.cpp - clocks and records of race detection ----===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The data structures by themselves, also where programs rarely take them: gaps
// in a chain, garbage, lists that are cut. What they find together is tested
// with whole programs (test/Interpreter/Races).
//
//===----------------------------------------------------------------------===//

#include "Interpreter/Race/RaceRecords.h"

#include "gtest/gtest.h"

#include <random>
#include <set>
#include <tuple>

using namespace tessera::interp;

namespace {

TEST(RaceClocks, TheStartIsBeforeEverything) {
  RaceClocks clocks;
  EXPECT_TRUE(clocks.contains(0, RaceEvent{}));
  EXPECT_FALSE(clocks.contains(0, RaceEvent{0, 1, 1}));
}

TEST(RaceClocks, KnowsTheThirdWithoutTheSecond) {
  RaceClocks clocks;
  ClockId first = clocks.after(0, {7, 1, 1});
  ClockId third = clocks.after(0, {7, 1, 3});
  ClockId both = clocks.join(first, third);
  EXPECT_TRUE(clocks.contains(both, {7, 1, 1}));
  EXPECT_FALSE(clocks.contains(both, {7, 1, 2}));
  EXPECT_TRUE(clocks.contains(both, {7, 1, 3}));
  EXPECT_FALSE(clocks.contains(both, {7, 1, 4}));
  EXPECT_FALSE(clocks.contains(both, {7, 2, 1}));
  EXPECT_FALSE(clocks.contains(both, {8, 1, 1}));
  EXPECT_FALSE(clocks.contains(first, {7, 1, 3})) << "clocks are immutable";
}

TEST(RaceClocks, AcquireBringsWhatTheOtherBlockKnew) {
  RaceClocks clocks;
  // Block 1 released to block 2, which releases to block 1 again.
  ClockId one = clocks.after(0, {1, 1, 1});
  ClockId two = clocks.after(clocks.acquire(0, 2, one), {2, 1, 1});
  ClockId back = clocks.acquire(0, 1, two);
  EXPECT_TRUE(clocks.contains(back, {1, 1, 1}));
  EXPECT_TRUE(clocks.contains(back, {2, 1, 1}));
  ClockId third = clocks.acquire(clocks.after(0, {3, 1, 1}), 3, two);
  for (RaceEvent event : {RaceEvent{1, 1, 1}, {2, 1, 1}, {3, 1, 1}})
    EXPECT_TRUE(clocks.contains(third, event));
}

/// Random operations beside plain sets, with collections in between.
TEST(RaceClocks, AgreesWithSets) {
  using Set = std::set<std::tuple<uint32_t, uint32_t, uint32_t>>;
  std::mt19937 random(1);
  auto below = [&](uint32_t n) { return static_cast<uint32_t>(random() % n); };
  RaceClocks clocks;
  struct Known {
    uint32_t block;
    ClockId clock;
    Set set;
  };
  std::vector<Known> all;
  for (int round = 0; round < 4000; ++round) {
    uint32_t block = below(3);
    Known next{block, 0, {}};
    for (int i = 0; i < 2 && !all.empty(); ++i) {
      const Known &other = all[below(static_cast<uint32_t>(all.size()))];
      next.clock = clocks.acquire(next.clock, block, other.clock);
      next.set.insert(other.set.begin(), other.set.end());
    }
    RaceEvent event{block, 1 + below(3), 1 + below(9)};
    next.clock = clocks.after(next.clock, event);
    next.set.insert({event.block, event.op, event.number});
    all.push_back(next);
    if (all.size() > 20)
      all.erase(all.begin() + below(10), all.begin() + 10);
    if (round % 97 == 0)
      clocks.collect([&](llvm::function_ref<void(ClockId)> use) {
        for (const Known &known : all)
          use(known.clock);
      });
    const Known &look = all[below(static_cast<uint32_t>(all.size()))];
    for (uint32_t b = 0; b < 3; ++b)
      for (uint32_t op = 1; op < 4; ++op)
        for (uint32_t number = 1; number < 11; ++number)
          ASSERT_EQ(clocks.contains(look.clock, {b, op, number}),
                    look.set.count({b, op, number}) != 0);
  }
}

TEST(RaceRecords, ListsAreCutAndKeepTheNewest) {
  RaceRecords records;
  SetId set = 0;
  RecordId last = 0;
  for (uint32_t i = 1; i <= 1000; ++i) {
    last = records.add({{0, 1, i}, 0, 0, 0});
    set = records.with(set, last, [](const RaceRecord &) { return false; });
  }
  EXPECT_EQ(records.newest(set), last);
  unsigned length = 0;
  uint32_t expected = 1000;
  for (SetId it = set; it != 0; it = records.rest(it), ++length)
    EXPECT_EQ(records[records.newest(it)].event.number, expected--);
  EXPECT_LE(length, RaceRecords::maxMembers);
  EXPECT_GE(length, RaceRecords::maxMembers / 2);
}

TEST(RaceRecords, CoveredMembersGo) {
  RaceRecords records;
  auto never = [](const RaceRecord &) { return false; };
  SetId set = records.with(0, records.add({{0, 1, 1}, 0, 0, 0}), never);
  set = records.with(set, records.add({{0, 1, 2}, 0, 0, 0}), never);
  RecordId newest = records.add({{0, 1, 3}, 0, 0, 0});
  set = records.with(set, newest, [](const RaceRecord &) { return true; });
  EXPECT_EQ(set, newest);
  EXPECT_FALSE(RaceRecords::isList(set));
}

TEST(RaceRecords, CommonKinds) {
  RaceRecords records;
  auto never = [](const RaceRecord &) { return false; };
  SetId set = records.with(0, records.add({{0, 1, 1}, 0, 0, 5}), never);
  EXPECT_EQ(records.kindOf(set), 5u);
  set = records.with(set, records.add({{1, 1, 1}, 0, 0, 5}), never);
  EXPECT_EQ(records.kindOf(set), 5u);
  set = records.with(set, records.add({{2, 1, 1}, 0, 0, 6}), never);
  EXPECT_EQ(records.kindOf(set), 0u);
}

TEST(RaceRecords, CollectKeepsWhatIsNamed) {
  RaceRecords records;
  auto never = [](const RaceRecord &) { return false; };
  std::vector<SetId> sets(10);
  for (uint32_t i = 1; i <= 500; ++i)
    sets[i % 10] = records.with(sets[i % 10],
                                records.add({{i % 10, 1, i}, 0, 0, 0}), never);
  sets[3] = 0;
  auto contents = [&](SetId set) {
    std::vector<uint32_t> numbers;
    for (; set != 0; set = records.rest(set))
      numbers.push_back(records[records.newest(set)].event.number);
    return numbers;
  };
  std::vector<std::vector<uint32_t>> before;
  for (SetId set : sets)
    before.push_back(contents(set));
  records.collect([&](llvm::function_ref<void(SetId &)> use) {
    for (SetId &set : sets)
      use(set);
  });
  for (size_t i = 0; i < sets.size(); ++i)
    EXPECT_EQ(contents(sets[i]), before[i]);
  EXPECT_TRUE(before[3].empty());
}

TEST(RaceRecords, FindsElements) {
  RaceRecords records;
  // A 2x4 tile of 4-byte elements in rows of 100 bytes, one column outside.
  RaceFootprint shape{{2, 4}, {2, 3}, {100, 4}};
  RaceRecord record{{0, 1, 1}, records.regular(shape), 1000, 0};
  auto at = [&](uint64_t address, unsigned bytes, unsigned count) {
    return records.elementsAt(record, 4, address, bytes, count);
  };
  using Elements = llvm::SmallVector<int64_t, 2>;
  EXPECT_EQ(at(1104, 4, 2), (Elements{5}));
  EXPECT_EQ(at(1105, 1, 2), (Elements{5})) << "inside an element";
  EXPECT_EQ(at(1012, 4, 2), Elements()) << "outside the tensor";
  EXPECT_EQ(at(1000, 8, 2), (Elements{0, 1}));
  RaceRecord scattered{{0, 1, 2}, records.irregular({50, 60, 50}), 50, 0};
  EXPECT_EQ(records.elementsAt(scattered, 4, 50, 4, 3), (Elements{0, 2}));
}

} // namespace
