//===- TileAA/Analysis/RangeAnalysis.h - ranges of integers ---------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Signed and unsigned ranges of every integer and of the elements of every
// integer tile: MLIR's integer range analysis with the ops of nv_tileaa.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_TILEAA_ANALYSIS_RANGEANALYSIS_H
#define TESSERA_DIALECT_TILEAA_ANALYSIS_RANGEANALYSIS_H

#include "mlir/Analysis/DataFlow/IntegerRangeAnalysis.h"

namespace tessera::tileaa {

/// A lattice element holds for every element of a tile. Reads `assume bounded`
/// unless told not to; never reads `div_by` (docs/access-facts.md, "False
/// assumes").
class RangeAnalysis : public mlir::dataflow::IntegerRangeAnalysis {
public:
  RangeAnalysis(mlir::DataFlowSolver &solver, bool readAssumes)
      : IntegerRangeAnalysis(solver), readAssumes(readAssumes) {}

  mlir::LogicalResult visitOperation(
      mlir::Operation *op,
      llvm::ArrayRef<const mlir::dataflow::IntegerValueRangeLattice *> operands,
      llvm::ArrayRef<mlir::dataflow::IntegerValueRangeLattice *> results)
      override;

  void visitNonControlFlowArguments(
      mlir::Operation *op, const mlir::RegionSuccessor &successor,
      llvm::ArrayRef<mlir::dataflow::IntegerValueRangeLattice *> arguments,
      unsigned firstIndex) override;

private:
  /// Range of `op`'s only result; none if nothing is known, and with
  /// `isReady` false if it cannot be told yet.
  std::optional<mlir::ConstantIntRanges> inferRange(
      mlir::Operation *op,
      llvm::ArrayRef<const mlir::dataflow::IntegerValueRangeLattice *> operands,
      bool &isReady);

  bool readAssumes;
};

} // namespace tessera::tileaa

#endif // TESSERA_DIALECT_TILEAA_ANALYSIS_RANGEANALYSIS_H
