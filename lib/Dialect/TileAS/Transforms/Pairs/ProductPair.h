//===- TileAS/Transforms/Pairs/ProductPair.h - two products of a loop -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A consumer's loop with two products of tcgen05, of which the second one's
// left factor is computed from the first one's result, as in attention: Q K^T,
// softmax, P V. The factors of both come through stages, one of all that an
// iteration loads or one for each product, and the second product adds to sums
// that the loop carries and may change in front of it.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_DIALECT_TILEAS_TRANSFORMS_PAIRS_PRODUCTPAIR_H
#define TESSERA_LIB_DIALECT_TILEAS_TRANSFORMS_PAIRS_PRODUCTPAIR_H

#include "tessera/Dialect/TileAS/IR/TileAS.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/SetVector.h"

namespace tessera::tileas {

class ProductPair {
public:
  explicit ProductPair(mlir::scf::ForOp loop)
      : loop(loop), body(loop.getBody()) {}
  /// Finds the products; false: there are none of this kind.
  bool find();
  /// Whether each product has a stage of its own.
  bool isInTurn() const { return waits.size() == 2; }
  /// Whether `op` is a product, or one of those by which it gets its factors.
  bool isOfProducts(mlir::Operation *op) const;

  mlir::scf::ForOp loop;
  mlir::Block *body;
  /// One of each, or one for each product.
  llvm::SmallVector<ConsumerWaitOp, 2> waits;
  llvm::SmallVector<ConsumerReadOp, 2> reads;
  llvm::SmallVector<ConsumerReleaseOp, 2> releases;
  llvm::SmallVector<IncIterOp, 2> increments;
  DotOp early, late;
  /// Which carried values are the second product's sums, the right to read, and
  /// the position.
  unsigned sums = 0, token = 0, position = 0;
  /// Ops that need these sums, and stores of the left factor.
  llvm::SetVector<mlir::Operation *> deferred;

private:
  bool isMadeOfStage(mlir::Value factor);
  bool findOps();
  bool findStages();
  bool findDeferred();
};

} // namespace tessera::tileas

#endif // TESSERA_LIB_DIALECT_TILEAS_TRANSFORMS_PAIRS_PRODUCTPAIR_H
