//===- tools/tessera/Debug/Console.h - the debugger for terminals -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads a command from each line of standard input; made for terminals and for
// scripts.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_TOOLS_TESSERA_DEBUG_CONSOLE_H
#define TESSERA_TOOLS_TESSERA_DEBUG_CONSOLE_H

#include "Debuggee.h"

namespace tessera::debug {

class Console : private Listener {
public:
  Console() : debuggee(*this) {}

  /// Loads the kernel, stops before its first operation, and obeys until `quit`
  /// or the end of the input; the exit status.
  int serve(const Launch &launch);

private:
  /// One command; false at the end of the session.
  bool obey(llvm::StringRef line);
  void go(Motion motion);
  void showPlace();
  void setBreakpoint(llvm::StringRef text);
  void removeBreakpoint(llvm::StringRef text);
  void listBreakpoints();
  void print(llvm::StringRef text);
  void printValues();
  void printFrames();
  llvm::StringRef sourceLine(const SourcePlace &place);

  void onOutput(Stream stream, llvm::StringRef text) override;
  void onStop(const StopInfo &info) override;
  void onEnd(int status) override;

  llvm::SourceMgr files;
  std::map<std::string, unsigned> fileNumbers;
  std::string lastCommand;
  int endStatus = 0;
  // Destroyed first: its thread uses what is above.
  Debuggee debuggee;
};

} // namespace tessera::debug

#endif // TESSERA_TOOLS_TESSERA_DEBUG_CONSOLE_H
