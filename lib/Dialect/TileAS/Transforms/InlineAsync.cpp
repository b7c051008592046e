//===- TileAS/Transforms/InlineAsync.cpp - asynchronous work at once -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Work that may be done at any time until somebody waits for it may be done at
// once. Each asynchronous access becomes the access of the same name, what it
// delivers is there, and what it is done after and before are memory tokens.
// Work of engines that do it beside the threads stays.
//
//===----------------------------------------------------------------------===//

#include "tessera/Dialect/TileAS/IR/TileAS.h"
#include "tessera/Dialect/TileAS/Transforms/Passes.h"
#include "tessera/Dialect/TileAS/Utils/SharedStorage.h"
#include "tessera/Layout/TileLayouts.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/ADT/TypeSwitch.h"

namespace tessera::tileas {
#define GEN_PASS_DEF_INLINEASYNCPASS
#include "tessera/Dialect/TileAS/Transforms/Passes.h.inc"
} // namespace tessera::tileas

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;

namespace {
/// One op, in whose place others are built.
class Inliner {
public:
  explicit Inliner(Operation *op)
      : op(op), b(op), loc(op->getLoc()),
        copyAtom(AtomAttr::get(op->getContext(), AtomKind::Copy)) {}
  LogicalResult run();

private:
  LogicalResult inlineOp(AsyncTiledLoadOp load);
  LogicalResult inlineOp(AsyncLoadOp load);
  LogicalResult inlineOp(AsyncStoreOp store);
  LogicalResult inlineOp(AsyncCopyOp copy);
  LogicalResult inlineOp(CopyOp copy);
  LogicalResult inlineOp(AsyncExtractSliceOp slice);
  LogicalResult inlineOp(AsyncInsertSliceOp slice);
  LogicalResult inlineOp(AsyncDotOp dot);
  LogicalResult inlineOp(AsyncWaitOp wait);
  LogicalResult inlineOp(FutureWaitOp wait);

  Type tokenType() { return tileaa::MemTokenType::get(op->getContext()); }
  /// The memory token that the work is done after.
  Value after(Value token);
  /// What comes in the op's place.
  LogicalResult replace(ValueRange values);
  /// The op's result: `value`, which is there.
  LogicalResult deliver(Value value) {
    Value later = ToAsyncOp::create(b, loc, op->getResult(0).getType(), value);
    return replace(later);
  }
  /// The op's async token: done when `token` is.
  LogicalResult finish(Value token) {
    Value done =
        TokenToAsyncOp::create(b, loc, op->getResult(0).getType(), token);
    return replace(done);
  }
  Type deliveredType() {
    return cast<AsyncValueType>(op->getResult(0).getType()).getValueType();
  }
  LogicalResult copyStorage(Value source, Value destination);

  Operation *op;
  OpBuilder b;
  Location loc;
  AtomAttr copyAtom;
};
} // namespace

Value Inliner::after(Value token) {
  if (!token)
    return tileaa::CreateMemTokenOp::create(b, loc);
  if (isa<tileaa::MemTokenType>(token.getType()))
    return token;
  return AsyncWaitOp::create(b, loc, tokenType(), token);
}

LogicalResult Inliner::replace(ValueRange values) {
  op->replaceAllUsesWith(values);
  op->erase();
  return success();
}

//===----------------------------------------------------------------------===//
// Accesses
//===----------------------------------------------------------------------===//

LogicalResult Inliner::inlineOp(AsyncTiledLoadOp load) {
  Type token = load.getResultToken() ? load.getResultToken().getType() : Type();
  auto made = TiledLoadOp::create(
      b, loc, deliveredType(), token, MemSemanticAttr(), MemScopeAttr(),
      load.getView(), load.getCoords(), load.getOffsets(), load.getToken(),
      /*mask=*/Value(), copyAtom, load.getInBoundsAttr(),
      load.getPaddingValueAttr(), cuda_tile::OptimizationHintsAttr());
  Value later =
      ToAsyncOp::create(b, loc, load.getResult().getType(), made.getResult());
  SmallVector<Value> results{later};
  if (token)
    results.push_back(made.getResultToken());
  return replace(results);
}

LogicalResult Inliner::inlineOp(AsyncLoadOp load) {
  auto tile = dyn_cast<RankedTensorType>(
      tileaa::getPointeeTile(load.getSource().getType()));
  if (!tile)
    return load.emitOpError("expected a tile of pointers, got one pointer");
  Value other;
  if (load.getMask()) {
    TypedAttr zero = b.getZeroAttr(tile.getElementType());
    if (!zero)
      return load.emitOpError("expected numbers where a mask asks for zero, "
                              "got ")
             << tile.getElementType();
    other = arith::ConstantOp::create(b, loc, tile,
                                      DenseElementsAttr::get(tile, zero));
  }
  auto made = LoadOp::create(b, loc, tile, tokenType(), MemSemanticAttr(),
                             MemScopeAttr(), load.getSource(), load.getMask(),
                             other, after(load.getToken()), AtomAttr(),
                             cuda_tile::OptimizationHintsAttr());
  buildStore(b, loc, made.getResult(), load.getDestination());
  return finish(made.getResultToken());
}

LogicalResult Inliner::inlineOp(AsyncStoreOp store) {
  auto made = StoreOp::create(
      b, loc, tokenType(), MemSemanticAttr(), MemScopeAttr(),
      store.getDestination(), store.getValue(), store.getMask(),
      after(store.getToken()), AtomAttr(), cuda_tile::OptimizationHintsAttr());
  return finish(made.getResultToken());
}

/// Between storage in shared memory, through the registers of all threads.
LogicalResult Inliner::copyStorage(Value source, Value destination) {
  for (Value side : {source, destination})
    if (!isSharedView(side.getType()))
      return op->emitOpError("expected a copy between storage in smem, got ")
             << side.getType();
  PlanAttr plan = getPlan(op->getParentOfType<tileaa::FuncOp>());
  if (!plan)
    return op->emitOpError("expected ")
           << kPlanAttrName << " on its function, got none";
  auto view = cast<TiledViewType>(source.getType());
  auto layout = LayoutAttr::get(
      op->getContext(),
      layout::defaultLayout(view.getShape(), plan.getTileWarps()));
  auto tile =
      RankedTensorType::get(view.getShape(), view.getElementType(), layout);
  buildStore(b, loc, buildLoad(b, loc, tile, source).getResult(), destination);
  return success();
}

LogicalResult Inliner::inlineOp(CopyOp copy) {
  if (failed(copyStorage(copy.getSource(), copy.getDestination())))
    return failure();
  if (!copy.getResultToken())
    return replace({});
  Value token = after(copy.getToken());
  if (token.getType() != copy.getResultToken().getType())
    token =
        TokenToAsyncOp::create(b, loc, copy.getResultToken().getType(), token);
  return replace(token);
}

LogicalResult Inliner::inlineOp(AsyncCopyOp copy) {
  if (failed(copyStorage(copy.getSource(), copy.getDestination())))
    return failure();
  return finish(after(copy.getToken()));
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

LogicalResult Inliner::inlineOp(AsyncExtractSliceOp slice) {
  return deliver(ExtractSliceOp::create(b, loc, deliveredType(),
                                        slice.getSource(), slice.getOffsets()));
}

LogicalResult Inliner::inlineOp(AsyncInsertSliceOp slice) {
  return deliver(
      InsertSliceOp::create(b, loc, deliveredType(), slice.getSource(),
                            slice.getDestination(), slice.getOffsets()));
}

LogicalResult Inliner::inlineOp(AsyncDotOp dot) {
  Value acc = dot.getAcc();
  if (auto later = dyn_cast<AsyncValueType>(acc.getType()))
    acc = FutureWaitOp::create(b, loc, later.getValueType(), acc);
  return deliver(DotOp::create(
      b, loc, deliveredType(), dot.getLhs(), dot.getRhs(), acc,
      dot.getLhsScale(), dot.getRhsScale(), dot.getAtom(),
      dot.getSignednessLhsAttr(), dot.getSignednessRhsAttr(), dot.getFastAcc(),
      /*lhs_tile=*/TypeAttr(),
      /*rhs_tile=*/TypeAttr()));
}

//===----------------------------------------------------------------------===//
// Waiting
//===----------------------------------------------------------------------===//

/// Stays where a token comes from elsewhere, for example from a loop.
LogicalResult Inliner::inlineOp(AsyncWaitOp wait) {
  SmallVector<Value> tokens;
  for (Value token : wait.getTokens()) {
    auto known = token.getDefiningOp<TokenToAsyncOp>();
    if (!known)
      return success();
    tokens.push_back(known.getSource());
  }
  if (tokens.empty())
    return success();
  Value joined = tokens.front();
  if (tokens.size() > 1)
    joined = tileaa::JoinMemTokenOp::create(b, loc, tokenType(), tokens);
  return replace(joined);
}

LogicalResult Inliner::inlineOp(FutureWaitOp wait) {
  auto known = wait.getSource().getDefiningOp<ToAsyncOp>();
  if (!known)
    return success();
  (void)replace(known.getSource());
  if (known->use_empty())
    known.erase();
  return success();
}

LogicalResult Inliner::run() {
  return llvm::TypeSwitch<Operation *, LogicalResult>(op)
      .Case<AsyncTiledLoadOp, AsyncLoadOp, AsyncStoreOp, AsyncCopyOp, CopyOp,
            AsyncExtractSliceOp, AsyncInsertSliceOp, AsyncDotOp, AsyncWaitOp,
            FutureWaitOp>([&](auto each) { return inlineOp(each); })
      .Default(success());
}

/// Products of other engines than the threads' own are under way beside them,
/// and so are loads from tensor memory.
static bool staysAsync(Operation *op) {
  if (auto load = dyn_cast<AsyncTiledLoadOp>(op))
    return isTensorView(load.getView().getType());
  auto dot = dyn_cast<AsyncDotOp>(op);
  return dot && dot.getAtom().getKind() != AtomKind::Mma &&
         dot.getAtom().getKind() != AtomKind::Fma;
}

namespace {
struct InlineAsync : tileas::impl::InlineAsyncPassBase<InlineAsync> {
  void runOnOperation() override {
    SmallVector<Operation *> found;
    // Waits come behind what they wait for.
    getOperation().walk([&](Operation *op) {
      if (!staysAsync(op))
        found.push_back(op);
    });
    for (Operation *op : found)
      if (failed(Inliner(op).run()))
        return signalPassFailure();
  }
};
} // namespace
