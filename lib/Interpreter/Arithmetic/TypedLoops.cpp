//===- Interpreter/Arithmetic/TypedLoops.cpp - which loops this processor runs -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The processor check behind loops::run; one definition that a test replaces.
//
//===----------------------------------------------------------------------===//

#include "TypedLoops.h"

bool tessera::interp::loops::hasWideVectors() {
#if defined(__x86_64__)
  return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
         __builtin_cpu_supports("f16c") && __builtin_cpu_supports("bmi2");
#else
  return false;
#endif
}
