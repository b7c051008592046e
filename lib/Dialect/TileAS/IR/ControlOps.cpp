//===- TileAS/IR/ControlOps.cpp - rules of directives and the grid --*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Verifiers of pragma, print and of the ops that take over blocks which have
// not started.
//
//===----------------------------------------------------------------------===//

#include "tessera/Dialect/TileAA/IR/PrintRules.h"
#include "tessera/Dialect/TileAS/IR/TileAS.h"

#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Interfaces/LoopLikeInterface.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;

LogicalResult PragmaOp::verify() {
  if (!getOcgEnterDirectives() && !getOcgLeaveDirectives())
    return emitOpError("expected directives to enter or to leave, got none");
  for (std::optional<ArrayAttr> list :
       {getOcgEnterDirectives(), getOcgLeaveDirectives()})
    if (list && llvm::is_contained(list->getAsValueRange<StringAttr>(), ""))
      return emitOpError("expected directives with names, got an empty one");
  return success();
}

LogicalResult PrintOp::verify() {
  for (Type type : getArgs().getTypes()) {
    auto view = dyn_cast<TiledViewType>(type);
    const bool isStorage = view &&
                           view.getResidency() == tileaa::Residency::Smem &&
                           !view.getLayout();
    if (!isStorage && (isa<RankedTensorType>(type) || isAnyTiledView(type)))
      return emitOpError("expected scalars and row-major storage in smem, got ")
             << type;
  }
  return tileaa::verifyPrintFormat(*this, getStr(), getArgs().size());
}

//===----------------------------------------------------------------------===//
// Blocks that have not started
//===----------------------------------------------------------------------===//

/// Of `op`, whose stages hold answers.
static LogicalResult verifyAnswer(Operation *op,
                                  PipelineIteratorType iterator) {
  ArrayRef<Type> payload = iterator.getPayload();
  auto tile = payload.size() == 1 ? dyn_cast<RankedTensorType>(payload[0])
                                  : RankedTensorType();
  if (tile && tile.getShape() == ArrayRef<int64_t>{4} &&
      tile.getElementType().isInteger(32))
    return success();
  return op->emitOpError("expected an iterator over tiles of 4 i32, got ")
         << iterator;
}

LogicalResult AsyncCancelNextProgramIdOp::verify() {
  return verifyAnswer(*this, getIterator().getType());
}

LogicalResult AsyncExpectProgramIdOp::verify() {
  return verifyAnswer(*this, getIterator().getType());
}

LogicalResult ReadNextProgramIdOp::verify() {
  return verifyAnswer(*this, getIterator().getType());
}

/// Whether `use` is the upper bound of a loop from 0 in steps of 1.
static bool isBoundOfTurns(OpOperand &use) {
  auto loop = dyn_cast<LoopLikeOpInterface>(use.getOwner());
  if (!loop)
    return false;
  std::optional<OpFoldResult> lower = loop.getSingleLowerBound(),
                              upper = loop.getSingleUpperBound(),
                              step = loop.getSingleStep();
  return lower && upper && step && getConstantIntValue(*lower) == 0 &&
         getConstantIntValue(*step) == 1 &&
         dyn_cast<Value>(*upper) == use.get() &&
         llvm::count(loop->getOperands(), use.get()) == 1;
}

LogicalResult CountTurnsOp::verify() {
  for (OpOperand &use : getResult().getUses()) {
    if (isBoundOfTurns(use))
      continue;
    InFlightDiagnostic diag = emitOpError(
        "expected to be the upper bound of loops from 0 in steps of 1");
    diag.attachNote(use.getOwner()->getLoc()) << "another use is here";
    return diag;
  }
  return success();
}

LogicalResult ProgramIdAtOp::verify() {
  if (getGroup() && getAxis() == tileaa::GridAxis::Z)
    return emitOpError("expected a group along x or y, got one along z");
  return success();
}
