//===- Bytecode/TypeTags.cpp - tags of the type section -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The table behind TypeTags.h.
//
//===----------------------------------------------------------------------===//

#include "TypeTags.h"

#include "tessera/Dialect/CudaTile/IR/CudaTileTypes.h"

#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::bytecode;

std::optional<Version> bytecode::getVersionOf(uint64_t tag) {
  if (tag <= uint64_t(TypeTag::Token))
    return kVersion13_1;
  if (tag == uint64_t(TypeTag::F8E8M0FNU))
    return kVersion13_2;
  if (tag <= uint64_t(TypeTag::I4))
    return kVersion13_3;
  if (tag == uint64_t(TypeTag::F8E5M3FNU))
    return kVersion13_4;
  return std::nullopt;
}

Type bytecode::getFieldlessType(TypeTag tag, MLIRContext *context) {
  switch (tag) {
  case TypeTag::I1:
    return IntegerType::get(context, 1);
  case TypeTag::I4:
    return IntegerType::get(context, 4);
  case TypeTag::I8:
    return IntegerType::get(context, 8);
  case TypeTag::I16:
    return IntegerType::get(context, 16);
  case TypeTag::I32:
    return IntegerType::get(context, 32);
  case TypeTag::I64:
    return IntegerType::get(context, 64);
  case TypeTag::F16:
    return Float16Type::get(context);
  case TypeTag::BF16:
    return BFloat16Type::get(context);
  case TypeTag::F32:
    return Float32Type::get(context);
  case TypeTag::TF32:
    return FloatTF32Type::get(context);
  case TypeTag::F64:
    return Float64Type::get(context);
  case TypeTag::F8E4M3FN:
    return Float8E4M3FNType::get(context);
  case TypeTag::F8E5M2:
    return Float8E5M2Type::get(context);
  case TypeTag::F8E8M0FNU:
    return Float8E8M0FNUType::get(context);
  case TypeTag::F4E2M1FN:
    return Float4E2M1FNType::get(context);
  case TypeTag::F8E5M3FNU:
    return cuda_tile::F8E5M3FNUType::get(context);
  case TypeTag::Token:
    return cuda_tile::TokenType::get(context);
  case TypeTag::Pointer:
  case TypeTag::Tile:
  case TypeTag::TensorView:
  case TypeTag::PartitionView:
  case TypeTag::GatherScatterView:
  case TypeTag::StridedView:
  case TypeTag::Function:
    return {};
  }
  llvm_unreachable("every tag is listed above");
}

static std::optional<TypeTag> getIntegerTag(IntegerType type) {
  if (!type.isSignless())
    return std::nullopt;
  switch (type.getWidth()) {
  case 1:
    return TypeTag::I1;
  case 4:
    return TypeTag::I4;
  case 8:
    return TypeTag::I8;
  case 16:
    return TypeTag::I16;
  case 32:
    return TypeTag::I32;
  case 64:
    return TypeTag::I64;
  default:
    return std::nullopt;
  }
}

std::optional<TypeTag> bytecode::getFieldlessTag(Type type) {
  using Result = std::optional<TypeTag>;
  return llvm::TypeSwitch<Type, Result>(type)
      .Case([](IntegerType integer) { return getIntegerTag(integer); })
      .Case([](Float16Type) -> Result { return TypeTag::F16; })
      .Case([](BFloat16Type) -> Result { return TypeTag::BF16; })
      .Case([](Float32Type) -> Result { return TypeTag::F32; })
      .Case([](FloatTF32Type) -> Result { return TypeTag::TF32; })
      .Case([](Float64Type) -> Result { return TypeTag::F64; })
      .Case([](Float8E4M3FNType) -> Result { return TypeTag::F8E4M3FN; })
      .Case([](Float8E5M2Type) -> Result { return TypeTag::F8E5M2; })
      .Case([](Float8E8M0FNUType) -> Result { return TypeTag::F8E8M0FNU; })
      .Case([](Float4E2M1FNType) -> Result { return TypeTag::F4E2M1FN; })
      .Case(
          [](cuda_tile::F8E5M3FNUType) -> Result { return TypeTag::F8E5M3FNU; })
      .Case([](cuda_tile::TokenType) -> Result { return TypeTag::Token; })
      .Default([](Type) -> Result { return std::nullopt; });
}
