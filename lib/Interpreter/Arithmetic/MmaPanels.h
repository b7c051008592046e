//===- Interpreter/Arithmetic/MmaPanels.h - what the mma ops share -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Operands of a matrix product as f32 panels, and the batched product on them.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_INTERPRETER_ARITHMETIC_MMAPANELS_H
#define TESSERA_LIB_INTERPRETER_ARITHMETIC_MMAPANELS_H

#include "tessera/Interpreter/BlockContext.h"

#include "MmaKernels.h"

namespace tessera::interp {

struct MmaExtents {
  int64_t batches;
  MmaShape matrix;
};

/// Extents from operands of rank 2 ([M, K], [K, N]) or 3 (with a batch first).
MmaExtents mmaExtents(const Tile &lhs, const Tile &rhs);

/// Any float tile but f64 as an f32 tile; shares storage when it is one.
Tile decodePanel(const Tile &source, BlockContext &context);

/// acc += lhs * rhs for every batch, all f32; NaNs in acc become canonical.
void accumulateF32Panels(const Tile &lhs, const Tile &rhs, Tile &acc,
                         bool exactProducts);

} // namespace tessera::interp

#endif // TESSERA_LIB_INTERPRETER_ARITHMETIC_MMAPANELS_H
