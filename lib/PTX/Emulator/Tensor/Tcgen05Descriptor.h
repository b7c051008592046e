//===- PTX/Emulator/Tensor/Tcgen05Descriptor.h - the instruction descriptor -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The 32 bits that tell tcgen05.mma its shape and types.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_PTX_EMULATOR_TENSOR_TCGEN05DESCRIPTOR_H
#define TESSERA_LIB_PTX_EMULATOR_TENSOR_TCGEN05DESCRIPTOR_H

#include "PTX/Emulator/Matrix/MatrixElement.h"

namespace tessera::ptx::emu {

enum class TensorKind : uint8_t {
  F16,
  TF32,
  F8F6F4,
  I8,
  MXF8F6F4,
  MXF4,
  MXF4NVF4
};

struct InstructionDescriptor {
  MatrixType a{}, b{}, d{};
  unsigned m = 0, n = 0;
  bool negateA = false, negateB = false, mnMajorA = false, mnMajorB = false;
  bool saturate = false;
  unsigned selector = 0; // of sparsity metadata
  unsigned maxShift = 0; // of columns, by a zero-column mask
  unsigned scaleIdA = 0, scaleIdB = 0;
  MatrixType scaleType = MatrixType::UE8M0;
  std::string problem; // "" when valid

  /// `isWeightStationary`: .ws, which allows m = 32.
  static InstructionDescriptor decode(TensorKind kind, uint32_t bits,
                                      unsigned group, bool isWeightStationary,
                                      bool isSparse);
};

inline bool isScaled(TensorKind kind) { return kind >= TensorKind::MXF8F6F4; }
/// The depth of one instruction.
inline unsigned depthOf(TensorKind kind) {
  switch (kind) {
  case TensorKind::F16:
    return 16;
  case TensorKind::TF32:
    return 8;
  case TensorKind::F8F6F4:
  case TensorKind::I8:
  case TensorKind::MXF8F6F4:
    return 32;
  case TensorKind::MXF4:
  case TensorKind::MXF4NVF4:
    return 64;
  }
  return 0;
}

} // namespace tessera::ptx::emu

#endif // TESSERA_LIB_PTX_EMULATOR_TENSOR_TCGEN05DESCRIPTOR_H
