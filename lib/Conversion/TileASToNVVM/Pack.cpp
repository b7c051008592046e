//===- TileASToNVVM/Pack.cpp - tiles as bytes and back -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// pack writes its elements to shared memory and reads bytes, unpack the other
// way round: the image there is what the language calls memory order. Four-bit
// elements are a byte each in the image and are joined or split when they are
// read.
//
//===----------------------------------------------------------------------===//

#include "Access.h"
#include "Handlers.h"

using namespace mlir;
using tessera::layout::LinearLayout;

namespace tessera::gpu {

static bool isNibble(Type element) {
  return element.isInteger(4) || isa<Float4E2M1FNType>(element);
}

/// Every element of a 1-d tile at its number in shared memory; the memory, or
/// null after a diagnostic.
static Value writeImage(Emitter &e, Operation *op, Value tile) {
  Value memory = e.scratch(op);
  if (!memory)
    return Value();
  Type element = getElementTypeOrSelf(tile.getType());
  int64_t bytes = Emitter::containerBytes(element);
  LinearLayout layout = Emitter::layoutOf(tile);
  const Registers &registers = e.get(tile);
  e.guarded(e.owner(layout), [&] {
    for (unsigned r = 0; r < registers.size(); ++r) {
      Value index = e.coordinate(layout, layout::tileDim(0), r);
      writeShared(e, element, e.byteOffset(memory, e.mul(index, e.i32(bytes))),
                  {registers[r]});
    }
  });
  e.barrier();
  return memory;
}

static Value readByte(Emitter &e, Value memory, Value index) {
  return LLVM::LoadOp::create(e.b, e.loc(), e.b.getI8Type(),
                              e.byteOffset(memory, index), 1);
}

static LogicalResult emitPack(Emitter &e, Operation *op) {
  Value source = op->getOperand(0), result = op->getResult(0);
  bool nibbles = isNibble(getElementTypeOrSelf(source.getType()));
  Value memory = writeImage(e, op, source);
  if (!memory)
    return failure();
  LinearLayout layout = Emitter::layoutOf(result);
  Type i8 = e.b.getI8Type();
  Registers registers;
  for (unsigned r = 0; r < Emitter::numRegisters(layout); ++r) {
    Value index = e.coordinate(layout, layout::tileDim(0), r);
    if (!nibbles) {
      registers.push_back(readByte(e, memory, index));
      continue;
    }
    Value first = e.mul(index, e.i32(2));
    Value low = readByte(e, memory, first);
    Value high = readByte(e, memory, e.add(first, e.i32(1)));
    low = LLVM::AndOp::create(e.b, e.loc(), low, e.integer(i8, 15));
    high = LLVM::ShlOp::create(e.b, e.loc(), high, e.integer(i8, 4));
    registers.push_back(LLVM::OrOp::create(e.b, e.loc(), low, high));
  }
  e.set(result, std::move(registers));
  return success();
}

static LogicalResult emitUnpack(Emitter &e, Operation *op) {
  Value source = op->getOperand(0), result = op->getResult(0);
  Type element = getElementTypeOrSelf(result.getType());
  Value memory = writeImage(e, op, source);
  if (!memory)
    return failure();
  LinearLayout layout = Emitter::layoutOf(result);
  Type i8 = e.b.getI8Type();
  int64_t bytes = Emitter::containerBytes(element);
  Registers registers;
  for (unsigned r = 0; r < Emitter::numRegisters(layout); ++r) {
    Value index = e.coordinate(layout, layout::tileDim(0), r);
    if (!isNibble(element)) {
      registers.push_back(readShared(
          e, element, e.byteOffset(memory, e.mul(index, e.i32(bytes))), 1)[0]);
      continue;
    }
    Value byte = readByte(e, memory,
                          LLVM::LShrOp::create(e.b, e.loc(), index, e.i32(1)));
    Value isHigh =
        e.compare(LLVM::ICmpPredicate::ne,
                  LLVM::AndOp::create(e.b, e.loc(), index, e.i32(1)), e.i32(0));
    Value high = LLVM::LShrOp::create(e.b, e.loc(), byte, e.integer(i8, 4));
    Value low = LLVM::AndOp::create(e.b, e.loc(), byte, e.integer(i8, 15));
    registers.push_back(e.fromContainer(e.select(isHigh, high, low), element));
  }
  e.set(result, std::move(registers));
  return success();
}

void registerPackHandlers(Handlers &h) {
  h.addOp<tileaa::PackOp>(emitPack);
  h.addOp<tileaa::UnpackOp>(emitUnpack);
}

} // namespace tessera::gpu
