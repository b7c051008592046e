// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A tiled matrix product with WMMA: blocks of four warps bring tiles of 32 rows
// and columns of A and B to shared memory; each warp has 16 x 16 elements of C.

#include <cuda_fp16.h>
#include <mma.h>

using namespace nvcuda;

extern "C" __global__ void gemm(const __half *a, const __half *b, float *c,
                                int m, int n, int k) {
  __shared__ __half left[32][16], right[16][32];
  int warp = threadIdx.x / 32, row = blockIdx.y * 32, column = blockIdx.x * 32;
  wmma::fragment<wmma::matrix_a, 16, 16, 16, __half, wmma::row_major> fa;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, __half, wmma::row_major> fb;
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> fc;
  wmma::fill_fragment(fc, 0.0f);
  for (int at = 0; at < k; at += 16) {
    for (int i = threadIdx.x; i < 512; i += blockDim.x) {
      left[i / 16][i % 16] = a[(row + i / 16) * k + at + i % 16];
      right[i / 32][i % 32] = b[(at + i / 32) * n + column + i % 32];
    }
    __syncthreads();
    wmma::load_matrix_sync(fa, &left[warp / 2 * 16][0], 16);
    wmma::load_matrix_sync(fb, &right[0][warp % 2 * 16], 32);
    wmma::mma_sync(fc, fa, fb, fc);
    __syncthreads();
  }
  wmma::store_matrix_sync(&c[(row + warp / 2 * 16) * n + column + warp % 2 * 16],
                          fc, n, wmma::mem_row_major);
}
