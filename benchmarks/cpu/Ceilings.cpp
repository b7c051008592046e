//===- benchmarks/cpu/Ceilings.cpp - what the machine can do ------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Multiply-add on registers (independent accumulators in half of the registers)
// and streams over arrays far larger than the caches, on several threads at
// once. Best of 7: a ceiling is what was reached once. Without AVX-512 bf16 is
// multiplied as f32, and bytes as pairs of 16-bit numbers.
//
//===----------------------------------------------------------------------===//

#include "Peers.h"

#include <immintrin.h>

#include <algorithm>
#include <atomic>
#include <bit>
#include <thread>

using namespace tessera::bench;

namespace {
constexpr int64_t steps = 4000000;

#ifdef __AVX512F__
constexpr int accumulators = 16;
#else
constexpr int accumulators = 8;
#endif

template <typename Vector, typename Step>
double registerLoop(Vector start, Step step) {
  Vector sums[accumulators];
  std::fill(std::begin(sums), std::end(sums), start);
  for (int64_t i = 0; i < steps; ++i) {
#pragma clang loop unroll(full)
    for (int s = 0; s < accumulators; ++s) {
      sums[s] = step(sums[s]);
      asm volatile("" : "+v"(sums[s]));
    }
  }
  return double(steps) * accumulators;
}

/// Operations done by one call.
double compute(const std::string &kind) {
#ifdef __AVX512F__
  __m512 x = _mm512_set1_ps(0.5f);
  asm volatile("" : "+v"(x));
  if (kind == "f32")
    return 32 * registerLoop(_mm512_setzero_ps(), [x](__m512 s) {
             return _mm512_fmadd_ps(x, x, s);
           });
#ifdef __AVX512BF16__
  if (kind == "bf16") {
    __m512bh y = std::bit_cast<__m512bh>(x);
    return 64 * registerLoop(_mm512_setzero_ps(), [y](__m512 s) {
             return _mm512_dpbf16_ps(s, y, y);
           });
  }
#endif
#ifdef __AVX512VNNI__
  if (kind == "int8") {
    __m512i y = _mm512_castps_si512(x);
    return 128 * registerLoop(_mm512_setzero_si512(), [y](__m512i s) {
             return _mm512_dpbusd_epi32(s, y, y);
           });
  }
#endif
#else
  __m256 x = _mm256_set1_ps(0.5f);
  asm volatile("" : "+v"(x));
  if (kind == "f32" || kind == "bf16")
    return 16 * registerLoop(_mm256_setzero_ps(), [x](__m256 s) {
             return _mm256_fmadd_ps(x, x, s);
           });
  if (kind == "int8") {
    __m256i y = _mm256_castps_si256(x);
    return 32 * registerLoop(_mm256_setzero_si256(), [y](__m256i s) {
             __m256i pairs = _mm256_madd_epi16(y, y);
             asm volatile("" : "+v"(pairs));
             return _mm256_add_epi32(s, pairs);
           });
  }
#endif
  return 0;
}

struct Streams {
  Array a{256 << 20}, b{256 << 20}, c{256 << 20};
  /// Bytes named by one call.
  double run(const std::string &kind) {
    constexpr int64_t n = (256 << 20) / 4;
    float *__restrict out = a.as<float>();
    const float *__restrict x = b.as<float>(), *__restrict y = c.as<float>();
    if (kind == "triad") {
      for (int64_t i = 0; i < n; ++i)
        out[i] = x[i] + 0.5f * y[i];
      return 12.0 * n;
    }
    if (kind == "copy") {
      for (int64_t i = 0; i < n; ++i)
        out[i] = x[i];
      return 8.0 * n;
    }
    float sum = 0;
    for (int64_t i = 0; i < n; ++i)
      sum += x[i];
    asm volatile("" ::"x"(sum));
    return 4.0 * n;
  }
};
} // namespace

double tessera::bench::measureCeiling(const std::string &kind,
                                      unsigned threads) {
  bool isStream = kind == "triad" || kind == "copy" || kind == "read";
  std::vector<double> starts(threads), ends(threads), work(threads);
  double best = 0;
  std::atomic<unsigned> ready{0};
  std::atomic<int> round{-1};
  auto body = [&](unsigned t) {
    auto streams = isStream ? std::make_unique<Streams>() : nullptr;
    for (int i = 0; i < 7; ++i) {
      ready.fetch_add(1);
      while (round.load() < i)
        std::this_thread::yield();
      starts[t] = secondsNow();
      work[t] = isStream ? streams->run(kind) : compute(kind);
      ends[t] = secondsNow();
    }
    ready.fetch_add(1);
  };
  std::vector<std::thread> pool;
  for (unsigned t = 0; t < threads; ++t)
    pool.emplace_back(body, t);
  for (int i = 0; i <= 7; ++i) {
    while (ready.load() < threads * unsigned(i + 1))
      std::this_thread::yield();
    if (i > 0) {
      double total = 0;
      for (double each : work)
        total += each;
      best = std::max(
          best, total / (*std::max_element(ends.begin(), ends.end()) -
                         *std::min_element(starts.begin(), starts.end())));
    }
    round.store(i);
  }
  for (std::thread &thread : pool)
    thread.join();
  return best;
}
