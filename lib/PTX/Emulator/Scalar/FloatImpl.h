//===- PTX/Emulator/Scalar/FloatImpl.h - what the float families share -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX float types as element kinds, and the modifiers of float arithmetic.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_PTX_EMULATOR_SCALAR_FLOATIMPL_H
#define TESSERA_LIB_PTX_EMULATOR_SCALAR_FLOATIMPL_H

#include "PTX/Emulator/Core/Elementwise.h"
#include "tessera/Numerics/FloatArith.h"

namespace tessera::ptx::emu {

/// A scalar or packed float type.
struct FloatShape {
  numerics::ElementKind kind = numerics::ElementKind::F32;
  unsigned count = 1; // elements in a register
  unsigned bits() const { return numerics::bitWidth(kind); }
};
std::optional<FloatShape> floatShape(Type type);

/// Modifiers of arithmetic, packed into DecodedInstruction::flags.
enum FloatFlags : uint32_t {
  FloatFtz = 1,
  FloatSat = 2,
  FloatRelu = 4,
  FloatNaN = 8,
  FloatXorSign = 16,
  FloatAbs = 32,
};

/// Takes .rn/.rz/.rm/.rp; rn when absent.
numerics::Rounding takeRounding(BindContext &context);
/// Takes .ftz, .sat, .relu, .NaN, .xorsign, .abs.
uint32_t takeFloatFlags(BindContext &context);

/// Clamp to [0, 1]; NaN becomes +0.
uint64_t saturateFloat(numerics::ElementKind kind, uint64_t bits);
/// max(value, 0); NaN becomes the canonical NaN.
uint64_t reluFloat(numerics::ElementKind kind, uint64_t bits);
/// .sat and .relu as flagged.
inline uint64_t finishFloat(numerics::ElementKind kind, uint32_t flags,
                            uint64_t bits) {
  if (flags & FloatSat)
    bits = saturateFloat(kind, bits);
  if (flags & FloatRelu)
    bits = reluFloat(kind, bits);
  return bits;
}

/// Element `index` of a packed register, and putting it back.
inline uint64_t extractElement(const FloatShape &shape, uint64_t value,
                               unsigned index) {
  if (shape.bits() == 64)
    return value;
  return value >> (index * shape.bits()) & ((uint64_t(1) << shape.bits()) - 1);
}

} // namespace tessera::ptx::emu

#endif // TESSERA_LIB_PTX_EMULATOR_SCALAR_FLOATIMPL_H
