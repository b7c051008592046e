//===- tools/tessera/Debug/Adapter.h - the debugger for editors -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A server of the Debug Adapter Protocol over standard input and output.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_TOOLS_TESSERA_DEBUG_ADAPTER_H
#define TESSERA_TOOLS_TESSERA_DEBUG_ADAPTER_H

#include "Debuggee.h"
#include "Messages.h"

namespace tessera::debug {

class Adapter : private Listener {
public:
  Adapter(std::FILE *in, llvm::raw_ostream &out) : in(in), writer(out) {}
  ~Adapter() override;

  /// Serves until the client disconnects or the input ends; the exit status.
  int serve();

private:
  using Body = llvm::Expected<llvm::json::Value>;
  using Handler = Body (Adapter::*)(const llvm::json::Object &arguments);
  /// The handler of a request; null if there is none.
  static Handler find(llvm::StringRef command);
  void handle(const llvm::json::Object &message);

  Body initialize(const llvm::json::Object &arguments);
  Body launch(const llvm::json::Object &arguments);
  Body setBreakpoints(const llvm::json::Object &arguments);
  Body setExceptionBreakpoints(const llvm::json::Object &arguments);
  Body configurationDone(const llvm::json::Object &arguments);
  Body threads(const llvm::json::Object &arguments);
  Body stackTrace(const llvm::json::Object &arguments);
  Body scopes(const llvm::json::Object &arguments);
  Body variables(const llvm::json::Object &arguments);
  Body evaluate(const llvm::json::Object &arguments);
  Body exceptionInfo(const llvm::json::Object &arguments);
  Body resumeContinue(const llvm::json::Object &arguments);
  Body resumeNext(const llvm::json::Object &arguments);
  Body resumeStepIn(const llvm::json::Object &arguments);
  Body resumeStepOut(const llvm::json::Object &arguments);
  Body pause(const llvm::json::Object &arguments);
  Body disconnect(const llvm::json::Object &arguments);

  /// Lets the run go on once the response is written.
  Body resume(Motion motion);
  llvm::Expected<Inspector *> stopped();

  void onOutput(Stream stream, llvm::StringRef text) override;
  void onStop(const StopInfo &info) override;
  void onEnd(int status) override;

  std::FILE *in;
  MessageWriter writer;
  std::unique_ptr<Debuggee> debuggee;
  /// The client numbers lines from 1 on unless it says otherwise.
  int64_t firstLine = 1;
  bool stopOnEntry = false, isStarted = false, isOver = false;
  /// What is done after the response is written.
  std::function<void()> afterResponse;
  /// The thread that the client knows; of the kernel's thread.
  uint64_t knownThread = 0;
};

} // namespace tessera::debug

#endif // TESSERA_TOOLS_TESSERA_DEBUG_ADAPTER_H
