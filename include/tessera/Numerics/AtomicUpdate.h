//===- tessera/Numerics/AtomicUpdate.h - what atomics compute ---*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The functions of atomic read-modify-write operations (ops.md 7.1), once for
// everybody who executes them: the interpreter, the runtime of CPU code and the
// litmus tests. The dialect's enumeration of modes is translated to this one by
// Dialect/CudaTile/IR/AtomicModes.h.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_NUMERICS_ATOMICUPDATE_H
#define TESSERA_NUMERICS_ATOMICUPDATE_H

#include "tessera/Numerics/FloatArith.h"
#include "tessera/Numerics/IntArith.h"

namespace tessera::numerics {

/// The numbers are part of the ABI of compiled CPU kernels
/// (Target/CpuRuntimeABI.def).
enum class AtomicUpdate : uint32_t {
  And = 0,
  Or = 1,
  Xor = 2,
  Add = 3,
  AddF = 4,
  Max = 5,
  Min = 6,
  UMax = 7,
  UMin = 8,
  Xchg = 9,
};

/// The value that `update` writes where it has read `old`. Both values are
/// containers of `kind`, as the result is.
inline uint64_t applyUpdate(AtomicUpdate update, ElementKind kind, uint64_t old,
                            uint64_t argument) {
  const unsigned width = bitWidth(kind);
  const bool isLess = signedValue(width, old) < signedValue(width, argument);
  switch (update) {
  case AtomicUpdate::And:
    return old & argument;
  case AtomicUpdate::Or:
    return old | argument;
  case AtomicUpdate::Xor:
    return old ^ argument;
  case AtomicUpdate::Add:
    return addI(width, old, argument);
  case AtomicUpdate::AddF:
    return addF(kind, old, argument);
  case AtomicUpdate::Max:
    return isLess ? argument : old;
  case AtomicUpdate::Min:
    return isLess ? old : argument;
  case AtomicUpdate::UMax:
    return old < argument ? argument : old;
  case AtomicUpdate::UMin:
    return old < argument ? old : argument;
  case AtomicUpdate::Xchg:
    return argument;
  }
  return argument;
}

} // namespace tessera::numerics

#endif // TESSERA_NUMERICS_ATOMICUPDATE_H
