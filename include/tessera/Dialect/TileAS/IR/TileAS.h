//===- TileAS/IR/TileAS.h - the whole dialect -----------------------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Dialect, enums, attributes, types and the op classes of every family.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_TILEAS_IR_TILEAS_H
#define TESSERA_DIALECT_TILEAS_IR_TILEAS_H

#include "tessera/Dialect/TileAA/IR/TileAA.h"
#include "tessera/Dialect/TileAS/IR/TileASDialect.h"
#include "tessera/Dialect/TileAS/IR/TileASTypes.h"

#define GET_OP_CLASSES
#include "tessera/Dialect/TileAS/IR/LayoutOps.h.inc"
#define GET_OP_CLASSES
#include "tessera/Dialect/TileAS/IR/MemoryOps.h.inc"
#define GET_OP_CLASSES
#include "tessera/Dialect/TileAS/IR/ComputeOps.h.inc"
#define GET_OP_CLASSES
#include "tessera/Dialect/TileAS/IR/SliceOps.h.inc"
#define GET_OP_CLASSES
#include "tessera/Dialect/TileAS/IR/PipelineOps.h.inc"
#define GET_OP_CLASSES
#include "tessera/Dialect/TileAS/IR/AsyncOps.h.inc"
#define GET_OP_CLASSES
#include "tessera/Dialect/TileAS/IR/TmaOps.h.inc"
#define GET_OP_CLASSES
#include "tessera/Dialect/TileAS/IR/TensorMemoryOps.h.inc"
#define GET_OP_CLASSES
#include "tessera/Dialect/TileAS/IR/ControlOps.h.inc"

namespace tessera::tileas {

/// Which of the closed family of pipeline ops `op` is.
std::optional<PipelineOp> getPipelineOp(mlir::Operation *op);
/// `nv_tileas.async.pipeline.produce_one`; empty for Reserved.
llvm::StringRef getPipelineOpName(PipelineOp op);

/// The dimension of the tile that a tensor map of `view` has first: the one
/// whose neighbours are neighbours in memory. Nothing if none is known to be.
std::optional<unsigned> getTmaFirstDim(tileaa::TiledViewType view);

} // namespace tessera::tileas

#endif // TESSERA_DIALECT_TILEAS_IR_TILEAS_H
