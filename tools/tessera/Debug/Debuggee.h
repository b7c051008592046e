//===- tools/tessera/Debug/Debuggee.h - a kernel under a debugger -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A kernel that a thread of its own interprets, one tile block after the other,
// and that stands still where it is asked to. Both front ends, the adapter for
// editors and the console, drive it and are told what happens.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_TOOLS_TESSERA_DEBUG_DEBUGGEE_H
#define TESSERA_TOOLS_TESSERA_DEBUG_DEBUGGEE_H

#include "Breakpoints.h"
#include "Inspect.h"

#include "tessera/Driver/Run.h"

#include "mlir/IR/Diagnostics.h"
#include "llvm/Support/SourceMgr.h"

#include <condition_variable>
#include <memory>
#include <mutex>
#include <thread>

namespace tessera::debug {

/// What a session is about.
struct Launch {
  std::string path, entry;
  std::vector<std::string> arguments;
  driver::Abi abi = driver::Abi::Flat;
  interp::Dim3 grid;
};

/// How a run goes on.
enum class Motion {
  /// To the next breakpoint.
  Continue,
  /// To the next operation, inside regions too.
  StepIn,
  /// To the next operation of this region or of one around it.
  StepOver,
  /// Out of this region.
  StepOut,
  /// To the first operation of the next tile block.
  NextBlock,
};

enum class StopReason { Entry, Step, Breakpoint, Pause, Finding };

/// Why a kernel stands still.
struct StopInfo {
  StopReason reason = StopReason::Entry;
  /// The finding, or what is wrong with a breakpoint's condition.
  std::string text;
  std::vector<unsigned> breakpoints;
  /// The tile block, and its number from 1 on, x fastest.
  interp::Dim3 block;
  uint64_t blockNumber = 1;
};

/// What a Debuggee tells. Everything but output that load() gives comes from
/// the thread of the kernel.
class Listener {
public:
  virtual ~Listener() = default;
  enum class Stream { Kernel, Messages };
  virtual void onOutput(Stream stream, llvm::StringRef text) = 0;
  /// The kernel stands still until resume().
  virtual void onStop(const StopInfo &info) = 0;
  /// It has run to its end; `status` is that of `tessera run`.
  virtual void onEnd(int status) = 0;
};

/// Text to a listener, a line at a time.
class ListenerStream : public llvm::raw_ostream {
public:
  ListenerStream(Listener &listener, Listener::Stream stream)
      : llvm::raw_ostream(/*unbuffered=*/true), listener(listener),
        stream(stream) {}

  /// Tells a line that has not ended yet.
  void tellRest() {
    if (!line.empty())
      listener.onOutput(stream, line);
    line.clear();
  }

private:
  void write_impl(const char *data, size_t size) override {
    written += size;
    line.append(data, size);
    if (size_t end = line.rfind('\n'); end != std::string::npos) {
      listener.onOutput(stream, llvm::StringRef(line).take_front(end + 1));
      line.erase(0, end + 1);
    }
  }
  uint64_t current_pos() const override { return written; }

  Listener &listener;
  Listener::Stream stream;
  std::string line;
  uint64_t written = 0;
};

class Debuggee : private interp::StepObserver {
public:
  explicit Debuggee(Listener &listener);
  /// Ends the run.
  ~Debuggee() override;

  /// Reads the module and the arguments' texts.
  llvm::Error load(const Launch &launch);
  /// Starts the thread. `motion` is Continue, or StepIn to stop at once.
  void start(Motion motion);

  void resume(Motion motion);
  void pause();
  /// Whether findings stop the run.
  void stopAtFindings(bool yes);
  bool isStopped() const;
  /// Until the kernel stands still or has ended; false if it has ended.
  bool waitForStop();

  const SourceMap &sources() const { return *map; }
  llvm::StringRef entryName() const { return driver::entryName(entry); }
  /// Calls `fn` with the breakpoints while nobody else uses them.
  template <typename Fn> auto withBreakpoints(Fn fn) {
    std::lock_guard lock(mutex);
    return fn(breakpoints);
  }
  /// Of the place where the kernel stands still; null while it runs.
  Inspector *inspector();
  /// Of the last stop.
  StopInfo lastStop() const;

private:
  enum class State { Ready, Running, Stopped, Ended };

  mlir::LogicalResult beforeOp(const interp::StepPlace &place) override;
  void onFinding(const interp::StepPlace &place,
                 const interp::Finding &finding) override;
  void run();
  /// To the listener, and to the document of diagnostics if there is one.
  void tellError(const llvm::Twine &message);
  /// Whether the motion under way ends before `place`'s operation.
  bool isMotionOver(const interp::StepPlace &place) const;
  /// Breakpoints whose conditions hold; messages are printed.
  std::vector<unsigned> reachedBreakpoints(const interp::StepPlace &place,
                                           std::string &problem);
  void log(const Breakpoint &breakpoint, Inspector &look);
  void stop(std::unique_lock<std::mutex> &lock, const interp::StepPlace &place,
            StopReason reason, std::string text = {},
            std::vector<unsigned> ids = {});

  Listener &listener;
  ListenerStream kernelStream, messageStream;
  driver::Session session;
  mlir::SourceMgrDiagnosticHandler printer;
  mlir::ScopedDiagnosticHandler keeper;
  std::optional<driver::LoadedModule> module;
  cuda_tile::EntryOp entry;
  std::vector<interp::Parameter> parameters;
  std::optional<SourceMap> map;
  driver::RunRequest request;
  std::thread thread;

  mutable std::mutex mutex;
  std::condition_variable changed;
  State state = State::Ready;
  Motion motion = Motion::Continue;
  bool pauseAsked = false, endAsked = false, findingsStop = true;
  bool hasStopped = false;
  /// Where the motion under way began.
  unsigned fromDepth = 0;
  interp::Dim3 fromBlock;
  SourcePlace fromPlace;
  Breakpoints breakpoints;
  std::optional<Inspector> look;
  StopInfo stopInfo;
};

} // namespace tessera::debug

#endif // TESSERA_TOOLS_TESSERA_DEBUG_DEBUGGEE_H
