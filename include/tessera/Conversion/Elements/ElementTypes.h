//===- Conversion/Elements/ElementTypes.h - tile elements in registers and memory -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The three forms of a tile element on the CPU: its kind, the scalar type its
// lanes have in registers, and the type of its container in scratch and global
// memory. Types that LLVM has no arithmetic for travel as their bit patterns.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_CONVERSION_ELEMENTS_ELEMENTTYPES_H
#define TESSERA_CONVERSION_ELEMENTS_ELEMENTTYPES_H

#include "tessera/Numerics/ElementKind.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"

namespace tessera::cpu {

/// The kind of a tile element type (nv_tileaa pointers: Ptr).
numerics::ElementKind elementKindOf(mlir::Type element);

/// Type of one lane: integers, f32 and f64 themselves, tf32 as f32, shorter
/// floats as integers of their bits (f4 as i8, in the low nibble), pointers as
/// !llvm.ptr. Not f16 and bf16 themselves: where a target has no instruction
/// for them, which is nearly everywhere, LLVM does many an op on a vector of
/// them element by element, a select or a comparison of bf16 for example.
mlir::Type registerType(mlir::Type element);

/// Whether `element` is f16 or bf16.
bool isHalf(mlir::Type element);

/// Whether `element` is a float of 8 bits or less.
bool isByteFloat(mlir::Type element);

/// Type of one element's container: the register type, but i8 for i1 and i4.
mlir::Type containerType(mlir::Type element);

/// Bytes of one element's container.
unsigned containerBytes(mlir::Type element);

/// Bits a lane takes in a vector register.
unsigned laneBits(mlir::Type element);

/// `type` as W lanes; W = 0 means one uniform scalar.
mlir::Type lanesType(mlir::Type registerType, unsigned width);

/// The element type of a scalar or ranked tensor type.
mlir::Type elementOf(mlir::Type type);

/// The shape of a ranked tensor, nothing for a scalar.
llvm::ArrayRef<int64_t> shapeOf(mlir::Type type);

/// `value`, one element of a constant, as an attribute of its register type.
mlir::TypedAttr registerAttr(mlir::Attribute value, mlir::Type element);

/// The bytes of a constant tensor of `element` in containers, or as memory has
/// them (4-bit elements two per byte).
std::string containerImage(mlir::DenseElementsAttr elements,
                           mlir::Type element);
std::string memoryImage(mlir::DenseElementsAttr elements, mlir::Type element);

} // namespace tessera::cpu

#endif // TESSERA_CONVERSION_ELEMENTS_ELEMENTTYPES_H
