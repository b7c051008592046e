//===- Interpreter/Arithmetic/TypedLoops.h - vectorised element loops -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The inner loops of the arithmetic op groups. A loop is a template over the
// element type and the operation, so that its body has no per-element switch
// and no indirect call and the compiler vectorises it. Each loop exists twice,
// for the baseline processor and for one with AVX2, FMA and F16C; `run` picks.
//
// Invariant: both versions compute the same bits. The translation units are
// built with -ffp-contract=off, so a wider processor changes the speed only; a
// fused multiply-add is written out where it is meant.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_INTERPRETER_ARITHMETIC_TYPEDLOOPS_H
#define TESSERA_LIB_INTERPRETER_ARITHMETIC_TYPEDLOOPS_H

#include <cstddef>
#include <cstdint>

#define TESSERA_ALWAYS_INLINE __attribute__((always_inline))

// Iterations are independent even when the output is one of the inputs
// (in-place update of a uniquely owned buffer): element i reads only index i.
#if defined(__clang__)
// The pragma allows vectors; a body that calls libm has none, which is no news.
#pragma clang diagnostic ignored "-Wpass-failed"
#define TESSERA_INDEPENDENT_LOOP                                               \
  _Pragma("clang loop vectorize(assume_safety) interleave(enable)")
#else
#define TESSERA_INDEPENDENT_LOOP _Pragma("GCC ivdep")
#endif

#if defined(__x86_64__)
#define TESSERA_WIDE_TARGET __attribute__((target("avx2,fma,f16c,bmi,bmi2")))
#endif

namespace tessera::interp::loops {

/// Which version of a loop a body is being compiled into.
struct BaselineCpu {
  static constexpr bool hasFma = false;
};
struct WideCpu {
  static constexpr bool hasFma = true;
};

template <typename Body>
__attribute__((noinline)) void runBaseline(const Body &body) {
  body(BaselineCpu());
}

#if defined(__x86_64__)
template <typename Body>
__attribute__((noinline)) TESSERA_WIDE_TARGET void runWide(const Body &body) {
  body(WideCpu());
}

#endif

/// Whether this processor runs what runWide compiles. Not inline, so that a
/// test can link its own answer and compare the two versions.
bool hasWideVectors();

/// Calls `body(cpu)` in a function compiled for this processor. `body` must be
/// a lambda marked TESSERA_ALWAYS_INLINE, otherwise it keeps the baseline
/// instruction set (slower, never wrong).
template <typename Body> void run(const Body &body) {
#if defined(__x86_64__)
  if (hasWideVectors())
    return runWide(body);
#endif
  runBaseline(body);
}

/// out[i] = fn(in[i]...) for i < count. `fn` is a small pure functor. `out` may
/// be exactly one of the inputs, but must not overlap one partially.
template <typename Out, typename Fn, typename... In>
void map(Out *out, size_t count, Fn fn, const In *...in) {
  run([=](auto) TESSERA_ALWAYS_INLINE {
    TESSERA_INDEPENDENT_LOOP
    for (size_t i = 0; i < count; ++i)
      out[i] = fn(in[i]...);
  });
}

} // namespace tessera::interp::loops

#endif // TESSERA_LIB_INTERPRETER_ARITHMETIC_TYPEDLOOPS_H
