// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernels in CUDA C++ for every target from sm_80, each right with F = 0 and with one
// mistake of its own for the other values (run.py reads the comments). A line
//   //@ KERNEL ARG...     says how the kernel is launched by `tessera emulate`,
//   //! F KIND|KIND: TEXT what mistake F is and which findings it may be found as.

#include <cassert>
#include <cstdint>

using uint = unsigned;

static __device__ uint shared(const void *pointer) {
  return uint(__cvta_generic_to_shared(pointer));
}

//===----------------------------------------------------------------------===//
// Shared memory and barriers of a block
//===----------------------------------------------------------------------===//

//@ transpose --grid 2,2 --block 16,16 rand(32x32,f32,1) uninit(32x32,f32) 32
//! 1 race: no barrier between filling the tile and reading it
//! 2 out-of-bounds: the column of the result is one too far
//! 3 out-of-bounds: the tile is indexed beyond its last row
//! 4 uninitialised: one thread does not fill its element
template <int F>
__global__ void transpose(const float *in, float *out, int n) {
  __shared__ float tile[16][16];
  int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
  int row = F == 3 ? threadIdx.y + (threadIdx.y == 15) : threadIdx.y;
  if (F != 4 || threadIdx.x != 3 || threadIdx.y != 5)
    tile[row][threadIdx.x] = in[y * n + x];
  if (F != 1)
    __syncthreads();
  x = blockIdx.y * 16 + threadIdx.x, y = blockIdx.x * 16 + threadIdx.y;
  out[y * n + x + (F == 2)] = tile[threadIdx.x][F == 3 ? row : threadIdx.y];
}

//@ reduce --grid 2 --block 128 rand(250,f32,2) zeros(2,f32) 250
//! 1 race: no barrier in the loop of the tree
//! 2 out-of-bounds: no guard for the last elements
//! 3 race: two threads write the block's result
//! 4 uninitialised: half of the words were never written
//! 5 barrier|deadlock: threads without an element leave before the barrier
template <int F> __global__ void reduce(const float *in, float *out, int n) {
  __shared__ float part[128];
  int t = threadIdx.x, i = blockIdx.x * 128 + t;
  if (F == 5 && i >= n)
    return;
  if (F != 4 || t < 64)
    part[t] = F == 2 || i < n ? in[i] : 0.0f;
  __syncthreads();
  for (int step = 64; step > 0; step /= 2) {
    if (t < step)
      part[t] += part[t + step];
    if (F != 1)
      __syncthreads();
  }
  if (F == 3 ? t < 2 : t == 0)
    out[blockIdx.x] = part[t];
}

//@ stencil --grid 4 --block 64 rand(256,f32,3) uninit(256,f32) 256
//! 1 out-of-bounds: the left neighbour of the first element
//! 2 race: the halo is read before the barrier
//! 3 uninitialised: the right halo is not filled
//! 4 out-of-bounds: the guard is <= instead of <
template <int F> __global__ void stencil(const float *in, float *out, int n) {
  __shared__ float line[66];
  int t = threadIdx.x, i = blockIdx.x * 64 + t;
  line[t + 1] = in[i];
  if (t == 0)
    line[0] = F == 1 || i > 0 ? in[i - 1] : 0.0f;
  if (t == 63 && F != 3)
    line[65] = (F == 4 ? i + 1 <= n : i + 1 < n) ? in[i + 1] : 0.0f;
  if (F != 2)
    __syncthreads();
  out[i] = line[t] + line[t + 1] + line[t + 2];
}

//@ doubleBuffer --block 64 rand(512,f32,4) uninit(512,f32)
//! 1 race: one barrier a round, at the wrong place
//! 2 race: both rounds use the same buffer
template <int F> __global__ void doubleBuffer(const float *in, float *out) {
  __shared__ float buffer[2][64];
  int t = threadIdx.x;
  buffer[0][t] = in[t];
  __syncthreads();
  for (int round = 0; round < 8; ++round) {
    int now = F == 2 ? 0 : round & 1, next = F == 2 ? 0 : now ^ 1;
    float value = buffer[now][63 - t];
    if (round + 1 < 8)
      buffer[next][t] = in[(round + 1) * 64 + t];
    out[round * 64 + t] = value;
    if (F != 1 || round & 1)
      __syncthreads();
  }
}

//@ namedBarriers --block 96 uninit(64,i32)
//! 1 barrier|deadlock: the producer counts 64 threads, the consumers 96
//! 2 deadlock: the producer arrives at another barrier
//! 3 operand: a barrier that no GPU has
//! 4 race: the producer arrives before it stores
template <int F> __global__ void namedBarriers(int *out) {
  __shared__ int value;
  int warp = threadIdx.x / 32, seen;
  if (warp == 0) {
    if (F == 4)
      asm volatile("bar.arrive 1, 96;" ::: "memory");
    if (threadIdx.x == 0)
      asm volatile("st.shared.s32 [%0], 42;" ::"r"(shared(&value)) : "memory");
    if (F != 4)
      asm volatile("bar.arrive %0, %1;" ::"r"(F == 2 ? 2 : F == 3 ? 16 : 1),
                   "r"(F == 1 ? 64 : 96)
                   : "memory");
  } else {
    asm volatile("bar.sync 1, 96;" ::: "memory");
    asm volatile("ld.shared.s32 %0, [%1];"
                 : "=r"(seen)
                 : "r"(shared(&value))
                 : "memory");
    out[threadIdx.x - 32] = seen;
  }
}

//@ dynamicShared --block 64 --shared 256 uninit(64,i32)
//! 1 out-of-bounds: twice the dynamic shared memory that was launched
//! 2 misaligned: a pair of words at an odd word
template <int F> __global__ void dynamicShared(int *out) {
  extern __shared__ __align__(16) int words[];
  int t = threadIdx.x;
  words[F == 1 ? 2 * t : t] = t;
  __syncthreads();
  if (F == 2) {
    int x, y;
    asm volatile("ld.shared.v2.b32 {%0, %1}, [%2];"
                 : "=r"(x), "=r"(y)
                 : "r"(shared(words + t / 2 * 2 - (t > 2))));
    out[t] = x + y;
  } else {
    out[t] = words[63 - (F == 1 ? 0 : t)];
  }
}

//===----------------------------------------------------------------------===//
// Warps
//===----------------------------------------------------------------------===//

//@ warpSum --block 64 rand(64,f32,5) uninit(2,f32)
//! 1 warp-mask|deadlock: a shuffle that names lanes which do not come
//! 2 warp-mask: the executing lane is not in its own mask
//! 3 uninitialised-register|uninitialised: a value from a lane that is not in the mask
template <int F> __global__ void warpSum(const float *in, float *out) {
  int lane = threadIdx.x % 32;
  float sum = in[threadIdx.x];
  if constexpr (F == 1) {
    if (lane < 16)
      sum += __shfl_xor_sync(0xFFFFFFFF, sum, 1);
  } else if constexpr (F == 2) {
    sum += __shfl_xor_sync(0xFFFFFFFE, sum, 2);
  } else if constexpr (F == 3) {
    if (lane < 16)
      sum += __shfl_xor_sync(0xFFFF, sum, 16);
  }
  for (int step = 16; step > 0; step /= 2)
    sum += __shfl_xor_sync(0xFFFFFFFF, sum, step);
  if (lane == 0)
    out[threadIdx.x / 32] = sum;
}

//@ warpExchange --block 32 rand(32,f32,6) uninit(32,f32)
//! 1 race: no __syncwarp between the store and the load of another lane
//! 2 deadlock|warp-mask: __syncwarp of all lanes, in a branch of half of them
template <int F> __global__ void warpExchange(const float *in, float *out) {
  __shared__ float line[32];
  int t = threadIdx.x;
  line[t] = in[t];
  if (F == 2) {
    if (t < 16)
      __syncwarp();
  } else if (F != 1) {
    __syncwarp();
  }
  out[t] = *(volatile float *)&line[31 - t];
}

//===----------------------------------------------------------------------===//
// Global memory
//===----------------------------------------------------------------------===//

//@ histogram --grid 4 --block 64 rand(256,i32,7,0,15) zeros(16,i32)
//! 1 race: counters in shared memory without atomics
//! 2 race: blocks add to the result without atomics
//! 3 out-of-bounds: values that the histogram has no place for
//! 4 uninitialised: the counters are not cleared
template <int F> __global__ void histogram(const int *in, int *out) {
  __shared__ int counters[16];
  int t = threadIdx.x;
  if (t < 16 && F != 4)
    counters[t] = 0;
  __syncthreads();
  int bin = in[blockIdx.x * 64 + t] + (F == 3 ? 8 : 0);
  if (F == 1)
    counters[bin] += 1;
  else
    atomicAdd(&counters[bin], 1);
  __syncthreads();
  if (t < 16) {
    if (F == 2)
      out[t] += counters[t];
    else
      atomicAdd(&out[t], counters[t]);
  }
}

//@ lastBlock --grid 4 --block 32 rand(4,f32,8) uninit(4,f32) zeros(1,i32) zeros(1,f32)
//! 1 race: no fence before the counter says that the part is there
//! 2 race: the counter counts for the block only
//! 3 race: one block takes itself for the last, without the counter
template <int F>
__global__ void lastBlock(const float *in, float *parts, int *counter,
                          float *result) {
  if (threadIdx.x != 0)
    return;
  parts[blockIdx.x] = 2 * in[blockIdx.x];
  if (F != 1)
    __threadfence();
  int before = F == 2   ? atomicAdd_block(counter, 1)
               : F == 3 ? blockIdx.x
                        : atomicAdd(counter, 1);
  if (before != 3)
    return;
  __threadfence();
  float sum = 0;
  for (int i = 0; i < 4; ++i)
    sum += parts[i];
  *result = sum;
}

//@ flag --grid 2 --block 1 zeros(1,i32) uninit(1,i32) uninit(1,i32)
//! 1 race: the flag is set by a plain store
//! 2 race: the data is stored after the flag
//! 3 deadlock|limit: the flag is never set
template <int F> __global__ void flag(int *flag, int *data, int *out) {
  if (blockIdx.x == 0) {
    if (F != 2)
      *data = 7;
    if (F == 1)
      *(int *)flag = 1;
    else if (F != 3)
      asm volatile("st.release.gpu.s32 [%0], 1;" ::"l"(flag) : "memory");
    if (F == 2)
      *data = 7;
  } else {
    int seen;
    do
      asm volatile("ld.acquire.gpu.s32 %0, [%1];"
                   : "=r"(seen)
                   : "l"(flag)
                   : "memory");
    while (!seen);
    *out = *data;
  }
}

//@ lock --grid 4 --block 32 zeros(1,i32) zeros(1,i32)
//! 1 deadlock|limit: the lock is not given back
//! 2 race: the lock is given back before the store
//! 3 race: the lock is not waited for
template <int F> __global__ void lock(int *mutex, int *value) {
  if (threadIdx.x != 0)
    return;
  if (F != 3)
    while (atomicCAS(mutex, 0, 1) != 0)
      ;
  __threadfence();
  int old = *value;
  if (F == 2)
    atomicExch(mutex, 0);
  *value = old + 1;
  __threadfence();
  if (F != 1 && F != 2)
    atomicExch(mutex, 0);
}

//@ vectors --block 32 rand(130,f32,9) uninit(128,f32)
//! 1 misaligned: groups of four from the second element on
//! 2 out-of-bounds: a group more than there are
//! 3 race: every second thread stores a group that overlaps
template <int F> __global__ void vectors(const float *in, float *out) {
  int t = threadIdx.x;
  float4 value = *(const float4 *)(in + 4 * (t + (F == 2 ? 1 : 0)) +
                                   (F == 1 ? 1 : 0));
  value.x += value.w;
  if (F == 3 && t % 2) {
    out[4 * t - 1] = value.x;
    return;
  }
  *(float4 *)(out + 4 * t) = value;
}

__constant__ int fixed[4] = {1, 2, 3, 4};

//@ spaces --block 4 uninit(4,i32)
//! 1 read-only: a store to constant memory
//! 2 out-of-bounds: an index beyond a local array
//! 3 uninitialised: an element of a local array that nobody wrote
//! 4 out-of-bounds: a null pointer
//! 5 uninitialised-register: a register that only some threads write
//! 6 assertion: an assertion that fails
//! 7 trap: a trap
template <int F> __global__ void spaces(int *out) {
  int t = threadIdx.x;
  volatile int local[8];
  for (int i = 0; i < (F == 3 ? 6 : 8); ++i)
    local[(i + t) % 8] = i;
  if (F == 1)
    asm volatile("{ .reg .b64 a; cvta.const.u64 a, fixed; st.b32 [a], 0; }");
  if (F == 2)
    local[8 + 4096 * 40 * (t + 1)] = 1;
  if (F == 4)
    asm volatile("mov.b64 %0, 0;" : "=l"(out));
  int value = local[(t + 7) % 8] + fixed[t];
  if (F == 5)
    asm volatile("{ .reg .b32 x; .reg .pred p; setp.eq.u32 p, %1, 0; @p mov.b32 "
                 "x, 5; add.s32 %0, x, 1; }"
                 : "=r"(value)
                 : "r"(t));
  if (F == 6)
    assert(t < 3);
  if (F == 7 && t == 2)
    __trap();
  out[t] = value;
}

//@ heap --block 4 uninit(4,i32)
//! 1 out-of-bounds: memory that was freed
//! 2 out-of-bounds: one element more than was allocated
//! 3 uninitialised: allocated and not written
template <int F> __global__ void heap(int *out) {
  int t = threadIdx.x;
  int *memory = (int *)malloc(8 * sizeof(int));
  for (int i = 0; i < (F == 2 ? 9 : F == 3 ? 7 : 8); ++i)
    memory[i] = i + t;
  if (F == 1)
    free(memory);
  out[t] = *(volatile int *)&memory[7];
  if (F != 1)
    free(memory);
}

//===----------------------------------------------------------------------===//
// Asynchronous copies, mbarriers, matrices
//===----------------------------------------------------------------------===//

static __device__ void copyAsync(uint to, const void *from) {
  asm volatile("cp.async.ca.shared.global [%0], [%1], 16;" ::"r"(to), "l"(from)
               : "memory");
}

//@ pipeline --block 32 rand(512,f32,10) uninit(512,f32)
//! 1 async-before-wait|race: no wait for the copy
//! 2 async-before-wait|race: a wait that leaves one group more open
//! 3 async-before-wait|race: the group is not committed
//! 4 race|async-before-wait: no barrier after the wait, before others' elements are read
//! 5 race|async-before-wait: the next copy overwrites what others still read
//! 6 misaligned: the destination of a copy
//! 7 out-of-bounds: one round too many
template <int F> __global__ void pipeline(const float *in, float *out) {
  __shared__ __align__(16) float stage[2][132];
  int t = threadIdx.x;
  auto load = [&](int round) {
    copyAsync(shared(&stage[round & 1][4 * t + (F == 6)]),
              in + 128 * round + 4 * t);
    if (F != 3)
      asm volatile("cp.async.commit_group;" ::: "memory");
  };
  load(0);
  for (int round = 0; round < 4; ++round) {
    if (round < 3 + (F == 7))
      load(round + 1);
    if (F == 2)
      asm volatile("cp.async.wait_group 2;" ::: "memory");
    else if (F == 7 || round < 3)
      asm volatile("cp.async.wait_group 1;" ::: "memory");
    else if (F != 1 && F != 3)
      asm volatile("cp.async.wait_group 0;" ::: "memory");
    if (F != 4)
      __syncthreads();
    for (int i = 0; i < 4; ++i)
      out[128 * round + 32 * i + t] = stage[round & 1][127 - (32 * i + t)];
    if (F != 5)
      __syncthreads();
  }
}

//@ mbarriers --block 64 rand(64,f32,11) uninit(64,f32)
//! 1 mbarrier: the mbarrier is not initialised
//! 2 deadlock|limit: it waits for more threads than there are
//! 3 race|wrong-phase: the wait is for the phase before
//! 4 mbarrier: it is used after its end
//! 5 mbarrier: it is initialised with a count of zero
//! 6 race: others use it before they know that it was initialised
//! 7 mbarrier|race|uninitialised: every thread arrives twice
template <int F> __global__ void mbarriers(const float *in, float *out) {
  __shared__ uint64_t barrier;
  __shared__ float line[64];
  int t = threadIdx.x;
  uint address = shared(&barrier);
  if (t == 0 && F != 1)
    asm volatile("mbarrier.init.shared.b64 [%0], %1;" ::"r"(address),
                 "r"(F == 2 ? 65 : F == 5 ? 0 : 64)
                 : "memory");
  if (F != 6)
    __syncthreads();
  if (F == 4) {
    if (t == 0)
      asm volatile("mbarrier.inval.shared.b64 [%0];" ::"r"(address) : "memory");
    __syncthreads();
  }
  line[t] = in[t];
  uint64_t state;
  for (int i = 0; i < (F == 7 ? 2 : 1); ++i)
    asm volatile("mbarrier.arrive.shared.b64 %0, [%1];"
                 : "=l"(state)
                 : "r"(address)
                 : "memory");
  if (F == 3)
    state ^= uint64_t(1) << 63;
  uint done = 0;
  while (!done)
    asm volatile("{ .reg .pred p; mbarrier.test_wait.shared.b64 p, [%1], %2; "
                 "selp.u32 %0, 1, 0, p; }"
                 : "=r"(done)
                 : "r"(address), "l"(state)
                 : "memory");
  out[t] = *(volatile float *)&line[63 - t];
}

//@ matrices --block 32 rand(256,f16,12) uninit(128,f32)
//! 1 misaligned: rows of ldmatrix at half of their alignment
//! 2 uninitialised: a row that nobody wrote
//! 3 race: no barrier between the stores and ldmatrix
//! 4 out-of-bounds: rows beyond the tile
//! 5 warp-mask|deadlock|barrier: half of the warp comes to the mma
template <int F> __global__ void matrices(const uint *in, float *out) {
  __shared__ __align__(16) uint tile[128];
  int t = threadIdx.x;
  for (int i = 0; i < (F == 2 ? 3 : 4); ++i)
    tile[32 * i + t] = in[32 * i + t];
  if (F != 3)
    __syncwarp();
  uint a0, a1, a2, a3;
  uint row = shared(tile) + (t % 16) * 32 + t / 16 * 16 + (F == 1 ? 8 : 0) +
             (F == 4 ? 64 : 0);
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
               : "=r"(a0), "=r"(a1), "=r"(a2), "=r"(a3)
               : "r"(row)
               : "memory");
  float d[4] = {};
  if (F != 5 || t < 16)
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0, %1, %2, "
                 "%3}, {%4, %5, %6, %7}, {%4, %6}, {%0, %1, %2, %3};"
                 : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
                 : "r"(a0), "r"(a1), "r"(a2), "r"(a3));
  for (int i = 0; i < 4; ++i)
    out[32 * i + t] = d[i];
}
