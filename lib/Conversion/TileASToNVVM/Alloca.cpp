//===- TileASToNVVM/Alloca.cpp - temporary memory of a tile block -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Lowers `alloca` and pieces of the heap. All threads of a tile block use the
// memory of an alloca, so it is an array in shared memory, beside the pool of
// the scratch. A kernel with an alloca has generic pointers everywhere. The
// memory of an alloca in a loop lives as long as the iteration; the next
// iteration uses the same array after a barrier.
//
// Other tile blocks do not reach shared memory. An alloca that they may use
// (`global`) has become a piece of CUDA's device heap (malloc and free, which
// every driver provides; 8 MiB unless the host sets another limit).
//
//===----------------------------------------------------------------------===//

#include "Conversion/TileASToNVVM/Access/NibbleAccess.h"
#include "DeviceCall.h"
#include "Handlers.h"

#include "tessera/Dialect/TileAS/IR/TileAS.h"

using namespace mlir;

namespace tessera::gpu {

/// Zeroes `bytes` bytes, a multiple of 4 per thread, together. A store of one
/// 4-bit element keeps the rest of its byte, which must be something.
static void clear(Emitter &e, Value address, uint64_t bytes) {
  uint64_t step = 4 * 32 * e.numWarps;
  Value mine =
      LLVM::GEPOp::create(e.b, e.loc(), address.getType(), e.b.getI32Type(),
                          address, ValueRange{e.thread()});
  for (uint64_t at = 0; at < bytes; at += step) {
    Value word =
        LLVM::GEPOp::create(e.b, e.loc(), address.getType(), e.b.getI8Type(),
                            mine, ArrayRef<LLVM::GEPArg>{int32_t(at)});
    LLVM::StoreOp::create(e.b, e.loc(), e.i32(0), word);
  }
}

static uint64_t bytesOf(Emitter &e, tileaa::AllocaOp op) {
  Type pointee = op.getType().getPointeeType();
  uint64_t bytes = std::max<uint64_t>(op.getNumElem(), 1) *
                   std::max<uint64_t>(Emitter::containerBytes(pointee), 1);
  return isNibble(pointee) ? llvm::alignTo(bytes, 4 * 32 * e.numWarps) : bytes;
}

/// The address of a new array in shared memory.
static Value sharedArray(Emitter &e, ModuleOp module, uint64_t bytes,
                         uint64_t alignment) {
  std::string name = e.uniqueSymbol("__tessera_alloca");
  OpBuilder::InsertionGuard guard(e.b);
  auto array = LLVM::LLVMArrayType::get(e.b.getI8Type(), bytes);
  {
    OpBuilder::InsertionGuard inner(e.b);
    e.b.setInsertionPointToStart(module.getBody());
    LLVM::GlobalOp::create(e.b, e.loc(), array, /*isConstant=*/false,
                           LLVM::Linkage::Internal, name, Attribute(),
                           std::max<uint64_t>(alignment, 16), Shared);
  }
  return LLVM::AddressOfOp::create(e.b, e.loc(), e.pointerType(Shared), name);
}

static LogicalResult emitAlloca(Emitter &e, Operation *op) {
  auto local = llvm::cast<tileaa::AllocaOp>(op);
  if (local.getGlobal())
    return e.refuse(op, "memory that other blocks see and that is no piece of "
                        "the heap (tileas-explicit-storage)");
  uint64_t bytes = bytesOf(e, local);
  Value address = sharedArray(e, op->getParentOfType<ModuleOp>(), bytes,
                              local.getAlignment());
  if (isNibble(local.getType().getPointeeType()))
    clear(e, address, bytes);
  e.set(op->getResult(0), LLVM::AddrSpaceCastOp::create(
                              e.b, e.loc(), e.pointerType(Generic), address));
  return success();
}

//===----------------------------------------------------------------------===//
// The heap
//===----------------------------------------------------------------------===//

static LogicalResult emitClaimHeap(Emitter &e, Operation *op) {
  auto claim = llvm::cast<tileas::ClaimHeapOp>(op);
  Type pointer = e.pointerType(Generic), word = e.b.getI64Type();
  Block *ask = e.newBlock(), *rest = e.newBlock({word});
  LLVM::CondBrOp::create(e.b, e.loc(), e.isFirstThread(), ask, ValueRange(),
                         rest, ValueRange{e.i64(0)});
  e.b.setInsertionPointToEnd(ask);
  Value given = callExternal(e, "malloc", pointer,
                             {e.i64(static_cast<int64_t>(claim.getBytes()))});
  Value null = LLVM::ZeroOp::create(e.b, e.loc(), pointer);
  e.guarded(e.compare(LLVM::ICmpPredicate::eq, given, null),
            [&] { LLVM::Trap::create(e.b, e.loc()); });
  if (claim.getZeroed())
    LLVM::MemsetOp::create(e.b, e.loc(), given,
                           e.integer(e.b.getI8Type(), int64_t(0)),
                           e.i64(static_cast<int64_t>(claim.getBytes())),
                           /*isVolatile=*/false);
  e.branch(rest, {LLVM::PtrToIntOp::create(e.b, e.loc(), word, given)});
  e.b.setInsertionPointToEnd(rest);
  e.set(op->getResult(0), rest->getArgument(0));
  return success();
}

static LogicalResult emitReleaseHeap(Emitter &e, Operation *op) {
  Value address = e.scalar(op->getOperand(0));
  e.guarded(e.isFirstThread(), [&] {
    callExternal(e, "free", Type(),
                 {LLVM::IntToPtrOp::create(e.b, e.loc(), e.pointerType(Generic),
                                           address)});
  });
  return success();
}

void registerAllocaHandler(Handlers &h) {
  h.addOp<tileaa::AllocaOp>(emitAlloca);
  h.addOp<tileas::ClaimHeapOp>(emitClaimHeap);
  h.addOp<tileas::ReleaseHeapOp>(emitReleaseHeap);
}

} // namespace tessera::gpu
