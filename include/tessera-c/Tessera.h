//===- include/tessera-c/Tessera.h - Tile IR compiled and run in C *- C -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The C interface: Tile IR text or bytecode in, kernels that run on host arrays
// (or an object file for another program) out. docs/c-api.md explains it,
// examples/capi uses it.
//
// The library keeps no state between calls. All functions may be called from
// several threads at once; modules, diagnostics and kernels are immutable and
// may be shared, and a pool may be launched on by several threads. Only the
// destroy functions need the object for themselves.
//
// Where a handle is NULL, what is asked of it is NULL or 0, and a call that has
// a status gives INVALID_ARGUMENT.
//
// Structs that callers fill begin with their size, so that later versions can
// add members behind the known ones: use the _INIT macros.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_C_TESSERA_H
#define TESSERA_C_TESSERA_H

#include <stddef.h>
#include <stdint.h>

#if defined(__GNUC__)
#define TESSERA_API __attribute__((visibility("default")))
#else
#define TESSERA_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* Raised when something is added; never lowered. */
#define TESSERA_C_API_VERSION 1

typedef enum tessera_status {
  TESSERA_OK = 0,
  /* An argument of the call is wrong; nothing was done. */
  TESSERA_INVALID_ARGUMENT = 1,
  /* The program is malformed, does not verify or cannot be compiled. */
  TESSERA_COMPILE_FAILED = 2,
  /* The code was made for another processor than this one. */
  TESSERA_NOT_RUNNABLE = 3,
  /* An `assert` of the program failed. */
  TESSERA_ASSERT_FAILED = 4,
  TESSERA_OUT_OF_MEMORY = 5
} tessera_status;

/* "assert-failed" and so on; never NULL. */
TESSERA_API const char *tessera_status_name(tessera_status status);

/*===-- Version and capabilities ------------------------------------------===*/

/* Version of the library, "0.1.0". */
TESSERA_API const char *tessera_version(void);
/* TESSERA_C_API_VERSION of the library, which may be newer than the header. */
TESSERA_API uint32_t tessera_api_version(void);
/* Newest version of Tile IR that is read: major * 100 + minor, 1304. */
TESSERA_API uint32_t tessera_tile_ir_version(void);

/* What code for a target may make use of. */
typedef enum tessera_capability {
  TESSERA_CAPABILITY_FMA = 1u << 0,
  TESSERA_CAPABILITY_F16_CONVERT = 1u << 1,
  TESSERA_CAPABILITY_BYTE_MASKS = 1u << 2,
  TESSERA_CAPABILITY_AVX512 = 1u << 3,
  TESSERA_CAPABILITY_AVX512_BF16 = 1u << 4,
  TESSERA_CAPABILITY_AVX512_VNNI = 1u << 5,
  TESSERA_CAPABILITY_AVX_VNNI = 1u << 6,
  TESSERA_CAPABILITY_F16_ARITHMETIC = 1u << 7,
  TESSERA_CAPABILITY_AVX512_VBMI = 1u << 8
} tessera_capability;

typedef struct tessera_target_info {
  size_t struct_size;
  /* Width of the widest vector registers. */
  uint32_t vector_bytes;
  /* tessera_capability bits. */
  uint32_t capabilities;
  /* Whether code for it can be launched in this process. */
  int runs_here;
} tessera_target_info;
#define TESSERA_TARGET_INFO_INIT {sizeof(tessera_target_info), 0, 0, 0}

/* Names for tessera_compile_options::target: "cpu:host", ... */
TESSERA_API size_t tessera_num_targets(void);
/* NULL beyond the last. */
TESSERA_API const char *tessera_target_name(size_t index);
/* INVALID_ARGUMENT for an unknown target. NULL and "cpu" are this machine. */
TESSERA_API tessera_status tessera_query_target(const char *target,
                                                tessera_target_info *info);

/*===-- Diagnostics -------------------------------------------------------===*/

typedef enum tessera_severity {
  TESSERA_NOTE = 0,
  TESSERA_REMARK = 1,
  TESSERA_WARNING = 2,
  TESSERA_ERROR = 3
} tessera_severity;

typedef struct tessera_diagnostic {
  tessera_severity severity;
  /* "" where there is no position in a file; then line and column are 0. */
  const char *file;
  uint32_t line, column;
  const char *message;
  /* What belongs to it; notes have none of their own. */
  const struct tessera_diagnostic *notes;
  size_t num_notes;
} tessera_diagnostic;

/* What a compilation reported, in its order. */
typedef struct tessera_diagnostics tessera_diagnostics;
TESSERA_API size_t
tessera_diagnostics_count(const tessera_diagnostics *diagnostics);
/* Lives as long as `diagnostics`. NULL beyond the last. */
TESSERA_API const tessera_diagnostic *
tessera_diagnostics_get(const tessera_diagnostics *diagnostics, size_t index);
TESSERA_API void tessera_diagnostics_destroy(tessera_diagnostics *diagnostics);

/*===-- Compilation -------------------------------------------------------===*/

typedef struct tessera_compile_options {
  size_t struct_size;
  /* One of the names of tessera_target_name(); NULL: this machine. */
  const char *target;
  /* 0 to 3. */
  int opt_level;
  /* What diagnostics call the source; NULL: "<source>". */
  const char *source_name;
  /* Results are looked up and kept there; NULL: no cache. The directory must
     belong to the user, for what is in it gets executed. */
  const char *cache_directory;
  /* Not 0: also accept what Tile IR 13.4 is going to allow. */
  int provisional_rules;
} tessera_compile_options;
#define TESSERA_COMPILE_OPTIONS_INIT                                           \
  {sizeof(tessera_compile_options), NULL, 2, NULL, NULL, 0}

/* A compiled module: an object file, and kernels if it runs on this machine. */
typedef struct tessera_module tessera_module;

/* Compiles text or bytecode, told apart by the first bytes. `options` NULL:
   the defaults. On success `*module` is the result, else NULL. `diagnostics`
   may be NULL; otherwise `*diagnostics` is what was reported, also on success,
   and must be destroyed unless it is NULL (nothing was reported). */
TESSERA_API tessera_status tessera_compile(
    const void *source, size_t bytes, const tessera_compile_options *options,
    tessera_module **module, tessera_diagnostics **diagnostics);
/* The kernels go with it. No launch may be under way. NULL is ignored. */
TESSERA_API void tessera_module_destroy(tessera_module *module);

/* The relocatable object file; lives as long as the module. */
TESSERA_API const void *tessera_module_object(const tessera_module *module,
                                              size_t *bytes);
/* A C header for it (docs/cpu-runtime.md, "Ahead of time"). */
TESSERA_API const char *tessera_module_header(const tessera_module *module);
/* Whether its kernels can be launched in this process. */
TESSERA_API int tessera_module_runs_here(const tessera_module *module);

/*===-- Kernels -----------------------------------------------------------===*/

/* An entry of a module. */
typedef struct tessera_kernel tessera_kernel;

TESSERA_API size_t tessera_module_num_kernels(const tessera_module *module);
/* NULL beyond the last. */
TESSERA_API const tessera_kernel *
tessera_module_kernel(const tessera_module *module, size_t index);
/* The entry called `name`; NULL when there is none. */
TESSERA_API const tessera_kernel *
tessera_module_find_kernel(const tessera_module *module, const char *name);

TESSERA_API const char *tessera_kernel_name(const tessera_kernel *kernel);
TESSERA_API size_t tessera_kernel_num_parameters(const tessera_kernel *kernel);
/* Element type of a scalar parameter as in Tile IR text ("i32", "bf16"), or
   "ptr". NULL beyond the last. */
TESSERA_API const char *
tessera_kernel_parameter_type(const tessera_kernel *kernel, size_t index);
/* Private memory that one tile block needs. */
TESSERA_API uint64_t tessera_kernel_scratch_bytes(const tessera_kernel *kernel);

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

typedef struct tessera_launch_options {
  size_t struct_size;
  /* Tile blocks in x, y and z, each 1 to 2^24 - 1. */
  uint32_t grid[3];
  /* NULL: the calling thread alone. */
  tessera_pool *pool;
  /* Where output goes; NULL: standard output. */
  tessera_write write;
  void *stream;
} tessera_launch_options;
#define TESSERA_LAUNCH_OPTIONS_INIT                                            \
  {sizeof(tessera_launch_options), {1, 1, 1}, NULL, NULL, NULL}

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

#ifdef __cplusplus
}
#endif

#endif /* TESSERA_C_TESSERA_H */
