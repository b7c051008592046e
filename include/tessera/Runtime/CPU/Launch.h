//===- tessera/Runtime/CPU/Launch.h - running a grid ------------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Runs every tile block of a grid on a pool's threads. Blocks are handed out in
// linear order (x fastest) in chunks from one counter; each runs to completion.
//
// The outcome does not depend on the number of threads: print output comes in
// block order, and of several failing assertions the one of the first block is
// reported. To that end all blocks before a failing one still run; blocks after
// it may or may not.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_RUNTIME_CPU_LAUNCH_H
#define TESSERA_RUNTIME_CPU_LAUNCH_H

#include "tessera/Runtime/CPU/ThreadPool.h"
#include "tessera/Runtime/CPU/tessera_rt.h"
#include "tessera/Target/CpuRuntimeABI.h"

#include <atomic>
#include <span>
#include <string>

namespace tessera::cpu {

struct LaunchRequest {
  KernelEntry entry = nullptr;
  uint64_t scratchBytes = 0;
  /// One 8-byte slot per parameter; read until launch() returns.
  const uint64_t *params = nullptr;
  uint32_t grid[3] = {1, 1, 1};
  /// Only the first so many tile blocks; 0: all.
  uint64_t maxBlocks = 0;
  /// At most this many of the pool's threads; 0: all.
  unsigned maxThreads = 0;
  /// Where print output goes; null: stdout, flushed.
  tessera_rt_write write = nullptr;
  void *stream = nullptr;
  /// Set by another thread to end the launch at the next block or turn of an
  /// unbounded loop; null: nobody does.
  const std::atomic<bool> *cancelled = nullptr;
  /// A block that makes more turns of unbounded loops fails with STEP_LIMIT; 0:
  /// no block does.
  uint64_t maxTurnsPerBlock = 0;
};

struct LaunchResult {
  /// TESSERA_RT_OK means that every block ran to its end.
  tessera_rt_status status = TESSERA_RT_OK;
  uint32_t block[3] = {0, 0, 0};
  int64_t element = -1;
  std::string message, location;
  bool ok() const { return status == TESSERA_RT_OK; }
};

/// Runs the grid and returns when it is done. May be called by several threads
/// with one pool.
LaunchResult launch(ThreadPool &pool, const LaunchRequest &request);

/// Everything that compiled code may refer to: the services of
/// CpuRuntimeABI.def and the C library functions that LLVM itself calls.
std::span<const RuntimeSymbol> runtimeSymbols();

} // namespace tessera::cpu

#endif // TESSERA_RUNTIME_CPU_LAUNCH_H
