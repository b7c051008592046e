//===- TileAAToVector/Core/Lanes.cpp - pieces of vector code -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Instructions on lanes that several op families share. Only one-dimensional
// vectors of at most a few registers are ever made.
//
//===----------------------------------------------------------------------===//

#include "Lanes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;

namespace tessera::cpu {

bool isConsecutive(ArrayRef<int64_t> lanes) {
  for (auto [l, lane] : llvm::enumerate(lanes))
    if (lane != static_cast<int64_t>(l))
      return false;
  return true;
}

/// `scalar` with the lanes of `like`.
static Type withLanesOf(Type like, Type scalar) {
  auto vector = dyn_cast<VectorType>(like);
  return vector ? vector.clone(scalar) : scalar;
}

Value splat(Emitter &e, Value value, unsigned width) {
  if (width == 0)
    return value;
  return vector::BroadcastOp::create(
      e.b, e.loc(), VectorType::get({width}, value.getType()), value);
}

Value fromContainer(Emitter &e, Value value, Type element) {
  if (element.isInteger(1)) {
    Value zero = e.constant(e.b.getZeroAttr(value.getType()));
    return arith::CmpIOp::create(e.b, e.loc(), arith::CmpIPredicate::ne, value,
                                 zero);
  }
  if (element.isInteger(4))
    return arith::TruncIOp::create(
        e.b, e.loc(), withLanesOf(value.getType(), element), value);
  return value;
}

Value toContainer(Emitter &e, Value value, Type element) {
  if (!element.isInteger(1) && !element.isInteger(4))
    return value;
  Type type = withLanesOf(value.getType(), e.b.getI8Type());
  return arith::ExtUIOp::create(e.b, e.loc(), type, value);
}

Value laneAddresses(Emitter &e, Value base, Type container,
                    ArrayRef<int64_t> lanes) {
  auto type =
      VectorType::get({static_cast<int64_t>(lanes.size())}, e.b.getI64Type());
  Value offsets = e.constant(DenseElementsAttr::get(type, lanes));
  return LLVM::GEPOp::create(e.b, e.loc(), type.clone(base.getType()),
                             container, base, ValueRange{offsets});
}

static Value allLanes(Emitter &e, int64_t width) {
  auto type = VectorType::get({width}, e.b.getI1Type());
  return e.constant(DenseElementsAttr::get(type, true));
}

Value gather(Emitter &e, Type type, Value addresses, Value mask, Value other,
             unsigned alignment) {
  int64_t width = cast<VectorType>(type).getNumElements();
  if (!mask)
    mask = allLanes(e, width);
  SmallVector<Value, 1> others;
  if (other)
    others.push_back(other);
  return LLVM::masked_gather::create(e.b, e.loc(), type, addresses, mask,
                                     others, e.b.getI32IntegerAttr(alignment));
}

void scatter(Emitter &e, Value value, Value addresses, Value mask,
             unsigned alignment) {
  int64_t width = cast<VectorType>(value.getType()).getNumElements();
  if (!mask)
    mask = allLanes(e, width);
  LLVM::masked_scatter::create(e.b, e.loc(), value, addresses, mask,
                               e.b.getI32IntegerAttr(alignment));
}

Value extractLane(Emitter &e, Value vector, int64_t lane) {
  return vector::ExtractOp::create(e.b, e.loc(), vector, lane);
}

Value shuffle(Emitter &e, Value x, Value y, ArrayRef<int64_t> lanes) {
  return vector::ShuffleOp::create(e.b, e.loc(), x, y, lanes);
}

} // namespace tessera::cpu
