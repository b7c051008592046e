//===- TileAA/Analysis/AccessFacts.h - what is known of accesses ----*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Runs the analyses on a function and turns facts about values into facts about
// accesses to memory. A lowering only needs `lookupFacts`, after
// `annotate-access-facts`. docs/access-facts.md says what may be concluded.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_TILEAA_ANALYSIS_ACCESSFACTS_H
#define TESSERA_DIALECT_TILEAA_ANALYSIS_ACCESSFACTS_H

#include "tessera/Dialect/TileAA/Analysis/TileFact.h"
#include "tessera/Dialect/TileAA/IR/TileAAAttrs.h"

#include "mlir/Analysis/DataFlowFramework.h"
#include "mlir/Interfaces/InferIntRangeInterface.h"

namespace tessera::tileaa {

/// What AccessAttr holds, one entry per axis of the accessed tile (a scalar has
/// one axis). Only elements that the access touches are spoken of.
struct AccessFacts {
  llvm::SmallVector<int64_t, 2> contiguity;
  llvm::SmallVector<int64_t, 2> divisibility;
  llvm::SmallVector<int64_t, 2> constancy;
  /// Empty without a mask.
  llvm::SmallVector<int64_t, 2> maskConstancy;
  llvm::SmallVector<bool, 2> inBounds;
  MemoryBase base;
  int64_t offsetDivisibility = 1;
  int64_t aliasClass = 0;

  /// Nothing known about an access with `axes` axes.
  static AccessFacts getUnknown(unsigned axes);
  static AccessFacts fromAttr(AccessAttr attr);
  AccessAttr toAttr(mlir::MLIRContext *context) const;
};

/// The facts that `annotate-access-facts` left on the access `op`; nothing
/// known without them.
AccessFacts lookupFacts(mlir::Operation *op);

/// May accesses through pointers into these objects of `function` touch the
/// same memory?
bool mayAlias(FuncOp function, const MemoryBase &lhs, const MemoryBase &rhs);

/// True if a path of tokens may lead from `first` to `second`, so that their
/// order counts. Without it conflicting weak accesses would be a race, and a
/// lowering is free to exchange them.
bool mayBeTokenOrdered(mlir::Operation *first, mlir::Operation *second);

struct AccessFactOptions {
  /// Believe `assume`. Off: only what the program computes.
  bool readAssumes = true;
  /// An index outside the index space of a partition or strided view is
  /// undefined behaviour (ops.md 8.2), so a tile starts inside the object.
  bool useIndexSpaceRule = true;
};

/// Facts about the values and accesses of one function.
class AccessFactAnalysis {
public:
  /// Runs to the fixpoint. `isValid` tells whether it was reached.
  explicit AccessFactAnalysis(FuncOp function, AccessFactOptions options = {});

  bool isValid() const { return valid; }
  /// Facts about `value`; Uninitialized in code that never runs.
  TileFact getFact(mlir::Value value) const;
  /// Range of an integer or of the elements of an integer tile.
  mlir::ConstantIntRanges getRange(mlir::Value value) const;
  /// True if every element of a tile of i1 is.
  bool isAllTrue(mlir::Value flags) const;
  /// Facts about an access, with its alias class.
  AccessFacts getAccessFacts(mlir::Operation *access) const;

private:
  AccessFacts inferThroughPointers(mlir::Value pointers,
                                   mlir::Value mask) const;
  AccessFacts
  inferThroughView(mlir::Operation *access, mlir::Value view,
                   mlir::OperandRange indices,
                   std::optional<llvm::ArrayRef<bool>> inBounds) const;
  bool isAxisInBounds(TiledViewType view, unsigned axis, mlir::Value index,
                      const DimFact &dim) const;
  AccessFacts inferWithoutClass(mlir::Operation *access) const;
  void assignAliasClasses();

  FuncOp function;
  AccessFactOptions options;
  llvm::DenseMap<mlir::Operation *, int64_t> allocas;
  llvm::DenseMap<mlir::Operation *, int64_t> aliasClasses;
  mlir::DataFlowSolver solver;
  bool valid = false;
};

/// How many checks there were, and how many are gone.
struct RemovedChecks {
  unsigned masks = 0;
  unsigned removedMasks = 0;
  unsigned bounds = 0;
  unsigned removedBounds = 0;
};

/// Removes masks whose elements are all true (with their `other`) and sets
/// `in_bounds` along the axes where no position of an access can leave its
/// object. `analysis` stays true of `function`.
RemovedChecks removeNeedlessChecks(FuncOp function,
                                   const AccessFactAnalysis &analysis);

} // namespace tessera::tileaa

#endif // TESSERA_DIALECT_TILEAA_ANALYSIS_ACCESSFACTS_H
