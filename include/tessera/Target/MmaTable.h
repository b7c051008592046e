//===- tessera/Target/MmaTable.h - the shapes of mma.sync -------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The matrix instructions of a warp as data: one row per shape and pair of
// element types. A kernel's products are matched against the table once
// (TileAAToTileAS); later levels read the shape from the product's atom.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_TARGET_MMATABLE_H
#define TESSERA_TARGET_MMATABLE_H

#include "tessera/Layout/Fragments.h"
#include "tessera/Target/GpuTarget.h"

#include <optional>

namespace tessera::gpu {

/// Element of the two factors of a product.
enum class MmaFactor : uint8_t { F16, BF16, TF32, F64, I8, E4M3, E5M2, E2M1 };
/// Element of its sums.
enum class MmaSum : uint8_t { F16, F32, F64, I32 };

struct MmaRow {
  MmaFactor factor;
  MmaSum sum;
  layout::MmaShape shape;
  /// Nothing: every target has it.
  std::optional<GpuCapability> needs;
};

/// All rows; of each pair of types the deepest shape first.
llvm::ArrayRef<MmaRow> mmaTable();

/// The shape in which `target` multiplies a tile of `tile.m` x `tile.n` results
/// and depth `tile.k`: the first row that the tile is not smaller than. Nothing
/// when there is none.
std::optional<layout::MmaShape> findMma(MmaFactor factor, MmaSum sum,
                                        const layout::MmaShape &tile,
                                        const GpuTarget &target);

/// Whether `target` multiplies these types in some shape.
bool hasMma(MmaFactor factor, MmaSum sum, const GpuTarget &target);

/// Whether some target multiplies these types in this shape.
bool isMmaShape(MmaFactor factor, MmaSum sum, const layout::MmaShape &shape);

/// Width of a factor's element in its register: 4, 8, 16, 32 or 64.
unsigned mmaBits(MmaFactor factor);

} // namespace tessera::gpu

#endif // TESSERA_TARGET_MMATABLE_H
