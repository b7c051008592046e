//===- Driver/SessionTest.cpp - file to verified module ---------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Loading from buffers: formats, diagnostics, entries.
//
//===----------------------------------------------------------------------===//

#include "tessera/Driver/Session.h"

#include "mlir/IR/Diagnostics.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

using namespace llvm;
using namespace tessera;
using namespace tessera::driver;

static const char twoEntries[] = R"(cuda_tile.module @m {
  entry @one(%x: tile<ptr<f32>>, %n: tile<i32>) { return }
  entry @two() { return }
})";

static Expected<LoadedModule> load(Session &session, StringRef text,
                                   StringRef name = "k.mlir") {
  return session.loadBuffer(MemoryBuffer::getMemBufferCopy(text, name));
}

/// The message of a failed load; "diagnosed" when it was a diagnostic.
static std::string errorOf(StringRef text) {
  Session session;
  mlir::ScopedDiagnosticHandler silent(
      &session.context(), [](mlir::Diagnostic &) { return mlir::success(); });
  Expected<LoadedModule> module = load(session, text);
  if (module)
    return "no error";
  std::string message;
  handleAllErrors(
      module.takeError(),
      [&](const DiagnosedError &) { message = "diagnosed"; },
      [&](const ErrorInfoBase &error) { message = error.message(); });
  return message;
}

TEST(Session, FindsEntries) {
  Session session;
  Expected<LoadedModule> module = load(session, twoEntries);
  ASSERT_TRUE(bool(module));
  ASSERT_EQ(module->entries().size(), 2u);
  EXPECT_EQ(describeEntry(module->entries()[0]),
            "one(x: tile<ptr<f32>>, n: tile<i32>)");
  EXPECT_EQ(describeEntry(module->entries()[1]), "two()");
  EXPECT_EQ(entryName(cantFail(module->findEntry("two"))), "two");
  EXPECT_EQ(entryName(cantFail(module->findEntry("@one"))), "one");
  EXPECT_EQ(toString(module->findEntry("three").takeError()),
            "unknown entry 'three': expected one of 'one', 'two'");
  EXPECT_EQ(toString(module->findEntry("").takeError()),
            "'k.mlir' has several entries: choose one of 'one', 'two'");
}

TEST(Session, TheOnlyEntryNeedsNoName) {
  Session session;
  Expected<LoadedModule> module =
      load(session, "cuda_tile.module @m { entry @only() { return } }");
  ASSERT_TRUE(bool(module));
  EXPECT_EQ(entryName(cantFail(module->findEntry(""))), "only");
  EXPECT_EQ(toString(module->findEntry("x").takeError()),
            "unknown entry 'x': expected 'only'");
}

TEST(Session, EntriesOfSeveralModules) {
  Session session;
  Expected<LoadedModule> module = load(
      session, "cuda_tile.module @a { entry @e() { return } entry @f() { "
               "return } }\ncuda_tile.module @b { entry @e() { return } }");
  ASSERT_TRUE(bool(module));
  EXPECT_EQ(module->entries().size(), 3u);
  EXPECT_EQ(entryName(cantFail(module->findEntry("f"))), "f");
  EXPECT_EQ(toString(module->findEntry("e").takeError()),
            "entry 'e' exists more than once in 'k.mlir'");
}

TEST(Session, RefusesOtherFormats) {
  // Bytecode by its first bytes, and cut off.
  EXPECT_EQ(errorOf(StringRef("\x7fTileIR\0\xd\1", 10)), "diagnosed");
  EXPECT_EQ(errorOf("ML\xefR\x06"),
            "cannot read 'k.mlir': MLIR bytecode is not "
            "supported: expected Tile IR text");
  EXPECT_EQ(errorOf(StringRef("a\0b", 3)),
            "cannot read 'k.mlir': expected Tile IR text, got binary data");
}

TEST(Session, TextThatIsWrongIsDiagnosed) {
  for (const char *text : {"cuda_tile.module @m {",
                           "cuda_tile.module @m { entry @e(%a: "
                           "tile<3xf32>) { return } }",
                           "func.func @f()", "}", "\xff\xfe"})
    EXPECT_EQ(errorOf(text), "diagnosed") << text;
  EXPECT_EQ(errorOf(""), "cannot read 'k.mlir': expected Tile IR text or "
                         "bytecode, got an empty file");
}

TEST(Session, DiagnosticsShowTheRightFile) {
  Session session;
  std::string printed;
  raw_string_ostream os(printed);
  mlir::SourceMgrDiagnosticHandler printer(session.sources(),
                                           &session.context(), os);
  ASSERT_TRUE(bool(load(session, twoEntries, "first.mlir")));
  Expected<LoadedModule> second =
      load(session, "\ncuda_tile.module @m { nonsense }", "second.mlir");
  ASSERT_FALSE(bool(second));
  consumeError(second.takeError());
  EXPECT_NE(printed.find("second.mlir:2:"), std::string::npos) << printed;
  EXPECT_NE(printed.find("cuda_tile.module @m { nonsense }"), std::string::npos)
      << printed;
  EXPECT_EQ(printed.find("first.mlir"), std::string::npos) << printed;
}
