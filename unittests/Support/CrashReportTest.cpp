//===- Support/CrashReportTest.cpp - what a crash says -------------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera/Support/CrashReport.h"

#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"

#include "gtest/gtest.h"

#include <csignal>

using namespace tessera;

namespace {

/// Sanitizers report signals themselves: install() leaves them alone there.
#if defined(__SANITIZE_ADDRESS__)
#define SKIP_UNDER_SANITIZERS()                                                \
  GTEST_SKIP() << "AddressSanitizer reports signals itself"
#else
#define SKIP_UNDER_SANITIZERS() (void)0
#endif

/// Every death is that of a process of its own.
TEST(CrashReportDeathTest, NamesWhatWasBeingDone) {
  SKIP_UNDER_SANITIZERS();
  EXPECT_EXIT(
      {
        crash::install("tool");
        crash::Activity outer(crash::Activity::Kind::Ours, "loading 'a'");
        crash::Activity inner(crash::Activity::Kind::Ours, "compiling 'b'");
        std::raise(SIGSEGV);
      },
      testing::ExitedWithCode(1),
      "^tool: error: crashed \\(segmentation fault\\) while compiling 'b': a "
      "defect of this program; --crash-reproducer FILE keeps the input\n$");
}

TEST(CrashReportDeathTest, ForgetsWhatIsOver) {
  SKIP_UNDER_SANITIZERS();
  EXPECT_EXIT(
      {
        crash::install("tool");
        {
          crash::Activity over(crash::Activity::Kind::Ours, "compiling 'b'");
        }
        std::raise(SIGABRT);
      },
      testing::ExitedWithCode(1),
      "^tool: error: crashed \\(abort\\): a defect of this program\n$");
}

TEST(CrashReportDeathTest, BlamesKernelsForWildAccesses) {
  SKIP_UNDER_SANITIZERS();
  EXPECT_EXIT(
      {
        crash::install("tool");
        crash::Activity running(crash::Activity::Kind::Kernel, "running 'k'");
        *reinterpret_cast<volatile int *>(uintptr_t(0x123450)) = 1;
      },
      testing::ExitedWithCode(1),
      "^tool: error: crashed \\(segmentation fault\\) while running 'k', at "
      "address 0x123450: compiled code checks no access; run with "
      "--check=memory\n$");
}

TEST(CrashReportDeathTest, TellsLlvmsFatalErrors) {
  EXPECT_EXIT(
      {
        crash::install("tool");
        crash::Activity compiling(crash::Activity::Kind::Ours, "compiling 'b'");
        llvm::report_fatal_error("cannot select");
      },
      testing::ExitedWithCode(1),
      "^tool: error: cannot select\ntool: error: gave up while compiling 'b'");
}

TEST(CrashReportDeathTest, KeepsTheInput) {
  SKIP_UNDER_SANITIZERS();
  llvm::SmallString<128> path;
  ASSERT_FALSE(llvm::sys::fs::createTemporaryFile("crash", "mlir", path));
  EXPECT_EXIT(
      {
        crash::install("tool");
        crash::setReproducer(path);
        crash::setInput("k.mlir", "the input");
        crash::Activity compiling(crash::Activity::Kind::Ours, "compiling");
        std::raise(SIGILL);
      },
      testing::ExitedWithCode(1), "has the input");
  auto buffer = llvm::MemoryBuffer::getFile(path);
  ASSERT_TRUE(bool(buffer));
  EXPECT_EQ((*buffer)->getBuffer(), "the input");
  llvm::sys::fs::remove(path);
}

} // namespace
