//===- TileASToNVVM/Access/TensorMemory.h - tiles in tensor memory --------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What products in tensor memory and the accesses to it share.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_CONVERSION_TILEASTONVVM_ACCESS_TENSORMEMORY_H
#define TESSERA_LIB_CONVERSION_TILEASTONVVM_ACCESS_TENSORMEMORY_H

#include "Conversion/TileASToNVVM/Emitter.h"

#include "tessera/Dialect/TileAS/IR/TileAS.h"

namespace tessera::gpu {

/// What a block, or the team of its thread, has of tensor memory.
struct TensorBoard {
  /// The address of its first column, an i32.
  mlir::Value columns;
  /// Two barriers in shared memory, which commits use in turn.
  mlir::Value barriers;
  /// A variable of each thread: how many commits there were.
  mlir::Value commits;

  /// `memory` is what a claim gave to the block.
  TensorBoard(Emitter &e, mlir::Value memory);
};

/// Emits an instruction without operands that orders memory.
void tensorEffect(Emitter &e, const llvm::Twine &text);

/// Work of tcgen05 by this thread is ordered before what other threads do after
/// the next synchronisation, and the other way round.
void tensorFenceBefore(Emitter &e);
void tensorFenceAfter(Emitter &e);

/// A tile from its place to registers, and back.
mlir::LogicalResult loadTensor(Emitter &e, tileas::TiledLoadOp load);
mlir::LogicalResult storeTensor(Emitter &e, tileas::TiledStoreOp store);

} // namespace tessera::gpu

#endif // TESSERA_LIB_CONVERSION_TILEASTONVVM_ACCESS_TENSORMEMORY_H
