//===- TileASToNVVM/Alloca.cpp - temporary memory of a tile block -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Lowers `alloca`. All threads of a tile block use its memory, so it is an
// array in shared memory, beside the pool of the scratch. A kernel with an
// alloca has generic pointers everywhere. The memory of an alloca in a loop
// lives as long as the iteration; the next iteration uses the same array after
// a barrier.
//
// Other tile blocks do not reach shared memory. An alloca that they may use
// (`global`) is a piece of the device's heap instead. The first thread asks for
// it at the start of the kernel, and it is freed at the end.
//
//===----------------------------------------------------------------------===//

#include "Conversion/TileASToNVVM/Access/NibbleAccess.h"
#include "DeviceCall.h"
#include "DeviceHeap.h"
#include "Handlers.h"

#include "mlir/Interfaces/LoopLikeInterface.h"

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
  e.barrier();
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
  // Nobody uses the memory of the iteration before any more.
  if (op->getParentOfType<LoopLikeOpInterface>())
    e.barrier();
  uint64_t bytes = bytesOf(e, local);
  bool isCleared = isNibble(local.getType().getPointeeType());
  if (local.getGlobal()) {
    Value address = e.scalar(op->getResult(0));
    if (isCleared)
      clear(e, address, bytes);
    return success();
  }
  Value address = sharedArray(e, op->getParentOfType<ModuleOp>(), bytes,
                              local.getAlignment());
  if (isCleared)
    clear(e, address, bytes);
  e.set(op->getResult(0), LLVM::AddrSpaceCastOp::create(
                              e.b, e.loc(), e.pointerType(Generic), address));
  return success();
}

//===----------------------------------------------------------------------===//
// The device heap
//===----------------------------------------------------------------------===//

DeviceHeap::DeviceHeap(Emitter &e, tileaa::FuncOp kernel) {
  Type pointer = e.pointerType(Generic), word = e.b.getI64Type();
  kernel.walk([&](tileaa::AllocaOp op) {
    if (!op.getGlobal())
      return;
    Emitter::From from(e, op);
    uint64_t alignment = op.getAlignment();
    // malloc aligns to 16 bytes.
    uint64_t bytes = bytesOf(e, op) + (alignment > 16 ? alignment - 16 : 0);
    Value slot = sharedArray(e, kernel->getParentOfType<ModuleOp>(), 8, 8);
    e.guarded(e.isFirstThread(), [&] {
      Value given = callExternal(e, "malloc", pointer, {e.i64(bytes)});
      Value null = LLVM::ZeroOp::create(e.b, e.loc(), pointer);
      e.guarded(LLVM::ICmpOp::create(e.b, e.loc(), LLVM::ICmpPredicate::eq,
                                     given, null),
                [&] { LLVM::Trap::create(e.b, e.loc()); });
      LLVM::StoreOp::create(e.b, e.loc(), given, slot);
    });
    e.barrier();
    Value given = LLVM::LoadOp::create(e.b, e.loc(), pointer, slot);
    pieces.push_back(given);
    if (alignment > 16) {
      Value number = LLVM::PtrToIntOp::create(e.b, e.loc(), word, given);
      number = LLVM::AddOp::create(e.b, e.loc(), number, e.i64(alignment - 1));
      number = LLVM::AndOp::create(e.b, e.loc(), number, e.i64(-alignment));
      given = LLVM::IntToPtrOp::create(e.b, e.loc(), pointer, number);
    }
    e.set(op.getResult(), given);
  });
}

void DeviceHeap::release(Emitter &e) {
  if (pieces.empty())
    return;
  // The other threads of the tile block may still be at work on them.
  e.barrier();
  e.guarded(e.isFirstThread(), [&] {
    for (Value piece : pieces)
      callExternal(e, "free", Type(), {piece});
  });
}

void registerAllocaHandler(Handlers &h) {
  h.addOp<tileaa::AllocaOp>(emitAlloca);
}

} // namespace tessera::gpu
