//===- benchmarks/cpu/PeerGemm.cpp - matrix products of libraries -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// OpenBLAS (f32) and oneDNN (f32, bf16, u8 x s8) on plain row-major matrices,
// and attention composed of OpenBLAS products and a softmax.
//
//===----------------------------------------------------------------------===//

#include "Peers.h"

#include <cblas.h>
#include <dnnl.hpp>

#include <cmath>

extern "C" void omp_set_num_threads(int);

using namespace tessera::bench;

std::string tessera::bench::openBlasCore() { return openblas_get_corename(); }

/// Nothing where oneDNN has no such product for this processor.
static void addOneDnnProduct(Workload &w, dnnl::memory::data_type left,
                             dnnl::memory::data_type right,
                             dnnl::memory::data_type result, unsigned threads,
                             std::vector<Variant> &to) {
  using dnnl::memory;
  static dnnl::engine engine(dnnl::engine::kind::cpu, 0);
  static dnnl::stream stream(engine);
  omp_set_num_threads(static_cast<int>(threads));
  int64_t m = w.at("m"), n = w.at("n"), k = w.at("k");
  memory::desc a({m, k}, left, memory::format_tag::ab);
  memory::desc b({k, n}, right, memory::format_tag::ab);
  memory::desc c({m, n}, result, memory::format_tag::ab);
  dnnl::matmul product;
  try {
    product = dnnl::matmul(
        dnnl::matmul::primitive_desc(dnnl::matmul::desc(a, b, c), engine));
  } catch (const dnnl::error &error) {
    if (error.status != dnnl_unimplemented)
      throw;
    return;
  }
  memory aMemory(a, engine, w.array<void>(0)),
      bMemory(b, engine, w.array<void>(1)),
      cMemory(c, engine, w.array<void>(2));
  to.push_back({"oneDNN", [=] {
                  omp_set_num_threads(static_cast<int>(threads));
                  product.execute(stream, {{DNNL_ARG_SRC, aMemory},
                                           {DNNL_ARG_WEIGHTS, bMemory},
                                           {DNNL_ARG_DST, cMemory}});
                  stream.wait();
                }});
}

void tessera::bench::addGemmPeers(Workload &w, unsigned threads,
                                  std::vector<Variant> &to) {
  using type = dnnl::memory::data_type;
  if (w.kernel == "gemm_f32") {
    int m = int(w.at("m")), n = int(w.at("n")), k = int(w.at("k"));
    to.push_back({"OpenBLAS", [&w, m, n, k, threads] {
                    openblas_set_num_threads(static_cast<int>(threads));
                    cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, m, n,
                                k, 1, w.array<float>(0), k, w.array<float>(1),
                                n, 0, w.array<float>(2), n);
                  }});
    addOneDnnProduct(w, type::f32, type::f32, type::f32, threads, to);
  } else if (w.kernel == "gemm_bf16") {
    addOneDnnProduct(w, type::bf16, type::bf16, type::f32, threads, to);
  } else {
    addOneDnnProduct(w, type::u8, type::s8, type::s32, threads, to);
  }
}

void tessera::bench::addAttentionPeers(Workload &w, unsigned threads,
                                       std::vector<Variant> &to) {
  if (w.kernel != "attention_f32")
    return;
  int heads = int(w.at("heads")), seq = int(w.at("seq")), d = int(w.at("d"));
  auto scores = std::make_shared<Array>(size_t(seq) * seq * 4);
  to.push_back(
      {"OpenBLAS+softmax", [&w, heads, seq, d, threads, scores] {
         openblas_set_num_threads(static_cast<int>(threads));
         for (int head = 0; head < heads; ++head) {
           int64_t at = int64_t(head) * seq * d;
           float *s = scores->as<float>();
           cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasTrans, seq, seq, d,
                       1 / std::sqrt(float(d)), w.array<float>(0) + at, d,
                       w.array<float>(1) + at, d, 0, s, seq);
           parallelFor(threads, seq, 64, [&](int64_t begin, int64_t end) {
             softmaxRows(s, s, begin, end, seq);
           });
           cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, seq, d, seq,
                       1, s, seq, w.array<float>(2) + at, d, 0,
                       w.array<float>(3) + at, d);
         }
       }});
}
