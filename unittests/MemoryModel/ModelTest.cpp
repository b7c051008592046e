//===- unittests/MemoryModel/ModelTest.cpp - relations and verdicts -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Relations on small graphs, the options parser, and verdicts of hand-made PTX
// programs, without any module.
//
//===----------------------------------------------------------------------===//

#include "tessera/MemoryModel/Checker.h"
#include "tessera/MemoryModel/PtxThread.h"

#include "llvm/ADT/STLExtras.h"

#include <gtest/gtest.h>

using namespace llvm;
using namespace tessera::memmodel;

TEST(Relation, ClosureAndCycles) {
  Relation r(70);
  r.set(0, 65);
  r.set(65, 3);
  EXPECT_TRUE(r.acyclic());
  EXPECT_TRUE(r.transitiveClosure().test(0, 3));
  EXPECT_FALSE(r.transitiveClosure().test(3, 0));
  EXPECT_EQ(r.shortestPath(0, 3), (std::vector<unsigned>{0, 65, 3}));
  EXPECT_TRUE(Relation::compose(r, r).test(0, 3));
  r.set(3, 0);
  EXPECT_FALSE(r.acyclic());
  EXPECT_EQ(r.shortestCycle().size(), 3u);
}

TEST(Options, ParseAndPrint) {
  Expected<Options> options = Options::parse("A3=off, G3=poloc");
  ASSERT_TRUE(static_cast<bool>(options));
  EXPECT_EQ(options->str(), "G3=poloc,A3=off");
  for (const char *bad : {"G3", "G3=", "G99=on", "A3=maybe", ",,"}) {
    Expected<Options> wrong = Options::parse(bad);
    EXPECT_FALSE(static_cast<bool>(wrong)) << bad;
    consumeError(wrong.takeError());
  }
}

static Program ptxProgram(ArrayRef<const char *> codes, int64_t wanted) {
  Program program;
  program.image.add("x", 4, 1, 0);
  program.image.add("y", 4, 1, 0);
  program.condition.kind = Condition::Kind::And;
  for (auto [index, code] : enumerate(codes)) {
    Thread thread;
    thread.agent = {"P" + std::to_string(index),
                    false,
                    0,
                    "cta" + std::to_string(index),
                    {}};
    size_t offset = 0;
    auto body = parsePtxThread(code, program.image, offset);
    EXPECT_TRUE(static_cast<bool>(body));
    thread.body = std::move(*body);
    program.threads.push_back(std::move(thread));
    Condition atom;
    atom.kind = Condition::Kind::Register;
    atom.agent = index;
    atom.name = "r";
    atom.value = wanted;
    program.condition.children.push_back(atom);
  }
  return program;
}

static Verdict verdictOf(ArrayRef<const char *> codes, int64_t wanted) {
  Program program = ptxProgram(codes, wanted);
  Expected<Result> result = check(program, Options());
  EXPECT_TRUE(static_cast<bool>(result));
  return result->verdict;
}

TEST(Checker, StoreBufferingNeedsBothFences) {
  const char *plain0 = "st.relaxed.gpu.u32 [x], 1; ld.relaxed.gpu.u32 %r, [y]";
  const char *plain1 = "st.relaxed.gpu.u32 [y], 1; ld.relaxed.gpu.u32 %r, [x]";
  const char *fenced0 = "st.relaxed.gpu.u32 [x], 1; fence.sc.gpu; "
                        "ld.relaxed.gpu.u32 %r, [y]";
  const char *fenced1 = "st.relaxed.gpu.u32 [y], 1; fence.sc.gpu; "
                        "ld.relaxed.gpu.u32 %r, [x]";
  EXPECT_EQ(verdictOf({plain0, plain1}, 0), Verdict::Allowed);
  EXPECT_EQ(verdictOf({fenced0, plain1}, 0), Verdict::Allowed);
  EXPECT_EQ(verdictOf({fenced0, fenced1}, 0), Verdict::Forbidden);
}

TEST(Checker, CopiesCannotInventValues) {
  const char *a = "ld.relaxed.gpu.u32 %r, [x]; st.relaxed.gpu.u32 [y], %r";
  const char *b = "ld.relaxed.gpu.u32 %r, [y]; st.relaxed.gpu.u32 [x], %r";
  EXPECT_EQ(verdictOf({a, b}, 42), Verdict::ThinAir);
  EXPECT_EQ(verdictOf({a, b}, 0), Verdict::Allowed);
}

TEST(PtxThread, RejectsWithOffset) {
  MemoryImage image;
  image.add("x", 4, 1, 0);
  for (const char *bad :
       {"ld", "st.weak.u32 [y], 1", "st.weak.u32 [x+1], 1", "fence", "@%r ld",
        "ld.release.gpu.u32 %r, [x]", "st.weak.u32 [x], q"}) {
    size_t offset = 0;
    auto body = parsePtxThread(std::string(" ; ") + bad, image, offset);
    EXPECT_FALSE(static_cast<bool>(body)) << bad;
    consumeError(body.takeError());
    EXPECT_EQ(offset, 3u) << bad;
  }
}
