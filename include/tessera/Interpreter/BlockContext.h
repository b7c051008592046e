//===- Interpreter/BlockContext.h - one tile block being executed -*- C++
//-*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a handler sees: the values of the running tile block, its coordinates,
// the memory, and the place where findings go. One per worker thread; reused
// for every block that worker executes.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_INTERPRETER_BLOCKCONTEXT_H
#define TESSERA_INTERPRETER_BLOCKCONTEXT_H

#include "tessera/Interpreter/Findings.h"
#include "tessera/Interpreter/Memory.h"
#include "tessera/Interpreter/Tile.h"

#include "mlir/IR/Value.h"
#include "mlir/Support/LLVM.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/raw_ostream.h"

#include <vector>

namespace tessera::interp {

struct Instruction;
class Engine;
class RaceBlock;

/// The value of a tensor_view; every tile view of it has the same value, since
/// all their parameters are in the type.
struct ViewValue {
  uint64_t base = 0;
  ProvenanceId provenance = 0;
  llvm::SmallVector<uint64_t, 4> shape;
  llvm::SmallVector<uint64_t, 4> strides;
};

class BlockContext {
public:
  /// The value of an operand of the running op. The reference is valid until
  /// that operand is taken or the op returns.
  const Tile &get(mlir::Value value) const { return slots[slotOf(value)]; }

  /// The value of an operand, moved out when this is its last use, so that
  /// writing to it happens in place. A value that occurs twice among the
  /// operands is never moved: references that get() gave for other operands
  /// stay valid.
  Tile take(mlir::Value value);

  /// Sets a result of the running op.
  void set(mlir::Value result, Tile tile) {
    slots[slotOf(result)] = std::move(tile);
  }

  /// An uninitialised tile for result `index` of the running op: its element,
  /// and its shape, or the slice's shape inside a vectorised reduce/scan body.
  /// Never take a result's shape from its MLIR type directly.
  Tile makeResult(mlir::Operation *op, unsigned index = 0);
  /// An uninitialised tile from this block's pool.
  Tile makeTile(ElementKind kind, llvm::ArrayRef<int64_t> shape) {
    return Tile(tilePool, kind, shape);
  }

  /// Records a violation (unless checks are ignored). Success: go on with the
  /// documented value. Failure: the handler must return failure at once.
  mlir::LogicalResult report(mlir::Operation *op, CheckKind kind,
                             int64_t elementIndex, const llvm::Twine &message,
                             std::vector<FindingNote> notes = {});
  /// Counts `times` findings that are like reported ones.
  void countFindings(CheckKind kind, uint64_t times);
  /// False when checks are ignored, so that costly ones can be skipped.
  bool checking() const { return checkMode != CheckMode::Ignore; }
  bool checkingAssumes() const { return checkAssumes; }
  /// Container of a loaded element that the language leaves unspecified.
  uint64_t unspecifiedBits(ElementKind kind) const;
  /// `op`, a load, gave such elements.
  void noteUnspecified(mlir::Operation *op);

  /// Emits an error that is not a finding (a limit, something unsupported) and
  /// ends the run.
  mlir::LogicalResult fail(mlir::Operation *op, const llvm::Twine &message);

  const ViewValue &getView(mlir::Value value) const {
    return views[slotOf(value)];
  }
  void setView(mlir::Value result, ViewValue view) {
    views[slotOf(result)] = std::move(view);
  }

  const Dim3 &blockId() const { return block; }
  const Dim3 &gridSize() const { return grid; }
  Memory &memory() { return *mem; }
  TilePool &pool() { return tilePool; }
  /// Where print_tko writes for this block.
  llvm::raw_ostream &printStream() { return *out; }

  /// Allocation of the global named by the running get_global.
  ProvenanceId globalAllocation(llvm::StringRef name) const {
    return mem->findGlobal(name);
  }
  /// Block-local storage that is freed when the scope of the running op ends.
  /// `shared` storage may be reached by other blocks too. Answers 0, after a
  /// finding, when the storage cannot be had.
  mlir::FailureOr<ProvenanceId> allocateLocal(mlir::Operation *op,
                                              uint64_t bytes,
                                              uint64_t alignment, bool shared);
  /// Identifies this block as the owner of private storage.
  uint64_t ownerTag() const { return blockOrder + 1; }

  /// This block in a run that looks for data races; else nullptr.
  RaceBlock *race() const { return raceBlock; }
  /// Runs `fn`; what it reports is dropped, because it was or will be reported.
  template <typename Fn> auto quietly(Fn fn) {
    CheckMode mode = std::exchange(checkMode, CheckMode::Ignore);
    auto result = fn();
    checkMode = mode;
    return result;
  }

private:
  friend class Engine;
  friend class PureEvaluator;
  friend class StepPlace;

  unsigned slotOf(mlir::Value value) const;

  std::vector<Tile> slots;
  std::vector<ViewValue> views;
  const Instruction *current = nullptr;
  /// Shape of 0-d values inside a vectorised body; empty elsewhere.
  llvm::ArrayRef<int64_t> batchShape;

  Memory *mem = nullptr;
  TilePool &tilePool;
  Dim3 block, grid;
  uint64_t blockOrder = 0;
  CheckMode checkMode = CheckMode::ReportAll;
  bool checkAssumes = false;
  bool unspecifiedAsOnes = false;
  llvm::raw_ostream *out = nullptr;
  Engine *engine = nullptr;
  RaceBlock *raceBlock = nullptr;

  explicit BlockContext(TilePool &pool) : tilePool(pool) {}
};

} // namespace tessera::interp

#endif // TESSERA_INTERPRETER_BLOCKCONTEXT_H
