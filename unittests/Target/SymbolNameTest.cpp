//===- SymbolNameTest.cpp - names of compiled code ----------------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera/Target/SymbolName.h"

#include "gtest/gtest.h"

#include <random>

using namespace tessera;
using namespace std::string_view_literals;

namespace {

TEST(SymbolName, KeepsIdentifiersOfC) {
  // Opcodes of PTX and functions of mathematics are names like others.
  for (std::string_view name : {"k", "_k", "Kernel_2", "__x", "add", "exp"})
    EXPECT_EQ(objectSymbol(name), name);
}

TEST(SymbolName, WritesOtherNamesInLettersThatPtxTakes) {
  EXPECT_EQ(objectSymbol(""), "_$");
  EXPECT_EQ(objectSymbol("a.b"), "_$a$2eb");
  EXPECT_EQ(objectSymbol("1a"), "_$1a");
  EXPECT_EQ(objectSymbol("a$b"), "_$a$24b");
  EXPECT_EQ(objectSymbol("a\0b"sv), "_$a$00b");
  EXPECT_EQ(objectSymbol("\xc3\xa9"), "_$$c3$a9");
}

TEST(SymbolName, LeavesNamesThatCompiledCodeNeeds) {
  for (std::string_view name :
       {"tessera_rt_print", "__tessera_shared", "malloc", "_", "WARP_SZ"}) {
    EXPECT_EQ(objectSymbol(name), "_$" + std::string(name));
    EXPECT_EQ(nameOfSymbol(objectSymbol(name)), name);
  }
}

TEST(SymbolName, LeavesFunctionsOfTheHostsLibraryOnHosts) {
  EXPECT_EQ(objectSymbol("memcpy"), "memcpy");
  EXPECT_EQ(hostSymbol("memcpy"), "_$memcpy");
  EXPECT_EQ(nameOfSymbol("_$memcpy"), "memcpy");
  EXPECT_EQ(hostSymbol("exp"), "exp");
  EXPECT_EQ(hostSymbol("a.b"), objectSymbol("a.b"));
}

TEST(SymbolName, TellsTheNameOfEverySymbolOfItsOwn) {
  std::mt19937 random(1);
  for (int i = 0; i < 100000; ++i) {
    std::string name(random() % 6, ' ');
    for (char &c : name)
      c = random() % 2 ? "_$aZ09.@"[random() % 8] : static_cast<char>(random());
    std::string symbol = objectSymbol(name);
    ASSERT_EQ(nameOfSymbol(symbol), name) << symbol;
    for (char c : symbol)
      ASSERT_TRUE(isalnum(static_cast<unsigned char>(c)) || c == '_' ||
                  c == '$');
  }
}

TEST(SymbolName, KeepsSymbolsOfOthers) {
  for (std::string_view symbol : {"_$$", "_$$zz", "_$$2", "_$$41", "x$", "_$k"})
    EXPECT_EQ(nameOfSymbol(symbol), symbol);
}

} // namespace
