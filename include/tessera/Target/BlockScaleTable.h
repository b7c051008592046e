//===- tessera/Target/BlockScaleTable.h - products with a scale per block -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The matrix instructions that take a scale for each block of factors, as data:
// a row per pair of factor and scale. mma.sync of sm_120 and tcgen05.mma have
// the same kinds; they differ in where the operands are.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_TARGET_BLOCKSCALETABLE_H
#define TESSERA_TARGET_BLOCKSCALETABLE_H

#include "tessera/Target/MmaTable.h"

namespace tessera::gpu {

/// Element of the scales.
enum class MmaScale : uint8_t { UE8M0, UE4M3 };

struct BlockScaleRow {
  /// As `.kind::` names it.
  const char *kind;
  MmaFactor factor;
  MmaScale scale;
  /// Factors along the depth that share a scale, and depth of an instruction.
  unsigned block, depth;
  /// The factor's number in the instruction descriptor of tcgen05.
  unsigned code;
  /// Scales of a row or column in an instruction: 1, 2 or 4.
  unsigned scales() const { return depth / block; }
};

llvm::ArrayRef<BlockScaleRow> blockScaleTable();

/// The row for these types and this length of a block, or null.
const BlockScaleRow *findBlockScale(MmaFactor factor, MmaScale scale,
                                    unsigned block);

/// As PTX names them: "e4m3", "ue8m0". Factors of the table only.
llvm::StringRef blockScaleFactorName(MmaFactor factor);
llvm::StringRef blockScaleName(MmaScale scale);

} // namespace tessera::gpu

#endif // TESSERA_TARGET_BLOCKSCALETABLE_H
