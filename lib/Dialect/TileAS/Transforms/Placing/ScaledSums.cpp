//===- TileAS/Transforms/Placing/ScaledSums.cpp - sums scaled in parts -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A part is loaded in front of other work, and changed and stored behind it.
// The thread that loads it is the one that stores it.
//
//===----------------------------------------------------------------------===//

#include "ScaledSums.h"

#include "tessera/Dialect/TileAS/Utils/SharedStorage.h"
#include "tessera/Layout/TensorMemory.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;
using layout::Dim;
using layout::LinearLayout;

LayoutAttr tileas::partLayoutOf(RankedTensorType tile, int64_t columns) {
  LayoutAttr attribute = getLayoutAttr(tile);
  if (!attribute || tile.getRank() != 2 || tile.getDimSize(0) != 128 ||
      tile.getDimSize(1) <= columns)
    return {};
  const LinearLayout &whole = attribute.getLayout();
  const unsigned bits = llvm::Log2_64(columns);
  auto rowOf = [&](uint64_t column) {
    return whole.out().get(column, layout::tileDim(0));
  };
  if (whole.in().bits(Dim::Register) !=
      llvm::Log2_64(uint64_t(tile.getDimSize(1))))
    return {};
  layout::Space out =
      llvm::cantFail(layout::Space::tile({tile.getDimSize(0), columns}));
  layout::LayoutBuilder builder(out);
  for (unsigned bit = 0; bit < whole.in().bits(Dim::Register); ++bit) {
    const uint64_t column = whole.column(Dim::Register, bit);
    if (column != whole.out().pack(layout::tileDim(1), uint64_t(1) << bit))
      return {};
    if (bit < bits)
      builder.bit(Dim::Register, layout::tileDim(1), bit);
  }
  for (Dim dim : {Dim::Lane, Dim::Warp})
    for (unsigned bit = 0; bit < whole.in().bits(dim); ++bit) {
      const uint64_t column = whole.column(dim, bit);
      if (whole.out().get(column, layout::tileDim(1)) != 0)
        return {};
      builder.column(dim, out.pack(layout::tileDim(0), rowOf(column)));
    }
  llvm::Expected<LinearLayout> made = builder.finish();
  if (!made) {
    llvm::consumeError(made.takeError());
    return {};
  }
  return LayoutAttr::get(tile.getContext(), *made);
}

//===----------------------------------------------------------------------===//
// Which sums
//===----------------------------------------------------------------------===//

static RankedTensorType tileOf(Value value) {
  return dyn_cast<RankedTensorType>(value.getType());
}

/// Whether a part of `value`, which is no tile of the sums, is made of what is
/// in front of `position`.
static bool hasParts(Value value, Operation *position) {
  RankedTensorType tile = tileOf(value);
  Operation *maker = value.getDefiningOp();
  if (!tile || !maker)
    return !tile;
  auto spread = dyn_cast<tileaa::BroadcastOp>(maker);
  if (!isa<tileaa::SplatOp>(maker) &&
      !(spread && tileOf(spread.getSource()).getDimSize(1) == 1))
    return false;
  Operation *source = maker->getOperand(0).getDefiningOp();
  return !source || source->getBlock() != position->getBlock() ||
         source->isBeforeInBlock(position);
}

static bool beginsAtFirst(ValueRange coords) {
  return llvm::all_of(
      coords, [](Value coord) { return matchPattern(coord, m_Zero()); });
}

std::optional<ScaledSums> tileas::findScaledSums(TiledLoadOp load,
                                                 Operation *position) {
  if (!load || !beginsAtFirst(load.getCoords()))
    return std::nullopt;
  ScaledSums sums;
  sums.load = load;
  RankedTensorType tile = tileOf(load.getResult());
  if (!partLayoutOf(tile))
    return std::nullopt;
  Value value = load.getResult();
  while (value.hasOneUse()) {
    Operation *user = *value.user_begin();
    if (user->getBlock() != load->getBlock())
      return std::nullopt;
    if (auto store = dyn_cast<TiledStoreOp>(user)) {
      if (store.getView() != load.getView() || store.getResultToken() ||
          store.getMask() || !beginsAtFirst(store.getCoords()) ||
          sums.changes.empty())
        return std::nullopt;
      sums.store = store;
      return sums;
    }
    if (!user->hasTrait<OpTrait::Elementwise>() || user->getNumResults() != 1 ||
        user->getNumRegions() != 0 || !isMemoryEffectFree(user) ||
        user->getResult(0).getType() != tile ||
        llvm::any_of(user->getOperands(), [&](Value operand) {
          return operand != value && !hasParts(operand, position);
        }))
      return std::nullopt;
    sums.changes.push_back(user);
    value = user->getResult(0);
  }
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Parts
//===----------------------------------------------------------------------===//

void ScaledSums::beginPart(OpBuilder &b, int64_t column, int64_t columns) {
  const int64_t own = tileOf(load.getResult()).getDimSize(1);
  begin(b, column * own / columns / partColumns * partColumns,
        (column + partColumns) * own / columns / partColumns * partColumns,
        partColumns);
}

void ScaledSums::begin(OpBuilder &b, int64_t first, int64_t end,
                       int64_t width) {
  Location loc = load.getLoc();
  auto whole = cast<TiledViewType>(load.getView().getType());
  const int64_t shape[] = {whole.getShape()[0], width};
  auto type =
      RankedTensorType::get(shape, whole.getElementType(),
                            partLayoutOf(tileOf(load.getResult()), width));
  auto view = TiledViewType::get(
      shape, whole.getElementType(), whole.getResidency(),
      LayoutAttr::get(b.getContext(), layout::tensorPlace(128, shape)));
  for (int64_t at = first; at + width <= end; at += width) {
    Value place = TensorSliceOp::create(b, loc, view, load.getView(), at);
    Value zero = arith::ConstantIndexOp::create(b, loc, 0);
    begun.push_back({at, place,
                     AsyncTiledLoadOp::create(
                         b, loc, AsyncValueType::get(type), Type(), place,
                         ValueRange{zero, zero}, ValueRange(), Value(),
                         load.getAtom(), nullptr, load.getPaddingValueAttr())});
  }
}

Value ScaledSums::changed(OpBuilder &b, Value value, Value loaded) {
  if (value == load.getResult())
    return loaded;
  if (!tileOf(value))
    return value;
  IRMapping map;
  Operation *maker = value.getDefiningOp();
  if (llvm::is_contained(changes, maker))
    for (Value operand : maker->getOperands())
      map.map(operand, changed(b, operand, loaded));
  Value made = b.clone(*maker, map)->getResult(0);
  made.setType(loaded.getType());
  return made;
}

void ScaledSums::finishPart(OpBuilder &b, bool isLast) {
  Location loc = load.getLoc();
  // A store may follow only when no load of the same sums is under way.
  SmallVector<Value> loaded;
  for (Part &part : begun)
    loaded.push_back(FutureWaitOp::create(
        b, loc,
        cast<AsyncValueType>(part.load.getResult().getType()).getValueType(),
        part.load.getResult(), IntegerAttr()));
  for (auto [number, part] : llvm::enumerate(begun)) {
    TiledStoreOp stored =
        buildStore(b, store.getLoc(),
                   changed(b, store.getValue(), loaded[number]), part.place);
    if (!isLast || number + 1 != begun.size())
      stored->setAttr(kNextStoreWaitsAttrName, b.getUnitAttr());
  }
  begun.clear();
}

void ScaledSums::erase() {
  store.erase();
  for (Operation *change : llvm::reverse(changes))
    change->erase();
  load.erase();
}
