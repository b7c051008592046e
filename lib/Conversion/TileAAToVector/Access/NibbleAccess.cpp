//===- TileAAToVector/Access/NibbleAccess.cpp - 4-bit elements in global memory -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Views of f4 pack two elements per byte. Loads are expressions like others:
// runs that begin with a byte are read as bytes that are taken apart, other
// lanes one by one. Stores of such runs pack bytes. Other stores and ordered
// loads go through the runtime, which keeps the neighbours of a written
// element. A pointer to f4 addresses the low half of a byte.
//
//===----------------------------------------------------------------------===//

#include "Access.h"

#include "tessera/Dialect/CudaTile/IR/CudaTile.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

using namespace mlir;

namespace tessera::cpu {

Lanes readNibbles(Nest &nest, const ViewLanes &access, bool wholeBytes,
                  std::optional<Lanes> other) {
  Emitter &e = nest.e;
  OpBuilder &b = e.b;
  Location loc = e.loc();
  Type i8 = b.getI8Type();
  const SmallVector<int64_t, 16> &lanes = access.address.lanes;
  Value first = access.offset ? access.offset : e.i64(0);
  auto bytesOf = [&](Value elements, unsigned width) -> Value {
    return arith::ShRUIOp::create(b, loc, elements, splat(e, e.i64(1), width));
  };
  bool isUniform = lanes.empty() && !access.varying;
  if (wholeBytes && !access.mask && !access.varying && !isUniform &&
      isConsecutive(lanes)) {
    unsigned bytes = nest.width / 2;
    Value address = e.elementAddress(access.object, i8, bytesOf(first, 0));
    Value read = LLVM::LoadOp::create(b, loc, lanesType(i8, bytes), address, 1);
    // 0x00HL, 0x0HL., 0x0H0L: the lower half comes first.
    Type words = lanesType(b.getI16Type(), bytes);
    auto word = [&](int16_t value) {
      return splat(e, e.constant(b.getI16IntegerAttr(value)), bytes);
    };
    Value wide = arith::ExtUIOp::create(b, loc, words, read);
    Value both = arith::OrIOp::create(
        b, loc, wide, arith::ShLIOp::create(b, loc, wide, word(4)));
    Value apart = arith::AndIOp::create(b, loc, both, word(0x0F0F));
    return {LLVM::BitcastOp::create(b, loc, lanesType(i8, nest.width), apart)};
  }
  // A uniform access is one of a single lane.
  bool isOne = isUniform && (!access.mask || access.mask->uniform);
  unsigned width = isOne ? 1 : nest.width;
  auto wide = [&](const Lanes &value) {
    return value.uniform ? splat(e, value.value, width) : value.value;
  };
  Value elements = splat(e, first, width);
  if (access.varying)
    elements = e.add(elements, access.varying);
  else if (!isUniform)
    elements = e.add(elements, e.constant(DenseElementsAttr::get(
                                   cast<VectorType>(elements.getType()),
                                   ArrayRef<int64_t>(lanes))));
  auto constantByte = [&](int8_t value) {
    return splat(e, e.constant(b.getI8IntegerAttr(value)), width);
  };
  Value addresses = e.laneAddress(access.object, i8, bytesOf(elements, width));
  Value mask = access.mask ? wide(*access.mask) : Value();
  Value read = gather(e, lanesType(i8, width), addresses, mask,
                      mask ? constantByte(0) : Value(), 1);
  Value odd = arith::TruncIOp::create(b, loc, lanesType(b.getI1Type(), width),
                                      elements);
  Value high = arith::ShRUIOp::create(b, loc, read, constantByte(4));
  Value low = arith::AndIOp::create(b, loc, read, constantByte(15));
  Value result = arith::SelectOp::create(b, loc, odd, high, low);
  if (mask)
    result = arith::SelectOp::create(b, loc, mask, result, wide(*other));
  if (isOne)
    return {extractLane(e, result, 0), true};
  return {result};
}

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
  /// Whether vectors of the tile are whole bytes of a run of memory where
  /// `nest` is at its fullest.
  bool packsBytes() const;
  LogicalResult storeBytes(Nest &nest);
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
    Lanes other = e.unspecified(tile.element);
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
                       : e.unspecified(tile.element));
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

bool NibbleAccess::packsBytes() const {
  auto store = dyn_cast<tileaa::TiledStoreOp>(op);
  if (!store || tile.shape.back() < 2 ||
      store.getMemSemantic() != cuda_tile::MemoryOrderingSemantics::Weak)
    return false;
  ViewOperands view = viewOperands(op);
  const MemoryObject &object = e.memoryObject(e.memrefOf(view.view));
  return object.strides[view.type.getDimMap().back()].constant == 1;
}

LogicalResult NibbleAccess::storeBytes(Nest &nest) {
  OpBuilder &b = e.b;
  Location loc = e.loc();
  nest.width =
      static_cast<unsigned>(std::min<int64_t>(nest.width, tile.shape.back()));
  Index index = nest.iterate(tile.shape);
  FailureOr<ViewLanes> access = viewAccess(nest, op, index);
  if (failed(access))
    return failure();
  // 0x0H0L, 0x00HL.
  unsigned bytes = nest.width / 2;
  Type words = lanesType(b.getI16Type(), bytes);
  Value pairs = LLVM::BitcastOp::create(b, loc, words,
                                        nest.vector(nest.load(tile, index)));
  Value four = splat(e, e.constant(b.getI16IntegerAttr(4)), bytes);
  Value high = arith::ShRUIOp::create(b, loc, pairs, four);
  Value together =
      arith::TruncIOp::create(b, loc, lanesType(b.getI8Type(), bytes),
                              arith::OrIOp::create(b, loc, pairs, high));
  Value first = access->offset ? access->offset : e.i64(0);
  Value byte = arith::ShRUIOp::create(b, loc, first, e.i64(1));
  LLVM::StoreOp::create(b, loc, together,
                        e.elementAddress(access->object, b.getI8Type(), byte),
                        1);
  return success();
}

LogicalResult NibbleAccess::emit() {
  SmallVector<Value, 4> roots;
  for (Value operand : op->getOperands())
    if (isa<RankedTensorType>(operand.getType()))
      roots.push_back(operand);
  bool isPointer = isa<tileaa::LoadOp, tileaa::StoreOp>(op);
  bool packs = packsBytes();
  return e.emitRoot(
      op, roots, /*covers=*/false,
      [&](Nest &nest) {
        AccessFact fact = nest.factOf(op);
        if (packs && nest.level == AccessLevel::Full && fact.full &&
            fact.wholeBytes)
          return storeBytes(nest);
        nest.width = 0;
        Index index = nest.iterate(tile.shape);
        return isPointer ? throughPointer(nest, index)
                         : throughView(nest, index);
      },
      /*scalarOnly=*/!packs);
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
