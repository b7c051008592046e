//===- CudaTile/Transforms/PointerPlaces.cpp - where pointers point -------===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The distance of a pointer from the start of its memory is computed beside the
// pointer, by the same ops on integers: later passes then see that it is a
// range plus a scalar, and need one comparison for a whole tile.
//
//===----------------------------------------------------------------------===//

#include "PointerPlaces.h"

#include "tessera/Dialect/CudaTile/IR/ElementTypes.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;

namespace tessera::cuda_tile {

int64_t bytesInMemory(Type element) {
  return isF4Element(element) ? 0 : getElementByteSize(element);
}

static TileType i64Tile(MLIRContext *context, llvm::ArrayRef<int64_t> shape) {
  return TileType::get(shape, IntegerType::get(context, 64));
}

static llvm::ArrayRef<int64_t> shapeOf(Value value) {
  return cast<TileType>(value.getType()).getShape();
}

Value createI64(ImplicitLocOpBuilder &b, llvm::ArrayRef<int64_t> shape,
                int64_t value) {
  TileType type = i64Tile(b.getContext(), shape);
  return ConstantOp::create(
      b, type, DenseElementsAttr::get(type, b.getI64IntegerAttr(value)));
}

Value createSpread(ImplicitLocOpBuilder &b, Value value,
                   llvm::ArrayRef<int64_t> shape) {
  if (shape.empty() || !shapeOf(value).empty())
    return value;
  Type element = cast<TileType>(value.getType()).getElementType();
  llvm::SmallVector<int64_t> ones(shape.size(), 1);
  value = ReshapeOp::create(b, TileType::get(ones, element), value);
  return BroadcastOp::create(b, TileType::get(shape, element), value);
}

Value createWide(ImplicitLocOpBuilder &b, Value value, Signedness signedness) {
  TileType type = i64Tile(b.getContext(), shapeOf(value));
  if (value.getType() == type)
    return value;
  return ExtIOp::create(b, type, value, signedness);
}

PointerPlace PointerPlaces::of(Value pointers) {
  auto found = known.find(pointers);
  if (found != known.end())
    return found->second;
  PointerPlace place = compute(pointers);
  known[pointers] = place;
  return place;
}

/// `offset` of pointers to other elements, in bytes where the units differ.
static void toBytes(ImplicitLocOpBuilder &b, PointerPlace &place) {
  if (place.unit == 1)
    return;
  if (place.offset)
    place.offset = MulIOp::create(
        b, place.offset, createI64(b, shapeOf(place.offset), place.unit));
  place.unit = 1;
}

PointerPlace PointerPlaces::compute(Value pointers) {
  auto pointee =
      cast<PointerType>(cast<TileType>(pointers.getType()).getElementType())
          .getPointeeType();
  int64_t unit = bytesInMemory(pointee);
  if (auto argument = dyn_cast<BlockArgument>(pointers))
    return {isa<EntryOp>(argument.getOwner()->getParentOp()) ? pointers
                                                             : Value(),
            {},
            unit};
  Operation *op = pointers.getDefiningOp();
  if (isa<AllocaOp, GetGlobalOp>(op))
    return {pointers, {}, unit};
  ImplicitLocOpBuilder b(op->getLoc(), op->getContext());
  b.setInsertionPointAfter(op);
  auto moved = [&](auto make) {
    PointerPlace place = of(op->getOperand(0));
    if (place.root && place.offset)
      place.offset = make(place.offset);
    return place;
  };
  TileType type = i64Tile(op->getContext(), shapeOf(pointers));
  return llvm::TypeSwitch<Operation *, PointerPlace>(op)
      .Case<AssumeOp>(
          [&](AssumeOp assume) { return of(assume->getOperand(0)); })
      .Case<ReshapeOp>([&](ReshapeOp) {
        return moved([&](Value v) { return ReshapeOp::create(b, type, v); });
      })
      .Case<BroadcastOp>([&](BroadcastOp) {
        return moved([&](Value v) { return BroadcastOp::create(b, type, v); });
      })
      .Case<PermuteOp>([&](PermuteOp permute) {
        return moved([&](Value v) {
          return PermuteOp::create(b, type, v, permute.getPermutationAttr());
        });
      })
      .Case<ExtractOp>([&](ExtractOp extract) {
        return moved([&](Value v) {
          return ExtractOp::create(b, type, v, extract.getIndices());
        });
      })
      .Case<PtrToPtrOp>([&](PtrToPtrOp cast) {
        PointerPlace place = of(cast->getOperand(0));
        if (!place.root || place.unit == unit)
          return place;
        // A pointer to half a byte and other pointers have no common measure.
        if (place.unit == 0 || unit == 0)
          return place.offset ? PointerPlace()
                              : PointerPlace{place.root, {}, unit};
        if (place.offset)
          toBytes(b, place);
        else
          place.unit = unit;
        return place;
      })
      .Case<OffsetOp>([&](OffsetOp add) {
        PointerPlace place = of(add.getPtr());
        if (!place.root)
          return place;
        Value more = createWide(b, add.getOffset(), Signedness::Signed);
        if (place.unit != unit) {
          toBytes(b, place);
          more = MulIOp::create(b, more, createI64(b, shapeOf(more), unit));
        }
        place.offset =
            place.offset ? Value(AddIOp::create(b, place.offset, more)) : more;
        return place;
      })
      .Case<SelectOp>([&](SelectOp select) {
        PointerPlace x = of(select.getValIfTrue());
        PointerPlace y = of(select.getValIfFalse());
        if (!x.root || x.root != y.root || x.unit != y.unit)
          return PointerPlace();
        if (!x.offset && !y.offset)
          return x;
        Value zero = createI64(b, type.getShape(), 0);
        x.offset = SelectOp::create(b, type, select.getCond(),
                                    x.offset ? x.offset : zero,
                                    y.offset ? y.offset : zero);
        return x;
      })
      .Default([](Operation *) { return PointerPlace(); });
}

//===----------------------------------------------------------------------===//
// Through loops and branches
//===----------------------------------------------------------------------===//

/// Calls fn for each op of type T that ends an iteration or a region of
/// `owner`.
template <typename T>
static void forEachExit(Operation *owner, llvm::function_ref<void(T)> fn) {
  owner->walk([&](T exit) {
    Operation *parent = exit->getParentOp();
    while (parent != owner && !isa<ForOp, LoopOp>(parent))
      parent = parent->getParentOp();
    if (parent == owner)
      fn(exit);
  });
}

/// What a value carried around or out of a loop or branch may be.
static bool appendSources(Value value, llvm::SmallVectorImpl<Value> &sources) {
  Operation *owner;
  unsigned number;
  bool isArgument = false;
  if (auto argument = dyn_cast<BlockArgument>(value)) {
    owner = argument.getOwner()->getParentOp();
    number = argument.getArgNumber();
    isArgument = true;
  } else {
    owner = value.getDefiningOp();
    number = cast<OpResult>(value).getResultNumber();
  }
  auto append = [&](auto exit) { sources.push_back(exit->getOperand(number)); };
  if (auto loop = dyn_cast<ForOp>(owner)) {
    if (isArgument && number-- == 0)
      return false;
    sources.push_back(loop.getInitValues()[number]);
    forEachExit<ContinueOp>(loop, append);
    return true;
  }
  if (auto loop = dyn_cast<LoopOp>(owner)) {
    if (!isArgument) {
      forEachExit<BreakOp>(loop, append);
      return true;
    }
    sources.push_back(loop.getInitValues()[number]);
    forEachExit<ContinueOp>(loop, append);
    return true;
  }
  if (isa<IfOp>(owner) && !isArgument) {
    for (Region &region : owner->getRegions())
      if (auto yield = dyn_cast<YieldOp>(region.front().getTerminator()))
        append(yield);
    return true;
  }
  return false;
}

bool PointerPlaces::collectRoots(Value pointers,
                                 llvm::SetVector<Value> &roots) {
  llvm::SmallVector<Value> work = {pointers};
  llvm::DenseSet<Value> seen;
  while (!work.empty()) {
    Value value = work.pop_back_val();
    if (!seen.insert(value).second)
      continue;
    Operation *op = value.getDefiningOp();
    auto argument = dyn_cast<BlockArgument>(value);
    if ((argument && isa<EntryOp>(argument.getOwner()->getParentOp())) ||
        isa_and_nonnull<AllocaOp, GetGlobalOp>(op))
      roots.insert(value);
    else if (isa_and_nonnull<OffsetOp, BroadcastOp, ReshapeOp, PermuteOp,
                             PtrToPtrOp, AssumeOp, ExtractOp>(op))
      work.push_back(op->getOperand(0));
    else if (auto select = dyn_cast_or_null<SelectOp>(op))
      work.append({select.getValIfTrue(), select.getValIfFalse()});
    else if (isa_and_nonnull<CatOp, InsertOp>(op))
      work.append({op->getOperand(0), op->getOperand(1)});
    else if (!appendSources(value, work))
      return false;
  }
  return true;
}

} // namespace tessera::cuda_tile
