//===- TileAAToTileAS/Cluster/ClusterSplit.h - a tile block for two blocks -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Rewrites a kernel such that each block of a cluster of two works on half of
// the rows of a tile block. What is not rows of a product is computed by both.
// In the same way the rows are split over two teams of the warps of a block.
// Blocks that multiply together (tcgen05 of pairs) have half of the columns of
// right factors, too.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_CONVERSION_TILEAATOTILEAS_CLUSTER_CLUSTERSPLIT_H
#define TESSERA_LIB_CONVERSION_TILEAATOTILEAS_CLUSTER_CLUSTERSPLIT_H

#include "tessera/Dialect/TileAA/IR/TileAA.h"

#include <string>

namespace tessera::gpu {

/// Splits the rows of the products of `kernel` over the two blocks of a cluster
/// if each of these still has `leastRows`. Else the kernel stays as it is, and
/// the text says why.
/// With `isPair` the right factors must be such that splitRightFactors() can
/// follow.
std::string splitOverCluster(tileaa::FuncOp kernel, int64_t leastRows,
                             bool isPair);

/// The same over the two teams of a consumer.
std::string splitOverTeams(tileaa::FuncOp kernel, int64_t leastRows);

/// Splits the columns of the right factors of all products in `body`, a body of
/// `kernel`. Else all stays as it is, and the text says why.
std::string splitRightFactors(tileaa::FuncOp kernel, mlir::Region &body);

} // namespace tessera::gpu

#endif // TESSERA_LIB_CONVERSION_TILEAATOTILEAS_CLUSTER_CLUSTERSPLIT_H
