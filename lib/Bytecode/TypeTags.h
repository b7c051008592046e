//===- Bytecode/TypeTags.h - tags of the type section -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tag values of bytecode.md 5.1 with the version that introduced each, and the
// scalar types they stand for.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_BYTECODE_TYPETAGS_H
#define TESSERA_LIB_BYTECODE_TYPETAGS_H

#include "tessera/Bytecode/Version.h"

#include "mlir/IR/Types.h"

namespace tessera::bytecode {

enum class TypeTag : uint64_t {
  I1 = 0,
  I8 = 1,
  I16 = 2,
  I32 = 3,
  I64 = 4,
  F16 = 5,
  BF16 = 6,
  F32 = 7,
  TF32 = 8,
  F64 = 9,
  F8E4M3FN = 10,
  F8E5M2 = 11,
  Pointer = 12,
  Tile = 13,
  TensorView = 14,
  PartitionView = 15,
  Function = 16,
  Token = 17,
  F8E8M0FNU = 18,
  F4E2M1FN = 19,
  GatherScatterView = 20,
  StridedView = 21,
  I4 = 22,
  F8E5M3FNU = 130,
};

/// The version that introduced a tag; nothing for unknown tags.
std::optional<Version> getVersionOf(uint64_t tag);
/// The type of a tag without fields; null for composite tags.
mlir::Type getFieldlessType(TypeTag tag, mlir::MLIRContext *context);
/// The tag of a type without fields; nothing for composite and foreign types.
std::optional<TypeTag> getFieldlessTag(mlir::Type type);

} // namespace tessera::bytecode

#endif // TESSERA_LIB_BYTECODE_TYPETAGS_H
