//===- Interpreter/TypeKinds.cpp - from MLIR types to element kinds -*- C++
//-*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Total on the element types that the dialect's verifiers accept (core.md 2.1).
//
//===----------------------------------------------------------------------===//

#include "tessera/Interpreter/TypeKinds.h"

#include "tessera/Dialect/CudaTile/IR/CudaTile.h"
#include "tessera/Numerics/FloatFormat.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/ErrorHandling.h"

namespace tessera::interp {

numerics::ElementKind elementKindOf(mlir::Type type) {
  using Kind = numerics::ElementKind;
  if (auto integer = mlir::dyn_cast<mlir::IntegerType>(type))
    if (auto kind = numerics::integerKind(integer.getWidth()))
      return *kind;
  return llvm::TypeSwitch<mlir::Type, Kind>(type)
      .Case<mlir::Float16Type>([](auto) { return Kind::F16; })
      .Case<mlir::BFloat16Type>([](auto) { return Kind::BF16; })
      .Case<mlir::Float32Type>([](auto) { return Kind::F32; })
      .Case<mlir::FloatTF32Type>([](auto) { return Kind::TF32; })
      .Case<mlir::Float64Type>([](auto) { return Kind::F64; })
      .Case<mlir::Float8E4M3FNType>([](auto) { return Kind::F8E4M3FN; })
      .Case<mlir::Float8E5M2Type>([](auto) { return Kind::F8E5M2; })
      .Case<mlir::Float8E8M0FNUType>([](auto) { return Kind::F8E8M0FNU; })
      .Case<mlir::Float4E2M1FNType>([](auto) { return Kind::F4E2M1FN; })
      .Case<cuda_tile::F8E5M3FNUType>([](auto) { return Kind::F8E5M3FNU; })
      .Case<cuda_tile::PointerType>([](auto) { return Kind::Ptr; })
      .Default([](mlir::Type) -> Kind {
        llvm_unreachable("expected a tile element type");
      });
}

uint64_t containerBits(mlir::TypedAttr value) {
  numerics::ElementKind kind = elementKindOf(value.getType());
  if (auto integer = mlir::dyn_cast<mlir::IntegerAttr>(value))
    return integer.getValue().getZExtValue();
  auto number = mlir::cast<mlir::FloatAttr>(value);
  return numerics::containerFromPattern(
      kind, number.getValue().bitcastToAPInt().getZExtValue());
}

} // namespace tessera::interp
