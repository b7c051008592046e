//===- Interpreter/Ops/AtomicOps.cpp - read-modify-write of memory elements -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// ops.md 7 and 8. Every element is one host atomic operation, so that tile
// blocks on different threads see each other's updates whole. The elements of
// one op are updated in row-major order. A masked-off element returns zero
// (rmw) or its comparand (cas).
//
//===----------------------------------------------------------------------===//

#include "Interpreter/Access/ViewAccess.h"
#include "Interpreter/Containers.h"

#include "tessera/Dialect/CudaTile/IR/AtomicModes.h"
#include "tessera/Interpreter/OpTable.h"

#include <atomic>

using namespace mlir;

namespace tessera::interp {

namespace {

using Update = numerics::AtomicUpdate;
using Ordering = cuda_tile::MemoryOrderingSemantics;

std::memory_order hostOrder(Ordering ordering) {
  switch (ordering) {
  case Ordering::Weak:
  case Ordering::Relaxed:
    return std::memory_order_relaxed;
  case Ordering::Acquire:
    return std::memory_order_acquire;
  case Ordering::Release:
    return std::memory_order_release;
  case Ordering::AcqRel:
    return std::memory_order_acq_rel;
  }
  llvm_unreachable("unknown memory ordering");
}

uint64_t rmw(std::byte *host, unsigned bytes, Update update, ElementKind kind,
             uint64_t arg, std::memory_order order) {
  return withContainer(bytes, [&](auto container) -> uint64_t {
    using T = decltype(container);
    std::atomic_ref<T> place(*reinterpret_cast<T *>(host));
    T old = place.load(std::memory_order_relaxed);
    while (!place.compare_exchange_weak(
        old, static_cast<T>(numerics::applyUpdate(update, kind, old, arg)),
        order, std::memory_order_relaxed)) {
    }
    return old;
  });
}

uint64_t compareAndSwap(std::byte *host, unsigned bytes, uint64_t expected,
                        uint64_t replacement, std::memory_order order) {
  return withContainer(bytes, [&](auto container) -> uint64_t {
    using T = decltype(container);
    std::atomic_ref<T> place(*reinterpret_cast<T *>(host));
    T old = static_cast<T>(expected);
    place.compare_exchange_strong(
        old, static_cast<T>(replacement), order,
        order == std::memory_order_acq_rel   ? std::memory_order_acquire
        : order == std::memory_order_release ? std::memory_order_relaxed
                                             : order);
    return old;
  });
}

const uint8_t *maskOf(BlockContext &ctx, Value mask) {
  return mask ? ctx.get(mask).data<uint8_t>() : nullptr;
}

LogicalResult executeRmw(Operation *op, BlockContext &ctx) {
  auto atomic = cast<cuda_tile::AtomicRMWTkoOp>(op);
  const Tile &pointers = ctx.get(atomic.getPointers());
  const Tile &arg = ctx.get(atomic.getArg());
  const uint8_t *mask = maskOf(ctx, atomic.getMask());
  Tile result = ctx.makeResult(op);
  result.fill(0);
  const uint64_t unspecified = ctx.unspecifiedBits(result.kind());
  unsigned bytes = result.bytesPerElement();
  std::memory_order order = hostOrder(atomic.getMemoryOrderingSemantics());
  Access access(ctx, op, AccessKind::Atomic);
  for (int64_t i = 0, n = result.numElements(); i < n; ++i) {
    if (mask && !(mask[i] & 1)) {
      result.setBits(i, unspecified);
      if (!atomic.getResult().use_empty())
        ctx.noteUnspecified(op);
      continue;
    }
    auto host =
        access.at(pointers.bits(i), pointers.provenance()[i], bytes, bytes, i);
    if (failed(host))
      return failure();
    if (*host)
      result.setBits(i, rmw(*host, bytes, getAtomicUpdate(atomic.getMode()),
                            arg.kind(), arg.bits(i), order));
  }
  ctx.set(atomic.getResult(), std::move(result));
  return success();
}

LogicalResult executeCas(Operation *op, BlockContext &ctx) {
  auto atomic = cast<cuda_tile::AtomicCASTkoOp>(op);
  const Tile &pointers = ctx.get(atomic.getPointers());
  const Tile &expected = ctx.get(atomic.getCmp());
  const Tile &replacement = ctx.get(atomic.getVal());
  const uint8_t *mask = maskOf(ctx, atomic.getMask());
  Tile result = ctx.makeResult(op);
  unsigned bytes = result.bytesPerElement();
  std::memory_order order = hostOrder(atomic.getMemoryOrderingSemantics());
  Access access(ctx, op, AccessKind::Atomic);
  for (int64_t i = 0, n = result.numElements(); i < n; ++i) {
    result.setBits(i, expected.bits(i));
    if (mask && !(mask[i] & 1))
      continue;
    auto host =
        access.at(pointers.bits(i), pointers.provenance()[i], bytes, bytes, i);
    if (failed(host))
      return failure();
    result.setBits(i, *host ? compareAndSwap(*host, bytes, expected.bits(i),
                                             replacement.bits(i), order)
                            : 0);
  }
  ctx.set(atomic.getResult(), std::move(result));
  return success();
}

LogicalResult executeRedView(Operation *op, BlockContext &ctx) {
  auto atomic = cast<cuda_tile::AtomicRedViewTkoOp>(op);
  auto view = ViewAccess::create(op, ctx, atomic.getView(), atomic.getIndex(),
                                 /*inbounds=*/{});
  if (failed(view))
    return failure();
  if (view->isNothing())
    return success();
  const Tile &value = ctx.get(atomic.getValue());
  std::memory_order order = hostOrder(atomic.getMemoryOrderingSemantics());
  Access access(ctx, op, AccessKind::Atomic);
  return forEachElement(
      *view, access, [&](int64_t index, std::byte *host, bool) {
        rmw(host, value.bytesPerElement(), getAtomicUpdate(atomic.getMode()),
            value.kind(), value.bits(index), order);
      });
}

} // namespace

void registerAtomicOps(OpTable &table) {
  table.add<cuda_tile::AtomicRMWTkoOp>(executeRmw);
  table.add<cuda_tile::AtomicCASTkoOp>(executeCas);
  table.add<cuda_tile::AtomicRedViewTkoOp>(executeRedView);
}

} // namespace tessera::interp
