//===- Driver/ArgumentSpecTest.cpp - the grammar of arguments ---*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each form of argument with what it means, and the message for each misuse.
//
//===----------------------------------------------------------------------===//

#include "tessera/Driver/ArgumentSpec.h"

#include "gtest/gtest.h"

using namespace llvm;
using namespace tessera;
using namespace tessera::driver;
using numerics::ElementKind;
using Source = ArgumentSpec::Source;

static ArgumentSpec parse(StringRef text) {
  Expected<ArgumentSpec> spec = parseArgument(text, 0);
  if (spec)
    return std::move(*spec);
  ADD_FAILURE() << toString(spec.takeError());
  return {};
}

/// The message after "argument 7 ('TEXT'): ".
static std::string errorOf(StringRef text) {
  Expected<ArgumentSpec> spec = parseArgument(text, 7);
  if (spec)
    return "no error";
  std::string message = toString(spec.takeError());
  StringRef rest = message;
  EXPECT_TRUE(rest.consume_front("argument 7 ('" + text.str() + "'): "))
      << message;
  return rest.str();
}

TEST(ArgumentSpec, Files) {
  ArgumentSpec spec = parse("dir/a.npy");
  EXPECT_EQ(spec.source, Source::File);
  EXPECT_EQ(spec.path, "dir/a.npy");
  EXPECT_FALSE(spec.kind);
  EXPECT_TRUE(spec.output.empty());

  spec = parse("a.npy:bf16=>b.npy");
  EXPECT_EQ(spec.path, "a.npy");
  EXPECT_EQ(spec.kind, ElementKind::BF16);
  EXPECT_EQ(spec.output, "b.npy");
  EXPECT_EQ(spec.text, "a.npy:bf16=>b.npy");

  // Only a type name after the last colon is a type.
  EXPECT_EQ(parse("c:/x").path, "c:/x");
  EXPECT_EQ(parse("data:f8E5M2").path, "data");
  EXPECT_EQ(parse("./5").path, "./5");
  EXPECT_EQ(parse("./f32:1").path, "./f32:1");
  EXPECT_EQ(parse("dir/run(1).npy").path, "dir/run(1).npy");
}

TEST(ArgumentSpec, Scalars) {
  ArgumentSpec spec = parse("i32:5");
  EXPECT_EQ(spec.source, Source::Scalar);
  EXPECT_EQ(spec.kind, ElementKind::I32);
  EXPECT_EQ(spec.value, "5");
  EXPECT_FALSE(spec.isArray());
  EXPECT_EQ(parse("f16:-inf").kind, ElementKind::F16);
  EXPECT_EQ(parse("i1:true").value, "true");
  for (const char *text : {"5", "-5", "1.5", "0x1F", "true", "nan"}) {
    ArgumentSpec bare = parse(text);
    EXPECT_EQ(bare.source, Source::Scalar) << text;
    EXPECT_EQ(bare.value, text);
    EXPECT_FALSE(bare.kind);
  }
}

TEST(ArgumentSpec, Generators) {
  ArgumentSpec spec = parse("zeros(128x64,f32)=>o.npy");
  EXPECT_EQ(spec.source, Source::Zeros);
  EXPECT_EQ(spec.shape, (SmallVector<int64_t, 4>{128, 64}));
  EXPECT_EQ(spec.kind, ElementKind::F32);
  EXPECT_EQ(spec.output, "o.npy");

  EXPECT_EQ(parse("uninit(0,i1)").source, Source::Uninit);
  EXPECT_EQ(parse("full(4, f16, 1.5)").bits, 0x3e00u);
  EXPECT_EQ(parse("full(4,i8,-1)").bits, 0xffu);

  spec = parse("rand(8,f32,42)");
  EXPECT_EQ(spec.source, Source::Rand);
  EXPECT_EQ(spec.seed, 42u);
  EXPECT_EQ(spec.low, -1);
  EXPECT_EQ(spec.high, 1);
  spec = parse("rand(8,i32,1)");
  EXPECT_EQ(spec.low, -128);
  EXPECT_EQ(spec.high, 127);
  EXPECT_EQ(parse("rand(8,i1,1)").high, 1);
  EXPECT_EQ(parse("rand(8,f8E8M0FNU,1)").low, 0.25);
  spec = parse("rand(8,i64,18446744073709551615,-3,3)");
  EXPECT_EQ(spec.seed, UINT64_MAX);
  EXPECT_EQ(spec.low, -3);
  EXPECT_EQ(spec.high, 3);
}

TEST(ArgumentSpec, Misuse) {
  const char *types =
      "expected one of i1, i8, i16, i32, i64, f16, bf16, f32, tf32, f64, "
      "f8E4M3FN, f8E5M2, f8E8M0FNU, f4E2M1FN, f8E5M3FNU";
  struct {
    const char *text;
    std::string message;
  } cases[] = {
      {"", "expected an array or a value"},
      {"=>o.npy", "expected an array or a value"},
      {"a.npy=>", "expected a file name after '=>'"},
      {"5=>o.npy", "a scalar cannot be written to a file"},
      {"a.npy:bf17", std::string("unknown element type 'bf17': ") + types +
                         ": did you mean 'bf16'?"},
      {"a.npy:", std::string("unknown element type '': ") + types},
      {"a.npy:i4", std::string("unknown element type 'i4': ") + types},
      {"i4:1", std::string("unknown element type 'i4': ") + types},
      {"i32:x", "expected a value of type i32, got 'x'"},
      {"i32:", "expected a value of type i32, got ''"},
      {"i8:300", "'300' does not fit in i8"},
      {"ones(4,f32)", "unknown generator 'ones': expected zeros, uninit, full "
                      "or rand"},
      {"zeros(4)", "expected zeros(shape,type)"},
      {"zeros()", "expected zeros(shape,type)"},
      {"zeros(4,f32,1)", "expected zeros(shape,type)"},
      {"uninit(4)", "expected uninit(shape,type)"},
      {"full(4,f32)", "expected full(shape,type,value)"},
      {"rand(4,f32)", "expected rand(shape,type,seed[,low,high])"},
      {"rand(4,f32,1,2)", "expected rand(shape,type,seed[,low,high])"},
      {"rand(4,f32,-1)", "expected a seed, got '-1'"},
      {"rand(4,f32,)", "expected a seed, got ''"},
      {"rand(4,f32,1,x,2)", "expected a number as bound of rand, got 'x'"},
      {"rand(4,f32,1,nan,2)", "expected a number as bound of rand, got 'nan'"},
      {"rand(4,f32,1,0,inf)", "expected a number as bound of rand, got 'inf'"},
      {"rand(4,f32,1,2,1)",
       "expected rand bounds in ascending order, got '2' and '1'"},
      {"rand(4,i8,1,0,300)", "'300' does not fit in i8"},
      {"rand(4,i8,1,0,1.5)", "expected a value of type i8, got '1.5'"},
      {"rand(4,i64,1,0,4294967296)",
       "the rand bounds '0' and '4294967296' are too far apart or too large"},
      {"zeros(4y,f32)", "expected a shape such as 128x64, got '4y'"},
      {"zeros(-4,f32)", "expected a shape such as 128x64, got '-4'"},
      {"zeros(4,f33)", std::string("unknown element type 'f33': ") + types +
                           ": did you mean 'f32'?"},
      {"zeros(4,float)",
       std::string("unknown element type 'float': ") + types + ": write 'f32'"},
      {"zeros(4x3,f4E2M1FN)",
       "expected an even last dimension for packed f4E2M1FN, got 3"},
  };
  for (const auto &test : cases)
    EXPECT_EQ(errorOf(test.text), test.message) << test.text;
}

TEST(ArgumentSpec, MessagesAreOneLine) {
  Expected<ArgumentSpec> spec = parseArgument("i32:a\nb", 0);
  ASSERT_FALSE(bool(spec));
  EXPECT_EQ(toString(spec.takeError()).find('\n'), std::string::npos);
}
