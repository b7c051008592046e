//===- TileAS/IR/MmaAtoms.h - atoms of matrix instructions as rows of tables -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Between the element types of tiles and those of Target/MmaTable.h, and the
// shapes of atoms.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_TILEAS_IR_MMAATOMS_H
#define TESSERA_DIALECT_TILEAS_IR_MMAATOMS_H

#include "tessera/Dialect/TileAS/IR/TileASAttrs.h"
#include "tessera/Target/BlockScaleTable.h"

namespace tessera::tileas {

/// The element of the table for a tile's element type; nothing for types that
/// no instruction multiplies.
std::optional<gpu::MmaFactor> mmaFactorOf(mlir::Type element);
std::optional<gpu::MmaSum> mmaSumOf(mlir::Type element);

/// The row for a product with scales: `block` factors share one. Null where no
/// instruction takes them.
const gpu::BlockScaleRow *blockScaleOf(mlir::Type factor, mlir::Type scale,
                                       int64_t block);

/// The shape of an atom of kind mma; nothing for other kinds and for atoms
/// whose shape has not been chosen.
std::optional<layout::MmaShape> mmaShapeOf(AtomAttr atom);
/// The same of kind wgmma.
std::optional<layout::MmaShape> wgmmaShapeOf(AtomAttr atom);
/// The same of kind tcgen05.
std::optional<layout::MmaShape> tcgen05ShapeOf(AtomAttr atom);
/// What an instruction of `shape` makes of the product's tile: of a transposed
/// atom its rows are columns there.
layout::MmaShape inTile(const layout::MmaShape &shape, AtomAttr atom);
/// Factors of the atom in an element of a tile of `stored` elements: factors of
/// 4 bits may lie by two in bytes.
unsigned factorsPerElement(AtomAttr atom, mlir::Type stored);
/// The atom's shape, of which the depth counts elements of such tiles.
layout::MmaShape inElements(const layout::MmaShape &shape, AtomAttr atom,
                            mlir::Type stored);
/// The tile of factors that `tile` is. `dim`: the index of its depth.
mlir::RankedTensorType tileOfFactors(mlir::RankedTensorType tile, AtomAttr atom,
                                     unsigned dim);
/// Whether the atom is of kind tcgen05 and of a pair of blocks, each of which
/// has half of its rows and half of the right factor's columns.
bool isOfPair(AtomAttr atom);
/// The rows of a tcgen05 atom that are in one block.
unsigned rowsInBlock(const layout::MmaShape &shape);
/// Where the sums of a product by the atom, of kind tcgen05, are in tensor
/// memory: rows of what its instructions make are lanes.
layout::LinearLayout placeOfSums(AtomAttr atom, llvm::ArrayRef<int64_t> tile);
/// Whether the atom says where its operands are, by a shape it has.
inline bool hasFragments(AtomAttr atom) {
  return mmaShapeOf(atom) || wgmmaShapeOf(atom) || tcgen05ShapeOf(atom);
}

} // namespace tessera::tileas

#endif // TESSERA_DIALECT_TILEAS_IR_MMAATOMS_H
