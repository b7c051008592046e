/* Both hosts call mlir::verify() of the shared MLIR through the function of that
 * name here, which the loader finds first.
 *
 * Part of the Tessera project, under the Apache License v2.0 with LLVM
 * Exceptions.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */

/* For RTLD_NEXT; the sanitizers' builds define it on the command line. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "plants.h"

#include <dlfcn.h>
#include <malloc.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

static _Thread_local bool aborts_here;

void plant_abort(int is_planted) { aborts_here = is_planted; }

#ifdef TESSERA_EMBED_PLANTS
typedef bool verify_function(void *operation, bool recursively);
bool planted_verify(void *operation, bool recursively) __asm__(
    "_ZN4mlir6verifyEPNS_9OperationEb");
bool planted_verify(void *operation, bool recursively) {
  if (aborts_here)
    abort();
  verify_function *real;
  *(void **)&real = dlsym(RTLD_NEXT, "_ZN4mlir6verifyEPNS_9OperationEb");
  return real(operation, recursively);
}
int can_plant(void) { return 1; }
#else
int can_plant(void) { return 0; }
#endif

size_t heap_in_use(void) { return mallinfo2().uordblks; }

int judge_memory(size_t after_first, size_t after_second, int crashes) {
  static const long steady = 256 * 1024, most_per_crash = 512 * 1024;
  long growth = (long)(after_second - after_first);
  fprintf(stderr, "heap after each round: %zu, %zu\n", after_first,
          after_second);
  if (growth < steady) {
    printf("memory: steady\n");
    return 1;
  }
  if (crashes && growth / crashes < most_per_crash) {
    printf("memory: lost by crashes only\n");
    return 1;
  }
  printf("memory: grows by %ld bytes\n", growth);
  return 0;
}
