//===- CudaTile/IR/ElementTypes.h - element-type groups ----------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The element-type groups of core.md 2.2 as predicates, used by the ODS type
// constraints and the hand-written verifiers, and element sizes (core.md 2.1).
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_CUDATILE_IR_ELEMENTTYPES_H
#define TESSERA_DIALECT_CUDATILE_IR_ELEMENTTYPES_H

#include "mlir/IR/Types.h"

#include <cstdint>

namespace tessera::cuda_tile {

bool isI1Element(mlir::Type type);
bool isI4Element(mlir::Type type);
bool isI8Element(mlir::Type type);
bool isI32Element(mlir::Type type);
bool isI64Element(mlir::Type type);
/// i1 i8 i16 i32 i64 (never i4).
bool isIntElement(mlir::Type type);
bool isIntOrI4Element(mlir::Type type);
/// f16 bf16 f32 f64.
bool isBaseFloatElement(mlir::Type type);
/// BaseFloat, tf32, the f8 formats and f4E2M1FN.
bool isFloatElement(mlir::Type type);
/// Int or Float.
bool isNumberElement(mlir::Type type);
bool isNumberOrI4Element(mlir::Type type);
bool isPointerElement(mlir::Type type);
/// Everything a tile may hold: Number, i4 or pointer.
bool isTileElement(mlir::Type type);
bool isF4Element(mlir::Type type);
/// Types that `break`, `continue` and `yield` may carry.
bool isCudaTileValueType(mlir::Type type);
/// True for tensor_view and the tile views: values that no region may carry.
bool isViewType(mlir::Type type);

/// Value bits of a number element; tf32 counts as 19 (ops.md 1.2).
unsigned getElementBitWidth(mlir::Type type);
/// Bits one element occupies in a byte image (pack/unpack): tf32 is 32.
unsigned getElementStorageBits(mlir::Type type);
/// Natural alignment and size in memory, in bytes; i1, i4 and f4 count as 1,
/// tf32 as 4, pointers as 8.
unsigned getElementByteSize(mlir::Type type);

} // namespace tessera::cuda_tile

#endif // TESSERA_DIALECT_CUDATILE_IR_ELEMENTTYPES_H
