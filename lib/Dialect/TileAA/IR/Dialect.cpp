//===- TileAA/IR/Dialect.cpp - registration and constants -----------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The dialect object and the constants that folds ask for.
//
//===----------------------------------------------------------------------===//

#include "tessera/Dialect/TileAA/IR/RegisterOps.h"
#include "tessera/Dialect/TileAA/IR/TileAA.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace tessera::tileaa;

#include "tessera/Dialect/TileAA/IR/TileAADialect.cpp.inc"
#include "tessera/Dialect/TileAA/IR/TileAAEnums.cpp.inc"

void TileAADialect::initialize() {
  registerTypes();
  registerAttributes();
  registerOps();
}

void TileAADialect::registerOps() {
  detail::OpRegistrar registrar(*this);
  detail::registerElementwiseOps(registrar);
  detail::registerShapeOps(registrar);
  detail::registerPointerOps(registrar);
  detail::registerMemoryOps(registrar);
  detail::registerTokenOps(registrar);
  detail::registerContractionOps(registrar);
  detail::registerCollectiveOps(registrar);
  detail::registerFunctionOps(registrar);
  detail::registerGridOps(registrar);
  detail::registerFactOps(registrar);
}

/// Numbers become `arith.constant`. What arith cannot carry comes as integers
/// of another type than `type`: the bit patterns of `nv_tileaa.constant`.
Operation *TileAADialect::materializeConstant(OpBuilder &builder,
                                              Attribute value, Type type,
                                              Location loc) {
  auto typed = dyn_cast<TypedAttr>(value);
  if (!typed)
    return nullptr;
  if (typed.getType() == type)
    return arith::ConstantOp::materialize(builder, value, type, loc);
  Type element = getElementTypeOrSelf(type);
  if (!isPointerElement(element) && !isa<cuda_tile::F8E5M3FNUType>(element))
    return nullptr;
  return ConstantOp::create(builder, loc, type, typed);
}
