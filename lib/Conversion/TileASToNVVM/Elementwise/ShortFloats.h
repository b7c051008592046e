//===- TileASToNVVM/Elementwise/ShortFloats.h - 8 and 4 bits made wider --------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Conversions of short formats in a few instructions each: what tiles of
// thousands of elements are made of.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_CONVERSION_TILEASTONVVM_ELEMENTWISE_SHORTFLOATS_H
#define TESSERA_LIB_CONVERSION_TILEASTONVVM_ELEMENTWISE_SHORTFLOATS_H

#include "Conversion/TileASToNVVM/Emitter.h"

#include "tessera/Numerics/Convert.h"

namespace tessera::gpu {

/// Whether widenToF16 and widenTile take this format.
bool widensInPairs(mlir::Type element);

/// One element as f16; exact.
mlir::Value widenToF16(Emitter &e, mlir::Value value, mlir::Type element);

/// All elements as f16 or f32; exact.
Registers widenTile(Emitter &e, llvm::ArrayRef<mlir::Value> values,
                    mlir::Type element, mlir::Type to);

/// Whether the target converts pairs of this format, which holds powers of two,
/// to bf16.
bool widensScales(Emitter &e, mlir::Type element);

/// Powers of two as bf16 or f32; exact.
Registers widenScales(Emitter &e, llvm::ArrayRef<mlir::Value> values,
                      mlir::Type to);

/// An f32 rounded to tf32, to nearest even.
mlir::Value roundToTf32(Emitter &e, mlir::Value value);

/// Whether values of format `from` become `to` in this mode by narrowTile.
bool narrowsInPairs(Emitter &e, mlir::Type from, mlir::Type to,
                    numerics::Rounding mode);

/// Values of format f32, or f16 where narrowsInPairs says so, as the short
/// format `to` (NarrowFloats.cpp).
Registers narrowTile(Emitter &e, llvm::ArrayRef<mlir::Value> values,
                     mlir::Type to, numerics::Rounding mode);

/// Values of format `from` as `to`, rounded to nearest even
/// (FloatConversion.cpp).
Registers roundTile(Emitter &e, llvm::ArrayRef<mlir::Value> values,
                    mlir::Type from, mlir::Type to);

} // namespace tessera::gpu

#endif // TESSERA_LIB_CONVERSION_TILEASTONVVM_ELEMENTWISE_SHORTFLOATS_H
