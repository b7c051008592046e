//===- TileAAToVector/NibbleAccess.cpp - 4-bit elements in global memory -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Views of f4 pack two elements per byte, which no vector access can read: runs
// along the last dimension go through the runtime, which also keeps the
// neighbours of a written element. A pointer to f4 addresses the low half of a
// byte.
//
//===----------------------------------------------------------------------===//

#include "Access.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

using namespace mlir;

namespace tessera::cpu {

namespace {
/// One access; `tile` is the loaded or stored tile in scratch.
class NibbleAccess {
public:
  NibbleAccess(Emitter &e, Operation *op, Buffer tile, bool isLoad)
      : e(e), op(op), tile(std::move(tile)), isLoad(isLoad) {}

  LogicalResult emit();

private:
  LogicalResult throughPointer(Nest &nest, ArrayRef<Coord> index);
  LogicalResult throughView(Nest &nest, ArrayRef<Coord> index);
  /// Runs `then` where `condition` (null: always) holds.
  void when(Value condition, llvm::function_ref<void()> then);

  Emitter &e;
  Operation *op;
  Buffer tile;
  bool isLoad;
};

void NibbleAccess::when(Value condition, llvm::function_ref<void()> then) {
  if (!condition)
    return then();
  auto choice = scf::IfOp::create(e.b, e.loc(), condition, /*else=*/false);
  OpBuilder::InsertionGuard guard(e.b);
  e.b.setInsertionPointToStart(choice.thenBlock());
  then();
}

LogicalResult NibbleAccess::throughPointer(Nest &nest, ArrayRef<Coord> index) {
  Value pointers = isLoad ? cast<tileaa::LoadOp>(op).getSource()
                          : cast<tileaa::StoreOp>(op).getDestination();
  Value mask = isLoad ? cast<tileaa::LoadOp>(op).getMask()
                      : cast<tileaa::StoreOp>(op).getMask();
  FailureOr<Lanes> address = nest.evaluate(pointers, index);
  if (failed(address))
    return failure();
  Value active;
  if (mask) {
    FailureOr<Lanes> lanes = nest.evaluate(mask, index);
    if (failed(lanes))
      return failure();
    active = lanes->value;
  }
  Coord position = nest.linearise(index, tile.shape);
  Value slot =
      e.elementAddress(e.addressOf(tile), e.b.getI8Type(), position.base);
  if (isLoad) {
    Lanes other = e.bitsConstant(APInt(64, 0), tile.element);
    if (Value given = cast<tileaa::LoadOp>(op).getOther()) {
      FailureOr<Lanes> lanes = nest.evaluate(given, index);
      if (failed(lanes))
        return failure();
      other = *lanes;
    }
    nest.store(tile, index, other);
  }
  when(active, [&] {
    Value zero = e.i64(0), one = e.i64(1);
    if (isLoad)
      e.callRuntime("tessera_rt_read_nibbles",
                    {slot, address->value, zero, one});
    else
      e.callRuntime("tessera_rt_write_nibbles",
                    {address->value, zero, slot, one});
  });
  return success();
}

LogicalResult NibbleAccess::throughView(Nest &nest, ArrayRef<Coord> index) {
  FailureOr<ViewLanes> access = viewAccess(nest, op, index);
  if (failed(access))
    return failure();
  Coord position = nest.linearise(index, tile.shape);
  Value slot =
      e.elementAddress(e.addressOf(tile), e.b.getI8Type(), position.base);
  if (isLoad) {
    auto padding = viewOperands(op).type.getPadding();
    nest.store(tile, index,
               padding ? e.paddingConstant(padding.getValue(), tile.element)
                       : e.bitsConstant(APInt(64, 0), tile.element));
  }
  Value active = access->mask ? access->mask->value : Value();
  when(active, [&] {
    Value first = access->offset ? access->offset : e.i64(0);
    if (isLoad)
      e.callRuntime("tessera_rt_read_nibbles",
                    {slot, access->object, first, e.i64(1)});
    else
      e.callRuntime("tessera_rt_write_nibbles",
                    {access->object, first, slot, e.i64(1)});
  });
  return success();
}

LogicalResult NibbleAccess::emit() {
  SmallVector<Value, 4> roots;
  for (Value operand : op->getOperands())
    if (isa<RankedTensorType>(operand.getType()))
      roots.push_back(operand);
  bool isPointer = isa<tileaa::LoadOp, tileaa::StoreOp>(op);
  return e.emitRoot(
      op, roots, /*covers=*/false,
      [&](Nest &nest) {
        Index index = nest.iterate(tile.shape);
        return isPointer ? throughPointer(nest, index)
                         : throughView(nest, index);
      },
      /*scalarOnly=*/true);
}
} // namespace

LogicalResult emitNibbleAccess(Emitter &e, Operation *op) {
  bool isLoad =
      isa<tileaa::LoadOp, tileaa::TiledLoadOp, tileaa::GatherLoadOp>(op);
  Value value = isLoad ? Value(op->getResult(0))
                : isa<tileaa::StoreOp>(op)
                    ? cast<tileaa::StoreOp>(op).getValue()
                    : op->getOperand(0);
  if (isLoad) {
    Buffer tile =
        e.newBuffer(elementOf(value.getType()), shapeOf(value.getType()));
    if (failed(NibbleAccess(e, op, tile, true).emit()))
      return failure();
    e.setBuffer(value, tile);
    return success();
  }
  FailureOr<Buffer> tile = e.materialise(value);
  if (failed(tile))
    return failure();
  return NibbleAccess(e, op, *tile, false).emit();
}

} // namespace tessera::cpu
