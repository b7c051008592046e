//===- TileAAToTileAS/CodeEstimate.h - how much code a kernel is --*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An estimate of the instructions that a kernel becomes, before any tile has a
// layout.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_CONVERSION_TILEAATOTILEAS_CODEESTIMATE_H
#define TESSERA_LIB_CONVERSION_TILEAATOTILEAS_CODEESTIMATE_H

#include "tessera/Dialect/TileAS/IR/TileAS.h"

namespace tessera::gpu {

/// About how many instructions the kernel becomes with `numWarps` warps.
int64_t estimateInstructions(tileaa::FuncOp function, unsigned numWarps);

} // namespace tessera::gpu

#endif // TESSERA_LIB_CONVERSION_TILEAATOTILEAS_CODEESTIMATE_H
