//===- TileAS/Transforms/Access.cpp - what an op does to memory -----*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Describes each op as Access.h defines it.
//
//===----------------------------------------------------------------------===//

#include "Access.h"

#include "tessera/Dialect/TileAA/IR/TileAAAttrs.h"
#include "tessera/Dialect/TileAS/IR/MemoryOrders.h"
#include "tessera/MemoryModel/PtxMapping.h"

#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;
using layout::Dim;
using tileaa::Residency;

bool tileas::isToken(Type type) {
  return isa<tileaa::MemTokenType, AsyncTokenType>(type);
}

static bool isShared(Value value) {
  return isAnyTiledView(value.getType()) &&
         getViewResidency(value.getType()) != Residency::Gmem;
}

/// Storage whose uses are ordered by the ops themselves.
static bool isBoard(Operation *op) {
  return isa<ClaimTensorMemoryOp, ReleaseTensorMemoryOp>(op);
}

//===----------------------------------------------------------------------===//
// Orderings
//===----------------------------------------------------------------------===//

/// What an order asks of the block is the same for all operations that can have
/// it; atomic updates can have every order.
static void setOrdering(Access &access, memmodel::Order order) {
  static const memmodel::PtxMapping mapping = memmodel::PtxMapping::specified();
  access.scoped = order != memmodel::Order::Weak;
  const memmodel::MappingRow *row =
      mapping.find(memmodel::MemoryOp::Rmw, order);
  access.acquires = row && row->barrierAfter;
  access.releases = row && row->barrierBefore;
}

static void setOrdering(Access &access, std::optional<MemSemantic> semantic) {
  setOrdering(access, getModelOrder(semantic.value_or(MemSemantic::Weak)));
}

static void setOrdering(Access &access,
                        cuda_tile::MemoryOrderingSemantics order) {
  setOrdering(access, getModelOrder(order));
}

//===----------------------------------------------------------------------===//
// Owners
//===----------------------------------------------------------------------===//

/// Who makes the elements of a tile of type `tile`. Writers and scoped readers
/// are the owners; weak loads are made in every place that holds the element.
static void setOwners(Access &access, Type tile) {
  bool byOwner = access.writes || access.scoped;
  if (!isa<RankedTensorType>(tile)) {
    access.byThread0 = access.exclusive = byOwner;
    return;
  }
  access.layout = getLayoutAttr(tile);
  if (!access.layout)
    return;
  const layout::LinearLayout &layout = access.layout.getLayout();
  uint64_t copies = layout.freeBits() & ~layout.in().mask(Dim::Register);
  access.exclusive = byOwner || copies == 0;
}

namespace {
enum class Kind { Load, Store, Atomic };
} // namespace

template <typename OpTy>
static Access make(OpTy op, Kind kind, Type tile, ValueRange address) {
  Access access;
  access.reads = kind != Kind::Store;
  access.writes = kind != Kind::Load;
  setOrdering(access, op.getMemSemantic());
  // An atomic update synchronises even where it orders nothing.
  access.scoped |= kind == Kind::Atomic;
  setOwners(access, tile);
  access.address.assign(address.begin(), address.end());
  return access;
}

/// The view and everything that positions the tile in it.
template <typename OpTy>
static SmallVector<Value, 4> addressOf(OpTy op, ValueRange positions,
                                       ValueRange offsets = {}) {
  SmallVector<Value, 4> address{op.getView()};
  llvm::append_range(address, positions);
  llvm::append_range(address, offsets);
  return address;
}

static std::optional<Access> describeScheduled(Operation *op) {
  return TypeSwitch<Operation *, std::optional<Access>>(op)
      .Case([](TiledLoadOp op) {
        return make(op, Kind::Load, op.getResult().getType(),
                    addressOf(op, op.getCoords(), op.getOffsets()));
      })
      .Case([](GatherLoadOp op) {
        return make(op, Kind::Load, op.getResult().getType(),
                    addressOf(op, op.getCoords()));
      })
      .Case([](TiledStoreOp op) {
        return make(op, Kind::Store, op.getValue().getType(),
                    addressOf(op, op.getCoords(), op.getOffsets()));
      })
      .Case([](ScatterStoreOp op) {
        return make(op, Kind::Store, op.getValue().getType(),
                    addressOf(op, op.getCoords()));
      })
      .Case([](TiledAtomicRMWOp op) {
        return make(op, Kind::Atomic, op.getValue().getType(),
                    addressOf(op, op.getCoords()));
      })
      .Case([](LoadOp op) {
        return make(op, Kind::Load, op.getResult().getType(), op.getSource());
      })
      .Case([](StoreOp op) {
        return make(op, Kind::Store, op.getValue().getType(),
                    op.getDestination());
      })
      .Default([](Operation *) { return std::nullopt; });
}

/// The global side of asynchronous work. Its elements belong to no thread.
static std::optional<Access> describeAsync(Operation *op) {
  Access access;
  access.async = true;
  auto touch = [&](Value view, bool writes) {
    if (isAnyTiledView(view.getType()) && isShared(view))
      return;
    (writes ? access.writes : access.reads) = true;
  };
  TypeSwitch<Operation *>(op)
      .Case<AsyncTiledLoadOp>([&](auto op) { touch(op.getView(), false); })
      .Case<AsyncLoadOp>([&](auto op) { touch(op.getSource(), false); })
      .Case<AsyncStoreOp>([&](auto op) { touch(op.getDestination(), true); })
      .Case<AsyncCopyOp>([&](auto op) {
        touch(op.getSource(), false);
        touch(op.getDestination(), true);
      })
      .Case<AsyncTiledTmaLoadOp, AsyncGatherTmaLoadOp>(
          [&](auto) { access.reads = access.asyncProxy = true; })
      .Case<AsyncTiledTmaStoreOp, AsyncScatterTmaStoreOp>(
          [&](auto) { access.writes = access.asyncProxy = true; });
  if (!access.reads && !access.writes)
    return std::nullopt;
  return access;
}

static std::optional<Access> describeAliasAware(Operation *op) {
  return TypeSwitch<Operation *, std::optional<Access>>(op)
      .Case([](tileaa::LoadOp op) {
        return make(op, Kind::Load, op.getResult().getType(), op.getSource());
      })
      .Case([](tileaa::StoreOp op) {
        return make(op, Kind::Store, op.getValue().getType(),
                    op.getDestination());
      })
      .Case<tileaa::AtomicRMWOp, tileaa::AtomicCASOp>([](auto op) {
        return make(op, Kind::Atomic, op.getValue().getType(),
                    op.getPointers());
      })
      .Case<tileaa::TiledLoadOp, tileaa::GatherLoadOp>([](auto op) {
        return make(op, Kind::Load, op.getResult().getType(),
                    addressOf(op, op.getIndices()));
      })
      .Case<tileaa::TiledStoreOp, tileaa::ScatterStoreOp>([](auto op) {
        return make(op, Kind::Store, op.getValue().getType(),
                    addressOf(op, op.getIndices()));
      })
      .Case([](tileaa::TiledAtomicRMWOp op) {
        return make(op, Kind::Atomic, op.getValue().getType(),
                    addressOf(op, op.getIndices()));
      })
      .Case([](tileaa::MemoryFenceOp) {
        // Everything before is ordered before everything after.
        Access access;
        access.reads = access.writes = access.scoped = true;
        access.acquires = access.releases = true;
        return access;
      })
      .Default([](Operation *) { return std::nullopt; });
}

std::optional<Access> tileas::describeAccess(Operation *op) {
  std::optional<Access> access = describeScheduled(op);
  if (!access)
    access = describeAsync(op);
  if (!access)
    access = describeAliasAware(op);
  if (!access)
    return std::nullopt;
  // On-chip storage is ordered by its bytes, not by tokens.
  if (!access->address.empty() && isShared(access->address.front()))
    return std::nullopt;
  for (StringRef name : {StringRef(kAccessFactsAttrName),
                         StringRef(tileaa::AccessAttr::getAccessAttrName())})
    if (auto facts = op->getAttrOfType<tileaa::AccessAttr>(name))
      access->aliasClass = facts.getAliasClass();
  return access;
}

//===----------------------------------------------------------------------===//
// On-chip storage
//===----------------------------------------------------------------------===//

SmallVector<StorageUse, 2> tileas::describeStorageUses(Operation *op) {
  SmallVector<StorageUse, 2> uses;
  auto use = [&](Value view, bool reads, bool writes) {
    if (isShared(view) && !isBoard(op))
      uses.push_back({view, reads, writes});
  };
  // They go on after the op.
  auto complete = [&](bool asyncProxy) {
    for (StorageUse &each : uses) {
      each.async = true;
      each.asyncProxy = asyncProxy;
    }
  };
  TypeSwitch<Operation *>(op)
      .Case<ViewOp, ExtractSliceOp, ReinterpretOp, CreatePipelineOp>(
          [](auto) {})
      .Case<TensorPlaceOp, TensorSetOp, TensorSliceOp, OfTeamOp,
            RetireStorageOp, WaitTmaStoresOp>([](auto) {})
      .Case<TiledLoadOp>([&](auto op) { use(op.getView(), true, false); })
      .Case<LoadScalarOp, LoadPeerScalarOp>(
          [&](auto op) { use(op.getStorage(), true, false); })
      .Case([&](StoreScalarOp op) { use(op.getStorage(), false, true); })
      .Case<PrintOp>([&](auto op) {
        for (Value argument : op.getArgs())
          if (isAnyTiledView(argument.getType()))
            use(argument, true, false);
      })
      .Case<TiledStoreOp>([&](auto op) { use(op.getView(), false, true); })
      .Case<CopyOp>([&](auto op) {
        use(op.getSource(), true, false);
        use(op.getDestination(), false, true);
      })
      .Case<AsyncTiledLoadOp>([&](auto op) {
        use(op.getView(), true, false);
        complete(false);
      })
      .Case<AsyncLoadOp>([&](auto op) {
        use(op.getDestination(), false, true);
        complete(false);
      })
      .Case<AsyncCopyOp>([&](auto op) {
        use(op.getSource(), true, false);
        use(op.getDestination(), false, true);
        complete(op.getAtom().isTma());
      })
      .Case<AsyncTiledTmaLoadOp, AsyncGatherTmaLoadOp>([&](auto op) {
        use(op.getDestination(), false, true);
        complete(true);
      })
      .Case<AsyncTiledTmaStoreOp, AsyncScatterTmaStoreOp>([&](auto op) {
        use(op.getSource(), true, false);
        for (StorageUse &each : uses)
          each.byEngine = true;
        complete(true);
      })
      .Case<DotOp, AsyncDotOp>([&](auto op) {
        use(op.getLhs(), true, false);
        use(op.getRhs(), true, false);
        if (op.getLhsScale()) {
          use(op.getLhsScale(), true, false);
          use(op.getRhsScale(), true, false);
        }
        // What threads read they read as any other storage.
        for (StorageUse &each : uses)
          each.byEngine = !op.getAtom().isOfThreads();
        if (isa<AsyncDotOp>(op))
          complete(/*asyncProxy=*/true);
      })
      .Case([&](TensorDotOp op) {
        use(op.getLhs(), true, false);
        use(op.getRhs(), true, false);
        use(op.getPlace(), true, true);
        if (op.getScalePlace()) {
          use(op.getLhsScale(), true, false);
          use(op.getRhsScale(), true, false);
          use(op.getScalePlace(), true, true);
        }
        for (StorageUse &each : uses)
          each.byEngine = true;
        complete(/*asyncProxy=*/true);
      })
      .Case<InsertSliceOp>(
          [&](auto op) { use(op.getDestination(), false, true); })
      .Default([&](Operation *op) {
        if (!isa_and_nonnull<TileASDialect>(op->getDialect()) ||
            op->hasTrait<OpTrait::IsTerminator>())
          return;
        for (Value operand : op->getOperands())
          use(operand, true, true);
      });
  return uses;
}
