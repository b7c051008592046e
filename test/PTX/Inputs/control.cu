// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Calls, pointers to functions, switches, doubles, printf, assert, local arrays.
#include <cassert>
#include <cstdio>

__device__ __noinline__ double power(double x, int n) {
  double result = 1;
  for (; n != 0; n >>= 1, x *= x)
    if (n & 1)
      result *= x;
  return result;
}
__device__ __noinline__ int twice(int x) { return 2 * x; }
__device__ __noinline__ int square(int x) { return x * x; }
__device__ int (*const table[2])(int) = {twice, square};

extern "C" __global__ void control(int *data, double *d, int n) {
  int local[16];
  for (int i = 0; i < 16; ++i)
    local[i] = table[data[i] & 1](i);
  switch (n) {
  case 0: data[0] = local[n]; break;
  case 1: data[1] = 7 * local[data[2] & 15]; break;
  case 2: data[2] ^= 3; break;
  case 3: d[0] = power(d[1], n); break;
  case 4: d[3] = sqrt(d[4]) / d[5]; break;
  case 5: __trap(); break;
  default: printf("%d %f\n", n, d[0]);
  }
  assert(data[0] != 5);
  long long q = (long long)data[1] * data[2] / (n | 1);
  data[3] = (int)(q >> 7) + __clz(n) + __brev(n) + min(n, 3);
}
