//===- tessera/Target/WgmmaTable.h - the shapes of wgmma -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The matrix instructions of a warpgroup as data: a row per pair of element
// types. Results are 64 rows and 8 to 256 columns.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_TARGET_WGMMATABLE_H
#define TESSERA_TARGET_WGMMATABLE_H

#include "tessera/Target/MmaTable.h"

namespace tessera::gpu {

/// Rows of the results of one instruction, and the warps that execute it.
constexpr unsigned wgmmaRows = 64;
constexpr unsigned warpsPerWarpgroup = 4;

struct WgmmaRow {
  MmaFactor factor;
  MmaSum sum;
  /// Depth of an instruction: 32 bytes.
  unsigned depth;
  /// Whether factors may be contiguous in rows and columns as well as in depth.
  bool takesBothOrders;
};

llvm::ArrayRef<WgmmaRow> wgmmaTable();

/// The row for these types, or null.
const WgmmaRow *findWgmma(MmaFactor factor, MmaSum sum);

/// Whether an instruction of these factors has `n` columns: multiples of 8 up
/// to 256; of integers 8, 24 and multiples of 16.
bool isWgmmaColumns(MmaFactor factor, unsigned n);

} // namespace tessera::gpu

#endif // TESSERA_TARGET_WGMMATABLE_H
