//===- Bytecode/Wire.h - constants of the container format -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Section ids, attribute tags and debug tags of bytecode.md sections 3, 10.3
// and 12.3, and the limits of section 18.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_BYTECODE_WIRE_H
#define TESSERA_LIB_BYTECODE_WIRE_H

#include "llvm/ADT/StringRef.h"

#include <cstdint>

namespace tessera::bytecode {

enum class SectionId : uint8_t {
  End = 0,
  String = 1,
  Func = 2,
  Debug = 3,
  Constant = 4,
  Type = 5,
  Global = 6,
  Producer = 7,
};
inline constexpr unsigned kNumSections = 8;
inline constexpr uint8_t kAlignedFlag = 0x80;

/// Alignment a section's payload must have; 1 = none needed.
inline uint64_t getRequiredAlignment(SectionId id) {
  switch (id) {
  case SectionId::String:
  case SectionId::Type:
    return 4;
  case SectionId::Func:
  case SectionId::Debug:
  case SectionId::Constant:
    return 8;
  case SectionId::End:
  case SectionId::Global:
  case SectionId::Producer:
    return 1;
  }
  return 1;
}

inline llvm::StringRef getSectionName(SectionId id) {
  static constexpr llvm::StringLiteral names[kNumSections] = {
      "end",      "string", "function", "debug",
      "constant", "type",   "global",   "producer"};
  return names[static_cast<unsigned>(id)];
}

enum class AttrTag : uint64_t {
  Integer = 1,
  Float = 2,
  Bool = 3,
  Type = 4,
  String = 5,
  Array = 6,
  DenseElements = 7,
  DivBy = 8,
  SameElements = 9,
  Dictionary = 10,
  OptimizationHints = 11,
  Bounded = 12,
};

enum class DebugTag : uint64_t {
  Unknown = 0,
  CompileUnit = 1,
  File = 2,
  LexicalBlock = 3,
  Location = 4,
  Subprogram = 5,
  CallSite = 6,
};

namespace function_flags {
inline constexpr uint8_t kPrivate = 1, kEntry = 2, kHints = 4;
}

inline constexpr uint8_t kFiller = 0xCB;
inline constexpr unsigned kMaxTypeDepth = 8;
inline constexpr unsigned kMaxAttrDepth = 16;
/// Blocks nest at most this deep: MLIR's own walks over the result recurse.
/// Text is read to about the same depth, so what disassembles can be assembled.
inline constexpr unsigned kMaxRegionDepth = 390;
/// Call sites chain at most this deep, for the same reason.
inline constexpr unsigned kMaxDebugDepth = 1000;
/// Constant data used at several types is copied for each: at most this many
/// times the size of the file in all.
inline constexpr uint64_t kMaxConstantGrowth = 16;
inline constexpr uint64_t kMaxCount = 0xFFFFFFFE;

} // namespace tessera::bytecode

#endif // TESSERA_LIB_BYTECODE_WIRE_H
