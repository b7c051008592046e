//===- PTX/Emulator/RandomSchedule.cpp - orders by a seed -------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Picks a runnable warp at random, runs it for a random number of
// instructions, and now and then completes an asynchronous operation.
//
//===----------------------------------------------------------------------===//

#include "tessera/PTX/Emulator/Machine.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace tessera::ptx::emu;

namespace {

class RandomSchedule : public Schedule {
public:
  void begin(Machine &owner, ArrayRef<GridLaunch>) override {
    machine = &owner;
  }
  void started(Cluster &cluster) override;
  void ended(Cluster &cluster) override;
  void enqueue(Warp &warp) override;
  void post(std::unique_ptr<AsyncOperation> operation) override {
    operations.push_back(std::move(operation));
  }
  void completeNow(function_ref<bool(AsyncOperation &)> filter) override;
  bool turn() override;
  bool force() override { return complete(/*any=*/true); }
  std::pair<size_t, const AsyncOperation *> pending() const override {
    return {operations.size(),
            operations.empty() ? nullptr : operations.front().get()};
  }
  uint64_t clock() const override { return machine->now(); }

private:
  bool complete(bool any);
  void run(size_t index);

  Machine *machine = nullptr;
  std::vector<Warp *> ready;
  std::vector<std::unique_ptr<AsyncOperation>> operations;
};

} // namespace

std::unique_ptr<Schedule> tessera::ptx::emu::makeRandomSchedule() {
  return std::make_unique<RandomSchedule>();
}

void RandomSchedule::started(Cluster &cluster) {
  for (auto &cta : cluster.ctas)
    for (auto &warp : cta->warps)
      enqueue(*warp);
}

void RandomSchedule::ended(Cluster &cluster) {
  // What can never complete must not outlive what it points to.
  erase_if(operations, [&](const auto &operation) {
    return operation->cluster == &cluster;
  });
  // A warp of it may still be in the list.
  erase_if(ready, [&](Warp *warp) { return &warp->cta.cluster == &cluster; });
}

void RandomSchedule::enqueue(Warp &warp) {
  if (warp.queued)
    return;
  warp.queued = true;
  ready.push_back(&warp);
}

bool RandomSchedule::turn() {
  if (ready.empty())
    return false;
  unsigned chosen = machine->randomBelow(unsigned(ready.size()));
  Warp &warp = *ready[chosen];
  warp.run(1 + machine->randomBelow(128));
  if (warp.isDone() || !warp.isRunnable()) {
    warp.queued = false;
    ready[chosen] = ready.back();
    ready.pop_back();
    machine->retireIfDone(warp.cta.cluster);
  }
  if (!operations.empty() && (machine->random() & 7) == 0)
    complete(/*any=*/false);
  return true;
}

void RandomSchedule::run(size_t index) {
  std::unique_ptr<AsyncOperation> operation = std::move(operations[index]);
  operations.erase(operations.begin() + index);
  operation->complete(*machine);
  machine->noteProgress();
}

/// Completes an operation if it is ready; with `any` the next one that is.
bool RandomSchedule::complete(bool any) {
  if (operations.empty())
    return false;
  size_t start = machine->random() % operations.size();
  for (size_t i = 0; i < operations.size(); ++i) {
    size_t index = (start + i) % operations.size();
    if (operations[index]->isReady(*machine)) {
      run(index);
      return true;
    }
    if (!any)
      return false;
  }
  return false;
}

void RandomSchedule::completeNow(function_ref<bool(AsyncOperation &)> filter) {
  bool any = true;
  while (any) {
    any = false;
    for (size_t i = 0; i < operations.size(); ++i)
      if (filter(*operations[i]) && operations[i]->isReady(*machine)) {
        run(i);
        any = true;
        break;
      }
  }
}
