//===- Runtime/CPU/Profile.h - where a kernel spends its time -----*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Samples of a grid's execution by line of the source.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_RUNTIME_CPU_PROFILE_H
#define TESSERA_RUNTIME_CPU_PROFILE_H

#include <cstdint>
#include <map>
#include <string>
#include <utility>

namespace tessera::cpu {

struct KernelProfile {
  /// Samples by file and line. What a line calls is part of it.
  std::map<std::pair<std::string, unsigned>, uint64_t> lines;
  /// In the kernel, but in code of no line.
  uint64_t noLine = 0;
  /// In a launch, but in no kernel: handing out blocks, waiting for threads.
  uint64_t runtime = 0;
  /// Executions of the grid, and the time of all.
  uint64_t runs = 0;
  double seconds = 0;

  uint64_t total() const {
    uint64_t sum = noLine + runtime;
    for (const auto &[line, samples] : lines)
      sum += samples;
    return sum;
  }
};

} // namespace tessera::cpu

#endif // TESSERA_RUNTIME_CPU_PROFILE_H
