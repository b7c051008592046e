//===- tessera/Runtime/CPU/tessera_rt.h - launching from C ---------*- C -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The C face of libtessera_rt.a, for programs that link kernels compiled ahead
// of time. The headers that Tessera generates for an object file use it.
// Everything is reached through handles; there is no global state.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_RUNTIME_CPU_TESSERA_RT_H
#define TESSERA_RUNTIME_CPU_TESSERA_RT_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* What a kernel gets (TesseraLaunch of Target/CpuRuntimeABI.h). */
typedef struct tessera_rt_args tessera_rt_args;

/* A compiled kernel: launch record, block number, scratch. */
typedef void (*tessera_rt_kernel)(const tessera_rt_args *args, uint32_t block_x,
                                  uint32_t block_y, uint32_t block_z,
                                  void *scratch);

/* Worker threads. May be used by several host threads at once. */
typedef struct tessera_rt_pool tessera_rt_pool;

/* A pool of `threads` threads, the launching one counted; 0: one per
   processor. Fewer if the system gives no more. NULL when out of memory. */
tessera_rt_pool *tessera_rt_pool_create(unsigned threads);
/* No launch may be under way. NULL is ignored. */
void tessera_rt_pool_destroy(tessera_rt_pool *pool);
/* Threads that launches use, at least 1. */
unsigned tessera_rt_pool_threads(const tessera_rt_pool *pool);

enum tessera_rt_status {
  TESSERA_RT_OK = 0,
  /* An assertion failed; blocks after it may not have run. */
  TESSERA_RT_ASSERT_FAILED = 1,
  TESSERA_RT_OUT_OF_MEMORY = 2,
  /* A grid extent is 0, or the grid has more than 2^63 - 1 blocks. */
  TESSERA_RT_BAD_GRID = 3,
  /* Ended from outside: some blocks have not run or have not ended. */
  TESSERA_RT_CANCELLED = 4,
  /* A block made more turns of unbounded loops than it may. */
  TESSERA_RT_STEP_LIMIT = 5,
};

typedef struct tessera_rt_result {
  int status;
  /* ASSERT_FAILED: the first failing block in linear order (x fastest). */
  uint32_t block[3];
  /* Element of the assertion's tile, or -1. */
  int64_t element;
  /* Of the assertion, cut to fit; else what went wrong. */
  char message[512];
  char location[512];
} tessera_rt_result;

/* Receives print output: whole print operations, in block order, from one
   thread at a time. */
typedef void (*tessera_rt_write)(void *stream, const char *text, size_t bytes);

/* Runs the grid and returns when it is done. `params`: one 8-byte slot per
   parameter. `pool` NULL: the calling thread alone. `write` NULL: stdout.
   `result` may be NULL. Returns the status. */
int tessera_rt_launch(tessera_rt_pool *pool, tessera_rt_kernel kernel,
                      uint64_t scratch_bytes, const uint64_t *params,
                      uint32_t num_params, const uint32_t grid[3],
                      tessera_rt_write write, void *stream,
                      tessera_rt_result *result);

#ifdef __cplusplus
}
#endif

#endif /* TESSERA_RUNTIME_CPU_TESSERA_RT_H */
