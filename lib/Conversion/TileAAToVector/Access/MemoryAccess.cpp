//===- TileAAToVector/Access/MemoryAccess.cpp - reading and writing lanes -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads and writes one element per lane in global memory. The form of the
// address decides about the instruction: a scalar access, a vector access, or
// a gather or scatter, each of them masked if there is a mask.
//
//===----------------------------------------------------------------------===//

#include "Access.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

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

/// Whether the processor has masked loads and stores of elements of `bytes`
/// that are as fast as others. Where not, LLVM goes lane by lane, or (stores of
/// AVX2) they take as long as that.
static bool hasMasked(const Emitter &e, unsigned bytes, bool isLoad) {
  if (e.target.vectorBits == 512)
    return true;
  bool isX86 = e.target.int16Dot;
  return isLoad && isX86 && bytes >= 4;
}

/// `whole` if all of `mask` (one bit or a vector of them) is true, as for most
/// vectors of a partial tile, else `part`.
static Value ifWhole(Emitter &e, Value mask, TypeRange type,
                     llvm::function_ref<Value()> whole,
                     llvm::function_ref<Value()> part) {
  OpBuilder &b = e.b;
  Location loc = e.loc();
  Value all = mask;
  if (isa<VectorType>(mask.getType()))
    all = vector::ReductionOp::create(b, loc, vector::CombiningKind::AND, mask);
  auto choice = scf::IfOp::create(b, loc, type, all, /*else=*/true);
  OpBuilder::InsertionGuard guard(b);
  auto fill = [&](Block *block, llvm::function_ref<Value()> make) {
    b.setInsertionPointToStart(block);
    Value value = make();
    if (value)
      scf::YieldOp::create(b, loc, value);
  };
  fill(choice.thenBlock(), whole);
  fill(choice.elseBlock(), part);
  return type.empty() ? Value() : choice.getResult(0);
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
  auto whole = [&]() -> Value {
    return LLVM::LoadOp::create(e.b, loc, type, address.base, bytes);
  };
  auto part = [&]() -> Value {
    return LLVM::MaskedLoadOp::create(e.b, loc, type, address.base, maskLanes,
                                      otherLanes, e.b.getI32IntegerAttr(bytes));
  };
  Value read;
  if (isRun && !mask) {
    read = whole();
  } else if (isRun && hasMasked(e, bytes, /*isLoad=*/true)) {
    read = part();
  } else if (isRun) {
    read = mask->uniform ? ifWhole(e, mask->value, type, whole,
                                   [&] { return otherLanes; })
                         : ifWhole(e, maskLanes, type, whole, part);
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
  auto whole = [&] {
    LLVM::StoreOp::create(e.b, e.loc(), containers, address, bytes);
    return Value();
  };
  if (!mask) {
    whole();
    return;
  }
  bool isUniform = !isa<VectorType>(mask.getType());
  auto part = [&] {
    Value lanes = isUniform ? splat(e, mask, nest.width) : mask;
    LLVM::MaskedStoreOp::create(e.b, e.loc(), containers, address, lanes,
                                e.b.getI32IntegerAttr(bytes));
    return Value();
  };
  if (hasMasked(e, bytes, /*isLoad=*/false))
    part();
  else if (isUniform)
    ifWhole(e, mask, {}, whole, [] { return Value(); });
  else
    ifWhole(e, mask, {}, whole, part);
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
  if (!uniform && !address.lanes.empty() && isConsecutive(address.lanes))
    return writeRun(nest, written, address.base, mask ? mask->value : Value(),
                    bytes);
  Value maskLanes = mask ? wide(*mask) : Value();
  scatter(e, written, addressVector(e, address, container, width), maskLanes,
          bytes);
}

} // namespace tessera::cpu
