//===- TileAS/Transforms/ExplicitStorage.cpp - exchanges as storage -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Whatever passes between warps passes through shared memory. This pass writes
// it as such: storage, stores to it and loads from it. `tileas-insert-barriers`
// then sees every exchange, and the lowering of the op itself has none. Other
// layout conversions than those of factors (ExplicitFactors.cpp) are left to
// `tileas-expand-exchanges`, since allocation decides how many of their bytes
// are in memory at a time.
//
//===----------------------------------------------------------------------===//

#include "ExplicitStorage.h"
#include "Renamings.h"

#include "tessera/Dialect/TileAS/Transforms/Passes.h"
#include "tessera/Dialect/TileAS/Utils/Exchanges.h"
#include "tessera/Dialect/TileAS/Utils/SharedStorage.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/MathExtras.h"

namespace tessera::tileas {
#define GEN_PASS_DEF_EXPLICITSTORAGEPASS
#include "tessera/Dialect/TileAS/Transforms/Passes.h.inc"
} // namespace tessera::tileas

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;

AllocTensorOp tileas::makeStorage(OpBuilder &b, Location loc,
                                  ArrayRef<int64_t> shape, Type element) {
  return AllocTensorOp::create(
      b, loc, TiledViewType::get(shape, element, tileaa::Residency::Smem));
}

/// The value of an ordered access, an atomic update or a claim is its owner's
/// until it has passed through storage.
static void handRound(Operation *op) {
  OpBuilder b(op->getContext());
  b.setInsertionPointAfter(op);
  Location loc = op->getLoc();
  Value result = op->getResult(0);
  SmallVector<OpOperand *> uses;
  for (OpOperand &use : result.getUses())
    uses.push_back(&use);

  Value value;
  if (auto tile = dyn_cast<RankedTensorType>(result.getType())) {
    Value storage = makeStorage(b, loc, tile.getShape(), tile.getElementType());
    buildStore(b, loc, result, storage);
    value = buildLoad(b, loc, tile, storage).getResult();
  } else {
    Value storage = makeStorage(b, loc, {1}, result.getType());
    StoreScalarOp::create(b, loc, result, storage);
    // All threads meet there anyway.
    if (auto claims = op->getBlock()->getOps<ClaimTensorMemoryOp>();
        isa<ClaimTmaPlaceOp>(op) && !claims.empty() &&
        op->isBeforeInBlock(*claims.begin()))
      b.setInsertionPointAfter(*claims.begin());
    value = LoadScalarOp::create(b, loc, result.getType(), storage);
  }
  for (OpOperand *use : uses)
    use->set(value);
  op->setAttr(kOwnersOnlyAttrName, b.getUnitAttr());
}

/// Memory that other blocks see is a piece of the heap for the whole kernel:
/// one for all iterations of a loop, which take turns.
static void claimHeap(tileaa::FuncOp function, tileaa::AllocaOp op) {
  Location loc = op.getLoc();
  Block &body = function.getBody().front();
  OpBuilder b(&body, body.begin());
  Type pointee = op.getType().getPointeeType();
  const int64_t alignment = op.getAlignment();
  // The heap aligns to 16 bytes. Elements of 4 bits are written by words.
  const int64_t slack = alignment > 16 ? alignment - 16 : 0;
  const int64_t bytes = std::max<int64_t>(op.getNumElem(), 1) *
                        std::max<int64_t>(getElementBytes(pointee), 1);
  Value address = ClaimHeapOp::create(
      b, loc, b.getI64Type(), llvm::alignTo(bytes, 4) + slack,
      /*zeroed=*/tileaa::getStorageBits(pointee) == 4);
  Value place = address;
  if (slack != 0) {
    auto number = [&](int64_t value) -> Value {
      return arith::ConstantIntOp::create(b, loc, value, 64);
    };
    place = arith::AddIOp::create(b, loc, place, number(alignment - 1));
    place = arith::AndIOp::create(b, loc, place, number(-alignment));
  }
  Value pointer = tileaa::IntToPtrOp::create(b, loc, op.getType(), place);
  b.setInsertionPoint(op);
  if (op->getParentOfType<LoopLikeOpInterface>())
    BarrierOp::create(b, loc, BarrierScope::Block);
  op.getResult().replaceAllUsesWith(pointer);
  op.erase();
  b.setInsertionPoint(body.getTerminator());
  ReleaseHeapOp::create(b, loc, address);
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
      SmallVector<tileaa::AllocaOp> shared;
      function.walk([&](tileaa::AllocaOp op) {
        if (op.getGlobal())
          shared.push_back(op);
      });
      for (tileaa::AllocaOp op : llvm::reverse(shared))
        claimHeap(function, op);
      SmallVector<Operation *> exchanges;
      function.walk([&](Operation *op) {
        if (!isa<ConvertLayoutOp>(op) && exchangeBytes(op) > 0)
          exchanges.push_back(op);
      });
      for (Operation *op : exchanges)
        if (failed(expand(op)))
          return signalPassFailure();
      makeStorageOfFactors(function);
    }
  }

  static LogicalResult expand(Operation *op) {
    if (isValueOfOwners(op)) {
      handRound(op);
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
