//===- TileAAToVector/Access/StoreOps.cpp - weak loads and stores through pointers -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Emits weak stores through pointers, which are roots, and ordered loads and
// stores, which become atomic accesses element by element.
//
//===----------------------------------------------------------------------===//

#include "Access.h"
#include "StreamingStores.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using tessera::cuda_tile::MemoryOrderingSemantics;

namespace tessera::cpu {

FailureOr<Lanes> evaluateLoad(Nest &nest, tileaa::LoadOp op,
                              ArrayRef<Coord> index) {
  bool full = nest.level == AccessLevel::Full && nest.factOf(op).full;
  std::optional<Lanes> mask, other;
  if (op.getMask() && !full) {
    FailureOr<Lanes> lanes = nest.evaluate(op.getMask(), index);
    if (failed(lanes))
      return failure();
    mask = *lanes;
    if (op.getOther()) {
      FailureOr<Lanes> values = nest.evaluate(op.getOther(), index);
      if (failed(values))
        return failure();
      other = *values;
    } else if (nest.e.target.unspecifiedAsOnes) {
      other = nest.e.unspecified(elementOf(op.getResult().getType()));
    }
  }
  FailureOr<LaneAddress> address =
      pointerAddress(nest, op, op.getSource(), index);
  if (failed(address))
    return failure();
  return readMemory(nest, elementOf(op.getResult().getType()), *address, mask,
                    other);
}

/// Integer type of the container's size: what atomic accesses are made of.
static Type wordOf(Emitter &e, Type element) {
  return e.b.getIntegerType(8 * containerBytes(element));
}

/// The scalar address of one element of a pointer or view access.
static FailureOr<LaneAddress> scalarAddress(Nest &nest, Operation *op,
                                            ArrayRef<Coord> index,
                                            std::optional<Lanes> &mask) {
  Value pointers, maskValue;
  if (auto load = dyn_cast<tileaa::LoadOp>(op)) {
    pointers = load.getSource();
    maskValue = load.getMask();
  } else if (auto store = dyn_cast<tileaa::StoreOp>(op)) {
    pointers = store.getDestination();
    maskValue = store.getMask();
  } else {
    FailureOr<ViewLanes> access = viewAccess(nest, op, index);
    if (failed(access))
      return failure();
    mask = access->mask;
    return access->address;
  }
  if (maskValue) {
    FailureOr<Lanes> lanes = nest.evaluate(maskValue, index);
    if (failed(lanes))
      return failure();
    mask = *lanes;
  }
  FailureOr<Lanes> pointer = nest.evaluate(pointers, index);
  if (failed(pointer))
    return failure();
  return LaneAddress{pointer->value, {}, {}};
}

/// Runs `then` where `mask` holds; its results, or `other`, come out.
static Value guarded(Emitter &e, std::optional<Lanes> mask, Value other,
                     llvm::function_ref<Value()> then) {
  if (!mask)
    return then();
  SmallVector<Type, 1> types;
  if (other)
    types.push_back(other.getType());
  auto choice =
      scf::IfOp::create(e.b, e.loc(), types, mask->value, /*else=*/!!other);
  OpBuilder::InsertionGuard guard(e.b);
  if (other) {
    e.b.setInsertionPointToStart(choice.elseBlock());
    scf::YieldOp::create(e.b, e.loc(), other);
    e.b.setInsertionPointToStart(choice.thenBlock());
    scf::YieldOp::create(e.b, e.loc(), then());
    return choice.getResult(0);
  }
  e.b.setInsertionPointToStart(choice.thenBlock());
  then();
  return {};
}

static MemoryOrderingSemantics semanticOf(Operation *op) {
  return llvm::TypeSwitch<Operation *, MemoryOrderingSemantics>(op)
      .Case<tileaa::LoadOp, tileaa::TiledLoadOp, tileaa::GatherLoadOp,
            tileaa::StoreOp, tileaa::TiledStoreOp, tileaa::ScatterStoreOp>(
          [](auto access) { return access.getMemSemantic(); });
}

/// The value of masked positions of a load.
static FailureOr<Value> maskedValue(Nest &nest, Operation *op, Type element,
                                    ArrayRef<Coord> index) {
  Emitter &e = nest.e;
  if (auto load = dyn_cast<tileaa::LoadOp>(op)) {
    if (!load.getOther())
      return e.unspecified(element).value;
    FailureOr<Lanes> other = nest.evaluate(load.getOther(), index);
    if (failed(other))
      return failure();
    return other->value;
  }
  auto padding = viewOperands(op).type.getPadding();
  return (padding ? e.paddingConstant(padding.getValue(), element)
                  : e.unspecified(element))
      .value;
}

/// A word of memory in register form and back.
static Value fromWord(Emitter &e, Value word, Type element) {
  Type container = containerType(element);
  if (word.getType() != container)
    word = LLVM::BitcastOp::create(e.b, e.loc(), container, word);
  return fromMemory(e, word, element);
}
static Value toWord(Emitter &e, Value value, Type element) {
  value = toContainer(e, value, element);
  Type word = wordOf(e, element);
  if (value.getType() != word)
    value = LLVM::BitcastOp::create(e.b, e.loc(), word, value);
  return value;
}

LogicalResult emitLoadNow(Emitter &e, Operation *op) {
  Value result = op->getResult(0);
  Type element = elementOf(result.getType());
  if (isa<Float4E2M1FNType>(element))
    return emitNibbleAccess(e, op);
  auto shape = shapeOf(result.getType());
  bool isScalar = !isa<RankedTensorType>(result.getType());
  SmallVector<Value, 4> roots;
  for (Value operand : op->getOperands())
    if (isa<RankedTensorType>(operand.getType()))
      roots.push_back(operand);
  Buffer buffer;
  if (!isScalar)
    buffer = e.newBuffer(element, shape);
  LLVM::AtomicOrdering ordering = atomicOrderingOf(semanticOf(op));
  auto one = [&](Nest &nest, ArrayRef<Coord> index) -> FailureOr<Value> {
    std::optional<Lanes> mask;
    FailureOr<LaneAddress> address = scalarAddress(nest, op, index, mask);
    if (failed(address))
      return failure();
    Value other;
    if (mask) {
      FailureOr<Value> value = maskedValue(nest, op, element, index);
      if (failed(value))
        return failure();
      other = *value;
    }
    return guarded(e, mask, other, [&]() -> Value {
      auto load = LLVM::LoadOp::create(e.b, e.loc(), wordOf(e, element),
                                       address->base, containerBytes(element),
                                       false, false, false, false, ordering);
      return fromWord(e, load, element);
    });
  };
  if (isScalar) {
    Nest nest(e, 0);
    FailureOr<Value> value = one(nest, {});
    if (failed(value))
      return failure();
    e.setScalar(result, *value);
    return success();
  }
  LogicalResult done = e.emitRoot(
      op, roots, /*covers=*/false,
      [&](Nest &nest) {
        Index index = nest.iterate(shape);
        FailureOr<Value> value = one(nest, index);
        if (failed(value))
          return failure();
        nest.store(buffer, index, {*value, true});
        return success();
      },
      /*scalarOnly=*/true);
  e.setBuffer(result, buffer);
  return done;
}

/// A store with an order, or of one element.
static LogicalResult emitScalarStore(Emitter &e, Operation *op, Value value) {
  Type element = elementOf(value.getType());
  SmallVector<Value, 4> roots;
  for (Value operand : op->getOperands())
    if (isa<RankedTensorType>(operand.getType()))
      roots.push_back(operand);
  LLVM::AtomicOrdering ordering = atomicOrderingOf(semanticOf(op));
  return e.emitRoot(
      op, roots, /*covers=*/false,
      [&](Nest &nest) {
        Index index = nest.iterate(shapeOf(value.getType()));
        FailureOr<Lanes> lanes = nest.evaluate(value, index);
        std::optional<Lanes> mask;
        FailureOr<LaneAddress> address = scalarAddress(nest, op, index, mask);
        if (failed(lanes) || failed(address))
          return failure();
        guarded(e, mask, {}, [&]() -> Value {
          LLVM::StoreOp::create(e.b, e.loc(), toWord(e, lanes->value, element),
                                address->base, containerBytes(element), false,
                                false, false, ordering);
          return {};
        });
        return success();
      },
      /*scalarOnly=*/true);
}

/// The lanes of `value`, taken from the scan that was left to this store if
/// there is one.
static LogicalResult forEachStored(Nest &nest, Operation *store, Value value,
                                   Nest::LanesConsumer consume) {
  if (tileaa::ScanOp scan = nest.e.scanOf(store))
    return emitScanInNest(nest, scan, value, consume);
  return nest.forEachVector(value, consume);
}

namespace {
/// The addresses that the lanes of a store write to.
struct StoreLanes {
  LaneAddress address;
  std::optional<Lanes> mask;
};
} // namespace

/// Writes `value` in `nest`; `streamed` takes what may go past the caches.
static LogicalResult
writeTile(Nest &nest, Operation *store, Value value, StreamedVectors streamed,
          llvm::function_ref<FailureOr<StoreLanes>(ArrayRef<Coord>)> lanesAt) {
  Type element = elementOf(value.getType());
  auto consume = [&](ArrayRef<Coord> index, const Lanes &lanes) {
    FailureOr<StoreLanes> to = lanesAt(index);
    if (failed(to))
      return failure();
    if (!streamed.take(element, to->address, lanes, to->mask))
      writeMemory(nest, element, to->address, lanes, to->mask);
    else if (nest.e.scanOf(store))
      streamed.write();
    return success();
  };
  if (failed(forEachStored(nest, store, value, consume)))
    return failure();
  streamed.write();
  return success();
}

LogicalResult emitStore(Emitter &e, tileaa::StoreOp op) {
  Value value = op.getValue();
  if (isa<Float4E2M1FNType>(elementOf(value.getType())))
    return emitNibbleAccess(e, op);
  if (op.getMemSemantic() != MemoryOrderingSemantics::Weak ||
      !isa<RankedTensorType>(value.getType()))
    return emitScalarStore(e, op, value);
  Value streams = streamingCondition(e, op);
  SmallVector<Value, 2> places = {op.getDestination()};
  if (op.getMask())
    places.push_back(op.getMask());
  auto body = [&](Nest &nest) {
    bool full = nest.level == AccessLevel::Full && nest.factOf(op).full;
    auto lanesAt = [&](ArrayRef<Coord> index) -> FailureOr<StoreLanes> {
      StoreLanes to;
      if (op.getMask() && !full) {
        FailureOr<Lanes> on = nest.evaluate(op.getMask(), index);
        if (failed(on))
          return failure();
        to.mask = *on;
      }
      FailureOr<LaneAddress> address =
          pointerAddress(nest, op, op.getDestination(), index);
      if (failed(address))
        return failure();
      to.address = *address;
      return to;
    };
    bool transposed = streams && nest.readsTransposed(value);
    StreamedVectors streamed(nest, transposed ? Value() : streams,
                             LineStarts::Unknown);
    return writeTile(nest, op, value, streamed, lanesAt);
  };
  return e.emitRoot(op, {value}, /*covers=*/true, body, /*scalarOnly=*/false,
                    places);
}

LogicalResult emitTiledStore(Emitter &e, Operation *op) {
  Value value = op->getOperand(0);
  if (isa<Float4E2M1FNType>(elementOf(value.getType())))
    return emitNibbleAccess(e, op);
  if (semanticOf(op) != MemoryOrderingSemantics::Weak)
    return emitScalarStore(e, op, value);
  Value streams;
  if (auto store = dyn_cast<tileaa::TiledStoreOp>(op))
    streams = streamingCondition(e, store);
  return e.emitRoot(op, {value}, /*covers=*/true, [&](Nest &nest) {
    auto lanesAt = [&](ArrayRef<Coord> index) -> FailureOr<StoreLanes> {
      FailureOr<ViewLanes> access = viewAccess(nest, op, index);
      if (failed(access))
        return failure();
      return StoreLanes{access->address, access->mask};
    };
    bool transposed = streams && nest.readsTransposed(value);
    StreamedVectors streamed(nest, transposed ? Value() : streams,
                             LineStarts::Known);
    return writeTile(nest, op, value, streamed, lanesAt);
  });
}

} // namespace tessera::cpu
