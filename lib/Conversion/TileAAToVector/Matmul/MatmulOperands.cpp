//===- TileAAToVector/Matmul/MatmulOperands.cpp - operands in scratch -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Copies operands into scratch, as MatmulOperands.h describes.
//
//===----------------------------------------------------------------------===//

#include "MatmulOperands.h"

#include "Conversion/TileAAToVector/Access/Access.h"
#include "Conversion/TileAAToVector/Core/Lanes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;

namespace tessera::cpu {

/// Bytes of a row of lhs that are collected before a product. With more of them
/// the tiles prefetched for the next product begin to fall out of the second
/// cache, for their rows lie far apart and share few of its sets.
static constexpr int64_t collectedBytes = 256;

OperandPlacer::OperandPlacer(Emitter &e, tileaa::DotOp op, MatmulShape &shape,
                             Type operand, PanelLayout layout, bool mayCollect)
    : e(e), op(op), shape(shape), operand(operand), layout(layout) {
  auto loop = dyn_cast<scf::ForOp>(op->getParentOp());
  int64_t rowBytes = shape.depth * containerBytes(operand);
  if (!mayCollect || !loop || rowBytes % 64 != 0 ||
      rowBytes >= collectedBytes || !canCollect(loop))
    return;
  shape.tiles = collectedBytes / rowBytes;
  OpBuilder &b = e.b;
  Location loc = e.loc();
  Value counter = e.scalar(loop.getInductionVar());
  auto difference = [&](Value x, Value y) {
    return b.createOrFold<arith::SubIOp>(loc, x, y);
  };
  Value done = difference(counter, e.scalar(loop.getLowerBound()));
  Value left = difference(e.scalar(loop.getUpperBound()), counter);
  slot = arith::AndIOp::create(b, loc, e.extend(done, /*isSigned=*/false),
                               e.i64(shape.tiles - 1));
  isDue = arith::OrIOp::create(
      b, loc,
      arith::CmpIOp::create(b, loc, arith::CmpIPredicate::eq, slot,
                            e.i64(shape.tiles - 1)),
      arith::CmpIOp::create(b, loc, arith::CmpIPredicate::eq, left,
                            e.scalar(loop.getStep())));
}

/// Whether the only use of the accumulator, which `loop` carries, is this
/// product, and the operands are still to be brought into place.
bool OperandPlacer::canCollect(scf::ForOp loop) {
  Value result = op.getResult();
  auto acc = dyn_cast<BlockArgument>(op.getAcc());
  if (!acc || acc.getOwner() != loop.getBody() || !acc.hasOneUse() ||
      acc.getArgNumber() == 0 || !matchPattern(loop.getStep(), m_One()))
    return false;
  auto yielded = loop.getBody()->getTerminator()->getOperand(
      acc.getArgNumber() - loop.getNumInductionVars());
  const Buffer *to = e.carriedDestination(result, op);
  const Buffer *from = e.bufferOf(acc);
  if (yielded != result || !to || !from || from->fixed || to->id != from->id)
    return false;
  return llvm::all_of(ValueRange{op.getLhs(), op.getRhs()}, [&](Value value) {
    return !e.bufferOf(value) && value.hasOneUse() &&
           value.getParentBlock() == op->getBlock();
  });
}

Buffer OperandPlacer::newOperand(ArrayRef<int64_t> extents) {
  Buffer buffer = e.newBuffer(operand, extents);
  if (shape.tiles > 1)
    e.scratch.keepAcrossIterations(buffer.id);
  return buffer;
}

Buffer OperandPlacer::slotOf(const Buffer &whole, int64_t distance) {
  if (shape.tiles == 1)
    return whole;
  Buffer part = whole;
  part.fixed = e.elementAddress(e.addressOf(whole), operand,
                                e.mul(slot, e.i64(distance)));
  return part;
}

/// `value` as rows, or as panels of columns, at `to`.
LogicalResult OperandPlacer::fill(Value value, const Buffer &to,
                                  const Convert &convert, bool panelled) {
  return e.emitRoot(op, {value}, /*covers=*/true, [&](Nest &nest) {
    nest.width = std::min(nest.width, e.widthFor(laneBits(operand)));
    return nest.forEachVector(
        value, [&](ArrayRef<Coord> index, const Lanes &lanes) {
          Index at(index.begin(), index.end());
          if (panelled) {
            unsigned bits = log2Of(layout.width);
            Coord column = at.pop_back_val(), k = at.pop_back_val();
            at.append(
                {nest.shiftRight(column, bits), k, nest.lowBits(column, bits)});
          }
          nest.store(to, at, convert ? convert(nest, index, lanes) : lanes);
          return success();
        });
  });
}

/// The left operand as a tile that may be read in place; nothing if it needs a
/// conversion, is collected, or is read by pairs of k. Where there are 16
/// vector registers second caches are small, 256 or 512 KiB: rows far apart,
/// read once per panel, do not all stay there.
std::optional<InPlaceTile> OperandPlacer::inPlaceLhs(const Convert &convert) {
  if (e.target.vectorRegisters != 32 || convert || shape.tiles > 1 ||
      shape.batches > 1 || layout.kStep > 1)
    return std::nullopt;
  return inPlaceTile(e, op.getLhs(), operand,
                     matmulBlockRows(e, shape, operand));
}

FailureOr<MatmulOperands> OperandPlacer::place(Convert lhs, Convert rhs) {
  MatmulOperands operands;
  int64_t depth = shape.bufferDepth();
  SmallVector<int64_t, 4> outer;
  if (cast<RankedTensorType>(op.getLhs().getType()).getRank() == 3)
    outer.push_back(shape.batches);
  auto extents = [&](ArrayRef<int64_t> inner) {
    SmallVector<int64_t, 4> all = outer;
    llvm::append_range(all, inner);
    return all;
  };
  auto materialised = [&](Value value, Buffer &to) {
    FailureOr<Buffer> buffer = inMemory(e, value);
    if (succeeded(buffer))
      to = *buffer;
    return LogicalResult(buffer);
  };
  if (std::optional<InPlaceTile> inPlace = inPlaceLhs(lhs)) {
    operands.lhs = newOperand(extents({shape.rows, depth}));
    operands.inPlaceLhs = inPlace;
    OpBuilder::InsertionGuard guard(e.b);
    enterUnlessInPlace(e, *inPlace);
    if (failed(fill(op.getLhs(), operands.lhs, {}, /*panelled=*/false)))
      return failure();
  } else if (shape.tiles == 1 && !lhs) {
    if (failed(materialised(op.getLhs(), operands.lhs)))
      return failure();
  } else {
    operands.lhs = newOperand(extents({shape.rows, depth}));
    if (failed(fill(op.getLhs(), slotOf(operands.lhs, shape.depth), lhs,
                    /*panelled=*/false)))
      return failure();
  }
  int64_t panels = shape.columns / layout.width;
  int64_t slotSize = shape.depth * layout.width;
  bool isThere = e.bufferOf(op.getRhs()) || !op.getRhs().hasOneUse();
  if (layout.kStep > 1) {
    operands.rhs = newOperand(
        extents({panels, depth / layout.kStep, layout.width, layout.kStep}));
    if (failed(interleave(op.getRhs(), slotOf(operands.rhs, slotSize), rhs)))
      return failure();
  } else if (shape.tiles == 1 && !rhs && isThere) {
    operands.isPanelled = false;
    if (failed(materialised(op.getRhs(), operands.rhs)))
      return failure();
  } else if (isFilledByPanel(rhs)) {
    operands.isByPanel = true;
    operands.rhs = newOperand({depth, layout.width});
  } else {
    operands.rhs = newOperand(extents({panels, depth, layout.width}));
    if (failed(fill(op.getRhs(), slotOf(operands.rhs, slotSize), rhs,
                    /*panelled=*/true)))
      return failure();
  }
  setLiveDepth();
  return operands;
}

/// How much of the tile dimension `dim` of a load lies in its memory object, if
/// the rest reads zero.
static Value liveExtent(Emitter &e, Value operand, unsigned dim) {
  auto load = operand.getDefiningOp<tileaa::TiledLoadOp>();
  if (!load)
    return {};
  ViewOperands view = viewOperands(load);
  auto padding = view.type.getPadding();
  if ((padding && padding.getValue() != cuda_tile::PaddingValue::Zero) ||
      (!padding && e.target.unspecifiedAsOnes) || view.type.isGatherScatter() ||
      view.indices.size() != 2 ||
      (!view.inBounds.empty() && view.inBounds[dim]))
    return {};
  return extentInside(e, view, dim);
}

/// Steps of k for which both operands are padding add +0 to every sum. That
/// makes +0 of a sum of -0, so one of them is done; the others change nothing.
void OperandPlacer::setLiveDepth() {
  OpBuilder &b = e.b;
  Location loc = e.loc();
  Value lhs = liveExtent(e, op.getLhs(), 1);
  Value rhs = lhs ? liveExtent(e, op.getRhs(), 0) : Value();
  Value live = e.i64(shape.depth);
  int64_t step = layout.rowsPerTurn();
  if (lhs && rhs && shape.depth > step) {
    Value most = arith::MaxSIOp::create(b, loc, lhs, rhs);
    Value more = e.add(arith::MinSIOp::create(b, loc, most, live),
                       e.i64(layout.kStep + step - 1));
    Value whole = arith::AndIOp::create(b, loc, more, e.i64(-step));
    live = arith::MinSIOp::create(b, loc, whole, live);
  } else if (shape.tiles == 1) {
    return;
  }
  if (shape.tiles > 1)
    live = e.add(e.mul(slot, e.i64(shape.depth)), live);
  shape.liveDepth = live;
}

/// Whether this tile is the first of those collected; null: always.
Value OperandPlacer::isFirstSlot() {
  if (shape.tiles == 1)
    return {};
  return arith::CmpIOp::create(e.b, e.loc(), arith::CmpIPredicate::eq, slot,
                               e.i64(0));
}

void OperandPlacer::noteMagnitudesInPassing() {
  magnitudes = newMagnitudes(e);
  if (shape.tiles > 1)
    e.scratch.keepAcrossIterations(magnitudes->id);
}

Buffer OperandPlacer::magnitudesOf(const MatmulOperands &operands) {
  Value isFirst = isFirstSlot();
  auto note = [&](bool isRhs, const Buffer &whole, int64_t runs,
                  int64_t length) {
    int64_t distance = length * shape.tiles;
    if (shape.tiles == 1) {
      length *= runs;
      runs = 1;
    }
    noteMagnitudes(e, *magnitudes, isRhs, isFirst,
                   e.addressOf(slotOf(whole, isRhs ? shape.depth * layout.width
                                                   : shape.depth)),
                   runs, distance, length);
  };
  {
    // Once for all iterations where the left operand has been there before.
    OpBuilder::InsertionGuard guard(e.b);
    auto made = dyn_cast<scf::ForOp>(e.b.getInsertionBlock()->getParentOp());
    auto loop = dyn_cast<scf::ForOp>(op->getParentOp());
    if (made && loop && shape.tiles == 1 && !operands.lhs.fixed &&
        loop.isDefinedOutsideOfLoop(sourceOfViews(op.getLhs())) &&
        e.scratch.isOlderThanLoop(operands.lhs.id)) {
      e.scratch.keepAcrossIterations(magnitudes->id);
      e.b.setInsertionPoint(made);
    }
    note(false, operands.lhs, shape.batches * shape.rows, shape.depth);
  }
  if (!isRhsNoted)
    note(true, operands.rhs, shape.batches * shape.columns / layout.width,
         shape.depth * layout.width);
  return *magnitudes;
}

void OperandPlacer::whenDue(llvm::function_ref<void()> product) {
  if (shape.tiles == 1)
    return product();
  auto choice = scf::IfOp::create(e.b, e.loc(), isDue, /*else=*/false);
  OpBuilder::InsertionGuard guard(e.b);
  e.b.setInsertionPointToStart(choice.thenBlock());
  product();
}

} // namespace tessera::cpu
