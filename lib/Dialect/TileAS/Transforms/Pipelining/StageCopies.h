//===- TileAS/Transforms/Pipelining/StageCopies.h - loads as copies into stages -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which loads can become copies into shared memory, and how their tiles lie
// there.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_DIALECT_TILEAS_TRANSFORMS_STAGECOPIES_H
#define TESSERA_LIB_DIALECT_TILEAS_TRANSFORMS_STAGECOPIES_H

#include "tessera/Dialect/TileAS/IR/TileAS.h"
#include "tessera/Layout/LinearLayout.h"

#include "mlir/Dialect/SCF/IR/SCF.h"

namespace tessera::tileas {

/// A thread copies so many bytes at a time, at most.
constexpr int64_t mostRunBytes = 16;
/// What a thread copies at a time of a tile.
struct CopyRun {
  unsigned axis;
  int64_t bytes;
};
/// Of `load`, a tile in `layout` of elements of `bytes`: neighbours along an
/// axis, of at least four bytes; nothing without such.
std::optional<CopyRun> findCopyRun(mlir::Operation *load, int64_t bytes,
                                   const layout::LinearLayout &layout,
                                   bool hasMask);

/// Rows along `axis`, 16-byte parts exchanged so that eight rows of one part
/// are in different banks.
layout::LinearLayout imageOf(const layout::LinearLayout &tile, unsigned axis,
                             int64_t bytes);
/// Whether `reader` has pairs of neighbours along `axis`, of bytes that
/// ldmatrix moves as elements of 16 bits.
bool readsPairs(const layout::LinearLayout &reader, unsigned axis);
/// `image` with the 16-byte parts exchanged for the rows that a matrix of such
/// a reader has.
layout::LinearLayout imageForPairs(const layout::LinearLayout &image,
                                   unsigned axis,
                                   const layout::LinearLayout &reader);

/// Positions outside read zero or anything.
bool fillsWithZero(mlir::Operation *load);

/// Accesses that a loop may make earlier.
bool isWeakLoad(mlir::Operation *op);

/// Ops whose result has the elements of its operand in the same registers.
bool isRenaming(mlir::Operation *op);

/// The image of the tile that `renamings`, first op first, make one in `image`
/// of.
layout::LinearLayout renamedImage(const layout::LinearLayout &image,
                                  llvm::ArrayRef<mlir::Operation *> renamings);

/// Whether `op` puts a tile into storage that only products of `loop` read, in
/// the iteration that fills it.
bool fillsStorage(mlir::Operation *op, mlir::scf::ForOp loop);

/// convert(widen(x)) as widen(convert(x)): fewer bytes to move, and a load is
/// next to its conversion.
void moveConversionsUp(tileaa::FuncOp function);

} // namespace tessera::tileas

#endif // TESSERA_LIB_DIALECT_TILEAS_TRANSFORMS_STAGECOPIES_H
