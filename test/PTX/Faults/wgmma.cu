// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Hopper's products and registers, in CUDA C++ for sm_90a; how it is to be read says
// common.cu.

#include <cstdint>

using uint = unsigned;

static __device__ uint shared(const void *pointer) {
  return uint(__cvta_generic_to_shared(pointer));
}
/// K-major without a swizzle: blocks of 8 rows of 16 bytes, two along k.
static __device__ uint place(uint row, uint k) {
  return row / 8 * 128 + k / 8 * 64 + row % 8 * 8 + k % 8;
}
static __device__ uint64_t descriptor(const void *pointer) {
  return (shared(pointer) >> 4 & 0x3FFF) | uint64_t(128 >> 4) << 16 |
         uint64_t(256 >> 4) << 32;
}

//@ product --block 128 rand(1024x2,f16,1) rand(128x2,f16,2) uninit(512,f32)
//! 1 tensor: no wgmma.fence before the first product
//! 2 proxy-fence: no fence between the stores to shared memory and the product
//! 3 uninitialised-register|tensor: the sums are used before the wait
//! 4 race: no barrier between the stores and the product
//! 5 uninitialised-register|tensor: the products are not committed
//! 6 out-of-bounds: the descriptor of B points behind shared memory
//! 7 race: the operands are written again before the product is waited for
//! 8 uninitialised: the last rows of A were never written
//! 9 wgmma-fence: the sums are scaled and multiplied on without a fence
//! 10 deadlock: one warp of the warpgroup does not take part
//! 11 tensor: bits of a descriptor that must be zero
//! 12 uninitialised-register: the sums are added to before they have a value
//! 13 tensor: the warps execute different instructions
template <int F>
__global__ void product(const short *a, const short *b, float *out) {
  __shared__ alignas(128) short left[64 * 16];
  __shared__ alignas(128) short right[8 * 16];
  int t = threadIdx.x;
  float d0, d1, d2, d3;
  for (int round = 0; round < 2; ++round) {
    for (int i = t; i < (F == 8 ? 56 : 64) * 16; i += 128)
      left[place(i / 16, i % 16)] = a[1024 * round + i];
    right[place(t / 16, t % 16)] = b[128 * round + t];
    if (F != 2)
      asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
    if (F != 4)
      __syncthreads();
    if (F == 10 && t >= 96)
      return;
    if (F == 9 && round)
      d0 *= 0.5f;
    if (F != 1 && (F != 9 || round == 0))
      asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
    uint64_t second = descriptor(right);
    if (F == 6)
      second += 0x3800;
    if (F == 11)
      second |= uint64_t(1) << 14;
    if (F == 12 && round == 0)
      asm volatile("{ .reg .f32 x; mov.f32 %0, x; }" : "=f"(d0));
    int accumulates = F == 12 ? 1 : round;
    if (F == 13 && t >= 96)
      asm volatile("{ .reg .pred p; setp.ne.u32 p, %6, 0;\n"
                   "wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%0, %1, "
                   "%2, %3}, %4, %5, p, 1, 1, 0, 0; }"
                   : "+f"(d0), "+f"(d1), "+f"(d2), "+f"(d3)
                   : "l"(descriptor(left)), "l"(second), "r"(accumulates)
                   : "memory");
    else
      asm volatile("{ .reg .pred p; setp.ne.u32 p, %6, 0;\n"
                   "wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%0, %1, "
                   "%2, %3}, %4, %5, p, 1, 1, 0, 0; }"
                   : "+f"(d0), "+f"(d1), "+f"(d2), "+f"(d3)
                   : "l"(descriptor(left)), "l"(second), "r"(accumulates)
                   : "memory");
    if (F != 5)
      asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
    if (F == 7 && round == 0)
      continue;
    if (F != 3)
      asm volatile("wgmma.wait_group.sync.aligned 0;"
                   : "+f"(d0), "+f"(d1), "+f"(d2), "+f"(d3)
                   :
                   : "memory");
    __syncthreads();
  }
  int row = t / 32 * 16 + t % 32 / 4, column = t % 4 * 2;
  out[row * 8 + column] = d0;
  out[row * 8 + column + 1] = d1;
  out[(row + 8) * 8 + column] = d2;
  out[(row + 8) * 8 + column + 1] = d3;
}

//@ registers --block 256 uninit(256,i32)
//! 1 warp-mask: one warp of a warpgroup leaves setmaxnreg out
//! 2 deadlock: more registers are asked for than were given back
//! 3 operand: setmaxnreg.dec to more than there are
//! 4 warp-mask: the warps of a warpgroup ask for different counts
template <int F>
__global__ void __launch_bounds__(256, 2) registers(int *out) {
  int t = threadIdx.x;
  if (t < 128) {
    if (F == 3)
      asm volatile("setmaxnreg.dec.sync.aligned.u32 232;");
    else if (F != 2)
      asm volatile("setmaxnreg.dec.sync.aligned.u32 40;");
    out[t] = t;
  } else {
    if (F == 4 && t >= 224)
      asm volatile("setmaxnreg.inc.sync.aligned.u32 168;");
    else if (F != 3 && (F != 1 || t < 224))
      asm volatile("setmaxnreg.inc.sync.aligned.u32 208;");
    out[t] = -t;
  }
}
