//===- TileAAToVector/MatmulInPlace.cpp - operands read where they are -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A micro-kernel reads the left operand element by element, so its rows may lie
// anywhere, and copying them costs more than reading them once more. But rows a
// multiple of a page apart share a set of the first cache, in which register
// blocks of more than four rows have no room beside panels: those are copied.
//
//===----------------------------------------------------------------------===//

#include "Access.h"
#include "Matmul.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;

namespace tessera::cpu {

/// Bytes after which sets of the first cache repeat, and how many rows may
/// share one.
static constexpr int64_t setPeriod = 4096, rowsInSet = 4;

std::optional<InPlaceTile> inPlaceTile(Emitter &e, Value operand, Type element,
                                       int64_t blockRows) {
  auto load = operand.getDefiningOp<tileaa::TiledLoadOp>();
  if (!load || e.bufferOf(operand) || !operand.hasOneUse() ||
      elementOf(operand.getType()) != element)
    return std::nullopt;
  ViewOperands view = viewOperands(load);
  if (view.type.isGatherScatter() || view.indices.size() != 2)
    return std::nullopt;
  const MemoryObject &object = e.memoryObject(e.memrefOf(view.view));
  auto memoryDims = view.type.getDimMap();
  if (object.strides[memoryDims[1]].constant != 1)
    return std::nullopt;
  AccessFacts facts;
  facts.add(e, load);
  if (!facts.noWrap.empty())
    return std::nullopt;
  OpBuilder &b = e.b;
  InPlaceTile tile;
  tile.stride = object.strides[memoryDims[0]].value;
  tile.isInPlace = e.constant(IntegerAttr::get(b.getI1Type(), 1));
  if (blockRows > rowsInSet) {
    Value rowBytes = e.mul(tile.stride, e.i64(containerBytes(element)));
    Value inPeriod =
        arith::AndIOp::create(b, e.loc(), rowBytes, e.i64(setPeriod - 1));
    tile.isInPlace = arith::CmpIOp::create(b, e.loc(), arith::CmpIPredicate::ne,
                                           inPeriod, e.i64(0));
  }
  for (Value condition : facts.full)
    tile.isInPlace =
        b.createOrFold<arith::AndIOp>(e.loc(), tile.isInPlace, condition);
  Value offset;
  for (auto [d, memoryDim] : llvm::enumerate(memoryDims)) {
    Value index = e.extend(e.scalar(view.indices[d]), /*isSigned=*/false);
    Value term = e.mul(e.mul(index, e.i64(view.type.getStep(d))),
                       object.strides[memoryDim].value);
    offset = offset ? e.add(offset, term) : term;
  }
  tile.start = e.elementAddress(object.base, element, offset);
  return tile;
}

} // namespace tessera::cpu
