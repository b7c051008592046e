//===- PTX/Emulator/Matrix/WgmmaPlan.h - what a wgmma multiplies -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Shape, types, signs and operands of a wgmma.mma_async, read once from its
// modifiers and immediates when the instruction is bound.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_PTX_EMULATOR_MATRIX_WGMMAPLAN_H
#define TESSERA_LIB_PTX_EMULATOR_MATRIX_WGMMAPLAN_H

#include "SparseMatrix.h"
#include "tessera/PTX/Emulator/Registry.h"

#include <array>

namespace tessera::ptx::emu {

/// A wgmma.mma_async, apart from what its registers hold.
struct WgmmaPlan {
  unsigned n = 0, k = 0;
  MatrixType a{}, b{}, d{};
  bool aInRegisters = false, saturate = false, hasBadScale = false;
  bool negateA = false, negateB = false, mnMajorA = false, mnMajorB = false;
  /// Of A in registers.
  Fragment fragmentA;
  /// Where the elements of a tile of 8 columns lie in 16 x n sums: of each of
  /// its four elements, by lane.
  std::array<std::array<uint32_t, laneCount>, 4> placeD{};
  /// Numbers of operands.
  unsigned argA = 1, argB = 2, scaleD = 3;
  /// .sp: operands 3 and 4 are the metadata and its selector.
  bool isSparse = false;
  SparseRule sparse;
  unsigned selector = 0;
  /// Elements of a row of A that are there.
  unsigned depthA() const { return isSparse ? k / 2 : k; }
};

/// Reads the plan of the bound instruction `in`; none if the instruction is
/// refused at `context`.
std::optional<WgmmaPlan> planWgmma(BindContext &context,
                                   const DecodedInstruction &in);

} // namespace tessera::ptx::emu

#endif // TESSERA_LIB_PTX_EMULATOR_MATRIX_WGMMAPLAN_H
