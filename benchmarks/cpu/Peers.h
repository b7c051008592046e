//===- benchmarks/cpu/Peers.h - what compiled kernels are held against -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Peers are compiled for this machine only (-O3 -march=native) and may use what
// a C++ programmer has: OpenBLAS, oneDNN, Eigen, vector libm, -ffast-math.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_BENCHMARKS_CPU_PEERS_H
#define TESSERA_BENCHMARKS_CPU_PEERS_H

#include "Worker.h"

namespace tessera::bench {

/// Calls `body(begin, end)` for chunks of [0, count) on `threads` threads that
/// spin between jobs.
void parallelFor(unsigned threads, int64_t count, int64_t chunk,
                 const std::function<void(int64_t, int64_t)> &body);

/// OpenBLAS, oneDNN.
void addGemmPeers(Workload &workload, unsigned threads,
                  std::vector<Variant> &to);
/// Attention as a framework without a fused kernel computes it: sgemm of
/// OpenBLAS, softmax, sgemm.
void addAttentionPeers(Workload &workload, unsigned threads,
                       std::vector<Variant> &to);
/// Hand-written C++ and Eigen.
void addKernelPeers(Workload &workload, unsigned threads,
                    std::vector<Variant> &to);
/// Loops that move the bytes of a stream kernel.
void addStreamPeers(Workload &workload, unsigned threads,
                    std::vector<Variant> &to);

/// Softmax of rows [begin, end), in place allowed.
void softmaxRows(const float *in, float *out, int64_t begin, int64_t end,
                 int64_t cols);

/// What the machine can do at best, measured: `f32`, `bf16`, `int8` in
/// operations/s on registers; `copy`, `triad`, `read` in bytes/s from memory.
/// 0 where the machine has no such instruction.
double measureCeiling(const std::string &kind, unsigned threads);

/// The processor OpenBLAS chose its kernels for.
std::string openBlasCore();

} // namespace tessera::bench

#endif // TESSERA_BENCHMARKS_CPU_PEERS_H
