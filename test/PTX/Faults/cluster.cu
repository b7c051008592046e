// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Clusters, bulk and tensor copies, in CUDA C++ for targets from sm_90a on; how it is
// to be read says common.cu.

#include <cstdint>

using uint = unsigned;

static __device__ uint shared(const void *pointer) {
  return uint(__cvta_generic_to_shared(pointer));
}
static __device__ uint rankOfBlock() {
  uint rank;
  asm volatile("mov.u32 %0, %%cluster_ctarank;" : "=r"(rank));
  return rank;
}
static __device__ uint inBlock(uint address, uint rank) {
  asm("mapa.shared::cluster.u32 %0, %0, %1;" : "+r"(address) : "r"(rank));
  return address;
}
static __device__ void clusterSync() {
  asm volatile("barrier.cluster.arrive.release.aligned;\n"
               "barrier.cluster.wait.acquire.aligned;" ::
                   : "memory");
}
static __device__ void init(uint barrier, uint count) {
  asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(barrier),
               "r"(count)
               : "memory");
}
static __device__ void fenceInit() {
  asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
}
static __device__ void fenceProxy() {
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
}
static __device__ void expect(uint barrier, uint bytes) {
  asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(
                   barrier),
               "r"(bytes)
               : "memory");
}
static __device__ void wait(uint barrier, uint parity) {
  asm volatile("{\n.reg .pred p;\n"
               "again: mbarrier.try_wait.parity.shared::cta.b64 p, [%0], %1;\n"
               "@!p bra again;\n}" ::"r"(barrier),
               "r"(parity)
               : "memory");
}

//===----------------------------------------------------------------------===//
// Distributed shared memory
//===----------------------------------------------------------------------===//

//@ exchange --grid 4 --cluster 2 --block 32 rand(128,f32,1) uninit(128,f32)
//! 1 race: no barrier of the cluster before the other block's memory is read
//! 2 out-of-bounds|race: the block ends while the other one reads its memory
//! 3 operand: a block that the cluster does not have
//! 4 barrier: a wait for the barrier of the cluster without an arrival
//! 5 race|uninitialised: one block reads between its arrival and its wait
template <int F> __global__ void exchange(const float *in, float *out) {
  __shared__ float line[32];
  int t = threadIdx.x;
  line[t] = in[blockIdx.x * 32 + t];
  uint other = F == 3 ? 2 : rankOfBlock() ^ 1;
  if (F == 4)
    asm volatile("barrier.cluster.wait.aligned;" ::: "memory");
  if (F == 5 && rankOfBlock() == 1)
    asm volatile("barrier.cluster.arrive.aligned;" ::: "memory");
  else if (F != 1)
    clusterSync();
  float value;
  asm volatile("ld.shared::cluster.f32 %0, [%1];"
               : "=f"(value)
               : "r"(inBlock(shared(&line[31 - t]), other))
               : "memory");
  out[blockIdx.x * 32 + t] = value;
  if (F == 5 && rankOfBlock() == 1) {
    asm volatile("barrier.cluster.wait.aligned;" ::: "memory");
    return;
  }
  if (F != 2)
    clusterSync();
}

//@ remoteArrive --grid 2 --cluster 2 --block 32 uninit(1,i32)
//! 1 race|mbarrier|uninitialised: the other block arrives before the initialisation
//! 2 deadlock: two arrivals are expected, one comes
//! 3 race: the data is stored after the arrival
//! 4 deadlock: the arrival is at the block's own mbarrier
template <int F> __global__ void remoteArrive(int *out) {
  __shared__ int data;
  __shared__ alignas(8) uint64_t barrier;
  uint address = shared(&barrier), rank = rankOfBlock();
  if (threadIdx.x == 0) {
    init(address, F == 2 ? 2 : 1);
    fenceInit();
  }
  if (F != 1)
    clusterSync();
  if (threadIdx.x == 0 && rank == 1) {
    uint there = inBlock(shared(&data), 0);
    if (F != 3)
      asm volatile("st.shared::cluster.s32 [%0], 5;" ::"r"(there) : "memory");
    asm volatile(
        "mbarrier.arrive.release.cluster.shared::cluster.b64 _, [%0];" ::"r"(
            inBlock(address, F == 4 ? 1 : 0))
        : "memory");
    if (F == 3)
      asm volatile("st.shared::cluster.s32 [%0], 5;" ::"r"(there) : "memory");
  }
  if (threadIdx.x == 0 && rank == 0) {
    asm volatile(
        "{\n.reg .pred p;\n"
        "again: mbarrier.try_wait.parity.acquire.cluster.shared::cta.b64 p, "
        "[%0], 0;\n@!p bra again;\n}" ::"r"(address)
        : "memory");
    *out = data;
  }
  clusterSync();
}

//===----------------------------------------------------------------------===//
// Bulk copies
//===----------------------------------------------------------------------===//

//@ bulkLoad --block 64 rand(256,f32,2) uninit(256,f32)
//! 1 async-before-wait: nobody waits for the mbarrier
//! 2 wrong-phase|async-before-wait|deadlock: the wait of the second round is for the first phase
//! 3 deadlock: 16 bytes too many are announced
//! 4 deadlock|mbarrier: 16 bytes too few are announced
//! 5 mbarrier-fence: no fence after the initialisation of the mbarrier
//! 6 deadlock|mbarrier: the bytes are not announced
//! 7 misaligned: the destination at half of 16 bytes
//! 8 operand: a size that is no multiple of 16
//! 9 out-of-bounds: the source ends before the copy
//! 10 race|async-before-wait: the second copy comes while others still read the first one's bytes
template <int F> __global__ void bulkLoad(const float *in, float *out) {
  __shared__ alignas(16) float stage[132];
  __shared__ alignas(8) uint64_t barrier;
  constexpr uint bytes = 128 * sizeof(float);
  int t = threadIdx.x;
  uint address = shared(&barrier);
  if (t == 0) {
    init(address, 1);
    if (F != 5)
      fenceInit();
  }
  __syncthreads();
  for (int round = 0; round < 2; ++round) {
    if (t == 0) {
      if (F == 6)
        asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(address)
                     : "memory");
      else
        expect(address, bytes + (F == 3 ? 16 : 0) - (F == 4 ? 16 : 0));
      asm volatile(
          "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes "
          "[%0], [%1], %2, [%3];" ::"r"(shared(stage) + (F == 7 ? 8 : 0)),
          "l"(in + 128 * round + (F == 9 ? 64 : 0)), "r"(bytes - (F == 8 ? 8 : 0)),
          "r"(address)
          : "memory");
    }
    if (F != 1)
      wait(address, F == 2 ? 0 : round & 1);
    for (int i = 0; i < 2; ++i)
      out[128 * round + 64 * i + t] = stage[127 - (64 * i + t)];
    if (F != 10)
      __syncthreads();
  }
}

//@ bulkStore --block 64 rand(256,f32,3) uninit(256,f32)
//! 1 proxy-fence: no fence between the stores and the copy that reads them
//! 2 tensor|race: the source is written again before the copy has read it
//! 3 race|tensor: no barrier between the threads' stores and the copy
//! 4 tensor|race: the group is not committed before the wait
//! 5 async-before-wait: the result is read before the copy has written it
template <int F> __global__ void bulkStore(const float *in, float *out) {
  __shared__ alignas(16) float stage[128];
  int t = threadIdx.x;
  for (int round = 0; round < 2; ++round) {
    stage[t] = 2 * in[128 * round + t];
    stage[64 + t] = 2 * in[128 * round + 64 + t];
    if (F != 1)
      fenceProxy();
    if (F != 3)
      __syncthreads();
    if (t == 0) {
      asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], "
                   "512;" ::"l"(out + 128 * round),
                   "r"(shared(stage))
                   : "memory");
      if (F != 4)
        asm volatile("cp.async.bulk.commit_group;" ::: "memory");
      if (F == 5)
        out[128 * round] += 1;
      if (F != 2)
        asm volatile("cp.async.bulk.wait_group 0;" ::: "memory");
    }
    __syncthreads();
  }
  if (t == 0)
    asm volatile("cp.async.bulk.wait_group 0;" ::: "memory");
}

//===----------------------------------------------------------------------===//
// Tensor copies
//===----------------------------------------------------------------------===//

struct alignas(64) Map {
  char bytes[128];
};

//@ tensorLoad --block 32 tensormap(8x32,none,rand(32x32,f32,4)) uninit(512,f32)
//! 1 async-before-wait: nobody waits for the mbarrier
//! 2 deadlock|mbarrier: of a box that is partly outside only the inner bytes are announced
//! 3 misaligned: the destination is aligned to 16 bytes only
//! 4 tensor: an instruction for three dimensions with a map of two
//! 5 race|async-before-wait: both rounds load to the same stage
//! 6 deadlock|mbarrier: one announcement for two copies
//! 7 out-of-bounds: the box is larger than the shared memory behind its place
//! 8 wrong-phase|async-before-wait|deadlock: the wait for the second box is for the first one's phase
template <int F>
__global__ void tensorLoad(const __grid_constant__ Map map, float *out) {
  __shared__ alignas(128) float stage[2][8][32];
  __shared__ alignas(8) uint64_t barriers[2];
  constexpr uint bytes = sizeof(stage[0]);
  int t = threadIdx.x;
  auto load = [&](int tile) {
    uint barrier = shared(&barriers[tile & 1]);
    uint to = shared(stage[F == 5 ? 0 : tile & 1]) + (F == 3 ? 16 : 0) +
              (F == 7 ? 1024 : 0);
    if (F != 6 || tile != 1)
      expect(barrier, F == 2 && tile == 1 ? bytes / 2 : bytes);
    int row = tile == 1 && F == 2 ? 28 : 8 * tile;
    if (F == 4)
      asm volatile("cp.async.bulk.tensor.3d.shared::cluster.global.tile.mbarrier"
                   "::complete_tx::bytes [%0], [%1, {%2, %3, %2}], [%4];" ::"r"(
                       to),
                   "l"(&map), "r"(0), "r"(row), "r"(barrier)
                   : "memory");
    else
      asm volatile("cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier"
                   "::complete_tx::bytes [%0], [%1, {%2, %3}], [%4];" ::"r"(to),
                   "l"(&map), "r"(0), "r"(row), "r"(barrier)
                   : "memory");
  };
  if (t == 0) {
    init(shared(&barriers[0]), 1);
    init(shared(&barriers[1]), 1);
    fenceInit();
    load(0);
    load(1);
  }
  __syncwarp();
  for (int tile = 0; tile < 4; ++tile) {
    if (F != 1)
      wait(shared(&barriers[tile & 1]), F == 8 ? 0 : tile / 2 & 1);
    if (tile < 2)
      for (int r = 0; r < 8; ++r)
        out[(8 * tile + r) * 32 + t] = stage[F == 5 ? 0 : tile & 1][r][t];
    else
      out[t] += stage[F == 5 ? 0 : tile & 1][0][t];
    __syncwarp();
    if (t == 0 && tile < 2)
      load(tile + 2);
    __syncwarp();
  }
}

//@ tensorStore --block 32 tensormap(8x32,none,zeros(16x32,f32)) rand(512,f32,5)
//! 1 proxy-fence: no fence between the stores and the copy that reads them
//! 2 race|tensor: the stage is filled again before the copy has read it
//! 3 async-before-wait|race: two copies store to overlapping boxes
//! 4 uninitialised: a row of the box was never filled
template <int F>
__global__ void tensorStore(const __grid_constant__ Map map, const float *in) {
  __shared__ alignas(128) float stage[8][32];
  int t = threadIdx.x;
  for (int tile = 0; tile < 2; ++tile) {
    for (int r = 0; r < (F == 4 ? 7 : 8); ++r)
      stage[r][t] = in[(8 * tile + r) * 32 + t];
    if (F != 1)
      fenceProxy();
    __syncwarp();
    if (t == 0) {
      asm volatile("cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group "
                   "[%0, {%1, %2}], [%3];" ::"l"(&map),
                   "r"(0), "r"(F == 3 ? 4 * tile : 8 * tile), "r"(shared(stage))
                   : "memory");
      asm volatile("cp.async.bulk.commit_group;" ::: "memory");
      if (F == 3)
        asm volatile("cp.async.bulk.wait_group.read 0;" ::: "memory");
      else if (F != 2)
        asm volatile("cp.async.bulk.wait_group 0;" ::: "memory");
    }
    __syncwarp();
  }
  if (t == 0)
    asm volatile("cp.async.bulk.wait_group 0;" ::: "memory");
}
