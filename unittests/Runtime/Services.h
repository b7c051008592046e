//===- Runtime/Services.h - the services, by name ---------------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Prototypes of the runtime services for tests.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_UNITTESTS_RUNTIME_SERVICES_H
#define TESSERA_UNITTESTS_RUNTIME_SERVICES_H

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

#endif // TESSERA_UNITTESTS_RUNTIME_SERVICES_H
