//===- TileAS/Transforms/ExplicitStorage.cpp - exchanges as storage -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Whatever passes between warps passes through shared memory. This pass writes
// it as such: storage, stores to it and loads from it. `tileas-insert-barriers`
// then sees every exchange, and the lowering of the op itself has none. Layout
// conversions are left to `tileas-expand-exchanges`, since allocation decides
// how many of their bytes are in memory at a time.
//
//===----------------------------------------------------------------------===//

#include "ExplicitStorage.h"
#include "Renamings.h"

#include "tessera/Dialect/TileAS/Transforms/Passes.h"
#include "tessera/Dialect/TileAS/Utils/Exchanges.h"
#include "tessera/Dialect/TileAS/Utils/SharedStorage.h"

#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/MathExtras.h"

namespace tessera::tileas {
#define GEN_PASS_DEF_EXPLICITSTORAGEPASS
#include "tessera/Dialect/TileAS/Transforms/Passes.h.inc"
} // namespace tessera::tileas

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;
using layout::Dim;
using layout::LinearLayout;

AllocTensorOp tileas::makeStorage(OpBuilder &b, Location loc,
                                  ArrayRef<int64_t> shape, Type element) {
  return AllocTensorOp::create(
      b, loc, TiledViewType::get(shape, element, tileaa::Residency::Smem));
}

/// A tile of one element that every thread holds.
static RankedTensorType typeOfOne(Type element, unsigned numWarps) {
  layout::Space places = llvm::cantFail(layout::Space::create(
      {{Dim::Lane, 5}, {Dim::Warp, llvm::Log2_32(numWarps)}}));
  layout::Space tile = llvm::cantFail(layout::Space::tile({1}));
  SmallVector<uint64_t> columns(places.bits(), 0);
  return makeTile({1}, element,
                  llvm::cantFail(LinearLayout::create(places, tile, columns)));
}

/// The value of an ordered access or atomic update is its owner's until it has
/// passed through storage.
static void handRound(Operation *op, unsigned numWarps) {
  OpBuilder b(op->getContext());
  b.setInsertionPointAfter(op);
  Location loc = op->getLoc();
  Value result = op->getResult(0);
  Type type = result.getType();
  SmallVector<OpOperand *> uses;
  for (OpOperand &use : result.getUses())
    uses.push_back(&use);

  Value value = result;
  const bool isScalar = !isa<RankedTensorType>(type);
  if (isScalar)
    value = ViewOp::create(b, loc, typeOfOne(type, numWarps), value);
  auto tile = cast<RankedTensorType>(value.getType());
  Value storage = makeStorage(b, loc, tile.getShape(), tile.getElementType());
  buildStore(b, loc, value, storage);
  value = buildLoad(b, loc, tile, storage).getResult();
  if (isScalar)
    value = ViewOp::create(b, loc, type, value);
  for (OpOperand *use : uses)
    use->set(value);
  op->setAttr(kOwnersOnlyAttrName, b.getUnitAttr());
}

/// The text is one thread's: it finds the tiles in storage.
static void makeStorageOf(tileaa::PrintOp op) {
  OpBuilder b(op);
  SmallVector<Value> arguments;
  for (Value value : op.getArgs()) {
    if (auto tile = dyn_cast<RankedTensorType>(value.getType())) {
      Value storage =
          makeStorage(b, op.getLoc(), tile.getShape(), tile.getElementType());
      buildStore(b, op.getLoc(), value, storage);
      value = storage;
    }
    arguments.push_back(value);
  }
  auto made = PrintOp::create(b, op.getLoc(), op.getResultToken().getType(),
                              op.getStr(), arguments, op.getToken());
  op.getResultToken().replaceAllUsesWith(made.getResultToken());
  op.erase();
}

namespace {
struct ExplicitStorage
    : tileas::impl::ExplicitStoragePassBase<ExplicitStorage> {
  void runOnOperation() override {
    for (auto function : getOperation().getOps<tileaa::FuncOp>()) {
      PlanAttr plan = getPlan(function);
      SmallVector<Operation *> exchanges;
      function.walk([&](Operation *op) {
        if (!isa<ConvertLayoutOp, ClaimTmaPlaceOp>(op) && exchangeBytes(op) > 0)
          exchanges.push_back(op);
      });
      if (!exchanges.empty() && !plan) {
        function.emitOpError("expected ") << kPlanAttrName << ", got none";
        return signalPassFailure();
      }
      for (Operation *op : exchanges)
        if (failed(expand(op, plan.getNumWarps())))
          return signalPassFailure();
    }
  }

  static LogicalResult expand(Operation *op, unsigned numWarps) {
    if (isValueOfOwners(op)) {
      handRound(op, numWarps);
      return success();
    }
    return llvm::TypeSwitch<Operation *, LogicalResult>(op)
        .Case([](tileaa::PrintOp op) {
          makeStorageOf(op);
          return success();
        })
        .Case<ReduceOp, tileaa::ExtractOp, tileaa::InsertOp, tileaa::CatOp,
              tileaa::PackOp, tileaa::UnpackOp>(
            [](auto op) { return makeStorageOf(op); })
        .DefaultUnreachable("an exchange of an unknown kind");
  }
};
} // namespace
