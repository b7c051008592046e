//===- TileAA/Analysis/AxisAnalysis.h - facts per axis --------------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Sparse forward analysis that gives every value its TileFact. Runs in one
// solver with RangeAnalysis, whose ranges it reads.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_TILEAA_ANALYSIS_AXISANALYSIS_H
#define TESSERA_DIALECT_TILEAA_ANALYSIS_AXISANALYSIS_H

#include "tessera/Dialect/TileAA/Analysis/TileFact.h"

#include "mlir/Analysis/DataFlow/SparseAnalysis.h"
#include "mlir/Interfaces/InferIntRangeInterface.h"

namespace tessera::tileaa {

class AxisLattice : public mlir::dataflow::Lattice<TileFact> {
public:
  using Lattice::Lattice;
};

class AxisAnalysis
    : public mlir::dataflow::SparseForwardDataFlowAnalysis<AxisLattice> {
public:
  /// `allocas` numbers the allocations of the analysed function.
  AxisAnalysis(mlir::DataFlowSolver &solver, bool readAssumes,
               const llvm::DenseMap<mlir::Operation *, int64_t> &allocas)
      : SparseForwardDataFlowAnalysis(solver), readAssumes(readAssumes),
        allocas(allocas) {}

  mlir::LogicalResult
  visitOperation(mlir::Operation *op,
                 llvm::ArrayRef<const AxisLattice *> operands,
                 llvm::ArrayRef<AxisLattice *> results) override;

  void visitNonControlFlowArguments(mlir::Operation *op,
                                    const mlir::RegionSuccessor &successor,
                                    llvm::ArrayRef<AxisLattice *> arguments,
                                    unsigned firstIndex) override;

  void setToEntryState(AxisLattice *lattice) override;

private:
  /// Fact about the only result of `op`, whose operands are all known.
  TileFact inferFact(mlir::Operation *op,
                     llvm::ArrayRef<const AxisLattice *> operands);
  /// Range of an integer value, the full one while it is unknown.
  mlir::ConstantIntRanges getRange(mlir::Operation *user, mlir::Value value);
  /// What the range of `value` adds: a known number has its own divisor.
  void refineByRange(mlir::Value value, const mlir::ConstantIntRanges &range,
                     TileFact &fact);

  bool readAssumes;
  const llvm::DenseMap<mlir::Operation *, int64_t> &allocas;
};

} // namespace tessera::tileaa

#endif // TESSERA_DIALECT_TILEAA_ANALYSIS_AXISANALYSIS_H
