//===- TileASToNVVM/Alloca.cpp - temporary memory of a tile block -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// All threads of a block use the memory of an alloca, so it is shared memory:
// one array each, beside the pool of the scratch. A kernel with an alloca has
// generic pointers everywhere. Memory of an alloca in a loop lives as long as
// the iteration: the next one uses the same array, after a barrier. Refused:
// one that other blocks may use, for they do not reach shared memory.
//
//===----------------------------------------------------------------------===//

#include "Handlers.h"
#include "NibbleAccess.h"

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

static LogicalResult emitAlloca(Emitter &e, Operation *op) {
  auto local = llvm::cast<tileaa::AllocaOp>(op);
  if (local.getGlobal())
    return e.refuse(op, "shared memory cannot be seen by other tile blocks");
  Type pointee = local.getType().getPointeeType();
  uint64_t elementBytes = Emitter::containerBytes(pointee);
  uint64_t bytes = std::max<uint64_t>(local.getNumElem(), 1) *
                   std::max<uint64_t>(elementBytes, 1);
  if (isNibble(pointee))
    bytes = llvm::alignTo(bytes, 4 * 32 * e.numWarps);
  std::string name = e.uniqueSymbol("__tessera_alloca");
  {
    OpBuilder::InsertionGuard guard(e.b);
    e.b.setInsertionPointToStart(op->getParentOfType<ModuleOp>().getBody());
    LLVM::GlobalOp::create(
        e.b, e.loc(), LLVM::LLVMArrayType::get(e.b.getI8Type(), bytes),
        /*isConstant=*/false, LLVM::Linkage::Internal, name, Attribute(),
        std::max<uint64_t>(local.getAlignment(), 16), Shared);
  }
  // Nobody uses the memory of the iteration before any more.
  if (op->getParentOfType<LoopLikeOpInterface>())
    e.barrier();
  Value address =
      LLVM::AddressOfOp::create(e.b, e.loc(), e.pointerType(Shared), name);
  if (isNibble(pointee))
    clear(e, address, bytes);
  e.set(op->getResult(0), LLVM::AddrSpaceCastOp::create(
                              e.b, e.loc(), e.pointerType(Generic), address));
  return success();
}

void registerAllocaHandler(Handlers &h) {
  h.addOp<tileaa::AllocaOp>(emitAlloca);
}

} // namespace tessera::gpu
