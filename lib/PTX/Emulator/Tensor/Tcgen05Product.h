//===- PTX/Emulator/Tensor/Tcgen05Product.h - a product on its way -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// D in tensor memory, A in shared or tensor memory, B in shared memory, for one
// block or a pair. Where D lies is Layout/Fragments.h's tmemAccumulator, where
// the metadata of a sparse A lies is TensorSparse.h's.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_PTX_EMULATOR_TENSOR_TCGEN05PRODUCT_H
#define TESSERA_LIB_PTX_EMULATOR_TENSOR_TCGEN05PRODUCT_H

#include "PTX/Emulator/Matrix/MatrixDescriptor.h"
#include "Tcgen05Plan.h"
#include "TensorSparse.h"
#include "TmemImpl.h"

namespace tessera::ptx::emu {

/// One instruction, on its way.
struct Tcgen05Product {
  const Tcgen05Plan *plan = nullptr;
  InstructionDescriptor shape;
  llvm::SmallVector<Cta *, 2> ctas; // of the pair
  MatrixDescriptor a, b;
  uint32_t d = 0, tmemA = 0, scaleA = 0, scaleB = 0; // addresses
  uint32_t metadata = 0;
  ZeroColumns zero;
  bool accumulate = true;
  unsigned scaleInput = 0;
  std::array<uint32_t, 8> disabled{};
  /// Block << 16 | lane of each row, and what a column adds.
  std::vector<uint32_t> rows;
  std::vector<std::pair<uint32_t, uint32_t>> columns; // lane, column
  /// Column j is column j of every row, and no row is left out.
  bool isPlain = false;
  Finding site;
  const DecodedInstruction *in = nullptr;

  /// Decides where D's rows and columns lie; false with a `problem`.
  bool place(Machine &machine, std::string &problem);
  /// Makes the product. Findings of memory that it reads are at `site`.
  void run(Machine &machine) const;
  /// Whether elements of 4 or 6 bits lie in bytes.
  bool isPadded(MatrixType type) const {
    return isSubByteFloat(type) && plan->kind != TensorKind::MXF4 &&
           plan->kind != TensorKind::MXF4NVF4;
  }

private:
  /// Calls f(cell, is it written, sum) for all cells of D.
  template <typename F> void forEachCell(double *sum, F f) const;
  /// The accumulators; false when one was never written.
  bool readSums(double *sum) const;
  void writeSums(double *sum) const;
  /// The rows of A; `missing` when some of tensor memory was never written.
  FetchProblems fetchA(Machine &machine, std::vector<double> &values,
                       bool &missing) const;
  /// The metadata of all rows, as TensorSparse.h says where it lies.
  void placeMetadata(Machine &machine, std::vector<uint16_t> &kept) const;
  /// Multiplies the rows of `a` and the columns of `b` by their scales.
  void applyScales(Machine &machine, const std::vector<uint16_t> &kept,
                   std::vector<double> &a, std::vector<double> &b) const;
};

} // namespace tessera::ptx::emu

#endif // TESSERA_LIB_PTX_EMULATOR_TENSOR_TCGEN05PRODUCT_H
