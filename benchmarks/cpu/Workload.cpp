//===- benchmarks/cpu/Workload.cpp - the problems -----------------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Arrays, arguments and checks of every kernel of benchmarks/kernels. Checks
// use double precision at sampled outputs, so that those of large shapes take
// less than a second, and name the first output that is wrong.
//
//===----------------------------------------------------------------------===//

#include "Workload.h"

#include <cmath>
#include <cstring>
#include <sys/mman.h>
#include <utility>

using namespace tessera::bench;

// Neighbours of a power of two bytes would lie 2^28 bytes apart or at another
// distance that the way predictor of AMD's first-level cache (a hash of address
// bits 12 to 27) cannot tell: streams over both take up to half as long again,
// and whether arrays of a process are neighbours is luck. So one page is
// between.
Array::Array(size_t size)
    : bytes(((size + (2 << 20) - 1) & ~size_t((2 << 20) - 1)) + (2 << 20)) {
  memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE,
                MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED)
    abort();
  madvise(memory, bytes, MADV_HUGEPAGE);
  memset(memory, 0, bytes);
}
Array::~Array() {
  if (memory)
    munmap(memory, bytes);
}
Array::Array(Array &&other) noexcept
    : memory(std::exchange(other.memory, nullptr)), bytes(other.bytes) {}

BFloat16 BFloat16::round(float value) {
  uint32_t bits;
  memcpy(&bits, &value, 4);
  return {static_cast<uint16_t>((bits + 0x7fff + ((bits >> 16) & 1)) >> 16)};
}
float BFloat16::value() const {
  uint32_t wide = uint32_t(bits) << 16;
  float result;
  memcpy(&result, &wide, 4);
  return result;
}

namespace {
uint32_t hash(uint64_t index) {
  index = (index + 0x9e3779b97f4a7c15u) * 0xbf58476d1ce4e5b9u;
  return static_cast<uint32_t>((index ^ (index >> 29)) * 0x94d049bb133111ebu >>
                               32);
}
/// In [-1, 1), 24 random bits.
float uniform(uint64_t index) {
  return static_cast<float>(static_cast<int32_t>(hash(index)) >> 8) * 0x1p-23f;
}
void fillFloats(float *out, size_t count, uint64_t seed) {
  for (size_t i = 0; i < count; ++i)
    out[i] = uniform((seed << 40) + i);
}
std::string mismatch(const char *what, int64_t i, int64_t j, double got,
                     double want) {
  char text[160];
  snprintf(text, sizeof text, "%s: element [%lld, %lld] is %.9g, expected %.9g",
           what, static_cast<long long>(i), static_cast<long long>(j), got,
           want);
  return text;
}
uint64_t slot(const Array &array) {
  return reinterpret_cast<uint64_t>(array.as<void>());
}
uint64_t slot(float value) {
  uint32_t bits;
  memcpy(&bits, &value, 4);
  return bits;
}
uint32_t ceilDiv(int64_t value, int64_t divisor) {
  return static_cast<uint32_t>((value + divisor - 1) / divisor);
}
constexpr int samples = 200;

void makeArguments(Workload &w, std::initializer_list<uint64_t> scalars) {
  for (const Array &array : w.arrays)
    w.arguments.push_back(slot(array));
  w.arguments.insert(w.arguments.end(), scalars);
}

/// Products: `In` converted to double by `value`.
template <typename L, typename R, typename Out, typename ValueL,
          typename ValueR>
void makeGemm(Workload &w, ValueL left, ValueR right, double tolerance) {
  int64_t m = w.at("m"), n = w.at("n"), k = w.at("k");
  w.arrays.emplace_back(m * k * sizeof(L));
  w.arrays.emplace_back(k * n * sizeof(R));
  w.arrays.emplace_back(m * n * sizeof(Out));
  w.operations = 2.0 * m * n * k;
  w.bytes = double(m * k * sizeof(L) + k * n * sizeof(R) + m * n * sizeof(Out));
  makeArguments(w, {uint64_t(m), uint64_t(n), uint64_t(k)});
  w.grid[0] = ceilDiv(m, 128);
  w.grid[1] = ceilDiv(n, 128);
  w.check = [&w, m, n, k, left, right, tolerance]() -> std::string {
    for (int s = 0; s < samples; ++s) {
      int64_t i = s == 0 ? m - 1 : hash(2 * s) % m;
      int64_t j = s == 0 ? n - 1 : hash(2 * s + 1) % n;
      double sum = 0, magnitude = 0;
      for (int64_t l = 0; l < k; ++l) {
        double term =
            left(w.array<L>(0)[i * k + l]) * right(w.array<R>(1)[l * n + j]);
        sum += term;
        magnitude += std::fabs(term);
      }
      double got = double(w.array<Out>(2)[i * n + j]);
      if (!(std::fabs(got - sum) <= tolerance * magnitude))
        return mismatch("product", i, j, got, sum);
    }
    return {};
  };
}

/// Rows of f32 with `parameters` vectors; `row` computes one row in double.
template <typename Row>
void makeRows(Workload &w, int parameters, double tolerance, Row row) {
  int64_t rows = w.at("rows"), cols = w.at("cols");
  w.arrays.emplace_back(rows * cols * 4);
  w.arrays.emplace_back(rows * cols * 4);
  fillFloats(w.array<float>(0), rows * cols, 1);
  for (int p = 0; p < parameters; ++p) {
    w.arrays.emplace_back(cols * 4);
    fillFloats(w.array<float>(2 + p), cols, 2 + p);
  }
  w.bytes = 8.0 * rows * cols;
  makeArguments(w, {uint64_t(rows)});
  w.grid[0] = static_cast<uint32_t>(rows);
  w.check = [&w, rows, cols, tolerance, row]() -> std::string {
    std::vector<double> expected(cols);
    for (int s = 0; s < 8; ++s) {
      int64_t i = s == 0 ? rows - 1 : hash(s) % rows;
      row(w, w.array<float>(0) + i * cols, cols, expected);
      double largest = 0;
      for (double value : expected)
        largest = std::max(largest, std::fabs(value));
      for (int64_t j = 0; j < cols; ++j) {
        double got = w.array<float>(1)[i * cols + j];
        if (!(std::fabs(got - expected[j]) <= tolerance * largest))
          return mismatch("row", i, j, got, expected[j]);
      }
    }
    return {};
  };
}

/// Element-wise kernels; `expected` is a function of the index.
template <typename Expected>
void checkElements(Workload &w, size_t output, double tolerance,
                   Expected expected) {
  w.check = [&w, output, tolerance, expected]() -> std::string {
    int64_t n = w.at("n");
    for (int s = 0; s < 20000; ++s) {
      int64_t i =
          s == 0 ? n - 1 : (uint64_t(hash(2 * s)) << 16 | hash(2 * s + 1)) % n;
      double got = w.array<float>(output)[i], want = expected(i);
      if (!(std::fabs(got - want) <=
            tolerance * std::max(1.0, std::fabs(want))))
        return mismatch("element", i, 0, got, want);
    }
    return {};
  };
}

template <typename T, typename Value, typename Make>
void makeAttention(Workload &w, Value value, Make make, double tolerance) {
  int64_t heads = w.at("heads"), seq = w.at("seq"), d = w.at("d");
  int64_t count = heads * seq * d;
  for (int a = 0; a < 4; ++a) {
    w.arrays.emplace_back(count * sizeof(T));
    if (a < 3)
      for (int64_t i = 0; i < count; ++i)
        w.array<T>(a)[i] = make(2 * uniform((uint64_t(a + 1) << 40) + i));
  }
  float scale = 1 / std::sqrt(float(d));
  w.operations = 4.0 * heads * seq * seq * d;
  w.bytes = 4.0 * count * sizeof(T);
  makeArguments(w, {uint64_t(heads), uint64_t(seq), slot(scale)});
  w.grid[0] = ceilDiv(seq, 128);
  w.grid[1] = static_cast<uint32_t>(heads);
  w.check = [&w, heads, seq, d, value, tolerance]() -> std::string {
    std::vector<double> weights(seq);
    for (int s = 0; s < 12; ++s) {
      int64_t head = hash(2 * s) % heads,
              i = s == 0 ? seq - 1 : hash(2 * s + 1) % seq;
      const T *q = w.array<T>(0) + (head * seq + i) * d;
      const T *keys = w.array<T>(1) + head * seq * d,
              *values = w.array<T>(2) + head * seq * d;
      double largest = -INFINITY, sum = 0;
      for (int64_t j = 0; j < seq; ++j) {
        double dot = 0;
        for (int64_t c = 0; c < d; ++c)
          dot += double(value(q[c])) * value(keys[j * d + c]);
        weights[j] = dot / std::sqrt(double(d));
        largest = std::max(largest, weights[j]);
      }
      for (double &weight : weights)
        sum += weight = std::exp(weight - largest);
      for (int64_t c = 0; c < d; ++c) {
        double want = 0;
        for (int64_t j = 0; j < seq; ++j)
          want += weights[j] / sum * value(values[j * d + c]);
        double got = value(w.array<T>(3)[(head * seq + i) * d + c]);
        if (!(std::fabs(got - want) <= tolerance))
          return mismatch("attention", head * seq + i, c, got, want);
      }
    }
    return {};
  };
}

double identity(float value) { return value; }
double wideBFloat(BFloat16 value) { return value.value(); }
double fromByte(int value) { return value; }

void makeStreams(Workload &w) {
  int64_t n = w.at("n");
  bool isGelu = w.kernel == "gelu", isSaxpy = w.kernel == "saxpy";
  for (int a = 0; a < (w.kernel == "vector_add" ? 3 : 2); ++a)
    w.arrays.emplace_back(n * 4);
  fillFloats(w.array<float>(0), n, 1);
  w.grid[0] = ceilDiv(n, 4096);
  if (isGelu) {
    w.bytes = 8.0 * n;
    makeArguments(w, {uint64_t(n)});
    checkElements(w, 1, 1e-6, [&w](int64_t i) {
      double x = w.array<float>(0)[i];
      return 0.5 * x *
             (1 + std::tanh(std::sqrt(2 / M_PI) * (x + 0.044715 * x * x * x)));
    });
    return;
  }
  w.bytes = 12.0 * n;
  fillFloats(w.array<float>(1), n, 2);
  if (isSaxpy) {
    makeArguments(w, {uint64_t(n), slot(0.25f)});
    w.reset = [&w, n] { fillFloats(w.array<float>(1), n, 2); };
    checkElements(w, 1, 1e-6, [&w](int64_t i) {
      return 0.25 * w.array<float>(0)[i] + uniform((uint64_t(2) << 40) + i);
    });
    return;
  }
  makeArguments(w, {uint64_t(n)});
  checkElements(w, 2, 1e-6, [&w](int64_t i) {
    return double(w.array<float>(0)[i]) + w.array<float>(1)[i];
  });
}

void makeTranspose(Workload &w) {
  int64_t rows = w.at("rows"), cols = w.at("cols");
  w.arrays.emplace_back(rows * cols * 4);
  w.arrays.emplace_back(rows * cols * 4);
  fillFloats(w.array<float>(0), rows * cols, 1);
  w.bytes = 8.0 * rows * cols;
  makeArguments(w, {uint64_t(rows), uint64_t(cols)});
  w.grid[0] = ceilDiv(cols, 64);
  w.grid[1] = ceilDiv(rows, 64);
  w.check = [&w, rows, cols]() -> std::string {
    for (int64_t i = 0; i < rows; ++i)
      for (int64_t j = 0; j < cols; ++j)
        if (w.array<float>(0)[i * cols + j] != w.array<float>(1)[j * rows + i])
          return mismatch("transpose", j, i, w.array<float>(1)[j * rows + i],
                          w.array<float>(0)[i * cols + j]);
    return {};
  };
}

void makeScan(Workload &w) {
  int64_t n = w.at("n"), blocks = ceilDiv(n, 4096);
  for (int64_t count : {n, n, blocks, blocks, int64_t(1)})
    w.arrays.emplace_back(count * 4);
  for (int64_t i = 0; i < n; ++i)
    w.array<int32_t>(0)[i] = static_cast<int32_t>(hash(i) & 0xff) - 128;
  w.bytes = 8.0 * n;
  makeArguments(w, {uint64_t(n)});
  w.grid[0] = static_cast<uint32_t>(blocks);
  w.reset = [&w] {
    memset(w.array<char>(3), 0, w.arrays[3].size());
    memset(w.array<char>(4), 0, w.arrays[4].size());
  };
  w.check = [&w, n]() -> std::string {
    int32_t sum = 0;
    for (int64_t i = 0; i < n; ++i) {
      sum += w.array<int32_t>(0)[i];
      if (w.array<int32_t>(1)[i] != sum)
        return mismatch("scan", i, 0, w.array<int32_t>(1)[i], sum);
    }
    return {};
  };
}

void makeHistogram(Workload &w) {
  int64_t n = w.at("n"), blocks = ceilDiv(n, 1 << 20);
  for (int64_t count : {n, int64_t(256), blocks * 256})
    w.arrays.emplace_back(count * 4);
  for (int64_t i = 0; i < n; ++i)
    w.array<int32_t>(0)[i] = static_cast<int32_t>(hash(i) & 0xff);
  w.bytes = 4.0 * n;
  makeArguments(w, {uint64_t(n)});
  w.grid[0] = static_cast<uint32_t>(blocks);
  w.reset = [&w] { memset(w.array<char>(1), 0, 256 * 4); };
  w.check = [&w, n]() -> std::string {
    std::vector<int32_t> counts(256);
    for (int64_t i = 0; i < n; ++i)
      ++counts[w.array<int32_t>(0)[i]];
    for (int64_t b = 0; b < 256; ++b)
      if (w.array<int32_t>(1)[b] != counts[b])
        return mismatch("histogram", b, 0, w.array<int32_t>(1)[b], counts[b]);
    return {};
  };
}

void makeGemmOf(Workload &w) {
  int64_t m = w.at("m"), n = w.at("n"), k = w.at("k");
  if (w.kernel == "gemm_f32") {
    makeGemm<float, float, float>(w, identity, identity, 1e-5);
    fillFloats(w.array<float>(0), m * k, 1);
    fillFloats(w.array<float>(1), k * n, 2);
  } else if (w.kernel == "gemm_bf16") {
    makeGemm<BFloat16, BFloat16, float>(w, wideBFloat, wideBFloat, 1e-5);
    for (int64_t i = 0; i < m * k; ++i)
      w.array<BFloat16>(0)[i] = BFloat16::round(uniform(i));
    for (int64_t i = 0; i < k * n; ++i)
      w.array<BFloat16>(1)[i] =
          BFloat16::round(uniform((uint64_t(2) << 40) + i));
  } else {
    makeGemm<uint8_t, int8_t, int32_t>(w, fromByte, fromByte, 0);
    for (int64_t i = 0; i < m * k; ++i)
      w.array<uint8_t>(0)[i] = static_cast<uint8_t>(hash(i));
    // Of seven bits: where there is no VNNI, oneDNN sums pairs in 16 bits.
    for (int64_t i = 0; i < k * n; ++i)
      w.array<int8_t>(1)[i] =
          static_cast<int8_t>(hash((uint64_t(2) << 40) + i)) / 2;
  }
}

void makeNorm(Workload &w) {
  bool isLayer = w.kernel == "layer_norm";
  makeRows(w, isLayer ? 2 : 1, 1e-5,
           [isLayer](const Workload &w, const float *x, int64_t n,
                     std::vector<double> &out) {
             double sum = 0, squares = 0;
             for (int64_t j = 0; j < n; ++j)
               sum += x[j];
             double mean = isLayer ? sum / n : 0;
             for (int64_t j = 0; j < n; ++j)
               squares += (x[j] - mean) * (x[j] - mean);
             double inverse = 1 / std::sqrt(squares / n + 1e-5);
             for (int64_t j = 0; j < n; ++j)
               out[j] = (x[j] - mean) * inverse * w.array<float>(2)[j] +
                        (isLayer ? w.array<float>(3)[j] : 0);
           });
}
} // namespace

std::unique_ptr<Workload> Workload::make(const std::string &kernel,
                                         const Shape &shape) {
  auto w = std::make_unique<Workload>();
  w->kernel = kernel;
  w->shape = shape;
  if (kernel.starts_with("gemm_"))
    makeGemmOf(*w);
  else if (kernel == "vector_add" || kernel == "saxpy" || kernel == "gelu")
    makeStreams(*w);
  else if (kernel == "layer_norm" || kernel == "rms_norm")
    makeNorm(*w);
  else if (kernel == "softmax")
    makeRows(*w, 0, 1e-5,
             [](const Workload &, const float *x, int64_t n,
                std::vector<double> &out) {
               double largest = x[0], sum = 0;
               for (int64_t j = 0; j < n; ++j)
                 largest = std::max(largest, double(x[j]));
               for (int64_t j = 0; j < n; ++j)
                 sum += out[j] = std::exp(x[j] - largest);
               for (int64_t j = 0; j < n; ++j)
                 out[j] /= sum;
             });
  else if (kernel == "row_scan")
    makeRows(*w, 0, 1e-5,
             [](const Workload &, const float *x, int64_t n,
                std::vector<double> &out) {
               double sum = 0;
               for (int64_t j = 0; j < n; ++j)
                 out[j] = sum += x[j];
             });
  else if (kernel == "attention_f32")
    makeAttention<float>(*w, identity, [](float v) { return v; }, 1e-5);
  else if (kernel == "attention_bf16")
    makeAttention<BFloat16>(
        *w, wideBFloat, [](float v) { return BFloat16::round(v); }, 1.5e-2);
  else if (kernel == "transpose")
    makeTranspose(*w);
  else if (kernel == "prefix_scan")
    makeScan(*w);
  else if (kernel == "histogram")
    makeHistogram(*w);
  else
    return nullptr;
  return w;
}
