//===- TileAAToVector/MemoryAccess.cpp - reading and writing lanes -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One element per lane in global memory, in the form the address allows: a
// scalar access, a vector access, or a gather or scatter; masked if there is a
// mask.
//
//===----------------------------------------------------------------------===//

#include "Access.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

using namespace mlir;

namespace tessera::cpu {

Value fromMemory(Emitter &e, Value value, Type element) {
  value = fromContainer(e, value, element);
  OpBuilder &b = e.b;
  auto vector = dyn_cast<VectorType>(value.getType());
  // A pointer to 4 bits addresses the lower half of a byte.
  if (isa<Float4E2M1FNType>(element))
    return arith::AndIOp::create(b, e.loc(), value,
                                 splat(e, e.constant(b.getI8IntegerAttr(15)),
                                       vector ? vector.getNumElements() : 0));
  if (!isa<FloatTF32Type>(element))
    return value;
  // Memory may hold any f32 pattern; tf32 ignores the low bits.
  Type bits = vector ? Type(vector.clone(b.getI32Type())) : b.getI32Type();
  Value mask = e.i32(static_cast<int32_t>(0xFFFFE000));
  mask = splat(e, mask, vector ? vector.getNumElements() : 0);
  Value kept = arith::AndIOp::create(
      b, e.loc(), arith::BitcastOp::create(b, e.loc(), bits, value), mask);
  return arith::BitcastOp::create(b, e.loc(), value.getType(), kept);
}

/// Every lane's address, for accesses that are not vector accesses.
static Value addressVector(Emitter &e, const LaneAddress &address,
                           Type container, unsigned width) {
  if (address.addresses)
    return address.addresses;
  if (address.lanes.empty())
    return splat(e, address.base, width);
  return laneAddresses(e, address.base, container, address.lanes);
}

Lanes readMemory(Nest &nest, Type element, const LaneAddress &address,
                 std::optional<Lanes> mask, std::optional<Lanes> other) {
  Emitter &e = nest.e;
  Location loc = e.loc();
  Type container = containerType(element);
  unsigned bytes = containerBytes(element);
  bool uniform = address.isUniform() && (!mask || mask->uniform) &&
                 (!other || other->uniform);
  if (uniform && !mask) {
    Value read = LLVM::LoadOp::create(e.b, loc, container, address.base, bytes);
    return {fromMemory(e, read, element), true};
  }
  // A uniform masked access is one of a single lane.
  unsigned width = uniform ? 1 : nest.width;
  bool isRun =
      !uniform && !address.lanes.empty() && isConsecutive(address.lanes);
  Type type = lanesType(container, width);
  auto wide = [&](const Lanes &lanes) {
    return lanes.uniform ? splat(e, lanes.value, width) : lanes.value;
  };
  Value maskLanes = mask ? wide(*mask) : Value();
  Value otherLanes =
      !mask ? Value()
      : other
          ? toContainer(e, wide(*other), element)
          : splat(e,
                  isa<LLVM::LLVMPointerType>(container)
                      ? Value(LLVM::ZeroOp::create(e.b, loc, container))
                      : e.constant(cast<TypedAttr>(e.b.getZeroAttr(container))),
                  width);
  Value read;
  if (isRun) {
    read =
        mask ? Value(LLVM::MaskedLoadOp::create(e.b, loc, type, address.base,
                                                maskLanes, otherLanes,
                                                e.b.getI32IntegerAttr(bytes)))
             : Value(LLVM::LoadOp::create(e.b, loc, type, address.base, bytes));
  } else {
    read = gather(e, type, addressVector(e, address, container, width),
                  maskLanes, otherLanes, bytes);
  }
  Value value = fromMemory(e, read, element);
  if (uniform)
    return {extractLane(e, value, 0), true};
  return {value};
}

void writeRun(Nest &nest, Value containers, Value address, Value mask,
              unsigned bytes) {
  Emitter &e = nest.e;
  if (!mask) {
    LLVM::StoreOp::create(e.b, e.loc(), containers, address, bytes);
    return;
  }
  if (!isa<VectorType>(mask.getType()))
    mask = splat(e, mask, nest.width);
  LLVM::MaskedStoreOp::create(e.b, e.loc(), containers, address, mask,
                              e.b.getI32IntegerAttr(bytes));
}

void writeMemory(Nest &nest, Type element, const LaneAddress &address,
                 const Lanes &value, std::optional<Lanes> mask) {
  Emitter &e = nest.e;
  Location loc = e.loc();
  Type container = containerType(element);
  unsigned bytes = containerBytes(element);
  bool uniform =
      address.isUniform() && value.uniform && (!mask || mask->uniform);
  if (uniform && !mask) {
    LLVM::StoreOp::create(e.b, loc, toContainer(e, value.value, element),
                          address.base, bytes);
    return;
  }
  unsigned width = uniform ? 1 : nest.width;
  auto wide = [&](const Lanes &lanes) {
    return lanes.uniform ? splat(e, lanes.value, width) : lanes.value;
  };
  Value written = toContainer(e, wide(value), element);
  Value maskLanes = mask ? wide(*mask) : Value();
  if (!uniform && !address.lanes.empty() && isConsecutive(address.lanes))
    return writeRun(nest, written, address.base, maskLanes, bytes);
  scatter(e, written, addressVector(e, address, container, width), maskLanes,
          bytes);
}

} // namespace tessera::cpu
