//===- TileAAToTileAS/Cluster/ClusterChoice.h - blocks for one kernel -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Over how many blocks of a cluster a kernel is split.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_CONVERSION_TILEAATOTILEAS_CLUSTER_CLUSTERCHOICE_H
#define TESSERA_LIB_CONVERSION_TILEAATOTILEAS_CLUSTER_CLUSTERCHOICE_H

#include "tessera/Conversion/TileAAToTileAS/Strategies.h"

namespace tessera::gpu {

struct ClusterChoice {
  unsigned blocks = 1;
  /// Whether these blocks are to multiply together.
  bool isPair = false;
  /// Teams of the consumer that the rows of a block are split over.
  unsigned teams = 1;
};

/// Splits `function` over the blocks of a cluster if its hint asks for that, or
/// if one block has too little for its products, or over teams of a consumer; a
/// remark says so. `forced` is
/// the only strategy that may be taken, null: any; `numWarps` the number of
/// warps that the pass was given, 0: none.
ClusterChoice chooseCluster(tileaa::FuncOp function, const GpuTarget &target,
                            const StrategyRow *forced, unsigned numWarps);

} // namespace tessera::gpu

#endif // TESSERA_LIB_CONVERSION_TILEAATOTILEAS_CLUSTER_CLUSTERCHOICE_H
