//===- TileAAToVector/Access/StreamingStores.cpp - stores past the caches -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A store to a line that is in no cache reads the line first: a third of what
// a large copy moves. Non-temporal stores do without, but take the result out
// of the caches, which costs more where it would have stayed there. So the
// choice is made at run time, by the bytes that the launch writes.
//
// They are not ordered with other stores. The end of the launch is ordered by
// the runtime (Launch.cpp); in a kernel, stores after which something is
// released are never of this kind.
//
//===----------------------------------------------------------------------===//

#include "StreamingStores.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;

namespace tessera::cpu {

/// Lines are written whole, by aligned vectors.
static constexpr int64_t lineBytes = 64;

/// Whether other threads may wait for what `op` does.
static bool mayRelease(Operation *op) {
  return llvm::TypeSwitch<Operation *, bool>(op)
      .Case<tileaa::StoreOp, tileaa::TiledStoreOp, tileaa::ScatterStoreOp>(
          [](auto store) {
            return store.getMemSemantic() !=
                   cuda_tile::MemoryOrderingSemantics::Weak;
          })
      .Case<tileaa::AtomicRMWOp, tileaa::AtomicCASOp, tileaa::TiledAtomicRMWOp>(
          [](auto) { return true; })
      .Default([](Operation *) { return false; });
}

static bool mayReleaseWithin(Operation *op) {
  return op
      ->walk([](Operation *inner) {
        return mayRelease(inner) ? WalkResult::interrupt()
                                 : WalkResult::advance();
      })
      .wasInterrupted();
}

/// Whether something may be released after `store`, in its block of tiles.
static bool isReleasedLater(Operation *store) {
  for (Operation *at = store; !isa<tileaa::FuncOp>(at);
       at = at->getParentOp()) {
    for (Operation *next = at->getNextNode(); next; next = next->getNextNode())
      if (mayReleaseWithin(next))
        return true;
    // An op that stands earlier in a loop comes later as well, in the next
    // iteration.
    Operation *parent = at->getParentOp();
    if (isa<LoopLikeOpInterface>(parent) && mayReleaseWithin(parent))
      return true;
  }
  return false;
}

/// Whether the kernel has other plans for the lines of `store`: it reads them,
/// or fetches them while it multiplies.
static bool isUsedOtherwise(Emitter &e, Operation *store) {
  if (!e.facts)
    return true;
  // Objects of which nothing is known count as one.
  tileaa::MemoryBase base = e.facts->getAccessFacts(store).base;
  auto function = store->getParentOfType<tileaa::FuncOp>();
  return function
      ->walk([&](Operation *op) {
        bool conflicts = isa<tileaa::DotOp>(op);
        if (isa<tileaa::LoadOp, tileaa::TiledLoadOp, tileaa::GatherLoadOp>(op))
          conflicts = e.facts->getAccessFacts(op).base == base;
        return conflicts ? WalkResult::interrupt() : WalkResult::advance();
      })
      .wasInterrupted();
}

static Value atLeast(Emitter &e, Value value, int64_t least) {
  return e.b.createOrFold<arith::CmpIOp>(e.loc(), arith::CmpIPredicate::sge,
                                         value, e.i64(least));
}

/// Number of tile blocks in the launch, along the given axes.
static Value blocksAlong(Emitter &e, ArrayRef<int32_t> axes) {
  Value blocks;
  for (int32_t axis : axes) {
    Value field = LLVM::GEPOp::create(
        e.b, e.loc(), e.launch.getType(), e.b.getI8Type(), e.launch,
        ArrayRef<LLVM::GEPArg>{
            static_cast<int32_t>(offsetof(TesseraLaunch, grid)) + 4 * axis});
    Value extent =
        e.extend(LLVM::LoadOp::create(e.b, e.loc(), e.b.getI32Type(), field, 4),
                 /*isSigned=*/false);
    // The runtime has counted them: 64 bits are enough.
    blocks = blocks ? e.mul(blocks, extent) : extent;
  }
  return blocks;
}

/// The axes of the grid that `value` may depend on, in order.
static SmallVector<int32_t, 3> axesOf(Value value) {
  bool depends[3] = {};
  SmallVector<Value> work = {value};
  llvm::DenseSet<Operation *> seen;
  while (!work.empty()) {
    Value next = work.pop_back_val();
    // A value that a loop carries comes from its operands and its terminator.
    Operation *op = next.getDefiningOp();
    if (!op)
      op = next.getParentBlock()->getParentOp();
    if (isa<tileaa::FuncOp>(op) || !seen.insert(op).second)
      continue;
    if (auto id = dyn_cast<tileaa::GetProgramIdOp>(op))
      depends[static_cast<int32_t>(id.getAxis())] = true;
    llvm::append_range(work, op->getOperands());
    for (Region &region : op->getRegions())
      for (Block &block : region)
        llvm::append_range(work, block.getTerminator()->getOperands());
  }
  SmallVector<int32_t, 3> axes;
  for (int32_t axis = 0; axis < 3; ++axis)
    if (depends[axis])
      axes.push_back(axis);
  return axes;
}

/// The terms of the condition; nothing if one of them is false.
static std::optional<SmallVector<Value, 4>> termsOf(Emitter &e,
                                                    tileaa::TiledStoreOp op) {
  ViewOperands view = viewOperands(op);
  const MemoryObject &object = e.memoryObject(e.memrefOf(view.view));
  auto tile = view.type.getTileShape();
  int64_t bytes = containerBytes(view.type.getElementType());
  // Every vector of the tile starts where a line does, if the object does.
  if (tile.empty() || tile.back() * bytes % lineBytes != 0)
    return std::nullopt;
  Value misplaced =
      LLVM::PtrToIntOp::create(e.b, e.loc(), e.b.getI64Type(), object.base);
  for (auto [d, memoryDim] : llvm::enumerate(view.type.getDimMap())) {
    const Extent &stride = object.strides[memoryDim];
    if (d + 1 == tile.size()) {
      if (stride.constant != 1 || view.type.getStep(d) * bytes % lineBytes != 0)
        return std::nullopt;
    } else if (!stride.constant) {
      misplaced = arith::OrIOp::create(e.b, e.loc(), misplaced,
                                       e.mul(stride.value, e.i64(bytes)));
    } else if (*stride.constant * bytes % lineBytes != 0) {
      return std::nullopt;
    }
  }
  // All that the launch writes, and all there is to write to: blocks may write
  // the same tile.
  SmallVector<Value, 4> terms;
  int64_t leastBytes = e.target.streamingBytes;
  int64_t known = bytes;
  Value unknown;
  for (const Extent &size : object.sizes) {
    if (size.constant)
      known *= *size.constant;
    else
      unknown = unknown ? e.mul(unknown, size.value) : size.value;
  }
  if (known == 0 || (!unknown && known < leastBytes))
    return std::nullopt;
  if (unknown)
    terms.push_back(atLeast(e, unknown, llvm::divideCeil(leastBytes, known)));
  int64_t tileBytes = ShapedType::getNumElements(tile) * bytes;
  terms.push_back(atLeast(e, blocksAlong(e, {0, 1, 2}),
                          llvm::divideCeil(leastBytes, tileBytes)));
  Value rest =
      arith::AndIOp::create(e.b, e.loc(), misplaced, e.i64(lineBytes - 1));
  terms.push_back(arith::CmpIOp::create(e.b, e.loc(), arith::CmpIPredicate::eq,
                                        rest, e.i64(0)));
  return terms;
}

/// Whether `store`, a weak one, may ever go past the caches.
template <typename StoreOp> static bool mayStream(Emitter &e, StoreOp store) {
  return e.target.streamingStores &&
         store.getMemSemantic() == cuda_tile::MemoryOrderingSemantics::Weak &&
         !isReleasedLater(store) && !isUsedOtherwise(e, store);
}

Value streamingCondition(Emitter &e, tileaa::TiledStoreOp store) {
  auto [entry, isNew] = e.streaming.try_emplace(store);
  if (!isNew || !mayStream(e, store))
    return entry->second;
  std::optional<SmallVector<Value, 4>> terms = termsOf(e, store);
  if (!terms)
    return entry->second;
  Value all;
  for (Value term : *terms)
    all = all ? arith::AndIOp::create(e.b, e.loc(), all, term) : term;
  return entry->second = all;
}

Value streamingCondition(Emitter &e, tileaa::StoreOp store) {
  if (!mayStream(e, store))
    return {};
  auto shape = shapeOf(store.getValue().getType());
  int64_t bytes = containerBytes(elementOf(store.getValue().getType()));
  // Whether vectors are runs shows in the nest.
  if (shape.empty() || shape.back() * bytes < lineBytes)
    return {};
  // Tile blocks that differ in other axes write the same tiles. What memory
  // there is behind a pointer nobody knows.
  SmallVector<int32_t, 3> axes = axesOf(store.getDestination());
  if (axes.empty())
    return {};
  int64_t tileBytes = ShapedType::getNumElements(shape) * bytes;
  return atLeast(e, blocksAlong(e, axes),
                 llvm::divideCeil(e.target.streamingBytes, tileBytes));
}

void keepInCaches(Emitter &e, tileaa::TiledStoreOp store) {
  e.streaming[store] = Value();
}

bool StreamedVectors::take(Type element, const LaneAddress &address,
                           const Lanes &lanes,
                           const std::optional<Lanes> &mask) {
  if (!condition || address.addresses || address.lanes.empty() ||
      !isConsecutive(address.lanes))
    return false;
  // Tiles of a view are whole or masked; their vectors are not looked at.
  if (starts == LineStarts::Known && (nest.level != AccessLevel::Full || mask))
    return false;
  unsigned bytes = containerBytes(element);
  // Shorter ones are no vector stores.
  if (nest.width * bytes < 16)
    return false;
  vectors.push_back({toContainer(nest.e, nest.vector(lanes), element),
                     address.base, mask ? mask->value : Value(),
                     nest.width * bytes, bytes});
  return true;
}

/// Whether all of `vectors` are aligned and written whole.
Value StreamedVectors::areWhole() {
  Emitter &e = nest.e;
  Value misplaced, on;
  auto both = [&](Value all, Value one) -> Value {
    return all ? arith::AndIOp::create(e.b, e.loc(), all, one) : one;
  };
  Value scalarsOn;
  for (const Vector &vector : vectors) {
    Value address = LLVM::PtrToIntOp::create(e.b, e.loc(), e.b.getI64Type(),
                                             vector.address);
    misplaced = misplaced
                    ? arith::OrIOp::create(e.b, e.loc(), misplaced, address)
                    : address;
    if (!vector.mask)
      continue;
    Value &all = isa<VectorType>(vector.mask.getType()) ? on : scalarsOn;
    all = both(all, vector.mask);
  }
  Value rest = arith::AndIOp::create(e.b, e.loc(), misplaced,
                                     e.i64(vectors.front().bytes - 1));
  Value whole = arith::CmpIOp::create(e.b, e.loc(), arith::CmpIPredicate::eq,
                                      rest, e.i64(0));
  if (on)
    whole = both(whole, vector::ReductionOp::create(
                            e.b, e.loc(), vector::CombiningKind::AND, on));
  return scalarsOn ? both(whole, scalarsOn) : whole;
}

void StreamedVectors::write() {
  if (vectors.empty())
    return;
  Emitter &e = nest.e;
  Value streams = condition;
  if (starts == LineStarts::Unknown)
    streams = arith::AndIOp::create(e.b, e.loc(), condition, areWhole());
  auto choice =
      scf::IfOp::create(e.b, e.loc(), streams, /*withElseRegion=*/true);
  OpBuilder::InsertionGuard guard(e.b);
  e.b.setInsertionPointToStart(choice.thenBlock());
  for (const Vector &vector : vectors)
    LLVM::StoreOp::create(e.b, e.loc(), vector.value, vector.address,
                          vector.bytes, /*isVolatile=*/false,
                          /*isNonTemporal=*/true);
  e.b.setInsertionPointToStart(choice.elseBlock());
  for (const Vector &vector : vectors)
    writeRun(nest, vector.value, vector.address, vector.mask,
             vector.elementBytes);
  vectors.clear();
}

} // namespace tessera::cpu
