//===- Driver/RunTest.cpp - binding and running -----------------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The library road without a command line: what each calling convention passes,
// and when a run counts as a success.
//
//===----------------------------------------------------------------------===//

#include "tessera/Driver/Run.h"
#include "tessera/Driver/Binding.h"

#include "mlir/IR/Diagnostics.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "gtest/gtest.h"

using namespace llvm;
using namespace tessera;
using namespace tessera::driver;
using numerics::ElementKind;

static std::vector<ArgumentSpec> parseAll(ArrayRef<StringRef> texts) {
  std::vector<ArgumentSpec> specs;
  for (auto [index, text] : enumerate(texts))
    specs.push_back(cantFail(parseArgument(text, index)));
  return specs;
}

//===----------------------------------------------------------------------===//
// Binding
//===----------------------------------------------------------------------===//

namespace {
class BindingTest : public testing::Test {
protected:
  interp::Parameter pointer(ElementKind kind) {
    interp::Parameter parameter(mlir::UnknownLoc::get(&context));
    parameter.isPointer = true;
    parameter.element = kind;
    return parameter;
  }
  interp::Parameter scalar(ElementKind kind) {
    interp::Parameter parameter = pointer(kind);
    parameter.isPointer = false;
    return parameter;
  }
  /// The scalar values, 'p' for each pointer, or the error.
  std::string bind(ArrayRef<StringRef> arguments, Abi abi,
                   ArrayRef<interp::Parameter> parameters) {
    interp::Memory memory;
    Expected<BoundArguments> bound =
        bindArguments(parseAll(arguments), abi, "k", parameters, memory);
    if (!bound)
      return toString(bound.takeError());
    std::string text;
    for (const interp::Argument &value : bound->values)
      text += (value.isPointer ? "p" : std::to_string(value.bits)) + ";";
    return text;
  }

  mlir::MLIRContext context{mlir::MLIRContext::Threading::DISABLED};
};
} // namespace

TEST_F(BindingTest, Flat) {
  EXPECT_EQ(bind({"zeros(2x3,f32)", "7", "i64:-1", "1.0", "true"}, Abi::Flat,
                 {pointer(ElementKind::F32), scalar(ElementKind::I32),
                  scalar(ElementKind::I64), scalar(ElementKind::F16),
                  scalar(ElementKind::I1)}),
            "p;7;18446744073709551615;15360;1;");
}

TEST_F(BindingTest, ArrayExpandsToSizesAndStrides) {
  auto i32 = scalar(ElementKind::I32), i64 = scalar(ElementKind::I64);
  EXPECT_EQ(
      bind({"zeros(2x3x4,f32)", "9"}, Abi::Array,
           {pointer(ElementKind::F32), i32, i32, i32, i32, i32, i32, i64}),
      "p;2;3;4;12;4;1;9;");
  EXPECT_EQ(bind({"zeros(5,i8)", "zeros(6,i16)"}, Abi::Array,
                 {pointer(ElementKind::I8), i64, i64, pointer(ElementKind::I16),
                  i32, i64}),
            "p;5;1;p;6;1;");
  // f4 counts elements, not bytes.
  EXPECT_EQ(bind({"zeros(2x6,f4E2M1FN)"}, Abi::Array,
                 {pointer(ElementKind::F4E2M1FN), i32, i32, i32, i32}),
            "p;2;6;6;1;");
  // Large extents need i64 (an empty array costs no memory).
  EXPECT_EQ(bind({"zeros(0x4294967296,f32)"}, Abi::Array,
                 {pointer(ElementKind::F32), i64, i64, i64, i64}),
            "p;0;4294967296;4294967296;1;");
  EXPECT_EQ(bind({"zeros(0x4294967296,f32)"}, Abi::Array,
                 {pointer(ElementKind::F32), i32, i32, i32, i32}),
            "argument 0 ('zeros(0x4294967296,f32)'): the size 4294967296 does "
            "not fit in i32 parameter 2");
  EXPECT_EQ(bind({"zeros(4,f32)"}, Abi::Array,
                 {pointer(ElementKind::F32), scalar(ElementKind::I16), i32}),
            "argument 0 ('zeros(4,f32)'): expected parameter 1 to be a size of "
            "type i32 or i64, got i16");
}

TEST_F(BindingTest, CountsAreCheckedBeforeFilesAreOpened) {
  EXPECT_EQ(bind({"missing.npy"}, Abi::Flat, {}),
            "expected 0 arguments for k(), got 1");
}

//===----------------------------------------------------------------------===//
// Running
//===----------------------------------------------------------------------===//

namespace {
class RunTest : public testing::Test {
protected:
  void SetUp() override {
    ASSERT_FALSE(sys::fs::createUniqueDirectory("tessera-run", directory));
  }
  void TearDown() override { sys::fs::remove_directories(directory); }

  /// Runs the only entry of a module with `body`, silently.
  Expected<RunResult> run(StringRef signature, StringRef body,
                          RunRequest request) {
    std::string text = ("cuda_tile.module @m { entry @k(" + signature + ") { " +
                        body + " return } }")
                           .str();
    mlir::ScopedDiagnosticHandler silent(&session.context(),
                                         [this](mlir::Diagnostic &) {
                                           ++diagnostics;
                                           return mlir::success();
                                         });
    LoadedModule module = cantFail(
        session.loadBuffer(MemoryBuffer::getMemBufferCopy(text, "k.mlir")));
    return runEntry(module, request);
  }

  Session session;
  SmallString<128> directory;
  unsigned diagnostics = 0;
};

const char storeOne[] = "%one = constant <f32: 1.0> : tile<f32> "
                        "%t = store_ptr_tko weak %x, %one : tile<ptr<f32>>, "
                        "tile<f32> -> token ";
const char divide[] = "%z = constant <i32: 0> : tile<i32> "
                      "%d = divi %n, %z signed : tile<i32> ";
} // namespace

TEST_F(RunTest, WritesOutputsAndCompares) {
  std::string out = (directory + "/out.npy").str();
  std::string reference = (directory + "/ref.npy").str();
  float values[] = {1, 0};
  cantFail(writeNpyFile(reference, {'f', 4}, {2},
                        ArrayRef<char>(reinterpret_cast<char *>(values), 8)));
  RunRequest request;
  request.arguments = parseAll({"zeros(2,f32)=>" + out});
  request.expectations = {{"0", reference}, {out, reference}};
  Expected<RunResult> result = run("%x: tile<ptr<f32>>", storeOne, request);
  ASSERT_TRUE(bool(result)) << toString(result.takeError());
  EXPECT_TRUE(result->passed());
  EXPECT_EQ(result->comparisons.size(), 2u);
  EXPECT_TRUE(sys::fs::exists(out));
  EXPECT_EQ(result->summary.blocksRun, 1u);
}

TEST_F(RunTest, FindingsPreventOutputs) {
  std::string out = (directory + "/out.npy").str();
  RunRequest request;
  request.arguments = parseAll({"zeros(1,f32)=>" + out, "5"});
  for (interp::CheckMode mode :
       {interp::CheckMode::ReportAll, interp::CheckMode::StopAtFirst,
        interp::CheckMode::Ignore}) {
    diagnostics = 0;
    request.options.checkMode = mode;
    Expected<RunResult> result = run("%x: tile<ptr<f32>>, %n: tile<i32>",
                                     std::string(divide) + storeOne, request);
    ASSERT_TRUE(bool(result)) << toString(result.takeError());
    bool isIgnored = mode == interp::CheckMode::Ignore;
    EXPECT_EQ(result->succeeded, isIgnored);
    EXPECT_EQ(sys::fs::exists(out), isIgnored);
    EXPECT_EQ(diagnostics, isIgnored ? 0u : 1u);
  }
}

TEST_F(RunTest, ImpossibleRequestsTouchNothing) {
  std::string out = (directory + "/out.npy").str();
  RunRequest request;
  request.arguments = parseAll({"zeros(1,f32)=>" + out});
  request.expectations = {{"0", "missing.npy"}};
  Expected<RunResult> result = run("%x: tile<ptr<f32>>", storeOne, request);
  ASSERT_FALSE(bool(result));
  EXPECT_EQ(
      toString(result.takeError()),
      "--expect '0': cannot read 'missing.npy': no such file or directory");
  EXPECT_FALSE(sys::fs::exists(out));

  request.expectations.clear();
  request.arguments = parseAll({"zeros(1,f32)=>" + out + "/deeper.npy"});
  result = run("%x: tile<ptr<f32>>", storeOne, request);
  ASSERT_FALSE(bool(result));
  consumeError(result.takeError());
}
