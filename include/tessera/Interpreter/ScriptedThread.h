//===- Interpreter/ScriptedThread.h - a thread that is no block -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A PTX or host thread that runs beside tile blocks under race detection: a
// list of accesses and fences that program order orders. Who writes the list
// knows where it comes from; the interpreter does not.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_INTERPRETER_SCRIPTEDTHREAD_H
#define TESSERA_INTERPRETER_SCRIPTEDTHREAD_H

#include "tessera/Dialect/CudaTile/IR/CudaTile.h"
#include "tessera/Interpreter/Memory.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace tessera::interp {

/// Register `reg`, or `value` where that is negative.
struct ScriptedOperand {
  int reg = -1;
  uint64_t value = 0;
};

struct ScriptedInstruction {
  enum class Kind : uint8_t { Load, Store, Update, Fence, Compute };
  Kind kind = Kind::Fence;
  cuda_tile::MemoryOrderingSemantics order =
      cuda_tile::MemoryOrderingSemantics::Weak;
  /// None exactly for weak accesses and for Compute.
  std::optional<cuda_tile::MemoryScope> scope;
  /// Fences: fence.sc. All that reach each other are ordered.
  bool isSequential = false;
  /// Update: nobody uses what was read, so that it takes part in no acquire.
  bool isReduction = false;
  /// The bytes accessed: 1 to 8, aligned, inside the allocation.
  ProvenanceId allocation = 0;
  uint64_t offset = 0;
  unsigned bytes = 0;
  /// Store: the value. Update and Compute: what `combine` gets.
  std::vector<ScriptedOperand> operands;
  /// What is written, of the old value (0 for Compute); nothing: no write.
  std::function<std::optional<uint64_t>(uint64_t, llvm::ArrayRef<uint64_t>)>
      combine;
  /// Register that gets what was read or computed; negative: none.
  int destination = -1;
  /// Executed if register `guard` was set and equals `guardValue`, or differs.
  int guard = -1;
  bool guardEqual = true;
  uint64_t guardValue = 0;
  /// For reports, as the user wrote it.
  std::string text;
};

struct ScriptedThread {
  static constexpr unsigned host = 0xFFFFFF;

  /// "PTX thread P0".
  std::string name;
  /// Like ConcurrentLaunch::gpu; `host` for host threads.
  unsigned gpu = 0;
  /// Threads with equal numbers are in one CTA: block scope reaches them. 0: in
  /// none.
  uint32_t cta = 0;
  /// Registers that are operands must have been set whenever they are read.
  std::vector<ScriptedInstruction> code;
};

} // namespace tessera::interp

#endif // TESSERA_INTERPRETER_SCRIPTEDTHREAD_H
