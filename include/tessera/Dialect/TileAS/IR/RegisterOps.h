//===- TileAS/IR/RegisterOps.h - op registration by family ----------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each family registers itself from the file that holds its generated
// definitions, as in nv_tileaa.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_TILEAS_IR_REGISTEROPS_H
#define TESSERA_DIALECT_TILEAS_IR_REGISTEROPS_H

#include "tessera/Dialect/TileAA/IR/RegisterOps.h"

namespace tessera::tileas::detail {

using tileaa::detail::OpRegistrar;

void registerLayoutOps(OpRegistrar registrar);
void registerMemoryOps(OpRegistrar registrar);
void registerComputeOps(OpRegistrar registrar);
void registerSliceOps(OpRegistrar registrar);
void registerPipelineOps(OpRegistrar registrar);
void registerAsyncOps(OpRegistrar registrar);
void registerTmaOps(OpRegistrar registrar);
void registerTensorMemoryOps(OpRegistrar registrar);
void registerControlOps(OpRegistrar registrar);

} // namespace tessera::tileas::detail

#endif // TESSERA_DIALECT_TILEAS_IR_REGISTEROPS_H
