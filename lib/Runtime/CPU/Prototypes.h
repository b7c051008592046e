//===- Runtime/CPU/Prototypes.h - the services' C++ prototypes ----*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Declares every service from CpuRuntimeABI.def. Files that define one include
// this, so that a definition with another signature does not compile.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_RUNTIME_CPU_PROTOTYPES_H
#define TESSERA_LIB_RUNTIME_CPU_PROTOTYPES_H

#include "tessera/Target/CpuRuntimeABI.h"

namespace tessera::cpu::services {
using Void = void;
using I1 = bool;
using I32 = uint32_t;
using I64 = uint64_t;
using Ptr = void *;
extern "C" {
#define TESSERA_RT_FUNCTION(Name, Result, Parameters) Result Name Parameters;
#include "tessera/Target/CpuRuntimeABI.def"
}
} // namespace tessera::cpu::services

#endif // TESSERA_LIB_RUNTIME_CPU_PROTOTYPES_H
