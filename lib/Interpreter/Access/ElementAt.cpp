//===- Interpreter/Access/ElementAt.cpp - which element reaches an address ===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The places of an operation's elements are computed again and compared: this
// is asked once, to explain a finding.
//
//===----------------------------------------------------------------------===//

#include "Interpreter/ElementAt.h"

#include "ViewAccess.h"

#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;

namespace tessera::interp {

static int64_t throughPointers(BlockContext &ctx, Value pointers, Value mask,
                               unsigned bytes, uint64_t address) {
  const Tile &places = ctx.get(pointers);
  const Tile *active = mask ? &ctx.get(mask) : nullptr;
  // Of elements at the same address the last one stays.
  for (int64_t i = places.numElements(); i-- > 0;)
    if ((!active || (active->bits(i) & 1)) && address >= places.bits(i) &&
        address - places.bits(i) < bytes)
      return i;
  return -1;
}

static int64_t throughView(Operation *op, BlockContext &ctx, Value view,
                           OperandRange indices, uint64_t address) {
  int64_t found = -1;
  auto access = ctx.quietly(
      [&] { return ViewAccess::create(op, ctx, view, indices, {}); });
  if (failed(access) || access->isNothing())
    return -1;
  unsigned bits = numerics::memoryBits(access->kind());
  const ViewAccess::Dim &last = access->lastDim();
  (void)access->forEachRow([&](int64_t first, uint64_t offset) {
    for (int64_t p = 0, n = access->rowLength(); p < n; ++p) {
      uint64_t number = offset + last.offsets[p];
      if (last.inside[p] &&
          address - (access->base + number * bits / 8) < (bits + 7) / 8)
        found = first + p;
    }
    return success();
  });
  return found;
}

int64_t elementAt(Operation *op, BlockContext &ctx, uint64_t address) {
  return llvm::TypeSwitch<Operation *, int64_t>(op)
      .Case([&](cuda_tile::StorePtrTkoOp store) {
        return throughPointers(ctx, store.getDestination(), store.getMask(),
                               ctx.get(store.getValue()).bytesPerElement(),
                               address);
      })
      .Case([&](cuda_tile::AtomicRMWTkoOp atomic) {
        return throughPointers(ctx, atomic.getPointers(), atomic.getMask(),
                               ctx.get(atomic.getArg()).bytesPerElement(),
                               address);
      })
      .Case([&](cuda_tile::AtomicCASTkoOp atomic) {
        return throughPointers(ctx, atomic.getPointers(), atomic.getMask(),
                               ctx.get(atomic.getVal()).bytesPerElement(),
                               address);
      })
      .Case([&](cuda_tile::StoreViewTkoOp store) {
        return throughView(op, ctx, store.getView(), store.getIndex(), address);
      })
      .Case([&](cuda_tile::AtomicRedViewTkoOp atomic) {
        return throughView(op, ctx, atomic.getView(), atomic.getIndex(),
                           address);
      })
      .Default([](Operation *) { return -1; });
}

} // namespace tessera::interp
