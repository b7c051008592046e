//===- TileAAToTileAS/FewQueries.h - attention of few rows ------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Two products of a loop, of which the second one's left factor is computed
// from the first one's result, as in attention, with fewer than 64 rows: wgmma
// and tcgen05 make their transpose, and mma.sync the products themselves.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_CONVERSION_TILEAATOTILEAS_FEWQUERIES_H
#define TESSERA_LIB_CONVERSION_TILEAATOTILEAS_FEWQUERIES_H

#include "tessera/Conversion/TileAAToTileAS/Strategies.h"

#include <string>

namespace tessera::gpu {

/// The most warps by mma.sync that such a kernel has work for: one for every 16
/// rows, two in any case, and up to four if their registers have to hold the
/// factors of a round; nothing if it has no such products. More would compute
/// copies of rows, as all of a row is in one warp.
std::optional<unsigned> mostChainWarps(const KernelFacts &facts);

/// Why mma.sync with `warps` warps is better for such a kernel than wgmma or
/// tcgen05, `kind`, that makes the transpose of all its products with
/// `transposeWarps`: a round of its loop has the lower price. Empty: it is not,
/// or the kernel is none.
std::string preferFragments(const KernelFacts &facts, tileas::AtomKind kind,
                            unsigned warps, unsigned transposeWarps);

} // namespace tessera::gpu

#endif // TESSERA_LIB_CONVERSION_TILEAATOTILEAS_FEWQUERIES_H
