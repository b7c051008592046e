//===- tessera/Target/Tcgen05Table.h - the shapes of tcgen05.mma -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The matrix instructions that leave their sums in tensor memory, as data: a
// row per pair of element types, with the targets that have it.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_TARGET_TCGEN05TABLE_H
#define TESSERA_TARGET_TCGEN05TABLE_H

#include "tessera/Target/BlockScaleTable.h"

namespace tessera::gpu {

/// Columns of tensor memory on a multiprocessor, and the fewest that a block
/// can allocate.
constexpr unsigned tensorColumns = 512, leastTensorColumns = 32;
/// Its lanes: rows of an instruction in one block.
constexpr unsigned tensorRows = 128;

struct Tcgen05Row {
  /// As `.kind::` names it.
  const char *kind;
  MmaFactor factor;
  MmaSum sum;
  /// Depth of an instruction: 32 bytes.
  unsigned depth;
  /// The factor's number in the instruction descriptor; of signed integers one
  /// more.
  unsigned code;
  /// Whether factors may be contiguous in rows and columns as well as in depth.
  bool takesBothOrders;
  /// In the sense of GpuTarget::runs.
  const char *targets;
};

llvm::ArrayRef<Tcgen05Row> tcgen05Table();

/// The row for these types, whatever the target, or null.
const Tcgen05Row *findTcgen05(MmaFactor factor, MmaSum sum);

/// Whether an instruction of these factors has `m` rows and `n` columns: 64 and
/// multiples of 8 up to 256 (of integers 8, 24 and multiples of 16), or 128 and
/// multiples of 16; of a pair of blocks 256 and multiples of 32.
bool isTcgen05Shape(MmaFactor factor, unsigned m, unsigned n);

/// Blocks that make an instruction of `m` rows together: one, or a pair, each
/// of which has half of the rows and of the right factor's columns.
inline unsigned tcgen05Blocks(unsigned m) { return m == 256 ? 2 : 1; }

/// What an instruction descriptor says beside the types.
struct Tcgen05Form {
  unsigned m, n;
  bool signedLhs = true, signedRhs = true;
  /// Contiguous in rows and in columns, not in depth.
  bool lhsAcross = false, rhsAcross = false;
};

/// The 32-bit instruction descriptor.
uint32_t tcgen05Instruction(const Tcgen05Row &row, const Tcgen05Form &form);

/// Whether an instruction with block scales has `m` rows and `n` columns: 128,
/// and multiples of 16 up to 256.
bool isBlockScaleShape(unsigned m, unsigned n);

/// The 32-bit descriptor of an instruction with block scales, whose scales
/// begin at byte `scaleByte` of their words.
uint32_t tcgen05Instruction(const BlockScaleRow &row, const Tcgen05Form &form,
                            unsigned scaleByte);

} // namespace tessera::gpu

#endif // TESSERA_TARGET_TCGEN05TABLE_H
