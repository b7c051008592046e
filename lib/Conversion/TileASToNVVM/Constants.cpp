//===- TileASToNVVM/Constants.cpp - values without operands -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Lowers ops that make a value without looking at another one: constants,
// ranges, poison, and the place of the tile block in its grid. A constant tile
// whose elements differ is a constant array in memory, from which each thread
// reads its own elements.
//
//===----------------------------------------------------------------------===//

#include "Handlers.h"

#include "tessera/Conversion/Elements/ElementTypes.h"
#include "tessera/Dialect/TileAS/IR/TileAS.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/UB/IR/UBOps.h"

using namespace mlir;
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

/// The body once for each register, with the indices of its element.
static LogicalResult emitGenerate(Emitter &e, Operation *op) {
  auto generate = llvm::cast<tileas::GenerateOp>(op);
  Block &body = generate.getBody().front();
  LinearLayout layout = Emitter::layoutOf(generate.getResult());
  Registers registers;
  for (unsigned r = 0; r < Emitter::numRegisters(layout); ++r) {
    for (BlockArgument index : body.getArguments())
      e.set(index,
            e.extend(
                e.coordinate(layout, layout::tileDim(index.getArgNumber()), r),
                e.b.getI64Type(), /*isSigned=*/false));
    if (failed(e.emitBlock(body)))
      return failure();
    registers.push_back(e.scalar(body.getTerminator()->getOperand(0)));
  }
  e.set(generate.getResult(), std::move(registers));
  return success();
}

void registerConstantHandlers(Handlers &h) {
  h.addOp<arith::ConstantOp>(emitConstant);
  h.addOp<tileaa::ConstantOp>(emitBitsConstant);
  h.addOp<ub::PoisonOp>(emitPoison);
  h.addOp<tileas::CreateNoneOp>(emitPoison);
  h.addOp<tileaa::MakeRangeOp>(emitRange);
  h.addOp<tileas::GenerateOp>(emitGenerate);
}

} // namespace tessera::gpu
