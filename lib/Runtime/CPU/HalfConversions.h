//===- Runtime/CPU/HalfConversions.h - what LLVM calls for halves -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LLVM expands an f16 or bf16 conversion that the processor lacks into a call
// of the compiler's runtime library. These are those functions, through
// Numerics.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_RUNTIME_CPU_HALFCONVERSIONS_H
#define TESSERA_LIB_RUNTIME_CPU_HALFCONVERSIONS_H

// f16 and bf16 travel in floating-point registers, as these types do.
extern "C" {
_Float16 __truncdfhf2(double x);
_Float16 __truncsfhf2(float x);
float __extendhfsf2(_Float16 x);
__bf16 __truncdfbf2(double x);
__bf16 __truncsfbf2(float x);
}

#endif // TESSERA_LIB_RUNTIME_CPU_HALFCONVERSIONS_H
