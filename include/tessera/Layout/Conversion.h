//===- Layout/Conversion.h - from one layout to another ---------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What it takes to bring a tile from one distribution to another. The place x
// of the target gets its value from place D(x) of the source, where
// A(D(x)) = B(x): D = pinv(A) o B, up to copies in A. Which of block, warp and
// lane D can leave unchanged decides the means.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LAYOUT_CONVERSION_H
#define TESSERA_LAYOUT_CONVERSION_H

#include "tessera/Layout/LinearLayout.h"

namespace tessera::layout {

/// The cheapest means that can do a conversion, cheapest first.
enum class ConversionKind {
  /// Every place already holds its value.
  None,
  /// Registers of the same thread change names; no instruction.
  Rename,
  /// Values cross lanes of a warp.
  Shuffle,
  /// Values cross warps of a block.
  SharedMemory,
  /// Values cross blocks of a cluster.
  Cluster,
};
llvm::StringRef conversionKindName(ConversionKind kind);

/// One bit of the target whose value comes from another place: what the bit
/// flips in the target place flips `source` (packed in the source's space).
struct BitMove {
  Dim dim;
  unsigned bit;
  uint64_t source;
  /// The means that this bit alone needs.
  ConversionKind kind;
};

/// The answer for a pair of layouts.
struct Conversion {
  ConversionKind kind;
  /// Target place to source place, both hardware spaces. Of all maps that
  /// fetch the right values, the one that crosses least for each bit.
  LinearLayout fetch;
  /// The bits that do not stay, in packed order of the target.
  llvm::SmallVector<BitMove> moves;
  /// For Shuffle: the number of register bits of the target that come from
  /// lane bits. With 0, every register is one shuffle of one source register.
  unsigned exchangedBits;
};

/// Classifies the conversion from layout `from` to layout `to` of the same
/// tile. Fails when the tiles differ, when an input axis is not one of
/// Register, Lane, Warp and Block, and when `to` needs elements that `from`
/// does not hold.
llvm::Expected<Conversion> classifyConversion(const LinearLayout &from,
                                              const LinearLayout &to);

} // namespace tessera::layout

#endif // TESSERA_LAYOUT_CONVERSION_H
