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

#include "tessera-c/Check.h"
#include "tessera-c/Compile.h"
#include "tessera-c/Launch.h"
#include "tessera-c/Time.h"

#endif /* TESSERA_C_TESSERA_H */
