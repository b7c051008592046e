// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Blackwell's tensor memory and products, in CUDA C++ for sm_100a; how it is to be read
// says common.cu.

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
         uint64_t(256 >> 4) << 32 | uint64_t(1) << 46;
}
static __device__ void fenceBefore() {
  asm volatile("tcgen05.fence::before_thread_sync;" ::: "memory");
}
static __device__ void fenceAfter() {
  asm volatile("tcgen05.fence::after_thread_sync;" ::: "memory");
}
static __device__ void wait(uint barrier, uint parity) {
  asm volatile("{\n.reg .pred p;\n"
               "again: mbarrier.try_wait.parity.shared::cta.b64 p, [%0], %1;\n"
               "@!p bra again;\n}" ::"r"(barrier),
               "r"(parity)
               : "memory");
}

// Sums of f32, products of f16, 16 columns, 128 rows.
constexpr uint shape = 1u << 4 | 16 / 8 << 17 | 128 / 16 << 24;

//@ product --block 128 rand(2048x2,f16,1) rand(256x2,f16,2) uninit(2048,f32)
//! 1 tcgen05-wait: a loaded register is read before the wait
//! 2 async-before-wait|race|uninitialised: nobody waits for the product
//! 3 tensor-fence: no fence after the wait for the product
//! 4 tensor: tensor memory is not freed
//! 5 race|out-of-bounds: it is freed while others still load from it
//! 6 tensor: a warp loads the lanes of another one
//! 7 out-of-bounds: columns that were not allocated
//! 8 proxy-fence: no fence between the stores to shared memory and the product
//! 9 race|async-before-wait|uninitialised: no barrier between the stores and the product
//! 10 deadlock: the product is not committed
//! 11 tensor: a width that no product has
//! 12 operand: 48 columns are allocated
//! 13 tensor: a descriptor without its constant bits
//! 14 uninitialised: the sums are added to before they have a value
//! 15 tcgen05-wait: the next product overwrites what an open load reads
//! 16 tensor-fence: no fence before the barrier after which the next product comes
//! 17 warp-mask|deadlock: half of a warp allocates
//! 18 wrong-phase|async-before-wait|race: the second wait is for the first phase
//! 19 uninitialised: the last rows of A were never written
//! 20 race|async-before-wait: the operands are written again before the product has read them
template <int F>
__global__ void product(const short *a, const short *b, float *out) {
  __shared__ alignas(128) short left[128 * 16];
  __shared__ alignas(128) short right[16 * 16];
  __shared__ alignas(8) uint64_t barrier;
  __shared__ uint where;
  int t = threadIdx.x;
  uint done = shared(&barrier), columns = F == 12 ? 48 : 32;
  if (F == 17 ? t < 16 : t < 32)
    asm volatile("tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [%0], "
                 "%1;" ::"r"(shared(&where)),
                 "r"(columns)
                 : "memory");
  if (t == 0) {
    asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(done)
                 : "memory");
    asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
  }
  float sums[16];
  uint base = 0;
  for (int round = 0; round < 2; ++round) {
    for (int i = t; i < (F == 19 ? 120 : 128) * 16; i += 128)
      left[place(i / 16, i % 16)] = a[2048 * round + i];
    for (int i = t; i < 256; i += 128)
      right[place(i / 16, i % 16)] = b[256 * round + i];
    if (F != 8)
      asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
    if (F != 16 || round == 0)
      fenceBefore();
    if (F != 9)
      __syncthreads();
    fenceAfter();
    base = *(volatile uint *)&where;
    if (t == 0) {
      uint64_t second = descriptor(right);
      if (F == 13)
        second &= ~(uint64_t(1) << 46);
      uint kind = F == 11 ? (shape & ~(63u << 17)) | 3 << 17 : shape;
      uint accumulates = F == 14 || round;
      asm volatile("{ .reg .pred p; setp.ne.u32 p, %4, 0;\n"
                   "tcgen05.mma.cta_group::1.kind::f16 [%0], %1, %2, %3, p; }" ::
                       "r"(base + (F == 7 ? 32 : 0)),
                   "l"(descriptor(left)), "l"(second), "r"(kind),
                   "r"(accumulates)
                   : "memory");
      if (F != 10)
        asm volatile("tcgen05.commit.cta_group::1.mbarrier::arrive::one.shared::"
                     "cluster.b64 [%0];" ::"r"(done)
                     : "memory");
    }
    if (F == 20 && round == 0) {
      __syncthreads();
      continue;
    }
    if (F != 2)
      wait(done, F == 18 ? 0 : round);
    if (F != 3)
      fenceAfter();
    uint from = base + (uint(t / 32 ^ (F == 6)) << 21);
    asm volatile(
        "tcgen05.ld.sync.aligned.32x32b.x16.b32 {%0, %1, %2, %3, %4, %5, %6, %7, "
        "%8, %9, %10, %11, %12, %13, %14, %15}, [%16];"
        : "=f"(sums[0]), "=f"(sums[1]), "=f"(sums[2]), "=f"(sums[3]),
          "=f"(sums[4]), "=f"(sums[5]), "=f"(sums[6]), "=f"(sums[7]),
          "=f"(sums[8]), "=f"(sums[9]), "=f"(sums[10]), "=f"(sums[11]),
          "=f"(sums[12]), "=f"(sums[13]), "=f"(sums[14]), "=f"(sums[15])
        : "r"(from)
        : "memory");
    if (F != 1 && (F != 15 || round))
      asm volatile("tcgen05.wait::ld.sync.aligned;" ::: "memory");
    if (F == 15)
      __syncthreads();
    if (F == 1 || round)
      for (int i = 0; i < 16; ++i)
        out[16 * t + i] = sums[i];
  }
  if (F == 1)
    asm volatile("tcgen05.wait::ld.sync.aligned;" ::: "memory");
  fenceBefore();
  if (F != 5)
    __syncthreads();
  if (t < 32 && F != 4)
    asm volatile("tcgen05.dealloc.cta_group::1.sync.aligned.b32 %0, %1;" ::"r"(
                     base),
                 "r"(columns));
}
