//===- benchmarks/cpu/Workload.h - one kernel on one shape --------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What compiled kernels and their peers have in common: the arrays of a
// problem, filled the same way in both programs, the arguments of the Tile IR
// entry, and a check of the result in double precision at sampled places. No
// MLIR here.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_BENCHMARKS_CPU_WORKLOAD_H
#define TESSERA_BENCHMARKS_CPU_WORKLOAD_H

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace tessera::bench {

using Shape = std::map<std::string, int64_t>;

/// Zeroed memory on huge pages where the system gives them, all pages touched.
class Array {
public:
  explicit Array(size_t bytes);
  ~Array();
  Array(Array &&other) noexcept;
  Array(const Array &) = delete;
  Array &operator=(const Array &) = delete;

  template <typename T> T *as() const { return static_cast<T *>(memory); }
  size_t size() const { return bytes; }

private:
  void *memory;
  size_t bytes;
};

/// A bf16 bit pattern.
struct BFloat16 {
  uint16_t bits;
  static BFloat16 round(float value);
  float value() const;
};

class Workload {
public:
  /// Null when there is no kernel of that name; shape keys that it needs and
  /// that are missing count as 0.
  static std::unique_ptr<Workload> make(const std::string &kernel,
                                        const Shape &shape);

  std::string kernel;
  Shape shape;
  std::vector<Array> arrays;
  /// Slots of the entry's parameters, and its grid.
  std::vector<uint64_t> arguments;
  uint32_t grid[3] = {1, 1, 1};
  /// Useful work of one run: operations and bytes named by the algorithm.
  double operations = 0, bytes = 0;

  int64_t at(const char *key) const {
    auto found = shape.find(key);
    return found == shape.end() ? 0 : found->second;
  }
  template <typename T> T *array(size_t index) const {
    return arrays[index].as<T>();
  }

  /// Brings arrays that a run changes (counters, in-place results) to their
  /// first state; not part of a measurement.
  std::function<void()> reset = [] {};
  /// After reset() and one run: empty, or what is wrong.
  std::function<std::string()> check;
};

} // namespace tessera::bench

#endif // TESSERA_BENCHMARKS_CPU_WORKLOAD_H
