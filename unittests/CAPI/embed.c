/* A host in C: compiles many modules for five targets from eight threads.
 *
 *   capi-embed-c MODULES [--plant]
 *
 * Every module is another one. Some are wrong on purpose; each has to get the
 * status that says how, and what compiles for this machine has to compute the
 * right number. With --plant the compiler aborts in some compilations, which
 * must cost nothing but these. Afterwards the heap has to be what it was after
 * a first round of a fifth of the modules.
 *
 * Part of the Tessera project, under the Apache License v2.0 with LLVM
 * Exceptions.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */

#include "plants.h"
#include "tessera-c/Tessera.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { num_threads = 8, num_targets = 5 };

static const char *const targets[num_targets] = {"cpu", "cpu:aarch64", "sm_80",
                                                 "sm_90a", "sm_100a"};
static int num_modules, plants;
static int failures;

static const char good[] = "cuda_tile.module @m {\n"
                           "  entry @k(%%p: tile<ptr<i32>>) {\n"
                           "    %%v = constant <i32: %d> : tile<i32>\n"
                           "    %%t = store_ptr_tko weak %%p, %%v : "
                           "tile<ptr<i32>>, tile<i32> -> token\n"
                           "    return\n  }\n}\n";
static const char malformed[] = "cuda_tile.module @m {\n  oops%d\n}\n";
/* An i32 where an f32 is due. */
static const char ill_typed[] =
    "cuda_tile.module @m {\n"
    "  entry @k%d(%%a: tile<i32>) {\n"
    "    %%b = addf %%a, %%a : tile<i32>\n    return\n  }\n}\n";

struct expectation {
  char source[512];
  size_t bytes;
  tessera_status status;
  bool plants;
};

/* What module `i` is, and what has to come of it. */
static struct expectation make(int i) {
  struct expectation e = {.status = TESSERA_OK};
  const char *format = good;
  switch (i % 10) {
  case 4:
    format = malformed;
    e.status = TESSERA_INVALID_PROGRAM;
    break;
  case 5:
    format = ill_typed;
    e.status = TESSERA_INVALID_PROGRAM;
    break;
  case 6:
    memcpy(e.source, "\177ELF\0", e.bytes = 5);
    e.status = TESSERA_UNREADABLE;
    return e;
  case 7: /* cut off behind its head */
    memcpy(e.source, "\177TileIR\0\015\003\0\0", e.bytes = 12);
    e.status = TESSERA_UNREADABLE;
    return e;
  case 8:
    memcpy(e.source, "\177TileIR\0\015\143\0\0", e.bytes = 12);
    e.status = TESSERA_NEWER_VERSION;
    return e;
  case 9:
    e.plants = plants;
    e.status = plants ? TESSERA_INTERNAL_ERROR : TESSERA_OK;
  }
  snprintf(e.source, sizeof e.source, format, i);
  e.bytes = strlen(e.source);
  return e;
}

static void fail(int i, const char *what, const char *detail) {
  fprintf(stderr, "module %d for %s: %s %s\n", i, targets[i % num_targets],
          what, detail);
  __atomic_fetch_add(&failures, 1, __ATOMIC_RELAXED);
}

static void check_module(int i, tessera_module *module) {
  const tessera_kernel *kernel = tessera_module_find_kernel(module, "k");
  if (!kernel || tessera_kernel_num_parameters(kernel) != 1)
    return fail(i, "expected a kernel with one parameter", "");
  if (strncmp(targets[i % num_targets], "sm_", 3) == 0) {
    const char *ptx = tessera_module_ptx(module, NULL);
    char number[16];
    snprintf(number, sizeof number, " %d;", i);
    if (!ptx || !strstr(ptx, ".entry k(") || !strstr(ptx, number))
      fail(i, "expected PTX that stores", number);
    return;
  }
  size_t bytes = 0;
  if (!tessera_module_object(module, &bytes) || bytes < 64)
    fail(i, "expected an object file", "");
  if (!tessera_module_runs_here(module))
    return;
  int32_t result = -1, *pointer = &result;
  void *parameters[] = {&pointer};
  tessera_status status = tessera_launch_packed(kernel, NULL, parameters, NULL);
  if (status != TESSERA_OK || result != i)
    fail(i, "launch:", tessera_status_name(status));
}

static void compile(int i) {
  struct expectation e = make(i);
  tessera_compile_options options = TESSERA_COMPILE_OPTIONS_INIT;
  options.target = targets[i % num_targets];
  tessera_module *module;
  tessera_diagnostics *diagnostics;
  plant_abort(e.plants);
  tessera_status status =
      tessera_compile(e.source, e.bytes, &options, &module, &diagnostics);
  plant_abort(false);
  if (status != e.status)
    fail(i, tessera_status_name(status),
         diagnostics ? tessera_diagnostics_get(diagnostics, 0)->message : "");
  else if (status == TESSERA_OK)
    check_module(i, module);
  else if (tessera_diagnostics_count(diagnostics) == 0 || module)
    fail(i, "expected a diagnostic and no module", "");
  tessera_module_destroy(module);
  tessera_diagnostics_destroy(diagnostics);
}

static void *work(void *first) {
  for (int i = (int)(size_t)first; i < num_modules; i += num_threads)
    compile(i);
  return NULL;
}

/* So many modules; bytes of the heap in use afterwards. */
static size_t round_trip(int modules) {
  num_modules = modules;
  pthread_t threads[num_threads];
  for (size_t t = 0; t < num_threads; ++t)
    if (pthread_create(&threads[t], NULL, work, (void *)t))
      exit(2);
  for (int t = 0; t < num_threads; ++t)
    pthread_join(threads[t], NULL);
  return heap_in_use();
}

int main(int argc, char **argv) {
  int modules = argc > 1 ? atoi(argv[1]) : 0;
  plants = argc > 2 && strcmp(argv[2], "--plant") == 0;
  if (plants && !can_plant()) {
    fprintf(stderr, "no shared MLIR, no planted abort\n");
    return 2;
  }
  size_t first = round_trip(modules / 5), second = round_trip(modules);
  printf("%d modules, %d failures\n", modules, failures);
  int is_steady = judge_memory(first, second, plants ? modules / 10 : 0);
  return failures != 0 || !is_steady;
}
