/* SAXPY through the C interface: y = a * x + y.
 *
 *   capi-saxpy KERNEL.mlir [TARGET]
 *
 * Reads the Tile IR text (or bytecode) of examples/saxpy, compiles it, runs it
 * on two threads and compares every element with the same sum in C. Whatever
 * the compiler reports is printed as a compiler does. The exit status is 0 when
 * all is well, 1 when the result is wrong, 2 when there is none.
 *
 * Part of the Tessera project, under the Apache License v2.0 with LLVM
 * Exceptions.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */

#include "tessera-c/Tessera.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { count = 100000 };

static void print_diagnostics(const tessera_diagnostics *diagnostics) {
  static const char *const names[] = {"note", "remark", "warning", "error"};
  for (size_t i = 0; i < tessera_diagnostics_count(diagnostics); ++i) {
    const tessera_diagnostic *d = tessera_diagnostics_get(diagnostics, i);
    fprintf(stderr, "%s:%u:%u: %s: %s\n", d->file, (unsigned)d->line,
            (unsigned)d->column, names[d->severity], d->message);
    for (size_t n = 0; n < d->num_notes; ++n)
      fprintf(stderr, "  note: %s\n", d->notes[n].message);
  }
}

/* The bytes of a file, to be freed; NULL when it cannot be read. */
static char *read_file(const char *path, size_t *bytes) {
  FILE *file = fopen(path, "rb");
  if (!file)
    return NULL;
  fseek(file, 0, SEEK_END);
  long size = ftell(file);
  rewind(file);
  char *text = size < 0 ? NULL : malloc((size_t)size + 1);
  *bytes = text ? fread(text, 1, (size_t)size, file) : 0;
  fclose(file);
  return text;
}

static int run(const tessera_module *module) {
  const tessera_kernel *kernel = tessera_module_find_kernel(module, "saxpy");
  if (!kernel) {
    fprintf(stderr, "error: the module has no entry 'saxpy'\n");
    return 2;
  }
  float *x = aligned_alloc(64, count * sizeof(float) + 64 - count * 4 % 64);
  float *y = aligned_alloc(64, count * sizeof(float) + 64 - count * 4 % 64);
  for (int i = 0; i < count; ++i) {
    x[i] = (float)i;
    y[i] = 1.0f;
  }
  tessera_argument arguments[] = {tessera_f32(0.5f), tessera_pointer(x),
                                  tessera_pointer(y), tessera_i32(count)};
  tessera_launch_options options = TESSERA_LAUNCH_OPTIONS_INIT;
  options.grid[0] = 8;
  options.pool = tessera_pool_create(2);
  tessera_launch_result result = TESSERA_LAUNCH_RESULT_INIT;
  tessera_status status =
      tessera_launch(kernel, &options, arguments, 4, &result);
  tessera_pool_destroy(options.pool);
  int wrong = 0;
  if (status != TESSERA_OK)
    fprintf(stderr, "error: %s: %s\n", tessera_status_name(status),
            result.message);
  for (int i = 0; status == TESSERA_OK && i < count; ++i)
    wrong += y[i] != fmaf(0.5f, (float)i, 1.0f);
  if (status == TESSERA_OK)
    printf("%d elements, %d wrong\n", count, wrong);
  free(x);
  free(y);
  return status != TESSERA_OK ? 2 : wrong ? 1 : 0;
}

int main(int argc, char **argv) {
  if (argc < 2 || argc > 3) {
    fprintf(stderr, "usage: capi-saxpy KERNEL.mlir [TARGET]\n");
    return 2;
  }
  size_t bytes = 0;
  char *source = read_file(argv[1], &bytes);
  if (!source) {
    fprintf(stderr, "error: cannot read '%s'\n", argv[1]);
    return 2;
  }
  tessera_compile_options options = TESSERA_COMPILE_OPTIONS_INIT;
  options.source_name = argv[1];
  options.target = argc == 3 ? argv[2] : NULL;
  tessera_module *module = NULL;
  tessera_diagnostics *diagnostics = NULL;
  tessera_status status =
      tessera_compile(source, bytes, &options, &module, &diagnostics);
  free(source);
  print_diagnostics(diagnostics);
  tessera_diagnostics_destroy(diagnostics);
  if (status != TESSERA_OK)
    return 2;
  size_t object_bytes = 0;
  tessera_module_object(module, &object_bytes);
  printf("Tessera %s: compiled %zu kernel(s)\n", tessera_version(),
         tessera_module_num_kernels(module));
  int code = object_bytes ? run(module) : 2;
  tessera_module_destroy(module);
  return code;
}
