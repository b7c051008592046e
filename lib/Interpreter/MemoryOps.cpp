//===- Interpreter/MemoryOps.cpp - tokens, alloca, access through pointers -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// ops.md 6. Tokens have no value: ops run in program order, which every token
// graph allows. A masked-off element without padding reads as zero.
//
//===----------------------------------------------------------------------===//

#include "Access.h"

#include "tessera/Interpreter/OpTable.h"
#include "tessera/Interpreter/TypeKinds.h"

using namespace mlir;

namespace tessera::interp {

namespace {

using Ordering = cuda_tile::MemoryOrderingSemantics;

LogicalResult executeNothing(Operation *, BlockContext &) { return success(); }

/// The element kind a pointer tile points to.
ElementKind pointeeKind(Value pointers) {
  auto tile = cast<cuda_tile::TileType>(pointers.getType());
  return elementKindOf(
      cast<cuda_tile::PointerType>(tile.getElementType()).getPointeeType());
}

LogicalResult executeAlloca(Operation *op, BlockContext &ctx) {
  auto alloca = cast<cuda_tile::AllocaOp>(op);
  auto count = static_cast<uint64_t>(alloca.getNumElem());
  ElementKind kind = pointeeKind(alloca.getResult());
  // More than the address space holds is refused by the allocation itself.
  uint64_t bytes = count > Memory::localArenaSize
                       ? ~uint64_t(0)
                       : numerics::memoryBytes(kind, count);
  auto id = ctx.allocateLocal(op, bytes,
                              static_cast<uint64_t>(alloca.getAlignment()),
                              alloca.getGlobal());
  if (failed(id))
    return failure();
  ctx.set(alloca.getResult(),
          Tile::scalar(ElementKind::Ptr, ctx.memory().addressOf(*id), *id));
  return success();
}

LogicalResult executeLoadPtr(Operation *op, BlockContext &ctx) {
  auto load = cast<cuda_tile::LoadPtrTkoOp>(op);
  const Tile &pointers = ctx.get(load.getSource());
  const uint8_t *mask =
      load.getMask() ? ctx.get(load.getMask()).data<uint8_t>() : nullptr;
  const Tile *padding =
      load.getPaddingValue() ? &ctx.get(load.getPaddingValue()) : nullptr;
  Ordering ordering = load.getMemoryOrderingSemantics();
  Tile result = ctx.makeResult(op);
  ElementKind kind = result.kind();
  unsigned bytes = result.bytesPerElement();
  bool nibble = numerics::memoryBits(kind) == 4;
  std::byte *out = result.mutableBytes();
  const uint64_t *address = pointers.data<uint64_t>();
  const ProvenanceId *provenance = pointers.provenance();
  Access access(ctx, op, AccessKind::Load);
  for (int64_t i = 0, n = result.numElements(); i < n; ++i, out += bytes) {
    uint64_t bits = 0;
    if (mask && !(mask[i] & 1)) {
      if (padding)
        bits = padding->bits(i);
    } else {
      auto host = access.at(address[i], provenance[i], bytes, bytes, i);
      if (failed(host))
        return failure();
      if (*host) {
        bits = normaliseLoaded(kind, loadElement(*host, bytes, ordering));
        if (nibble)
          bits &= 0xF;
      }
    }
    std::memcpy(out, &bits, bytes);
  }
  ctx.set(load.getResult(), std::move(result));
  return success();
}

LogicalResult executeStorePtr(Operation *op, BlockContext &ctx) {
  auto store = cast<cuda_tile::StorePtrTkoOp>(op);
  const Tile &pointers = ctx.get(store.getDestination());
  const Tile &value = ctx.get(store.getValue());
  const uint8_t *mask =
      store.getMask() ? ctx.get(store.getMask()).data<uint8_t>() : nullptr;
  Ordering ordering = store.getMemoryOrderingSemantics();
  unsigned bytes = value.bytesPerElement();
  bool nibble = numerics::memoryBits(value.kind()) == 4;
  const uint64_t *address = pointers.data<uint64_t>();
  const ProvenanceId *provenance = pointers.provenance();
  Access access(ctx, op, AccessKind::Store);
  for (int64_t i = 0, n = value.numElements(); i < n; ++i) {
    if (mask && !(mask[i] & 1))
      continue;
    auto host = access.at(address[i], provenance[i], bytes, bytes, i);
    if (failed(host))
      return failure();
    if (!*host)
      continue;
    if (nibble)
      storeNibbleAtomically(*host, /*high=*/false,
                            static_cast<uint8_t>(value.bits(i)));
    else
      storeElement(*host, bytes, value.bits(i), ordering);
  }
  return success();
}

} // namespace

void registerMemoryOps(OpTable &table) {
  using namespace cuda_tile;
  table.add<MakeTokenOp>(executeNothing);
  table.add<JoinTokensOp>(executeNothing);
  table.add<AllocaOp>(executeAlloca);
  table.add<LoadPtrTkoOp>(executeLoadPtr);
  table.add<StorePtrTkoOp>(executeStorePtr);
}

} // namespace tessera::interp
