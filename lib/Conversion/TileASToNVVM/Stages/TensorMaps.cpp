//===- TileASToNVVM/Stages/TensorMaps.cpp - tensor maps made on the device -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Launches of one kernel with different arguments may run at the same time, and
// the host passes no memory for maps. So the module has an array of places, and
// a block claims one for as long as it runs: bits of a word, chosen by the
// multiprocessor, say which are taken. There are more than blocks fit; a block
// that finds none does without (as one that was preempted may have left its
// place occupied on a multiprocessor that others use meanwhile).
//
// Thread 0 claims and releases. One thread writes and uses a map: thread 0
// those of loads, another one those of stores. Its fences order the use of a
// map after the writes, and barriers of the block order these after the claim,
// which has read the release by an earlier block, and the release after the
// use.
//
//===----------------------------------------------------------------------===//

#include "Conversion/TileASToNVVM/Access/ViewAddress.h"
#include "Conversion/TileASToNVVM/Handlers.h"

#include "tessera/Dialect/TileAS/IR/TileAS.h"
#include "tessera/Layout/MatrixImages.h"

#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

using namespace mlir;

namespace tessera::gpu {

/// Words of places, and places of a word.
static constexpr int64_t numWords = 128, placesPerWord = 16;
static constexpr int64_t mapBytes = 128;
/// Extents that leave room for coordinates outside (StageBarriers.cpp).
static constexpr int64_t largestExtent = 0x7FFE0000;
/// Elements, of 8 bytes at most: strides have 40 bits.
static constexpr int64_t largestStride = int64_t(1) << 36;

/// The words that say which places are taken, and behind them the places.
static Value placesOf(Emitter &e, int64_t numMaps) {
  std::string name = ("__tessera_tensor_maps_" + e.function().getName()).str();
  if (!e.module().lookupSymbol(name)) {
    OpBuilder::InsertionGuard guard(e.b);
    e.b.setInsertionPointToStart(e.module().getBody());
    auto type = LLVM::LLVMArrayType::get(
        e.b.getI8Type(), numWords * (4 + placesPerWord * numMaps * mapBytes));
    auto global = LLVM::GlobalOp::create(
        e.b, e.loc(), type, /*isConstant=*/false, LLVM::Linkage::Internal, name,
        Attribute(), /*alignment=*/mapBytes, Global);
    e.b.createBlock(&global.getInitializerRegion());
    Value zero = LLVM::ZeroOp::create(e.b, e.loc(), type);
    LLVM::ReturnOp::create(e.b, e.loc(), zero);
  }
  return LLVM::AddressOfOp::create(e.b, e.loc(), e.pointerType(Global), name);
}

//===----------------------------------------------------------------------===//
// Places
//===----------------------------------------------------------------------===//

/// The number of a free place, taken now; -1 if there is none.
static Value takePlace(Emitter &e, Value words) {
  Type i32 = e.b.getI32Type();
  Value processor = e.inlineAsm("mov.u32 $0, %smid;", "=r", i32, {},
                                /*sideEffects=*/false);
  Value word =
      LLVM::AndOp::create(e.b, e.loc(), processor, e.i32(numWords - 1));
  Value address = e.byteOffset(words, e.mul(word, e.i32(4)));
  // What is known to be taken, and how often that has been looked up.
  Block *again = e.newBlock({i32, i32}), *tryOne = e.newBlock(),
        *failed = e.newBlock(), *rest = e.newBlock({i32});
  e.branch(again, {e.i32(0), e.i32(0)});
  e.b.setInsertionPointToEnd(again);
  Value taken = again->getArgument(0), round = again->getArgument(1);
  Value used = LLVM::OrOp::create(e.b, e.loc(), taken,
                                  e.i32(-(int64_t(1) << placesPerWord)));
  Value isFull = e.compare(LLVM::ICmpPredicate::eq, used, e.i32(-1));
  Value isLast =
      e.compare(LLVM::ICmpPredicate::uge, round, e.i32(placesPerWord));
  LLVM::CondBrOp::create(e.b, e.loc(),
                         LLVM::OrOp::create(e.b, e.loc(), isFull, isLast), rest,
                         ValueRange{e.i32(-1)}, tryOne, ValueRange());
  e.b.setInsertionPointToEnd(tryOne);
  Value unused = LLVM::XOrOp::create(e.b, e.loc(), used, e.i32(-1));
  Value number = LLVM::CountTrailingZerosOp::create(e.b, e.loc(), i32, unused,
                                                    /*is_zero_poison=*/true);
  Value bit = LLVM::ShlOp::create(e.b, e.loc(), e.i32(1), number);
  Value old = e.inlineAsm("atom.acquire.gpu.global.or.b32 $0, [$1], $2;",
                          "=r,l,r,~{memory}", i32, {address, bit},
                          /*sideEffects=*/true);
  Value won = e.compare(LLVM::ICmpPredicate::eq,
                        LLVM::AndOp::create(e.b, e.loc(), old, bit), e.i32(0));
  Value place = e.add(e.mul(word, e.i32(placesPerWord)), number);
  LLVM::CondBrOp::create(e.b, e.loc(), won, rest, ValueRange{place}, failed,
                         ValueRange());
  e.b.setInsertionPointToEnd(failed);
  e.branch(again, {old, e.add(round, e.i32(1))});
  e.b.setInsertionPointToEnd(rest);
  return rest->getArgument(0);
}

static LogicalResult emitClaim(Emitter &e, Operation *op) {
  auto claim = llvm::cast<tileas::ClaimTmaPlaceOp>(op);
  Block *take = e.newBlock(), *rest = e.newBlock({e.b.getI32Type()});
  LLVM::CondBrOp::create(e.b, e.loc(), e.isFirstThread(), take, ValueRange(),
                         rest, ValueRange{e.i32(-1)});
  e.b.setInsertionPointToEnd(take);
  e.branch(rest, {takePlace(e, placesOf(e, claim.getNumMaps()))});
  e.b.setInsertionPointToEnd(rest);
  e.set(claim.getPlace(), rest->getArgument(0));
  return success();
}

static LogicalResult emitRelease(Emitter &e, Operation *op) {
  auto release = llvm::cast<tileas::ReleaseTmaPlaceOp>(op);
  Value place = e.scalar(release.getPlace());
  Value has = e.compare(LLVM::ICmpPredicate::sge, place, e.i32(0));
  e.guarded(e.conjunction(e.isFirstThread(), has), [&] {
    Value words = placesOf(e, release.getNumMaps());
    Value word = LLVM::LShrOp::create(e.b, e.loc(), place,
                                      e.i32(llvm::Log2_64(placesPerWord)));
    Value number =
        LLVM::AndOp::create(e.b, e.loc(), place, e.i32(placesPerWord - 1));
    Value bit = LLVM::ShlOp::create(e.b, e.loc(), e.i32(1), number);
    Value others = LLVM::XOrOp::create(e.b, e.loc(), bit, e.i32(-1));
    e.inlineAsm("red.release.gpu.global.and.b32 [$0], $1;", "l,r,~{memory}",
                Type(), {e.byteOffset(words, e.mul(word, e.i32(4))), others},
                /*sideEffects=*/true);
  });
  return success();
}

//===----------------------------------------------------------------------===//
// Maps
//===----------------------------------------------------------------------===//

namespace {
/// A dimension of a map.
struct MapDim {
  Value extent, stride;
  int64_t box;
};
} // namespace

/// Writes the map at `map`, a pointer to global memory, for this thread.
static void writeMap(Emitter &e, Value map, Value base, ArrayRef<MapDim> dims,
                     int64_t elementBytes, tileas::SwizzleMode swizzle) {
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
  field("global_address", "", base);
  field("rank", "", e.i32(int64_t(dims.size()) - 1));
  for (auto [d, dim] : llvm::enumerate(dims)) {
    const std::string ordinal = std::to_string(d) + ", ";
    field("box_dim", ordinal, e.i32(dim.box));
    field("global_dim", ordinal, e.extend(dim.extent, e.b.getI32Type(), false));
    field("element_stride", ordinal, e.i32(1));
    if (d != 0)
      field("global_stride", std::to_string(d - 1) + ", ",
            e.mul(dim.stride, e.i64(elementBytes)));
  }
  // Elements are bits: unsigned integers of their size.
  fixed("elemtype", elementBytes == 8 ? 4 : llvm::Log2_64(elementBytes));
  fixed("interleave_layout", 0);
  fixed("swizzle_mode", static_cast<unsigned>(swizzle));
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
/// They have their fences together.
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

static void acquire(Emitter &e, Value isMade, Value map) {
  e.guarded(isMade, [&] {
    e.inlineAsm("fence.proxy.tensormap::generic.acquire.gpu [$0], 128;",
                "l,~{memory}", Type(), {map}, /*sideEffects=*/true);
  });
}

/// The maps are seen by the copies that follow. Lanes of the maker's warp
/// acquire one each, at the same time: a fence takes as long as all of them.
static void publish(Emitter &e, SmallVector<tileas::MakeTiledTmaDescOp> maps) {
  Value isMaker = makerOf(e, maps[0]);
  auto release = [&] {
    e.inlineAsm("fence.proxy.tensormap::generic.release.gpu;", "~{memory}",
                Type(), {}, /*sideEffects=*/true);
  };
  if (maps.size() == 1) {
    const Registers &map = e.get(maps[0].getResult());
    e.guarded(isMaker, [&] {
      release();
      acquire(e, map[1], map[0]);
    });
    return;
  }
  e.guarded(isMaker, release);
  const bool isOfStores =
      maps[0].getAtom().getKind() == tileas::AtomKind::TmaStore;
  const int64_t warp = isOfStores && e.numWarps > 1 ? 1 : 0;
  e.guarded(
      e.compare(LLVM::ICmpPredicate::eq, e.uniformWarp(), e.i32(warp)), [&] {
        NVVM::SyncWarpOp::create(e.b, e.loc(), e.i32(-1));
        Value map, isMade;
        for (auto [i, make] : llvm::enumerate(maps)) {
          const Registers &each = e.get(make.getResult());
          Value isOwn =
              e.compare(LLVM::ICmpPredicate::eq, e.lane(), e.i32(int64_t(i)));
          Value has = e.conjunction(isOwn, each[1]);
          map = map ? LLVM::SelectOp::create(e.b, e.loc(), isOwn, each[0], map)
                    : each[0];
          isMade = isMade ? Value(LLVM::OrOp::create(e.b, e.loc(), isMade, has))
                          : has;
        }
        acquire(e, isMade, map);
        NVVM::SyncWarpOp::create(e.b, e.loc(), e.i32(-1));
      });
}

/// A kernel has one place for all of its maps; null for none.
static tileas::ClaimTmaPlaceOp claimOf(tileas::MakeTiledTmaDescOp make) {
  tileas::ClaimTmaPlaceOp found;
  make->getParentOfType<tileaa::FuncOp>().walk(
      [&](tileas::ClaimTmaPlaceOp claim) { found = claim; });
  return found;
}

static LogicalResult emitMakeDesc(Emitter &e, Operation *op) {
  auto make = llvm::cast<tileas::MakeTiledTmaDescOp>(op);
  auto view = dyn_cast<tileaa::TiledViewType>(make.getView().getType());
  if (!view || !make.getPlace())
    return e.refuse(op, "a tensor map that is not made on the device");
  if (make.getOobMode().value_or(tileas::OobMode::Zero) !=
      tileas::OobMode::Zero)
    return e.refuse(op, "other padding than zero");
  tileas::ClaimTmaPlaceOp claim = claimOf(make);
  if (!claim || *make.getMap() >= claim.getNumMaps())
    return e.refuse(op, "a map that has no room in its place");
  ArrayRef<int64_t> box = make.getAtom().getBox();
  if (box.empty())
    return e.refuse(op, "a box with extents known at run time");
  tileaa::MemoryViewType memory = view.getMemoryView();
  const unsigned rank = memory.getShape().size();
  const unsigned fastDim = *tileas::getTmaFirstDim(view);
  if (rank < 2 || fastDim + 2 < rank)
    return e.refuse(op, "a view whose neighbours are not along the last two "
                        "dimensions of its tile");

  const Registers &parts = e.get(make.getView());
  const int64_t bytes = Emitter::containerBytes(view.getElementType());
  Type i64 = e.b.getI64Type();
  Value ok =
      e.compare(LLVM::ICmpPredicate::sge, e.scalar(make.getPlace()), e.i32(0));
  auto require = [&](Value condition) {
    ok = LLVM::AndOp::create(e.b, e.loc(), ok, condition);
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
  SmallVector<MapDim> dims;
  for (unsigned d : layout::matrixImageOrder(rank, fastDim)) {
    const unsigned memoryDim = view.getDimMap()[d];
    MapDim dim;
    dim.extent = memoryExtent(e, parts, memory.getShape(), memoryDim, 1).first;
    dim.stride = memoryExtent(e, parts, memory.getStrides(), memoryDim,
                              1 + memory.getNumDynamicDims())
                     .first;
    dim.box = box[d];
    requireWithin(dim.extent, largestExtent);
    // Stores write all of the 16 bytes in which a row ends.
    if (d == fastDim && make.getAtom().getKind() == tileas::AtomKind::TmaStore)
      requireMultiple(dim.extent, std::max<int64_t>(16 / bytes, 1));
    if (d != fastDim) {
      requireWithin(dim.stride, largestStride);
      requireMultiple(dim.stride, std::max<int64_t>(16 / bytes, 1));
    }
    dims.push_back(dim);
  }

  const int64_t numMaps = claim.getNumMaps();
  Value number = e.add(e.mul(e.scalar(make.getPlace()), e.i32(numMaps)),
                       e.i32(*make.getMap()));
  Value map = e.byteOffset(e.byteOffset(placesOf(e, numMaps), 4 * numWords),
                           e.mul(number, e.i32(mapBytes)));
  Value named =
      LLVM::AddrSpaceCastOp::create(e.b, e.loc(), e.pointerType(Generic), map);
  e.guarded(e.conjunction(ok, makerOf(e, make)), [&] {
    writeMap(e, map, parts[0], dims, bytes,
             make.getSwizzleMode().value_or(tileas::SwizzleMode::None));
  });
  e.set(make.getResult(), Registers{named, ok});
  if (auto maps = mapsUpTo(make); !maps.empty())
    publish(e, maps);
  return success();
}

static LogicalResult emitIsMade(Emitter &e, Operation *op) {
  e.set(op->getResult(0), e.get(op->getOperand(0))[1]);
  return success();
}

void registerTensorMapHandlers(Handlers &h) {
  h.addOp<tileas::ClaimTmaPlaceOp>(emitClaim);
  h.addOp<tileas::ReleaseTmaPlaceOp>(emitRelease);
  h.addOp<tileas::MakeTiledTmaDescOp>(emitMakeDesc);
  h.addOp<tileas::IsTmaDescMadeOp>(emitIsMade);
}

} // namespace tessera::gpu
