//===- TileASToNVVM/Bounds/BlockBound.h - blocks that registers allow -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// How many registers the assembler may give a thread. PTX says that as the
// number of blocks that a multiprocessor has to hold.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_CONVERSION_TILEASTONVVM_BOUNDS_BLOCKBOUND_H
#define TESSERA_LIB_CONVERSION_TILEASTONVVM_BOUNDS_BLOCKBOUND_H

#include "tessera/Dialect/TileAS/IR/TileAS.h"
#include "tessera/Target/GpuTarget.h"

namespace tessera::gpu {

/// The blocks for which the registers of `kernel` are bounded; 0: no bound.
/// Reports a hint for more blocks than a multiprocessor has memory for.
int64_t boundedBlocks(tileaa::FuncOp kernel, tileas::PlanAttr plan,
                      const GpuTarget &target);

} // namespace tessera::gpu

#endif // TESSERA_LIB_CONVERSION_TILEASTONVVM_BOUNDS_BLOCKBOUND_H
