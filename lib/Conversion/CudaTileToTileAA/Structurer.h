//===- CudaTileToTileAA/Structurer.h - state of the structuring ---*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A block of cuda_tile ends in one of four ways: it falls through (`yield`), or
// it leaves by `continue`, `break` or `return`. The blocks generated here end
// in one way and yield a *state*: flags that say what happened and one slot per
// value that some exit delivers. Slots that the exit taken does not fill are
// poison.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_CONVERSION_CUDATILETOTILEAA_STRUCTURER_H
#define TESSERA_LIB_CONVERSION_CUDATILETOTILEAA_STRUCTURER_H

#include "StructureControlFlow.h"

#include "llvm/ADT/MapVector.h"

namespace tessera::detail {

/// Deeper nests are refused: every pass over them recurses.
constexpr unsigned maxNesting = 512;

/// How control can leave a block.
struct Exits {
  bool falls = false, continues = false, breaks = false, returns = false;
  bool leaves() const { return continues || breaks || returns; }
  void addExits(const Exits &other) {
    continues |= other.continues;
    breaks |= other.breaks;
    returns |= other.returns;
  }
};

/// The values that the generated regions yield: the slots of `types`.
struct Frame {
  /// A run of slots.
  struct Slots {
    unsigned begin = 0, size = 0;
  };
  static constexpr unsigned noFlag = ~0u;

  llvm::SmallVector<mlir::Type> types;
  /// What a `yield` fills; the flag is true when it was one.
  unsigned fellFlag = noFlag;
  Slots yielded;
  /// What leaves the enclosing loop body or function; of a `loop` the flags say
  /// "go on" and "the function returned".
  unsigned continueFlag = noFlag, returnFlag = noFlag;
  Slots carried, results, returned;

  Slots add(mlir::TypeRange added) {
    Slots slots{static_cast<unsigned>(types.size()),
                static_cast<unsigned>(added.size())};
    types.append(added.begin(), added.end());
    return slots;
  }
};

/// Where control goes when a branch that took in the rest of its parent's block
/// falls through: on behind `branch`.
struct Rest {
  cuda_tile::IfOp branch;
  mlir::Block::iterator next;
  const Rest *outer;
};

/// Generates the structured body of one function. Each `emit...` appends to the
/// block under construction and returns the state with which that block ends,
/// if the op it handles is the last thing there.
class Structurer {
public:
  explicit Structurer(mlir::FunctionOpInterface function)
      : function(function), builder(function.getContext()) {}
  mlir::LogicalResult run();

private:
  using State = llvm::SmallVector<mlir::Value>;

  /// How control can leave a block, an `if`, the rest of a block.
  Exits exitsOf(mlir::Block &block);
  Exits exitsOf(cuda_tile::IfOp op);
  Exits exitsFrom(mlir::Block::iterator it, mlir::Block &block);

  mlir::Value poison(mlir::Type type);
  mlir::Value flag(bool value);
  State fill(const Frame &frame, Frame::Slots slots, mlir::ValueRange values);
  State leaveByYield(const Frame &frame, mlir::ValueRange values);
  State leaveByContinue(const Frame &frame, mlir::ValueRange values);
  State leaveByBreak(const Frame &frame, mlir::ValueRange values);
  State leaveByReturn(const Frame &frame, mlir::ValueRange values);
  Frame frameOfLoop(cuda_tile::LoopOp op, bool returns);
  Frame frameOfBranch(cuda_tile::IfOp op, const Frame &outer);

  // StructureControlFlow.cpp
  State emit(mlir::Block::iterator it, mlir::Block &block, const Frame &frame,
             const Rest *rest);
  State emitTerminator(mlir::Operation &op, const Frame &frame,
                       const Rest *rest);
  State emitRest(const Frame &frame, const Rest *rest,
                 mlir::ValueRange yielded);
  State emitLeavingIf(cuda_tile::IfOp op, const Frame &frame, const Rest &rest);
  void emitPlainOp(mlir::Operation &op);
  void emitPlainIf(cuda_tile::IfOp op);
  void emitBody(mlir::Operation &aggregate);
  mlir::scf::IfOp createIf(mlir::Location loc, mlir::TypeRange types,
                           mlir::Value condition,
                           llvm::function_ref<State()> emitThen,
                           llvm::function_ref<State()> emitElse);
  void fillRegion(mlir::Region &region, mlir::Location loc,
                  llvm::function_ref<State()> emitBranch);
  mlir::Value toBool(mlir::Value condition, mlir::Location loc);

  // StructureLoops.cpp
  void emitFor(cuda_tile::ForOp op);
  mlir::ValueRange emitLoop(cuda_tile::LoopOp op, const Frame &frame);
  State emitReturningLoop(cuda_tile::LoopOp op, const Frame &frame,
                          const Rest *rest, mlir::Block::iterator next);
  bool emitWhile(cuda_tile::LoopOp op);
  cuda_tile::IfOp findWhileTest(cuda_tile::LoopOp op);
  mlir::scf::WhileOp passOn(mlir::scf::WhileOp shell, mlir::Value condition,
                            mlir::ValueRange results);

  mlir::FunctionOpInterface function;
  mlir::OpBuilder builder;
  /// Flags and poison stand at the start of the function, one of each.
  mlir::OpBuilder::InsertPoint prologue;
  llvm::MapVector<mlir::Type, mlir::Value> poisons;
  mlir::Value flags[2];
  llvm::DenseMap<mlir::Block *, Exits> exits;
  unsigned depth = 0;
  bool tooDeep = false;
};

/// Notes of other tools on `from` go to `to`; what belongs to cuda_tile has
/// done its work.
void copyAttributes(mlir::Operation *from, mlir::Operation *to);

} // namespace tessera::detail

#endif // TESSERA_LIB_CONVERSION_CUDATILETOTILEAA_STRUCTURER_H
