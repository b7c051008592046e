//===- TileASToNVVM/Elementwise/PackedArithmetic.h - two elements at once -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Instructions that compute two elements of f16, bf16 or f32.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_CONVERSION_TILEASTONVVM_ELEMENTWISE_PACKEDARITHMETIC_H
#define TESSERA_LIB_CONVERSION_TILEASTONVVM_ELEMENTWISE_PACKEDARITHMETIC_H

#include "Conversion/TileASToNVVM/Emitter.h"

namespace tessera::gpu {

/// Whether the target has fma, or sums and products, of two of `element`.
bool hasPairs(Emitter &e, mlir::Type element, bool isFma);

/// Two elements as one operand.
mlir::Value pairOf(Emitter &e, mlir::Value first, mlir::Value second);

/// `instruction` ("fma.rn", "max.NaN") of these pairs.
mlir::Value emitPair(Emitter &e, llvm::StringRef instruction,
                     mlir::ValueRange pairs);

/// The elements of a pair.
std::pair<mlir::Value, mlir::Value> elementsOf(Emitter &e, mlir::Value pair);

} // namespace tessera::gpu

#endif // TESSERA_LIB_CONVERSION_TILEASTONVVM_ELEMENTWISE_PACKEDARITHMETIC_H
