//===- Transforms/Placing/ReduceAtLoad.cpp - extrema of loaded rows -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The row maximum of attention is the maximum of what a thread has just loaded
// from tensor memory, and some targets give it with the load. This runs behind
// the passes that look for accesses of tensor memory, at the place of the load,
// so that neither order nor barriers change.
//
//===----------------------------------------------------------------------===//

#include "tessera/Dialect/TileAS/Transforms/Passes.h"
#include "tessera/Dialect/TileAS/Utils/Exchanges.h"
#include "tessera/Layout/TensorMemory.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "llvm/ADT/TypeSwitch.h"

namespace tessera::tileas {
#define GEN_PASS_DEF_REDUCEATLOADPASS
#include "tessera/Dialect/TileAS/Transforms/Passes.h.inc"
} // namespace tessera::tileas

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;

namespace {
/// What a reduction takes of each row.
struct Kind {
  Extremum extremum;
  bool propagatesNan = false;
};
} // namespace

template <typename OpTy>
static std::optional<Kind> floatKind(OpTy op, Extremum extremum) {
  if (op.getFlushToZero())
    return std::nullopt;
  return Kind{extremum, op.getPropagateNan()};
}

static std::optional<Kind> kindOf(Operation *op) {
  using Result = std::optional<Kind>;
  if (!op)
    return std::nullopt;
  return llvm::TypeSwitch<Operation *, Result>(op)
      .Case([](tileaa::MaxFOp op) { return floatKind(op, Extremum::Max); })
      .Case([](tileaa::MinFOp op) { return floatKind(op, Extremum::Min); })
      .Case([](arith::MaxSIOp) { return Result(Kind{Extremum::Max}); })
      .Case([](arith::MinSIOp) { return Result(Kind{Extremum::Min}); })
      .Case([](arith::MaxUIOp) { return Result(Kind{Extremum::UMax}); })
      .Case([](arith::MinUIOp) { return Result(Kind{Extremum::UMin}); })
      .Default([](Operation *) { return Result(); });
}

static layout::LinearLayout layoutOf(Value tile) {
  return getLayoutAttr(cast<RankedTensorType>(tile.getType())).getLayout();
}

/// The tile whose rows `op` reduces: its source or, where warps share the rows
/// and `tileas-explicit-storage` has made a dimension of their parts, the tile
/// that this was made of. Null for all others.
static Value rowsOf(ReduceOp op) {
  Value source = op.getSources()[0];
  const ArrayRef<int64_t> shape =
      cast<RankedTensorType>(source.getType()).getShape();
  if (shape.size() == 2)
    return op.getDim() == 1 ? source : Value();
  if (shape.size() != 3 || op.getDim() != 2)
    return Value();
  // (rows, columns) -> (rows, parts, columns of a part) -> parts first.
  auto order = source.getDefiningOp<tileaa::PermuteOp>();
  if (!order ||
      !llvm::equal(order.getPermutation(), ArrayRef<int32_t>{1, 0, 2}))
    return Value();
  auto cut = order.getSource().getDefiningOp<ViewOp>();
  if (!cut)
    return Value();
  auto whole = cast<RankedTensorType>(cut.getSource().getType());
  return whole.getRank() == 2 && whole.getDimSize(0) == shape[1] &&
                 whole.getDimSize(1) == shape[0] * shape[2]
             ? cut.getSource()
             : Value();
}

/// Whether one instruction can load the columns that a thread has of a row, and
/// reduce them.
static bool loadsWholeRows(TiledLoadOp load) {
  auto place = dyn_cast<TiledViewType>(load.getView().getType());
  if (!place || !isTensorView(place) || place.getShape().size() != 2 ||
      load.getResultToken())
    return false;
  Type element = place.getElementType();
  const layout::LinearLayout lanes = place.getLayout().getLayout();
  if (!(element.isF32() || element.isInteger(32)) ||
      layout::columnsOfPlace(lanes) != place.getShape()[1])
    return false;
  std::optional<layout::TensorMove> move = layout::findTensorMove(
      layout::tensorCells(lanes, layoutOf(load.getResult())),
      layout::mostTensorWords);
  return move && move->shape == layout::TmemShape::L32x32b &&
         move->repeat >= layout::leastReducedColumns;
}

static void reduceAtLoad(ReduceOp op) {
  std::optional<Kind> kind = kindOf(onlyOperationOf(op));
  if (!kind || !isa<RankedTensorType>(op.getResult(0).getType()))
    return;
  std::optional<ReducePlan> plan =
      planReduce(layoutOf(op.getSources()[0]), op.getDim());
  if (!plan || !plan->laneMasks.empty() || !plan->warpBits.empty())
    return;
  Value rows = rowsOf(op);
  if (!rows)
    return;
  auto absolute = rows.getDefiningOp<math::AbsFOp>();
  auto load =
      (absolute ? absolute.getOperand() : rows).getDefiningOp<TiledLoadOp>();
  if (!load || !loadsWholeRows(load))
    return;
  OpBuilder b(load);
  auto loaded = LoadExtremaOp::create(
      b, load.getLoc(), load.getResult().getType(), op.getResult(0).getType(),
      kind->extremum, load.getView(), bool(absolute), kind->propagatesNan);
  load.getResult().replaceAllUsesWith(loaded.getResult());
  op.getResult(0).replaceAllUsesWith(loaded.getExtrema());
  load.erase();
  // What the reduction alone was for.
  Value unused = op.getSources()[0];
  op.erase();
  while (Operation *maker = unused.getDefiningOp()) {
    if (!maker->use_empty() || !isPure(maker))
      break;
    unused = maker->getOperand(0);
    maker->erase();
  }
}

namespace {
struct ReduceAtLoad : tileas::impl::ReduceAtLoadPassBase<ReduceAtLoad> {
  void runOnOperation() override {
    TargetAttr target = getTarget(getOperation());
    if (!target || !target.getTarget().has(gpu::GpuCapability::TensorExtrema))
      return;
    SmallVector<ReduceOp> reductions;
    getOperation().walk([&](ReduceOp op) { reductions.push_back(op); });
    for (ReduceOp op : reductions)
      reduceAtLoad(op);
  }
};
} // namespace
