//===- TileAAToVector/Core/MemoryObjects.cpp - memory objects, grid and addresses -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Emits ops that name memory, and the place of the tile block in the grid.
// Their results are scalars only.
//
//===----------------------------------------------------------------------===//

#include "Emitter.h"
#include "tessera/Target/SymbolName.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;

namespace tessera::cpu {

static LogicalResult emitMemref(Emitter &e, tileaa::MakeMemrefOp op) {
  MemoryObject object;
  object.base = e.scalar(op.getBase());
  auto fill = [&](SmallVector<Extent, 4> &out, ArrayRef<int64_t> fixed,
                  OperandRange dynamic) {
    auto next = dynamic.begin();
    for (int64_t value : fixed) {
      if (ShapedType::isDynamic(value))
        out.push_back({e.extend(e.scalar(*next++), /*isSigned=*/false), {}});
      else
        out.push_back({e.i64(value), value});
    }
  };
  tileaa::MemoryViewType type = op.getType();
  fill(object.sizes, type.getShape(), op.getDynamicSizes());
  fill(object.strides, type.getStrides(), op.getDynamicStrides());
  e.setMemoryObject(op.getResult(), std::move(object));
  return success();
}

/// Coordinates and extents of the grid.
static Value gridValue(Emitter &e, Operation *op) {
  if (auto id = dyn_cast<tileaa::GetProgramIdOp>(op))
    return e.blockIds[static_cast<unsigned>(id.getAxis())];
  auto axis = cast<tileaa::GetNumProgramsOp>(op).getAxis();
  int32_t offset = 8 + 4 * static_cast<int32_t>(axis);
  Value field =
      LLVM::GEPOp::create(e.b, e.loc(), e.launch.getType(), e.b.getI8Type(),
                          e.launch, ArrayRef<LLVM::GEPArg>{offset});
  return LLVM::LoadOp::create(e.b, e.loc(), e.b.getI32Type(), field, 4);
}

static Value emitAlloca(Emitter &e, tileaa::AllocaOp op) {
  Type pointee = cast<tileaa::PointerType>(op.getType()).getPointeeType();
  int64_t alignment = op.getAlignment();
  uint64_t extra = std::max<int64_t>(alignment - 64, 0);
  // More than there can be is asked for as that.
  uint64_t bytes = llvm::SaturatingMultiplyAdd<uint64_t>(
      op.getNumElem(), containerBytes(pointee), extra);
  Value memory =
      e.callRuntime("tessera_rt_local_alloc",
                    {e.i64(static_cast<int64_t>(std::max(bytes, extra + 1)))});
  // The service has said that there is none: the block ends here.
  Value none = LLVM::ZeroOp::create(e.b, e.loc(), memory.getType());
  e.leaveIf(LLVM::ICmpOp::create(e.b, e.loc(), LLVM::ICmpPredicate::eq, memory,
                                 none));
  if (extra == 0)
    return memory;
  Value address =
      LLVM::PtrToIntOp::create(e.b, e.loc(), e.b.getI64Type(), memory);
  Value negative = arith::SubIOp::create(e.b, e.loc(), e.i64(0), address);
  Value gap =
      arith::AndIOp::create(e.b, e.loc(), negative, e.i64(alignment - 1));
  return e.elementAddress(memory, e.b.getI8Type(), gap);
}

LogicalResult emitMemoryObject(Emitter &e, Operation *op) {
  return llvm::TypeSwitch<Operation *, LogicalResult>(op)
      .Case<tileaa::MakeMemrefOp>(
          [&](tileaa::MakeMemrefOp make) { return emitMemref(e, make); })
      .Case<tileaa::GetProgramIdOp, tileaa::GetNumProgramsOp>([&](Operation *) {
        e.setScalar(op->getResult(0), gridValue(e, op));
        return success();
      })
      .Case<tileaa::GetDimSizeOp>([&](tileaa::GetDimSizeOp size) {
        const MemoryObject &object =
            e.memoryObject(e.memrefOf(size.getSource()));
        Value extent = object.sizes[size.getDim()].value;
        if (extent.getType() != size.getType())
          extent =
              arith::TruncIOp::create(e.b, e.loc(), size.getType(), extent);
        e.setScalar(size.getResult(), extent);
        return success();
      })
      .Case<tileaa::GetGlobalOp>([&](tileaa::GetGlobalOp global) {
        e.setScalar(global.getResult(),
                    LLVM::AddressOfOp::create(
                        e.b, e.loc(),
                        LLVM::LLVMPointerType::get(e.b.getContext()),
                        hostSymbol(nameOfSymbol(global.getName()))));
        return success();
      })
      .Case<tileaa::AllocaOp>([&](tileaa::AllocaOp memory) {
        e.setScalar(memory.getResult(), emitAlloca(e, memory));
        return success();
      });
}

} // namespace tessera::cpu
