//===- TileAAToTileAS/Cluster/ClusterSplit.cpp - a tile block for two blocks -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Finds the tiles that become halves, checks that no block then needs anything
// of the other one, and rewrites.
//
//===----------------------------------------------------------------------===//

#include "ClusterSplit.h"
#include "HalvedTiles.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::gpu;

/// The halves of `body` when rows of products are split.
static HalvedTiles halvesOfRows(Region &body, int64_t leastRows,
                                Obstacle &obstacle) {
  HalvedTiles halves = spreadRows(body, leastRows, obstacle);
  if (!obstacle.isThere())
    checkRows(body, halves, obstacle);
  return halves;
}

/// The same when columns of right factors are.
static HalvedTiles halvesOfColumns(Region &body, Obstacle &obstacle) {
  HalvedTiles halves = spreadColumns(body, obstacle);
  if (!obstacle.isThere())
    checkColumns(halves, obstacle);
  return halves;
}

static std::string splitRows(tileaa::FuncOp kernel, int64_t leastRows,
                             bool ofTeams) {
  Obstacle obstacle;
  HalvedTiles halves = halvesOfRows(kernel.getBody(), leastRows, obstacle);
  if (!obstacle.isThere())
    halveTiles(kernel, halves, ofTeams);
  return obstacle.str();
}

std::string gpu::splitOverCluster(tileaa::FuncOp kernel, int64_t leastRows,
                                  bool isPair) {
  if (isPair) {
    Obstacle obstacle;
    halvesOfColumns(kernel.getBody(), obstacle);
    if (obstacle.isThere())
      return obstacle.str();
  }
  return splitRows(kernel, leastRows, /*ofTeams=*/false);
}

std::string gpu::splitOverTeams(tileaa::FuncOp kernel, int64_t leastRows) {
  return splitRows(kernel, leastRows, /*ofTeams=*/true);
}

std::string gpu::splitRightFactors(tileaa::FuncOp kernel, Region &body) {
  Obstacle obstacle;
  HalvedTiles halves = halvesOfColumns(body, obstacle);
  if (!obstacle.isThere())
    halveTiles(kernel, halves, /*ofTeams=*/false);
  return obstacle.str();
}
