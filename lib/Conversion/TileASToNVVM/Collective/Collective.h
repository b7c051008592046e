//===- TileASToNVVM/Collective/Collective.h - bodies of reduce and scan -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Emits the body of a reduce or scan on pairs of registers.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_CONVERSION_TILEASTONVVM_COLLECTIVE_COLLECTIVE_H
#define TESSERA_LIB_CONVERSION_TILEASTONVVM_COLLECTIVE_COLLECTIVE_H

#include "Conversion/TileASToNVVM/Emitter.h"

#include "tessera/Dialect/TileAS/IR/TileAS.h"
#include "tessera/Target/GpuTarget.h"

namespace tessera::gpu {

/// One application of a body with block arguments (element_0, accumulator_0,
/// element_1, ...) to scalars; its code goes to the current point.
mlir::FailureOr<Registers> applyBody(Emitter &e, mlir::Region &region,
                                     mlir::ValueRange elements,
                                     mlir::ValueRange accumulators);

/// The intrinsic that combines a value of all lanes of a warp as the body of
/// `op` does; nothing where the target has none (WarpReduction.cpp).
std::optional<std::string> warpReductionOf(const GpuTarget &target,
                                           tileas::ReduceOp op);

} // namespace tessera::gpu

#endif // TESSERA_LIB_CONVERSION_TILEASTONVVM_COLLECTIVE_COLLECTIVE_H
