//===- Support/CrashReport.cpp - one line instead of a dump -------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A signal handler gets no argument of ours, so what it is to say is in one
// variable of this file. While it runs nothing may be allocated: texts are made
// before, and written with write(2).
//
//===----------------------------------------------------------------------===//

#include "tessera/Support/CrashReport.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/Signals.h"

#include <atomic>
#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <string>
#include <unistd.h>

using namespace llvm;

namespace tessera::crash {

[[maybe_unused]] static constexpr int crashSignals[] = {SIGSEGV, SIGBUS, SIGFPE,
                                                        SIGILL, SIGABRT};

/// Room for the handler where the stack itself ran out.
[[maybe_unused]] static constexpr size_t alternateStackBytes = 64 * 1024;

/// What a second thread that crashes waits for the first one's report.
static constexpr unsigned secondsToReport = 5;

struct Reporter {
  std::string tool, reproducer, inputName, input;
  std::atomic<const Activity *> current{nullptr};
  std::atomic<pid_t> reporter{0}; // the thread that reports

  static void put(StringRef text) {
    while (!text.empty()) {
      ssize_t written = ::write(STDERR_FILENO, text.data(), text.size());
      if (written <= 0)
        return;
      text = text.drop_front(static_cast<size_t>(written));
    }
  }
  static void putHex(uint64_t number) {
    char digits[18] = "0x";
    size_t length = 2;
    for (int shift = 60; shift >= 0; shift -= 4)
      if (unsigned digit = number >> shift & 15;
          digit != 0 || length > 2 || shift == 0)
        digits[length++] = "0123456789abcdef"[digit];
    put(StringRef(digits, length));
  }
  bool writeReproducer() const {
    if (reproducer.empty())
      return false;
    int file = ::open(reproducer.c_str(),
                      O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
    if (file < 0)
      return false;
    bool done = ::write(file, input.data(), input.size()) ==
                static_cast<ssize_t>(input.size());
    ::close(file);
    return done;
  }

  /// `what` happened, for compiled code at `address`.
  [[noreturn]] void report(StringRef what, const void *address = nullptr) {
    // A crash in here adds nothing. One in another thread meanwhile leaves the
    // first the time to be told.
    pid_t first = 0;
    const pid_t self = ::gettid();
    if (!reporter.compare_exchange_strong(first, self)) {
      if (first != self)
        ::sleep(secondsToReport);
      ::_exit(1);
    }
    const Activity *activity = current.load();
    put(tool);
    put(": error: ");
    put(what);
    if (activity) {
      put(" while ");
      put(activity->text);
    }
    if (activity && activity->kind == Activity::Kind::Kernel) {
      if (address) {
        put(", at address ");
        putHex(reinterpret_cast<uintptr_t>(address));
      }
      put(": compiled code checks no access; run with --check=memory\n");
    } else if (writeReproducer()) {
      put(": a defect of this program; '");
      put(reproducer);
      put("' has the input\n");
    } else if (activity) {
      put(": a defect of this program; --crash-reproducer FILE keeps the "
          "input\n");
    } else {
      put(": a defect of this program\n");
    }
    sys::RunInterruptHandlers(); // Removes unfinished files.
    ::_exit(1);
  }
};

static Reporter &reporter() {
  static Reporter theReporter;
  return theReporter;
}

static StringRef nameOf(int signal) {
  switch (signal) {
  case SIGSEGV:
    return "crashed (segmentation fault)";
  case SIGBUS:
    return "crashed (bus error)";
  case SIGFPE:
    return "crashed (arithmetic exception)";
  case SIGILL:
    return "crashed (illegal instruction)";
  default:
    return "crashed (abort)";
  }
}

[[maybe_unused]] static void onSignal(int signal, siginfo_t *info, void *) {
  bool hasAddress = signal == SIGSEGV || signal == SIGBUS;
  reporter().report(nameOf(signal), hasAddress ? info->si_addr : nullptr);
}

static void onFatalError(void *, const char *reason, bool) {
  Reporter::put(reporter().tool);
  Reporter::put(": error: ");
  Reporter::put(reason);
  Reporter::put("\n");
  reporter().report("gave up");
}

static void onBadAllocation(void *, const char *, bool) {
  reporter().report("ran out of memory");
}

void install(StringRef tool) {
  reporter().tool = tool.str();
  if (std::getenv("TESSERA_BACKTRACE")) {
    sys::PrintStackTraceOnErrorSignal(tool);
    return;
  }
  // LLVM's own handlers come first: what is installed later stays.
  sys::SetOneShotPipeSignalFunction(sys::DefaultOneShotPipeSignalHandler);
  install_fatal_error_handler(onFatalError);
  install_bad_alloc_error_handler(onBadAllocation);
#if !defined(__SANITIZE_ADDRESS__)
  static char alternateStack[alternateStackBytes];
  stack_t stack = {};
  stack.ss_sp = alternateStack;
  stack.ss_size = alternateStackBytes;
  ::sigaltstack(&stack, nullptr);
  struct sigaction action = {};
  action.sa_sigaction = onSignal;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK;
  sigemptyset(&action.sa_mask);
  for (int signal : crashSignals)
    ::sigaction(signal, &action, nullptr);
#endif
}

void setReproducer(StringRef path) { reporter().reproducer = path.str(); }

void setInput(StringRef name, StringRef bytes) {
  reporter().inputName = name.str();
  reporter().input = bytes.str();
}

Activity::Activity(Kind kind, const Twine &text)
    : outer(reporter().current.load()), kind(kind), text(text.str()) {
  reporter().current = this;
}

Activity::~Activity() { reporter().current = outer; }

} // namespace tessera::crash
