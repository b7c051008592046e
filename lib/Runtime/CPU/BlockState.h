//===- Runtime/CPU/BlockState.h - what services know of a block ---*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `context` of the kernel ABI is a WorkerState: the block that a worker runs at
// the moment, and the launch it belongs to.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_RUNTIME_CPU_BLOCKSTATE_H
#define TESSERA_LIB_RUNTIME_CPU_BLOCKSTATE_H

#include "tessera/Runtime/CPU/Launch.h"

#include <atomic>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

namespace tessera::cpu {

class LaunchState;

/// One worker's view of a launch. Used by one thread.
struct WorkerState {
  LaunchState *launch = nullptr;
  unsigned worker = 0;
  /// The running block and the first one of its chunk, in linear order.
  uint64_t linear = 0, chunk = 0;
  uint32_t block[3] = {0, 0, 0};
  /// Turns of unbounded loops so far, in all blocks and in this one.
  uint32_t polls = 0;
  uint64_t turns = 0;
  /// Print output of the chunk that could not be written yet.
  std::string text;
  /// Memory that the running block allocated.
  std::vector<void *> locals;

  void freeLocals();
};

/// What the workers of one launch share.
class LaunchState {
public:
  LaunchState(const LaunchRequest &request, uint64_t numBlocks,
              unsigned workers);

  /// Runs chunks until there are none.
  void work(unsigned worker, ScratchArena &arena);

  /// Records a failure of the worker's block, unless an earlier block failed.
  void fail(const WorkerState &worker, tessera_rt_status status,
            std::string_view message, std::string_view location,
            int64_t element);
  /// Whether the worker's block comes after a failed one.
  bool isPastFailure(const WorkerState &worker) const {
    return worker.linear > lastBlock.load(std::memory_order_relaxed);
  }
  /// Whether somebody has ended the launch.
  bool isCancelled() const {
    return request.cancelled &&
           request.cancelled->load(std::memory_order_relaxed);
  }
  /// Fails the worker's block if it has made more turns of unbounded loops than
  /// it may.
  bool isPastTurns(const WorkerState &worker);
  /// Sends print output on: at once if all earlier blocks are done.
  void print(WorkerState &worker, std::string_view text);

  /// Writes what is left and gives the outcome. After the last work().
  LaunchResult finish();

private:
  static constexpr uint64_t idle = UINT64_MAX;
  /// The chunk a worker is at; a lower number than the truth is harmless.
  struct alignas(64) Position {
    std::atomic<uint64_t> chunk{idle};
  };

  void runChunk(WorkerState &state, const TesseraLaunch &record, uint64_t first,
                uint64_t end, void *scratch);
  void endChunk(WorkerState &state);
  uint64_t firstChunkOfOthers(unsigned worker) const;
  void writePending(uint64_t before);
  void write(std::string_view text);

  const LaunchRequest &request;
  const uint64_t numBlocks;
  const unsigned numWorkers;
  uint64_t chunkBlocks;
  std::unique_ptr<Position[]> positions;

  alignas(64) std::atomic<uint64_t> nextBlock{0};
  /// Blocks beyond this one need not run.
  alignas(64) std::atomic<uint64_t> lastBlock{idle};
  std::mutex failureLock;
  LaunchResult result;
  std::mutex outputLock;
  /// Output of finished chunks, by chunk.
  std::map<uint64_t, std::string> pending;
  std::atomic<bool> hasPending{false};
};

} // namespace tessera::cpu

#endif // TESSERA_LIB_RUNTIME_CPU_BLOCKSTATE_H
