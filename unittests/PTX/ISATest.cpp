//===- PTX/ISATest.cpp - the instruction table --------------------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The built-in table compiles, malformed rows are refused, and modifier lists
// match as the rows say.
//
//===----------------------------------------------------------------------===//

#include "tessera/PTX/ISA.h"

#include "llvm/ADT/StringExtras.h"

#include <gtest/gtest.h>

using namespace llvm;
using namespace tessera::ptx;

static std::vector<Modifier> split(StringRef text) {
  std::vector<Modifier> result;
  SmallVector<StringRef> parts;
  text.split(parts, '.', -1, false);
  for (StringRef part : parts)
    result.push_back({part.str(), {}});
  return result;
}

/// Whether a row with these modifiers takes the list.
static bool takes(const char *modifiers, StringRef list) {
  FormRow row = {"test", "op", modifiers, "", 10, ""};
  auto instructions = InstructionSet::create(row);
  if (!instructions) {
    ADD_FAILURE() << toString(instructions.takeError());
    return false;
  }
  return matchModifiers(instructions->forms()[0], split(list)).matched;
}

static std::string refusal(FormRow row) {
  auto instructions = InstructionSet::create(row);
  return instructions ? "" : toString(instructions.takeError());
}

TEST(ISA, BuiltinTableCompiles) {
  auto instructions = InstructionSet::create();
  ASSERT_TRUE(bool(instructions)) << toString(instructions.takeError());
  EXPECT_GT(instructions->forms().size(), 400u);
  EXPECT_FALSE(instructions->formsOf("add").empty());
  EXPECT_TRUE(instructions->formsOf("bogus").empty());
}

TEST(ISA, EveryRowNeedsAnExistingTargetAndVersion) {
  auto instructions = InstructionSet::create();
  ASSERT_TRUE(bool(instructions));
  for (const Form &form : instructions->forms()) {
    EXPECT_GE(form.row->ptx, 10u) << form.row->opcode;
    EXPECT_LE(form.row->ptx, 90u) << form.row->opcode;
    SmallVector<StringRef> targets;
    StringRef(form.row->targets).split(targets, ' ', -1, false);
    for (StringRef target : targets)
      EXPECT_TRUE(findTarget(("sm_" + target).str()))
          << form.row->opcode << ' ' << target.str();
  }
}

TEST(ISA, ModifiersMatchInAnyOrder) {
  EXPECT_TRUE(takes("rn|rz? ftz? f32", "f32"));
  EXPECT_TRUE(takes("rn|rz? ftz? f32", "rz.ftz.f32"));
  EXPECT_TRUE(takes("rn|rz? ftz? f32", "ftz.rz.f32"));
  EXPECT_FALSE(takes("rn|rz? ftz? f32", "rn.rz.f32"));
  EXPECT_FALSE(takes("rn|rz? ftz? f32", "rn.ftz"));
  EXPECT_TRUE(takes("rn|rz? ftz? f32", "f32.rn"));
  EXPECT_FALSE(takes("rn|rz? ftz? f32", "rn.rn.f32"));
  EXPECT_FALSE(takes("rn|rz? ftz? f32", "ftz.rn.f32.f32"));
  // An optional slot gives way when the next one needs its text.
  EXPECT_TRUE(takes("a|b? b", "b"));
  EXPECT_TRUE(takes("a|b? b", "b.b"));
}

TEST(ISA, ModifiersOfOneKindKeepTheirOrder) {
  // Types, state spaces and layouts mean what they mean by their place.
  EXPECT_TRUE(takes("x f32 f16", "f32.x.f16"));
  EXPECT_FALSE(takes("x f32 f16", "f16.x.f32"));
  EXPECT_TRUE(takes("shared global x", "x.shared.global"));
  EXPECT_FALSE(takes("shared global x", "global.x.shared"));
  EXPECT_TRUE(takes("x row col", "row.col.x"));
  EXPECT_FALSE(takes("x row col", "col.row.x"));
  EXPECT_FALSE(takes("b8x16 b6x16_p32", "b6x16_p32.b8x16"));
  // The size of a tensor map is no type.
  EXPECT_TRUE(takes("b1024 b32", "b32.b1024"));
}

TEST(ISA, PairedModifiersStandTogether) {
  EXPECT_TRUE(takes("acquire|relaxed? cta|cluster& b64", "b64"));
  EXPECT_TRUE(takes("acquire|relaxed? cta|cluster& b64", "cta.acquire.b64"));
  EXPECT_FALSE(takes("acquire|relaxed? cta|cluster& b64", "acquire.b64"));
  EXPECT_FALSE(takes("acquire|relaxed? cta|cluster& b64", "cta.b64"));
}

/// Whether some row of the table takes the modifiers of an opcode.
static bool knows(StringRef opcode, StringRef list) {
  auto instructions = InstructionSet::create();
  return instructions &&
         any_of(instructions->formsOf(opcode), [&](unsigned form) {
           return matchModifiers(instructions->forms()[form], split(list))
               .matched;
         });
}

TEST(ISA, NamesComeFirst) {
  EXPECT_TRUE(knows("mbarrier", "arrive.shared.b64"));
  EXPECT_TRUE(knows("mbarrier", "arrive.b64.shared"));
  EXPECT_FALSE(knows("mbarrier", "shared.arrive.b64"));
  EXPECT_TRUE(knows("mbarrier", "arrive.expect_tx.b64.shared"));
  EXPECT_FALSE(knows("mbarrier", "arrive.b64.expect_tx.shared"));
  EXPECT_TRUE(knows("bar", "cta.sync"));
  EXPECT_FALSE(knows("bar", "sync.cta"));
  EXPECT_FALSE(knows("mul", "s32.lo"));
  EXPECT_TRUE(knows("fma", "f32.rn"));
  EXPECT_FALSE(knows("cp", "bulk.async.commit_group"));
}

TEST(ISA, FilledSlotsGiveTheOrderOfTheRow) {
  FormRow row = {"test", "op", "add global|shared gpu? f32", "", 10, ""};
  auto instructions = InstructionSet::create(row);
  ASSERT_TRUE(bool(instructions)) << toString(instructions.takeError());
  std::vector<Modifier> written = split("f32.gpu.global.add");
  ModifierMatch match = matchModifiers(instructions->forms()[0], written);
  ASSERT_TRUE(match.matched);
  EXPECT_EQ(inFormOrder(match), split("add.global.gpu.f32"));
}

TEST(ISA, ChoicesMayNeedAFamily) {
  FormRow row = {"test", "op", "a^86/100f+110f?", "", 10, ""};
  auto instructions = InstructionSet::create(row);
  ASSERT_TRUE(bool(instructions)) << toString(instructions.takeError());
  const Choice &choice = instructions->forms()[0].slots[0].choices[0];
  EXPECT_EQ(choice.ptx, 86u);
  EXPECT_TRUE(targetSatisfies(*findTarget("sm_110a"), choice.targets));
  EXPECT_FALSE(targetSatisfies(*findTarget("sm_100"), choice.targets));
}

TEST(ISA, WarpgroupWidths) {
  for (const char *good : {"m64n8k16", "m64n24k16", "m64n256k16"})
    EXPECT_TRUE(takes("m64n*k16", good)) << good;
  for (const char *bad : {"m64n0k16", "m64n12k16", "m64n264k16", "m64nk16",
                          "m64n08k16", "m64n8k8"})
    EXPECT_FALSE(takes("m64n*k16", bad)) << bad;
}

TEST(ISA, MalformedRowsAreRefused) {
  EXPECT_NE(refusal({"t", "op", "$nothing", "", 10, ""}).find("no set named"),
            std::string::npos);
  EXPECT_NE(refusal({"t", "op", "T:f33", "=T", 10, ""}).find("no type named"),
            std::string::npos);
  EXPECT_NE(refusal({"t", "op", "S:heap", "m:S", 10, ""}).find("no space"),
            std::string::npos);
  EXPECT_NE(refusal({"t", "op", "f32", "=T", 10, ""}).find("no slot binds"),
            std::string::npos);
  EXPECT_NE(refusal({"t", "op", "f32", "=q", 10, ""}).find("no operand kind"),
            std::string::npos);
  EXPECT_NE(refusal({"t", "op", "f32", "{z}f32", 10, ""}).find("no count rule"),
            std::string::npos);
  EXPECT_NE(refusal({"t", "op", "f32^x", "", 10, ""}).find("bad choice"),
            std::string::npos);
}

TEST(ISA, Targets) {
  auto target = [](StringRef name) { return *findTarget(name); };
  EXPECT_FALSE(findTarget("sm_99"));
  EXPECT_FALSE(findTarget("sm_80a"));
  EXPECT_FALSE(findTarget("sm_90f"));
  EXPECT_FALSE(findTarget("compute_90"));
  EXPECT_EQ(minimumVersion(target("sm_90")), 78u);
  EXPECT_EQ(minimumVersion(target("sm_90a")), 80u);
  EXPECT_EQ(minimumVersion(target("sm_100f")), 88u);
  EXPECT_TRUE(targetSatisfies(target("sm_100"), "90"));
  EXPECT_FALSE(targetSatisfies(target("sm_89"), "90"));
  EXPECT_TRUE(targetSatisfies(target("sm_90a"), "90a"));
  EXPECT_FALSE(targetSatisfies(target("sm_90"), "90a"));
  EXPECT_FALSE(targetSatisfies(target("sm_100a"), "90a"));
  for (StringRef member : {"sm_100f", "sm_100a", "sm_103f", "sm_103a"})
    EXPECT_TRUE(targetSatisfies(target(member), "100f")) << member.str();
  for (StringRef other : {"sm_100", "sm_110a", "sm_120f", "sm_90a"})
    EXPECT_FALSE(targetSatisfies(target(other), "100f")) << other.str();
  EXPECT_FALSE(targetSatisfies(target("sm_100a"), "103f"));
  EXPECT_TRUE(targetSatisfies(target("sm_101a"), "110f"));
  EXPECT_TRUE(targetSatisfies(target("sm_110a"), "100f 110f"));
}

TEST(ISA, SpecialRegisters) {
  EXPECT_TRUE(findSpecialRegister("%tid")->vector);
  EXPECT_EQ(findSpecialRegister("%clock64")->type, Type::u64);
  EXPECT_TRUE(findSpecialRegister("%envreg31"));
  EXPECT_FALSE(findSpecialRegister("%envreg32"));
  EXPECT_FALSE(findSpecialRegister("%r1"));
}

TEST(ISA, RegisterTypes) {
  EXPECT_TRUE(registerFits(Type::b32, Type::f32, false));
  EXPECT_TRUE(registerFits(Type::f32, Type::b32, false));
  EXPECT_TRUE(registerFits(Type::u32, Type::s32, false));
  EXPECT_FALSE(registerFits(Type::f32, Type::s32, false));
  EXPECT_FALSE(registerFits(Type::u64, Type::u32, false));
  EXPECT_TRUE(registerFits(Type::u64, Type::u32, true));
  EXPECT_FALSE(registerFits(Type::f64, Type::f32, true));
  EXPECT_FALSE(registerFits(Type::u16, Type::u32, true));
  EXPECT_TRUE(registerFits(Type::b32, Type::f16x2, false));
  EXPECT_FALSE(registerFits(Type::b32, Type::pred, false));
}
