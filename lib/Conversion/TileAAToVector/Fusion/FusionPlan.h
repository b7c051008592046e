//===- TileAAToVector/Fusion/FusionPlan.h - which tensors get memory -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Decides per tensor whether it becomes a tile in scratch or stays an
// expression that its consumers evaluate.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_CONVERSION_TILEAATOVECTOR_FUSION_FUSIONPLAN_H
#define TESSERA_LIB_CONVERSION_TILEAATOVECTOR_FUSION_FUSIONPLAN_H

#include "tessera/Dialect/TileAA/IR/TileAA.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SetVector.h"

namespace tessera::cpu {

/// Whether a result of `op` can be an expression at all. Others are emitted
/// where they stand.
bool isExpression(mlir::Operation *op);

/// Whether `op` is a weak load that can be delayed to its consumer.
bool isDelayableLoad(mlir::Operation *op);

class FusionPlan {
public:
  using Roots = llvm::SmallSetVector<mlir::Operation *, 4>;

  void analyse(mlir::Operation *function);

  /// Whether `value` should be stored when it is first evaluated, because
  /// evaluating it again would cost more.
  bool keeps(mlir::Value value) const { return kept.contains(value); }
  /// The ops that evaluate `value`, directly or through other expressions.
  const Roots &rootsOf(mlir::Value value) const;
  /// Estimated cost of one element, in simple instructions.
  unsigned costOf(mlir::Value value) const { return costs.lookup(value); }

private:
  void decide(mlir::OpResult value);

  llvm::DenseMap<mlir::Value, unsigned> costs;
  llvm::DenseMap<mlir::Value, Roots> roots;
  llvm::DenseSet<mlir::Value> kept;
  Roots none;
};

/// Whether an access that takes `token` is ordered after the one that gave
/// `earlier` (true when in doubt).
bool isOrderedAfter(mlir::Value token, mlir::Value earlier);

} // namespace tessera::cpu

#endif // TESSERA_LIB_CONVERSION_TILEAATOVECTOR_FUSION_FUSIONPLAN_H
