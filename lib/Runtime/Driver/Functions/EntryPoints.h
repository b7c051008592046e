//===- Runtime/Driver/Functions/EntryPoints.h - the functions of the driver -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Declares what EntryPoints.def lists, so that a definition that differs from
// the list does not compile.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_RUNTIME_DRIVER_ENTRYPOINTS_H
#define TESSERA_LIB_RUNTIME_DRIVER_ENTRYPOINTS_H

#include "Runtime/Driver/Types.h"

extern "C" {
namespace tessera::sim {
#define TESSERA_CUDA_ENTRY(NAME, SINCE, SYMBOL, PARAMETERS)                    \
  Result SYMBOL PARAMETERS;
#include "EntryPoints.def"
} // namespace tessera::sim
}

#endif // TESSERA_LIB_RUNTIME_DRIVER_ENTRYPOINTS_H
