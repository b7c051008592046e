// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Ordinary CUDA C++ kernels for the emulator: what nvcc makes of them must give
// what kernels.py says.

#include <cstdio>
#include <cuda_pipeline.h>

// Sums by warp shuffles, shared memory and one atomic per block.
extern "C" __global__ void reduce(const float *in, float *out, int n) {
  __shared__ float partial[32];
  float sum = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n;
       i += gridDim.x * blockDim.x)
    sum += in[i];
  for (int step = 16; step > 0; step /= 2)
    sum += __shfl_down_sync(0xffffffff, sum, step);
  if (threadIdx.x % 32 == 0)
    partial[threadIdx.x / 32] = sum;
  __syncthreads();
  if (threadIdx.x < 32) {
    sum = threadIdx.x < blockDim.x / 32 ? partial[threadIdx.x] : 0;
    for (int step = 16; step > 0; step /= 2)
      sum += __shfl_down_sync(0xffffffff, sum, step);
    if (threadIdx.x == 0)
      atomicAdd(out, sum);
  }
}

// Inclusive prefix sums of one block's elements.
extern "C" __global__ void scan(const int *in, int *out) {
  extern __shared__ int buffer[];
  int t = threadIdx.x;
  buffer[t] = in[t];
  __syncthreads();
  for (int step = 1; step < blockDim.x; step *= 2) {
    int other = t >= step ? buffer[t - step] : 0;
    __syncthreads();
    buffer[t] += other;
    __syncthreads();
  }
  out[t] = buffer[t];
}

// Sorts 256 elements per block.
extern "C" __global__ void bitonic(int *data) {
  __shared__ int keys[256];
  unsigned t = threadIdx.x;
  keys[t] = data[blockIdx.x * 256 + t];
  for (unsigned size = 2; size <= 256; size *= 2)
    for (unsigned step = size / 2; step > 0; step /= 2) {
      __syncthreads();
      unsigned other = t ^ step;
      if (other > t) {
        bool up = (t & size) == 0;
        int a = keys[t], b = keys[other];
        if ((a > b) == up) {
          keys[t] = b;
          keys[other] = a;
        }
      }
    }
  __syncthreads();
  data[blockIdx.x * 256 + t] = keys[t];
}

extern "C" __global__ void histogram(const unsigned *in, unsigned *bins,
                                     int n) {
  __shared__ unsigned local[64];
  if (threadIdx.x < 64)
    local[threadIdx.x] = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n;
       i += gridDim.x * blockDim.x)
    atomicAdd(&local[in[i] % 64], 1u);
  __syncthreads();
  if (threadIdx.x < 64)
    atomicAdd(&bins[threadIdx.x], local[threadIdx.x]);
}

extern "C" __global__ void stencil(const float *in, float *out, int width,
                                   int height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height)
    return;
  float centre = in[y * width + x];
  float left = x > 0 ? in[y * width + x - 1] : centre;
  float right = x + 1 < width ? in[y * width + x + 1] : centre;
  float above = y > 0 ? in[(y - 1) * width + x] : centre;
  float below = y + 1 < height ? in[(y + 1) * width + x] : centre;
  out[y * width + x] = 0.5f * centre + 0.125f * (left + right + above + below);
}

// C = A * B, all n x n, n a multiple of 16.
extern "C" __global__ void gemm(const float *a, const float *b, float *c,
                                int n) {
  __shared__ float tileA[16][16], tileB[16][17];
  int row = blockIdx.y * 16 + threadIdx.y, column = blockIdx.x * 16 + threadIdx.x;
  float sum = 0;
  for (int k = 0; k < n; k += 16) {
    tileA[threadIdx.y][threadIdx.x] = a[row * n + k + threadIdx.x];
    tileB[threadIdx.y][threadIdx.x] = b[(k + threadIdx.y) * n + column];
    __syncthreads();
    for (int i = 0; i < 16; ++i)
      sum += tileA[threadIdx.y][i] * tileB[i][threadIdx.x];
    __syncthreads();
  }
  c[row * n + column] = sum;
}

// Recursion, a function pointer, double precision and divergence.
__device__ __noinline__ int ackermannLike(int n, int depth) {
  if (n <= 1)
    return depth;
  return n % 2 ? ackermannLike(3 * n + 1, depth + 1)
               : ackermannLike(n / 2, depth + 1);
}
__device__ __noinline__ double half(double x) { return x / 2; }
__device__ __noinline__ double root(double x) { return sqrt(x); }
typedef double (*Unary)(double);
__device__ Unary table[2] = {half, root};
extern "C" __global__ void calls(int *steps, double *values) {
  int t = threadIdx.x;
  steps[t] = ackermannLike(t + 1, 0);
  values[t] = table[t % 2](t);
}

// Lanes of one warp wait for one another's stores.
extern "C" __global__ void spin(int *lock, int *counter) {
  bool done = false;
  while (!done) {
    if (atomicCAS(lock, 0, 1) == 0) {
      *(volatile int *)counter = *(volatile int *)counter + 1;
      __threadfence();
      atomicExch(lock, 0);
      done = true;
    }
  }
}

extern "C" __global__ void hello(int limit) {
  if (threadIdx.x < limit)
    printf("thread %d of %s: %5.2f %llu\n", threadIdx.x, "block",
           threadIdx.x * 0.5, 1ull << (32 + threadIdx.x));
}

// out[i] = 2 * in[i], in tiles of 4 per thread that two asynchronous copies of
// a pipeline bring to shared memory.
extern "C" __global__ void pipeline(const int4 *in, int4 *out, int tiles) {
  __shared__ int4 stage[2][64];
  int t = threadIdx.x;
  __pipeline_memcpy_async(&stage[0][t], &in[t], 16);
  __pipeline_commit();
  for (int tile = 0; tile < tiles; ++tile) {
    if (tile + 1 < tiles)
      __pipeline_memcpy_async(&stage[(tile + 1) % 2][t],
                              &in[(tile + 1) * 64 + t], 16);
    __pipeline_commit();
    __pipeline_wait_prior(1);
    __syncthreads();
    int4 value = stage[tile % 2][t ^ 1];
    value.x *= 2, value.y *= 2, value.z *= 2, value.w *= 2;
    out[tile * 64 + (t ^ 1)] = value;
    __syncthreads();
  }
}
