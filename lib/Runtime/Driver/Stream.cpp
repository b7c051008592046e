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
// Clients launch one small kernel after the other, and what they wait for takes
// microseconds. To put a thread to sleep and to wake it takes longer, so who
// waits looks for a moment before.
//
//===----------------------------------------------------------------------===//

#include "Stream.h"
#include "tessera/Support/Pause.h"

#include <pthread.h>
#include <thread>

using namespace tessera::sim;

/// How long to look before sleeping. Whoever looks keeps a processor busy.
static constexpr std::chrono::microseconds lookingTime{20};
/// How long a thread without work stays.
static constexpr std::chrono::seconds idleTime{2};

/// Whether `condition` came true while looking for it.
template <typename Condition> static bool lookFor(Condition condition) {
  auto end = std::chrono::steady_clock::now() + lookingTime;
  do
    for (int i = 0; i < 16; ++i) {
      if (condition())
        return true;
      tessera::pauseBriefly();
    }
  while (std::chrono::steady_clock::now() < end);
  return false;
}

void Mark::reach() {
  reachedAt = std::chrono::steady_clock::now();
  reached.store(1, std::memory_order_release);
  reached.notify_all();
}

void Mark::wait() const {
  if (!lookFor([this] { return isReached(); }))
    reached.wait(0, std::memory_order_acquire);
}

bool Mark::waitUntil(Time limit) const {
  while (!isReached()) {
    if (std::chrono::steady_clock::now() >= limit)
      return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  return true;
}

std::shared_ptr<Mark>
Stream::enqueue(Work work, std::vector<std::shared_ptr<Mark>> after) {
  auto done = std::make_shared<Mark>();
  bool needsThread = false, needsWaking = false;
  {
    std::lock_guard guard(mutex);
    if (claimed && !claimed->isReached())
      after.push_back(claimed);
    claimed = nullptr;
    items.push_back({std::move(work), std::move(after), done});
    numItems.store(items.size(), std::memory_order_release);
    lastMark = done;
    needsWaking = isAsleep;
    needsThread = !hasThread;
    hasThread = true;
  }
  if (needsThread)
    startThread();
  else if (needsWaking)
    arrived.notify_one();
  return done;
}

std::shared_ptr<Mark> Stream::claim() {
  std::lock_guard guard(mutex);
  if (lastMark && !lastMark->isReached())
    return nullptr;
  lastMark = claimed = std::make_shared<Mark>();
  return claimed;
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

std::optional<Stream::Item> Stream::next() {
  lookFor([this] { return numItems.load(std::memory_order_acquire) != 0; });
  std::unique_lock lock(mutex);
  isAsleep = true;
  bool hasItem =
      arrived.wait_for(lock, idleTime, [this] { return !items.empty(); });
  isAsleep = false;
  if (!hasItem) {
    hasThread = false;
    return std::nullopt;
  }
  Item item = std::move(items.front());
  items.pop_front();
  numItems.store(items.size(), std::memory_order_release);
  return item;
}

void Stream::run() {
  while (std::optional<Item> item = next()) {
    for (const std::shared_ptr<Mark> &mark : item->after)
      mark->wait();
    item->work();
    // What the work holds goes before others learn that it is done.
    item->work = nullptr;
    item->done->reach();
  }
}
