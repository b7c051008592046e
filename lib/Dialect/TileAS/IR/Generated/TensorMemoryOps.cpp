//===- TileAS/Generated/TensorMemoryOps.cpp - generated definitions -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Kept apart from the hand-written verifiers: this is the slow part of a build.
//
//===----------------------------------------------------------------------===//

#include "tessera/Dialect/TileAS/IR/AsmHelpers.h"
#include "tessera/Dialect/TileAS/IR/RegisterOps.h"
#include "tessera/Dialect/TileAS/IR/TileAS.h"

using namespace tessera::tileas;

void tessera::tileas::detail::registerTensorMemoryOps(OpRegistrar registrar) {
  registrar.add<
#define GET_OP_LIST
#include "tessera/Dialect/TileAS/IR/TensorMemoryOps.cpp.inc"
      >();
}

#define GET_OP_CLASSES
#include "tessera/Dialect/TileAS/IR/TensorMemoryOps.cpp.inc"
