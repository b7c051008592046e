//===- TileAA/Generated/ElementwiseOps.cpp - generated definitions --*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Kept apart from the hand-written verifiers: this is the slow part of a build.
//
//===----------------------------------------------------------------------===//

#include "tessera/Dialect/TileAA/IR/AsmHelpers.h"
#include "tessera/Dialect/TileAA/IR/RegisterOps.h"
#include "tessera/Dialect/TileAA/IR/TileAA.h"

using namespace tessera::tileaa;

void tessera::tileaa::detail::registerElementwiseOps(OpRegistrar registrar) {
  registrar.add<
#define GET_OP_LIST
#include "tessera/Dialect/TileAA/IR/ElementwiseOps.cpp.inc"
      >();
}

#define GET_OP_CLASSES
#include "tessera/Dialect/TileAA/IR/ElementwiseOps.cpp.inc"
