//===- PTX/ParserTest.cpp - parser and printer --------------------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Trees, constants, syntax errors with their places, and print after parse.
//
//===----------------------------------------------------------------------===//

#include "tessera/PTX/Parser.h"
#include "tessera/PTX/Printer.h"

#include <gtest/gtest.h>

using namespace llvm;
using namespace tessera::ptx;

static const std::string header =
    ".version 9.0\n.target sm_90a\n.address_size 64\n";

static std::optional<Module> parseGood(const std::string &text) {
  Diagnostics diagnostics;
  std::optional<Module> module = parse(text, diagnostics);
  for (const Diagnostic &diagnostic : diagnostics)
    ADD_FAILURE() << diagnostic.render("input") << "\n" << text;
  return module;
}

/// The first diagnostic as "LINE:COLUMN: message".
static std::string failure(const std::string &text) {
  Diagnostics diagnostics;
  if (parse(text, diagnostics))
    return "parsed";
  EXPECT_EQ(diagnostics.size(), 1u);
  return diagnostics[0].render("").substr(1);
}

static std::string inBody(const std::string &statements) {
  return header + ".entry k() {\n" + statements + "\n}\n";
}

static std::string printed(const Module &module) {
  std::string text;
  raw_string_ostream os(text);
  print(module, os);
  return text;
}

static const Statement &firstStatement(const Module &module) {
  return std::get<Function>(module.items[0]).body->body.front();
}

TEST(Parser, Instruction) {
  auto module = parseGood(inBody("@!%p1 ld.global.L1::evict_first.v2.b32 "
                                 "{%r1, _}, [%rd1+-2*5+2];"));
  ASSERT_TRUE(module);
  const auto &instruction =
      std::get<Instruction>(firstStatement(*module).value);
  EXPECT_TRUE(instruction.guard->negated);
  EXPECT_EQ(instruction.guard->predicate, "%p1");
  EXPECT_EQ(instruction.opcode, "ld");
  ASSERT_EQ(instruction.modifiers.size(), 4u);
  EXPECT_EQ(instruction.modifiers[1].text, "L1::evict_first");
  ASSERT_EQ(instruction.operands.size(), 2u);
  EXPECT_EQ(instruction.operands[0].operands[1].kind, OperandKind::Sink);
  EXPECT_EQ(instruction.operands[1].operands[0].offset, -8);
  EXPECT_EQ(instruction.location.line, 5u);
}

static Operand constantOf(const std::string &expression) {
  auto module = parseGood(inBody("x " + expression + ";"));
  if (!module)
    return {};
  return std::get<Instruction>(firstStatement(*module).value).operands[0];
}

TEST(Parser, ConstantExpressions) {
  auto value = [](const std::string &text) {
    return int64_t(constantOf(text).bits);
  };
  EXPECT_EQ(value("1 + 2 * 3"), 7);
  EXPECT_EQ(value("(1 + 2) * 3"), 9);
  EXPECT_EQ(value("10 - 4 - 3"), 3);
  EXPECT_EQ(value("-7 / 2"), -3);
  EXPECT_EQ(value("-7 % 2"), -1);
  EXPECT_EQ(value("0x10 | 1 << 2"), 0x14);
  EXPECT_EQ(value("-8 >> 1"), -4);
  EXPECT_EQ(value("0xFFFFFFFFFFFFFFF8 >> 1"), 0x7FFFFFFFFFFFFFFC);
  EXPECT_EQ(value("-1 < 1"), 1);
  EXPECT_EQ(value("-1 < 1U"), 0);
  EXPECT_EQ(value("1 ? 4 : 5"), 4);
  EXPECT_EQ(value("(!0 && ~0)"), 1);
  EXPECT_EQ(value("017 + 0b11"), 18);
  EXPECT_EQ(value("WARP_SZ"), 32);
  EXPECT_EQ(value("1 << 64"), 0);
  EXPECT_EQ(value("-9223372036854775807 - 1"), INT64_MIN);
  EXPECT_EQ(value("(-9223372036854775807 - 1) / -1"), INT64_MIN);
  EXPECT_TRUE(constantOf("(.u64)-1").isUnsigned);
}

TEST(Parser, FloatConstants) {
  EXPECT_EQ(constantOf("0f3F800000").bits, 0x3F800000u);
  EXPECT_EQ(constantOf("0f3F800000").width, 32);
  EXPECT_EQ(constantOf("0d3FF0000000000000").bits, 0x3FF0000000000000u);
  EXPECT_EQ(constantOf("1.0").bits, 0x3FF0000000000000u);
  EXPECT_EQ(constantOf("-1.5e3").bits, 0xC097700000000000u);
  EXPECT_EQ(constantOf("-0f00000000").bits, 0x80000000u);
}

TEST(Parser, SyntaxErrors) {
  EXPECT_EQ(failure(""),
            "1:1: error: expected '.version', got the end of the file");
  EXPECT_EQ(failure(".version 9\n"),
            "1:10: error: expected a version such as 9.0, got '9'");
  EXPECT_EQ(failure(".version 9.0\n.entry"),
            "2:1: error: expected '.target', got '.entry'");
  EXPECT_EQ(failure(".version 9.0\n.target sm_90\n.address_size 16"),
            "3:15: error: expected an address size of 32 or 64, got 16");
  EXPECT_EQ(failure(header + ".visible .bogus"),
            "4:10: error: expected a function or variable of the module, got "
            "'.bogus'");
  EXPECT_EQ(failure(header + ".global .b33 x;"),
            "4:9: error: expected a type, got '.b33'");
  EXPECT_EQ(failure(header + ".global .b32 x[0];"),
            "4:16: error: expected an extent of at least 1, got 0");
  EXPECT_EQ(failure(header + ".global .b32 x[-1];"),
            "4:16: error: expected an unsigned integer");
  EXPECT_EQ(failure(inBody("ret")), "6:1: error: expected an operand, got '}'");
  EXPECT_EQ(failure(inBody("add %r1, %r2")),
            "6:1: error: expected ';', got '}'");
  EXPECT_EQ(failure(inBody("mov %r1, %tid.q;")),
            "5:14: error: expected a component such as '.x', got '.q'");
  EXPECT_EQ(failure(inBody("mov %r1, 1/0;")),
            "5:11: error: division by zero in a constant expression");
  EXPECT_EQ(
      failure(inBody("mov %r1, 1.5 << 2;")),
      "5:14: error: expected integers around '<<' in a constant expression");
  EXPECT_EQ(failure(inBody("mov %r1, 0f12;")),
            "5:10: error: expected 8 digits after 0f or 16 after 0d");
  EXPECT_EQ(failure(inBody("mov %r1, 99999999999999999999;")),
            "5:10: error: expected an integer of at most 64 bits, got "
            "'99999999999999999999'");
  EXPECT_EQ(failure(inBody("/* open")),
            "5:1: error: expected '*/' before the end of the file");
  EXPECT_EQ(
      failure(inBody("mov \x01;")),
      "5:5: error: expected PTX, got a character that has no meaning in it");
  EXPECT_EQ(failure(header + ".pragma \"open\n;"),
            "4:9: error: expected '\"' before the end of the line");
  EXPECT_EQ(failure(header + ".entry k() {"),
            "4:13: error: expected '}' at the end of the block, got the end of "
            "the file");
  EXPECT_EQ(failure(inBody(".reg .b32 %r<-1>;")),
            "5:14: error: expected an operand, got '-'");
}

TEST(Parser, UnknownDirectivesAreKeptAndNoted) {
  Diagnostics diagnostics;
  std::optional<Module> module =
      parse(header + ".language \"tile\", 1\n.global .b32 x;\n"
                     ".hints { a: 1; { b } }\n.plan (1,\n 2) late;\n"
                     ".entry k() .latency 3, 4 .maxntid 32 {\n"
                     ".scratch 8;\n.reg .b32 %r;\n.done\nret;\n}\n",
            diagnostics);
  ASSERT_TRUE(module) << diagnostics.front().render("t");
  std::string notes;
  for (const Diagnostic &note : notesOn(*module))
    notes += note.render("t") + "\n";
  auto line = [](StringRef place, StringRef name) {
    return "t:" + place.str() + ": note: the directive '." + name.str() +
           "' is not known here and means nothing\n";
  };
  EXPECT_EQ(notes, line("4:1", "language") + line("6:1", "hints") +
                       line("7:1", "plan") + line("9:12", "latency") +
                       line("10:1", "scratch") + line("12:1", "done"));
  // What follows them is there, and they survive printing.
  const auto &function = std::get<Function>(module->items.back());
  ASSERT_EQ(function.directives.size(), 1u);
  EXPECT_EQ(function.directives[0].name, "maxntid");
  EXPECT_EQ(function.body->body.size(), 4u);
  std::string text;
  raw_string_ostream os(text);
  print(*module, os);
  std::optional<Module> again = parse(text, diagnostics);
  ASSERT_TRUE(again) << diagnostics.front().render("t") << text;
  EXPECT_TRUE(*again == *module) << text;
}

TEST(Parser, NestingIsBounded) {
  std::string open(100000, '{'), parentheses(100000, '(');
  EXPECT_NE(failure(header + ".entry k() " + open).find("levels of nesting"),
            std::string::npos);
  EXPECT_NE(failure(inBody("x " + parentheses)).find("levels of nesting"),
            std::string::npos);
  EXPECT_NE(failure(inBody("x " + std::string(100000, '~') + "1;"))
                .find("levels of nesting"),
            std::string::npos);
  EXPECT_NE(failure(header + ".global .b8 x[] = " + open).find("levels"),
            std::string::npos);
}

TEST(Printer, RoundTrip) {
  const std::string text = header + R"(
.file 1 "a.cu", 123, 456
.extern .func (.param .b32 r) vprintf(.param .b64 a, .param .b64 b);
.extern .shared .align 1024 .b8 smem[];
.weak .global .attribute(.managed) .align 8 .u64 p[2] = {generic(q)+8, 0};
.global .b8 q[4][2] = {{1, 2}, {3}, {-4}};
.const .v4 .f32 c = {0f3F800000, 1.5, 0d3FF0000000000000, 2.0};
.global .b8 m[] = {0xFF(q), 0xFF00(generic(q)+1)};
.pragma "nounroll", "x";
.visible .entry k(.param .u64 .ptr .global .align 16 a, .param .align 64 .b8 t[128])
.reqntid 128, 1, 1 .minnctapersm 2 .maxnreg 168 .reqnctapercluster 2 .explicitcluster
.pragma "abi";
{
  .reg .b32 %r<10>, other; .reg .pred %p;
  .reg .v2 .f32 v;
  .loc 1 5 2, function_name $L__info+4, inlined_at 1 7 0
  table: .branchtargets L0, L1;
  proto: .callprototype (.param .b32 _) _ (.param .b64 _) .noreturn;
  { .reg .b32 %r<2>; mov.b32 %r1, {%r2, _}; }
  @!%p bra L1;
L0: elect.sync %r1|%p, -1;
  cp.async.bulk.tensor.2d [smem+16], [t, {%r1, 2}], [%r3-9223372036854775808];
  vote.sync.all.pred %p, !%p, 0xFFFFFFFFFFFFFFFF;
  call (r), vprintf, (a, b), proto;
  call f, ();
  mov.f32 v.x, %tid.y;
L1: ;
}
.func f() {}
.alias g, f;
.section .debug_str { $L__info: .b8 1,2 .b32 .debug_abbrev }
)";
  auto module = parseGood(text);
  ASSERT_TRUE(module);
  EXPECT_EQ(module->items.size(), 12u);
  std::string once = printed(*module);
  auto again = parseGood(once);
  ASSERT_TRUE(again);
  EXPECT_TRUE(*module == *again) << once;
  EXPECT_EQ(printed(*again), once);
}

TEST(Printer, EqualityIsStructural) {
  auto a = parseGood(inBody("add.s32 %r1, %r2, 1;"));
  auto b = parseGood(inBody("\n\n add.s32  %r1,%r2, 0x1;"));
  auto c = parseGood(inBody("add.s32 %r1, %r2, 2;"));
  ASSERT_TRUE(a && b && c);
  EXPECT_TRUE(*a == *b);
  EXPECT_FALSE(*a == *c);
}
