//===- Runtime/CPU/Launch.cpp - running a grid --------------------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Print output is put in block order without holding it back longer than
// needed: every worker publishes the chunk it is at, text of a chunk is written
// as soon as no other worker is at an earlier one. That is safe because chunks
// are claimed in ascending order by an acquire-release counter: a worker that
// shows no position yet either has claimed a later chunk than everything
// already claimed, or its position has become visible with the counter.
//
//===----------------------------------------------------------------------===//

#include "tessera/Runtime/CPU/Launch.h"

#include "BlockState.h"
#include "Sampler.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <new>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace tessera::cpu {

/// Orders the stores past the caches that kernels leave (StreamingStores.cpp)
/// before whatever tells others that their blocks are done.
static void finishStreamingStores() {
#if defined(__SSE2__)
  _mm_sfence();
#endif
}

void WorkerState::freeLocals() {
  for (void *memory : locals)
    std::free(memory);
  locals.clear();
}

LaunchState::LaunchState(const LaunchRequest &request, uint64_t numBlocks,
                         unsigned workers)
    : request(request), numBlocks(numBlocks), numWorkers(workers),
      // Some chunks per worker, so that uneven blocks level out, but not so
      // small that the counter's cache line becomes the bottleneck.
      chunkBlocks(std::clamp<uint64_t>(numBlocks / (16ull * workers), 1, 256)),
      positions(std::make_unique<Position[]>(workers)) {}

//===----------------------------------------------------------------------===//
// Blocks
//===----------------------------------------------------------------------===//

void LaunchState::work(unsigned worker, ScratchArena &arena) {
  LaunchMark mark;
  std::atomic<uint64_t> &position = positions[worker].chunk;
  position.store(0, std::memory_order_relaxed);
  WorkerState state;
  state.launch = this;
  state.worker = worker;
  TesseraLaunch record{request.params, {}, 0, &state};
  std::copy(request.grid, request.grid + 3, record.grid);
  void *scratch = arena.reserve(request.scratchBytes);
  while (true) {
    uint64_t first =
        nextBlock.fetch_add(chunkBlocks, std::memory_order_acq_rel);
    if (first >= numBlocks || first > lastBlock.load(std::memory_order_relaxed))
      break;
    position.store(first, std::memory_order_release);
    state.chunk = state.linear = first;
    if (!scratch) {
      fail(state, TESSERA_RT_OUT_OF_MEMORY, "no memory for scratch tiles", {},
           -1);
      break;
    }
    runChunk(state, record, first, std::min(first + chunkBlocks, numBlocks),
             scratch);
    finishStreamingStores();
    endChunk(state);
  }
  position.store(idle, std::memory_order_release);
}

bool LaunchState::isPastTurns(const WorkerState &worker) {
  if (request.maxTurnsPerBlock == 0 || worker.turns <= request.maxTurnsPerBlock)
    return false;
  fail(worker, TESSERA_RT_STEP_LIMIT,
       "a block made more than " + std::to_string(request.maxTurnsPerBlock) +
           " turns of unbounded loops",
       "", -1);
  return true;
}

// UBSan's check of function types reads what stands before a function; compiled
// kernels have nothing there.
#if defined(__clang__)
[[clang::no_sanitize("function")]]
#endif
void LaunchState::runChunk(WorkerState &state, const TesseraLaunch &record,
                           uint64_t first, uint64_t end, void *scratch) {
  uint64_t width = request.grid[0], height = request.grid[1];
  uint32_t x = static_cast<uint32_t>(first % width);
  uint32_t y = static_cast<uint32_t>(first / width % height);
  uint32_t z = static_cast<uint32_t>(first / width / height);
  for (uint64_t linear = first; linear < end; ++linear) {
    if (linear > lastBlock.load(std::memory_order_relaxed) || isCancelled())
      return;
    state.linear = linear;
    state.turns = 0;
    state.block[0] = x;
    state.block[1] = y;
    state.block[2] = z;
    request.entry(&record, x, y, z, scratch);
    if (!state.locals.empty())
      state.freeLocals();
    if (++x == width) {
      x = 0;
      if (++y == height) {
        y = 0;
        ++z;
      }
    }
  }
}

void LaunchState::fail(const WorkerState &worker, tessera_rt_status status,
                       std::string_view message, std::string_view location,
                       int64_t element) {
  std::lock_guard<std::mutex> guard(failureLock);
  if (result.status != TESSERA_RT_OK &&
      worker.linear >= lastBlock.load(std::memory_order_relaxed))
    return;
  lastBlock.store(worker.linear, std::memory_order_relaxed);
  result.status = status;
  std::copy(worker.block, worker.block + 3, result.block);
  result.element = element;
  result.message = message;
  result.location = location;
}

//===----------------------------------------------------------------------===//
// Output
//===----------------------------------------------------------------------===//

void LaunchState::write(std::string_view text) {
  if (text.empty())
    return;
  if (request.write)
    return request.write(request.stream, text.data(), text.size());
  std::fwrite(text.data(), 1, text.size(), stdout);
  std::fflush(stdout);
}

void LaunchState::writePending(uint64_t before) {
  while (!pending.empty() && pending.begin()->first < before) {
    write(pending.begin()->second);
    pending.erase(pending.begin());
  }
  hasPending.store(!pending.empty(), std::memory_order_relaxed);
}

uint64_t LaunchState::firstChunkOfOthers(unsigned worker) const {
  uint64_t first = idle;
  for (unsigned other = 0; other < numWorkers; ++other)
    if (other != worker)
      first = std::min(first,
                       positions[other].chunk.load(std::memory_order_acquire));
  return first;
}

void LaunchState::print(WorkerState &worker, std::string_view text) {
  worker.text += text;
  if (firstChunkOfOthers(worker.worker) < worker.chunk)
    return;
  std::lock_guard<std::mutex> guard(outputLock);
  writePending(worker.chunk);
  write(worker.text);
  worker.text.clear();
}

void LaunchState::endChunk(WorkerState &state) {
  if (state.text.empty() && !hasPending.load(std::memory_order_relaxed))
    return;
  uint64_t others = firstChunkOfOthers(state.worker);
  std::lock_guard<std::mutex> guard(outputLock);
  if (!state.text.empty())
    pending[state.chunk] = std::move(state.text);
  state.text.clear();
  hasPending.store(true, std::memory_order_relaxed);
  writePending(others);
}

LaunchResult LaunchState::finish() {
  writePending(idle);
  if (isCancelled() && result.status == TESSERA_RT_OK) {
    result.status = TESSERA_RT_CANCELLED;
    result.message = "the launch was ended from outside";
  }
  return std::move(result);
}

//===----------------------------------------------------------------------===//
// Entry points
//===----------------------------------------------------------------------===//

/// Blocks of the grid, or 0 when there are none or too many to count.
static uint64_t countBlocks(const uint32_t grid[3]) {
  uint64_t plane = uint64_t(grid[0]) * grid[1], total;
  if (__builtin_mul_overflow(plane, uint64_t(grid[2]), &total) ||
      total > INT64_MAX)
    return 0;
  return total;
}

LaunchResult launch(ThreadPool &pool, const LaunchRequest &request) {
  uint64_t numBlocks = countBlocks(request.grid);
  if (numBlocks == 0) {
    LaunchResult result;
    result.status = TESSERA_RT_BAD_GRID;
    result.message = "expected a grid of 1 to 2^63 - 1 tile blocks, got " +
                     std::to_string(request.grid[0]) + " x " +
                     std::to_string(request.grid[1]) + " x " +
                     std::to_string(request.grid[2]);
    return result;
  }
  if (request.maxBlocks)
    numBlocks = std::min(numBlocks, request.maxBlocks);
  unsigned workers = pool.threads();
  if (request.maxThreads)
    workers = std::min(workers, request.maxThreads);
  workers = static_cast<unsigned>(std::min<uint64_t>(workers, numBlocks));
  LaunchState state(request, numBlocks, workers);
  pool.run(
      [](void *argument, unsigned worker, ScratchArena &arena) {
        static_cast<LaunchState *>(argument)->work(worker, arena);
      },
      &state, workers);
  return state.finish();
}

} // namespace tessera::cpu

using namespace tessera::cpu;

/// The C names of the library.
struct tessera_rt_pool {
  ThreadPool pool;
  explicit tessera_rt_pool(unsigned threads) : pool(threads) {}
};

tessera_rt_pool *tessera_rt_pool_create(unsigned threads) {
  return new (std::nothrow) tessera_rt_pool(threads);
}

void tessera_rt_pool_destroy(tessera_rt_pool *pool) { delete pool; }

unsigned tessera_rt_pool_threads(const tessera_rt_pool *pool) {
  return pool ? pool->pool.threads() : 1;
}

static void copyText(char *to, size_t capacity, const std::string &from) {
  size_t length = std::min(capacity - 1, from.size());
  std::memcpy(to, from.data(), length);
  to[length] = 0;
}

int tessera_rt_launch(tessera_rt_pool *pool, tessera_rt_kernel kernel,
                      uint64_t scratchBytes, const uint64_t *params,
                      uint32_t numParams, const uint32_t grid[3],
                      tessera_rt_write write, void *stream,
                      tessera_rt_result *result) {
  LaunchRequest request;
  request.entry = reinterpret_cast<KernelEntry>(kernel);
  request.scratchBytes = scratchBytes;
  request.params = params;
  std::copy(grid, grid + 3, request.grid);
  request.write = write;
  request.stream = stream;
  LaunchResult outcome;
  if (pool) {
    outcome = launch(pool->pool, request);
  } else {
    ThreadPool alone(1);
    outcome = launch(alone, request);
  }
  if (result) {
    result->status = outcome.status;
    std::copy(outcome.block, outcome.block + 3, result->block);
    result->element = outcome.element;
    copyText(result->message, sizeof(result->message), outcome.message);
    copyText(result->location, sizeof(result->location), outcome.location);
  }
  return outcome.status;
}
