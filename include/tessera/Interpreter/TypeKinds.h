//===- Interpreter/TypeKinds.h - from MLIR types to element kinds -*- C++
//-*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The one place where the interpreter turns an element type into the enum that
// Tile and Numerics work with, and attributes into container bits.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_INTERPRETER_TYPEKINDS_H
#define TESSERA_INTERPRETER_TYPEKINDS_H

#include "tessera/Numerics/ElementKind.h"

#include "mlir/IR/Attributes.h"
#include "mlir/IR/Types.h"

#include <cstdint>
#include <optional>

namespace tessera::interp {

/// Kind of a tile's or pointer's element type (cuda_tile pointers give Ptr).
/// The type must be one the dialect's verifiers accept.
numerics::ElementKind elementKindOf(mlir::Type elementType);

/// Container bits of a typed integer or float attribute.
uint64_t containerBits(mlir::TypedAttr value);

} // namespace tessera::interp

#endif // TESSERA_INTERPRETER_TYPEKINDS_H
