// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// WMMA, asynchronous copies, cooperative groups and libcu++ barriers.
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cuda/atomic>
#include <mma.h>

namespace wmma = nvcuda::wmma;
namespace cg = cooperative_groups;

extern "C" __global__ void gemm16(const half *a, const half *b, float *c) {
  wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> fa;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::col_major> fb;
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> fc;
  wmma::fill_fragment(fc, 0.0f);
  wmma::load_matrix_sync(fa, a, 16);
  wmma::load_matrix_sync(fb, b, 16);
  wmma::mma_sync(fc, fa, fb, fc);
  wmma::store_matrix_sync(c, fc, 16, wmma::mem_row_major);
}

extern "C" __global__ void __launch_bounds__(128, 2)
    copy(const int4 *in, int4 *out, cuda::atomic<int, cuda::thread_scope_device> *flag) {
  __shared__ int4 buffer[128];
  cg::thread_block block = cg::this_thread_block();
  cg::memcpy_async(block, buffer, in, sizeof(buffer));
  cg::wait(block);
  out[threadIdx.x] = buffer[127 - threadIdx.x];
  flag->fetch_add(1, cuda::memory_order_release);
  while (flag->load(cuda::memory_order_acquire) < 4)
    ;
}
