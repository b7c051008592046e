//===- TileAAToTileAS/ReplaceOps.cpp - ops of nv_tileas for those of nv_tileaa -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One function per op. Access facts stay with the access as
// `nv_tileas.access_facts`. An access without a token whose result token is
// used takes the empty one.
//
//===----------------------------------------------------------------------===//

#include "Rewrite.h"

#include "tessera/Dialect/TileAA/IR/TileAAAttrs.h"
#include "tessera/Dialect/TileAS/IR/TileAS.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;

namespace tessera::gpu {

namespace {
tileas::MemSemantic semanticOf(cuda_tile::MemoryOrderingSemantics semantic) {
  using From = cuda_tile::MemoryOrderingSemantics;
  using To = tileas::MemSemantic;
  switch (semantic) {
  case From::Weak:
    return To::Weak;
  case From::Relaxed:
    return To::Relaxed;
  case From::Acquire:
    return To::Acquire;
  case From::Release:
    return To::Release;
  case From::AcqRel:
    return To::AcquireRelease;
  }
  llvm_unreachable("unknown semantic");
}

tileas::MemScope scopeOf(cuda_tile::MemoryScope scope) {
  switch (scope) {
  case cuda_tile::MemoryScope::TileBlock:
    return tileas::MemScope::TileBlock;
  case cuda_tile::MemoryScope::Device:
    return tileas::MemScope::Gpu;
  case cuda_tile::MemoryScope::System:
    return tileas::MemScope::Sys;
  }
  llvm_unreachable("unknown scope");
}

class Replacement {
public:
  explicit Replacement(Operation *op) : op(op), b(op), loc(op->getLoc()) {}

  void run() {
    llvm::TypeSwitch<Operation *>(op)
        .Case<tileaa::LoadOp, tileaa::StoreOp, tileaa::TiledLoadOp,
              tileaa::TiledStoreOp, tileaa::GatherLoadOp,
              tileaa::ScatterStoreOp, tileaa::TiledAtomicRMWOp,
              tileaa::ReduceOp, tileaa::ScanOp, tileaa::ViewOp>(
            [&](auto typed) { replace(typed); });
  }

private:
  template <typename OpTy> tileas::MemSemanticAttr semantic(OpTy access) {
    return tileas::MemSemanticAttr::get(b.getContext(),
                                        semanticOf(access.getMemSemantic()));
  }
  template <typename OpTy> tileas::MemScopeAttr scope(OpTy access) {
    if (!access.getMemScope())
      return {};
    return tileas::MemScopeAttr::get(b.getContext(),
                                     scopeOf(*access.getMemScope()));
  }
  template <typename OpTy> Value token(OpTy access) {
    if (access.getToken() || access.getResultToken().use_empty())
      return access.getToken();
    return tileaa::CreateMemTokenOp::create(b, loc,
                                            access.getResultToken().getType());
  }
  static Type tokenType(Value token) {
    return token ? token.getType() : Type();
  }
  tileas::AtomAttr copyAtom() {
    return tileas::AtomAttr::get(b.getContext(), tileas::AtomKind::Copy);
  }
  /// Scalars as index, the list of a gather/scatter view as it is.
  SmallVector<Value> coordsOf(OperandRange indices) {
    SmallVector<Value> coords;
    for (Value index : indices)
      coords.push_back(isa<RankedTensorType>(index.getType())
                           ? index
                           : Value(arith::IndexCastUIOp::create(
                                 b, loc, b.getIndexType(), index)));
    return coords;
  }
  void finish(Operation *made) {
    if (Attribute facts = op->getAttr(tileaa::AccessAttr::getAccessAttrName()))
      made->setAttr(tileas::kAccessFactsAttrName, facts);
    // A token result that nobody uses may be missing.
    for (auto [i, result] : llvm::enumerate(op->getResults()))
      if (i < made->getNumResults())
        result.replaceAllUsesWith(made->getResult(i));
    op->erase();
  }

  void replace(tileaa::LoadOp load) {
    Value order = token(load);
    finish(tileas::LoadOp::create(
        b, loc, load.getResult().getType(), tokenType(order), semantic(load),
        scope(load), load.getSource(), load.getMask(), load.getOther(), order,
        tileas::AtomAttr(), load.getOptimizationHintsAttr()));
  }
  void replace(tileaa::StoreOp store) {
    Value order = token(store);
    finish(tileas::StoreOp::create(
        b, loc, tokenType(order), semantic(store), scope(store),
        store.getDestination(), store.getValue(), store.getMask(), order,
        tileas::AtomAttr(), store.getOptimizationHintsAttr()));
  }
  void replace(tileaa::TiledLoadOp load) {
    Value order = token(load);
    finish(tileas::TiledLoadOp::create(
        b, loc, load.getResult().getType(), tokenType(order), semantic(load),
        scope(load), load.getView(), coordsOf(load.getIndices()), ValueRange(),
        order, Value(), copyAtom(), load.getInBoundsAttr(), TypedAttr(),
        load.getOptimizationHintsAttr()));
  }
  void replace(tileaa::TiledStoreOp store) {
    Value order = token(store);
    finish(tileas::TiledStoreOp::create(
        b, loc, tokenType(order), semantic(store), scope(store),
        store.getView(), store.getValue(), coordsOf(store.getIndices()),
        ValueRange(), order, Value(), copyAtom(), store.getInBoundsAttr(),
        TypedAttr(), store.getOptimizationHintsAttr()));
  }
  void replace(tileaa::GatherLoadOp load) {
    Value order = token(load);
    finish(tileas::GatherLoadOp::create(
        b, loc, load.getResult().getType(), tokenType(order), semantic(load),
        scope(load), load.getView(), coordsOf(load.getIndices()), order,
        copyAtom(), load.getInBoundsAttr(), TypedAttr(),
        load.getOptimizationHintsAttr()));
  }
  void replace(tileaa::ScatterStoreOp store) {
    Value order = token(store);
    finish(tileas::ScatterStoreOp::create(
        b, loc, tokenType(order), semantic(store), scope(store),
        store.getView(), store.getValue(), coordsOf(store.getIndices()), order,
        copyAtom(), store.getInBoundsAttr(), store.getOptimizationHintsAttr()));
  }
  void replace(tileaa::TiledAtomicRMWOp rmw) {
    Value order = token(rmw);
    finish(tileas::TiledAtomicRMWOp::create(
        b, loc, Type(), tokenType(order), semantic(rmw), scope(rmw),
        rmw.getModeAttr(), rmw.getView(), rmw.getValue(),
        coordsOf(rmw.getIndices()), order,
        tileas::AtomAttr::get(b.getContext(), tileas::AtomKind::Reduce),
        rmw.getInBoundsAttr(), rmw.getOptimizationHintsAttr()));
  }
  void replace(tileaa::ReduceOp reduce) {
    auto made = tileas::ReduceOp::create(
        b, loc, reduce.getResultTypes(), reduce.getSources(), reduce.getDim(),
        reduce.getIdentities(), tileas::AtomAttr());
    takeBody(reduce, made);
  }
  void replace(tileaa::ScanOp scan) {
    auto made = tileas::ScanOp::create(b, loc, scan.getResultTypes(),
                                       scan.getSources(), scan.getDim(),
                                       scan.getReverse(), scan.getIdentities());
    takeBody(scan, made);
  }
  void replace(tileaa::ViewOp view) {
    finish(tileas::ViewOp::create(b, loc, view.getType(), view.getSource()));
  }
  template <typename OpTy, typename NewOp>
  void takeBody(OpTy collective, NewOp made) {
    made.getBody().takeBody(collective.getBody());
    Operation *yield = made.getBody().front().getTerminator();
    b.setInsertionPoint(yield);
    tileas::YieldOp::create(b, yield->getLoc(), yield->getOperands());
    yield->erase();
    finish(made);
  }

  Operation *op;
  OpBuilder b;
  Location loc;
};
} // namespace

void replaceOps(tileaa::FuncOp function) {
  SmallVector<Operation *> ops;
  function.walk([&](Operation *op) { ops.push_back(op); });
  for (Operation *op : ops)
    Replacement(op).run();
}

} // namespace tessera::gpu
