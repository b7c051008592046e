//===- include/tessera-c/Launch.h - kernels on arrays *- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A part of Tessera.h: arguments, threads, launches.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_C_LAUNCH_H
#define TESSERA_C_LAUNCH_H

#include "tessera-c/Compile.h"

#ifdef __cplusplus
extern "C" {
#endif

/*===-- Launch ------------------------------------------------------------===*/

typedef enum tessera_argument_kind {
  /* Address of the first element. */
  TESSERA_ARGUMENT_POINTER = 0,
  /* A scalar of the named element type; its bits are the low bits. */
  TESSERA_ARGUMENT_SCALAR = 1,
  /* Stands for 1 + 2 * rank parameters: pointer, sizes, strides in elements,
     the integers i32 or i64. What cuTile clients pass for an array. */
  TESSERA_ARGUMENT_ARRAY = 2
} tessera_argument_kind;

typedef struct tessera_argument {
  tessera_argument_kind kind;
  /* POINTER, ARRAY. */
  void *pointer;
  /* SCALAR. `type` as tessera_kernel_parameter_type() has it. */
  const char *type;
  uint64_t bits;
  /* ARRAY. `strides` NULL: dense, the last dimension first. */
  uint32_t rank;
  const int64_t *shape;
  const int64_t *strides;
} tessera_argument;

TESSERA_API tessera_argument tessera_pointer(void *pointer);
TESSERA_API tessera_argument tessera_i32(int32_t value);
TESSERA_API tessera_argument tessera_i64(int64_t value);
TESSERA_API tessera_argument tessera_f32(float value);
TESSERA_API tessera_argument tessera_f64(double value);
TESSERA_API tessera_argument tessera_scalar(const char *type, uint64_t bits);
TESSERA_API tessera_argument tessera_array(void *pointer, uint32_t rank,
                                           const int64_t *shape,
                                           const int64_t *strides);

/* Threads for launches. */
typedef struct tessera_pool tessera_pool;
/* `threads` counts the launching one and is at most 1024; 0: one per processor.
   NULL for more, and when out of memory. */
TESSERA_API tessera_pool *tessera_pool_create(unsigned threads);
TESSERA_API unsigned tessera_pool_threads(const tessera_pool *pool);
/* No launch may be under way. NULL is ignored. */
TESSERA_API void tessera_pool_destroy(tessera_pool *pool);

/* Receives what `print_tko` prints: whole print operations, in block order,
   from one thread at a time. */
typedef void (*tessera_write)(void *stream, const char *text, size_t bytes);

/* Ends launches from another thread. One may serve any number of them. */
typedef struct tessera_cancellation tessera_cancellation;
/* NULL when out of memory. */
TESSERA_API tessera_cancellation *tessera_cancellation_create(void);
/* Launches that have it, now and from now on, end at their next block or turn
   of an unbounded loop. Some blocks have run then and some have not. */
TESSERA_API void
tessera_cancellation_request(tessera_cancellation *cancellation);
/* No launch may have it. NULL is ignored. */
TESSERA_API void
tessera_cancellation_destroy(tessera_cancellation *cancellation);

typedef struct tessera_launch_options {
  size_t struct_size;
  /* Tile blocks in x, y and z, each 1 to 2^24 - 1. */
  uint32_t grid[3];
  /* NULL: the calling thread alone. */
  tessera_pool *pool;
  /* Where output goes; NULL: standard output. */
  tessera_write write;
  void *stream;
  /* Since version 2. */
  /* Seconds after which the launch ends with TIMED_OUT; 0: never. */
  double timeout_seconds;
  /* Who may end the launch with CANCELLED; NULL: nobody. */
  tessera_cancellation *cancellation;
  /* Since version 3. */
  /* Turns of unbounded loops in one tile block after which the launch ends with
     STEP_LIMIT; 0: no limit. */
  uint64_t max_turns_per_block;
} tessera_launch_options;
#define TESSERA_LAUNCH_OPTIONS_INIT                                            \
  {sizeof(tessera_launch_options), {1, 1, 1}, NULL, NULL, NULL, 0, NULL, 0}

/* More about a launch that failed. */
typedef struct tessera_launch_result {
  size_t struct_size;
  /* ASSERT_FAILED: the first failing block in linear order (x fastest). */
  uint32_t block[3];
  /* Element of the assertion's tile, or -1. */
  int64_t element;
  /* What went wrong, cut to fit; "" after success. */
  char message[512];
  /* Source position of the assertion, "file:line:column", or "". */
  char location[512];
} tessera_launch_result;
#define TESSERA_LAUNCH_RESULT_INIT                                             \
  {sizeof(tessera_launch_result), {0, 0, 0}, -1, "", ""}

/* Runs the grid and returns when it is done. Arguments are checked against the
   kernel's parameters; memory behind pointers is not. `options` NULL: one
   block on this thread. `result` may be NULL. */
TESSERA_API tessera_status tessera_launch(const tessera_kernel *kernel,
                                          const tessera_launch_options *options,
                                          const tessera_argument *arguments,
                                          size_t num_arguments,
                                          tessera_launch_result *result);

/* The same with arguments as cuLaunchKernel() takes them: for each parameter
   the address of its value, of tessera_kernel_parameter_bytes() bytes. What is
   there cannot be checked but for NULL. */
TESSERA_API tessera_status tessera_launch_packed(
    const tessera_kernel *kernel, const tessera_launch_options *options,
    void *const *parameters, tessera_launch_result *result);

#ifdef __cplusplus
}
#endif

#endif /* TESSERA_C_LAUNCH_H */
