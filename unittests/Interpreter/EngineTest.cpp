//===- Interpreter/EngineTest.cpp - control flow, schedule, limits -*- C++
//-*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Structured control flow in awkward nestings, trip counts at the ends of
// ranges, the schedule and its independence from the number of threads, limits.
//
//===----------------------------------------------------------------------===//

#include "Kernel.h"

#include "tessera/Dialect/CudaTile/IR/ExtensionTrait.h"
#include "tessera/Interpreter/OpTable.h"

#include <gtest/gtest.h>

#include <set>

using namespace tessera::interp;
using namespace tessera::interp::test;

static std::string outputOf(const std::string &body) {
  Kernel kernel(Kernel::entry("", body));
  EXPECT_TRUE(kernel.run()) << kernel.diagnostics;
  EXPECT_EQ(kernel.diagnostics, "");
  return kernel.printed;
}

TEST(Engine, LoopWithContinueAndBreakInsideIfs) {
  EXPECT_EQ(outputOf(R"(
    %z = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %three = constant <i32: 3> : tile<i32>
    %ten = constant <i32: 10> : tile<i32>
    %r = loop iter_values(%i = %z, %sum = %z) : tile<i32>, tile<i32> -> tile<i32> {
      %next = addi %i, %one : tile<i32>
      %done = cmpi greater_than_or_equal %i, %ten, signed : tile<i32> -> tile<i1>
      if %done { break %sum : tile<i32> }
      %skip = cmpi equal %i, %three, signed : tile<i32> -> tile<i1>
      if %skip { continue %next, %sum : tile<i32>, tile<i32> }
      %s = addi %sum, %i : tile<i32>
      continue %next, %s : tile<i32>, tile<i32>
    }
    %t = print_tko "%d\n", %r : tile<i32> -> token)"),
            "42\n");
}

TEST(Engine, CarriedValuesSwap) {
  EXPECT_EQ(outputOf(R"(
    %z = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %n = constant <i32: 3> : tile<i32>
    %a, %b = for %i in (%z to %n, step %one) : tile<i32> iter_values(%x = %z, %y = %one) -> (tile<i32>, tile<i32>) {
      continue %y, %x : tile<i32>, tile<i32>
    }
    %t = print_tko "%d %d\n", %a, %b : tile<i32>, tile<i32> -> token)"),
            "1 0\n");
}

TEST(Engine, ReturnInsideLoopEndsTheBlock) {
  EXPECT_EQ(outputOf(R"(
    %true = constant <i1: true> : tile<i1>
    %t = print_tko "before\n" -> token
    if %true { return }
    %u = print_tko "after\n" -> token)"),
            "before\n");
}

TEST(Engine, ForStopsBeforeTheIncrementWraps) {
  EXPECT_EQ(outputOf(R"(
    %lo = constant <i8: 120> : tile<i8>
    %hi = constant <i8: 127> : tile<i8>
    %st = constant <i8: 5> : tile<i8>
    for %i in (%lo to %hi, step %st) : tile<i8> {
      %t = print_tko "%d " , %i : tile<i8> -> token
    }
    for unsigned %i in (%lo to %hi, step %st) : tile<i8> {
      %t = print_tko "%u ", %i : tile<i8> -> token
    })"),
            "120 125 120 125 ");
  EXPECT_EQ(outputOf(R"(
    %lo = constant <i64: -9223372036854775808> : tile<i64>
    %hi = constant <i64: 9223372036854775807> : tile<i64>
    %st = constant <i64: 9223372036854775807> : tile<i64>
    for %i in (%lo to %hi, step %st) : tile<i64> {
      %t = print_tko "%d ", %i : tile<i64> -> token
    })"),
            "-9223372036854775808 -1 9223372036854775806 ");
}

TEST(Engine, SignednessOfFor) {
  const char *loop = R"(
    %lo = constant <i32: -2> : tile<i32>
    %hi = constant <i32: 1> : tile<i32>
    %st = constant <i32: 1> : tile<i32>
    for SIGN %i in (%lo to %hi, step %st) : tile<i32> {
      %t = print_tko "%d ", %i : tile<i32> -> token
    })";
  std::string text = loop;
  EXPECT_EQ(outputOf(text.replace(text.find("SIGN"), 4, "")), "-2 -1 0 ");
  text = loop;
  EXPECT_EQ(outputOf(text.replace(text.find("SIGN"), 4, "unsigned")), "");
}

TEST(Engine, StepNotPositiveIsAFinding) {
  Kernel kernel(Kernel::entry("", R"(
    %lo = constant <i32: 0> : tile<i32>
    %hi = constant <i32: 4> : tile<i32>
    for %i in (%lo to %hi, step %lo) : tile<i32> {
      %t = print_tko "never\n" -> token
    })"));
  ASSERT_TRUE(kernel.run());
  EXPECT_EQ(kernel.printed, "");
  EXPECT_EQ(kernel.summary.count(CheckKind::StepNotPositive), 1u);
  EXPECT_NE(kernel.diagnostics.find("expected a positive step, got 0"),
            std::string::npos);
}

static const char *printBlock = R"(
    %x, %y, %z = get_tile_block_id : tile<i32>
    %t = print_tko "%d,%d ", %x, %y : tile<i32>, tile<i32> -> token)";

TEST(Engine, BlocksRunInLinearOrderWhateverTheThreads) {
  for (unsigned threads : {1u, 4u}) {
    Kernel kernel(Kernel::entry("", printBlock));
    kernel.options.grid = {3, 2, 1};
    kernel.options.threads = threads;
    ASSERT_TRUE(kernel.run()) << kernel.diagnostics;
    EXPECT_EQ(kernel.printed, "0,0 1,0 2,0 0,1 1,1 2,1 ");
    EXPECT_EQ(kernel.summary.blocksRun, 6u);
  }
}

TEST(Engine, SeededOrderIsAPermutation) {
  std::vector<std::string> outputs;
  for (uint64_t seed : {1u, 1u, 2u}) {
    Kernel kernel(Kernel::entry("", printBlock));
    kernel.options.grid = {5, 3, 1};
    kernel.options.orderSeed = seed;
    ASSERT_TRUE(kernel.run());
    for (int y = 0; y < 3; ++y)
      for (int x = 0; x < 5; ++x)
        EXPECT_NE(kernel.printed.find(std::to_string(x) + "," +
                                      std::to_string(y) + " "),
                  std::string::npos);
    outputs.push_back(kernel.printed);
  }
  EXPECT_EQ(outputs[0], outputs[1]);
  EXPECT_NE(outputs[0], outputs[2]);
}

TEST(Engine, StepLimitEndsAnEndlessLoop) {
  Kernel kernel(Kernel::entry("", "loop { }"));
  kernel.options.maxStepsPerBlock = 1000;
  EXPECT_FALSE(kernel.run());
  EXPECT_NE(kernel.diagnostics.find("step limit of 1000 operations reached"),
            std::string::npos);
}

TEST(Engine, LoopThatChangesNothingNeverEnds) {
  Kernel kernel(Kernel::entry("", "loop { }"));
  EXPECT_FALSE(kernel.run());
  EXPECT_NE(kernel.diagnostics.find("this loop never ends"), std::string::npos);
}

TEST(Engine, TimeLimitEndsAnEndlessLoop) {
  Kernel kernel(Kernel::entry(
      "", "%z = constant <i32: 0> : tile<i32> %o = constant <i32: 1> : "
          "tile<i32> loop iter_values(%i = %z) : tile<i32> { %n = addi %i, %o "
          ": tile<i32> continue %n : tile<i32> }"));
  kernel.options.timeoutSeconds = 0.05;
  EXPECT_FALSE(kernel.run());
  EXPECT_NE(kernel.diagnostics.find("time limit"), std::string::npos);
}

TEST(Engine, StopAtFirstFindsTheSameWithAnyThreads) {
  for (unsigned threads : {1u, 3u}) {
    Kernel kernel(Kernel::entry("", R"(
      %x, %y, %z = get_tile_block_id : tile<i32>
      %five = constant <i32: 5> : tile<i32>
      %ok = cmpi less_than %x, %five, signed : tile<i32> -> tile<i1>
      assert %ok, "too far" : tile<i1>)"));
    kernel.options.grid = {64, 1, 1};
    kernel.options.threads = threads;
    kernel.options.checkMode = CheckMode::StopAtFirst;
    ASSERT_TRUE(kernel.run());
    EXPECT_TRUE(kernel.summary.stopped);
    ASSERT_EQ(kernel.summary.findings.size(), 1u);
    EXPECT_EQ(kernel.summary.findings[0].block.x, 5u);
    EXPECT_EQ(
        kernel.diagnostics,
        "assert-failed: too far (assert in tile block (5, 0, 0), element 0)\n");
  }
}

TEST(Engine, FindingsAreCappedAndCounted) {
  Kernel kernel(Kernel::entry("", R"(
    %no = constant <i1: false> : tile<64xi1>
    assert %no, "no" : tile<64xi1>)"));
  kernel.options.grid = {4, 1, 1};
  ASSERT_TRUE(kernel.run());
  EXPECT_EQ(kernel.summary.findings.size(), 8u);
  EXPECT_EQ(kernel.summary.failedAsserts(), 256u);
  EXPECT_NE(kernel.diagnostics.find("note: 248 more of this operation"),
            std::string::npos);
}

TEST(Engine, FailedAssertsCountEvenWhenChecksAreIgnored) {
  Kernel kernel(Kernel::entry("", R"(
    %no = constant <i1: false> : tile<i1>
    %z = constant <i32: 0> : tile<i32>
    for %i in (%z to %z, step %z) : tile<i32> { }
    assert %no, "no" : tile<i1>)"));
  kernel.options.checkMode = CheckMode::Ignore;
  ASSERT_TRUE(kernel.run());
  EXPECT_EQ(kernel.summary.failedAsserts(), 1u);
  EXPECT_EQ(kernel.summary.totalFindings(), 1u);
}

TEST(Engine, EveryOpOfTheLanguageIsExecuted) {
  mlir::MLIRContext context;
  context.loadDialect<tessera::cuda_tile::CudaTileDialect>();
  OpTable table = OpTable::withAllOps();
  // Executed by the engine itself, or not executable at all.
  const std::set<std::string> others = {
      "break",  "constant", "continue", "entry",       "for",
      "global", "if",       "loop",     "module",      "reduce",
      "return", "scan",     "yield",    "testing$func"};
  unsigned seen = 0;
  for (mlir::RegisteredOperationName name : context.getRegisteredOperations()) {
    if (name.getDialectNamespace() != "cuda_tile" ||
        tessera::cuda_tile::isExtensionOp(name))
      continue;
    ++seen;
    bool isOther = others.count(name.stripDialect().str());
    EXPECT_NE(table.lookup(name.getStringRef()) != nullptr, isOther)
        << name.getStringRef().str();
  }
  EXPECT_GE(seen, 106u);
}

TEST(Engine, OpWithoutAHandlerIsRefusedBeforeRunning) {
  Kernel kernel(Kernel::entry("", R"(
    %t = print_tko "never\n" -> token
    "other.op"() : () -> ())"));
  EXPECT_FALSE(kernel.run());
  EXPECT_EQ(kernel.printed, "");
  EXPECT_NE(kernel.diagnostics.find("the interpreter does not execute "
                                    "'other.op'"),
            std::string::npos)
      << kernel.diagnostics;
}

TEST(Engine, NestingIsLimited) {
  auto nested = [](unsigned depth) {
    std::string body = "%c = constant <i1: true> : tile<i1>\n";
    for (unsigned i = 0; i < depth; ++i)
      body += "if %c {\n";
    body += "%t = print_tko \"inside\" -> token\n";
    for (unsigned i = 0; i < depth; ++i)
      body += "}\n";
    return Kernel::entry("", body);
  };
  Kernel fine(nested(500));
  EXPECT_TRUE(fine.run()) << fine.diagnostics;
  EXPECT_EQ(fine.printed, "inside");
  Kernel deep(nested(520));
  EXPECT_FALSE(deep.run());
  EXPECT_NE(deep.diagnostics.find("expected at most 512 nested regions"),
            std::string::npos);
}

TEST(Engine, AllocasAreFreedPerIteration) {
  // 4096 iterations of 4 MiB: more than the block's arena at once.
  Kernel kernel(Kernel::entry("", R"(
    %z = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %n = constant <i32: 4096> : tile<i32>
    for %i in (%z to %n, step %one) : tile<i32> {
      %a = alloca num_elem = 1048576, alignment = 4 : tile<ptr<i32>>
      %t = store_ptr_tko weak %a, %i : tile<ptr<i32>>, tile<i32> -> token
    })"));
  EXPECT_TRUE(kernel.run());
  EXPECT_TRUE(kernel.summary.clean()) << kernel.diagnostics;
}

TEST(Engine, ReduceGroupsNeighbours) {
  // With a sum that rounds, the grouping shows: ((a+b)+(c+d)) + 0.
  EXPECT_EQ(outputOf(R"(
    %v = constant <f32: [1.0, 16777216.0, 1.0, -16777216.0]> : tile<4xf32>
    %s = reduce %v dim=0 identities=[0.0 : f32] : tile<4xf32> -> tile<f32>
      (%e: tile<f32>, %a: tile<f32>) {
        %x = addf %e, %a : tile<f32>
        yield %x : tile<f32>
      }
    %t = print_tko "%g\n", %s : tile<f32> -> token)"),
            "1\n");
}

TEST(Engine, AggregateBodiesKeepTheOrderOfNeighbours) {
  // "Later if it is not zero, else earlier" is associative, not commutative.
  EXPECT_EQ(outputOf(R"(
    %v = constant <i32: [3, 0, 5, 0, 0, 7, 0, 0]> : tile<8xi32>
    %z = constant <i32: 0> : tile<i32>
    %r = reduce %v dim=0 identities=[0 : i32] : tile<8xi32> -> tile<i32>
      (%e: tile<i32>, %a: tile<i32>) {
        %c = cmpi not_equal %e, %z, signed : tile<i32> -> tile<i1>
        %x = select %c, %e, %a : tile<i1>, tile<i32>
        yield %x : tile<i32>
      }
    %s = scan %v dim=0 reverse=false identities=[0 : i32] : tile<8xi32> -> tile<8xi32>
      (%e: tile<i32>, %a: tile<i32>) {
        %c = cmpi not_equal %e, %z, signed : tile<i32> -> tile<i1>
        %x = select %c, %e, %a : tile<i1>, tile<i32>
        yield %x : tile<i32>
      }
    %b = scan %v dim=0 reverse=true identities=[0 : i32] : tile<8xi32> -> tile<8xi32>
      (%e: tile<i32>, %a: tile<i32>) {
        %c = cmpi not_equal %e, %z, signed : tile<i32> -> tile<i1>
        %x = select %c, %e, %a : tile<i1>, tile<i32>
        yield %x : tile<i32>
      }
    %t = print_tko "%d %d %d\n", %r, %s, %b : tile<i32>, tile<8xi32>, tile<8xi32> -> token)"),
            "7 [3, 3, 5, 5, 5, 7, 7, 7] [3, 5, 5, 7, 7, 7, 0, 0]\n");
}

TEST(Engine, ConcurrentRunsOfOneProgram) {
  // Program is immutable: the lit tests cannot show this, two threads can.
  std::vector<int32_t> a(64), b(64);
  const char *body = R"(
    %i = iota : tile<64xi32>
    %v = make_tensor_view %p, shape = [64], strides = [1] : tensor_view<64xi32, strides=[1]>
    %w = make_partition_view %v : partition_view<tile=(64), tensor_view<64xi32, strides=[1]>>
    %z = constant <i32: 0> : tile<i32>
    %t = store_view_tko weak %i, %w[%z] : tile<64xi32>, partition_view<tile=(64), tensor_view<64xi32, strides=[1]>>, tile<i32> -> token)";
  Kernel kernel(Kernel::entry("%p: tile<ptr<i32>>", body));
  EXPECT_TRUE(kernel.runTwiceAtOnce(a, b)) << kernel.diagnostics;
  for (int32_t i = 0; i < 64; ++i) {
    EXPECT_EQ(a[i], i);
    EXPECT_EQ(b[i], i);
  }
}

TEST(Engine, ArgumentsMustFitTheParameters) {
  Kernel kernel(Kernel::entry("%p: tile<ptr<f32>>, %n: tile<i32>", ""));
  EXPECT_FALSE(kernel.run());
  EXPECT_NE(kernel.diagnostics.find("expected 2 arguments, got 0"),
            std::string::npos);
  kernel.scalar(1);
  kernel.scalar(1);
  EXPECT_FALSE(kernel.run());
  EXPECT_NE(kernel.diagnostics.find("expected a pointer for parameter 0"),
            std::string::npos);
}
