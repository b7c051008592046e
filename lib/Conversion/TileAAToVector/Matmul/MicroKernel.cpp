//===- TileAAToVector/Matmul/MicroKernel.cpp - register blocks of a product -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Emits the loops of MicroKernel.h. Panels of the right operand are the outer
// loop: a panel stays in the first cache while the rows of the left operand go
// by.
//
//===----------------------------------------------------------------------===//

#include "MicroKernel.h"

#include "Conversion/TileAAToVector/Core/Lanes.h"
#include "Conversion/TileAAToVector/Nest/Nest.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;

namespace tessera::cpu {

void MicroKernel::emit(Value lhs, Value rhs, Value acc, bool panelled,
                       const Upcoming &next) {
  emitPanels(lhs, rhs, acc, panelled, {}, next);
}

void MicroKernel::emit(Value lhs, Value rhs, Value acc, FillPanel fill,
                       const Upcoming &next) {
  emitPanels(lhs, rhs, acc, /*panelled=*/true, fill, next);
}

void MicroKernel::emitPanels(Value lhs, Value rhs, Value acc, bool panelled,
                             FillPanel fill, const Upcoming &next) {
  OpBuilder &b = e.b;
  Location loc = e.loc();
  int64_t width = layout.width, depth = shape.bufferDepth();
  // In place rows are as far apart as memory has them.
  Value lhsStride;
  if (inPlaceLhs) {
    Value isInPlace = inPlaceLhs->isInPlace;
    lhs = arith::SelectOp::create(b, loc, isInPlace, inPlaceLhs->start, lhs);
    lhsStride = arith::SelectOp::create(b, loc, isInPlace, inPlaceLhs->stride,
                                        e.i64(depth));
  }

  Nest nest(e, 0);
  Value column =
      shape.columns == width && !shape.liveColumns
          ? e.i64(0)
          : nest.openLoop(shape.columns, width, {}, shape.liveColumns).base;
  if (fill)
    fill(column);
  Value panel =
      fill ? rhs
           : e.elementAddress(rhs, operand,
                              panelled ? e.mul(column, e.i64(depth)) : column);
  auto emitPanelOf = [&](int64_t vectors, const Upcoming &next) {
    emitPanel({lhs, lhsStride, panel, panelled ? width : shape.columns}, acc,
              {column, vectors}, next);
  };
  // If the result ends in the first vectors of a panel, the other vectors need
  // not be multiplied. These blocks have no prefetches, which would be most of
  // the code.
  std::optional<OpBuilder::InsertionGuard> guard;
  if (shape.liveColumns && width > lanes) {
    guard.emplace(b);
    Value left = arith::SubIOp::create(b, loc, shape.liveColumns, column);
    for (int64_t vectors = 1; vectors < width / lanes; vectors *= 2) {
      Value isNarrow = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::sle,
                                             left, e.i64(vectors * lanes));
      auto choice = scf::IfOp::create(b, loc, isNarrow, /*else=*/true);
      b.setInsertionPointToStart(choice.thenBlock());
      emitPanelOf(vectors, Upcoming());
      b.setInsertionPointToStart(choice.elseBlock());
    }
  }
  emitPanelOf(width / lanes, next);
  guard.reset();
  nest.close();
}

void MicroKernel::emitPanel(const PanelOperands &operands, Value acc,
                            const PanelPart &part, const Upcoming &next) {
  // Blocks of six rows leave four or eight of a power of two.
  int64_t rest = std::min<int64_t>(4, shape.rows);
  int64_t end = shape.rows / rows * rows;
  while ((shape.rows - end) % rest != 0)
    end -= rows;
  if (end > 0)
    emitBand(operands, acc, part, 0, end, rows, next);
  if (end < shape.rows)
    emitBand(operands, acc, part, end, shape.rows, rest,
             end > 0 ? Upcoming() : next);
}

void MicroKernel::emitBand(const PanelOperands &operands, Value acc,
                           const PanelPart &part, int64_t begin, int64_t end,
                           int64_t blockRows, const Upcoming &next) {
  OpBuilder &b = e.b;
  auto [column, vectors] = part;
  Location loc = e.loc();
  int64_t width = layout.width, depth = shape.bufferDepth();
  auto address = [&](Value base, Type element, int64_t offset) {
    return offset ? e.elementAddress(base, element, e.i64(offset)) : base;
  };
  Value lhsStride = operands.lhsStride;
  auto lhsRow = [&](Value start, int64_t r) {
    return lhsStride && r
               ? e.elementAddress(start, operand, e.mul(lhsStride, e.i64(r)))
               : address(start, operand, r * depth);
  };
  Nest nest(e, 0);
  Value live = shape.liveRows;
  if (live && begin > 0)
    live = arith::SubIOp::create(b, loc, live, e.i64(begin));
  if (live && end < shape.rows)
    live = arith::MinSIOp::create(b, loc, live, e.i64(end));
  Value row = nest.openLoop(end - begin, blockRows, {}, live).base;
  if (begin > 0)
    row = e.add(row, e.i64(begin));
  Value band = e.elementAddress(
      operands.lhs, operand, e.mul(row, lhsStride ? lhsStride : e.i64(depth)));
  Value block = e.elementAddress(
      acc, sum, e.add(e.mul(row, e.i64(shape.columns)), column));
  // Prefetches have a power of two of shares. Of blocks of six rows, the one
  // that ends in the nth eight rows takes the nth share; some take one again.
  int64_t shareRows = llvm::PowerOf2Ceil(blockRows);
  Value inShare = blockRows == shareRows ? row : e.add(row, e.i64(blockRows));
  prefetchInBlock(
      e, next, {inShare, column, shape.rows, shape.columns, shareRows, width});
  auto at = [&](int64_t r, int64_t v) {
    return address(block, sum, r * shape.columns + v * lanes);
  };
  Value zero = e.constant(cast<TypedAttr>(b.getZeroAttr(sums)));
  SmallVector<Value, 18> before(blockRows * vectors, zero);
  auto load = [&] {
    for (int64_t r = 0; r < blockRows; ++r)
      for (int64_t v = 0; v < vectors; ++v)
        before[r * vectors + v] =
            LLVM::LoadOp::create(b, loc, sums, at(r, v), containerBytes(sum));
  };
  if (shape.isFirst && e.target.vectorRegisters != 32) {
    // A choice per sum would be a branch per sum.
    auto choice = scf::IfOp::create(b, loc, TypeRange(ValueRange(before)),
                                    shape.isFirst, /*else=*/true);
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(choice.thenBlock());
    scf::YieldOp::create(b, loc, before);
    b.setInsertionPointToStart(choice.elseBlock());
    load();
    scf::YieldOp::create(b, loc, before);
    before.assign(choice.result_begin(), choice.result_end());
  } else if (!shape.isFromZero) {
    load();
    if (shape.isFirst)
      for (Value &value : before)
        value = arith::SelectOp::create(b, loc, shape.isFirst, zero, value);
  }
  Value factors =
      shape.rowFactors ? e.elementAddress(shape.rowFactors, sum, row) : Value();
  for (int64_t r = 0; factors && r < blockRows; ++r) {
    Value factor =
        splat(e,
              LLVM::LoadOp::create(b, loc, sum, address(factors, sum, r),
                                   containerBytes(sum)),
              lanes);
    for (int64_t v = 0; v < vectors; ++v) {
      Value &value = before[r * vectors + v];
      value = arith::MulFOp::create(b, loc, value, factor);
    }
  }
  SmallVector<Value, 18> values = before;
  Value constantLeft = constantRow();
  if (constantLeft)
    values.append(vectors, zero);
  // One group per turn is enough for the rest of a product.
  int64_t turn = blockRows == rows && vectors == width / lanes
                     ? layout.rowsPerTurn()
                     : layout.kStep;
  Value k = nest.openLoop(depth, turn, values, shape.liveDepth).base;
  scf::ForOp loop = nest.innermost();
  Value left = e.elementAddress(band, operand, k);
  Value right = e.elementAddress(operands.panel, operand,
                                 e.mul(k, e.i64(operands.rhsRow)));
  values.assign(loop.getRegionIterArgs().begin(),
                loop.getRegionIterArgs().end());
  for (int64_t step = 0; step < turn; step += layout.kStep) {
    SmallVector<Value, 2> rhsVectors;
    for (int64_t v = 0; v < vectors; ++v)
      rhsVectors.push_back(loadRhs(address(
          right, operand, step * operands.rhsRow + v * lanes * layout.kStep)));
    auto multiply = [&](int64_t r, Value spread) {
      for (int64_t v = 0; v < vectors; ++v) {
        Value &value = values[r * vectors + v];
        value = multiplyAdd(spread, rhsVectors[v], value);
      }
    };
    for (int64_t r = 0; r < blockRows; ++r)
      multiply(r, broadcastLhs(address(lhsRow(left, r), operand, step)));
    if (constantLeft)
      multiply(blockRows, constantLeft);
  }
  scf::YieldOp::create(b, loc, values);
  nest.closeLoop();
  for (int64_t r = 0; r < blockRows; ++r)
    for (int64_t v = 0; v < vectors; ++v) {
      Value result = loop.getResult(r * vectors + v);
      if (constantLeft)
        result = corrected(result, loop.getResult(blockRows * vectors + v));
      LLVM::StoreOp::create(b, loc, result, at(r, v), containerBytes(sum));
    }
  nest.close();
}

void MicroKernel::forEachBatch(const MatmulOperands &operands,
                               const Buffer &acc, Product product) {
  Nest batches(e, 0);
  Value batch;
  if (shape.batches > 1)
    batch = batches.openLoop(shape.batches, 1).base;
  auto start = [&](const Buffer &buffer, Type element, int64_t size) {
    Value address = e.addressOf(buffer);
    return batch ? e.elementAddress(address, element, e.mul(batch, e.i64(size)))
                 : address;
  };
  int64_t depth = shape.bufferDepth();
  product(start(operands.lhs, operand, shape.rows * depth),
          start(operands.rhs, operand, depth * shape.columns),
          start(acc, sum, shape.rows * shape.columns));
  batches.close();
}

} // namespace tessera::cpu
