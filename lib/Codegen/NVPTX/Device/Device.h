//===- Codegen/NVPTX/Device/Device.h - the device library -------*- C -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Functions that generated code calls where PTX has no instruction. Compiled at
// build time to NVPTX bitcode that is linked into modules as needed, and once
// more for the host by the unit tests. C without headers; no contraction, so
// that every fma is one that is written.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DEVICE_H
#define TESSERA_DEVICE_H

typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef int i32;
typedef unsigned long long u64;
typedef long long i64;

/// What a kernel may call. Small functions are inlined, large ones stay
/// functions of the PTX module.
#define TESSERA_INLINE __attribute__((always_inline)) static inline
#define TESSERA_SMALL __attribute__((always_inline))
#define TESSERA_LARGE __attribute__((noinline))

TESSERA_INLINE u32 bitsOf32(float x) { return __builtin_bit_cast(u32, x); }
TESSERA_INLINE float fromBits32(u32 x) { return __builtin_bit_cast(float, x); }
TESSERA_INLINE u64 bitsOf64(double x) { return __builtin_bit_cast(u64, x); }
TESSERA_INLINE double fromBits64(u64 x) {
  return __builtin_bit_cast(double, x);
}
TESSERA_INLINE float fma32(float a, float b, float c) {
  return __builtin_fmaf(a, b, c);
}
TESSERA_INLINE double fma64(double a, double b, double c) {
  return __builtin_fma(a, b, c);
}

/// 1280 bits of 2 / pi after the point, in constant memory.
#ifdef __NVPTX__
#define TESSERA_CONSTANT __attribute__((address_space(4)))
#else
#define TESSERA_CONSTANT
#endif
extern const TESSERA_CONSTANT u32 __tessera_two_over_pi[40];

#endif // TESSERA_DEVICE_H
