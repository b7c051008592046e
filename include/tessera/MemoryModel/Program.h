//===- MemoryModel/Program.h - what is checked ------------------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Threads, memory, the order of kernels, and the condition that is asked for.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_MEMORYMODEL_PROGRAM_H
#define TESSERA_MEMORYMODEL_PROGRAM_H

#include "tessera/MemoryModel/Trace.h"

namespace tessera::memmodel {

class Execution;

/// A formula over final registers and final memory.
struct Condition {
  enum class Kind : uint8_t { True, Register, Memory, Not, And, Or };
  Kind kind = Kind::True;
  std::vector<Condition> children;
  /// Register: of agent `agent`, "r2" or "r2[1]", or "m0.0[1]" for a result of
  /// its first memory operation.
  unsigned agent = 0;
  std::string name;
  Footprint location;
  /// Comparison with `value`: equal or not equal.
  bool isEqual = true;
  int64_t value = 0;
  /// Written with a decimal point: compared as a float of the width of what it
  /// is compared with.
  bool isFloat = false;
  double floatValue = 0;

  /// A register that its agent never set differs from everything.
  bool holds(const Execution &execution) const;
  /// All constants that are compared with.
  void collectConstants(std::vector<uint64_t> &constants) const;
  /// The bits compared with at `width` bits.
  uint64_t bits(unsigned width) const;
};

/// Kernel `first` comes before `second` in a stream. Programmatic: `second` may
/// start early, and gdc_wait_tko waits for `first`.
struct KernelOrder {
  std::string first, second;
  bool isProgrammatic = false;
};

struct Program {
  MemoryImage image;
  std::vector<Thread> threads;
  std::vector<KernelOrder> kernels;
  Condition condition;
  /// `forall`: asks whether the condition can be broken; `condition` is its
  /// negation.
  bool isForall = false;
};

/// Index by which launch and join events name a kernel.
uint64_t kernelKey(llvm::StringRef kernel);

} // namespace tessera::memmodel

#endif // TESSERA_MEMORYMODEL_PROGRAM_H
