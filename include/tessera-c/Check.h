//===- include/tessera-c/Check.h - kernels with every access checked *- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A part of Tessera.h: kernels that are interpreted, with all memory that they
// may touch known, so that everything that makes them wrong is found.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_C_CHECK_H
#define TESSERA_C_CHECK_H

#include "tessera-c/Launch.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Memory that a checked launch may touch. No two of a launch may overlap. */
typedef struct tessera_buffer {
  void *data;
  uint64_t bytes;
  /* Not 0: stores are findings and change nothing. */
  int read_only;
  /* Not 0: the bytes count as never written, and reading them is a finding. */
  int uninitialised;
  /* For findings; NULL: "buffer N". */
  const char *name;
} tessera_buffer;

typedef struct tessera_check_options {
  size_t struct_size;
  /* Tile blocks in x, y and z, each 1 to 2^24 - 1. */
  uint32_t grid[3];
  /* Where output goes; NULL: standard output. */
  tessera_write write;
  void *stream;
  /* Not 0: look for data races (docs/race-detection.md), in this many
     schedules from the one called `seed` on, until one has a finding. Memory
     is left as by the first. */
  uint32_t race_schedules;
  uint64_t seed;
  /* Operations of one tile block after which the run ends with STEP_LIMIT; 0:
     no limit. */
  uint64_t max_steps_per_block;
  /* Seconds after which it ends with TIMED_OUT; 0: no limit. */
  double timeout_seconds;
} tessera_check_options;
#define TESSERA_CHECK_OPTIONS_INIT                                             \
  {sizeof(tessera_check_options), {1, 1, 1}, NULL, NULL, 0, 0, 0, 0}

typedef struct tessera_check_result {
  size_t struct_size;
  /* Also those that are counted only: of one operation, few are reported. */
  uint64_t findings, failed_asserts;
  uint64_t blocks, steps;
  /* The schedule that the findings are of. */
  uint64_t seed;
} tessera_check_result;
#define TESSERA_CHECK_RESULT_INIT {sizeof(tessera_check_result), 0, 0, 0, 0, 0}

/* Runs the grid in the interpreter, on the caller's memory. The module's
   target does not matter, only its source does. Pointers among the arguments
   belong to the buffer that they point into or just behind; an access through
   any other pointer is a finding.

   FINDINGS: something makes the kernel wrong. Each finding is an error in
   `*diagnostics` at its operation's position, whose message begins with its
   kind: "out-of-bounds: ..." (docs/interpreter.md has the kinds).
   ASSERT_FAILED: nothing else did. UNSUPPORTED: the interpreter lacks an
   operation. `result` and `diagnostics` may be NULL; the latter are the
   caller's as those of tessera_compile(). */
TESSERA_API tessera_status tessera_check(
    const tessera_kernel *kernel, const tessera_check_options *options,
    const tessera_buffer *buffers, size_t num_buffers,
    const tessera_argument *arguments, size_t num_arguments,
    tessera_check_result *result, tessera_diagnostics **diagnostics);

#ifdef __cplusplus
}
#endif

#endif /* TESSERA_C_CHECK_H */
