//===- TileAA/IR/TileTypes.h - what a tile is at this level ---------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A tile is a scalar or a builtin tensor of rank 1 or more. These functions
// hide the difference: the shape of a scalar is empty.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_TILEAA_IR_TILETYPES_H
#define TESSERA_DIALECT_TILEAA_IR_TILETYPES_H

#include "tessera/Dialect/CudaTile/IR/ElementTypes.h"
#include "tessera/Dialect/TileAA/IR/TileAATypes.h"

namespace tessera::tileaa {

// Number predicates are those of cuda_tile.
using cuda_tile::isBaseFloatElement;
using cuda_tile::isF4Element;
using cuda_tile::isFloatElement;
using cuda_tile::isI1Element;
using cuda_tile::isI32Element;
using cuda_tile::isI4Element;
using cuda_tile::isI64Element;
using cuda_tile::isI8Element;
using cuda_tile::isIntElement;
using cuda_tile::isIntOrI4Element;
using cuda_tile::isNumberElement;
using cuda_tile::isNumberOrI4Element;

/// Largest number of elements of a tile.
constexpr int64_t kMaxTileElements = int64_t(1) << 24;

bool isPointerElement(mlir::Type type);
/// Number, i4 or pointer.
bool isTileElement(mlir::Type type);
/// A tile element (0-d tile) or a tensor of them: rank 1 or more, static
/// power-of-two extents, at most kMaxTileElements; layouts as encodings.
bool isTile(mlir::Type type);

/// Value bits of an element; tf32 counts as 19, pointers as 64.
unsigned getElementBits(mlir::Type element);
/// Bits of an element in memory: tf32 has 32, pointers 64, others their
/// value's.
unsigned getStorageBits(mlir::Type element);

/// Extents of a tile; empty for a scalar.
llvm::ArrayRef<int64_t> getTileShape(mlir::Type tile);
/// Number of elements of a tile; 1 for a scalar.
int64_t getNumTileElements(mlir::Type tile);
/// The tile of `shape`: the element itself when `shape` is empty.
mlir::Type getTileOf(llvm::ArrayRef<int64_t> shape, mlir::Type element);
/// `tile` with another element type, encoding kept.
mlir::Type withElement(mlir::Type tile, mlir::Type element);
/// The tile that the pointers of `pointers` point to; null if it is no tile of
/// pointers.
mlir::Type getPointeeTile(mlir::Type pointers);

} // namespace tessera::tileaa

#endif // TESSERA_DIALECT_TILEAA_IR_TILETYPES_H
