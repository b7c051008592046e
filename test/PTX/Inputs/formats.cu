// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Arithmetic of the CUDA headers: fp8, fp6 and fp4 through __nv_fp8 and its
// like, pairs of halves and of bfloat16, functions of the maths library.
// formats.py has the expected results.

#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp4.h>
#include <cuda_fp6.h>
#include <cuda_fp8.h>

// To a small format and back.
extern "C" __global__ void small(const float *in, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  float x = in[i];
  out[i] = float(__nv_fp8_e4m3(x));
  out[n + i] = float(__nv_fp8_e5m2(x));
  out[2 * n + i] = float(__nv_fp6_e2m3(x));
  out[3 * n + i] = float(__nv_fp6_e3m2(x));
  out[4 * n + i] = float(__nv_fp4_e2m1(x));
}

// Four at a time.
extern "C" __global__ void packed(const float4 *in, __nv_fp8x4_e4m3 *out,
                                  float4 *back, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  out[i] = __nv_fp8x4_e4m3(in[i]);
  back[i] = float4(out[i]);
}

// Exact results only: each pair operation rounds once.
extern "C" __global__ void pairs(const __half2 *a, const __half2 *b,
                                 __half2 *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  __half2 x = a[i], y = b[i];
  out[i] = __hadd2(x, y);
  out[n + i] = __hmul2(x, y);
  out[2 * n + i] = __hfma2(x, y, x);
  out[3 * n + i] = __hmax2(x, y);
  out[4 * n + i] = __hadd2_sat(x, y);
  out[5 * n + i] = __hfma2_relu(x, y, y);
  out[6 * n + i] = __lows2half2(x, y);
  out[7 * n + i] = h2rint(__hmul2(x, __float2half2_rn(16.0f)));
  out[8 * n + i] = __hgt2(x, y);
}

extern "C" __global__ void brain(const __nv_bfloat162 *a,
                                 const __nv_bfloat162 *b, __nv_bfloat162 *out,
                                 int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  __nv_bfloat162 x = a[i], y = b[i];
  out[i] = __hadd2(x, y);
  out[n + i] = __hmul2(x, y);
  out[2 * n + i] = __hfma2(x, y, x);
  out[3 * n + i] = __hmin2(x, y);
  out[4 * n + i] = __habs2(x);
}

// The maths library, some of it over approximate instructions.
extern "C" __global__ void maths(const float *in, float *out, double *wide,
                                 int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  float x = in[i];
  float results[] = {sinf(x),      cosf(x),       expf(x),  logf(x + 9),
                     tanhf(x),     rsqrtf(x * x), erff(x),  powf(x + 9, 1.5f),
                     sinf(x * 1e6f), cbrtf(x),    x / 3.1f, sqrtf(x + 9),
                     lgammaf(x + 9), fmodf(x, 0.7f), atan2f(x, 2), log1pf(x + 9)};
  for (int j = 0; j < 16; ++j)
    out[j * n + i] = results[j];
  double d = x;
  double doubles[] = {sin(d), exp(d), log(d + 9), pow(d + 9, 1.5),
                      d / 3.1, sqrt(d + 9), erf(d), atan(d)};
  for (int j = 0; j < 8; ++j)
    wide[j * n + i] = doubles[j];
}
