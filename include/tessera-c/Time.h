//===- include/tessera-c/Time.h - how long kernels take on a GPU -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A part of Tessera.h: kernels for a GPU that are simulated under a clock, to
// know how long they would take there (docs/timed-emulation.md).
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_C_TIME_H
#define TESSERA_C_TIME_H

#include "tessera-c/Check.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct tessera_time_options {
  size_t struct_size;
  /* Tile blocks in x, y and z, each 1 to 2^24 - 1. */
  uint32_t grid[3];
  /* Multiprocessors to simulate; the others are taken to do the same. At most
     4096; 0: one. */
  uint32_t multiprocessors;
  /* Blocks that follow one another in one place are simulated up to so many; 0:
     all. */
  uint64_t waves;
  /* Not 0: everything is in L2 before the kernel starts. */
  int hot_l2;
  /* Converts cycles to time; 0: the target's clock. */
  double clock_mhz;
  /* A simulation of more cycles ends with STEP_LIMIT; 0: no limit. */
  uint64_t max_cycles;
} tessera_time_options;
#define TESSERA_TIME_OPTIONS_INIT                                              \
  {sizeof(tessera_time_options), {1, 1, 1}, 1, 2, 0, 0, 50000000}

typedef struct tessera_time_result {
  size_t struct_size;
  /* Of the whole grid, without the launch. */
  double cycles, microseconds;
  double launch_microseconds, clock_mhz;
  uint64_t blocks, waves, simulated_blocks;
  uint32_t blocks_per_multiprocessor, registers;
  double flop_per_second, l2_bytes_per_second, device_bytes_per_second;
  /* What was busiest of all units and memories, and how busy, 0 to 1. */
  char limit[64];
  double limit_fraction;
  /* What warps waited for most, and in which part of their cycles. */
  char stall[64];
  double stall_fraction;
} tessera_time_result;
#define TESSERA_TIME_RESULT_INIT                                               \
  {sizeof(tessera_time_result),                                                \
   0,                                                                          \
   0,                                                                          \
   0,                                                                          \
   0,                                                                          \
   0,                                                                          \
   0,                                                                          \
   0,                                                                          \
   0,                                                                          \
   0,                                                                          \
   0,                                                                          \
   0,                                                                          \
   0,                                                                          \
   "",                                                                         \
   0,                                                                          \
   "",                                                                         \
   0}

/* Simulates the grid on the caller's memory, with the code that the kernel's
   module was compiled to. The module's target must be a GPU with timing
   constants. Pointers among the arguments belong to the buffer that they point
   into, as for tessera_check(); blocks that are not simulated leave memory as
   it is, and read-only buffers are not changed.

   NOT_RUNNABLE: the module is for no such GPU. FINDINGS: the kernel does
   something that has no time, such as an access outside of the buffers, which
   is an error in `*diagnostics`. `diagnostics` may be NULL. */
TESSERA_API tessera_status
tessera_time(const tessera_kernel *kernel, const tessera_time_options *options,
             const tessera_buffer *buffers, size_t num_buffers,
             const tessera_argument *arguments, size_t num_arguments,
             tessera_time_result *result, tessera_diagnostics **diagnostics);

#ifdef __cplusplus
}
#endif

#endif /* TESSERA_C_TIME_H */
