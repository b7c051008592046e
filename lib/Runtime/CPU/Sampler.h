//===- Runtime/CPU/Sampler.h - where launches spend their time ----*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// While a Sampler lives, each thread of a launch has a timer that interrupts
// it, and each interrupt notes where the thread was. It needs neither perf nor
// any right.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_RUNTIME_CPU_SAMPLER_H
#define TESSERA_LIB_RUNTIME_CPU_SAMPLER_H

#include <cstddef>
#include <cstdint>
#include <vector>

namespace tessera::cpu {

/// One at a time in a process.
class Sampler {
public:
  /// Addresses between `begin` and `end` are those of kernels.
  Sampler(uintptr_t begin, uintptr_t end);
  ~Sampler();
  Sampler(const Sampler &) = delete;
  Sampler &operator=(const Sampler &) = delete;

  /// For each interrupt of a thread of a launch: the address in a kernel at
  /// which it was, or from which it had called what it was in; 0 where no
  /// kernel was under way. Read it while no launch is under way.
  std::vector<uintptr_t> samples() const;
};

/// While one lives on the stack, its thread is one of a launch. What lies above
/// it there is none of a kernel's.
class LaunchMark {
public:
  LaunchMark();
  ~LaunchMark();
  LaunchMark(const LaunchMark &) = delete;
  LaunchMark &operator=(const LaunchMark &) = delete;

private:
  /// The thread's timer, if there is a Sampler.
  void *timer = nullptr;
  bool hasTimer = false;
};

} // namespace tessera::cpu

#endif // TESSERA_LIB_RUNTIME_CPU_SAMPLER_H
