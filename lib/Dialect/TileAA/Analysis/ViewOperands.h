//===- TileAA/Analysis/ViewOperands.h - what a memory view is made of -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The operands of `make_memref` that stand for one dimension.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_DIALECT_TILEAA_ANALYSIS_VIEWOPERANDS_H
#define TESSERA_LIB_DIALECT_TILEAA_ANALYSIS_VIEWOPERANDS_H

#include "tessera/Dialect/TileAA/IR/TileAA.h"

namespace tessera::tileaa {

/// The op that made the memory object behind `view`, looking through tiled
/// views and promises; null if it cannot be seen.
inline MakeMemrefOp findMakeMemref(mlir::Value view) {
  while (mlir::Operation *op = view.getDefiningOp()) {
    if (auto make = mlir::dyn_cast<MakeMemrefOp>(op))
      return make;
    if (!mlir::isa<MakeTiledViewOp, AssumeOp>(op))
      return {};
    view = op->getOperand(0);
  }
  return {};
}

/// The operand of `operands`, one per dynamic number of `numbers`, for `dim`;
/// null if that number is static.
inline mlir::Value getDynamicOperand(llvm::ArrayRef<int64_t> numbers,
                                     mlir::OperandRange operands, int64_t dim) {
  if (!mlir::ShapedType::isDynamic(numbers[dim]))
    return {};
  return operands[llvm::count_if(numbers.take_front(dim),
                                 mlir::ShapedType::isDynamic)];
}

/// The extent of dimension `dim`; null if it is static.
inline mlir::Value getSizeOperand(MakeMemrefOp make, int64_t dim) {
  return getDynamicOperand(
      mlir::cast<MemoryViewType>(make.getResult().getType()).getShape(),
      make.getDynamicSizes(), dim);
}

/// The stride of dimension `dim`; null if it is static.
inline mlir::Value getStrideOperand(MakeMemrefOp make, int64_t dim) {
  return getDynamicOperand(
      mlir::cast<MemoryViewType>(make.getResult().getType()).getStrides(),
      make.getDynamicStrides(), dim);
}

} // namespace tessera::tileaa

#endif // TESSERA_LIB_DIALECT_TILEAA_ANALYSIS_VIEWOPERANDS_H
