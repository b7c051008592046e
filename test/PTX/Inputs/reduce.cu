// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Shuffles, shared memory, atomics, votes.
#include <cuda_fp16.h>

__constant__ float scale[4] = {1.0f, 2.0f, 3.0f, 4.0f};
__device__ int counter;

extern "C" __global__ void reduce(const float *in, float *out, int n) {
  __shared__ float partial[32];
  float sum = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n;
       i += gridDim.x * blockDim.x)
    sum += in[i] * scale[i & 3];
  for (int offset = 16; offset != 0; offset /= 2)
    sum += __shfl_down_sync(0xffffffffu, sum, offset);
  if (threadIdx.x % 32 == 0)
    partial[threadIdx.x / 32] = sum;
  __syncthreads();
  if (threadIdx.x == 0) {
    for (int i = 1; i < blockDim.x / 32; ++i)
      sum += partial[i];
    atomicAdd(out, sum);
    __threadfence();
    atomicAdd(&counter, 1);
  }
}

extern "C" __global__ void histogram(const unsigned char *in, unsigned *bins,
                                     int n) {
  extern __shared__ unsigned local[];
  local[threadIdx.x] = 0;
  __syncthreads();
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    atomicAdd(&local[in[i]], 1u);
  __syncthreads();
  unsigned active = __ballot_sync(0xffffffffu, local[threadIdx.x] != 0);
  bins[threadIdx.x] = local[threadIdx.x] + __popc(active);
}

extern "C" __global__ void halves(const __half2 *a, const __half2 *b,
                                  __half2 *c, float *f) {
  int i = threadIdx.x;
  c[i] = __hfma2(a[i], b[i], c[i]);
  f[i] = __half2float(__low2half(c[i])) + expf(f[i]) + sinf(f[i]);
}
