//===- Conversion/Elements/ElementTypes.cpp - tile elements in registers and memory -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The table behind ElementTypes.h. Scratch containers are those of the runtime
// services (CpuRuntimeABI.def), so that a tile in scratch can be passed to
// them.
//
//===----------------------------------------------------------------------===//

#include "tessera/Conversion/Elements/ElementTypes.h"

#include "tessera/Dialect/CudaTile/IR/CudaTile.h"
#include "tessera/Dialect/TileAA/IR/TileAA.h"

#include "mlir/Dialect/LLVMIR/LLVMTypes.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/ErrorHandling.h"

using namespace mlir;
using tessera::numerics::ElementKind;

namespace tessera::cpu {

ElementKind elementKindOf(Type element) {
  if (auto integer = dyn_cast<IntegerType>(element))
    if (auto kind = numerics::integerKind(integer.getWidth()))
      return *kind;
  return llvm::TypeSwitch<Type, ElementKind>(element)
      .Case<Float16Type>([](auto) { return ElementKind::F16; })
      .Case<BFloat16Type>([](auto) { return ElementKind::BF16; })
      .Case<Float32Type>([](auto) { return ElementKind::F32; })
      .Case<FloatTF32Type>([](auto) { return ElementKind::TF32; })
      .Case<Float64Type>([](auto) { return ElementKind::F64; })
      .Case<Float8E4M3FNType>([](auto) { return ElementKind::F8E4M3FN; })
      .Case<Float8E5M2Type>([](auto) { return ElementKind::F8E5M2; })
      .Case<Float8E8M0FNUType>([](auto) { return ElementKind::F8E8M0FNU; })
      .Case<Float4E2M1FNType>([](auto) { return ElementKind::F4E2M1FN; })
      .Case<cuda_tile::F8E5M3FNUType>(
          [](auto) { return ElementKind::F8E5M3FNU; })
      .Case<tileaa::PointerType, LLVM::LLVMPointerType>(
          [](auto) { return ElementKind::Ptr; })
      .Default([](Type) -> ElementKind {
        llvm_unreachable("expected a tile element type");
      });
}

Type registerType(Type element) {
  MLIRContext *context = element.getContext();
  switch (elementKindOf(element)) {
  case ElementKind::TF32:
    return Float32Type::get(context);
  case ElementKind::F16:
  case ElementKind::BF16:
    return IntegerType::get(context, 16);
  case ElementKind::F8E4M3FN:
  case ElementKind::F8E5M2:
  case ElementKind::F8E8M0FNU:
  case ElementKind::F4E2M1FN:
  case ElementKind::F8E5M3FNU:
    return IntegerType::get(context, 8);
  case ElementKind::Ptr:
    return LLVM::LLVMPointerType::get(context);
  default:
    return element;
  }
}

bool isHalf(Type element) { return element.isF16() || element.isBF16(); }

bool isByteFloat(Type element) {
  return isa<Float8E4M3FNType, Float8E5M2Type, Float8E8M0FNUType,
             Float4E2M1FNType, cuda_tile::F8E5M3FNUType>(element);
}

Type containerType(Type element) {
  ElementKind kind = elementKindOf(element);
  if (kind == ElementKind::I1 || kind == ElementKind::I4)
    return IntegerType::get(element.getContext(), 8);
  return registerType(element);
}

unsigned containerBytes(Type element) {
  return numerics::containerBytes(elementKindOf(element));
}

unsigned laneBits(Type element) { return containerBytes(element) * 8; }

Type lanesType(Type type, unsigned width) {
  return width == 0 ? type : VectorType::get({width}, type);
}

Type elementOf(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor ? tensor.getElementType() : type;
}

llvm::ArrayRef<int64_t> shapeOf(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor ? tensor.getShape() : llvm::ArrayRef<int64_t>();
}

TypedAttr registerAttr(Attribute value, Type element) {
  Type type = registerType(element);
  if (auto number = dyn_cast<FloatAttr>(value)) {
    if (number.getType() == type)
      return number;
    llvm::APInt bits = number.getValue().bitcastToAPInt();
    ElementKind kind = elementKindOf(element);
    if (kind == ElementKind::TF32)
      // 19 value bits are the upper ones of the f32 pattern.
      return FloatAttr::get(type, llvm::APFloat(llvm::APFloat::IEEEsingle(),
                                                bits.zextOrTrunc(32).shl(13)));
    return IntegerAttr::get(type,
                            bits.zextOrTrunc(type.getIntOrFloatBitWidth()));
  }
  auto number = cast<IntegerAttr>(value);
  if (number.getType() == type)
    return number;
  return IntegerAttr::get(
      type, number.getValue().zextOrTrunc(type.getIntOrFloatBitWidth()));
}

std::string containerImage(DenseElementsAttr elements, Type element) {
  unsigned size = containerBytes(element);
  std::string bytes;
  auto append = [&](APInt value) {
    uint64_t word = value.zextOrTrunc(64).getZExtValue();
    for (unsigned i = 0; i < size; ++i)
      bytes.push_back(static_cast<char>(word >> (8 * i)));
  };
  if (isa<FloatType>(elements.getElementType())) {
    for (const APFloat &number : elements.getValues<APFloat>()) {
      APInt bits = number.bitcastToAPInt().zextOrTrunc(64);
      append(isa<FloatTF32Type>(element) ? bits.shl(13) : bits);
    }
  } else {
    for (const APInt &number : elements.getValues<APInt>())
      append(number);
  }
  return bytes;
}

std::string memoryImage(DenseElementsAttr elements, Type element) {
  std::string containers = containerImage(elements, element);
  if (numerics::memoryBits(elementKindOf(element)) != 4)
    return containers;
  std::string bytes((containers.size() + 1) / 2, '\0');
  for (size_t i = 0; i < containers.size(); ++i)
    bytes[i / 2] |= static_cast<char>((containers[i] & 15) << (4 * (i % 2)));
  return bytes;
}

} // namespace tessera::cpu
