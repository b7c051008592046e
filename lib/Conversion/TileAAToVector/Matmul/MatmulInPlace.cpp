//===- TileAAToVector/Matmul/MatmulInPlace.cpp - operands read where they are -*- C++ -*-===//
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

#include "Conversion/TileAAToVector/Access/Access.h"
#include "MatmulOperands.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;

namespace tessera::cpu {

/// Bytes after which sets of the first cache repeat, and how many rows may
/// share one.
static constexpr int64_t setPeriod = 4096, rowsInSet = 4;

/// The tile of `view`, which `load` reads, as lines along dimension `run`,
/// which dimension `lines` counts; in place where it lies inside its memory
/// object.
static std::optional<InPlaceTile>
tileOfLines(Emitter &e, tileaa::TiledLoadOp load, const ViewOperands &view,
            unsigned run, unsigned lines, Type element) {
  const MemoryObject &object = e.memoryObject(e.memrefOf(view.view));
  auto memoryDims = view.type.getDimMap();
  if (object.strides[memoryDims[run]].constant != 1)
    return std::nullopt;
  AccessFacts facts;
  facts.add(e, load);
  if (!facts.noWrap.empty())
    return std::nullopt;
  OpBuilder &b = e.b;
  InPlaceTile tile;
  tile.stride = object.strides[memoryDims[lines]].value;
  tile.isInPlace = e.constant(b.getBoolAttr(true));
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

std::optional<InPlaceTile> inPlaceTile(Emitter &e, Value operand, Type element,
                                       int64_t blockRows) {
  auto load = operand.getDefiningOp<tileaa::TiledLoadOp>();
  if (!load || e.bufferOf(operand) || !operand.hasOneUse() ||
      elementOf(operand.getType()) != element)
    return std::nullopt;
  ViewOperands view = viewOperands(load);
  if (view.type.isGatherScatter() || view.indices.size() != 2)
    return std::nullopt;
  std::optional<InPlaceTile> tile =
      tileOfLines(e, load, view, /*run=*/1, /*lines=*/0, element);
  if (!tile || blockRows <= rowsInSet)
    return tile;
  OpBuilder &b = e.b;
  Value rowBytes = e.mul(tile->stride, e.i64(containerBytes(element)));
  Value inPeriod =
      arith::AndIOp::create(b, e.loc(), rowBytes, e.i64(setPeriod - 1));
  Value spreads = arith::CmpIOp::create(b, e.loc(), arith::CmpIPredicate::ne,
                                        inPeriod, e.i64(0));
  tile->isInPlace =
      b.createOrFold<arith::AndIOp>(e.loc(), spreads, tile->isInPlace);
  return tile;
}

std::optional<InPlaceTile> columnsInPlace(Emitter &e, Value operand,
                                          Type element) {
  tileaa::TiledLoadOp load = onlyLoadOf(e, operand);
  if (!load)
    return std::nullopt;
  ViewOperands view = viewOperands(load);
  auto extents = view.type.getTileShape();
  size_t rank = extents.size();
  if (view.type.isGatherScatter() || rank < 2 ||
      llvm::any_of(
          extents.drop_back(2), [](int64_t extent) { return extent != 1; }) ||
      extents.take_back(2) != shapeOf(operand.getType()).take_back(2))
    return std::nullopt;
  return tileOfLines(e, load, view, rank - 2, rank - 1, element);
}

void enterUnlessInPlace(Emitter &e, const InPlaceTile &tile) {
  Value isElsewhere =
      arith::XOrIOp::create(e.b, e.loc(), tile.isInPlace,
                            e.constant(IntegerAttr::get(e.b.getI1Type(), 1)));
  auto choice = scf::IfOp::create(e.b, e.loc(), isElsewhere,
                                  /*withElseRegion=*/false);
  e.b.setInsertionPointToStart(choice.thenBlock());
}

} // namespace tessera::cpu
