//===- TileAS/Transforms/Pipelining/SumSlices.cpp - sums part by part ----*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A result that TMA stores is written to shared memory in parts, columns beside
// each other (ResultStores.cpp). What such a part is computed from is computed
// in front of it, from a part of the sums: a thread then has the registers of
// one part, not of the tile, and the first part is under way to memory before
// the last one has been loaded. Where TMA cannot store at run time, the whole
// tile is computed in front of the ordinary store.
//
//===----------------------------------------------------------------------===//

#include "SumSlices.h"

#include "../LoadParts.h"

#include "tessera/Dialect/TileAS/Utils/SharedStorage.h"
#include "tessera/Dialect/TileAS/Utils/SplitConversion.h"
#include "tessera/Dialect/TileAS/Utils/StorePrice.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;

/// Of a store that is split. More parts would be more barriers, and narrower
/// ones do not fill lines of memory.
static constexpr int64_t mostParts = 4, leastRowBytes = 128;

static RankedTensorType tileOf(Value value) {
  return dyn_cast<RankedTensorType>(value.getType());
}

/// Columns of a matrix, and all of its rows.
static bool isOfColumns(ExtractSliceOp part) {
  RankedTensorType from = tileOf(part.getSource()),
                   to = tileOf(part.getResult());
  return from && to && to.getRank() == 2 &&
         from.getDimSize(0) == to.getDimSize(0) &&
         llvm::all_of(part.getOffsets(), [](Value offset) {
           return getConstantIntValue(offset).has_value();
         });
}

bool SumSlices::find() {
  llvm::SetVector<Value> values;
  values.insert(sum);
  for (size_t i = 0; i != values.size(); ++i)
    for (Operation *user : values[i].getUsers()) {
      if (auto part = dyn_cast<ExtractSliceOp>(user);
          part && isOfColumns(part)) {
        parts.push_back(part);
      } else if (auto store = dyn_cast<TiledStoreOp>(user);
                 store && store.getValue() == values[i]) {
        stores.push_back(store);
      } else if (user->hasTrait<OpTrait::Elementwise>() &&
                 user->getNumResults() == 1 && isMemoryEffectFree(user) &&
                 getLayoutAttr(user->getResult(0).getType()) ==
                     getLayoutAttr(sum.getType())) {
        computed.insert(user);
        values.insert(user->getResult(0));
      } else {
        return false;
      }
    }
  return true;
}

void SumSlices::splitStores(const gpu::GpuTiming &timing) {
  SmallVector<TiledStoreOp> whole = std::move(stores);
  stores.clear();
  for (TiledStoreOp store : whole) {
    int64_t count = mostParts;
    while (count > 1 && !split(store, count, timing))
      count /= 2;
    if (count == 1)
      stores.push_back(store);
  }
}

/// Makes `count` stores of columns beside each other of a store that behaves as
/// one, if a thread has the same registers of all of them, and they will go
/// through shared memory (CoalesceStores.cpp).
bool SumSlices::split(TiledStoreOp store, int64_t count,
                      const gpu::GpuTiming &timing) {
  RankedTensorType tile = tileOf(store.getValue());
  if (tile.getRank() != 2 || store->getBlock() != sum.getParentBlock() ||
      !isStoreOfParts(store))
    return false;
  const int64_t columns = tile.getDimSize(1) / count;
  if (columns * getElementBytes(tile.getElementType()) < leastRowBytes)
    return false;
  const layout::LinearLayout &layout = getLayoutAttr(tile).getLayout();
  SmallVector<IndexBit> bits;
  for (IndexBit bit : splittableBits(layout, layout))
    if (bit.dim == 1 && int64_t(1) << bit.bit >= columns)
      bits.push_back(bit);
  if (tile.getDimSize(1) >> bits.size() != columns)
    return false;
  const layout::LinearLayout own = partOf(layout, bits);
  auto type = RankedTensorType::get({tile.getDimSize(0), columns},
                                    tile.getElementType(),
                                    LayoutAttr::get(store.getContext(), own));
  OpBuilder b(store);
  Location loc = store.getLoc();
  Value zero = arith::ConstantIndexOp::create(b, loc, 0);
  SmallVector<Value> tokens;
  for (int64_t first = 0; first < tile.getDimSize(1); first += columns) {
    Value column = arith::ConstantIndexOp::create(b, loc, first);
    auto part = ExtractSliceOp::create(b, loc, type, store.getValue(),
                                       ValueRange{zero, column});
    TiledStoreOp made = buildPartStore(b, store, part, {0, first});
    if (first == 0) {
      std::optional<RowStore> rows = describeRows(made);
      std::optional<StorePrice> price =
          rows ? priceOfRows(own, *rows, /*parts=*/1, timing) : std::nullopt;
      if (!price || !price->isLess()) {
        made.erase();
        part.erase();
        return false;
      }
    }
    parts.push_back(part);
    if (made.getResultToken())
      tokens.push_back(made.getResultToken());
  }
  if (store.getResultToken() && !store.getResultToken().use_empty())
    store.getResultToken().replaceAllUsesWith(
        tileaa::JoinMemTokenOp::create(b, loc, tokens[0].getType(), tokens));
  store.erase();
  return true;
}

static int64_t columnOf(ExtractSliceOp part) {
  return *getConstantIntValue(part.getOffsets().back());
}

/// The part of the sums that `part` is computed from.
RankedTensorType SumSlices::typeOf(ExtractSliceOp part) const {
  RankedTensorType own = tileOf(part.getResult());
  return RankedTensorType::get(own.getShape(), tileOf(sum).getElementType(),
                               own.getEncoding());
}

/// `value`, or the part of it that `part` takes, made at the insertion point
/// from what has been loaded of the sums.
Value SumSlices::rebuild(OpBuilder &b, Value value, ExtractSliceOp part,
                         Value loaded) {
  RankedTensorType whole = tileOf(value), type = whole;
  if (!whole)
    return value;
  if (value == sum)
    return loaded;
  if (Value known = made.lookup(value))
    return known;
  if (part) {
    RankedTensorType own = tileOf(part.getResult());
    type = RankedTensorType::get(own.getShape(), whole.getElementType(),
                                 own.getEncoding());
  }
  Value result = value;
  Operation *maker = value.getDefiningOp();
  if (computed.contains(maker)) {
    IRMapping map;
    for (Value operand : maker->getOperands())
      map.map(operand, rebuild(b, operand, part, loaded));
    Operation *copy = b.clone(*maker, map);
    copy->getResult(0).setType(type);
    result = copy->getResult(0);
  } else if (part) {
    result = ExtractSliceOp::create(b, part.getLoc(), type, value,
                                    part.getOffsets());
  }
  made[value] = result;
  return result;
}

/// A load that somebody waits for later.
static Value beginLoad(OpBuilder &b, Location loc, RankedTensorType type,
                       Value place) {
  SmallVector<Value> coords(type.getRank(),
                            arith::ConstantIndexOp::create(b, loc, 0));
  return AsyncTiledLoadOp::create(b, loc, AsyncValueType::get(type), Type(),
                                  place, coords, ValueRange(), Value(),
                                  AtomAttr::get(b.getContext(), AtomKind::Copy),
                                  nullptr, nullptr)
      .getResult();
}

Operation *SumSlices::rewrite(Place place) {
  Operation *last = nullptr;
  Block *block = sum.getDefiningOp()->getBlock();
  auto note = [&](Operation *use) {
    Operation *here = block->findAncestorOpInBlock(*use);
    if (!last || last->isBeforeInBlock(here))
      last = here;
  };
  for (TiledStoreOp store : stores) {
    OpBuilder b(store);
    made.clear();
    Value loaded =
        buildLoad(b, store.getLoc(), tileOf(sum), place(b, tileOf(sum), 0))
            .getResult();
    store.getValueMutable().set(
        rebuild(b, store.getValue(), ExtractSliceOp(), loaded));
    note(store);
  }
  // One after the other, so that the next one can be begun.
  Type element = tileOf(sum).getElementType();
  bool isSequence = element.isF32() || element.isInteger(32);
  for (ExtractSliceOp part : parts)
    isSequence &= part->getBlock() == parts.front()->getBlock();
  if (isSequence)
    llvm::sort(parts, [](ExtractSliceOp a, ExtractSliceOp b) {
      return a->isBeforeInBlock(b);
    });
  Value begun;
  for (auto [i, part] : llvm::enumerate(parts)) {
    OpBuilder b(part);
    Location loc = part.getLoc();
    made.clear();
    RankedTensorType type = typeOf(part);
    Value loaded =
        begun ? FutureWaitOp::create(b, loc, type, begun, IntegerAttr())
                    .getResult()
              : buildLoad(b, loc, type, place(b, type, columnOf(part)))
                    .getResult();
    begun = {};
    if (isSequence && i + 1 != parts.size()) {
      RankedTensorType next = typeOf(parts[i + 1]);
      begun = beginLoad(b, loc, next, place(b, next, columnOf(parts[i + 1])));
    }
    Value again = rebuild(b, part.getSource(), part, loaded);
    part.getResult().replaceAllUsesWith(again);
    note(part);
    if (last == part)
      last = again.getDefiningOp();
    part.erase();
  }
  // An op may have been found before one that it uses.
  while (!computed.empty())
    computed.remove_if([](Operation *op) {
      const bool isUnused = op->use_empty();
      if (isUnused)
        op->erase();
      return isUnused;
    });
  return last;
}
