//===- CAPI/Limits.cpp - ends of launches that do not end themselves *- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Cancellations and deadlines.
//
//===----------------------------------------------------------------------===//

#include "Limits.h"

#include <algorithm>
#include <chrono>
#include <new>

using namespace tessera::capi;

//===----------------------------------------------------------------------===//
// Deadlines
//===----------------------------------------------------------------------===//

Deadline::Deadline(StopFlag &flag, double seconds)
    : flag(flag), seconds(seconds) {
  if (seconds <= 0)
    return;
  auto run = [](void *self) -> void * {
    static_cast<Deadline *>(self)->wait();
    return nullptr;
  };
  hasThread = ::pthread_create(&thread, nullptr, run, this) == 0;
  failed = !hasThread;
}

Deadline::~Deadline() {
  if (!hasThread)
    return;
  {
    std::lock_guard guard(mutex);
    isOver = true;
  }
  changed.notify_all();
  ::pthread_join(thread, nullptr);
}

void Deadline::wait() {
  // More than a clock can hold is never.
  std::chrono::duration<double> time(std::min(seconds, 1e9));
  std::unique_lock lock(mutex);
  if (!changed.wait_for(lock, time, [&] { return isOver; }))
    flag.set(StopFlag::Reason::TimedOut);
}

//===----------------------------------------------------------------------===//
// Cancellations
//===----------------------------------------------------------------------===//

void tessera_cancellation::add(StopFlag &launch) {
  std::lock_guard guard(mutex);
  if (isRequested)
    launch.set(StopFlag::Reason::Cancelled);
  launches.push_back(&launch);
}

void tessera_cancellation::remove(StopFlag &launch) {
  std::lock_guard guard(mutex);
  std::erase(launches, &launch);
}

void tessera_cancellation::request() {
  std::lock_guard guard(mutex);
  isRequested = true;
  for (StopFlag *launch : launches)
    launch->set(StopFlag::Reason::Cancelled);
}

tessera_cancellation *tessera_cancellation_create(void) {
  return new (std::nothrow) tessera_cancellation;
}

void tessera_cancellation_request(tessera_cancellation *cancellation) {
  if (cancellation)
    cancellation->request();
}

void tessera_cancellation_destroy(tessera_cancellation *cancellation) {
  delete cancellation;
}
