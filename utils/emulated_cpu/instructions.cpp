//===- utils/emulated_cpu/instructions.cpp - as emulated --------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Instructions that compiled kernels have only with AVX-512, on the emulated
// processor against scalar arithmetic. What fails here is a fault of the
// emulator, not of Tessera. Intel's manual (volume 2) says what each does.
//
//===----------------------------------------------------------------------===//

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <immintrin.h>
#include <random>

namespace {

std::mt19937 random(1);
int failures = 0;

template <typename To, typename From> To bits(From from) {
  static_assert(sizeof(To) == sizeof(From));
  To to;
  std::memcpy(&to, &from, sizeof(to));
  return to;
}

float anyFloat() {
  float value = bits<float>(static_cast<uint32_t>(random()));
  return std::isnan(value) ? 1.5f : value;
}

float fromBfloat(uint16_t value) {
  return bits<float>(static_cast<uint32_t>(value) << 16);
}

bool isSubnormal(float value) { return std::fpclassify(value) == FP_SUBNORMAL; }

/// To the nearest, ties to even; subnormals become zero.
uint16_t toBfloat(float value) {
  uint32_t raw =
      bits<uint32_t>(isSubnormal(value) ? std::copysign(0.0f, value) : value);
  return (raw + 0x7fff + ((raw >> 16) & 1)) >> 16;
}

/// `lanes` results, where NaN equals NaN.
template <typename T>
void compare(const char *name, const T *got, const T *want, int lanes) {
  for (int i = 0; i < lanes; ++i) {
    if (got[i] == want[i] || (got[i] != got[i] && want[i] != want[i]))
      continue;
    std::printf("FAIL %s lane %d: %.9g, not %.9g\n", name, i, double(got[i]),
                double(want[i]));
    ++failures;
    return;
  }
}

void rounding() {
  float x[16], got[16], want[16];
  for (float &value : x)
    value = anyFloat();
  __m512 v = _mm512_loadu_ps(x);
  _mm512_storeu_ps(got, _mm512_roundscale_ps(v, 0x0b));
  for (int i = 0; i < 16; ++i)
    want[i] = std::trunc(x[i]);
  compare("vrndscaleps toward zero", got, want, 16);
  _mm512_storeu_ps(got, _mm512_roundscale_ps(v, 0x08));
  for (int i = 0; i < 16; ++i)
    want[i] = std::rint(x[i]);
  compare("vrndscaleps to nearest", got, want, 16);
}

void exponents() {
  float x[16], y[16], got[16], want[16];
  for (int i = 0; i < 16; ++i) {
    x[i] = anyFloat();
    y[i] = static_cast<int>(random() % 600) - 300 + 0.5f * (random() & 1);
    want[i] = std::ldexp(x[i], static_cast<int>(std::floor(y[i])));
  }
  _mm512_storeu_ps(got,
                   _mm512_scalef_ps(_mm512_loadu_ps(x), _mm512_loadu_ps(y)));
  compare("vscalefps", got, want, 16);
  for (int i = 0; i < 16; ++i)
    want[i] = std::logb(x[i]);
  _mm512_storeu_ps(got, _mm512_getexp_ps(_mm512_loadu_ps(x)));
  compare("vgetexpps", got, want, 16);
}

void bfloats() {
  float low[16], high[16];
  uint16_t got[32], want[32];
  for (int i = 0; i < 16; ++i) {
    low[i] = anyFloat();
    high[i] = anyFloat();
    want[i] = toBfloat(low[i]);
    want[i + 16] = toBfloat(high[i]);
  }
  __m512 vectorLow = _mm512_loadu_ps(low);
  auto both = _mm512_cvtne2ps_pbh(_mm512_loadu_ps(high), vectorLow);
  std::memcpy(got, &both, sizeof(both));
  compare("vcvtne2ps2bf16", got, want, 32);
  auto one = _mm512_cvtneps_pbh(vectorLow);
  std::memcpy(got, &one, sizeof(one));
  compare("vcvtneps2bf16", got, want, 16);
}

/// Small integers, whose sums are exact in every order. The second operand is
/// read from memory at several displacements.
void products() {
  alignas(64) uint16_t a[32], b[3][32];
  float got[16], want[16];
  for (auto &value : a)
    value = toBfloat(static_cast<int>(random() % 64) - 32);
  for (auto &row : b)
    for (auto &value : row)
      value = toBfloat(static_cast<int>(random() % 64) - 32);
  __m512 sum = _mm512_set1_ps(7);
  __m512bh left;
  std::memcpy(&left, a, sizeof(left));
  asm("vdpbf16ps (%[b]), %[left], %[sum]\n"
      "vdpbf16ps 64(%[b]), %[left], %[sum]\n"
      "vdpbf16ps 128(%[b]), %[left], %[sum]"
      : [sum] "+v"(sum)
      : [b] "r"(b), [left] "v"(left), "m"(b));
  _mm512_storeu_ps(got, sum);
  for (int i = 0; i < 16; ++i) {
    want[i] = 7;
    for (auto &row : b)
      for (int k : {2 * i, 2 * i + 1})
        want[i] += fromBfloat(a[k]) * fromBfloat(row[k]);
  }
  compare("vdpbf16ps", got, want, 16);
}

void integerProducts() {
  uint8_t bytes[64];
  int8_t signedBytes[64];
  int16_t left[32], right[32];
  int32_t got[16], want[16];
  for (int i = 0; i < 64; ++i) {
    bytes[i] = random();
    signedBytes[i] = random();
  }
  for (int i = 0; i < 32; ++i) {
    left[i] = random();
    right[i] = random() & 0x7fff;
  }
  __m512i seven = _mm512_set1_epi32(7);
  _mm512_storeu_si512(got,
                      _mm512_dpbusd_epi32(seven, _mm512_loadu_si512(bytes),
                                          _mm512_loadu_si512(signedBytes)));
  for (int i = 0; i < 16; ++i) {
    want[i] = 7;
    for (int k = 4 * i; k < 4 * i + 4; ++k)
      want[i] += bytes[k] * signedBytes[k];
  }
  compare("vpdpbusd", got, want, 16);
  _mm512_storeu_si512(got, _mm512_dpwssd_epi32(seven, _mm512_loadu_si512(left),
                                               _mm512_loadu_si512(right)));
  for (int i = 0; i < 16; ++i)
    want[i] =
        7 + left[2 * i] * right[2 * i] + left[2 * i + 1] * right[2 * i + 1];
  compare("vpdpwssd", got, want, 16);
}

/// With the indices in a register beyond the sixteenth.
void gathers() {
  float table[64], got[16], want[16];
  int32_t index[16];
  for (int i = 0; i < 64; ++i)
    table[i] = i * 3;
  for (int i = 0; i < 16; ++i) {
    index[i] = random() % 64;
    want[i] = table[index[i]];
  }
  asm("vmovdqu32 %[index], %%zmm18\n"
      "kxnorw %%k1, %%k1, %%k1\n"
      "vgatherdps (%[table],%%zmm18,4), %%zmm17%{%%k1%}\n"
      "vmovups %%zmm17, %[got]"
      : [got] "=m"(got)
      : [index] "m"(index), [table] "r"(table), "m"(table)
      : "xmm17", "xmm18", "k1");
  compare("vgatherdps", got, want, 16);
}

/// By the most that leaves something.
void maskShifts() {
  uint16_t mask = random() | 0x8001;
  float got[2], want[2] = {static_cast<float>(mask >> 15),
                           static_cast<float>((mask << 15) & 0xffff)};
  got[0] = _cvtmask16_u32(_kshiftri_mask16(_cvtu32_mask16(mask), 15));
  got[1] = _cvtmask16_u32(_kshiftli_mask16(_cvtu32_mask16(mask), 15));
  compare("kshiftrw, kshiftlw", got, want, 2);
}

/// Toward zero. Processors without AVX512-FP16 have nothing to show.
__attribute__((target("avx512fp16"))) void halves() {
  if (!__builtin_cpu_supports("avx512fp16"))
    return;
  _Float16 x[16];
  int32_t got[16], want[16];
  for (int i = 0; i < 16; ++i) {
    x[i] = static_cast<_Float16>(static_cast<int>(random() % 2000) - 1000) / 16;
    want[i] = static_cast<int>(static_cast<float>(x[i]));
  }
  _mm512_storeu_si512(got, _mm512_cvttph_epi32(_mm256_loadu_ph(x)));
  compare("vcvttph2dq", got, want, 16);
}

} // namespace

int main() {
  for (int round = 0; round < 2000; ++round)
    for (auto *test : {rounding, exponents, bfloats, products, integerProducts,
                       gathers, maskShifts, halves})
      test();
  std::printf("instructions: %d failures\n", failures);
  return failures ? 1 : 0;
}
