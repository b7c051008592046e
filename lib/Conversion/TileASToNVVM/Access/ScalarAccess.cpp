//===- TileASToNVVM/Access/ScalarAccess.cpp - scalars in storage -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Lowers the store of the first thread's scalar and the load by all threads.
// Storage is in shared memory, an element in its container.
//
//===----------------------------------------------------------------------===//

#include "Conversion/TileASToNVVM/Handlers.h"

#include "Conversion/TileASToNVVM/Mbarriers.h"

#include "tessera/Dialect/TileAS/IR/TileAS.h"

#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

using namespace mlir;

namespace tessera::gpu {

static LogicalResult emitStoreScalar(Emitter &e, Operation *op) {
  auto store = llvm::cast<tileas::StoreScalarOp>(op);
  Type element = store.getValue().getType();
  Value value = e.scalar(store.getValue()),
        place = e.scalar(store.getStorage());
  e.guarded(e.isFirstThread(), [&] {
    LLVM::StoreOp::create(e.b, e.loc(), e.toContainer(value, element), place);
  });
  return success();
}

static LogicalResult emitLoadScalar(Emitter &e, Operation *op) {
  auto load = llvm::cast<tileas::LoadScalarOp>(op);
  Type element = load.getResult().getType();
  Value read = LLVM::LoadOp::create(e.b, e.loc(), e.containerType(element),
                                    e.scalar(load.getStorage()));
  e.set(load.getResult(), e.fromContainer(read, element));
  return success();
}

static LogicalResult emitLoadPeerScalar(Emitter &e, Operation *op) {
  auto load = llvm::cast<tileas::LoadPeerScalarOp>(op);
  Type element = load.getResult().getType();
  if (!element.isInteger(32))
    return e.refuse(op, "other scalars than i32 of another block");
  Value rank = NVVM::ClusterId::create(e.b, e.loc(), e.b.getI32Type());
  Value other = LLVM::XOrOp::create(e.b, e.loc(), rank, e.i32(1));
  Value place =
      addressInBlock(e, sharedAddress(e, e.scalar(load.getStorage())), other);
  e.set(load.getResult(),
        e.inlineAsm("ld.shared::cluster.b32 $0, [$1];", "=r,r,~{memory}",
                    element, {place}, /*sideEffects=*/true));
  return success();
}

void registerScalarAccessHandlers(Handlers &h) {
  h.addOp<tileas::LoadPeerScalarOp>(emitLoadPeerScalar);
  h.addOp<tileas::StoreScalarOp>(emitStoreScalar);
  h.addOp<tileas::LoadScalarOp>(emitLoadScalar);
}

} // namespace tessera::gpu
