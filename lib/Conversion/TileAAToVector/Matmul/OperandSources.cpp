//===- TileAAToVector/Matmul/OperandSources.cpp - where operands come from -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Looks through the views between a product and what its operands are.
//
//===----------------------------------------------------------------------===//

#include "OperandSources.h"

#include "Conversion/TileAAToVector/Access/Access.h"

using namespace mlir;

namespace tessera::cpu {

Value sourceOfViews(Value value) {
  while (auto view = value.getDefiningOp<tileaa::ViewOp>())
    value = view.getSource();
  return value;
}

tileaa::TiledLoadOp viewLoadOf(Value operand) {
  return sourceOfViews(operand).getDefiningOp<tileaa::TiledLoadOp>();
}

tileaa::TiledLoadOp onlyLoadOf(Emitter &e, Value operand) {
  while (true) {
    if (e.bufferOf(operand) || !operand.hasOneUse())
      return {};
    auto view = operand.getDefiningOp<tileaa::ViewOp>();
    if (!view)
      return operand.getDefiningOp<tileaa::TiledLoadOp>();
    operand = view.getSource();
  }
}

std::optional<Buffer> bufferOfView(Emitter &e, Value value) {
  Value source = value;
  while (!e.bufferOf(source)) {
    auto view = source.getDefiningOp<tileaa::ViewOp>();
    if (!view)
      return std::nullopt;
    source = view.getSource();
  }
  Buffer buffer = *e.bufferOf(source);
  auto shape = shapeOf(value.getType());
  buffer.shape.assign(shape.begin(), shape.end());
  return buffer;
}

FailureOr<Buffer> inMemory(Emitter &e, Value value) {
  if (std::optional<Buffer> there = bufferOfView(e, value))
    return *there;
  return e.materialise(value);
}

bool isLoadOfRows(Emitter &e, Value operand) {
  tileaa::TiledLoadOp load = onlyLoadOf(e, operand);
  if (!load)
    return false;
  ViewOperands view = viewOperands(load);
  const MemoryObject &object = e.memoryObject(e.memrefOf(view.view));
  return object.strides[view.type.getDimMap().back()].constant == 1;
}

} // namespace tessera::cpu
