//===- Layout/BankConflicts.h - shared-memory accesses ----------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Shared memory has 32 banks of 4 bytes. A warp's access of 4 bytes per lane or
// less is one phase of 32 lanes; 8 bytes per lane are two phases of 16 lanes,
// 16 bytes four phases of 8. A phase takes as many wavefronts as the busiest
// bank has distinct words; lanes that read the same word share it.
//
// Everything is linear, so the count is a rank: the phase's words form a
// subspace W, its banks the projection of W on 5 bits, and each bank gets
// 2^(dim W - rank of the projection) words. The constant part of the address
// (register, warp, block) only permutes banks and drops out.
//
// ldmatrix and stmatrix are accesses of 16 bytes whose lanes are the rows: pass
// a layout with the 16 bytes of a row as registers and the rows as lanes.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LAYOUT_BANKCONFLICTS_H
#define TESSERA_LAYOUT_BANKCONFLICTS_H

#include "tessera/Layout/MemoryLayouts.h"

namespace tessera::layout {

/// What one warp needs to move all its registers.
struct AccessCost {
  /// Bytes per lane and instruction.
  unsigned vectorBytes;
  /// Instructions per warp.
  uint64_t instructions;
  unsigned phases;
  /// Wavefronts of each phase; 1 is free of conflicts.
  uint64_t wavefrontsPerPhase;

  uint64_t wavefronts() const {
    return instructions * phases * wavefrontsPerPhase;
  }
  uint64_t conflicts() const { return wavefronts() - instructions * phases; }
  bool operator==(const AccessCost &) const = default;
};

/// Registers and lanes to element offsets: pinv(shared) o registers. Fails when
/// the tiles differ, `shared` is not a map of Offset alone, or `shared` lacks
/// an element that `registers` holds.
llvm::Expected<LinearLayout> accessOffsets(const LinearLayout &registers,
                                           const LinearLayout &shared);

/// The widest access in bytes (at most 16) for which each thread holds whole
/// aligned runs of memory.
llvm::Expected<unsigned> widestVector(const LinearLayout &registers,
                                      const LinearLayout &shared,
                                      unsigned elementBits);

/// Counts the wavefronts of moving all registers with `vectorBytes` per lane
/// and instruction. Registers that hold copies are moved once. Fails as
/// accessOffsets does, on a width that is not 1, 2, 4, 8 or 16 or below an
/// element, and when threads do not hold aligned runs of that width.
llvm::Expected<AccessCost> countBankConflicts(const LinearLayout &registers,
                                              const LinearLayout &shared,
                                              unsigned elementBits,
                                              unsigned vectorBytes);

/// A shared-memory image for one writer and one reader.
struct SwizzleChoice {
  Swizzle swizzle;
  llvm::SmallVector<unsigned> order;
  LinearLayout shared;
  AccessCost writer, reader;

  uint64_t wavefronts() const {
    return writer.wavefronts() + reader.wavefronts();
  }
};

/// Tries every member of a family and returns the one with the fewest
/// wavefronts of writer and reader together, each with its widest access. The
/// family: dense images with the last or the first index fastest, swizzled by
/// every (bits, base, shift) with bits up to 5, base from the element (or byte)
/// up to 6, shift from bits up to where the source bits end with the tile; and
/// none. The first of equals wins in the order of: bits, order (last index
/// fastest first), base, shift. Fails as accessOffsets does, and when not even
/// one-element accesses are possible (elements below a byte whose pairs are
/// split between threads).
llvm::Expected<SwizzleChoice> searchSwizzle(const LinearLayout &writer,
                                            const LinearLayout &reader,
                                            unsigned elementBits);

} // namespace tessera::layout

#endif // TESSERA_LAYOUT_BANKCONFLICTS_H
