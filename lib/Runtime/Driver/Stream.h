//===- Runtime/Driver/Stream.h - work in order -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A stream does one piece of work after the other on a thread of its own, which
// it makes when there is something to do. What one stream has to wait for in
// another is a mark: a place in the order of work, reached at some time.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_RUNTIME_DRIVER_STREAM_H
#define TESSERA_LIB_RUNTIME_DRIVER_STREAM_H

#include "Types.h"

#include "llvm/ADT/FunctionExtras.h"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

namespace tessera::sim {

class Context;
struct Graph;

/// Becomes reached once.
class Mark {
public:
  using Time = std::chrono::steady_clock::time_point;
  void reach();
  void wait() const;
  /// False when it was not reached in time.
  bool waitUntil(Time limit) const;
  bool isReached() const { return reached.load(std::memory_order_acquire); }
  /// When it was reached.
  Time time() const { return reachedAt; }

private:
  /// Of a size that the system can wait for.
  std::atomic<int> reached{0};
  Time reachedAt;
};

class Stream : public std::enable_shared_from_this<Stream> {
public:
  using Work = llvm::unique_function<void()>;

  Stream(Context *context, unsigned flags, int priority, uint64_t id)
      : context(context), flags(flags), priority(priority), id(id) {}
  Stream(const Stream &) = delete;
  Stream &operator=(const Stream &) = delete;

  /// Null once the context is gone.
  Context *const context;
  const unsigned flags;
  const int priority;
  const uint64_t id;

  /// Does the work after everything that was given to this stream before, and
  /// after `after`. Returns at once, with the mark of its end.
  std::shared_ptr<Mark> enqueue(Work work,
                                std::vector<std::shared_ptr<Mark>> after = {});
  /// Makes the calling thread the one that works for the stream, if nothing is
  /// under way: null otherwise. The work ends when the mark is reached.
  std::shared_ptr<Mark> claim();
  /// The mark of the end of the last work; null when nothing is under way.
  std::shared_ptr<Mark> last() const;
  /// Waits for everything given so far.
  void synchronize();
  bool isIdle() const { return !last(); }
  /// Where work goes instead of being done, while it is captured; else null.
  std::shared_ptr<Graph> capture() const {
    std::lock_guard guard(mutex);
    return captured;
  }
  void setCapture(std::shared_ptr<Graph> graph) {
    std::lock_guard guard(mutex);
    captured = std::move(graph);
  }

private:
  struct Item {
    Work work;
    std::vector<std::shared_ptr<Mark>> after;
    std::shared_ptr<Mark> done;
  };
  void startThread();
  void run();
  /// The next item, or nothing when none came for a while and the thread ends.
  std::optional<Item> next();

  mutable std::mutex mutex;
  std::condition_variable arrived;
  std::deque<Item> items;
  /// How many items there are, for a thread that looks without the mutex.
  std::atomic<size_t> numItems{0};
  bool isAsleep = false;
  /// The end of the last work, and of the last that a caller does itself.
  std::shared_ptr<Mark> lastMark, claimed;
  std::shared_ptr<Graph> captured;
  bool hasThread = false;
};

/// A CUevent.
struct Event {
  explicit Event(unsigned flags) : flags(flags) {}
  const unsigned flags;
  /// Where it was recorded last; null: nowhere.
  std::shared_ptr<Mark> mark() const {
    std::lock_guard guard(mutex);
    return recorded;
  }
  /// The capture in which it was recorded last, of a stream that waits for it
  /// and so joins in; null for none.
  std::shared_ptr<Graph> capture() const {
    std::lock_guard guard(mutex);
    return captured;
  }
  void record(std::shared_ptr<Mark> mark,
              std::shared_ptr<Graph> capture = nullptr,
              std::optional<uint64_t> node = std::nullopt) {
    std::lock_guard guard(mutex);
    recorded = std::move(mark);
    captured = std::move(capture);
    nodeOfGraph = node;
  }
  /// Where it was recorded last by a node of a graph: the number of the node.
  std::optional<uint64_t> node() const {
    std::lock_guard guard(mutex);
    return nodeOfGraph;
  }

private:
  mutable std::mutex mutex;
  std::shared_ptr<Mark> recorded;
  std::shared_ptr<Graph> captured;
  std::optional<uint64_t> nodeOfGraph;
};

} // namespace tessera::sim

#endif // TESSERA_LIB_RUNTIME_DRIVER_STREAM_H
