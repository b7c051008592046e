//===- TileAAToVector/StreamingStores.cpp - stores past the caches -*- C++ -*-===//
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
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;

namespace tessera::cpu {

/// Half of the last-level cache of a core complex: what is larger has left it
/// before somebody reads it.
static constexpr int64_t leastBytes = 16 << 20;
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
    // What stands earlier in a loop comes later, too.
    Operation *parent = at->getParentOp();
    if (isa<LoopLikeOpInterface>(parent) && mayReleaseWithin(parent))
      return true;
  }
  return false;
}

/// The pointer that the memory object of `view` starts at.
static Value basePointer(Emitter &e, Value view) {
  auto memref = e.memrefOf(view).getDefiningOp<tileaa::MakeMemrefOp>();
  Value base = memref ? memref.getBase() : Value();
  while (auto assume =
             base ? base.getDefiningOp<tileaa::AssumeOp>() : tileaa::AssumeOp())
    base = assume.getValue();
  return base;
}

/// Whether the kernel has other plans for the lines of `store`: it reads them,
/// or fetches them while it multiplies.
static bool isUsedOtherwise(Emitter &e, tileaa::TiledStoreOp store) {
  Value base = basePointer(e, store.getView());
  auto function = store->getParentOfType<tileaa::FuncOp>();
  return function
      ->walk([&](Operation *op) {
        bool conflicts = isa<tileaa::DotOp>(op);
        if (isa<tileaa::TiledLoadOp, tileaa::GatherLoadOp>(op))
          conflicts = basePointer(e, viewOperands(op).view) == base;
        return conflicts ? WalkResult::interrupt() : WalkResult::advance();
      })
      .wasInterrupted();
}

static Value atLeast(Emitter &e, Value value, int64_t least) {
  return e.b.createOrFold<arith::CmpIOp>(e.loc(), arith::CmpIPredicate::sge,
                                         value, e.i64(least));
}

/// Number of tile blocks in the launch.
static Value blocksOfLaunch(Emitter &e) {
  Value blocks;
  for (int32_t axis = 0; axis < 3; ++axis) {
    Value field = LLVM::GEPOp::create(
        e.b, e.loc(), e.launch.getType(), e.b.getI8Type(), e.launch,
        ArrayRef<LLVM::GEPArg>{
            static_cast<int32_t>(offsetof(TesseraLaunch, grid)) + 4 * axis});
    Value extent =
        e.extend(LLVM::LoadOp::create(e.b, e.loc(), e.b.getI32Type(), field, 4),
                 /*isSigned=*/false);
    blocks = blocks ? e.mul(blocks, extent) : extent;
  }
  return blocks;
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
  terms.push_back(
      atLeast(e, blocksOfLaunch(e), llvm::divideCeil(leastBytes, tileBytes)));
  Value rest =
      arith::AndIOp::create(e.b, e.loc(), misplaced, e.i64(lineBytes - 1));
  terms.push_back(arith::CmpIOp::create(e.b, e.loc(), arith::CmpIPredicate::eq,
                                        rest, e.i64(0)));
  return terms;
}

Value streamingCondition(Emitter &e, tileaa::TiledStoreOp store) {
  auto [entry, isNew] = e.streaming.try_emplace(store);
  if (!isNew || !e.target.streamingStores ||
      store.getMemSemantic() != cuda_tile::MemoryOrderingSemantics::Weak ||
      isReleasedLater(store) || isUsedOtherwise(e, store))
    return entry->second;
  std::optional<SmallVector<Value, 4>> terms = termsOf(e, store);
  if (!terms)
    return entry->second;
  Value all;
  for (Value term : *terms)
    all = all ? arith::AndIOp::create(e.b, e.loc(), all, term) : term;
  return entry->second = all;
}

void keepInCaches(Emitter &e, tileaa::TiledStoreOp store) {
  e.streaming[store] = Value();
}

bool StreamedVectors::take(Type element, const ViewLanes &access,
                           const Lanes &lanes) {
  const LaneAddress &address = access.address;
  if (!condition || nest.level != AccessLevel::Full || access.mask ||
      address.addresses || address.lanes.empty() ||
      !isConsecutive(address.lanes))
    return false;
  unsigned bytes = containerBytes(element);
  // Shorter ones are no vector stores.
  if (nest.width * bytes < 16)
    return false;
  vectors.push_back({toContainer(nest.e, nest.vector(lanes), element),
                     address.base, nest.width * bytes, bytes});
  return true;
}

void StreamedVectors::write() {
  if (vectors.empty())
    return;
  Emitter &e = nest.e;
  auto choice =
      scf::IfOp::create(e.b, e.loc(), condition, /*withElseRegion=*/true);
  OpBuilder::InsertionGuard guard(e.b);
  for (bool streams : {true, false}) {
    e.b.setInsertionPointToStart(streams ? choice.thenBlock()
                                         : choice.elseBlock());
    for (const Vector &vector : vectors)
      LLVM::StoreOp::create(e.b, e.loc(), vector.value, vector.address,
                            streams ? vector.bytes : vector.elementBytes,
                            /*isVolatile=*/false, /*isNonTemporal=*/streams);
  }
  vectors.clear();
}

} // namespace tessera::cpu
