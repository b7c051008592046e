//===- Runtime/Driver/Process.h - the state behind the driver's functions -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A driver is one object per process, whatever the number of clients in it; its
// interface has no handle for it. It is made by cuInit and never destroyed, as
// threads of streams may work until the process ends.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_RUNTIME_DRIVER_PROCESS_H
#define TESSERA_LIB_RUNTIME_DRIVER_PROCESS_H

#include "Device.h"
#include "Engine.h"
#include "Graph.h"
#include "Handles.h"
#include "Stream.h"
#include "Watchdog.h"

namespace tessera::sim {

struct Process;

/// A CUcontext. Its errors are sticky: after one, all its functions return it.
class Context {
public:
  Context(unsigned flags, uint64_t id);

  const unsigned flags;
  const uint64_t id;
  /// What handles 0 and 1 mean: ordered with all streams that are not
  /// non-blocking.
  const std::shared_ptr<Stream> legacy;

  Result status() const { return Result(failure.load()); }
  void fail(Result code);
  /// After cuDevicePrimaryCtxReset.
  void clear() { failure = int(Result::Success); }

  std::shared_ptr<Stream> makeStream(unsigned flags, int priority);
  void removeStream(const Stream *stream);
  /// Ends the capture into `graph` on all streams of this context.
  void endCapture(const Graph &graph);
  /// Gives a stream of this context work, in the order that the legacy stream
  /// asks for. Of a stream that is captured, the work becomes a node.
  std::shared_ptr<Mark> enqueue(Stream &stream, Stream::Work work,
                                std::shared_ptr<Mark> after = nullptr);
  /// The same, and returns when the work is done: it is done here, on this
  /// thread, if nothing before it is under way.
  void perform(Stream &stream, Stream::Work work);
  /// Waits for all streams.
  void synchronize();

private:
  /// What work of a stream waits for in other streams.
  std::vector<std::shared_ptr<Mark>> predecessors(const Stream &stream) const;

  std::atomic<int> failure{0};
  std::mutex mutex;
  std::vector<std::shared_ptr<Stream>> streams;
  std::atomic<uint64_t> nextStreamId{2};
};

struct Library;

/// A CUfunction, which is also a CUkernel.
struct Kernel {
  std::shared_ptr<LoadedProgram> program;
  size_t index = 0;
  /// The handle of the library.
  void *library = nullptr;
  std::atomic<int> maxDynamicShared{0};
  const KernelFacts &facts() const { return program->kernels()[index]; }
};

/// A CUlibrary, which is also a CUmodule.
struct Library {
  std::shared_ptr<LoadedProgram> program;
  std::vector<KernelHandle> kernels;
};

struct Process {
  Process(Configuration configuration, Device device);

  /// Null before cuInit, and in a process that was forked after it.
  static Process *get();
  /// Makes it where it is not there yet.
  static Result init();

  const Configuration configuration;
  const Device device;
  Findings findings;
  MemoryTable memory;
  Watchdog watchdog;
  std::unique_ptr<Engine> engine;

  HandleTable<Context> contexts;
  HandleTable<Stream> streams;
  HandleTable<Event> events;
  HandleTable<Kernel> kernels;
  HandleTable<Library> libraries;
  HandleTable<Graph> graphs, graphExecs;

  std::shared_ptr<Context> makeContext(unsigned flags);
  /// The primary context, made when first asked for.
  std::shared_ptr<Context> primary();

  /// Whether a launch returns when the kernel has ended.
  std::atomic<bool> launchesBlock;

  /// Runs a launch's grid on the thread of a stream, and tells what was found.
  void execute(Context &context, const Kernel &kernel, const LaunchShape &shape,
               llvm::ArrayRef<uint8_t> parameters);
  /// Waits for all work of all contexts; false if it takes too long.
  bool finish();

  // The thread's stack of contexts.
  static Context *current();
  static void push(Context *context);
  static Context *pop();
  static void setCurrent(Context *context);

  std::mutex primaryMutex;
  std::shared_ptr<Context> primaryContext;
  unsigned primaryReferences = 0, primaryFlags = 0;

private:
  std::atomic<uint64_t> nextContextId{1};
  /// Streams may still work in contexts that are no longer known.
  std::mutex everMadeMutex;
  std::vector<std::shared_ptr<Context>> everMade;
};

/// The body of a function that needs cuInit and nothing else.
template <typename Body> Result inProcess(Body body) {
  Process *process = Process::get();
  return process ? body(*process) : Result::NotInitialized;
}

/// The body of a function that works on the current context.
template <typename Body> Result inContext(Body body) {
  return inProcess([&](Process &process) {
    Context *context = Process::current();
    if (!context)
      return Result::InvalidContext;
    if (!process.contexts.find(context))
      return Result::ContextIsDestroyed;
    if (Result failure = context->status(); failure != Result::Success)
      return failure;
    return body(process, *context);
  });
}

/// The body of a function that works on a stream, in the stream's context.
template <typename Body> Result onStream(StreamHandle handle, Body body) {
  return inProcess([&](Process &process) {
    auto value = reinterpret_cast<uintptr_t>(handle);
    if (value == 0 || value == legacyStreamValue || value == threadStreamValue)
      return inContext([&](Process &process, Context &context) {
        return body(process, context, *context.legacy);
      });
    std::shared_ptr<Stream> stream = process.streams.find(handle);
    if (!stream)
      return Result::InvalidHandle;
    Context &context = *stream->context;
    if (Result failure = context.status(); failure != Result::Success)
      return failure;
    return body(process, context, *stream);
  });
}

} // namespace tessera::sim

#endif // TESSERA_LIB_RUNTIME_DRIVER_PROCESS_H
