//===- tessera/Support/CrashReport.h - one line instead of a dump -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a tool says when the process receives a signal like SIGSEGV, or when
// LLVM gives up: one line with what was being done, in place of LLVM's stack
// dump. For tools only; a library leaves the signals of its process alone.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_SUPPORT_CRASHREPORT_H
#define TESSERA_SUPPORT_CRASHREPORT_H

#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/Twine.h"

namespace tessera::crash {

/// Handles SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, LLVM's fatal errors and
/// SIGPIPE from here on. `tool` begins the line. The process then ends with
/// status 1. If $TESSERA_BACKTRACE is set, crashes print LLVM's stack dump.
void install(llvm::StringRef tool);

/// What a crash of the compiler leaves for whoever looks into it: `path` gets
/// the bytes of the input given to setInput(). Empty: nothing.
void setReproducer(llvm::StringRef path);
/// The file that is being worked on, and its bytes, which are copied.
void setInput(llvm::StringRef name, llvm::StringRef bytes);

/// What the process does during the lifetime of this object. Activities nest;
/// the innermost one is told.
class Activity {
public:
  enum class Kind {
    /// Work of ours: a crash is a defect of this program.
    Ours,
    /// Compiled code runs: a crash is probably a wild access of the kernel.
    Kernel
  };
  /// `text` completes "crashed while ", e.g. "compiling 'k.mlir' for sm_80".
  Activity(Kind kind, const llvm::Twine &text);
  ~Activity();
  Activity(const Activity &) = delete;
  Activity &operator=(const Activity &) = delete;

private:
  const Activity *outer;
  Kind kind;
  std::string text;
  friend struct Reporter;
};

} // namespace tessera::crash

#endif // TESSERA_SUPPORT_CRASHREPORT_H
