//===- PTX/Emulator/Tensor/Tcgen05Plan.h - what a tcgen05.mma multiplies -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Kind, blocks, scales and operands of a tcgen05.mma, read once from its
// modifiers when the instruction is bound.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_PTX_EMULATOR_TENSOR_TCGEN05PLAN_H
#define TESSERA_LIB_PTX_EMULATOR_TENSOR_TCGEN05PLAN_H

#include "Tcgen05Descriptor.h"
#include "tessera/PTX/Emulator/Registry.h"

namespace tessera::ptx::emu {

/// A tcgen05.mma, apart from what its descriptors and registers hold.
struct Tcgen05Plan {
  TensorKind kind = TensorKind::F16;
  unsigned group = 1, scales = 0; // scales of a row in one instruction
  bool isWeightStationary = false, aInTmem = false;
  bool isSparse = false, isShifted = false; // .ashift
  /// Numbers of operands; ~0u: there is none.
  unsigned enableArg = 0, descriptorArg = 3;
  unsigned maskArg = ~0u, scaleInputArg = ~0u, scaleArgA = ~0u, scaleArgB = ~0u;
  unsigned zeroArg = ~0u; // zero-column mask
  unsigned depth() const { return depthOf(kind) * (isSparse ? 2 : 1); }
  /// Elements of a row of A that are there.
  unsigned depthA() const { return depthOf(kind); }
};

/// Reads the plan of the bound instruction `in`; none if the instruction is
/// refused at `context`.
std::optional<Tcgen05Plan> planTcgen05(BindContext &context,
                                       const DecodedInstruction &in);

} // namespace tessera::ptx::emu

#endif // TESSERA_LIB_PTX_EMULATOR_TENSOR_TCGEN05PLAN_H
