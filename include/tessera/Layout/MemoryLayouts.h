//===- Layout/MemoryLayouts.h - layouts of shared memory --------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// How a tile lies in shared memory: Offset (in elements) to tile index. A
// swizzle XORs address bits into lower ones; it is stated on *byte* addresses,
// as the hardware does, and the same for every element width.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LAYOUT_MEMORYLAYOUTS_H
#define TESSERA_LAYOUT_MEMORYLAYOUTS_H

#include "tessera/Layout/LinearLayout.h"

namespace tessera::layout {

/// Address bit base + i is XORed with address bit base + shift + i, for i below
/// `bits`. With shift >= bits it is its own inverse.
struct Swizzle {
  unsigned bits = 0, base = 4, shift = 3;

  uint64_t apply(uint64_t byteAddress) const {
    uint64_t field = ((uint64_t(1) << bits) - 1) << base;
    return byteAddress ^ ((byteAddress >> shift) & field);
  }
  bool operator==(const Swizzle &) const = default;
};

/// What TMA, wgmma and tcgen05 descriptors name.
enum class SwizzleMode { None, B32, B64, B128, B128Atom32, B128Atom64 };
Swizzle swizzleOf(SwizzleMode mode);
/// The bytes of a row the mode is for: 32, 64, 128; 0 for None.
unsigned swizzleWidth(SwizzleMode mode);

/// The tile in the order of `order` (fastest index first), each byte address
/// then swizzled. Fails on a bad shape or order, on an element width that is
/// not a power of two from 4 to 128, and on a swizzle with shift < bits or a
/// base inside an element.
llvm::Expected<LinearLayout> sharedSwizzled(llvm::ArrayRef<int64_t> shape,
                                            llvm::ArrayRef<unsigned> order,
                                            unsigned elementBits,
                                            Swizzle swizzle);

/// What TMA writes and matrix descriptors read: rows of the fastest index, cut
/// into panels of the swizzle width that follow one another, each swizzled.
/// Fails as sharedSwizzled does.
llvm::Expected<LinearLayout> sharedTile(llvm::ArrayRef<int64_t> shape,
                                        llvm::ArrayRef<unsigned> order,
                                        unsigned elementBits, SwizzleMode mode);

} // namespace tessera::layout

#endif // TESSERA_LAYOUT_MEMORYLAYOUTS_H
