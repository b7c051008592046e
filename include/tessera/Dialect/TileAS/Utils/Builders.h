//===- TileAS/Utils/Builders.h - pipelines and tiled accesses -------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What passes build again and again: the body of a producer with its yield, one
// region per agent, and a view followed by an access to it.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_TILEAS_UTILS_BUILDERS_H
#define TESSERA_DIALECT_TILEAS_UTILS_BUILDERS_H

#include "tessera/Dialect/TileAS/IR/TileAS.h"

#include "mlir/Dialect/SCF/IR/SCF.h"

namespace tessera::tileas {

//===----------------------------------------------------------------------===//
// Pipelines
//===----------------------------------------------------------------------===//

/// Computes in a body from the stage's values.
using StageBody = llvm::function_ref<llvm::SmallVector<mlir::Value>(
    mlir::OpBuilder &, mlir::Location, mlir::ValueRange)>;

/// `body` returns what the stage is to hold.
ProduceOneAsyncOp buildProduceOneAsync(mlir::OpBuilder &builder,
                                       mlir::Location loc, mlir::Value token,
                                       mlir::Value iterator, StageBody body);

/// One agent per budget; `body` fills each and the yields are added.
AgentSwitchOp buildAgentSwitch(
    mlir::OpBuilder &builder, mlir::Location loc, uint32_t numAgentsPerGroup,
    llvm::ArrayRef<int32_t> maxRegs, bool isolated,
    llvm::function_ref<void(mlir::OpBuilder &, mlir::Location, unsigned)> body);

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

/// A loop to the upper bound of `loop`, with its step, comparison and
/// attributes, that begins at `lower` and carries `inits`; its body is empty.
mlir::scf::ForOp buildLoopLike(mlir::OpBuilder &builder, mlir::scf::ForOp loop,
                               mlir::Value lower, mlir::ValueRange inits);

//===----------------------------------------------------------------------===//
// A view, then an access
//===----------------------------------------------------------------------===//

/// Which part of a source to view.
struct TileViewSpec {
  mlir::Type type;
  llvm::SmallVector<mlir::Value> indices;
};

/// Where and how to access the view. Coordinates and offsets may be integers of
/// any width, read as unsigned; leading ones that are missing are 0. Without
/// offsets there are none.
struct TiledAccessSpec {
  llvm::SmallVector<mlir::Value> coords, offsets;
  mlir::Value token;
  AtomAttr atom;
  std::optional<MemSemantic> semantic;
  std::optional<MemScope> scope;
  llvm::SmallVector<bool> inBounds;
  mlir::TypedAttr padding;
};

/// `view` of `source`, then `tiled_load` of a tile of type `tile`.
TiledLoadOp buildViewThenTiledLoad(mlir::OpBuilder &builder, mlir::Location loc,
                                   mlir::Value source, const TileViewSpec &view,
                                   mlir::RankedTensorType tile,
                                   const TiledAccessSpec &access);

/// `view` of `destination`, then `tiled_store` of `value`.
TiledStoreOp buildViewThenTiledStore(mlir::OpBuilder &builder,
                                     mlir::Location loc, mlir::Value value,
                                     mlir::Value destination,
                                     const TileViewSpec &view,
                                     const TiledAccessSpec &access);

} // namespace tessera::tileas

#endif // TESSERA_DIALECT_TILEAS_UTILS_BUILDERS_H
