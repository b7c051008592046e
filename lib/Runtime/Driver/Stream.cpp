//===- Runtime/Driver/Stream.cpp - work in order -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The thread of a stream holds the stream, so a stream that is destroyed while
// it works ends its work first, as the interface promises. A thread without
// work for some seconds ends; the next work makes another.
//
//===----------------------------------------------------------------------===//

#include "Stream.h"

#include <pthread.h>

using namespace tessera::sim;

void Mark::reach() {
  {
    std::lock_guard guard(mutex);
    reached = true;
    reachedAt = std::chrono::steady_clock::now();
  }
  changed.notify_all();
}

void Mark::wait() {
  std::unique_lock lock(mutex);
  changed.wait(lock, [this] { return reached; });
}

bool Mark::waitUntil(Time limit) {
  std::unique_lock lock(mutex);
  return changed.wait_until(lock, limit, [this] { return reached; });
}

bool Mark::isReached() const {
  std::lock_guard guard(mutex);
  return reached;
}

Mark::Time Mark::time() const {
  std::lock_guard guard(mutex);
  return reachedAt;
}

std::shared_ptr<Mark>
Stream::enqueue(Work work, std::vector<std::shared_ptr<Mark>> after) {
  auto done = std::make_shared<Mark>();
  bool needsThread = false;
  {
    std::lock_guard guard(mutex);
    items.push_back({std::move(work), std::move(after), done});
    lastMark = done;
    needsThread = !hasThread;
    hasThread = true;
  }
  if (needsThread)
    startThread();
  else
    arrived.notify_one();
  return done;
}

void Stream::startThread() {
  auto self = std::make_unique<std::shared_ptr<Stream>>(shared_from_this());
  auto main = [](void *argument) -> void * {
    std::unique_ptr<std::shared_ptr<Stream>> stream(
        static_cast<std::shared_ptr<Stream> *>(argument));
    (*stream)->run();
    return nullptr;
  };
  pthread_t thread;
  if (pthread_create(&thread, nullptr, main, self.get()) == 0) {
    self.release();
    pthread_detach(thread);
  } else {
    // No threads left: the caller does the work itself.
    run();
  }
}

std::shared_ptr<Mark> Stream::last() const {
  std::lock_guard guard(mutex);
  return lastMark && !lastMark->isReached() ? lastMark : nullptr;
}

void Stream::synchronize() {
  if (std::shared_ptr<Mark> mark = last())
    mark->wait();
}

void Stream::run() {
  while (true) {
    Item item;
    {
      std::unique_lock lock(mutex);
      if (!arrived.wait_for(lock, std::chrono::seconds(2),
                            [this] { return !items.empty(); })) {
        hasThread = false;
        return;
      }
      item = std::move(items.front());
      items.pop_front();
    }
    for (const std::shared_ptr<Mark> &mark : item.after)
      mark->wait();
    item.work();
    // What the work holds goes before others learn that it is done.
    item.work = nullptr;
    item.done->reach();
  }
}
