//===- TileAS/Transforms/Pipelining/TmaCopies.cpp - accesses as copies by TMA --*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A tensor map has a base, an extent and a stride per dimension, the first of
// them without a stride. What of this is known at run time only is tested where
// the map is made (is_tma_desc_made); what is known to be otherwise is a reason
// not to use TMA.
//
//===----------------------------------------------------------------------===//

#include "TmaCopies.h"

#include "KernelRoles.h"

#include "tessera/Layout/MatrixImages.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Interfaces/LoopLikeInterface.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;

static constexpr int64_t maxBoxExtent = 256;
static constexpr unsigned maxRank = 5;
/// Of 128 bytes each, for every block that runs.
static constexpr unsigned maxMaps = 8;

static SwizzleMode swizzleModeOf(layout::SwizzleMode mode) {
  switch (mode) {
  case layout::SwizzleMode::B32:
    return SwizzleMode::B32;
  case layout::SwizzleMode::B64:
    return SwizzleMode::B64;
  case layout::SwizzleMode::B128:
    return SwizzleMode::B128;
  default:
    return SwizzleMode::None;
  }
}

namespace {
/// An access that TMA may make.
struct TiledAccess {
  explicit TiledAccess(Operation *op) {
    if (auto load = dyn_cast<TiledLoadOp>(op)) {
      view = load.getView();
      hints = load.getOptimizationHintsAttr();
    } else if (auto store = dyn_cast<TiledStoreOp>(op)) {
      view = store.getView();
      hints = store.getOptimizationHintsAttr();
    }
  }
  /// Null for other ops.
  Value view;
  cuda_tile::OptimizationHintsAttr hints;
};
} // namespace

std::optional<bool> tileas::allowsTma(Operation *access, StringRef target) {
  cuda_tile::OptimizationHintsAttr hints = TiledAccess(access).hints;
  auto allowed =
      hints ? dyn_cast_or_null<BoolAttr>(hints.lookup(target, "allow_tma"))
            : BoolAttr();
  return allowed ? std::optional(allowed.getValue()) : std::nullopt;
}

/// Why no tensor map describes the memory of `view`, whose dimension `fastDim`
/// comes first, for stores or for loads; empty: one may.
static std::string whyNoMap(tileaa::TiledViewType view, unsigned fastDim,
                            bool isStore) {
  ArrayRef<int64_t> strides = view.getMemoryView().getStrides();
  const int64_t bytes = tileaa::getStorageBits(view.getElementType()) / 8;
  if (getTmaFirstDim(view) != fastDim)
    return "its neighbours in shared memory are none in global memory; write "
           "a view with a stride of 1 in that dimension";
  for (auto [dim, stride] : llvm::enumerate(strides))
    if (int32_t(dim) != view.getDimMap()[fastDim] &&
        !ShapedType::isDynamic(stride) &&
        (stride <= 0 || stride * bytes % 16 != 0))
      return "its view has a stride of " + std::to_string(stride * bytes) +
             " bytes, which is no multiple of 16; write longer rows that are";
  // Stores write all of the 16 bytes in which a row ends.
  const int64_t extent =
      view.getMemoryView().getShape()[view.getDimMap()[fastDim]];
  if (isStore && !ShapedType::isDynamic(extent) && extent * bytes % 16 != 0)
    return "its rows have " + std::to_string(extent * bytes) +
           " bytes, which is no multiple of 16; write longer rows that are";
  return "";
}

std::optional<TmaCopy>
tileas::describeTmaCopy(Operation *op, const layout::LinearLayout &image,
                        StringRef target, std::string &reason) {
  TiledAccess access(op);
  auto view = access.view
                  ? dyn_cast<tileaa::TiledViewType>(access.view.getType())
                  : tileaa::TiledViewType();
  if (!view || view.isGatherScatter()) {
    reason = "it is through pointers; write 'make_tensor_view' and "
             "'load_view_tko'";
    return std::nullopt;
  }
  if (allowsTma(op, target) == false) {
    reason = "hint allow_tma = false";
    return std::nullopt;
  }
  if (Operation *maker = access.view.getDefiningOp();
      !maker || maker->getParentOfType<LoopLikeOpInterface>()) {
    reason = "its view is made in a loop; make it before the loop";
    return std::nullopt;
  }
  const unsigned bits = tileaa::getStorageBits(view.getElementType());
  std::optional<layout::MatrixImage> matrix =
      view.getTileShape().size() <= maxRank
          ? layout::describeMatrixImage(image, bits)
          : std::nullopt;
  if (!matrix) {
    reason = "its image in shared memory is not one of boxes";
    return std::nullopt;
  }
  reason = whyNoMap(view, matrix->fastDim, isa<TiledStoreOp>(op));
  if (!reason.empty())
    return std::nullopt;
  TmaCopy copy{SmallVector<int64_t, 5>(view.getTileShape()),
               swizzleModeOf(matrix->mode)};
  copy.box[matrix->fastDim] = layout::swizzleWidth(matrix->mode) * 8 / bits;
  for (int64_t extent : copy.box)
    if (extent > maxBoxExtent) {
      reason = "a box has at most 256 elements in a dimension, its tile has " +
               std::to_string(extent) + "; write a smaller tile";
      return std::nullopt;
    }
  return copy;
}

//===----------------------------------------------------------------------===//
// Maps
//===----------------------------------------------------------------------===//

unsigned TensorMaps::room() const { return maxMaps - made.size(); }

ClaimTmaPlaceOp TensorMaps::placeOf(Operation *op, MapOwner owner) {
  OpBuilder b(function.getContext());
  Block *body = bodyAround(function, op);
  const bool isAlone = owner == MapOwner::ProducerAlone;
  if (isAlone) {
    b.setInsertionPoint(body->findAncestorOpInBlock(*op));
  } else {
    if (!isOfWaves(body))
      body = &function.getBody().front();
    b.setInsertionPointToStart(body);
  }
  ClaimTmaPlaceOp &found = (isAlone ? claimsOfProducers : claims)[body];
  if (!found)
    found = ClaimTmaPlaceOp::create(b, function.getLoc(), b.getI32Type(),
                                    /*begun=*/Value(), b.getI32IntegerAttr(1),
                                    isAlone ? b.getUnitAttr() : UnitAttr());
  return found;
}

Value TensorMaps::mapOf(Operation *op, const TmaCopy &copy, MapOwner owner) {
  Value view = TiledAccess(op).view;
  const AtomKind kind =
      isa<TiledStoreOp>(op) ? AtomKind::TmaStore : AtomKind::TmaLoad;
  for (const Made &each : made)
    if (each.view == view && each.kind == kind && each.copy == copy &&
        each.owner == owner)
      return each.map;
  Location loc = op->getLoc();
  ClaimTmaPlaceOp place = placeOf(op, owner);
  OpBuilder b(function.getContext());
  b.setInsertionPointAfterValue(view);
  // Behind the place as well, which may be in a branch behind the view.
  Operation *claimed = b.getInsertionBlock()->findAncestorOpInBlock(*place);
  if (claimed && b.getInsertionPoint() != b.getInsertionBlock()->end() &&
      (claimed != place || !claimed->isBeforeInBlock(&*b.getInsertionPoint())))
    b.setInsertionPointAfter(place);
  SmallVector<Value> box;
  for (int64_t extent : copy.box)
    box.push_back(arith::ConstantIndexOp::create(b, loc, extent));
  const unsigned rank = copy.box.size();
  Value map = MakeTiledTmaDescOp::create(
      b, loc, b.getType<TmaDescType>(), view, box, place.getPlace(),
      AtomAttr::get(b.getContext(), kind, rank, copy.box),
      SwizzleModeAttr::get(b.getContext(), copy.swizzle),
      OobModeAttr::get(b.getContext(), OobMode::Zero),
      b.getI32IntegerAttr(made.size()));
  made.push_back({view, kind, copy, owner, map});
  return map;
}

void TensorMaps::finish(llvm::function_ref<void(Operation *)> give) {
  auto close = [&](ClaimTmaPlaceOp place, Block *body) {
    place.setNumMaps(made.size());
    OpBuilder b(body->getTerminator());
    return ReleaseTmaPlaceOp::create(b, function.getLoc(), place.getPlace(),
                                     place.getNumMapsAttr());
  };
  for (auto [body, place] : claims)
    close(place, body);
  for (auto [body, place] : claimsOfProducers)
    give(close(place, body));
}

/// The first element of the tile of `view` at `coords`, which are looked up in
/// `map`.
static SmallVector<Value> elementCoords(OpBuilder &b, Location loc,
                                        tileaa::TiledViewType view,
                                        ValueRange coords,
                                        const IRMapping &map) {
  SmallVector<Value> elements;
  for (auto [d, coordinate] : llvm::enumerate(coords)) {
    Value step = arith::ConstantIndexOp::create(b, loc, view.getStep(d));
    elements.push_back(
        arith::MulIOp::create(b, loc, map.lookupOrDefault(coordinate), step));
  }
  return elements;
}

Operation *tileas::buildTmaLoad(OpBuilder &b, TiledLoadOp load, IRMapping &map,
                                Value desc, Value stage, Value after) {
  SmallVector<Value> coords = elementCoords(
      b, load.getLoc(), cast<tileaa::TiledViewType>(load.getView().getType()),
      load.getCoords(), map);
  return AsyncTiledTmaLoadOp::create(
      b, load.getLoc(), b.getType<AsyncTokenType>(), desc, stage, coords, after,
      AtomAttr::get(b.getContext(), AtomKind::TmaLoad, coords.size(), {}),
      TypedAttr());
}

Value tileas::buildTmaStore(OpBuilder &b, TiledStoreOp store,
                            ArrayRef<int64_t> first, Value desc,
                            Value storage) {
  Location loc = store.getLoc();
  SmallVector<Value> coords = elementCoords(
      b, loc, cast<tileaa::TiledViewType>(store.getView().getType()),
      store.getCoords(), IRMapping());
  for (auto [coordinate, offset] : llvm::zip(coords, first))
    if (offset != 0)
      coordinate = arith::AddIOp::create(
          b, loc, coordinate, arith::ConstantIndexOp::create(b, loc, offset));
  return AsyncTiledTmaStoreOp::create(
      b, loc, b.getType<AsyncTokenType>(), desc, storage, coords,
      AtomAttr::get(b.getContext(), AtomKind::TmaStore, coords.size(), {}));
}
