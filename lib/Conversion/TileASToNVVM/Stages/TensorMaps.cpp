//===- TileASToNVVM/Stages/TensorMaps.cpp - tensor maps made on the device -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Lanes of the first warp of a role write the maps of its loads, one each, and
// make them known; those of the second warp the maps of stores. The first lane
// copies by all maps of its warp. Fences order the use of a map after the
// writes. Where maps lie is in MapPlaces.cpp.
//
//===----------------------------------------------------------------------===//

#include "Conversion/TileASToNVVM/Access/ViewAddress.h"
#include "Conversion/TileASToNVVM/Handlers.h"
#include "Conversion/TileASToNVVM/Stages/MapPlaces.h"

#include "tessera/Dialect/TileAS/IR/TileAS.h"
#include "tessera/Layout/MatrixImages.h"

#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

using namespace mlir;

namespace tessera::gpu {

/// Extents that leave room for coordinates outside (StageBarriers.cpp).
static constexpr int64_t largestExtent = 0x7FFE0000;
/// Elements, of 8 bytes at most: strides have 40 bits.
static constexpr int64_t largestStride = int64_t(1) << 36;

namespace {
/// A dimension of a map.
struct MapDim {
  Value extent, stride, box;
};

/// What a map says, and where it is.
struct Map {
  /// Fields that are part of their instruction, and the number of dimensions.
  /// Lanes write maps at the same time if these agree.
  struct Kind {
    unsigned elements, swizzle;
    size_t rank;
    bool operator==(const Kind &other) const = default;
  };
  Kind kind;
  /// A pointer to global memory.
  Value address;
  Value base;
  SmallVector<MapDim> dims;
  /// Whether there is such a map, and a place for it.
  Value isMade;
};
} // namespace

/// Writes a map, for this thread.
static void writeMap(Emitter &e, const Map &it) {
  Value map = it.address;
  auto four = VectorType::get({4}, e.b.getI32Type());
  Value zeros = LLVM::ZeroOp::create(e.b, e.loc(), four);
  for (int64_t at = 0; at < mapBytes; at += 16)
    LLVM::StoreOp::create(e.b, e.loc(), zeros, e.byteOffset(map, at), 16);
  auto field = [&](const Twine &name, const Twine &ordinal, Value value) {
    const bool isWide = value.getType().isInteger(64) ||
                        isa<LLVM::LLVMPointerType>(value.getType());
    std::string text = ("tensormap.replace.tile." + name + ".global.b1024.b" +
                        (isWide ? "64" : "32") + " [$0], " + ordinal + "$1;")
                           .str();
    e.inlineAsm(text, isWide ? "l,l,~{memory}" : "l,r,~{memory}", Type(),
                {map, value}, /*sideEffects=*/true);
  };
  auto fixed = [&](const Twine &name, unsigned value) {
    e.inlineAsm(("tensormap.replace.tile." + name + ".global.b1024.b32 [$0], " +
                 Twine(value) + ";")
                    .str(),
                "l,~{memory}", Type(), {map}, /*sideEffects=*/true);
  };
  field("global_address", "", it.base);
  field("rank", "", e.i32(int64_t(it.dims.size()) - 1));
  for (auto [d, dim] : llvm::enumerate(it.dims)) {
    const std::string ordinal = std::to_string(d) + ", ";
    field("box_dim", ordinal, dim.box);
    field("global_dim", ordinal, dim.extent);
    field("element_stride", ordinal, e.i32(1));
    if (d != 0)
      field("global_stride", std::to_string(d - 1) + ", ", dim.stride);
  }
  fixed("elemtype", it.kind.elements);
  fixed("interleave_layout", 0);
  fixed("swizzle_mode", it.kind.swizzle);
  fixed("fill_mode", 0);
}

/// Who makes a map uses it.
static Value makerOf(Emitter &e, tileas::MakeTiledTmaDescOp make) {
  const bool isOfStores =
      make.getAtom().getKind() == tileas::AtomKind::TmaStore;
  return isOfStores ? e.isStoringThread() : e.isFirstThread();
}

/// The first op of its block that copies by the map of `make`, or has such an
/// op inside.
static Operation *firstUse(tileas::MakeTiledTmaDescOp make) {
  Operation *first = nullptr;
  for (Operation *user : make.getResult().getUsers()) {
    if (isa<tileas::IsTmaDescMadeOp>(user))
      continue;
    Operation *use = make->getBlock()->findAncestorOpInBlock(*user);
    if (use && (!first || use->isBeforeInBlock(first)))
      first = use;
  }
  return first;
}

/// The maps of one maker that are made one after the other, with `make` as the
/// last one, before any of them is used; nothing if `make` is not the last.
/// They are written at the same time.
static SmallVector<tileas::MakeTiledTmaDescOp>
mapsUpTo(tileas::MakeTiledTmaDescOp make) {
  SmallVector<tileas::MakeTiledTmaDescOp> maps;
  Operation *use = nullptr;
  bool isFound = false;
  for (Operation &op : *make->getBlock()) {
    auto next = dyn_cast<tileas::MakeTiledTmaDescOp>(op);
    if (!next || next.getAtom().getKind() != make.getAtom().getKind())
      continue;
    if (use && use->isBeforeInBlock(next)) {
      if (isFound)
        break;
      maps.clear();
      use = nullptr;
    }
    maps.push_back(next);
    isFound |= next == make;
    Operation *own = firstUse(next);
    if (own && (!use || own->isBeforeInBlock(use)))
      use = own;
  }
  if (maps.back() != make)
    maps.clear();
  return maps;
}

static Value inGeneric(Emitter &e, Value map) {
  return LLVM::AddrSpaceCastOp::create(e.b, e.loc(), e.pointerType(Generic),
                                       map);
}

/// What a lane has written is seen by the copies that follow.
static void publish(Emitter &e, Value map) {
  e.inlineAsm("fence.proxy.tensormap::generic.release.gpu;", "~{memory}",
              Type(), {}, /*sideEffects=*/true);
  e.inlineAsm("fence.proxy.tensormap::generic.acquire.gpu [$0], 128;",
              "l,~{memory}", Type(), {inGeneric(e, map)},
              /*sideEffects=*/true);
}

/// A kernel has one place for all of its maps; null for none.
static tileas::ClaimTmaPlaceOp claimOf(tileas::MakeTiledTmaDescOp make) {
  tileas::ClaimTmaPlaceOp found;
  make->getParentOfType<tileaa::FuncOp>().walk(
      [&](tileas::ClaimTmaPlaceOp claim) { found = claim; });
  return found;
}

/// What the map of `make` says, computed at the insertion point.
static FailureOr<Map> describe(Emitter &e, tileas::MakeTiledTmaDescOp make) {
  auto view = dyn_cast<tileaa::TiledViewType>(make.getView().getType());
  if (!view || !make.getPlace())
    return e.refuse(make, "a tensor map that is not made on the device");
  if (make.getOobMode().value_or(tileas::OobMode::Zero) !=
      tileas::OobMode::Zero)
    return e.refuse(make, "other padding than zero");
  tileas::ClaimTmaPlaceOp claim = claimOf(make);
  if (!claim || *make.getMap() >= claim.getNumMaps())
    return e.refuse(make, "a map that has no room in its place");
  ArrayRef<int64_t> box = make.getAtom().getBox();
  if (box.empty())
    return e.refuse(make, "a box with extents known at run time");
  tileaa::MemoryViewType memory = view.getMemoryView();
  const unsigned rank = memory.getShape().size();
  const unsigned fastDim = *tileas::getTmaFirstDim(view);
  if (rank < 2 || fastDim + 2 < rank)
    return e.refuse(make, "a view whose neighbours are not along the last two "
                          "dimensions of its tile");

  const Registers &parts = e.get(make.getView());
  const int64_t bytes = Emitter::containerBytes(view.getElementType());
  Type i64 = e.b.getI64Type();
  Map map;
  // Elements are bits: unsigned integers of their size.
  map.kind = {bytes == 8 ? 4 : unsigned(llvm::Log2_64(bytes)),
              static_cast<unsigned>(
                  make.getSwizzleMode().value_or(tileas::SwizzleMode::None)),
              rank};
  map.base = parts[0];
  map.isMade =
      e.compare(LLVM::ICmpPredicate::sge, e.scalar(make.getPlace()), e.i32(0));
  auto require = [&](Value condition) {
    map.isMade = LLVM::AndOp::create(e.b, e.loc(), map.isMade, condition);
  };
  auto requireMultiple = [&](Value value, int64_t divisor) {
    require(
        e.compare(LLVM::ICmpPredicate::eq,
                  LLVM::AndOp::create(e.b, e.loc(), value, e.i64(divisor - 1)),
                  e.i64(0)));
  };
  // From 1 to `most`.
  auto requireWithin = [&](Value value, int64_t most) {
    Value less = LLVM::SubOp::create(e.b, e.loc(), value, e.i64(1));
    require(e.compare(LLVM::ICmpPredicate::ult, less, e.i64(most)));
  };
  requireMultiple(LLVM::PtrToIntOp::create(e.b, e.loc(), i64, parts[0]), 16);
  for (unsigned d : layout::matrixImageOrder(rank, fastDim)) {
    const unsigned memoryDim = view.getDimMap()[d];
    Value extent =
        memoryExtent(e, parts, memory.getShape(), memoryDim, 1).first;
    Value stride = memoryExtent(e, parts, memory.getStrides(), memoryDim,
                                1 + memory.getNumDynamicDims())
                       .first;
    requireWithin(extent, largestExtent);
    // Stores write all of the 16 bytes in which a row ends.
    if (d == fastDim && make.getAtom().getKind() == tileas::AtomKind::TmaStore)
      requireMultiple(extent, std::max<int64_t>(16 / bytes, 1));
    if (d != fastDim) {
      requireWithin(stride, largestStride);
      requireMultiple(stride, std::max<int64_t>(16 / bytes, 1));
    }
    map.dims.push_back({e.extend(extent, e.b.getI32Type(), /*isSigned=*/false),
                        e.mul(stride, e.i64(bytes)), e.i32(box[d])});
  }
  const int64_t numMaps = claim.getNumMaps();
  Value number = e.add(e.mul(e.scalar(make.getPlace()), e.i32(numMaps)),
                       e.i32(*make.getMap()));
  map.address = mapAddress(e, numMaps, number);
  return map;
}

/// Of the maps that are made together, the one whose turn this lane has.
static Map ofLane(Emitter &e, ArrayRef<Map> maps, ArrayRef<unsigned> lanes) {
  Map own = maps[lanes[0]];
  Value isTurn = e.compare(LLVM::ICmpPredicate::eq, e.lane(), e.i32(lanes[0]));
  own.isMade = e.conjunction(isTurn, own.isMade);
  for (unsigned lane : lanes.drop_front()) {
    const Map &map = maps[lane];
    isTurn = e.compare(LLVM::ICmpPredicate::eq, e.lane(), e.i32(lane));
    auto choose = [&](Value &value, Value other) {
      value = LLVM::SelectOp::create(e.b, e.loc(), isTurn, other, value);
    };
    choose(own.address, map.address);
    choose(own.base, map.base);
    for (auto [dim, other] : llvm::zip(own.dims, map.dims)) {
      choose(dim.extent, other.extent);
      choose(dim.stride, other.stride);
      choose(dim.box, other.box);
    }
    own.isMade = LLVM::OrOp::create(e.b, e.loc(), own.isMade,
                                    e.conjunction(isTurn, map.isMade));
  }
  return own;
}

/// Writes maps and makes them known to the copies that follow. Lanes of the
/// maker's warp write and acquire one each, at the same time: a field, and a
/// fence, take as long as those of all.
static LogicalResult makeMaps(Emitter &e,
                              ArrayRef<tileas::MakeTiledTmaDescOp> makes) {
  SmallVector<Map> maps;
  for (tileas::MakeTiledTmaDescOp make : makes) {
    FailureOr<Map> map = describe(e, make);
    if (failed(map))
      return failure();
    maps.push_back(std::move(*map));
  }
  if (maps.size() == 1) {
    e.guarded(e.conjunction(maps[0].isMade, makerOf(e, makes[0])), [&] {
      writeMap(e, maps[0]);
      publish(e, maps[0].address);
    });
    return success();
  }
  tileas::MakeTiledTmaDescOp first = makes[0];
  const bool isOfStores =
      first.getAtom().getKind() == tileas::AtomKind::TmaStore;
  const int64_t warp = isOfStores && e.numWarps > 1 ? 1 : 0;
  e.guarded(
      e.compare(LLVM::ICmpPredicate::eq, e.uniformWarp(), e.i32(warp)), [&] {
        NVVM::SyncWarpOp::create(e.b, e.loc(), e.i32(-1));
        SmallVector<SmallVector<unsigned>> groups;
        for (unsigned lane = 0; lane < maps.size(); ++lane) {
          auto *group = llvm::find_if(groups, [&](ArrayRef<unsigned> group) {
            return maps[group[0]].kind == maps[lane].kind;
          });
          if (group == groups.end())
            groups.push_back({lane});
          else
            group->push_back(lane);
        }
        Value address, isMade;
        for (ArrayRef<unsigned> group : groups) {
          Map own = ofLane(e, maps, group);
          e.guarded(own.isMade, [&] { writeMap(e, own); });
          address = address ? LLVM::SelectOp::create(e.b, e.loc(), own.isMade,
                                                     own.address, address)
                            : own.address;
          isMade =
              isMade
                  ? Value(LLVM::OrOp::create(e.b, e.loc(), isMade, own.isMade))
                  : own.isMade;
        }
        e.guarded(isMade, [&] { publish(e, address); });
        NVVM::SyncWarpOp::create(e.b, e.loc(), e.i32(-1));
      });
  return success();
}

static LogicalResult emitMakeDesc(Emitter &e, Operation *op) {
  auto make = llvm::cast<tileas::MakeTiledTmaDescOp>(op);
  FailureOr<Map> map = describe(e, make);
  if (failed(map))
    return failure();
  e.set(make.getResult(), Registers{inGeneric(e, map->address), map->isMade});
  SmallVector<tileas::MakeTiledTmaDescOp> maps = mapsUpTo(make);
  return maps.empty() ? success() : makeMaps(e, maps);
}

static LogicalResult emitIsMade(Emitter &e, Operation *op) {
  e.set(op->getResult(0), e.get(op->getOperand(0))[1]);
  return success();
}

void registerTensorMapHandlers(Handlers &h) {
  h.addOp<tileas::MakeTiledTmaDescOp>(emitMakeDesc);
  h.addOp<tileas::IsTmaDescMadeOp>(emitIsMade);
}

} // namespace tessera::gpu
