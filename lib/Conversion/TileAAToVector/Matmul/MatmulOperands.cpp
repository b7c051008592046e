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
#include "Conversion/TileAAToVector/Nest/Transpose.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;

namespace tessera::cpu {

/// Bytes of a row of lhs that are collected before a product. With more of them
/// the tiles prefetched for the next product begin to fall out of the second
/// cache, for their rows lie far apart and share few of its sets.
static constexpr int64_t collectedBytes = 256;

static Value sourceOfViews(Value value) {
  while (auto view = value.getDefiningOp<tileaa::ViewOp>())
    value = view.getSource();
  return value;
}

tileaa::TiledLoadOp viewLoadOf(Value operand) {
  return sourceOfViews(operand).getDefiningOp<tileaa::TiledLoadOp>();
}

static Value negated(Emitter &e, Value condition) {
  return arith::XOrIOp::create(
      e.b, e.loc(), condition,
      e.constant(IntegerAttr::get(e.b.getI1Type(), 1)));
}

tileaa::TiledLoadOp onlyLoadOf(Emitter &e, Value operand) {
  while (true) {
    if (e.bufferOf(operand) || !operand.hasOneUse())
      return {};
    auto view = operand.getDefiningOp<tileaa::ViewOp>();
    if (!view)
      return operand.getDefiningOp<tileaa::TiledLoadOp>();
    operand = view.getSource();
  }
}

/// The buffer of `value`, which another shape of the same elements may have.
static std::optional<Buffer> bufferOfView(Emitter &e, Value value) {
  Value source = value;
  while (!e.bufferOf(source)) {
    auto view = source.getDefiningOp<tileaa::ViewOp>();
    if (!view)
      return std::nullopt;
    source = view.getSource();
  }
  Buffer buffer = *e.bufferOf(source);
  auto shape = shapeOf(value.getType());
  buffer.shape.assign(shape.begin(), shape.end());
  return buffer;
}

FailureOr<Buffer> inMemory(Emitter &e, Value value) {
  if (std::optional<Buffer> there = bufferOfView(e, value))
    return *there;
  return e.materialise(value);
}

/// Whether `operand` is a load whose rows are runs of memory that nobody else
/// needs.
static bool isLoadOfRows(Emitter &e, Value operand) {
  tileaa::TiledLoadOp load = onlyLoadOf(e, operand);
  if (!load)
    return false;
  ViewOperands view = viewOperands(load);
  const MemoryObject &object = e.memoryObject(e.memrefOf(view.view));
  return object.strides[view.type.getDimMap().back()].constant == 1;
}

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
    auto choice = scf::IfOp::create(b, e.loc(), negated(e, isInPlace),
                                    /*withElseRegion=*/false);
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(choice.thenBlock());
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
    auto choice =
        scf::IfOp::create(e.b, e.loc(), negated(e, inPlace->isInPlace),
                          /*else=*/false);
    OpBuilder::InsertionGuard guard(e.b);
    e.b.setInsertionPointToStart(choice.thenBlock());
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
