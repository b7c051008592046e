//===- TileASToNVVM/Access/ViewAccess.cpp - loads and stores through views -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Lowers loads and stores through partition, strided and gather/scatter views.
// ViewAddress computes where the elements are; the rest is the same as for
// accesses through pointers.
//
//===----------------------------------------------------------------------===//

#include "Conversion/TileASToNVVM/Handlers.h"
#include "NibbleAccess.h"
#include "SharedImage.h"
#include "TensorMemory.h"
#include "ViewAddress.h"

#include "tessera/Layout/BankConflicts.h"

using namespace mlir;

namespace tessera::gpu {

template <typename OpTy> static FailureOr<ViewOperands> partsOf(OpTy op) {
  auto type = dyn_cast<tileaa::TiledViewType>(op.getView().getType());
  if (!type || type.getResidency() != tileaa::Residency::Gmem) {
    op.emitOpError(
        "cannot be lowered to NVVM: a view that is neither in global "
        "nor in shared memory");
    return failure();
  }
  return ViewOperands{op, type, op.getView(), op.getCoords(),
                      op.getInBounds().value_or(ArrayRef<bool>())};
}

/// Refuses forms that only some of the ops have and TileAAToTileAS never makes.
template <typename OpTy>
static LogicalResult refuseExtras(Emitter &e, OpTy op) {
  if constexpr (std::is_same_v<OpTy, tileas::TiledLoadOp> ||
                std::is_same_v<OpTy, tileas::TiledStoreOp>)
    if (!op.getOffsets().empty() || op.getMask())
      return e.refuse(op, "offsets and masks of tiled accesses");
  return success();
}

static SmallVector<NibblePlace> nibblesOf(Emitter &e, ViewAddress &address,
                                          Value owner, unsigned count) {
  SmallVector<NibblePlace> places;
  for (unsigned r = 0; r < count; ++r)
    places.push_back(nibbleAt(e, address.base(), address.elementOffset(r),
                              e.conjunction(owner, address.inside(r))));
  return places;
}

/// Pairs of elements are bytes where one thread has both and no other element
/// shares theirs; all other elements are written one by one.
static void storeNibbles(Emitter &e, ViewAddress &address, Value owner,
                         const Registers &values, const Ordering &ordering,
                         const PtxOrder &order) {
  SmallVector<NibblePlace> places = nibblesOf(e, address, owner, values.size());
  if (ordering.isWeak()) {
    if (auto pairs = address.bytePairs()) {
      Type i8 = e.b.getI8Type();
      for (auto [low, high] : *pairs) {
        Value top =
            LLVM::ShlOp::create(e.b, e.loc(), values[high], e.integer(i8, 4));
        Value byte = LLVM::OrOp::create(e.b, e.loc(), values[low], top);
        writeRun(e, i8, places[low].pointer, {byte}, places[low].mask);
      }
      return;
    }
  }
  for (auto [place, value] : llvm::zip(places, values))
    writeNibble(e, place, value, order);
}

/// `wide` where the whole tile is inside and accesses are wider then, else
/// `narrow`; values of `types` come from either.
static SmallVector<Value> choosePath(
    Emitter &e, ViewAddress &address, TypeRange types,
    llvm::function_ref<Registers(ArrayRef<SmallVector<unsigned, 8>>)> wide,
    llvm::function_ref<Registers(ArrayRef<SmallVector<unsigned, 8>>)> narrow) {
  auto tested = address.runs();
  auto whole = address.runsInside();
  Value isWhole;
  if (whole.size() < tested.size())
    isWhole = address.isWhole();
  if (!isWhole)
    return narrow(tested);
  Block *fast = e.newBlock(), *slow = e.newBlock(), *rest = e.newBlock(types);
  LLVM::CondBrOp::create(e.b, e.loc(), isWhole, fast, slow);
  e.b.setInsertionPointToEnd(fast);
  e.branch(rest, wide(whole));
  e.b.setInsertionPointToEnd(slow);
  e.branch(rest, narrow(tested));
  e.b.setInsertionPointToEnd(rest);
  return SmallVector<Value>(rest->getArguments().begin(),
                            rest->getArguments().end());
}

static Registers loadWeak(Emitter &e, ViewAddress &address, unsigned count,
                          Value padding, CacheHint hint) {
  Type element = address.element();
  auto load = [&](ArrayRef<SmallVector<unsigned, 8>> runs, bool isTested) {
    Registers results(count);
    for (const auto &run : runs) {
      SmallVector<Value, 8> others(run.size(), padding);
      Value inside = isTested ? address.inside(run[0]) : Value();
      Registers read = readRun(e, element, address.pointer(run[0]), run.size(),
                               inside, others, hint);
      for (auto [r, value] : llvm::zip(run, read))
        results[r] = value;
    }
    return results;
  };
  SmallVector<Value> loaded = choosePath(
      e, address, SmallVector<Type>(count, e.registerType(element)),
      [&](auto runs) { return load(runs, false); },
      [&](auto runs) { return load(runs, true); });
  return Registers(loaded.begin(), loaded.end());
}

static void storeWeak(Emitter &e, ViewAddress &address, Value owner,
                      const Registers &values, CacheHint hint) {
  auto store = [&](ArrayRef<SmallVector<unsigned, 8>> runs, bool isTested) {
    for (const auto &run : runs) {
      SmallVector<Value, 8> parts;
      for (unsigned r : run)
        parts.push_back(values[r]);
      Value inside = isTested ? address.inside(run[0]) : Value();
      writeRun(e, address.element(), address.pointer(run[0]), parts,
               e.conjunction(owner, inside), hint);
    }
    return Registers();
  };
  choosePath(
      e, address, TypeRange(), [&](auto runs) { return store(runs, false); },
      [&](auto runs) { return store(runs, true); });
}

//===----------------------------------------------------------------------===//
// Storage in shared memory
//===----------------------------------------------------------------------===//

std::optional<SharedImage> sharedStorage(Emitter &e, Value view) {
  auto type = dyn_cast<tileas::TiledViewType>(view.getType());
  if (!type || type.getResidency() != tileaa::Residency::Smem)
    return std::nullopt;
  if (tileas::LayoutAttr image = type.getLayout())
    return SharedImage{image.getLayout(), e.scalar(view)};
  SmallVector<unsigned> order;
  for (unsigned d = type.getRank(); d-- > 0;)
    order.push_back(d);
  unsigned bits = 8 * Emitter::containerBytes(type.getElementType());
  return SharedImage{llvm::cantFail(layout::sharedSwizzled(
                         type.getShape(), order, bits, layout::Swizzle())),
                     e.scalar(view)};
}

static LogicalResult loadShared(Emitter &e, tileas::TiledLoadOp load,
                                const SharedImage &image) {
  Value result = load.getResult();
  if (load.getResultToken())
    e.set(load.getResultToken(), Registers());
  Type element = getElementTypeOrSelf(result.getType());
  Registers registers = readImage(e, image, Emitter::layoutOf(result), element);
  // Written as other elements.
  if (load.getView().getDefiningOp<tileas::ReinterpretOp>())
    canonicalizeStage(e, element, registers);
  e.set(result, std::move(registers));
  return success();
}

/// Written by the owners of the elements.
static LogicalResult storeShared(Emitter &e, tileas::TiledStoreOp store,
                                 const SharedImage &image) {
  Value value = store.getValue();
  layout::LinearLayout layout = Emitter::layoutOf(value);
  if (store.getResultToken())
    e.set(store.getResultToken(), Registers());
  e.guarded(e.owner(layout), [&] {
    writeImage(e, image, layout, getElementTypeOrSelf(value.getType()),
               e.get(value));
  });
  return success();
}

template <typename OpTy>
static LogicalResult emitLoad(Emitter &e, Operation *op) {
  auto load = llvm::cast<OpTy>(op);
  if constexpr (std::is_same_v<OpTy, tileas::TiledLoadOp>)
    if (tileas::isTensorView(load.getView().getType()))
      return loadTensor(e, load);
  if constexpr (std::is_same_v<OpTy, tileas::TiledLoadOp>)
    if (std::optional<SharedImage> image = sharedStorage(e, load.getView()))
      return failed(refuseExtras(e, load)) ? failure()
                                           : loadShared(e, load, *image);
  FailureOr<ViewOperands> operands = partsOf(load);
  if (failed(operands) || failed(refuseExtras(e, load)))
    return failure();
  Type type = load.getResult().getType();
  ViewAddress address(e, *operands, type);
  Type element = address.element();
  Ordering ordering = orderingOf(load.getMemSemantic(), load.getMemScope());
  if (load.getResultToken())
    e.set(load.getResultToken(), Registers());
  Value padding = address.padding();
  unsigned count = Emitter::numRegisters(Emitter::layoutOf(type));
  Registers results(count);
  if (isNibble(element)) {
    Value owner = ordering.isWeak() ? Value() : ownerOf(e, type);
    SmallVector<NibblePlace> places = nibblesOf(e, address, owner, count);
    for (unsigned r = 0; r < count; ++r)
      results[r] = readNibble(e, places[r], padding, ordering);
    return setOwned(e, op, std::move(results));
  }
  if (ordering.isWeak()) {
    results = loadWeak(e, address, count, padding, cacheHintOf(op));
    e.set(load.getResult(), std::move(results));
    return success();
  }
  SmallVector<Value> insides, pointers;
  for (unsigned r = 0; r < count; ++r) {
    insides.push_back(address.inside(r));
    pointers.push_back(address.pointer(r));
  }
  Value owner = ownerOf(e, type);
  for (unsigned r = 0; r < count; ++r)
    results[r] =
        readOrdered(e, element, pointers[r], e.conjunction(owner, insides[r]),
                    padding, ordering);
  return setOwned(e, op, std::move(results));
}

template <typename OpTy>
static LogicalResult emitStore(Emitter &e, Operation *op) {
  auto store = llvm::cast<OpTy>(op);
  if constexpr (std::is_same_v<OpTy, tileas::TiledStoreOp>)
    if (tileas::isTensorView(store.getView().getType()))
      return storeTensor(e, store);
  if constexpr (std::is_same_v<OpTy, tileas::TiledStoreOp>)
    if (std::optional<SharedImage> image = sharedStorage(e, store.getView()))
      return failed(refuseExtras(e, store)) ? failure()
                                            : storeShared(e, store, *image);
  FailureOr<ViewOperands> operands = partsOf(store);
  if (failed(operands) || failed(refuseExtras(e, store)))
    return failure();
  Type type = store.getValue().getType();
  ViewAddress address(e, *operands, type);
  Type element = address.element();
  Ordering ordering = orderingOf(store.getMemSemantic(), store.getMemScope());
  if (store.getResultToken())
    e.set(store.getResultToken(), Registers());
  const Registers &values = e.get(store.getValue());
  Value owner = ownerOf(e, type);
  if (isNibble(element)) {
    storeNibbles(e, address, owner, values, ordering,
                 orderOf(store.getMemSemantic(), store.getMemScope()));
    return success();
  }
  if (ordering.isWeak()) {
    storeWeak(e, address, owner, values, cacheHintOf(op));
    return success();
  }
  SmallVector<Value> masks, pointers;
  for (unsigned r = 0; r < values.size(); ++r) {
    masks.push_back(e.conjunction(owner, address.inside(r)));
    pointers.push_back(address.pointer(r));
  }
  for (unsigned r = 0; r < values.size(); ++r)
    writeOrdered(e, element, pointers[r], values[r], masks[r], ordering);
  return success();
}

void registerViewAccessHandlers(Handlers &h) {
  h.addOp<tileas::TiledLoadOp>(emitLoad<tileas::TiledLoadOp>);
  h.addOp<tileas::GatherLoadOp>(emitLoad<tileas::GatherLoadOp>);
  h.addOp<tileas::TiledStoreOp>(emitStore<tileas::TiledStoreOp>);
  h.addOp<tileas::ScatterStoreOp>(emitStore<tileas::ScatterStoreOp>);
}

} // namespace tessera::gpu
