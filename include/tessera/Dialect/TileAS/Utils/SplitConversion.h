//===- TileAS/Utils/SplitConversion.h - conversions part by part ----*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A conversion through shared memory needs bytes for its whole tile. Where the
// halves of the tile are halves of every thread's registers on both sides, they
// may take turns in half the bytes. Allocation decides how often, by a smaller
// `nv_tileas.scratch_bytes`; the lowering reads it there.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_TILEAS_UTILS_SPLITCONVERSION_H
#define TESSERA_DIALECT_TILEAS_UTILS_SPLITCONVERSION_H

#include "tessera/Dialect/TileAS/IR/TileAS.h"

namespace tessera::tileas {

/// A bit of the index along a dimension, of value 1 << bit.
struct IndexBit {
  unsigned dim, bit;
};

/// The bits along which a conversion can be halved, one after the other: each
/// is the highest that is left of its dimension, and decided by one register
/// bit of each side.
llvm::SmallVector<IndexBit> splittableBits(const layout::LinearLayout &from,
                                           const layout::LinearLayout &to);

/// Which bit of the register number decides `index`, which must be splittable.
unsigned registerBitOf(const layout::LinearLayout &layout, IndexBit index);

/// `layout` of the part of its tile where all `bits` are 0.
layout::LinearLayout partOf(const layout::LinearLayout &layout,
                            llvm::ArrayRef<IndexBit> bits);

} // namespace tessera::tileas

#endif // TESSERA_DIALECT_TILEAS_UTILS_SPLITCONVERSION_H
