//===- TileAAToVector/Access/BufferAccess.cpp - tiles in scratch and other dense memory -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads and writes of tiles in scratch and in other dense memory. The
// instruction follows from the lane part of the linear position alone: if all
// lanes are equal it is a scalar access, if they are 0, 1, 2, ... it is a
// vector access, and otherwise it is a gather or scatter at constant distances.
//
//===----------------------------------------------------------------------===//

#include "Conversion/TileAAToVector/Core/Lanes.h"
#include "Conversion/TileAAToVector/Nest/Nest.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

using namespace mlir;

namespace tessera::cpu {

/// Alignment of a vector access at `position` in a 64-byte aligned tile.
static unsigned alignmentOf(const Coord &position, unsigned lanes,
                            unsigned bytes) {
  bool whole = (position.baseBits & (uint64_t(lanes) - 1)) == 0;
  return whole ? std::min(64u, lanes * bytes) : bytes;
}

/// The address of a coordinate's base; what is constant of it comes last, where
/// instructions take it for nothing.
static Value addressIn(Nest &nest, const Buffer &buffer,
                       const Coord &position) {
  Emitter &e = nest.e;
  Type container = containerType(buffer.element);
  auto [moving, fixed] = nest.splitConstant(position);
  Value address = e.elementAddress(e.addressOf(buffer), container, moving.base);
  return fixed ? e.elementAddress(address, container, e.i64(fixed)) : address;
}

Lanes Nest::load(const Buffer &buffer, ArrayRef<Coord> index) {
  Coord position = linearise(index, buffer.shape);
  AtDepth at(*this, position.depth);
  Type container = containerType(buffer.element);
  unsigned bytes = containerBytes(buffer.element);
  Value base = addressIn(*this, buffer, position);
  Location loc = e.loc();
  if (position.isUniform()) {
    Value read = LLVM::LoadOp::create(b, loc, container, base, bytes);
    return {fromContainer(e, read, buffer.element), true};
  }
  Type type = lanesType(container, width);
  Value read;
  if (isConsecutive(position.lanes))
    read = LLVM::LoadOp::create(b, loc, type, base,
                                alignmentOf(position, width, bytes));
  else
    read = gather(e, type, laneAddresses(e, base, container, position.lanes),
                  {}, {}, bytes);
  return {fromContainer(e, read, buffer.element)};
}

void Nest::store(const Buffer &buffer, ArrayRef<Coord> index,
                 const Lanes &lanes) {
  Coord position = linearise(index, buffer.shape);
  Type container = containerType(buffer.element);
  unsigned bytes = containerBytes(buffer.element);
  Value base = addressIn(*this, buffer, position);
  Location loc = e.loc();
  if (position.isUniform()) {
    Value written = toContainer(e, lanes.value, buffer.element);
    LLVM::StoreOp::create(b, loc, written, base, bytes);
    return;
  }
  Value written = toContainer(e, vector(lanes), buffer.element);
  if (isConsecutive(position.lanes))
    LLVM::StoreOp::create(b, loc, written, base,
                          alignmentOf(position, width, bytes));
  else
    scatter(e, written, laneAddresses(e, base, container, position.lanes), {},
            bytes);
}

} // namespace tessera::cpu
