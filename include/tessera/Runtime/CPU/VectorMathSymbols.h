//===- Runtime/CPU/VectorMathSymbols.h - SLEEF by name ------------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Addresses of the vector maths functions for the JIT. Programs that link
// ahead-of-time objects link libsleef instead.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_RUNTIME_CPU_VECTORMATHSYMBOLS_H
#define TESSERA_RUNTIME_CPU_VECTORMATHSYMBOLS_H

#include "tessera/Target/CpuRuntimeABI.h"

#include <span>

namespace tessera::cpu {

/// `Sleef_<function><type><lanes>_u10<variant>` for this processor family.
std::span<const RuntimeSymbol> vectorMathSymbols();

} // namespace tessera::cpu

#endif // TESSERA_RUNTIME_CPU_VECTORMATHSYMBOLS_H
