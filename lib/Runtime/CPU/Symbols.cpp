//===- Runtime/CPU/Symbols.cpp - what compiled code may call ------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The JIT's world: the services, memory and mathematical functions of the C
// library, and the conversions that LLVM calls where the processor has none.
// The latter are in HalfConversions.cpp.
//
//===----------------------------------------------------------------------===//

#include "tessera/Runtime/CPU/Launch.h"

#include "HalfConversions.h"
#include "Prototypes.h"

#include <cmath>
#include <cstring>

namespace tessera::cpu {

namespace {

template <typename Function> void *addressOf(Function *function) {
  return reinterpret_cast<void *>(function);
}

// Overload sets of <cmath> need a choice.
using F1 = float(float);
using D1 = double(double);
using F2 = float(float, float);
using D2 = double(double, double);
using F3 = float(float, float, float);
using D3 = double(double, double, double);

} // namespace

std::span<const RuntimeSymbol> runtimeSymbols() {
#define TESSERA_MATH(Type, Name)                                               \
  {                                                                            \
    #Name, addressOf<Type>(::Name)                                             \
  }
  static const RuntimeSymbol symbols[] = {
#define TESSERA_RT_FUNCTION(Name, Result, Parameters)                          \
  {#Name, addressOf(services::Name)},
#include "tessera/Target/CpuRuntimeABI.def"
      {"memcpy", addressOf<void *(void *, const void *, size_t)>(std::memcpy)},
      {"memmove",
       addressOf<void *(void *, const void *, size_t)>(std::memmove)},
      {"memset", addressOf<void *(void *, int, size_t)>(std::memset)},
      TESSERA_MATH(F1, sqrtf),
      TESSERA_MATH(D1, sqrt),
      TESSERA_MATH(F1, expf),
      TESSERA_MATH(D1, exp),
      TESSERA_MATH(F1, exp2f),
      TESSERA_MATH(D1, exp2),
      TESSERA_MATH(F1, logf),
      TESSERA_MATH(D1, log),
      TESSERA_MATH(F1, log2f),
      TESSERA_MATH(D1, log2),
      TESSERA_MATH(F1, sinf),
      TESSERA_MATH(D1, sin),
      TESSERA_MATH(F1, cosf),
      TESSERA_MATH(D1, cos),
      TESSERA_MATH(F1, tanf),
      TESSERA_MATH(D1, tan),
      TESSERA_MATH(F1, sinhf),
      TESSERA_MATH(D1, sinh),
      TESSERA_MATH(F1, coshf),
      TESSERA_MATH(D1, cosh),
      TESSERA_MATH(F1, tanhf),
      TESSERA_MATH(D1, tanh),
      TESSERA_MATH(F1, floorf),
      TESSERA_MATH(D1, floor),
      TESSERA_MATH(F1, ceilf),
      TESSERA_MATH(D1, ceil),
      TESSERA_MATH(F1, truncf),
      TESSERA_MATH(D1, trunc),
      TESSERA_MATH(F1, roundf),
      TESSERA_MATH(D1, round),
      TESSERA_MATH(F1, roundevenf),
      TESSERA_MATH(D1, roundeven),
      TESSERA_MATH(F1, rintf),
      TESSERA_MATH(D1, rint),
      TESSERA_MATH(F2, powf),
      TESSERA_MATH(D2, pow),
      TESSERA_MATH(F2, atan2f),
      TESSERA_MATH(D2, atan2),
      TESSERA_MATH(F2, fmodf),
      TESSERA_MATH(D2, fmod),
      TESSERA_MATH(F2, fminf),
      TESSERA_MATH(D2, fmin),
      TESSERA_MATH(F2, fmaxf),
      TESSERA_MATH(D2, fmax),
      TESSERA_MATH(F3, fmaf),
      TESSERA_MATH(D3, fma),
#define TESSERA_HALF(Name) {#Name, addressOf(::Name)}
      TESSERA_HALF(__truncdfhf2),
      TESSERA_HALF(__truncsfhf2),
      TESSERA_HALF(__extendhfsf2),
      TESSERA_HALF(__truncdfbf2),
      TESSERA_HALF(__truncsfbf2),
#undef TESSERA_HALF
  };
#undef TESSERA_MATH
  return symbols;
}

} // namespace tessera::cpu
