//===- TileAS/IR/ControlOps.cpp - rules of directives and the grid --*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Verifiers of pragma, print and async.cancel_next_program_id.
//
//===----------------------------------------------------------------------===//

#include "tessera/Dialect/TileAA/IR/PrintRules.h"
#include "tessera/Dialect/TileAS/IR/TileAS.h"

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

LogicalResult AsyncCancelNextProgramIdOp::verify() {
  Type tile = cast<AsyncValueType>(getType()).getValueType();
  auto tensor = dyn_cast<RankedTensorType>(tile);
  if (tensor && tensor.getShape() == ArrayRef<int64_t>{4} &&
      tensor.getElementType().isInteger(32))
    return success();
  return emitOpError("expected an async value of a tile of 4 i32, got one of ")
         << tile;
}
