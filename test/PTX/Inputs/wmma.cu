// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// WMMA of CUDA C++: one warp a tile of C = A * B, in f16 and in int8.

#include <mma.h>

using namespace nvcuda::wmma;

template <typename In, typename Sum>
__device__ void multiply(const In *a, const In *b, Sum *c, int n) {
  fragment<matrix_a, 16, 16, 16, In, row_major> left;
  fragment<matrix_b, 16, 16, 16, In, col_major> right;
  fragment<accumulator, 16, 16, 16, Sum> sum;
  int row = blockIdx.x * 16, column = blockIdx.y * 16;
  fill_fragment(sum, Sum(0));
  for (int k = 0; k < n; k += 16) {
    load_matrix_sync(left, a + row * n + k, n);
    load_matrix_sync(right, b + column * n + k, n);
    mma_sync(sum, left, right, sum);
  }
  for (int i = 0; i < sum.num_elements; ++i)
    sum.x[i] = sum.x[i] * Sum(2);
  store_matrix_sync(c + row * n + column, sum, n, mem_row_major);
}

extern "C" __global__ void halves(const __half *a, const __half *b, float *c,
                                  int n) {
  multiply(a, b, c, n);
}
extern "C" __global__ void bytes(const signed char *a, const signed char *b,
                                 int *c, int n) {
  multiply(a, b, c, n);
}
