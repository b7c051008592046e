//===- Runtime/CPU/VectorMathSymbols.cpp - SLEEF by name ----------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The vector functions that compiled kernels call: error at most 1.0 ULP
// (`u10`), one variant per vector width of the processor family. Only addresses
// are taken; a kernel calls a variant that its target can execute.
//
//===----------------------------------------------------------------------===//

#include "tessera/Runtime/CPU/VectorMathSymbols.h"

#define FOR_EACH_FUNCTION(APPLY)                                               \
  APPLY(exp)                                                                   \
  APPLY(exp2)                                                                  \
  APPLY(log)                                                                   \
  APPLY(log2)                                                                  \
  APPLY(sin)                                                                   \
  APPLY(cos)                                                                   \
  APPLY(tan)                                                                   \
  APPLY(sinh)                                                                  \
  APPLY(cosh)                                                                  \
  APPLY(tanh)                                                                  \
  APPLY(atan2)                                                                 \
  APPLY(pow)

#if defined(__x86_64__)
#define FOR_EACH_VARIANT(APPLY, Name)                                          \
  APPLY(Sleef_##Name##f4_u10sse4)                                              \
  APPLY(Sleef_##Name##d2_u10sse4)                                              \
  APPLY(Sleef_##Name##f8_u10avx2)                                              \
  APPLY(Sleef_##Name##d4_u10avx2)                                              \
  APPLY(Sleef_##Name##f16_u10avx512f)                                          \
  APPLY(Sleef_##Name##d8_u10avx512f)
#elif defined(__aarch64__)
#define FOR_EACH_VARIANT(APPLY, Name)                                          \
  APPLY(Sleef_##Name##f4_u10advsimd)                                           \
  APPLY(Sleef_##Name##d2_u10advsimd)
#else
#define FOR_EACH_VARIANT(APPLY, Name)
#endif

// sleef.h declares the wide variants only for compilations that may use them.
#define DECLARE(Symbol) extern "C" void Symbol();
#define DECLARE_VARIANTS(Name) FOR_EACH_VARIANT(DECLARE, Name)
FOR_EACH_FUNCTION(DECLARE_VARIANTS)

std::span<const tessera::cpu::RuntimeSymbol> tessera::cpu::vectorMathSymbols() {
#define ENTRY(Symbol) {#Symbol, reinterpret_cast<void *>(&Symbol)},
#define ENTRIES(Name) FOR_EACH_VARIANT(ENTRY, Name)
  static const RuntimeSymbol symbols[] = {FOR_EACH_FUNCTION(ENTRIES)};
  return symbols;
}
