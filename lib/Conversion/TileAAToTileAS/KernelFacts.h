//===- TileAAToTileAS/KernelFacts.h - what a plan depends on -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Finds the facts about a kernel that strategies decide by.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_CONVERSION_TILEAATOTILEAS_KERNELFACTS_H
#define TESSERA_LIB_CONVERSION_TILEAATOTILEAS_KERNELFACTS_H

#include "ProductChoice.h"

#include "tessera/Conversion/TileAAToTileAS/Strategies.h"

#include <optional>

namespace tessera::gpu {

/// What `hints` ask for on `target` under the name `key`.
std::optional<int64_t> hintOf(cuda_tile::OptimizationHintsAttr hints,
                              llvm::StringRef target, llvm::StringRef key);

/// The facts about a kernel that has not been split, or has been. `numWarps`
/// takes the place of the hint; 0: the hint counts.
KernelFacts collectFacts(tileaa::FuncOp function, const GpuTarget &target,
                         const FactorPairs &pairs, unsigned numWarps);

/// Whether blocks may tell each other something by `op`.
bool isBetweenBlocks(mlir::Operation *op);

/// Why no block of the kernel may make the tiles of others, which then never
/// run, or why it should not; empty: it may.
std::string whyNotTakenOver(const KernelFacts &facts);
/// Why each block should make its own tile although blocks may take over
/// others, which gains where a grid has several waves and costs some 60 cycles
/// where it has one; empty: it should not.
std::string whyOneTurn(const KernelFacts &facts);

/// Why threads of a kernel by wgmma should copy, not TMA; empty: they should
/// not. Products of few rows read a factor once that is much larger than what
/// they compute, so that memory keeps them waiting. Blocks that make no tensor
/// maps begin sooner, and more of them are on a multiprocessor.
std::string preferCopiesOfThreads(const KernelFacts &facts);

} // namespace tessera::gpu

#endif // TESSERA_LIB_CONVERSION_TILEAATOTILEAS_KERNELFACTS_H
