//===- Runtime/Driver/Process.cpp - the state behind the driver's functions -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What happens when the process ends: work that is under way is waited for, so
// that no finding is lost, and findings make the exit status of a program that
// would report success 1.
//
//===----------------------------------------------------------------------===//

#include "Process.h"

#include "llvm/Support/raw_ostream.h"

#include <cstdio>
#include <cstdlib>
#include <pthread.h>
#include <unistd.h>

using namespace llvm;
using namespace tessera::sim;

/// How long the end of the process waits for kernels without a limit.
static constexpr std::chrono::seconds longestEnd{60};

//===----------------------------------------------------------------------===//
// Contexts
//===----------------------------------------------------------------------===//

Context::Context(unsigned flags, uint64_t id)
    : flags(flags), id(id),
      legacy(std::make_shared<Stream>(this, /*flags=*/0, /*priority=*/0,
                                      /*id=*/1)) {}

void Context::fail(Result code) {
  int expected = int(Result::Success);
  failure.compare_exchange_strong(expected, int(code));
}

std::shared_ptr<Stream> Context::makeStream(unsigned flags, int priority) {
  auto stream = std::make_shared<Stream>(this, flags, priority, nextStreamId++);
  std::lock_guard guard(mutex);
  streams.push_back(stream);
  return stream;
}

void Context::removeStream(const Stream *stream) {
  std::lock_guard guard(mutex);
  std::erase_if(streams,
                [&](const auto &each) { return each.get() == stream; });
}

/// Work of a stream that is captured: done with every launch of the graph.
static void addToGraph(Graph &graph, Stream::Work work) {
  auto shared = std::make_shared<Stream::Work>(std::move(work));
  graph.nodes.push_back(std::make_shared<const GraphNode>(
      [shared](Process &, Context &context, Stream &stream) {
        context.enqueue(stream, [shared] { (*shared)(); });
      }));
}

void Context::endCapture(const Graph &graph) {
  std::lock_guard guard(mutex);
  for (const std::shared_ptr<Stream> &stream : streams)
    if (stream->capture().get() == &graph)
      stream->setCapture(nullptr);
}

std::vector<std::shared_ptr<Mark>>
Context::predecessors(const Stream &stream) const {
  std::vector<std::shared_ptr<Mark>> marks;
  auto follow = [&](const Stream &other) {
    if (std::shared_ptr<Mark> mark = other.last())
      marks.push_back(std::move(mark));
  };
  if (&stream == legacy.get()) {
    for (const std::shared_ptr<Stream> &other : streams)
      if (!(other->flags & streamNonBlocking))
        follow(*other);
  } else if (!(stream.flags & streamNonBlocking)) {
    follow(*legacy);
  }
  return marks;
}

std::shared_ptr<Mark> Context::enqueue(Stream &stream, Stream::Work work,
                                       std::shared_ptr<Mark> first) {
  std::lock_guard guard(mutex);
  if (std::shared_ptr<Graph> graph = stream.capture()) {
    addToGraph(*graph, std::move(work));
    auto done = std::make_shared<Mark>();
    done->reach();
    return done;
  }
  std::vector<std::shared_ptr<Mark>> after = predecessors(stream);
  if (first)
    after.push_back(std::move(first));
  return stream.enqueue(std::move(work), std::move(after));
}

void Context::perform(Stream &stream, Stream::Work work) {
  std::shared_ptr<Mark> done;
  {
    std::lock_guard guard(mutex);
    if (!stream.capture() && predecessors(stream).empty())
      done = stream.claim();
  }
  if (!done)
    return enqueue(stream, std::move(work))->wait();
  work();
  work = nullptr;
  done->reach();
}

void Context::synchronize() {
  std::vector<std::shared_ptr<Stream>> all;
  {
    std::lock_guard guard(mutex);
    all = streams;
  }
  legacy->synchronize();
  for (const std::shared_ptr<Stream> &stream : all)
    stream->synchronize();
}

//===----------------------------------------------------------------------===//
// The process
//===----------------------------------------------------------------------===//

Process::Process(Configuration given, Device madeDevice)
    : configuration(std::move(given)), device(std::move(madeDevice)),
      findings(configuration),
      memory(device.memoryBytes, configuration.engine == EngineKind::Emulator),
      watchdog(configuration.timeout, findings),
      launchesBlock(configuration.launchesBlock) {
  engine = configuration.engine == EngineKind::Cpu
               ? makeCpuEngine(configuration)
               : makeEmulatorEngine(configuration, memory);
}

std::shared_ptr<Context> Process::makeContext(unsigned flags) {
  auto context = std::make_shared<Context>(flags, nextContextId++);
  contexts.add(context);
  std::lock_guard guard(everMadeMutex);
  everMade.push_back(context);
  return context;
}

std::shared_ptr<Context> Process::primary() {
  std::lock_guard guard(primaryMutex);
  if (!primaryContext)
    primaryContext = makeContext(primaryFlags);
  return primaryContext;
}

void Process::execute(Context &context, const Kernel &kernel,
                      const LaunchShape &shape, ArrayRef<uint8_t> parameters) {
  // Nothing runs in a context that has failed.
  if (context.status() != Result::Success)
    return;
  const std::string &name = kernel.facts().name;
  Watchdog::Launch watched(watchdog, name);
  std::vector<LaunchFinding> found = kernel.program->launch(
      kernel.index, shape, parameters, watched.cancelled());
  if (watched.cancelled() && !found.empty())
    found.front().code = Result::LaunchTimeout;
  if (found.empty())
    return;
  findings.add(name, found);
  if (!configuration.keepGoing)
    context.fail(found.front().code);
}

bool Process::finish() {
  auto limit = std::chrono::steady_clock::now() + longestEnd;
  std::vector<std::shared_ptr<Mark>> marks;
  for (const std::shared_ptr<Stream> &stream : streams.all())
    marks.push_back(stream->last());
  for (const std::shared_ptr<Context> &context : contexts.all())
    marks.push_back(context->legacy->last());
  for (const std::shared_ptr<Mark> &mark : marks)
    if (mark && !mark->waitUntil(limit))
      return false;
  return true;
}

namespace {
/// What cuInit made. Written once, under `mutex`.
struct Instance {
  std::mutex mutex;
  std::atomic<Process *> process{nullptr};
  std::atomic<bool> isForked{false};
};
} // namespace

static Instance &instance() {
  static Instance *only = new Instance;
  return *only;
}

Process *Process::get() {
  Instance &made = instance();
  return made.isForked ? nullptr : made.process.load();
}

static void endOfProcess(int status, void *) {
  Process *process = Process::get();
  if (!process)
    return;
  bool isFinished = process->finish();
  size_t count = process->findings.count();
  if (count)
    errs() << "tessera sim: " << count
           << (count == 1 ? " finding\n" : " findings\n");
  if (!isFinished)
    errs() << "tessera sim: a kernel was still running at the end\n";
  if ((count == 0 && isFinished) || (status != 0 && isFinished))
    return;
  std::fflush(nullptr);
  ::_exit(status ? status : 1);
}

Result Process::init() {
  Instance &made = instance();
  std::lock_guard guard(made.mutex);
  if (made.isForked)
    return Result::NotInitialized;
  if (made.process)
    return Result::Success;
  Expected<Configuration> configuration = readConfiguration();
  Expected<Device> device = configuration
                                ? makeDevice(*configuration)
                                : Expected<Device>(configuration.takeError());
  if (!device) {
    errs() << "tessera sim: error: " << toString(device.takeError()) << '\n';
    return Result::InvalidValue;
  }
  made.process = new Process(std::move(*configuration), std::move(*device));
  // Threads do not survive a fork, and neither does a driver.
  pthread_atfork(nullptr, nullptr, [] { instance().isForked = true; });
  ::on_exit(endOfProcess, nullptr);
  return Result::Success;
}

//===----------------------------------------------------------------------===//
// The current context
//===----------------------------------------------------------------------===//

static std::vector<Context *> &stack() {
  static thread_local std::vector<Context *> contexts;
  return contexts;
}

Context *Process::current() {
  return stack().empty() ? nullptr : stack().back();
}

void Process::push(Context *context) { stack().push_back(context); }

Context *Process::pop() {
  Context *context = current();
  if (context)
    stack().pop_back();
  return context;
}

void Process::setCurrent(Context *context) {
  pop();
  if (context)
    push(context);
}
