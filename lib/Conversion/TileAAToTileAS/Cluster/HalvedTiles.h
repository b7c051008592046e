//===- TileAAToTileAS/Cluster/HalvedTiles.h - tiles that are split -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// How a kernel is split over two blocks or teams: which tiles become halves
// (SpreadHalves.cpp), whether a block then needs what the other one has
// (SplitRules.cpp), and the rewriting (ClusterRewrite.cpp).
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_CONVERSION_TILEAATOTILEAS_CLUSTER_HALVEDTILES_H
#define TESSERA_LIB_CONVERSION_TILEAATOTILEAS_CLUSTER_HALVEDTILES_H

#include "Conversion/TileAAToTileAS/Tiles.h"
#include "tessera/Dialect/TileAA/IR/TileAA.h"

#include "llvm/ADT/MapVector.h"

#include <string>

namespace tessera::gpu {

/// Tiles of which each block has half, and the dimension that is halved.
using HalvedTiles = llvm::MapVector<mlir::Value, unsigned>;

/// The dimension of `value` that is halved, if one is.
inline std::optional<unsigned> halvedDim(const HalvedTiles &halves,
                                         mlir::Value value) {
  auto found = halves.find(value);
  return found == halves.end() ? std::nullopt : std::optional(found->second);
}

/// Why a kernel is not split: the first reason that was found.
class Obstacle {
public:
  Obstacle() = default;
  explicit Obstacle(const llvm::Twine &text) : text(text.str()) {}
  /// `op` is the reason, which `why` says of it.
  void note(mlir::Operation *op, const llvm::Twine &why);
  bool isThere() const { return !text.empty(); }
  const std::string &str() const { return text; }

private:
  std::string text;
};

/// The tiles of `body` that are halves when the rows of products are, if each
/// half has `leastRows`. Constants are copied, so that each use may be split by
/// itself.
HalvedTiles spreadRows(mlir::Region &body, int64_t leastRows,
                       Obstacle &obstacle);
/// The same when the columns of right factors are.
HalvedTiles spreadColumns(mlir::Region &body, Obstacle &obstacle);

/// Notes an access by which a block would need what the other one computes or
/// writes, with rows split.
void checkRows(mlir::Region &body, const HalvedTiles &halves,
               Obstacle &obstacle);
/// The same with columns split.
void checkColumns(const HalvedTiles &halves, Obstacle &obstacle);

/// Rewrites `kernel` such that these are halves, each of a block of the cluster
/// or, if they are `ofTeams`, of a team.
void halveTiles(tileaa::FuncOp kernel, const HalvedTiles &halves, bool ofTeams);

} // namespace tessera::gpu

#endif // TESSERA_LIB_CONVERSION_TILEAATOTILEAS_CLUSTER_HALVEDTILES_H
