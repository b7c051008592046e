//===- TileASToNVVM/Objects.cpp - scalars, constants and memory objects -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Ops that make values out of nothing (constants, ranges, places in the grid)
// or name memory (globals, memory objects, views). Constant tiles whose
// elements are not alike are read from a constant array, each thread its own
// elements.
//
//===----------------------------------------------------------------------===//

#include "Handlers.h"

#include "tessera/Conversion/Elements/ElementTypes.h"
#include "tessera/Dialect/TileAS/IR/TileAS.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/UB/IR/UBOps.h"

using namespace mlir;
using tessera::layout::Dim;
using tessera::layout::LinearLayout;

namespace tessera::gpu {

/// Registers of a constant tile; `element` is the tile's, `elements` may hold
/// its bits as integers.
static LogicalResult emitElements(Emitter &e, Operation *op,
                                  DenseElementsAttr elements) {
  Value result = op->getResult(0);
  Type element = getElementTypeOrSelf(result.getType());
  auto one = [&](Attribute value) -> Value {
    if (isa<tileaa::PointerType>(element))
      return e.bitcast(e.integer(e.b.getI64Type(),
                                 llvm::cast<IntegerAttr>(value).getValue()),
                       e.registerType(element));
    return e.constant(Emitter::registerAttr(value, element));
  };
  LinearLayout layout = Emitter::layoutOf(result);
  unsigned count = Emitter::numRegisters(layout);
  if (elements.isSplat()) {
    e.set(result, Registers(count, one(elements.getSplatValue<Attribute>())));
    return success();
  }
  if (isa<tileaa::PointerType>(element))
    return e.refuse(op, "pointer constants that differ");
  unsigned size = Emitter::containerBytes(element);
  Value table =
      e.bytes("__tessera_constant", cpu::containerImage(elements, element));
  Registers registers;
  auto shape = llvm::cast<RankedTensorType>(result.getType()).getShape();
  for (unsigned r = 0; r < count; ++r) {
    Value index;
    for (unsigned d = 0; d < shape.size(); ++d) {
      Value c = e.coordinate(layout, layout::tileDim(d), r);
      index = index ? e.add(e.mul(index, e.i32(shape[d])), c) : c;
    }
    Value offset = e.extend(e.mul(index, e.i32(size)), e.b.getI64Type(), false);
    Value read = LLVM::LoadOp::create(e.b, e.loc(), e.containerType(element),
                                      e.byteOffset(table, offset), size);
    registers.push_back(e.fromContainer(read, element));
  }
  e.set(result, std::move(registers));
  return success();
}

static LogicalResult emitConstantValue(Emitter &e, Operation *op,
                                       Attribute value) {
  Value result = op->getResult(0);
  if (auto elements = dyn_cast<DenseElementsAttr>(value))
    return emitElements(e, op, elements);
  if (isa<ElementsAttr>(value))
    return e.refuse(op, "expected dense elements");
  Type element = result.getType();
  if (isa<tileaa::PointerType>(element)) {
    Value bits =
        e.integer(e.b.getI64Type(), llvm::cast<IntegerAttr>(value).getValue());
    e.set(result, e.bitcast(bits, e.registerType(element)));
  } else if (isa<IndexType>(element)) {
    e.set(result, e.i64(llvm::cast<IntegerAttr>(value).getInt()));
  } else {
    e.set(result, e.constant(Emitter::registerAttr(value, element)));
  }
  return success();
}

static LogicalResult emitConstant(Emitter &e, Operation *op) {
  return emitConstantValue(e, op, llvm::cast<arith::ConstantOp>(op).getValue());
}

static LogicalResult emitBitsConstant(Emitter &e, Operation *op) {
  return emitConstantValue(e, op, llvm::cast<tileaa::ConstantOp>(op).getBits());
}

/// Any value will do.
static LogicalResult emitPoison(Emitter &e, Operation *op) {
  Registers registers;
  for (Type type : e.typesOf(op->getResult(0).getType()))
    registers.push_back(e.zero(type));
  e.set(op->getResult(0), std::move(registers));
  return success();
}

static LogicalResult emitRange(Emitter &e, Operation *op) {
  Value result = op->getResult(0);
  LinearLayout layout = Emitter::layoutOf(result);
  Type type = e.registerType(getElementTypeOrSelf(result.getType()));
  Registers registers;
  for (unsigned r = 0; r < Emitter::numRegisters(layout); ++r)
    registers.push_back(
        e.extend(e.coordinate(layout, layout::tileDim(0), r), type, false));
  e.set(result, std::move(registers));
  return success();
}

static LogicalResult emitProgramId(Emitter &e, Operation *op) {
  Type i32 = e.b.getI32Type();
  Value id;
  switch (llvm::cast<tileaa::GetProgramIdOp>(op).getAxis()) {
  case tileaa::GridAxis::X:
    id = NVVM::BlockIdXOp::create(e.b, e.loc(), i32);
    break;
  case tileaa::GridAxis::Y:
    id = NVVM::BlockIdYOp::create(e.b, e.loc(), i32);
    break;
  case tileaa::GridAxis::Z:
    id = NVVM::BlockIdZOp::create(e.b, e.loc(), i32);
    break;
  }
  e.set(op->getResult(0), id);
  return success();
}

static LogicalResult emitNumPrograms(Emitter &e, Operation *op) {
  Type i32 = e.b.getI32Type();
  Value count;
  switch (llvm::cast<tileaa::GetNumProgramsOp>(op).getAxis()) {
  case tileaa::GridAxis::X:
    count = NVVM::GridDimXOp::create(e.b, e.loc(), i32);
    break;
  case tileaa::GridAxis::Y:
    count = NVVM::GridDimYOp::create(e.b, e.loc(), i32);
    break;
  case tileaa::GridAxis::Z:
    count = NVVM::GridDimZOp::create(e.b, e.loc(), i32);
    break;
  }
  e.set(op->getResult(0), count);
  return success();
}

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

/// A token is nothing.
static LogicalResult emitToken(Emitter &e, Operation *op) {
  for (Value result : op->getResults())
    e.set(result, Registers());
  return success();
}

static LogicalResult emitProxyFence(Emitter &e, Operation *op) {
  const bool isShared = llvm::cast<tileas::ProxyFenceOp>(op).getSharedOnly();
  auto space = NVVM::SharedSpaceAttr::get(e.b.getContext(),
                                          NVVM::SharedSpace::shared_cta);
  NVVM::FenceProxyOp::create(e.b, e.loc(),
                             isShared ? NVVM::ProxyKind::async_shared
                                      : NVVM::ProxyKind::async,
                             isShared ? space : NVVM::SharedSpaceAttr());
  return success();
}

static LogicalResult emitBarrier(Emitter &e, Operation *op) {
  switch (llvm::cast<tileas::BarrierOp>(op).getScope()) {
  case tileas::BarrierScope::Warp:
    NVVM::SyncWarpOp::create(e.b, e.loc(), e.i32(-1));
    return success();
  case tileas::BarrierScope::Block:
    e.barrier();
    return success();
  case tileas::BarrierScope::Cluster:
    return e.refuse(op, "barriers of clusters");
  }
  llvm_unreachable("unknown scope");
}

/// Every thread orders its own accesses, then they meet.
static LogicalResult emitFence(Emitter &e, Operation *op) {
  e.inlineAsm("fence.proxy.alias;", "~{memory}", Type(), {}, true);
  e.barrier();
  return emitToken(e, op);
}

/// Without dependent launches kernels run one after the other anyway.
static LogicalResult emitDependency(Emitter &e, Operation *op) {
  if (e.target().has(GpuCapability::DependentLaunch))
    e.inlineAsm(isa<tileaa::GdcWaitOp>(op)
                    ? "griddepcontrol.wait;"
                    : "griddepcontrol.launch_dependents;",
                "~{memory}", Type(), {}, true);
  return emitToken(e, op);
}

void registerObjectHandlers(Handlers &h) {
  h.addOp<tileaa::MemoryFenceOp>(emitFence);
  h.addOp<tileaa::GdcWaitOp>(emitDependency);
  h.addOp<tileaa::GdcLaunchDependentsOp>(emitDependency);
  h.addOp<arith::ConstantOp>(emitConstant);
  h.addOp<tileaa::ConstantOp>(emitBitsConstant);
  h.addOp<ub::PoisonOp>(emitPoison);
  h.addOp<tileaa::MakeRangeOp>(emitRange);
  h.addOp<tileaa::GetProgramIdOp>(emitProgramId);
  h.addOp<tileaa::GetNumProgramsOp>(emitNumPrograms);
  h.addOp<tileaa::MakeMemrefOp>(emitMemref);
  h.addOp<tileaa::MakeTiledViewOp>(emitView);
  h.addOp<tileaa::GetDimSizeOp>(emitDimSize);
  h.addOp<tileaa::GetGlobalOp>(emitGetGlobal);
  h.addOp<tileaa::CreateMemTokenOp>(emitToken);
  h.addOp<tileaa::JoinMemTokenOp>(emitToken);
  h.addOp<tileas::BarrierOp>(emitBarrier);
  h.addOp<tileas::ProxyFenceOp>(emitProxyFence);
}

} // namespace tessera::gpu
