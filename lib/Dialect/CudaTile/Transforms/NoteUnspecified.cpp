//===- CudaTile/Transforms/NoteUnspecified.cpp - were all elements read ---===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A load that leaves elements unspecified writes a byte, which whoever launched
// the kernel looks at: a kernel that never does needs no second look.
//
//===----------------------------------------------------------------------===//

#include "EntryChecks.h"

using namespace mlir;

namespace tessera::cuda_tile {

/// Whether all of a tile of bits of one dimension or more are set, as a scalar.
Value createAllOf(ImplicitLocOpBuilder &b, Value bits) {
  auto type = cast<TileType>(bits.getType());
  TileType scalar = TileType::get({}, b.getI1Type());
  int64_t count = type.getNumElements();
  if (type.getShape().size() != 1)
    bits = ReshapeOp::create(b, TileType::get({count}, b.getI1Type()), bits);
  auto reduce = ReduceOp::create(b, TypeRange{scalar}, ValueRange{bits},
                                 b.getI32IntegerAttr(0),
                                 b.getArrayAttr({b.getBoolAttr(true)}));
  OpBuilder::InsertionGuard guard(b);
  Block *body = b.createBlock(&reduce.getBody(), {}, {scalar, scalar},
                              {b.getLoc(), b.getLoc()});
  Value both = AndIOp::create(b, body->getArgument(0), body->getArgument(1));
  YieldOp::create(b, both);
  return reduce.getResult(0);
}

void EntryChecks::noteUnless(Value holds) {
  TileType byte = TileType::get({}, b.getI8Type());
  Value one = ConstantOp::create(
      b, byte, DenseElementsAttr::get(byte, b.getI8IntegerAttr(1)));
  StorePtrTkoOp::create(b, TokenType::get(b.getContext()),
                        MemoryOrderingSemanticsAttr::get(
                            b.getContext(), MemoryOrderingSemantics::Weak),
                        MemoryScopeAttr(), note, one, inverse(holds), Value(),
                        OptimizationHintsAttr());
}

void EntryChecks::noteMask(Value mask) {
  if (note && mask)
    noteUnless(shapeOf(mask).empty() ? mask : createAllOf(b, mask));
}

} // namespace tessera::cuda_tile
