//===- TileAA/IR/ElementwiseFolds.cpp - folds of the family ---------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Folds constants and casts where every bit of the result is known.
//
//===----------------------------------------------------------------------===//

#include "tessera/Dialect/TileAA/IR/TileAA.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tileaa;

OpFoldResult ConstantOp::fold(FoldAdaptor) { return getBits(); }

OpFoldResult BitcastOp::fold(FoldAdaptor) {
  if (getSource().getType() == getResult().getType())
    return getSource();
  auto inner = getSource().getDefiningOp<BitcastOp>();
  if (!inner)
    return {};
  getSourceMutable().assign(inner.getSource());
  return getResult();
}
