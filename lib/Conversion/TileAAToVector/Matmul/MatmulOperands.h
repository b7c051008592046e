//===- TileAAToVector/Matmul/MatmulOperands.h - operands of a product in scratch -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Brings the tiles of a product to where its micro-kernel reads them. A loop
// that does nothing with its accumulator but add products to it can do several
// iterations' products at once: their tiles are collected side by side in
// scratch, and the product is done when there is no more room, and at the end.
// The accumulator then passes through the caches less often, and the sums are
// formed in the same order.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_CONVERSION_TILEAATOVECTOR_MATMUL_MATMULOPERANDS_H
#define TESSERA_LIB_CONVERSION_TILEAATOVECTOR_MATMUL_MATMULOPERANDS_H

#include "Conversion/TileAAToVector/Nest/Nest.h"
#include "Matmul.h"
#include "OperandSources.h"

namespace tessera::cpu {

class OperandPlacer {
public:
  /// Makes lanes of a tile, at an index of it, lanes of the operand; null: none
  /// needed.
  using Convert = std::function<Lanes(Nest &, llvm::ArrayRef<Coord>, Lanes)>;

  /// `operand`: the containers that the micro-kernel multiplies. Decides how
  /// many tiles `shape` collects, one unless `mayCollect`.
  OperandPlacer(Emitter &e, tileaa::DotOp op, MatmulShape &shape,
                mlir::Type operand, PanelLayout layout, bool mayCollect = true);

  /// Emits the loops that bring both operands into place, and sets the shape's
  /// liveDepth.
  mlir::FailureOr<MatmulOperands> place(Convert lhs, Convert rhs);

  /// Emits the loops that fill the panel of operands `isByPanel` with the
  /// columns of rhs from `column` on.
  mlir::LogicalResult fillPanel(const MatmulOperands &operands,
                                mlir::Value column);

  /// Lets place() note the magnitudes of bf16 operands where it comes by them.
  void noteMagnitudesInPassing();

  /// Notes the magnitudes of the bf16 operands just placed.
  Buffer magnitudesOf(const MatmulOperands &operands);

  /// Emits `product` where it is due.
  void whenDue(llvm::function_ref<void()> product);

private:
  bool canCollect(mlir::scf::ForOp loop);
  Buffer newOperand(llvm::ArrayRef<int64_t> shape);
  /// The part of `whole` that is this iteration's, `distance` elements from the
  /// previous one's.
  Buffer slotOf(const Buffer &whole, int64_t distance);
  mlir::LogicalResult fill(mlir::Value value, const Buffer &to,
                           const Convert &convert, bool panelled);
  bool isFilledByPanel(const Convert &convert);
  /// Brings a right operand to panels in which kStep rows are interleaved
  /// (OperandPanels.cpp).
  mlir::LogicalResult interleave(mlir::Value value, const Buffer &to,
                                 const Convert &convert);
  bool hasWordsOfColumns(mlir::Value value);
  mlir::LogicalResult transposeWords(mlir::Value value, const Buffer &to,
                                     const Convert &convert);
  void setLiveDepth();
  mlir::Value isFirstSlot();
  std::optional<InPlaceTile> inPlaceLhs(const Convert &convert);

  Emitter &e;
  tileaa::DotOp op;
  MatmulShape &shape;
  mlir::Type operand;
  PanelLayout layout;
  /// Of bf16 operands, and whether those of the right one are noted already.
  std::optional<Buffer> magnitudes;
  bool isRhsNoted = false;
  /// Of a product that collects tiles: the number of this one, and whether it
  /// is the last before the product.
  mlir::Value slot, isDue;
};

} // namespace tessera::cpu

#endif // TESSERA_LIB_CONVERSION_TILEAATOVECTOR_MATMUL_MATMULOPERANDS_H
