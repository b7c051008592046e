//===- CudaTile/IR/ElementTypes.cpp - element-type groups -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tells to which groups an element type belongs, and how many bits it has.
//
//===----------------------------------------------------------------------===//

#include "tessera/Dialect/CudaTile/IR/ElementTypes.h"
#include "tessera/Dialect/CudaTile/IR/CudaTileDialect.h"
#include "tessera/Dialect/CudaTile/IR/CudaTileTypes.h"

#include "mlir/IR/BuiltinTypes.h"

using namespace mlir;

namespace tessera::cuda_tile {

static bool isSignlessWidth(Type type, unsigned width) {
  auto integer = dyn_cast<IntegerType>(type);
  return integer && integer.isSignless() && integer.getWidth() == width;
}

bool isI1Element(Type type) { return isSignlessWidth(type, 1); }
bool isI4Element(Type type) { return isSignlessWidth(type, 4); }
bool isI8Element(Type type) { return isSignlessWidth(type, 8); }
bool isI32Element(Type type) { return isSignlessWidth(type, 32); }
bool isI64Element(Type type) { return isSignlessWidth(type, 64); }

bool isIntElement(Type type) {
  auto integer = dyn_cast<IntegerType>(type);
  if (!integer || !integer.isSignless())
    return false;
  unsigned width = integer.getWidth();
  return width == 1 || width == 8 || width == 16 || width == 32 || width == 64;
}

bool isIntOrI4Element(Type type) {
  return isIntElement(type) || isI4Element(type);
}

bool isBaseFloatElement(Type type) {
  return isa<Float16Type, BFloat16Type, Float32Type, Float64Type>(type);
}

bool isF4Element(Type type) { return isa<Float4E2M1FNType>(type); }

bool isFloatElement(Type type) {
  return isBaseFloatElement(type) ||
         isa<FloatTF32Type, Float8E4M3FNType, Float8E5M2Type, Float8E8M0FNUType,
             Float4E2M1FNType, F8E5M3FNUType>(type);
}

bool isNumberElement(Type type) {
  return isIntElement(type) || isFloatElement(type);
}

bool isNumberOrI4Element(Type type) {
  return isNumberElement(type) || isI4Element(type);
}

bool isPointerElement(Type type) { return isa<PointerType>(type); }

bool isTileElement(Type type) {
  return isNumberOrI4Element(type) || isPointerElement(type);
}

bool isCudaTileValueType(Type type) {
  return isNumberElement(type) || isa<CudaTileDialect>(type.getDialect());
}

bool isViewType(Type type) {
  return isa<TensorViewType, TileViewInterface>(type);
}

unsigned getElementBitWidth(Type type) {
  if (isa<FloatTF32Type>(type))
    return 19;
  if (isa<F8E5M3FNUType>(type))
    return 8;
  if (isa<PointerType>(type))
    return 64;
  return type.getIntOrFloatBitWidth();
}

unsigned getElementStorageBits(Type type) {
  return isa<FloatTF32Type>(type) ? 32 : getElementBitWidth(type);
}

unsigned getElementByteSize(Type type) {
  return (getElementStorageBits(type) + 7) / 8;
}

} // namespace tessera::cuda_tile
