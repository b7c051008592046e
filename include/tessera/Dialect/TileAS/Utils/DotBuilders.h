//===- TileAS/Utils/DotBuilders.h - products in their usual shapes --*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A dot onto zero, under a guard, in a loop, with a masked operand; and the
// patterns that undo guards which cannot matter. Atoms and signedness are kept:
// the lowering picks the instruction by them.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_TILEAS_UTILS_DOTBUILDERS_H
#define TESSERA_DIALECT_TILEAS_UTILS_DOTBUILDERS_H

#include "tessera/Dialect/TileAS/IR/TileAS.h"

#include "mlir/IR/PatternMatch.h"

namespace tessera::tileas {

/// Both factors and how integers read.
struct DotInputs {
  mlir::Value lhs, rhs;
  std::optional<cuda_tile::Signedness> signedLhs, signedRhs;
};

/// acc + lhs * rhs.
mlir::Value buildDot(mlir::OpBuilder &builder, mlir::Location loc,
                     const DotInputs &inputs, mlir::Value acc, AtomAttr atom);

/// lhs * rhs onto an accumulator of zeros.
mlir::Value buildZeroAccumulatorDot(mlir::OpBuilder &builder,
                                    mlir::Location loc, const DotInputs &inputs,
                                    mlir::RankedTensorType accType,
                                    AtomAttr atom);

/// acc + lhs * rhs where the scalar `predicate` holds, else acc.
mlir::Value buildGuardedDot(mlir::OpBuilder &builder, mlir::Location loc,
                            const DotInputs &inputs, mlir::Value acc,
                            AtomAttr atom, mlir::Value predicate);

/// The factors of one iteration, and whether it counts (null: it does).
struct DotIteration {
  DotInputs inputs;
  mlir::Value predicate;
};

/// The sum over `scf.for` from `lower` to `upper` onto `acc`.
mlir::Value
buildDotLoop(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value lower,
             mlir::Value upper, mlir::Value step, mlir::Value acc,
             AtomAttr atom,
             llvm::function_ref<DotIteration(mlir::OpBuilder &, mlir::Location,
                                             mlir::Value)>
                 iteration);

/// acc + (mask ? lhs : 0) * rhs; `mask` has lhs's shape in any layout.
mlir::Value buildMaskedDot(mlir::OpBuilder &builder, mlir::Location loc,
                           const DotInputs &inputs, mlir::Value acc,
                           AtomAttr atom, mlir::Value mask);

/// Integer dots of a constant zero become their accumulator, and dots of a
/// select between a factor and zero by a scalar become guarded ones. Not for
/// floats: zero times infinity is no zero.
void populateDotSimplificationPatterns(mlir::RewritePatternSet &patterns);

/// Whether every element of `tile` is known to be positive zero. A product that
/// starts there need not read its accumulator.
bool isPositiveZero(mlir::Value tile);

} // namespace tessera::tileas

#endif // TESSERA_DIALECT_TILEAS_UTILS_DOTBUILDERS_H
