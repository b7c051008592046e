//===- PTX/Emulator/Matrix/MatrixDescriptor.h - operands in shared memory -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The 64-bit descriptors of wgmma and tcgen05, and where they put an element.
// Swizzles act on absolute address bits, so that a start address inside an atom
// means a step along k.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_PTX_EMULATOR_MATRIX_MATRIXDESCRIPTOR_H
#define TESSERA_LIB_PTX_EMULATOR_MATRIX_MATRIXDESCRIPTOR_H

#include "MatrixElement.h"
#include "PTX/Emulator/Checks/RaceCheck.h"
#include "tessera/Layout/MemoryLayouts.h"
#include "tessera/PTX/Emulator/Machine.h"

namespace tessera::ptx::emu {

struct MatrixDescriptor {
  uint64_t start = 0;               // offset in the CTA's shared memory
  uint64_t leading = 0, stride = 0; // LBO, SBO in bytes
  unsigned baseOffset = 0;
  layout::SwizzleMode mode = layout::SwizzleMode::None;
  std::string problem; // "" when valid

  static MatrixDescriptor ofWgmma(uint64_t bits);
  static MatrixDescriptor ofTcgen05(uint64_t bits);

  /// The offset of byte `byte` along the contiguous index, at `across` along
  /// the other. K-major: across counts rows or columns, bytes run along k;
  /// MN-major: across counts k.
  uint64_t offset(bool isMnMajor, unsigned across, unsigned byte) const;
};

/// What a fetch met.
struct FetchProblems {
  bool outside = false, uninitialised = false, pending = false;
  bool isTooWide = false;   // K-major rows of more bytes than the swizzle's
  bool isUnordered = false; // which is a finding already
  uint64_t address = 0;     // of the first
  bool isNone() const {
    return !outside && !uninitialised && !pending && !isTooWide && !isUnordered;
  }
  void merge(const FetchProblems &other);
};

/// How the elements of an operand lie in shared memory.
struct OperandShape {
  MatrixType type{};
  bool isMnMajor = false;
  /// 4- and 6-bit elements: 16 of them packed at the start of 16 bytes.
  bool isPadded = false;
  unsigned extent = 0, k = 0; // rows or columns, and depth
  unsigned first = 0;         // row or column to start with
};

/// Decodes the operand of block `rank`: element (mn, k) goes to
/// out[mn * mnStep + k * kStep].
FetchProblems fetchOperand(Cluster &cluster, unsigned rank,
                           const MatrixDescriptor &descriptor,
                           const OperandShape &shape, double *out,
                           size_t mnStep, size_t kStep);
/// Only the checks, at the issue of the instruction: also that everything is
/// ordered before its engine's reading, as `who` says (null: not looked for).
FetchProblems probeOperand(Warp &warp, const DecodedInstruction &in,
                           unsigned lane, Cta &cta,
                           const MatrixDescriptor &descriptor,
                           const OperandShape &shape, const Accessor *who);
/// Findings for what a fetch met, at `site`.
void reportFetch(Machine &machine, const Finding &site,
                 const FetchProblems &problems, llvm::StringRef operand,
                 const DecodedInstruction *in);

} // namespace tessera::ptx::emu

#endif // TESSERA_LIB_PTX_EMULATOR_MATRIX_MATRIXDESCRIPTOR_H
