//===- TileASToNVVM/Shape/Pack.cpp - tiles as bytes and back -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `pack` writes the elements of a tile to shared memory and reads them back as
// bytes; `unpack` does the opposite. Elements lie there in the order that the
// language calls memory order. An element of four bits is a byte of its own in
// shared memory, and is joined with its neighbour or split from it when it is
// read.
//
//===----------------------------------------------------------------------===//

#include "Conversion/TileASToNVVM/Access/Access.h"
#include "Conversion/TileASToNVVM/Handlers.h"

using namespace mlir;
using tessera::layout::LinearLayout;

namespace tessera::gpu {

/// Bits of an element that shares its byte with others; 0 otherwise.
static int64_t subByteBits(Type element) {
  if (element.isInteger(1))
    return 1;
  return element.isInteger(4) || isa<Float4E2M1FNType>(element) ? 4 : 0;
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
  int64_t bits = subByteBits(getElementTypeOrSelf(source.getType()));
  Value memory = writeImage(e, op, source);
  if (!memory)
    return failure();
  LinearLayout layout = Emitter::layoutOf(result);
  Type i8 = e.b.getI8Type();
  Registers registers;
  for (unsigned r = 0; r < Emitter::numRegisters(layout); ++r) {
    Value index = e.coordinate(layout, layout::tileDim(0), r);
    if (bits == 0) {
      registers.push_back(readByte(e, memory, index));
      continue;
    }
    // The first element is in the low bits.
    Value first = e.mul(index, e.i32(8 / bits));
    Value byte;
    for (int64_t k = 0; k < 8 / bits; ++k) {
      Value part = readByte(e, memory, e.add(first, e.i32(k)));
      part = LLVM::AndOp::create(e.b, e.loc(), part,
                                 e.integer(i8, (1 << bits) - 1));
      part = LLVM::ShlOp::create(e.b, e.loc(), part, e.integer(i8, k * bits));
      byte = byte ? LLVM::OrOp::create(e.b, e.loc(), byte, part).getResult()
                  : part;
    }
    registers.push_back(byte);
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
  int64_t bits = subByteBits(element);
  Registers registers;
  for (unsigned r = 0; r < Emitter::numRegisters(layout); ++r) {
    Value index = e.coordinate(layout, layout::tileDim(0), r);
    if (bits == 0) {
      registers.push_back(readShared(
          e, element, e.byteOffset(memory, e.mul(index, e.i32(bytes))), 1)[0]);
      continue;
    }
    Value place = e.mul(index, e.i32(bits));
    Value byte = readByte(e, memory,
                          LLVM::LShrOp::create(e.b, e.loc(), place, e.i32(3)));
    Value shift =
        e.extend(LLVM::AndOp::create(e.b, e.loc(), place, e.i32(7)), i8, false);
    Value part = LLVM::LShrOp::create(e.b, e.loc(), byte, shift);
    part =
        LLVM::AndOp::create(e.b, e.loc(), part, e.integer(i8, (1 << bits) - 1));
    registers.push_back(e.fromContainer(part, element));
  }
  e.set(result, std::move(registers));
  return success();
}

void registerPackHandlers(Handlers &h) {
  h.addOp<tileaa::PackOp>(emitPack);
  h.addOp<tileaa::UnpackOp>(emitUnpack);
}

} // namespace tessera::gpu
