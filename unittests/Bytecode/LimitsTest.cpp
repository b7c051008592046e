//===- Bytecode/LimitsTest.cpp - depth and growth of hostile input -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The limits of docs/bytecode.md: just inside them files are read, also by a
// thread with a small stack; just outside they are refused. No limit saves a
// reader from shared debug information that is a tree of exponential size.
//
//===----------------------------------------------------------------------===//

#include "ContainerBuilder.h"

#include "tessera/Bytecode/Reader.h"
#include "tessera/Bytecode/Writer.h"

#include "mlir/IR/Diagnostics.h"
#include "llvm/Support/thread.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::bytecode;
using namespace tessera::bytecode::test;

namespace {
struct Context {
  Context() : context(MLIRContext::Threading::DISABLED) {
    context.getDiagEngine().registerHandler(
        [this](Diagnostic &diag) { error = diag.str(); });
  }
  OwningOpRef<cuda_tile::ModuleOp> read(const std::string &bytes) {
    error.clear();
    return readBytecode(llvm::MemoryBufferRef(bytes, "test"), &context);
  }
  MLIRContext context;
  std::string error;
};

/// Instrumented code needs several times the stack.
#if defined(__has_feature)
#if __has_feature(address_sanitizer)
constexpr unsigned kSmallStack = 8 << 20;
#else
constexpr unsigned kSmallStack = 1 << 20;
#endif
#else
constexpr unsigned kSmallStack = 1 << 20;
#endif

void runWithSmallStack(llvm::function_ref<void()> work) {
  llvm::thread thread(std::optional<unsigned>(kSmallStack), work);
  thread.join();
}

/// A function at a location, its `return` called from `depth` call sites.
std::string nestedCallSites(unsigned depth) {
  Container c;
  std::vector<Bytes> attrs = {{2, kFile, kEmpty},
                              {1, 1},
                              {5, 1, 1, kNameK, kNameK, 2, 1},
                              {4, 3, kFile, 1, 1}};
  uint64_t first = attrs.size() + 1;
  for (uint64_t i = 1; i < depth; ++i)
    attrs.push_back(Bytes{6, 4}.v(attrs.size() + 2));
  attrs.push_back({6, 4, 4});
  c.location = 1;
  c.payloads[3] = debugPayload(
      {0}, {Bytes().i64(4), Bytes().i64(static_cast<int64_t>(first))}, attrs);
  return c.build().data;
}

std::string nestedIfs(unsigned depth) {
  Container c;
  for (unsigned i = 1; i < depth; ++i)
    c.body.raw({0x32, 0, kArgI1, 2, 1, 0, 2}); // if { if ...; yield }
  c.body.raw({0x32, 0, kArgI1, 2, 1, 0, 1, 0x6D, 0, 0, 0});
  for (unsigned i = 1; i < depth; ++i)
    c.body.raw({0x6D, 0, 0, 0});
  return c.build().data;
}

/// One constant of `bytes` = 2^k bytes, used at `numTypes` types of i8.
std::string sharedConstant(unsigned bytes, unsigned numTypes) {
  Container c;
  uint64_t i8 = c.addType({1});
  Bytes data;
  for (unsigned i = 0; i < bytes; ++i)
    data.raw({static_cast<uint8_t>(i)});
  uint64_t item = c.addConstant(constant(data));
  for (unsigned i = 0; i < numTypes; ++i) {
    // bytes = 2^k: the shapes (2^j, 2^(k-j)).
    uint64_t type = c.addType(
        Bytes{0x0D}.v(i8).raw({2}).i64(int64_t(1) << i).i64(bytes >> i));
    c.body.raw({0x10}).v(type).v(item);
  }
  return c.build().data;
}
} // namespace

TEST(BytecodeLimits, CallSitesOfAThousandLevelsNeedLittleStack) {
  std::string deepest = nestedCallSites(1000), deeper = nestedCallSites(1001);
  runWithSmallStack([&] {
    Context context;
    auto module = context.read(deepest);
    ASSERT_TRUE(module) << context.error;
    std::string again;
    llvm::raw_string_ostream os(again);
    ASSERT_TRUE(succeeded(writeBytecode(*module, os)));
    auto back = context.read(again);
    ASSERT_TRUE(back) << context.error;
    EXPECT_FALSE(context.read(deeper));
    EXPECT_NE(context.error.find("debug attributes nested more than 1000 deep "
                                 "are not supported"),
              std::string::npos)
        << context.error;
  });
}

TEST(BytecodeLimits, RegionsOfFullDepthNeedLittleStack) {
  std::string deepest = nestedIfs(390);
  runWithSmallStack([&] {
    Context context;
    auto module = context.read(deepest);
    ASSERT_TRUE(module) << context.error;
    std::string again;
    llvm::raw_string_ostream os(again);
    ASSERT_TRUE(succeeded(writeBytecode(*module, os)));
    EXPECT_TRUE(context.read(again)) << context.error;
  });
}

// 60 call sites, each naming the next one twice: 2^60 paths.
TEST(BytecodeLimits, SharedCallSitesAreNeverExpanded) {
  Container c;
  std::vector<Bytes> attrs = {{2, kFile, kEmpty},
                              {1, 1},
                              {5, 1, 1, kNameK, kNameK, 2, 1},
                              {4, 3, kFile, 1, 1}};
  for (unsigned i = 0; i < 60; ++i) {
    uint8_t last = static_cast<uint8_t>(attrs.size());
    attrs.push_back({6, last, last});
  }
  uint64_t top = attrs.size();
  c.location = 1;
  // As the location of an operation they are fine.
  c.payloads[3] = debugPayload(
      {0}, {Bytes().i64(4), Bytes().i64(static_cast<int64_t>(top))}, attrs);
  Context context;
  EXPECT_TRUE(context.read(c.build().data)) << context.error;
  // A function must not have one: the error may not print it.
  c.payloads[3] = debugPayload(
      {0}, {Bytes().i64(static_cast<int64_t>(top)), Bytes().i64(4)}, attrs);
  EXPECT_FALSE(context.read(c.build().data));
  EXPECT_NE(context.error.find("that is not a call site"), std::string::npos);
  // Nor the errors of operations there.
  c.body = {0x03, kTileI1, 0, 0, 0};
  c.payloads[3] = debugPayload(
      {0},
      {Bytes().i64(4), Bytes().i64(static_cast<int64_t>(top)), Bytes().i64(4)},
      attrs);
  EXPECT_FALSE(context.read(c.build().data));
  EXPECT_LT(context.error.size(), 500u);
}

// A constant used at n types is n constants in memory: at most 16 times the
// file in all.
TEST(BytecodeLimits, ConstantsGrowToSixteenTimesTheFile) {
  Context context;
  constexpr unsigned kBytes = 1 << 17;
  std::string small = sharedConstant(kBytes, 16);
  ASSERT_LT(uint64_t(16) * kBytes, 16 * small.size());
  EXPECT_TRUE(context.read(small)) << context.error;
  std::string large = sharedConstant(kBytes, 17);
  ASSERT_GT(uint64_t(17) * kBytes, 16 * large.size());
  EXPECT_FALSE(context.read(large));
  EXPECT_NE(context.error.find("constants that take more than 16 times the "
                               "size of the file are not supported"),
            std::string::npos)
      << context.error;
}

// The same constant at the same type is one constant, however often it is used.
TEST(BytecodeLimits, RepeatedUsesOfAConstantDoNotCount) {
  Container c;
  uint64_t i8 = c.addType({1});
  uint64_t type = c.addType(Bytes{0x0D}.v(i8).raw({1}).i64(1 << 12));
  Bytes data;
  for (unsigned i = 0; i < 1 << 12; ++i)
    data.raw({static_cast<uint8_t>(i)});
  uint64_t item = c.addConstant(constant(data));
  for (unsigned i = 0; i < 1000; ++i)
    c.body.raw({0x10}).v(type).v(item);
  Context context;
  EXPECT_TRUE(context.read(c.build().data)) << context.error;
}

// A splat stays one element: 2^24 elements from a few bytes.
TEST(BytecodeLimits, SplatsAreNotExpanded) {
  Container c;
  uint64_t type = c.addType(Bytes{0x0D, kI32, 1}.i64(1 << 24));
  for (unsigned i = 0; i < 100; ++i)
    c.body.raw({0x10}).v(type).v(0);
  Context context;
  auto module = context.read(c.build().data);
  ASSERT_TRUE(module) << context.error;
  module->walk([](cuda_tile::ConstantOp op) {
    EXPECT_TRUE(cast<DenseElementsAttr>(op.getValue()).isSplat());
  });
}
