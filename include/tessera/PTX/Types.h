//===- PTX/Types.h - fundamental types and state spaces -----------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The fundamental types of PTX with their class and width, the state spaces,
// and the rule for which register may stand where an instruction names a type
// (PTX ISA, "Operand Types" and "Operand Size Exceeding Instruction-Type
// Size").
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_PTX_TYPES_H
#define TESSERA_PTX_TYPES_H

#include "llvm/ADT/StringRef.h"

#include <cstdint>
#include <optional>

namespace tessera::ptx {

enum class TypeClass : uint8_t {
  Unsigned,
  Signed,
  Bits,
  Float,
  Packed,
  Pred,
  Opaque
};

// Name, class, width in bits. Packed types live in bit registers of their
// width.
// clang-format off
#define TESSERA_PTX_TYPES(X) \
  X(u4, Unsigned, 4) X(s4, Signed, 4) X(u8, Unsigned, 8) X(s8, Signed, 8) \
  X(u16, Unsigned, 16) X(s16, Signed, 16) X(u32, Unsigned, 32) \
  X(s32, Signed, 32) X(u64, Unsigned, 64) X(s64, Signed, 64) X(b1, Bits, 1) \
  X(b8, Bits, 8) X(b16, Bits, 16) X(b32, Bits, 32) X(b64, Bits, 64) \
  X(b128, Bits, 128) X(b1024, Bits, 1024) X(f16, Float, 16) \
  X(f32, Float, 32) X(f64, Float, 64) X(f16x2, Packed, 32) \
  X(bf16, Packed, 16) X(bf16x2, Packed, 32) X(tf32, Packed, 32) \
  X(f32x2, Packed, 64) X(u16x2, Packed, 32) X(s16x2, Packed, 32) \
  X(e4m3, Packed, 8) X(e5m2, Packed, 8) X(e4m3x2, Packed, 16) \
  X(e5m2x2, Packed, 16) X(e4m3x4, Packed, 32) X(e5m2x4, Packed, 32) \
  X(e2m1x2, Packed, 8) X(e2m1x4, Packed, 16) X(e2m3x2, Packed, 16) \
  X(e3m2x2, Packed, 16) X(e2m3x4, Packed, 32) X(e3m2x4, Packed, 32) \
  X(ue8m0, Packed, 8) X(ue8m0x2, Packed, 16) X(ue4m3, Packed, 8) \
  X(e2m1, Packed, 8) X(e2m3, Packed, 8) X(e3m2, Packed, 8) X(pred, Pred, 1) \
  X(texref, Opaque, 64) X(samplerref, Opaque, 64) X(surfref, Opaque, 64)
// clang-format on

enum class Type : uint8_t {
#define TESSERA_PTX_TYPE(name, typeClass, bits) name,
  TESSERA_PTX_TYPES(TESSERA_PTX_TYPE)
#undef TESSERA_PTX_TYPE
};

llvm::StringRef typeName(Type type);
TypeClass typeClass(Type type);
unsigned typeBits(Type type);
/// The type called `name` (no dot), if there is one.
std::optional<Type> findType(llvm::StringRef name);

/// True when a register declared as `declared` may stand for an operand of
/// `expected`. `mayBeWider` is the rule of ld, st and cvt, whose registers may
/// be wider than the instruction type.
bool registerFits(Type declared, Type expected, bool mayBeWider);

enum class Space : uint8_t { None, Reg, Const, Global, Local, Param, Shared };

llvm::StringRef spaceName(Space space);
std::optional<Space> findSpace(llvm::StringRef name);

} // namespace tessera::ptx

#endif // TESSERA_PTX_TYPES_H
