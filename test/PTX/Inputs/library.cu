// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The libraries that come with nvcc at work: CUB's single-pass scan (decoupled
// look-back between blocks), radix sort, reduction and histogram; libcu++'s
// pipeline and barrier; cooperative groups' labeled partitions. library.py has the expected
// results.

#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
#include <cub/cub.cuh>
#include <cuda/barrier>
#include <cuda/pipeline>

namespace cg = cooperative_groups;

// What CUB's DeviceScan does: each block scans its tile and looks back for the
// prefix, through words that hold a status and a value.
using TileState = cub::ScanTileState<int>;

extern "C" __global__ void lookback_init(int *storage, int tiles) {
  TileState state;
  state.Init(tiles, storage, ~size_t(0));
  state.InitializeStatus(tiles);
}

extern "C" __global__ void lookback(const int *in, int *out, int *storage,
                                    int *ticket, int tiles) {
  using Scan = cub::BlockScan<int, 64>;
  using Prefix = cub::TilePrefixCallbackOp<int, cuda::std::plus<>, TileState>;
  __shared__ typename Scan::TempStorage scanStorage;
  __shared__ typename Prefix::TempStorage prefixStorage;
  __shared__ int which;
  TileState state;
  state.Init(tiles, storage, ~size_t(0));
  if (threadIdx.x == 0)
    which = atomicAdd(ticket, 1);
  __syncthreads();
  int tile = which, at = tile * 256 + threadIdx.x * 4;
  int4 four = *reinterpret_cast<const int4 *>(in + at);
  int items[4] = {four.x, four.y, four.z, four.w}, total;
  if (tile == 0) {
    Scan(scanStorage).InclusiveSum(items, items, total);
    if (threadIdx.x == 0)
      state.SetInclusive(0, total);
  } else {
    Prefix prefix(state, prefixStorage, cuda::std::plus<>{}, tile);
    Scan(scanStorage).InclusiveSum(items, items, prefix);
  }
  *reinterpret_cast<int4 *>(out + at) =
      make_int4(items[0], items[1], items[2], items[3]);
}

extern "C" __global__ void radix_sort(const unsigned *in, unsigned *out) {
  using Sort = cub::BlockRadixSort<unsigned, 128, 4, unsigned short>;
  __shared__ typename Sort::TempStorage storage;
  unsigned keys[4];
  unsigned short places[4];
  for (int i = 0; i < 4; ++i) {
    keys[i] = in[threadIdx.x * 4 + i];
    places[i] = threadIdx.x * 4 + i;
  }
  Sort(storage).SortDescendingBlockedToStriped(keys, places);
  for (int i = 0; i < 4; ++i) {
    out[i * 128 + threadIdx.x] = keys[i];
    out[512 + i * 128 + threadIdx.x] = places[i];
  }
}

extern "C" __global__ void block_histogram(const unsigned char *in,
                                           unsigned *out, unsigned *most) {
  using Histogram = cub::BlockHistogram<unsigned char, 96, 8, 64>;
  using Reduce = cub::BlockReduce<unsigned, 96>;
  __shared__ typename Histogram::TempStorage storage;
  __shared__ typename Reduce::TempStorage reduceStorage;
  __shared__ unsigned bins[64];
  unsigned char items[8];
  for (int i = 0; i < 8; ++i)
    items[i] = in[(blockIdx.x * 96 + threadIdx.x) * 8 + i] % 64;
  Histogram(storage).Histogram(items, bins);
  __syncthreads();
  unsigned mine = threadIdx.x < 64 ? bins[threadIdx.x] : 0;
  if (threadIdx.x < 64)
    atomicAdd(out + threadIdx.x, mine);
  unsigned maximum = Reduce(reduceStorage).Reduce(mine, cuda::maximum<>{});
  if (threadIdx.x == 0)
    atomicMax(most, maximum);
}

// Warp 0 copies, the others use: four stages of a cuda::pipeline.
extern "C" __global__ void staged(const int *in, int *out, int tiles) {
  constexpr int stages = 4, size = 64;
  __shared__ __align__(16) int buffer[stages][size];
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, stages> state;
  cg::thread_block block = cg::this_thread_block();
  auto role = threadIdx.x < 32 ? cuda::pipeline_role::producer
                               : cuda::pipeline_role::consumer;
  auto pipe = cuda::make_pipeline(block, &state, role);
  if (threadIdx.x < 32) {
    for (int i = 0; i < tiles; ++i) {
      pipe.producer_acquire();
      cuda::memcpy_async(&buffer[i % stages][threadIdx.x * 2],
                         in + i * size + threadIdx.x * 2,
                         cuda::aligned_size_t<8>(8), pipe);
      pipe.producer_commit();
    }
  } else {
    for (int i = 0; i < tiles; ++i) {
      pipe.consumer_wait();
      out[i * size + threadIdx.x - 32] =
          3 * buffer[i % stages][threadIdx.x - 32];
      pipe.consumer_release();
    }
  }
}

#if __CUDA_ARCH__ >= 900
// A bulk copy that signals a cuda::barrier.
extern "C" __global__ void bulk(const int *in, int *out) {
  __shared__ __align__(16) int buffer[256];
  __shared__ cuda::barrier<cuda::thread_scope_block> ready;
  if (threadIdx.x == 0) {
    init(&ready, blockDim.x);
    cuda::device::experimental::fence_proxy_async_shared_cta();
  }
  __syncthreads();
  cuda::barrier<cuda::thread_scope_block>::arrival_token token;
  if (threadIdx.x == 0) {
    cuda::device::memcpy_async_tx(buffer, in + blockIdx.x * 256,
                                  cuda::aligned_size_t<16>(sizeof(buffer)),
                                  ready);
    token = cuda::device::barrier_arrive_tx(ready, 1, sizeof(buffer));
  } else {
    token = ready.arrive();
  }
  ready.wait(std::move(token));
  for (int i = threadIdx.x; i < 256; i += blockDim.x)
    out[blockIdx.x * 256 + i] = buffer[255 - i] + 1;
}

// Blocks of a cluster add up through each other's shared memory.
extern "C" __global__ void __cluster_dims__(4)
    across(const int *in, int *out) {
  __shared__ int sum;
  cg::cluster_group cluster = cg::this_cluster();
  if (threadIdx.x == 0)
    sum = 0;
  cluster.sync();
  int mine = in[blockIdx.x * blockDim.x + threadIdx.x];
  atomicAdd(cluster.map_shared_rank(&sum, mine % 4), mine);
  cluster.sync();
  if (threadIdx.x == 0)
    out[blockIdx.x] = sum;
}
#endif

// Threads with equal keys add up and number themselves.
extern "C" __global__ void labeled(const int *in, int *sums, int *ranks) {
  cg::thread_block_tile<32> warp =
      cg::tiled_partition<32>(cg::this_thread_block());
  int at = blockIdx.x * blockDim.x + threadIdx.x, key = in[at] % 5;
  cg::coalesced_group group = cg::labeled_partition(warp, key);
  sums[at] = cg::reduce(group, in[at], cg::plus<int>());
  ranks[at] = cg::exclusive_scan(group, 1);
}
