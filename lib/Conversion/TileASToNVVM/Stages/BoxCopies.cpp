//===- TileASToNVVM/Stages/BoxCopies.cpp - tiles as boxes of TMA ----*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// TMA copies a tile as boxes: the panels of its image in shared memory, one
// after the other. Loads end at the barrier of their stage. Stores are groups
// of the one thread that makes them, and that thread alone can wait for them.
//
//===----------------------------------------------------------------------===//

#include "Conversion/TileASToNVVM/Handlers.h"
#include "StageBarriers.h"

#include "Conversion/TileASToNVVM/Mbarriers.h"

#include "tessera/Dialect/TileAS/IR/PipelineAttrs.h"
#include "tessera/Layout/MatrixImages.h"

#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

using namespace mlir;

namespace tessera::gpu {

/// Coordinates that are larger are outside of every tensor that has a map
/// (TensorMaps.cpp), as is the box that begins there.
static constexpr int64_t lastCoordinate = 0x7FFF0000;

namespace {
/// The boxes of one tile.
class Boxes {
public:
  /// `tile` in `image`, at `coords`; fails where the image is not one of boxes.
  static FailureOr<Boxes> create(Emitter &e, Operation *op,
                                 RankedTensorType tile,
                                 const SharedImage &image, ValueRange coords);

  /// From here on, of the tile only the half with the block's number in its
  /// cluster.
  void halve();

  /// One instruction for each, of which `before` and `after` are the text
  /// around the coordinates. Operands are the place in shared memory ($0), the
  /// map ($1) and, unless it is null, `barrier` ($2).
  void copy(StringRef before, StringRef after, Value map,
            Value barrier = {}) const;

private:
  Boxes(Emitter &e, const SharedImage &image) : e(e), base(image.base) {}

  Emitter &e;
  Value base;
  SmallVector<Value, 5> start;
  int64_t width = 0, panels = 0, panelBytes = 0;
  /// Of the tile's dimension `halved`, which has this place in `start`.
  std::optional<unsigned> halved;
  unsigned halvedPlace = 0;
  int64_t halfExtent = 0;
};
} // namespace

FailureOr<Boxes> Boxes::create(Emitter &e, Operation *op, RankedTensorType tile,
                               const SharedImage &image, ValueRange coords) {
  const unsigned bits = tileaa::getStorageBits(tile.getElementType());
  std::optional<layout::MatrixImage> matrix =
      layout::describeMatrixImage(image.layout, bits);
  if (!matrix)
    return e.refuse(op, "a tile whose image is not one of boxes");
  Boxes boxes(e, image);
  boxes.width = layout::swizzleWidth(matrix->mode) * 8 / bits;
  boxes.panels = tile.getDimSize(matrix->fastDim) / boxes.width;
  boxes.panelBytes = matrix->panelBytes;
  boxes.halved = layout::halvedDim(*matrix, tile.getShape());
  for (unsigned d : layout::matrixImageOrder(tile.getRank(), matrix->fastDim)) {
    if (d == boxes.halved) {
      boxes.halvedPlace = boxes.start.size();
      boxes.halfExtent = tile.getDimSize(d) / 2;
    }
    Value first =
        LLVM::UMinOp::create(e.b, e.loc(), e.b.getI64Type(),
                             e.scalar(coords[d]), e.i64(lastCoordinate));
    boxes.start.push_back(
        e.extend(first, e.b.getI32Type(), /*isSigned=*/false));
  }
  return boxes;
}

void Boxes::halve() {
  Value rank = NVVM::ClusterId::create(e.b, e.loc(), e.b.getI32Type());
  start[halvedPlace] =
      e.add(start[halvedPlace], e.mul(rank, e.i32(halfExtent)));
  base = e.byteOffset(base, e.mul(rank, e.i32(panelBytes / 2)));
}

void Boxes::copy(StringRef before, StringRef after, Value map,
                 Value barrier) const {
  std::string coordinates = "{", constraints = "r,l";
  const unsigned first = barrier ? 3 : 2;
  if (barrier)
    constraints += ",r";
  for (unsigned d = 0; d < start.size(); ++d) {
    coordinates += (d ? ", $" : "$") + std::to_string(first + d);
    constraints += ",r";
  }
  constraints += ",~{memory}";
  const std::string text = ("cp.async.bulk.tensor." + Twine(start.size()) +
                            "d." + before + coordinates + "}" + after)
                               .str();
  for (int64_t panel = 0; panel < panels; ++panel) {
    SmallVector<Value> operands{
        sharedAddress(e, e.byteOffset(base, panel * panelBytes)), map};
    if (barrier)
      operands.push_back(barrier);
    llvm::append_range(operands, start);
    if (panel != 0)
      operands[first] = e.add(start[0], e.i32(panel * width));
    e.inlineAsm(text, constraints, Type(), operands, /*sideEffects=*/true);
  }
}

LogicalResult copyBoxes(Emitter &e, tileas::AsyncTiledTmaLoadOp load,
                        const SharedImage &stage, Value barrier,
                        bool isOfPair) {
  auto boxes = Boxes::create(
      e, load, tileas::getViewTile(load.getDestination().getType()), stage,
      load.getCoords());
  if (failed(boxes))
    return failure();
  if (load->hasAttr(tileas::kMulticastAttrName)) {
    boxes->halve();
    boxes->copy("shared::cluster.global.tile.mbarrier::complete_tx::bytes."
                "multicast::cluster [$0], [$1, ",
                "], [$2], 3;", e.get(load.getDesc())[0], barrier);
    return success();
  }
  boxes->copy(isOfPair
                  ? "shared::cluster.global.tile.mbarrier::complete_tx::bytes."
                    "cta_group::2 [$0], [$1, "
                  : "shared::cta.global.tile.mbarrier::complete_tx::bytes "
                    "[$0], [$1, ",
              "], [$2];", e.get(load.getDesc())[0], barrier);
  return success();
}

//===----------------------------------------------------------------------===//
// Stores
//===----------------------------------------------------------------------===//

static LogicalResult emitStore(Emitter &e, Operation *op) {
  auto store = llvm::cast<tileas::AsyncTiledTmaStoreOp>(op);
  auto type = dyn_cast<tileas::TiledViewType>(store.getSource().getType());
  if (!type || !type.getLayout())
    return e.refuse(op, "a source without an image");
  if (store.getAtom().getKind() != tileas::AtomKind::TmaStore)
    return e.refuse(op, "reductions by TMA");
  auto boxes =
      Boxes::create(e, op, tileas::getViewTile(type),
                    {type.getLayout().getLayout(), e.scalar(store.getSource())},
                    store.getCoords());
  if (failed(boxes))
    return failure();
  e.guarded(e.isStoringThread(), [&] {
    boxes->copy("global.shared::cta.tile.bulk_group [$1, ", "], [$0];",
                e.get(store.getDesc())[0]);
    e.inlineAsm("cp.async.bulk.commit_group;", "~{memory}", Type(), {},
                /*sideEffects=*/true);
  });
  e.set(store.getDone(), Registers());
  return success();
}

/// The thread that has made stores waits; the others learn of it at a barrier.
static void waitForStores(Emitter &e, unsigned pending, bool read) {
  std::string text = ("cp.async.bulk.wait_group" +
                      Twine(read ? ".read " : " ") + Twine(pending) + ";")
                         .str();
  e.guarded(e.isStoringThread(), [&] {
    e.inlineAsm(text, "~{memory}", Type(), {}, /*sideEffects=*/true);
  });
}

static LogicalResult emitWaitStores(Emitter &e, Operation *op) {
  auto wait = llvm::cast<tileas::WaitTmaStoresOp>(op);
  waitForStores(e, wait.getPending(), wait.getRead());
  return success();
}

/// Of asynchronous work that can be waited for by a token, only stores by TMA
/// come here; all else has been made at once (tileas-inline-async).
static LogicalResult emitWait(Emitter &e, Operation *op) {
  auto wait = llvm::cast<tileas::AsyncWaitOp>(op);
  const bool isForOthers = llvm::all_of(wait.getTokens(), [](Value token) {
    return token.getDefiningOp<tileas::TokenToAsyncOp>() != nullptr;
  });
  auto hasStores = [&] {
    return op->getParentOfType<tileaa::FuncOp>()
        .walk([](tileas::AsyncTiledTmaStoreOp) {
          return WalkResult::interrupt();
        })
        .wasInterrupted();
  };
  if (!isForOthers && hasStores())
    waitForStores(e, /*pending=*/0, /*read=*/false);
  e.set(wait.getResult(), Registers());
  return success();
}

void registerBoxCopyHandlers(Handlers &h) {
  h.addOp<tileas::AsyncTiledTmaStoreOp>(emitStore);
  h.addOp<tileas::WaitTmaStoresOp>(emitWaitStores);
  h.addOp<tileas::AsyncWaitOp>(emitWait);
}

} // namespace tessera::gpu
