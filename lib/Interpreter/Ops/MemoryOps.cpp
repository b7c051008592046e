//===- Interpreter/Ops/MemoryOps.cpp - tokens, alloca, access through pointers -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// ops.md 6. Tokens have no value: ops run in program order, which every token
// graph allows. A masked-off element without padding is unspecified.
//
//===----------------------------------------------------------------------===//

#include "Interpreter/Access/Access.h"
#include "Interpreter/Containers.h"

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
  auto id =
      ctx.allocateLocal(op, bytes, static_cast<uint64_t>(alloca.getAlignment()),
                        alloca.getGlobal());
  if (failed(id))
    return failure();
  ctx.set(alloca.getResult(),
          Tile::scalar(ElementKind::Ptr, ctx.memory().addressOf(*id), *id));
  return success();
}

/// What a load or store through pointers needs per element.
struct PointerAccess {
  Access access;
  const uint64_t *address;
  const ProvenanceId *provenance;
  /// nullptr: every element is accessed.
  const uint8_t *mask;

  PointerAccess(BlockContext &ctx, Operation *op, AccessKind kind,
                const Tile &pointers, Value mask)
      : access(ctx, op, kind), address(pointers.data<uint64_t>()),
        provenance(pointers.provenance()),
        mask(mask ? ctx.get(mask).data<uint8_t>() : nullptr) {}

  bool isActive(int64_t i) const { return !mask || (mask[i] & 1); }
  template <typename T> std::byte *quick(int64_t i) const {
    return access.quick<T>(address[i], provenance[i]);
  }
  FailureOr<std::byte *> at(int64_t i, unsigned bytes) {
    return access.at(address[i], provenance[i], bytes, bytes, i);
  }
};

/// The common case: plain accesses whose bits need no treatment.
bool isPlain(ElementKind kind, Ordering ordering) {
  return ordering == Ordering::Weak && kind != ElementKind::I1 &&
         kind != ElementKind::TF32 && numerics::memoryBits(kind) != 4;
}

template <typename T>
LogicalResult loadPlain(PointerAccess &from, T *out, const T *padding,
                        T unspecified, int64_t n) {
  for (int64_t i = 0; i < n; ++i) {
    T value = 0;
    if (!from.isActive(i)) {
      value = padding ? padding[i] : unspecified;
    } else if (const std::byte *host = from.quick<T>(i)) {
      std::memcpy(&value, host, sizeof(T));
    } else {
      auto checked = from.at(i, sizeof(T));
      if (failed(checked))
        return failure();
      if (*checked)
        std::memcpy(&value, *checked, sizeof(T));
    }
    out[i] = value;
  }
  return success();
}

LogicalResult executeLoadPtr(Operation *op, BlockContext &ctx) {
  auto load = cast<cuda_tile::LoadPtrTkoOp>(op);
  PointerAccess from(ctx, op, AccessKind::Load, ctx.get(load.getSource()),
                     load.getMask());
  const Tile *padding =
      load.getPaddingValue() ? &ctx.get(load.getPaddingValue()) : nullptr;
  Ordering ordering = load.getMemoryOrderingSemantics();
  Tile result = ctx.makeResult(op);
  ElementKind kind = result.kind();
  unsigned bytes = result.bytesPerElement();
  int64_t n = result.numElements();
  uint64_t unspecified = ctx.unspecifiedBits(kind);
  if (load.getMask() && !padding &&
      llvm::any_of(llvm::seq(n), [&](int64_t i) { return !from.isActive(i); }))
    ctx.noteUnspecified(op);
  if (isPlain(kind, ordering)) {
    LogicalResult done = withContainer(bytes, [&](auto container) {
      using T = decltype(container);
      return loadPlain<T>(from, result.mutableData<T>(),
                          padding ? padding->data<T>() : nullptr,
                          static_cast<T>(unspecified), n);
    });
    if (failed(done))
      return failure();
    ctx.set(load.getResult(), std::move(result));
    return success();
  }
  for (int64_t i = 0; i < n; ++i) {
    uint64_t bits = 0;
    if (!from.isActive(i)) {
      bits = padding ? padding->bits(i) : unspecified;
    } else {
      auto host = from.at(i, bytes);
      if (failed(host))
        return failure();
      if (*host)
        bits = normaliseLoaded(kind, loadElement(*host, bytes, ordering));
      if (numerics::memoryBits(kind) == 4)
        bits &= 0xF;
    }
    result.setBits(i, bits);
  }
  ctx.set(load.getResult(), std::move(result));
  return success();
}

template <typename T>
LogicalResult storePlain(PointerAccess &to, const T *values, int64_t n) {
  for (int64_t i = 0; i < n; ++i) {
    if (!to.isActive(i))
      continue;
    std::byte *host = to.quick<T>(i);
    if (!host) {
      auto checked = to.at(i, sizeof(T));
      if (failed(checked))
        return failure();
      host = *checked;
    }
    if (host)
      std::memcpy(host, &values[i], sizeof(T));
  }
  return success();
}

LogicalResult executeStorePtr(Operation *op, BlockContext &ctx) {
  auto store = cast<cuda_tile::StorePtrTkoOp>(op);
  PointerAccess to(ctx, op, AccessKind::Store, ctx.get(store.getDestination()),
                   store.getMask());
  const Tile &value = ctx.get(store.getValue());
  Ordering ordering = store.getMemoryOrderingSemantics();
  unsigned bytes = value.bytesPerElement();
  int64_t n = value.numElements();
  if (isPlain(value.kind(), ordering))
    return withContainer(bytes, [&](auto container) {
      using T = decltype(container);
      return storePlain<T>(to, value.data<T>(), n);
    });
  for (int64_t i = 0; i < n; ++i) {
    if (!to.isActive(i))
      continue;
    auto host = to.at(i, bytes);
    if (failed(host))
      return failure();
    if (!*host)
      continue;
    if (numerics::memoryBits(value.kind()) == 4)
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
