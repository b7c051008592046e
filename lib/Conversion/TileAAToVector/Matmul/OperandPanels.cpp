//===- TileAAToVector/Matmul/OperandPanels.cpp - right operands in panels -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Brings a right operand into panels of columns: one panel at a time, or all of
// them with rows interleaved, as instructions want them that add up several
// products at once.
//
//===----------------------------------------------------------------------===//

#include "MatmulOperands.h"

#include "Conversion/TileAAToVector/Access/Access.h"
#include "Conversion/TileAAToVector/Core/Lanes.h"
#include "Conversion/TileAAToVector/Nest/Transpose.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

using namespace mlir;

namespace tessera::cpu {

/// The same place for all lanes.
static Coord constantCoord(Emitter &e, int64_t place) {
  Coord coord;
  if (place == 0)
    return coord;
  OpBuilder::InsertionGuard guard(e.b);
  e.atEntry();
  coord.base = e.i64(place);
  coord.baseBits = static_cast<uint64_t>(place);
  return coord;
}

/// Whether the right operand is brought into place panel by panel: a panel that
/// the product reads at once goes no further than the first cache, and so does
/// the next one, which takes its place.
bool OperandPlacer::isFilledByPanel(const Convert &convert) {
  return !convert && shape.tiles == 1 && shape.batches == 1 &&
         layout.kStep == 1 && shape.columns > layout.width &&
         elementOf(op.getRhs().getType()) == operand &&
         isLoadOfRows(e, op.getRhs()) && !e.plan.keeps(op.getRhs());
}

LogicalResult OperandPlacer::fillPanel(const MatmulOperands &operands,
                                       Value column) {
  Value value = op.getRhs();
  size_t rank = shapeOf(value.getType()).size();
  Coord panel;
  panel.base = column;
  panel.baseBits = static_cast<uint64_t>(shape.columns - layout.width);
  return e.emitRoot(op, {value}, /*covers=*/false, [&](Nest &nest) {
    Coord k = nest.openLoop(shape.depth, 1, {}, shape.liveDepth);
    int64_t lanes = std::min<int64_t>(nest.width, layout.width);
    nest.width = static_cast<unsigned>(lanes);
    SmallVector<std::pair<Index, Lanes>, 4> vectors;
    for (int64_t v = 0; v < layout.width; v += lanes) {
      Coord inPanel = constantCoord(e, v);
      // A batch is of one.
      Index at(rank), to = {k, inPanel};
      at[rank - 2] = k;
      at[rank - 1] = nest.merge(panel, inPanel);
      for (int64_t l = 0; l < lanes; ++l) {
        at[rank - 1].lanes.push_back(l);
        to[1].lanes.push_back(l);
      }
      FailureOr<Lanes> loaded = nest.evaluate(value, at);
      if (failed(loaded))
        return failure();
      vectors.push_back({to, *loaded});
    }
    for (auto &[to, loaded] : vectors)
      nest.store(operands.rhs, to, loaded);
    return success();
  });
}

/// Whether what an instruction takes of a column of `value` is a word that
/// memory has in one piece, or would have after a conversion.
bool OperandPlacer::hasWordsOfColumns(Value value) {
  int64_t lanes = e.widthFor(32);
  return laneBits(operand) * layout.kStep == 32 && shape.batches == 1 &&
         shape.depth >= lanes * layout.kStep && layout.width >= lanes &&
         !e.bufferOf(value) && value.hasOneUse() &&
         contiguousDim(e, value) == shapeOf(value.getType()).size() - 2;
}

/// A right operand of which hasWordsOfColumns() is true to panels: its columns,
/// from where they are or from scratch, and of them blocks of words,
/// transposed.
LogicalResult OperandPlacer::transposeWords(Value value, const Buffer &to,
                                            const Convert &convert) {
  OpBuilder &b = e.b;
  size_t rank = shapeOf(value.getType()).size();
  Buffer columns = e.newBuffer(convert ? operand : elementOf(value.getType()),
                               {shape.columns, shape.depth});
  Value start = e.addressOf(columns), stride = e.i64(shape.depth);
  std::optional<InPlaceTile> inPlace;
  if (!convert)
    inPlace = columnsInPlace(e, value, operand);
  auto copy = [&] {
    return e.emitRoot(op, {value}, /*covers=*/true, [&](Nest &nest) {
      nest.width = std::min(nest.width, e.widthFor(laneBits(operand)));
      Index order = nest.iterate({shape.columns, shape.depth});
      Index at(rank);
      at[rank - 1] = order[0];
      at[rank - 2] = order[1];
      FailureOr<Lanes> lanes = nest.evaluate(value, at);
      if (failed(lanes))
        return failure();
      nest.store(columns, order, convert ? convert(nest, at, *lanes) : *lanes);
      return success();
    });
  };
  if (inPlace) {
    Value isInPlace = inPlace->isInPlace;
    start =
        arith::SelectOp::create(b, e.loc(), isInPlace, inPlace->start, start);
    stride =
        arith::SelectOp::create(b, e.loc(), isInPlace, inPlace->stride, stride);
    OpBuilder::InsertionGuard guard(b);
    enterUnlessInPlace(e, *inPlace);
    if (failed(copy()))
      return failure();
  } else if (failed(copy())) {
    return failure();
  }
  int64_t n = e.widthFor(32), steps = layout.kStep, width = layout.width;
  int64_t lineBytes = 4 * n;
  Nest nest(e, 0);
  Value column = nest.openLoop(shape.columns, n).base;
  Value k = nest.openLoop(shape.depth, n * steps).base;
  auto words = VectorType::get({n}, b.getI32Type());
  Value from =
      e.elementAddress(start, operand, e.add(e.mul(column, stride), k));
  SmallVector<Value, 16> block;
  for (int64_t c = 0; c < n; ++c)
    block.push_back(LLVM::LoadOp::create(
        b, e.loc(), words,
        e.elementAddress(from, operand, e.mul(stride, e.i64(c))), 2));
  block = transposed(e, std::move(block));
  // In elements: panel * bufferDepth * width + k * width + place in it * steps.
  Value inPanel = arith::AndIOp::create(b, e.loc(), column, e.i64(width - 1));
  Value panel = arith::SubIOp::create(b, e.loc(), column, inPanel);
  Value offset = e.add(
      e.add(e.mul(panel, e.i64(shape.bufferDepth())), e.mul(k, e.i64(width))),
      e.mul(inPanel, e.i64(steps)));
  Value place = e.elementAddress(e.addressOf(to), operand, offset);
  for (int64_t r = 0; r < n; ++r)
    LLVM::StoreOp::create(
        b, e.loc(), block[r],
        e.elementAddress(place, operand, e.i64(r * width * steps)), lineBytes);
  nest.close();
  return success();
}

/// [..., depth, columns] to panels in which kStep rows are interleaved.
LogicalResult OperandPlacer::interleave(Value value, const Buffer &to,
                                        const Convert &convert) {
  if (hasWordsOfColumns(value))
    return transposeWords(value, to, convert);
  std::optional<Buffer> rowMajor = bufferOfView(e, value);
  if (!isLoadOfRows(e, value)) {
    FailureOr<Buffer> made = inMemory(e, value);
    if (failed(made))
      return failure();
    rowMajor = *made;
  }
  if (rowMajor && !convert)
    rowMajor->element = operand;
  OpBuilder &b = e.b;
  int64_t steps = layout.kStep;
  // A panel of bf16 is wider than a vector of them.
  int64_t width =
      std::min<int64_t>(layout.width, e.target.vectorBits / laneBits(operand));
  auto words = [&](int64_t lanes, unsigned bits) {
    return VectorType::get({lanes}, b.getIntegerType(bits));
  };
  // Pairs, then pairs of pairs.
  auto interleaved = [&](SmallVector<Value, 4> rows) {
    unsigned bits = laneBits(operand);
    for (; rows.size() > 1; bits *= 2) {
      SmallVector<Value, 4> next;
      for (size_t r = 0; r < rows.size(); r += 2) {
        SmallVector<int64_t> order;
        for (int64_t l = 0; l < width; ++l)
          order.append({l, width + l});
        next.push_back(
            LLVM::BitcastOp::create(b, e.loc(), words(width, 2 * bits),
                                    shuffle(e, rows[r], rows[r + 1], order)));
      }
      rows = next;
    }
    return rows.front();
  };
  Value least;
  if (magnitudes) {
    least = leastMagnitude(e, *magnitudes, /*isRhs=*/true, isFirstSlot());
    isRhsNoted = true;
  }
  return e.emitRoot(op, {value}, /*covers=*/true, [&](Nest &nest) {
    nest.width = static_cast<unsigned>(width);
    SmallVector<scf::ForOp, 3> loops;
    auto openLoop = [&](int64_t extent, int64_t step) {
      ValueRange carried;
      if (magnitudes)
        carried = loops.empty() ? ValueRange(least)
                                : ValueRange(loops.back().getRegionIterArgs());
      Coord coord = nest.openLoop(extent, step, carried);
      loops.push_back(nest.innermost());
      return coord;
    };
    auto extents = shapeOf(value.getType());
    Index index(extents.size());
    size_t rowDim = extents.size() - 2, columnDim = rowDim + 1;
    if (shape.batches > 1)
      index[0] = openLoop(shape.batches, 1);
    index[rowDim] = openLoop(shape.depth, steps);
    Coord column;
    if (shape.columns > width)
      column = openLoop(shape.columns, width);
    index[columnDim] = column;
    for (int64_t l = 0; l < width; ++l)
      index[columnDim].lanes.push_back(l);
    SmallVector<Value, 4> rows;
    for (int64_t r = 0; r < steps; ++r) {
      Index at = index;
      if (r > 0)
        at[rowDim] = nest.merge(at[rowDim], constantCoord(e, r));
      FailureOr<Lanes> row =
          rowMajor ? nest.load(*rowMajor, at) : nest.evaluate(value, at);
      if (failed(row))
        return failure();
      rows.push_back(nest.vector(convert ? convert(nest, at, *row) : *row));
    }
    Value lesser;
    if (magnitudes) {
      lesser = loops.back().getRegionIterArg(0);
      for (Value row : rows)
        lesser = lesserMagnitude(e, lesser, row);
    }
    Value packed = interleaved(std::move(rows));
    // In elements: batch * depth * columns + panel * depth + k * panel's width
    // + place in it * steps.
    Value offset = e.mul(index[rowDim].base, e.i64(layout.width));
    if (column.base) {
      Value inPanel = arith::AndIOp::create(b, e.loc(), column.base,
                                            e.i64(layout.width - 1));
      Value panel = arith::SubIOp::create(b, e.loc(), column.base, inPanel);
      offset = e.add(offset, e.mul(panel, e.i64(shape.bufferDepth())));
      offset = e.add(offset, e.mul(inPanel, e.i64(steps)));
    }
    if (shape.batches > 1)
      offset = e.add(offset, e.mul(index[0].base,
                                   e.i64(shape.bufferDepth() * shape.columns)));
    int64_t bytes = width * steps * containerBytes(operand);
    LLVM::StoreOp::create(b, e.loc(), packed,
                          e.elementAddress(e.addressOf(to), operand, offset),
                          std::min<int64_t>(64, bytes));
    if (!magnitudes)
      return success();
    for (scf::ForOp loop : llvm::reverse(loops)) {
      scf::YieldOp::create(b, e.loc(), lesser);
      nest.closeLoop();
      lesser = loop.getResult(0);
    }
    storeMagnitude(e, *magnitudes, /*isRhs=*/true, lesser);
    return success();
  });
}

} // namespace tessera::cpu
