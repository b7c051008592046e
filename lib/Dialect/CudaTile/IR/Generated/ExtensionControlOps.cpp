//===- Generated/ExtensionControlOps.cpp - generated definitions of one op group -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Kept apart from the hand-written verifiers: this is the slow part of a build.
//
//===----------------------------------------------------------------------===//

#include "tessera/Dialect/CudaTile/IR/Extensions.h"
#include "tessera/Dialect/CudaTile/IR/RegisterOps.h"

using namespace tessera::cuda_tile;

void tessera::cuda_tile::detail::registerExtensionControlOps(
    OpRegistrar registrar) {
  registrar.add<
#define GET_OP_LIST
#include "tessera/Dialect/CudaTile/IR/ExtensionControlOps.cpp.inc"
      >();
}

#define GET_OP_CLASSES
#include "tessera/Dialect/CudaTile/IR/ExtensionControlOps.cpp.inc"
