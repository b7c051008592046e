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

#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;

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
  return !parts.empty();
}

/// `value`, or the part of it that `part` takes, made at the insertion point.
Value SumSlices::rebuild(OpBuilder &b, Value value, ExtractSliceOp part,
                         Load load) {
  RankedTensorType whole = tileOf(value), type = whole;
  if (!whole)
    return value;
  if (Value known = made.lookup(value))
    return known;
  int64_t column = 0;
  if (part) {
    RankedTensorType own = tileOf(part.getResult());
    type = RankedTensorType::get(own.getShape(), whole.getElementType(),
                                 own.getEncoding());
    column = *getConstantIntValue(part.getOffsets().back());
  }
  Value result = value;
  Operation *maker = value.getDefiningOp();
  if (value == sum) {
    result = load(b, type, column);
  } else if (computed.contains(maker)) {
    IRMapping map;
    for (Value operand : maker->getOperands())
      map.map(operand, rebuild(b, operand, part, load));
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

Operation *SumSlices::rewrite(Load load) {
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
    store.getValueMutable().set(
        rebuild(b, store.getValue(), ExtractSliceOp(), load));
    note(store);
  }
  for (ExtractSliceOp part : parts) {
    OpBuilder b(part);
    made.clear();
    Value again = rebuild(b, part.getSource(), part, load);
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
