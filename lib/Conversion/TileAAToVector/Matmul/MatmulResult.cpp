//===- TileAAToVector/Matmul/MatmulResult.cpp - who sees the sum of products -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Finds out which part of a sum of products is stored. If the loop around a
// product does nothing with its accumulator but add to it, and the sum is
// stored and used nowhere else, then rows and columns outside of the memory
// object need not be multiplied.
//
//===----------------------------------------------------------------------===//

#include "Conversion/TileAAToVector/Access/Access.h"
#include "Matmul.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;

namespace tessera::cpu {

tileaa::DotOp productFromZero(BlockArgument argument) {
  auto loop = dyn_cast<scf::ForOp>(argument.getOwner()->getParentOp());
  if (!loop || argument.getArgNumber() == 0 || !argument.hasOneUse())
    return {};
  auto product = dyn_cast<tileaa::DotOp>(*argument.user_begin());
  if (!product || product->getBlock() != loop.getBody() ||
      product.getAcc() != argument || product.getLhsScale() ||
      elementOf(argument.getType()).isF16() || !product.getResult().hasOneUse())
    return {};
  unsigned number = argument.getArgNumber() - loop.getNumInductionVars();
  OpOperand &use = *product.getResult().use_begin();
  Value init = loop.getInitArgs()[number];
  if (use.getOwner() != loop.getBody()->getTerminator() ||
      use.getOperandNumber() != number ||
      !(matchPattern(init, m_PosZeroFloat()) || matchPattern(init, m_Zero())))
    return {};
  return product;
}

void startFromZero(Emitter &e, tileaa::DotOp op, MatmulShape &shape) {
  auto acc = dyn_cast<BlockArgument>(op.getAcc());
  if (!acc || productFromZero(acc) != op)
    return;
  auto loop = cast<scf::ForOp>(op->getParentOp());
  Value done =
      e.b.createOrFold<arith::SubIOp>(e.loc(), e.scalar(loop.getInductionVar()),
                                      e.scalar(loop.getLowerBound()));
  // Only loops of step 1 collect several tiles.
  shape.isFirst = arith::CmpIOp::create(e.b, e.loc(), arith::CmpIPredicate::ult,
                                        e.extend(done, /*isSigned=*/false),
                                        e.i64(shape.tiles));
}

tileaa::TiledStoreOp storeOfResult(Emitter &e, tileaa::DotOp product) {
  auto loop = dyn_cast<scf::ForOp>(product->getParentOp());
  if (!loop || !product.getResult().hasOneUse())
    return {};
  OpOperand &use = *product.getResult().use_begin();
  if (use.getOwner() != loop.getBody()->getTerminator())
    return {};
  Value result = loop.getResult(use.getOperandNumber());
  if (!result.hasOneUse())
    return {};
  auto store = dyn_cast<tileaa::TiledStoreOp>(*result.user_begin());
  if (!store || store->getBlock() != loop->getBlock())
    return {};
  ViewOperands view = viewOperands(store);
  Operation *made = view.view.getDefiningOp();
  if (!made || made->getBlock() != loop->getBlock() ||
      !made->isBeforeInBlock(loop) ||
      !llvm::all_of(view.indices,
                    [&](Value index) { return Value(e.scalar(index)); }))
    return {};
  return store;
}

void limitToStored(Emitter &e, tileaa::DotOp op, MatmulShape &shape) {
  tileaa::TiledStoreOp store = storeOfResult(e, op);
  auto acc = dyn_cast<BlockArgument>(op.getAcc());
  if (!store || !acc || !acc.hasOneUse() || shape.batches > 1)
    return;
  auto loop = cast<scf::ForOp>(op->getParentOp());
  unsigned number = op.getResult().use_begin()->getOperandNumber();
  if (acc.getOwner() != loop.getBody() ||
      acc.getArgNumber() != number + loop.getNumInductionVars())
    return;
  ViewOperands view = viewOperands(store);
  if (view.indices.size() != 2)
    return;
  const MemoryObject &object = e.memoryObject(e.memrefOf(view.view));
  auto live = [&](unsigned d, int64_t extent) -> Value {
    if ((!view.inBounds.empty() && view.inBounds[d]) ||
        neverPartial(view, object, d))
      return {};
    return arith::MinSIOp::create(e.b, e.loc(), extentInside(e, view, d),
                                  e.i64(extent));
  };
  shape.liveRows = live(0, shape.rows);
  shape.liveColumns = live(1, shape.columns);
}

} // namespace tessera::cpu
