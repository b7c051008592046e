//===- TileAAToVector/MatmulPrefetch.cpp - fetching the next operands -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A product in a loop over k waits for memory whenever it copies its operands.
// So each of its register blocks asks for a part of the tiles that the next
// iteration will load. Where that is follows from the view's indices with the
// loop counter one step further; beyond the end a prefetch does nothing.
//
//===----------------------------------------------------------------------===//

#include "Access.h"
#include "Matmul.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

using namespace mlir;

namespace tessera::cpu {

static constexpr int64_t lineBytes = 64;

/// The load that `operand` is, but for unit dimensions.
static tileaa::TiledLoadOp loadOf(Value operand) {
  while (auto view = operand.getDefiningOp<tileaa::ViewOp>())
    operand = view.getSource();
  return operand.getDefiningOp<tileaa::TiledLoadOp>();
}

static std::optional<NextTile> nextTile(Emitter &e, scf::ForOp loop,
                                        Value operand) {
  tileaa::TiledLoadOp load = loadOf(operand);
  if (!load || load->getBlock() != loop.getBody())
    return std::nullopt;
  ViewOperands view = viewOperands(load);
  Value counter = loop.getInductionVar();
  if (!llvm::is_contained(view.indices, counter) ||
      !loop.isDefinedOutsideOfLoop(view.view) ||
      !llvm::all_of(view.indices, [&](Value index) {
        return index == counter || loop.isDefinedOutsideOfLoop(index);
      }))
    return std::nullopt;
  // Rows are runs of memory: the tile dimension of stride 1; one other
  // dimension counts them.
  const MemoryObject &object = e.memoryObject(e.memrefOf(view.view));
  auto tile = view.type.getTileShape();
  std::optional<unsigned> run, rows;
  for (auto [d, memoryDim] : llvm::enumerate(view.type.getDimMap())) {
    if (tile[d] == 1)
      continue;
    bool isRun = object.strides[memoryDim].constant == 1;
    std::optional<unsigned> &which = isRun ? run : rows;
    if (which)
      return std::nullopt;
    which = d;
  }
  unsigned bytes = containerBytes(view.type.getElementType());
  if (!run || !rows || tile[*run] * bytes < lineBytes)
    return std::nullopt;
  Value offset;
  for (auto [d, memoryDim] : llvm::enumerate(view.type.getDimMap())) {
    Value index = e.scalar(view.indices[d]);
    if (view.indices[d] == counter)
      index = e.add(index, e.scalar(loop.getStep()));
    Value term = e.mul(
        e.mul(e.extend(index, /*isSigned=*/false), e.i64(view.type.getStep(d))),
        object.strides[memoryDim].value);
    offset = offset ? e.add(offset, term) : term;
  }
  NextTile next;
  Type container = containerType(view.type.getElementType());
  next.start = e.elementAddress(object.base, container, offset);
  next.rowBytes =
      e.mul(object.strides[view.type.getDimMap()[*rows]].value, e.i64(bytes));
  next.rows = tile[*rows];
  next.linesPerRow = tile[*run] * bytes / lineBytes;
  return next;
}

SmallVector<NextTile, 2> nextTiles(Emitter &e, tileaa::DotOp op) {
  SmallVector<NextTile, 2> tiles;
  if (auto loop = dyn_cast<scf::ForOp>(op->getParentOp()))
    for (Value operand : {op.getLhs(), op.getRhs()})
      if (std::optional<NextTile> tile = nextTile(e, loop, operand))
        tiles.push_back(*tile);
  return tiles;
}

/// Prefetches part `block` of `blocks` of a tile.
static void prefetchPart(Emitter &e, const NextTile &tile, Value block,
                         int64_t blocks) {
  OpBuilder &b = e.b;
  int64_t lines = tile.rows * tile.linesPerRow;
  // Powers of two, all of them.
  int64_t count = std::max<int64_t>(1, lines / blocks);
  int64_t rows = std::max<int64_t>(1, count / tile.linesPerRow);
  int64_t inRow = std::min(count, tile.linesPerRow);
  int64_t parts = tile.linesPerRow / inRow;
  // With more blocks than lines the last ones fetch beyond the tile.
  Value row = arith::DivUIOp::create(b, e.loc(), block, e.i64(parts));
  Value column = arith::RemUIOp::create(b, e.loc(), block, e.i64(parts));
  for (int64_t r = 0; r < rows; ++r) {
    Value number = e.add(e.mul(row, e.i64(rows)), e.i64(r));
    Value offset = e.add(e.mul(number, tile.rowBytes),
                         e.mul(column, e.i64(inRow * lineBytes)));
    Value start = e.elementAddress(tile.start, b.getI8Type(), offset);
    for (int64_t line = 0; line < inRow; ++line)
      LLVM::Prefetch::create(
          b, e.loc(),
          line ? e.elementAddress(start, b.getI8Type(), e.i64(line * lineBytes))
               : start,
          /*rw=*/0, /*hint=*/2, /*cache=*/1);
  }
}

void prefetchInBlock(Emitter &e, ArrayRef<NextTile> tiles,
                     const BlockPosition &at) {
  if (tiles.empty())
    return;
  Value row = arith::DivUIOp::create(e.b, e.loc(), at.row, e.i64(at.rowStep));
  Value column =
      arith::DivUIOp::create(e.b, e.loc(), at.column, e.i64(at.columnStep));
  int64_t columns = at.columns / at.columnStep;
  Value block = e.add(e.mul(row, e.i64(columns)), column);
  for (const NextTile &tile : tiles)
    prefetchPart(e, tile, block, at.rows / at.rowStep * columns);
}

} // namespace tessera::cpu
