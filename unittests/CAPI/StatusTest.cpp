//===- CAPI/StatusTest.cpp - why something does not compile -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Kernels.h"

using namespace capi_test;

static std::string bytecode(unsigned minor, const std::string &rest) {
  std::string bytes("\177TileIR\0\015", 9);
  bytes += static_cast<char>(minor);
  return bytes + std::string(2, '\0') + rest;
}

static tessera_status statusOf(const std::string &source,
                               const char *target = nullptr) {
  tessera_compile_options options = TESSERA_COMPILE_OPTIONS_INIT;
  options.target = target;
  Compiled compiled(source, &options);
  // A reason is always given.
  bool hasError = false;
  for (size_t i = 0; i < tessera_diagnostics_count(compiled.diagnostics); ++i)
    hasError |= tessera_diagnostics_get(compiled.diagnostics, i)->severity ==
                TESSERA_ERROR;
  EXPECT_EQ(hasError, compiled.status != TESSERA_OK);
  EXPECT_EQ(compiled.module != nullptr, compiled.status == TESSERA_OK);
  return compiled.status;
}

TEST(CApiStatus, TellsWhatIsWrong) {
  for (const char *target : {"cpu", "sm_90a"}) {
    EXPECT_EQ(statusOf(vectorAdd, target), TESSERA_OK);
    EXPECT_EQ(statusOf("", target), TESSERA_UNREADABLE);
    EXPECT_EQ(statusOf(std::string("\177ELF\0", 5), target),
              TESSERA_UNREADABLE);
    EXPECT_EQ(statusOf("ML\xefR.......", target), TESSERA_UNREADABLE);
    EXPECT_EQ(statusOf(bytecode(3, ""), target), TESSERA_UNREADABLE);
    EXPECT_EQ(statusOf(bytecode(3, "\7\7\7\7"), target), TESSERA_UNREADABLE);
    EXPECT_EQ(statusOf(bytecode(0, ""), target), TESSERA_UNREADABLE);
    EXPECT_EQ(statusOf(bytecode(5, ""), target), TESSERA_NEWER_VERSION);
    EXPECT_EQ(statusOf(bytecode(99, ""), target), TESSERA_NEWER_VERSION);
    EXPECT_EQ(statusOf("hello", target), TESSERA_INVALID_PROGRAM);
    EXPECT_EQ(statusOf("cuda_tile.module @m { entry @k(%a: tile<i32>) {"
                       " %b = addf %a, %a : tile<i32> return } }",
                       target),
              TESSERA_INVALID_PROGRAM);
    // Two modules are fine for the language, but not for one object.
    EXPECT_EQ(statusOf(std::string(twoEntries) + scalars, target),
              TESSERA_UNSUPPORTED);
  }
}

TEST(CApiStatus, LinkingCanBeLeftOut) {
  tessera_compile_options options = TESSERA_COMPILE_OPTIONS_INIT;
  options.no_link = 1;
  Compiled compiled(vectorAdd, &options);
  ASSERT_EQ(compiled.status, TESSERA_OK) << compiled.text();
  EXPECT_FALSE(tessera_module_runs_here(compiled.module));
  size_t bytes = 0;
  EXPECT_NE(tessera_module_object(compiled.module, &bytes), nullptr);
  EXPECT_GT(bytes, 64u);
  EXPECT_EQ(tessera_launch(tessera_module_kernel(compiled.module, 0), nullptr,
                           nullptr, 0, nullptr),
            TESSERA_NOT_RUNNABLE);
}
