// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A CUDA C++ program of Hopper's features: clusters that add up a column over
// distributed shared memory, a TMA pipeline of two stages, streams that wait for one
// another's events, a graph that is captured from two streams and one that is built
// of nodes, a cooperative launch, properties of the device. The argument `bytes`
// announces too few bytes to an mbarrier, `cluster` leaves out a cluster barrier.

#include <cooperative_groups.h>
#include <cstdio>
#include <cstring>
#include <cuda.h>
#include <cuda_runtime.h>
#include <vector>

namespace cg = cooperative_groups;

constexpr int rows = 64, columns = 64, tileRows = 8, stages = 2;

static __device__ unsigned sharedAddress(const void *pointer) {
  return unsigned(__cvta_generic_to_shared(pointer));
}

static __device__ void waitFor(unsigned barrier, unsigned parity) {
  asm volatile("{\n.reg .pred p;\n"
               "again: mbarrier.try_wait.parity.shared::cta.b64 p, [%0], %1;\n"
               "@!p bra again;\n}" ::"r"(barrier),
               "r"(parity)
               : "memory");
}

/// out[r][c] = scale * in[r][c]; tiles of 8 rows come through a ring of two stages.
__global__ void scaleTiles(const __grid_constant__ CUtensorMap map, float *out,
                           float scale, int missing) {
  __shared__ alignas(128) float tiles[stages][tileRows][columns];
  __shared__ alignas(8) unsigned long long full[stages];
  constexpr unsigned bytes = sizeof(tiles[0]);
  auto load = [&](int tile) {
    unsigned barrier = sharedAddress(&full[tile % stages]);
    asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(
                     barrier),
                 "r"(bytes - missing)
                 : "memory");
    asm volatile(
        "cp.async.bulk.tensor.2d.shared::cluster.global.tile"
        ".mbarrier::complete_tx::bytes [%0], [%1, {%2, %3}], [%4];" ::"r"(
            sharedAddress(tiles[tile % stages])),
        "l"(&map), "r"(0), "r"(tile * tileRows), "r"(barrier)
        : "memory");
  };
  if (threadIdx.x == 0) {
    for (int i = 0; i < stages; ++i)
      asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(
          sharedAddress(&full[i])));
    asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
    for (int i = 0; i < stages; ++i)
      load(i);
  }
  __syncthreads();
  for (int tile = 0; tile < rows / tileRows; ++tile) {
    waitFor(sharedAddress(&full[tile % stages]), tile / stages & 1);
    for (int r = 0; r < tileRows; ++r)
      out[(tile * tileRows + r) * columns + threadIdx.x] =
          scale * tiles[tile % stages][r][threadIdx.x];
    __syncthreads();
    if (threadIdx.x == 0 && tile + stages < rows / tileRows)
      load(tile + stages);
  }
}

/// Each block of a cluster sums a quarter of the rows; block 0 adds the others'.
__global__ void sumColumns(const float *in, float *sums, int isWrong) {
  __shared__ float part[columns];
  cg::cluster_group cluster = cg::this_cluster();
  unsigned blocks = cluster.num_blocks(), rank = cluster.block_rank();
  float sum = 0;
  for (unsigned r = rank; r < rows; r += blocks)
    sum += in[r * columns + threadIdx.x];
  part[threadIdx.x] = sum;
  if (!isWrong)
    cluster.sync();
  if (rank == 0) {
    for (unsigned other = 1; other < blocks; ++other)
      sum += cluster.map_shared_rank(part, other)[threadIdx.x];
    sums[threadIdx.x] = sum;
  }
  cluster.sync();
}

__global__ void addOne(float *values, int n) {
  int i = int(blockIdx.x * blockDim.x + threadIdx.x);
  if (i < n)
    values[i] += 1;
}

/// Every block sees what all have written before the barrier of the grid.
__global__ void rotate(const float *in, float *scratch, float *out) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned n = gridDim.x * blockDim.x;
  scratch[i] = in[i];
  cg::this_grid().sync();
  out[i] = scratch[(i + blockDim.x) % n];
}

static int failures = 0;
static bool check(int code, int line) {
  if (code == 0)
    return true;
  printf("line %d: %s\n", line, cudaGetErrorString(cudaError_t(code)));
  ++failures;
  return false;
}
#define CHECK(CALL) check(int(CALL), __LINE__)

static CUtensorMap makeMap(void *address) {
  CUtensorMap map;
  void *function = nullptr;
  cudaDriverEntryPointQueryResult found;
  CHECK(cudaGetDriverEntryPointByVersion("cuTensorMapEncodeTiled", &function,
                                         12000, cudaEnableDefault, &found));
  auto encode = reinterpret_cast<decltype(&cuTensorMapEncodeTiled)>(function);
  cuuint64_t extents[] = {columns, rows}, strides[] = {columns * sizeof(float)};
  cuuint32_t box[] = {columns, tileRows}, steps[] = {1, 1};
  CHECK(encode(&map, CU_TENSOR_MAP_DATA_TYPE_FLOAT32, 2, address, extents,
               strides, box, steps, CU_TENSOR_MAP_INTERLEAVE_NONE,
               CU_TENSOR_MAP_SWIZZLE_NONE, CU_TENSOR_MAP_L2_PROMOTION_NONE,
               CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE));
  // A box of 24 bytes is none.
  box[0] = 6;
  if (encode(&map, CU_TENSOR_MAP_DATA_TYPE_FLOAT32, 2, address, extents,
             strides, box, steps, CU_TENSOR_MAP_INTERLEAVE_NONE,
             CU_TENSOR_MAP_SWIZZLE_NONE, CU_TENSOR_MAP_L2_PROMOTION_NONE,
             CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE) != CUDA_ERROR_INVALID_VALUE)
    ++failures;
  return map;
}

static cudaError_t launchSum(const float *in, float *sums, int isWrong,
                             cudaStream_t stream) {
  cudaLaunchAttribute attribute;
  attribute.id = cudaLaunchAttributeClusterDimension;
  attribute.val.clusterDim.x = 4;
  attribute.val.clusterDim.y = attribute.val.clusterDim.z = 1;
  cudaLaunchConfig_t config = {};
  config.gridDim = 4;
  config.blockDim = columns;
  config.stream = stream;
  config.attrs = &attribute;
  config.numAttrs = 1;
  return cudaLaunchKernelEx(&config, sumColumns, in, sums, isWrong);
}

int main(int argc, char **argv) {
  constexpr int n = rows * columns;
  int missing = argc > 1 && !strcmp(argv[1], "bytes") ? 16 : 0;
  int isWrong = argc > 1 && !strcmp(argv[1], "cluster");
  cudaDeviceProp device;
  CHECK(cudaGetDeviceProperties(&device, 0));
  std::vector<float> values(n), result(n), sums(columns);
  for (int i = 0; i < n; ++i)
    values[i] = float(i % 251);
  float *in, *out, *total;
  CHECK(cudaMalloc(&in, n * sizeof(float)));
  CHECK(cudaMalloc(&out, n * sizeof(float)));
  CHECK(cudaMalloc(&total, columns * sizeof(float)));
  CHECK(cudaMemcpy(in, values.data(), n * sizeof(float),
                   cudaMemcpyHostToDevice));
  CUtensorMap map = makeMap(in);

  // Two streams: the sum waits for the scaled matrix.
  cudaStream_t first, second;
  cudaEvent_t ready, joined;
  CHECK(cudaStreamCreateWithFlags(&first, cudaStreamNonBlocking));
  CHECK(cudaStreamCreateWithFlags(&second, cudaStreamNonBlocking));
  CHECK(cudaEventCreateWithFlags(&ready, cudaEventDisableTiming));
  CHECK(cudaEventCreateWithFlags(&joined, cudaEventDisableTiming));
  scaleTiles<<<1, columns, 0, first>>>(map, out, 2, missing);
  CHECK(cudaGetLastError());
  CHECK(cudaEventRecord(ready, first));
  CHECK(cudaStreamWaitEvent(second, ready, 0));
  CHECK(launchSum(out, total, isWrong, second));
  if (!CHECK(cudaStreamSynchronize(second)))
    return 1;
  CHECK(cudaMemcpy(sums.data(), total, columns * sizeof(float),
                   cudaMemcpyDeviceToHost));
  int wrongSums = 0;
  for (int c = 0; c < columns; ++c) {
    float expected = 0;
    for (int r = 0; r < rows; ++r)
      expected += 2 * values[r * columns + c];
    wrongSums += sums[c] != expected;
  }

  // The same two kernels and an addition, captured with a fork and a join.
  cudaGraph_t graph;
  cudaGraphExec_t runnable;
  CHECK(cudaStreamBeginCapture(first, cudaStreamCaptureModeGlobal));
  scaleTiles<<<1, columns, 0, first>>>(map, out, 3, 0);
  CHECK(cudaEventRecord(ready, first));
  CHECK(cudaStreamWaitEvent(second, ready, 0));
  CHECK(launchSum(out, total, 0, second));
  CHECK(cudaEventRecord(joined, second));
  CHECK(cudaStreamWaitEvent(first, joined, 0));
  addOne<<<1, columns, 0, first>>>(total, columns);
  cudaStreamCaptureStatus status;
  CHECK(cudaStreamIsCapturing(second, &status));
  failures += status != cudaStreamCaptureStatusActive;
  CHECK(cudaStreamEndCapture(first, &graph));
  CHECK(cudaStreamIsCapturing(second, &status));
  failures += status != cudaStreamCaptureStatusNone;
  CHECK(cudaGraphInstantiate(&runnable, graph, 0));
  CHECK(cudaGraphDestroy(graph));
  CHECK(cudaMemcpy(result.data(), total, columns * sizeof(float),
                   cudaMemcpyDeviceToHost));
  failures += result[0] != sums[0]; // nothing has run yet
  for (int i = 0; i < 2; ++i)
    CHECK(cudaGraphLaunch(runnable, first));
  CHECK(cudaStreamSynchronize(first));
  CHECK(cudaGraphExecDestroy(runnable));
  CHECK(cudaMemcpy(result.data(), total, columns * sizeof(float),
                   cudaMemcpyDeviceToHost));
  int wrongCaptured = 0;
  for (int c = 0; c < columns; ++c)
    wrongCaptured += result[c] != 1.5f * sums[c] + 1;

  // A graph of two nodes.
  int count = columns;
  void *arguments[] = {&total, &count};
  cudaKernelNodeParams node = {};
  node.func = reinterpret_cast<void *>(addOne);
  node.gridDim = 1;
  node.blockDim = columns;
  node.kernelParams = arguments;
  cudaGraphNode_t one, two;
  CHECK(cudaGraphCreate(&graph, 0));
  CHECK(cudaGraphAddKernelNode(&one, graph, nullptr, 0, &node));
  CHECK(cudaGraphAddKernelNode(&two, graph, &one, 1, &node));
  CHECK(cudaGraphInstantiate(&runnable, graph, 0));
  CHECK(cudaGraphLaunch(runnable, second));
  CHECK(cudaStreamSynchronize(second));
  CHECK(cudaMemcpy(sums.data(), total, columns * sizeof(float),
                   cudaMemcpyDeviceToHost));
  int wrongNodes = 0;
  for (int c = 0; c < columns; ++c)
    wrongNodes += sums[c] != result[c] + 2;

  // A barrier of the whole grid.
  float *scratch, *turned;
  CHECK(cudaMalloc(&scratch, n * sizeof(float)));
  CHECK(cudaMalloc(&turned, n * sizeof(float)));
  void *rotated[] = {&in, &scratch, &turned};
  CHECK(cudaLaunchCooperativeKernel(reinterpret_cast<void *>(rotate), dim3(8),
                                    dim3(n / 8), rotated, 0, nullptr));
  CHECK(cudaMemcpy(result.data(), turned, n * sizeof(float),
                   cudaMemcpyDeviceToHost));
  int wrongRotated = 0;
  for (int i = 0; i < n; ++i)
    wrongRotated += result[i] != values[(i + n / 8) % n];

  printf("sm_%d%d: %d sums, %d captured, %d nodes, %d rotated wrong, %d failures\n",
         device.major, device.minor, wrongSums, wrongCaptured, wrongNodes,
         wrongRotated, failures);
  return failures + wrongSums + wrongCaptured + wrongNodes + wrongRotated;
}
