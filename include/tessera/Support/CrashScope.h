//===- tessera/Support/CrashScope.h - crashes that are survived -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For libraries inside other people's processes: work that must not take the
// host along when it crashes. A scope differs from LLVM's CrashRecoveryContext
// in two points that hosts notice: signals of threads without a scope reach the
// host's own handlers with everything they were delivered with, and an overflow
// of the stack is survived too.
//
// Destructors of what is left do not run: its memory is lost.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_SUPPORT_CRASHSCOPE_H
#define TESSERA_SUPPORT_CRASHSCOPE_H

#include "llvm/ADT/STLFunctionalExtras.h"

namespace tessera::crash {

/// Runs `work` on this thread. 0 when it returned; when it was ended by a
/// signal of its own making (an abort, a segmentation fault, a bad
/// instruction), the number of the signal. While any thread is inside, the
/// process's handlers of those signals are ours; afterwards they are the
/// host's again. Fatal errors of LLVM count as aborts, also those that would
/// exit; for that its handler becomes ours, and stays. Scopes may be nested and
/// used by any number of threads.
int runGuarded(llvm::function_ref<void()> work);

} // namespace tessera::crash

#endif // TESSERA_SUPPORT_CRASHSCOPE_H
