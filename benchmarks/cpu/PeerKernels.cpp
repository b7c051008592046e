//===- benchmarks/cpu/PeerKernels.cpp - kernels written by hand ---*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a good C++ programmer writes for the row, data movement and stream
// kernels: plain loops that the compiler turns into vectors, Eigen expressions,
// blocked transposes with intrinsics-free code, private histograms.
//
//===----------------------------------------------------------------------===//

#include "Peers.h"

#include <Eigen/Core>
#include <immintrin.h>

#include <cmath>

using namespace tessera::bench;
using Row = Eigen::Map<const Eigen::ArrayXf>;
using OutRow = Eigen::Map<Eigen::ArrayXf>;

void tessera::bench::softmaxRows(const float *in, float *out, int64_t begin,
                                 int64_t end, int64_t cols) {
  for (int64_t i = begin; i < end; ++i) {
    const float *x = in + i * cols;
    float *y = out + i * cols;
    float largest = x[0], sum = 0;
    for (int64_t j = 0; j < cols; ++j)
      largest = x[j] > largest ? x[j] : largest;
    for (int64_t j = 0; j < cols; ++j) {
      float weight = std::exp(x[j] - largest);
      y[j] = weight;
      sum += weight;
    }
    float inverse = 1 / sum;
    for (int64_t j = 0; j < cols; ++j)
      y[j] *= inverse;
  }
}

namespace {
void softmaxEigen(const float *in, float *out, int64_t begin, int64_t end,
                  int64_t cols) {
  for (int64_t i = begin; i < end; ++i) {
    Row x(in + i * cols, cols);
    OutRow y(out + i * cols, cols);
    y = (x - x.maxCoeff()).exp();
    y *= 1 / y.sum();
  }
}

void normRows(const Workload &w, int64_t begin, int64_t end) {
  int64_t cols = w.at("cols");
  bool isLayer = w.kernel == "layer_norm";
  const float *gamma = w.array<float>(2);
  const float *beta = isLayer ? w.array<float>(3) : nullptr;
  for (int64_t i = begin; i < end; ++i) {
    const float *__restrict x = w.array<float>(0) + i * cols;
    float *__restrict y = w.array<float>(1) + i * cols;
    float sum = 0, squares = 0;
    if (isLayer)
      for (int64_t j = 0; j < cols; ++j)
        sum += x[j];
    float mean = sum / float(cols);
    for (int64_t j = 0; j < cols; ++j)
      squares += (x[j] - mean) * (x[j] - mean);
    float inverse = 1 / std::sqrt(squares / float(cols) + 1e-5f);
    if (isLayer)
      for (int64_t j = 0; j < cols; ++j)
        y[j] = (x[j] - mean) * inverse * gamma[j] + beta[j];
    else
      for (int64_t j = 0; j < cols; ++j)
        y[j] = x[j] * inverse * gamma[j];
  }
}

void normEigen(const Workload &w, int64_t begin, int64_t end) {
  int64_t cols = w.at("cols");
  bool isLayer = w.kernel == "layer_norm";
  Row gamma(w.array<float>(2), cols);
  for (int64_t i = begin; i < end; ++i) {
    Row x(w.array<float>(0) + i * cols, cols);
    OutRow y(w.array<float>(1) + i * cols, cols);
    float mean = isLayer ? x.mean() : 0;
    float inverse = 1 / std::sqrt((x - mean).square().mean() + 1e-5f);
    if (isLayer)
      y = (x - mean) * inverse * gamma + Row(w.array<float>(3), cols);
    else
      y = x * inverse * gamma;
  }
}

void scanRows(const Workload &w, int64_t begin, int64_t end) {
  int64_t cols = w.at("cols");
  for (int64_t i = begin; i < end; ++i) {
    float sum = 0;
    for (int64_t j = 0; j < cols; ++j)
      w.array<float>(1)[i * cols + j] = sum += w.array<float>(0)[i * cols + j];
  }
}

/// Blocks of 16x16 through a small buffer; the compiler makes shuffles of it.
void transposeBlocks(const Workload &w, int64_t begin, int64_t end) {
  int64_t rows = w.at("rows"), cols = w.at("cols");
  const float *__restrict in = w.array<float>(0);
  float *__restrict out = w.array<float>(1);
  constexpr int64_t block = 16;
  for (int64_t i = begin; i < end; i += block)
    for (int64_t j = 0; j < cols; j += block) {
      float tile[block][block];
      for (int64_t r = 0; r < block; ++r)
        for (int64_t c = 0; c < block; ++c)
          tile[c][r] = in[(i + r) * cols + j + c];
      for (int64_t c = 0; c < block; ++c)
        for (int64_t r = 0; r < block; ++r)
          out[(j + c) * rows + i + r] = tile[c][r];
    }
}
/// Panels of 64x64 so that lines of both matrices are used whole while in L1.
void transposePanels(const Workload &w, int64_t begin, int64_t end) {
  int64_t rows = w.at("rows"), cols = w.at("cols");
  const float *__restrict in = w.array<float>(0);
  float *__restrict out = w.array<float>(1);
  constexpr int64_t panel = 64, block = 8;
  for (int64_t i = begin; i < end; i += panel)
    for (int64_t j = 0; j < cols; j += panel)
      for (int64_t ii = i; ii < i + panel; ii += block)
        for (int64_t jj = j; jj < j + panel; jj += block)
          for (int64_t c = 0; c < block; ++c)
            for (int64_t r = 0; r < block; ++r)
              out[(jj + c) * rows + ii + r] = in[(ii + r) * cols + jj + c];
}

void scanArray(const Workload &w, unsigned threads) {
  int64_t n = w.at("n");
  const int32_t *in = w.array<int32_t>(0);
  int32_t *out = w.array<int32_t>(1);
  if (threads == 1) {
    int32_t sum = 0;
    for (int64_t i = 0; i < n; ++i)
      out[i] = sum += in[i];
    return;
  }
  // Pieces that stay in L2 between the sum and the scan would need a chain of
  // waits; two passes over equal parts need one.
  std::vector<int32_t> sums(threads + 1);
  int64_t part = (n + threads - 1) / threads;
  parallelFor(threads, threads, 1, [&](int64_t t, int64_t) {
    int32_t sum = 0;
    for (int64_t i = t * part; i < std::min(n, (t + 1) * part); ++i)
      sum += in[i];
    sums[t + 1] = sum;
  });
  for (unsigned t = 0; t < threads; ++t)
    sums[t + 1] += sums[t];
  parallelFor(threads, threads, 1, [&](int64_t t, int64_t) {
    int32_t sum = sums[t];
    for (int64_t i = t * part; i < std::min(n, (t + 1) * part); ++i)
      out[i] = sum += in[i];
  });
}

/// Four histograms hide the latency of incrementing the same counter twice.
void histogram(const Workload &w, unsigned threads) {
  int64_t n = w.at("n");
  const int32_t *in = w.array<int32_t>(0);
  int32_t *bins = w.array<int32_t>(1);
  parallelFor(
      threads, n, threads == 1 ? n : 1 << 20, [&](int64_t begin, int64_t end) {
        int32_t own[4][256] = {};
        int64_t i = begin;
        for (; i + 4 <= end; i += 4)
          for (int lane = 0; lane < 4; ++lane)
            ++own[lane][static_cast<uint8_t>(in[i + lane])];
        for (; i < end; ++i)
          ++own[0][static_cast<uint8_t>(in[i])];
        for (int b = 0; b < 256; ++b)
          __atomic_fetch_add(&bins[b],
                             own[0][b] + own[1][b] + own[2][b] + own[3][b],
                             __ATOMIC_RELAXED);
      });
}

enum class Stream { Add, Saxpy, Copy };

template <bool nonTemporal>
void stream(Stream kind, const Workload &w, int64_t begin, int64_t end) {
  const float *__restrict x = w.array<float>(0);
  float *y = w.array<float>(1);
  float *out = kind == Stream::Add ? w.array<float>(2) : y;
#ifdef __AVX512F__
  if (nonTemporal) {
    for (int64_t i = begin; i < end; i += 16) {
      __m512 v = _mm512_load_ps(x + i);
      if (kind == Stream::Add)
        v = _mm512_add_ps(v, _mm512_load_ps(y + i));
      else if (kind == Stream::Saxpy)
        v = _mm512_fmadd_ps(v, _mm512_set1_ps(0.25f), _mm512_load_ps(y + i));
      _mm512_stream_ps(out + i, v);
    }
    _mm_sfence();
    return;
  }
#endif
  if (kind == Stream::Add)
    for (int64_t i = begin; i < end; ++i)
      out[i] = x[i] + y[i];
  else if (kind == Stream::Saxpy)
    for (int64_t i = begin; i < end; ++i)
      out[i] = 0.25f * x[i] + out[i];
  else
    for (int64_t i = begin; i < end; ++i)
      out[i] = x[i];
}

void geluEigen(const Workload &w, int64_t begin, int64_t end) {
  Row x(w.array<float>(0) + begin, end - begin);
  OutRow(w.array<float>(1) + begin, end - begin) =
      x / (1 + (-1.5957691f * x * (1 + 0.044715f * x * x)).exp());
}

void geluLoop(const Workload &w, int64_t begin, int64_t end) {
  const float *__restrict x = w.array<float>(0);
  float *__restrict out = w.array<float>(1);
  for (int64_t i = begin; i < end; ++i)
    out[i] = x[i] /
             (1 + std::exp(-1.5957691f * x[i] * (1 + 0.044715f * x[i] * x[i])));
}
} // namespace

void tessera::bench::addStreamPeers(Workload &w, unsigned threads,
                                    std::vector<Variant> &to) {
  Stream kind = w.kernel == "vector_add" ? Stream::Add
                : w.kernel == "saxpy"    ? Stream::Saxpy
                                         : Stream::Copy;
  bool isChecked = kind != Stream::Copy;
  int64_t n = w.at("n"), chunk = 1 << 18;
  to.push_back({"stream",
                [=, &w] {
                  parallelFor(threads, n, chunk,
                              [&](int64_t begin, int64_t end) {
                                stream<false>(kind, w, begin, end);
                              });
                },
                isChecked});
  to.push_back({"stream-nt",
                [=, &w] {
                  parallelFor(threads, n, chunk,
                              [&](int64_t begin, int64_t end) {
                                stream<true>(kind, w, begin, end);
                              });
                },
                isChecked});
  if (w.kernel == "gelu") {
    to.push_back({"(C++)", [=, &w] {
                    parallelFor(threads, n, chunk,
                                [&](int64_t begin, int64_t end) {
                                  geluLoop(w, begin, end);
                                });
                  }});
    to.push_back({"(Eigen)", [=, &w] {
                    parallelFor(threads, n, chunk,
                                [&](int64_t begin, int64_t end) {
                                  geluEigen(w, begin, end);
                                });
                  }});
  }
}

void tessera::bench::addKernelPeers(Workload &w, unsigned threads,
                                    std::vector<Variant> &to) {
  int64_t rows = w.at("rows"), cols = w.at("cols");
  auto byRows = [&](const char *name, int64_t chunk, auto body) {
    to.push_back({name, [=, &w] {
                    parallelFor(threads, rows, chunk,
                                [&](int64_t begin, int64_t end) {
                                  body(w, begin, end);
                                });
                  }});
  };
  int64_t chunk = std::max<int64_t>(1, rows / 64);
  if (w.kernel == "softmax") {
    byRows("C++", chunk, [cols](const Workload &w, int64_t begin, int64_t end) {
      softmaxRows(w.array<float>(0), w.array<float>(1), begin, end, cols);
    });
    byRows(
        "Eigen", chunk, [cols](const Workload &w, int64_t begin, int64_t end) {
          softmaxEigen(w.array<float>(0), w.array<float>(1), begin, end, cols);
        });
  } else if (w.kernel == "layer_norm" || w.kernel == "rms_norm") {
    byRows("C++", chunk, normRows);
    byRows("Eigen", chunk, normEigen);
  } else if (w.kernel == "row_scan") {
    byRows("C++", chunk, scanRows);
  } else if (w.kernel == "transpose") {
    if (rows % 64 == 0 && cols % 64 == 0) {
      byRows("C++16x16", 64, transposeBlocks);
      byRows("C++64x64", 64, transposePanels);
    }
  } else if (w.kernel == "prefix_scan") {
    to.push_back({"C++", [&w, threads] { scanArray(w, threads); }});
  } else if (w.kernel == "histogram") {
    to.push_back({"C++", [&w, threads] { histogram(w, threads); }});
  }
}
