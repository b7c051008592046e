//===- CudaTile/Analysis/MemoryAccess.cpp - what a memory op does ---------===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One case per operation; everything else is common.
//
//===----------------------------------------------------------------------===//

#include "tessera/Dialect/CudaTile/Analysis/MemoryAccess.h"

#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;

namespace tessera::cuda_tile {

Type MemoryAccess::elementType() const {
  if (auto tile = dyn_cast<TileType>(address.getType()))
    return cast<PointerType>(tile.getElementType()).getPointeeType();
  return cast<TileViewInterface>(address.getType())
      .getViewTensorType()
      .getElementType();
}

std::optional<MemoryAccess> describeMemoryAccess(Operation *op) {
  MemoryAccess access;
  access.op = op;
  auto common = [&](auto memoryOp, bool reads, bool writes, Value address) {
    access.reads = reads;
    access.writes = writes;
    access.order = memoryOp.getMemoryOrderingSemantics();
    access.scope = memoryOp.getMemoryScope();
    access.address = address;
    access.token = memoryOp.getToken();
    access.resultToken = memoryOp.getResultToken();
  };
  bool known =
      llvm::TypeSwitch<Operation *, bool>(op)
          .Case([&](LoadPtrTkoOp load) {
            common(load, true, false, load.getSource());
            access.mask = load.getMask();
            access.result = load.getResult();
            return true;
          })
          .Case([&](StorePtrTkoOp store) {
            common(store, false, true, store.getDestination());
            access.mask = store.getMask();
            return true;
          })
          .Case([&](LoadViewTkoOp load) {
            common(load, true, false, load.getView());
            access.indices = load.getIndex();
            access.result = load.getTile();
            return true;
          })
          .Case([&](StoreViewTkoOp store) {
            common(store, false, true, store.getView());
            access.indices = store.getIndex();
            return true;
          })
          .Case([&](AtomicRMWTkoOp atomic) {
            common(atomic, true, true, atomic.getPointers());
            access.mask = atomic.getMask();
            access.result = atomic.getResult();
            return true;
          })
          .Case([&](AtomicCASTkoOp atomic) {
            common(atomic, true, true, atomic.getPointers());
            access.mask = atomic.getMask();
            access.result = atomic.getResult();
            return true;
          })
          .Case([&](AtomicRedViewTkoOp atomic) {
            common(atomic, true, true, atomic.getView());
            access.indices = atomic.getIndex();
            return true;
          })
          .Default([](Operation *) { return false; });
  if (!known)
    return std::nullopt;
  return access;
}

std::string spellAccess(const MemoryAccess &access) {
  std::string text = access.op->getName().stripDialect().str() + " " +
                     stringifyMemoryOrderingSemantics(access.order).str();
  if (access.scope)
    text += " " + stringifyMemoryScope(*access.scope).str();
  return text;
}

} // namespace tessera::cuda_tile
