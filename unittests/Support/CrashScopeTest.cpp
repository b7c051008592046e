//===- Support/CrashScopeTest.cpp - crashes that are survived ------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera/Support/CrashScope.h"

#include "llvm/Support/ErrorHandling.h"

#include "gtest/gtest.h"

#include <csignal>
#include <cstdlib>
#include <thread>
#include <unistd.h>
#include <vector>

using namespace tessera;

namespace {

TEST(CrashScopeTest, WorkThatReturnsHasNoSignal) {
  int calls = 0;
  EXPECT_EQ(crash::runGuarded([&] { ++calls; }), 0);
  EXPECT_EQ(calls, 1);
}

TEST(CrashScopeTest, CrashesAreSurvived) {
  EXPECT_EQ(crash::runGuarded([] { std::abort(); }), SIGABRT);
  EXPECT_EQ(crash::runGuarded([] { std::raise(SIGSEGV); }), SIGSEGV);
  EXPECT_EQ(crash::runGuarded([] { __builtin_trap(); }), SIGILL);
  EXPECT_EQ(crash::runGuarded([] { llvm::report_fatal_error("planted"); }),
            SIGABRT);
  // This one would be an exit(1).
  EXPECT_EQ(crash::runGuarded([] {
              llvm::report_fatal_error("planted", /*gen_crash_diag=*/false);
            }),
            SIGABRT);
  // And again: nothing of the first is left.
  EXPECT_EQ(crash::runGuarded([] { std::abort(); }), SIGABRT);
}

#if !defined(__SANITIZE_ADDRESS__) && !__has_feature(address_sanitizer)
/// Uses up any stack.
__attribute__((noinline)) int descend(volatile char *outer, int depth) {
  volatile char frame[4096];
  frame[0] = outer[0];
  if (frame[0] == 0) // never
    return depth;
  return descend(frame, depth + 1) + frame[0] + depth;
}

TEST(CrashScopeTest, StackOverflowIsSurvived) {
  volatile char start[1] = {1};
  EXPECT_EQ(crash::runGuarded([&] { descend(start, 0); }), SIGSEGV);
  std::thread other([&] {
    EXPECT_EQ(crash::runGuarded([&] { descend(start, 0); }), SIGSEGV);
  });
  other.join();
}
#endif

TEST(CrashScopeTest, ScopesNest) {
  int inner = 0;
  int outer = crash::runGuarded([&] {
    inner = crash::runGuarded([] { std::raise(SIGFPE); });
    std::abort();
  });
  EXPECT_EQ(inner, SIGFPE);
  EXPECT_EQ(outer, SIGABRT);
}

TEST(CrashScopeTest, ThreadsCrashAlone) {
  std::vector<std::thread> threads;
  std::vector<int> signals(8, -1);
  for (int t = 0; t < 8; ++t)
    threads.emplace_back([&signals, t] {
      for (int round = 0; round < 50; ++round)
        signals[t] = crash::runGuarded([t] {
          if (t % 2)
            std::abort();
        });
    });
  for (std::thread &thread : threads)
    thread.join();
  for (int t = 0; t < 8; ++t)
    EXPECT_EQ(signals[t], t % 2 ? SIGABRT : 0);
}

volatile sig_atomic_t hostSaw = 0;
void *volatile hostAddress = nullptr;

void hostHandler(int signal, siginfo_t *info, void *) {
  hostSaw = signal;
  hostAddress = info->si_addr;
}

TEST(CrashScopeTest, OtherThreadsSignalsAreTheHosts) {
  struct sigaction ours = {}, before, after;
  ours.sa_sigaction = hostHandler;
  ours.sa_flags = SA_SIGINFO;
  ASSERT_EQ(::sigaction(SIGTRAP, &ours, &before), 0);
  EXPECT_EQ(crash::runGuarded([] {
              std::thread other([] { std::raise(SIGTRAP); });
              other.join();
            }),
            0);
  EXPECT_EQ(hostSaw, SIGTRAP);
  // What somebody sends to the process is the host's too.
  hostSaw = 0;
  EXPECT_EQ(crash::runGuarded([] { ::kill(::getpid(), SIGTRAP); }), 0);
  EXPECT_EQ(hostSaw, SIGTRAP);
  // The handler is the host's again.
  ASSERT_EQ(::sigaction(SIGTRAP, &before, &after), 0);
  EXPECT_EQ(after.sa_sigaction, hostHandler);
}

TEST(CrashScopeDeathTest, WithoutAScopeAProcessDiesAsEver) {
  EXPECT_EXIT(
      {
        crash::runGuarded([] {
          std::thread other([] { std::abort(); });
          other.join();
        });
      },
      testing::KilledBySignal(SIGABRT), "");
}

} // namespace
