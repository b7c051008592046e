//===- Codegen/NVPTX/LoopValues.h - what a loop has around it -----*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which values registers hold through a loop of LLVM IR, and which of them may
// be computed again instead.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_CODEGEN_NVPTX_LOOPVALUES_H
#define TESSERA_LIB_CODEGEN_NVPTX_LOOPVALUES_H

#include "tessera/Target/GpuTarget.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instructions.h"

#include <optional>

namespace tessera::gpu {

/// Where the value has to be: a phi uses it at the end of a block.
llvm::BasicBlock *placeOf(const llvm::Use &use);

/// Not in a register: constants, parameters, which are in a bank of constants,
/// and what the GPU keeps for each thread or block.
bool isFree(const llvm::Value *value);

/// Whether a copy can be made of the value: of 32 or 64 bits, and no number of
/// floating point.
bool isCopied(const llvm::Value *value);

/// The values that registers hold through a loop, and which of them a few cheap
/// instructions could compute again where they are used.
///
/// A use is elsewhere if it is behind the loop, up to where a loop around it
/// begins again, or in a block that not every iteration runs, or that one
/// thread runs while others wait.
class LoopValues {
public:
  LoopValues(llvm::Loop &loop, const llvm::DominatorTree &tree,
             const GpuTarget &target)
      : loop(loop), around(loop.getParentLoop()), tree(tree), target(target) {}

  /// Whether the loop has so many values around it that it pays to compute some
  /// again; finds these.
  bool find();

  bool isElsewhere(const llvm::Use &use) const;
  /// Whether the value follows from others, found by `find`.
  bool isDerived(const llvm::Value *value) const {
    return derived.contains(value);
  }
  /// A number that differs from one iteration to the next of the loop that
  /// `block` is in, this one or the one around it; null behind an outermost
  /// loop.
  llvm::Value *turnOf(const llvm::BasicBlock *block) const {
    return loop.contains(block) ? turn : turnAround;
  }

private:
  using Values = llvm::SmallPtrSetImpl<llvm::Value *>;

  unsigned registersOfThread() const;
  void findBlocksBehind();
  void findBranches();
  void findNeeded();
  void derive();
  std::optional<unsigned> deriveOperand(llvm::Value *value, unsigned most);
  std::optional<unsigned> deriveOne(llvm::Instruction *op, unsigned most);
  bool isKnown(llvm::Value *value) const;
  void findRoots(llvm::Value *value, unsigned most, Values &roots) const;
  bool keepOneMore();

  llvm::Loop &loop;
  /// Null for an outermost loop.
  llvm::Loop *around;
  const llvm::DominatorTree &tree;
  const GpuTarget &target;
  /// Instructions from the values that stay to a derived one.
  unsigned mostDepth = 0;
  /// Blocks behind the loop, and those that not every iteration runs.
  llvm::SmallPtrSet<llvm::BasicBlock *, 16> behind, branches;
  llvm::Value *turn = nullptr, *turnAround = nullptr;
  /// What registers hold in the loop, or through it.
  llvm::SetVector<llvm::Value *> needed;
  /// Of these, what nobody uses in each iteration.
  llvm::SetVector<llvm::Instruction *> through;
  /// What follows from the others, and by how many instructions.
  llvm::DenseMap<const llvm::Value *, unsigned> derived;
};

} // namespace tessera::gpu

#endif // TESSERA_LIB_CODEGEN_NVPTX_LOOPVALUES_H
