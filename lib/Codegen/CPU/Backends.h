//===- Codegen/CPU/Backends.h - LLVM's code generators ----------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The one place that fills LLVM's registry of backends.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_CODEGEN_CPU_BACKENDS_H
#define TESSERA_LIB_CODEGEN_CPU_BACKENDS_H

namespace tessera::cpu {

/// Makes the x86-64 and AArch64 backends known to LLVM. Any thread, any number
/// of times.
void registerBackends();

} // namespace tessera::cpu

#endif // TESSERA_LIB_CODEGEN_CPU_BACKENDS_H
