//===- include/tessera-c/Compile.h - from source to module *- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A part of Tessera.h: versions, targets, diagnostics, compilation, and what
// can be asked of modules and kernels.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_C_COMPILE_H
#define TESSERA_C_COMPILE_H

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
#define TESSERA_C_API_VERSION 4

typedef enum tessera_status {
  TESSERA_OK = 0,
  /* An argument of the call is wrong; nothing was done. */
  TESSERA_INVALID_ARGUMENT = 1,
  /* The program is malformed or does not verify. */
  TESSERA_INVALID_PROGRAM = 2,
  /* Its name in version 1, where it stood for all that does not compile. */
  TESSERA_COMPILE_FAILED = TESSERA_INVALID_PROGRAM,
  /* The code was made for another processor than this one. */
  TESSERA_NOT_RUNNABLE = 3,
  /* An `assert` of the program failed. */
  TESSERA_ASSERT_FAILED = 4,
  TESSERA_OUT_OF_MEMORY = 5,
  /* Since version 2. */
  /* The bytes are neither Tile IR text nor bytecode, or damaged bytecode. */
  TESSERA_UNREADABLE = 6,
  /* Bytecode of a version that this library does not know yet. */
  TESSERA_NEWER_VERSION = 7,
  /* A valid program that this compiler, or the target, cannot do. */
  TESSERA_UNSUPPORTED = 8,
  /* A defect of this library: it crashed, and was caught. */
  TESSERA_INTERNAL_ERROR = 9,
  /* tessera_cancellation_request() ended the launch. */
  TESSERA_CANCELLED = 10,
  /* The time of the options ended the launch. */
  TESSERA_TIMED_OUT = 11,
  /* A checked launch has found what makes the kernel wrong. */
  TESSERA_FINDINGS = 12,
  /* The number of steps of the options ended a checked launch. */
  TESSERA_STEP_LIMIT = 13
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
  /* Not 0: a GPU. The members above are 0 then, those below for a CPU. */
  int is_gpu;
  /* 90 for PTX 9.0. */
  uint32_t ptx_version;
  /* Shared memory that one block may have. */
  uint32_t shared_bytes;
} tessera_target_info;
#define TESSERA_TARGET_INFO_INIT {sizeof(tessera_target_info), 0, 0, 0, 0, 0, 0}

/* Names for tessera_compile_options::target: "cpu:host", ..., "sm_80", ... */
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
  /* One of the names of tessera_target_name(); NULL: this machine.
     "interpreter": nothing is compiled, kernels are for tessera_check(). */
  const char *target;
  /* 0 to 3. */
  int opt_level;
  /* What diagnostics call the source; NULL: "<source>". */
  const char *source_name;
  /* Results are looked up and kept there; NULL: no cache. The directory must
     belong to the user, for what is in it gets executed. Behind commas stands
     what other machines share, "remote=redis://host", and more, as in
     docs/compile-cache.md. */
  const char *cache_directory;
  /* Not 0: also accept what Tile IR 13.4 is going to allow. */
  int provisional_rules;
  /* Since version 2. */
  /* CPU. Not 0: make the object file and do not link it, so that its kernels
     cannot be launched. */
  int no_link;
  /* GPU. Not 0: let ptxas make a cubin and resource figures. */
  int cubin;
  /* GPU. The assembler's path; NULL: ptxas of $CUDA_HOME/bin or PATH. */
  const char *ptxas;
  /* GPU. How every kernel has to use the GPU (docs/gpu-road.md); NULL: the
     first strategy that applies. */
  const char *strategy;
  /* GPU. Not 0: PTX has no positions of the source. */
  int no_line_info;
  /* GPU. Not 0: kernels are launched with a grid of blocks of one thread, as
     clients of tileiras do it. */
  int grid_launch;
  /* A regular expression: keep remarks of these categories, ".*" for all. A
     compilation with remarks does not use the cache. NULL: none. */
  const char *remarks;
} tessera_compile_options;
#define TESSERA_COMPILE_OPTIONS_INIT                                           \
  {sizeof(tessera_compile_options),                                            \
   NULL,                                                                       \
   2,                                                                          \
   NULL,                                                                       \
   NULL,                                                                       \
   0,                                                                          \
   0,                                                                          \
   0,                                                                          \
   NULL,                                                                       \
   NULL,                                                                       \
   0,                                                                          \
   0,                                                                          \
   NULL}

/* A compiled module: an object file, and kernels if it runs on this machine;
   or PTX, and a cubin if asked for. It counts its owners. */
typedef struct tessera_module tessera_module;

/* Compiles text or bytecode, told apart by the first bytes. `options` NULL:
   the defaults. On success `*module` is the result, else NULL. `diagnostics`
   may be NULL; otherwise `*diagnostics` is what was reported, also on success,
   and must be destroyed unless it is NULL (nothing was reported).

   No program ends the process: a crash of the compiler is INTERNAL_ERROR, and
   costs the memory that the compilation had. */
TESSERA_API tessera_status tessera_compile(
    const void *source, size_t bytes, const tessera_compile_options *options,
    tessera_module **module, tessera_diagnostics **diagnostics);
/* Since version 4. A container that tileiras or tessera_module_image() has
   made, as a module (docs/tileiras.md): kernels that can be launched, or PTX
   for a GPU. UNREADABLE: it is none, or damaged; NOT_RUNNABLE: its code is for
   another processor than this one. What pointers point to is not known, nor are
   there remarks; tessera_check() needs a source. Whoever can write the
   container can have anything executed. */
TESSERA_API tessera_status
tessera_load_image(const void *image, size_t bytes, tessera_module **module,
                   tessera_diagnostics **diagnostics);
/* One more owner, who has to destroy it too. Returns its argument. */
TESSERA_API tessera_module *tessera_module_retain(tessera_module *module);
/* One owner less. With the last the module goes, and its kernels, once no
   launch is under way. NULL is ignored. */
TESSERA_API void tessera_module_destroy(tessera_module *module);

/* What it was compiled for: "cpu:host", "sm_90a". */
TESSERA_API const char *tessera_module_target(const tessera_module *module);

/* The relocatable object file; lives as long as the module. NULL for a GPU. */
TESSERA_API const void *tessera_module_object(const tessera_module *module,
                                              size_t *bytes);
/* A C header for it (docs/cpu-runtime.md, "Ahead of time"); "" for a GPU. */
TESSERA_API const char *tessera_module_header(const tessera_module *module);
/* PTX, with a zero byte behind it; NULL for a CPU. */
TESSERA_API const char *tessera_module_ptx(const tessera_module *module,
                                           size_t *bytes);
/* NULL unless asked for. */
TESSERA_API const void *tessera_module_cubin(const tessera_module *module,
                                             size_t *bytes);
/* Since version 4. All of it as a container, for tessera_load_image() and for
   the driver of `tessera sim`; NULL of a module for the interpreter. */
TESSERA_API const void *tessera_module_image(const tessera_module *module,
                                             size_t *bytes);
/* Whether its kernels can be launched in this process. */
TESSERA_API int tessera_module_runs_here(const tessera_module *module);

/* What the compiler says about its choices. */
typedef struct tessera_remark {
  /* "Passed", "Missed", "Failure", "Analysis". */
  const char *kind;
  const char *category, *name, *function, *message;
  /* "" and 0 where there is no position. */
  const char *file;
  uint32_t line, column;
} tessera_remark;

TESSERA_API size_t tessera_module_num_remarks(const tessera_module *module);
/* Lives as long as the module. NULL beyond the last. */
TESSERA_API const tessera_remark *
tessera_module_remark(const tessera_module *module, size_t index);
/* All of them in LLVM's YAML form, "" for none. */
TESSERA_API const char *
tessera_module_remarks_yaml(const tessera_module *module);

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
/* Element type of what a "ptr" points to; NULL for scalars. */
TESSERA_API const char *
tessera_kernel_pointee_type(const tessera_kernel *kernel, size_t index);
/* Bytes of a parameter where arguments are passed by address
   (tessera_launch_packed). 0 beyond the last. */
TESSERA_API size_t tessera_kernel_parameter_bytes(const tessera_kernel *kernel,
                                                  size_t index);
/* Private memory that one tile block needs on a CPU. */
TESSERA_API uint64_t tessera_kernel_scratch_bytes(const tessera_kernel *kernel);

/* What a kernel takes of a GPU. */
typedef struct tessera_kernel_resources {
  size_t struct_size;
  /* Threads of a block, blocks of a cluster. */
  uint32_t block[3], cluster[3];
  /* The second is what a launch has to ask for. */
  uint64_t static_shared_bytes, dynamic_shared_bytes;
  /* Not 0: ptxas gave the figures below. */
  int has_figures;
  uint32_t registers;
  uint64_t stack_bytes, spill_store_bytes, spill_load_bytes;
} tessera_kernel_resources;
#define TESSERA_KERNEL_RESOURCES_INIT                                          \
  {sizeof(tessera_kernel_resources), {0, 0, 0}, {0, 0, 0}, 0, 0, 0, 0, 0, 0, 0}

/* INVALID_ARGUMENT for a kernel that is not for a GPU. */
TESSERA_API tessera_status tessera_kernel_query_resources(
    const tessera_kernel *kernel, tessera_kernel_resources *resources);

#ifdef __cplusplus
}
#endif

#endif /* TESSERA_C_COMPILE_H */
