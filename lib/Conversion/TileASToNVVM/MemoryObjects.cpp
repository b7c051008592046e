//===- TileASToNVVM/MemoryObjects.cpp - memory objects and views -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Lowers the ops that name memory: memory objects, views of them, their
// extents, and globals. A memory object is its base, its run-time extents and
// its run-time strides, and a view of it is the same.
//
//===----------------------------------------------------------------------===//

#include "Handlers.h"

#include "tessera/Dialect/TileAS/IR/TileAS.h"

using namespace mlir;

namespace tessera::gpu {

static LogicalResult emitMemref(Emitter &e, Operation *op) {
  auto make = llvm::cast<tileaa::MakeMemrefOp>(op);
  Registers registers{e.scalar(make.getBase())};
  for (OperandRange values : {make.getDynamicSizes(), make.getDynamicStrides()})
    for (Value value : values)
      registers.push_back(
          e.extend(e.scalar(value), e.b.getI64Type(), /*isSigned=*/false));
  e.set(make.getResult(), std::move(registers));
  return success();
}

static LogicalResult emitView(Emitter &e, Operation *op) {
  e.set(op->getResult(0), Registers(e.get(op->getOperand(0))));
  return success();
}

static LogicalResult emitDimSize(Emitter &e, Operation *op) {
  auto size = llvm::cast<tileaa::GetDimSizeOp>(op);
  Type type = size.getSource().getType();
  if (auto view = dyn_cast<tileaa::TiledViewType>(type))
    type = view.getMemoryView();
  auto memory = llvm::cast<tileaa::MemoryViewType>(type);
  int64_t dim = size.getDim();
  Type result = size.getType();
  if (!ShapedType::isDynamic(memory.getShape()[dim])) {
    e.set(op->getResult(0), e.integer(result, memory.getShape()[dim]));
    return success();
  }
  unsigned index = 1;
  for (int64_t extent : memory.getShape().take_front(dim))
    index += ShapedType::isDynamic(extent);
  e.set(op->getResult(0),
        e.extend(e.get(size.getSource())[index], result, false));
  return success();
}

static LogicalResult emitGetGlobal(Emitter &e, Operation *op) {
  auto global = llvm::cast<tileaa::GetGlobalOp>(op);
  Value address = LLVM::AddressOfOp::create(e.b, e.loc(), e.pointerType(Global),
                                            global.getName());
  e.set(op->getResult(0),
        e.bitcast(address, e.registerType(op->getResult(0).getType())));
  return success();
}

void registerMemoryObjectHandlers(Handlers &h) {
  h.addOp<tileaa::MakeMemrefOp>(emitMemref);
  h.addOp<tileaa::MakeTiledViewOp>(emitView);
  h.addOp<tileaa::GetDimSizeOp>(emitDimSize);
  h.addOp<tileaa::GetGlobalOp>(emitGetGlobal);
}

} // namespace tessera::gpu
