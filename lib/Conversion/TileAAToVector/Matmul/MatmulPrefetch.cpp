//===- TileAAToVector/Matmul/MatmulPrefetch.cpp - fetching the next operands -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A product in a loop over k waits for memory whenever it copies its operands.
// Each of its register blocks therefore prefetches a part of the tiles that the
// next iteration will load. Their place follows from the indices of the view
// with the loop counter one step further; a prefetch beyond the end does
// nothing. In the last iteration the tile to which the result is stored is
// prefetched instead.
//
//===----------------------------------------------------------------------===//

#include "Conversion/TileAAToVector/Access/Access.h"
#include "MatmulOperands.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

using namespace mlir;

namespace tessera::cpu {

static constexpr int64_t lineBytes = 64;

namespace {
/// The tile of a view at some indices, and the dimension along which its rows
/// are runs of memory.
struct TileInMemory {
  NextTile tile;
  unsigned run;
};
} // namespace

/// The tile at `indexOf(d)`, if it consists of rows of whole cache lines: of
/// the tile dimension of stride 1, while one other dimension counts them.
static std::optional<TileInMemory>
tileInMemory(Emitter &e, const ViewOperands &view,
             llvm::function_ref<Value(unsigned)> indexOf) {
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
  // Two elements of 4 bits share a byte: not asked for.
  if (isa<Float4E2M1FNType>(view.type.getElementType()))
    return std::nullopt;
  unsigned bytes = containerBytes(view.type.getElementType());
  if (!run || !rows || tile[*run] * bytes < lineBytes)
    return std::nullopt;
  Value offset;
  for (auto [d, memoryDim] : llvm::enumerate(view.type.getDimMap())) {
    Value index = e.extend(indexOf(d), /*isSigned=*/false);
    Value term = e.mul(e.mul(index, e.i64(view.type.getStep(d))),
                       object.strides[memoryDim].value);
    offset = offset ? e.add(offset, term) : term;
  }
  TileInMemory found;
  Type container = containerType(view.type.getElementType());
  found.tile.start = e.elementAddress(object.base, container, offset);
  found.tile.rowBytes =
      e.mul(object.strides[view.type.getDimMap()[*rows]].value, e.i64(bytes));
  found.tile.rows = tile[*rows];
  found.tile.linesPerRow = tile[*run] * bytes / lineBytes;
  found.run = *run;
  return found;
}

static std::optional<NextTile> nextTile(Emitter &e, scf::ForOp loop,
                                        Value operand, int64_t tiles) {
  tileaa::TiledLoadOp load = viewLoadOf(operand);
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
  std::optional<TileInMemory> found = tileInMemory(e, view, [&](unsigned d) {
    Value index = e.scalar(view.indices[d]);
    return view.indices[d] == counter ? e.add(index, e.scalar(loop.getStep()))
                                      : index;
  });
  if (!found)
    return std::nullopt;
  // The tiles after the next one follow it along the dimension counted.
  if (view.indices[found->run] == counter)
    found->tile.linesPerRow *= tiles;
  else
    found->tile.rows *= tiles;
  return found->tile;
}

/// The store of the product's sum, if nothing else is done with the sum.
static std::optional<NextTile> resultTile(Emitter &e, tileaa::DotOp product) {
  tileaa::TiledStoreOp store = storeOfResult(e, product);
  if (!store)
    return std::nullopt;
  ViewOperands view = viewOperands(store);
  std::optional<TileInMemory> found = tileInMemory(
      e, view, [&](unsigned d) { return e.scalar(view.indices[d]); });
  return found ? std::optional(found->tile) : std::nullopt;
}

Upcoming upcomingTiles(Emitter &e, tileaa::DotOp op, const MatmulShape &shape) {
  Upcoming next;
  auto loop = dyn_cast<scf::ForOp>(op->getParentOp());
  if (!loop)
    return next;
  for (Value operand : {op.getLhs(), op.getRhs()})
    if (std::optional<NextTile> tile = nextTile(e, loop, operand, shape.tiles))
      next.operands.push_back(*tile);
  next.result = resultTile(e, op);
  if (next.result) {
    Value left =
        e.b.createOrFold<arith::SubIOp>(e.loc(), e.scalar(loop.getUpperBound()),
                                        e.scalar(loop.getInductionVar()));
    next.isLast = arith::CmpIOp::create(e.b, e.loc(), arith::CmpIPredicate::ule,
                                        left, e.scalar(loop.getStep()));
  }
  return next;
}

/// Prefetches part `block` of `blocks` of a tile, to be read or written.
static void prefetchPart(Emitter &e, const NextTile &tile, Value block,
                         int64_t blocks, bool isWritten) {
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
    auto prefetch = [&](int64_t bytes) {
      LLVM::Prefetch::create(
          b, e.loc(),
          bytes ? e.elementAddress(start, b.getI8Type(), e.i64(bytes)) : start,
          /*rw=*/isWritten, /*hint=*/2, /*cache=*/1);
    };
    for (int64_t line = 0; line < inRow; ++line)
      prefetch(line * lineBytes);
    // Rows that do not start with a line end in one more.
    if (inRow == tile.linesPerRow)
      prefetch(inRow * lineBytes - 1);
  }
}

void prefetchInBlock(Emitter &e, const Upcoming &next,
                     const BlockPosition &at) {
  if (next.operands.empty() && !next.result)
    return;
  Value row = arith::DivUIOp::create(e.b, e.loc(), at.row, e.i64(at.rowStep));
  Value column =
      arith::DivUIOp::create(e.b, e.loc(), at.column, e.i64(at.columnStep));
  int64_t columns = at.columns / at.columnStep;
  int64_t blocks = at.rows / at.rowStep * columns;
  Value block = e.add(e.mul(row, e.i64(columns)), column);
  std::optional<OpBuilder::InsertionGuard> guard;
  if (next.result) {
    auto choice = scf::IfOp::create(e.b, e.loc(), next.isLast,
                                    /*withElseRegion=*/true);
    guard.emplace(e.b);
    e.b.setInsertionPointToStart(choice.thenBlock());
    prefetchPart(e, *next.result, block, blocks, /*isWritten=*/true);
    e.b.setInsertionPointToStart(choice.elseBlock());
  }
  for (const NextTile &tile : next.operands)
    prefetchPart(e, tile, block, blocks, /*isWritten=*/false);
}

} // namespace tessera::cpu
