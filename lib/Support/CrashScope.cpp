//===- Support/CrashScope.cpp - crashes that are survived -------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Installs handlers of signals with the first scope of the process. A handler
// looks up the scope of its thread and jumps out of it; without a scope it
// passes the signal on to the handler that was there before.
//
//===----------------------------------------------------------------------===//

#include "tessera/Support/CrashScope.h"

#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/PrettyStackTrace.h"

#include <csetjmp>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <iterator>
#include <mutex>

namespace tessera::crash {

namespace {
struct Scope {
  sigjmp_buf back;
  Scope *outer = nullptr;
  volatile sig_atomic_t signal = 0;
};

/// The handlers of the process while scopes are open.
struct Handlers {
  std::mutex mutex;
  unsigned openScopes = 0;
};

/// Where a handler runs when the thread's own stack is used up.
class AlternateStack {
public:
  AlternateStack() {
    stack_t now;
    if (::sigaltstack(nullptr, &now) != 0 || !(now.ss_flags & SS_DISABLE))
      return; // the host's own will do
    memory = std::malloc(bytes);
    stack_t ours = {};
    ours.ss_sp = memory;
    ours.ss_size = bytes;
    if (memory)
      ::sigaltstack(&ours, nullptr);
  }
  ~AlternateStack() {
    if (!memory)
      return;
    stack_t none = {};
    none.ss_flags = SS_DISABLE;
    ::sigaltstack(&none, nullptr);
    std::free(memory);
  }
  AlternateStack(const AlternateStack &) = delete;
  AlternateStack &operator=(const AlternateStack &) = delete;

private:
  static constexpr size_t bytes = 64 * 1024;
  void *memory = nullptr;
};
} // namespace

static constexpr int guardedSignals[] = {SIGABRT, SIGBUS,  SIGFPE,
                                         SIGILL,  SIGSEGV, SIGTRAP};
static struct sigaction hostActions[std::size(guardedSignals)];

// Read in signal handlers, which must not allocate: no lazy model.
static thread_local Scope *current __attribute__((tls_model("initial-exec"))) =
    nullptr;

static Handlers &handlers() {
  static Handlers *theHandlers = new Handlers; // outlives threads at exit
  return *theHandlers;
}

/// Does what would have happened without us.
static void passToHost(int signal, siginfo_t *info, void *context) {
  const struct sigaction *host = nullptr;
  for (size_t i = 0; i < std::size(guardedSignals); ++i)
    if (guardedSignals[i] == signal)
      host = &hostActions[i];
  if (host->sa_flags & SA_SIGINFO) {
    host->sa_sigaction(signal, info, context);
  } else if (host->sa_handler != SIG_DFL && host->sa_handler != SIG_IGN) {
    host->sa_handler(signal);
  } else if (host->sa_handler == SIG_DFL || info->si_code > 0) {
    // A fault cannot be ignored. The signal is blocked until we return.
    struct sigaction action = {};
    action.sa_handler = SIG_DFL;
    ::sigaction(signal, &action, nullptr);
    ::raise(signal);
  }
}

static void onSignal(int signal, siginfo_t *info, void *context) {
  Scope *scope = current;
  // What another process sent is no crash of the work.
  if (!scope || info->si_code == SI_USER)
    return passToHost(signal, info, context);
  scope->signal = signal;
  siglongjmp(scope->back, 1);
}

/// LLVM's fatal errors end in abort() or, where it blames the program, in
/// exit(), which no handler of signals sees.
static void onFatalError(void *, const char *reason, bool) {
  std::fprintf(stderr, "LLVM ERROR: %s\n", reason);
  if (current)
    std::abort();
}

static void openScope() {
  std::lock_guard lock(handlers().mutex);
  if (handlers().openScopes++ != 0)
    return;
  // LLVM wants no second one beside the first.
  llvm::remove_fatal_error_handler();
  llvm::install_fatal_error_handler(onFatalError);
  for (size_t i = 0; i < std::size(guardedSignals); ++i) {
    struct sigaction action = {};
    action.sa_sigaction = onSignal;
    action.sa_flags = SA_SIGINFO | SA_ONSTACK;
    sigemptyset(&action.sa_mask);
    ::sigaction(guardedSignals[i], &action, &hostActions[i]);
  }
}

static void closeScope() {
  std::lock_guard lock(handlers().mutex);
  if (--handlers().openScopes != 0)
    return;
  for (size_t i = 0; i < std::size(guardedSignals); ++i) {
    struct sigaction now;
    ::sigaction(guardedSignals[i], nullptr, &now);
    // Who has changed it meanwhile keeps what it wants.
    if ((now.sa_flags & SA_SIGINFO) && now.sa_sigaction == onSignal)
      ::sigaction(guardedSignals[i], &hostActions[i], nullptr);
  }
}

int runGuarded(llvm::function_ref<void()> work) {
  AlternateStack stack;
  openScope();
  Scope scope;
  scope.outer = current;
  const void *trace = llvm::SavePrettyStackState();
  if (sigsetjmp(scope.back, /*savemask=*/1) == 0) {
    current = &scope;
    work();
  } else {
    llvm::RestorePrettyStackState(trace);
  }
  current = scope.outer;
  closeScope();
  return scope.signal;
}

} // namespace tessera::crash
