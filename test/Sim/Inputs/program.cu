// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A CUDA C++ program with streams, events, a constant, a variable of the device,
// shared memory and printf. With an argument its kernel runs past the end of an
// array.

#include <cstdio>
#include <vector>

__constant__ float factor;
__device__ int blocks;

__global__ void combine(const float *x, const float *y, float *out, int n) {
  extern __shared__ float tile[];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  tile[threadIdx.x] = i < n ? x[i] : 0.0f;
  __syncthreads();
  if (threadIdx.x == 0)
    atomicAdd(&blocks, 1);
  if (i == 0)
    printf("factor %g\n", factor);
  if (i < n)
    out[i] = tile[threadIdx.x] + factor * y[i];
}

static int failures = 0;
static void check(cudaError_t code, int line) {
  if (code == cudaSuccess)
    return;
  printf("line %d: %s\n", line, cudaGetErrorString(code));
  ++failures;
}
#define CHECK(CALL) check(CALL, __LINE__)

int main(int argc, char **) {
  const int n = 1000, launched = argc > 1 ? n + 1 : n;
  std::vector<float> x(n), out(n);
  for (int i = 0; i < n; ++i)
    x[i] = float(i);
  float *from, *to, two = 2;
  CHECK(cudaMalloc(&from, n * sizeof(float)));
  CHECK(cudaMalloc(&to, n * sizeof(float)));
  CHECK(cudaMemcpy(from, x.data(), n * sizeof(float), cudaMemcpyHostToDevice));
  CHECK(cudaMemcpyToSymbol(factor, &two, sizeof(two)));
  cudaStream_t stream;
  CHECK(cudaStreamCreate(&stream));
  cudaEvent_t begin, end;
  CHECK(cudaEventCreate(&begin));
  CHECK(cudaEventCreate(&end));
  CHECK(cudaEventRecord(begin, stream));
  combine<<<8, 128, 128 * sizeof(float), stream>>>(from, from, to, launched);
  CHECK(cudaGetLastError());
  CHECK(cudaEventRecord(end, stream));
  CHECK(cudaStreamSynchronize(stream));
  if (failures)
    return 1;
  float milliseconds = 0;
  CHECK(cudaEventElapsedTime(&milliseconds, begin, end));
  CHECK(cudaMemcpy(out.data(), to, n * sizeof(float), cudaMemcpyDeviceToHost));
  int wrong = 0, count = 0;
  for (int i = 0; i < n; ++i)
    wrong += out[i] != 3 * x[i];
  CHECK(cudaMemcpyFromSymbol(&count, blocks, sizeof(count)));
  // A launch that no GPU takes is an error, and the last one.
  combine<<<1, 2048>>>(from, from, to, n);
  bool isRefused = cudaGetLastError() == cudaErrorInvalidValue;
  cudaDeviceProp device;
  CHECK(cudaGetDeviceProperties(&device, 0));
  CHECK(cudaFree(from));
  CHECK(cudaFree(to));
  printf("%d wrong, %d blocks, %s, sm_%d%d with %d threads a block, %s\n", wrong,
         count, device.name, device.major, device.minor,
         device.maxThreadsPerBlock, isRefused ? "refused" : "not refused");
  return failures + wrong + (milliseconds <= 0);
}
