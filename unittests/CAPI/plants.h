//===- unittests/CAPI/plants.h - aborts and memory of hosts *- C -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the two hosts share: a compiler that aborts when it is told to, and the
// bytes of the heap that are in use.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_UNITTESTS_CAPI_PLANTS_H
#define TESSERA_UNITTESTS_CAPI_PLANTS_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Whether compilations of this thread abort from now on. */
void plant_abort(int is_planted);
/* 0 where no abort can be planted: the library contains its MLIR. */
int can_plant(void);

/* Bytes of the heap in use; 0 where a sanitizer has a heap of its own and looks
 * for leaks itself. */
size_t heap_in_use(void);

/* Prints "memory: steady" or how much the second of two rounds left behind.
 * What a crash had allocated is lost, by design, but it is not much. Returns
 * whether all is well. */
int judge_memory(size_t after_first, size_t after_second, int crashes);

#ifdef __cplusplus
}
#endif

#endif /* TESSERA_UNITTESTS_CAPI_PLANTS_H */
