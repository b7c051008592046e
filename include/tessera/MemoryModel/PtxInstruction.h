//===- MemoryModel/PtxInstruction.h - parsed PTX of a test -------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What PtxParser makes of text and PtxThread executes; race detection runs it,
// too.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_MEMORYMODEL_PTXINSTRUCTION_H
#define TESSERA_MEMORYMODEL_PTXINSTRUCTION_H

#include "tessera/MemoryModel/Trace.h"

namespace tessera::memmodel {

enum class PtxKind : uint8_t {
  Load,
  Store,
  /// atom and red.
  Atomic,
  Fence,
  ProxyFence,
  Barrier,
  /// cp.async and cp.async.bulk; with `operation`, cp.reduce.async.bulk.
  Copy,
  CommitGroup,
  WaitGroup,
  WaitAll,
  MbarrierArrive,
  MbarrierWait,
  /// Of kernels, by host threads.
  Launch,
  Join,
  /// add of registers.
  Add
};

enum class AtomicOperation : uint8_t {
  None,
  Add,
  And,
  Or,
  Xor,
  Min,
  Max,
  Exch,
  Cas
};

/// A register, or a number where `reg` is empty.
struct PtxOperand {
  std::string reg;
  uint64_t value = 0;
};

struct PtxInstruction {
  PtxKind kind = PtxKind::Fence;
  Order order = Order::Weak;
  Scope scope = Scope::None;
  AtomicOperation operation = AtomicOperation::None;
  bool isSigned = false;
  /// `red`: nobody uses what it read.
  bool isReduction = false;
  /// Of copies and their groups.
  bool isBulk = false;
  /// wait_group.read: only the sources have been read.
  bool readsOnly = false;
  /// Of the access; the copy's destination; the mbarrier.
  Footprint location;
  /// Of a copy; `mbarrier` if one counts its completion.
  Footprint source, mbarrier;
  bool hasMbarrier = false;
  std::string destination;
  std::vector<PtxOperand> operands;
  /// Barrier or number of groups left.
  uint32_t number = 0;
  std::string kernel;
  std::string predicate;
  bool predicateEqual = true;
  int64_t predicateValue = 0;
  std::string text;
};

/// What an atomic writes, or for Cas what it writes when its comparison holds;
/// `width` in bits, the result may have more.
uint64_t combineAtomic(const PtxInstruction &op, unsigned width, uint64_t old,
                       uint64_t argument);

/// Parses one instruction, without the ';'.
llvm::Expected<PtxInstruction> parsePtxInstruction(llvm::StringRef text,
                                                   const MemoryImage &image);

} // namespace tessera::memmodel

#endif // TESSERA_MEMORYMODEL_PTXINSTRUCTION_H
