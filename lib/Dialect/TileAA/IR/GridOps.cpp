//===- TileAA/IR/GridOps.cpp - the running tile block -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Rules of the ops that name a block's place in the grid.
//
//===----------------------------------------------------------------------===//

#include "tessera/Dialect/TileAA/IR/TileAA.h"

using namespace mlir;
using namespace tessera::tileaa;

LogicalResult GetProgramIdOp::verify() {
  if (getGroup() && getAxis() == GridAxis::Z)
    return emitOpError("expected a group along x and y only");
  return success();
}
