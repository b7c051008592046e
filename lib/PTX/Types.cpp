//===- PTX/Types.cpp - fundamental types and state spaces ---------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The tables of fundamental types and state spaces behind Types.h.
//
//===----------------------------------------------------------------------===//

#include "tessera/PTX/Types.h"

#include "llvm/ADT/StringSwitch.h"

using namespace llvm;
using namespace tessera::ptx;

namespace {
struct TypeRow {
  StringLiteral name;
  TypeClass typeClass;
  unsigned bits;
};
} // namespace

static constexpr TypeRow types[] = {
#define TESSERA_PTX_TYPE(name, typeClass, bits)                                \
  {#name, TypeClass::typeClass, bits},
    TESSERA_PTX_TYPES(TESSERA_PTX_TYPE)
#undef TESSERA_PTX_TYPE
};

StringRef tessera::ptx::typeName(Type type) { return types[int(type)].name; }
TypeClass tessera::ptx::typeClass(Type type) {
  return types[int(type)].typeClass;
}
unsigned tessera::ptx::typeBits(Type type) { return types[int(type)].bits; }

std::optional<Type> tessera::ptx::findType(StringRef name) {
  for (size_t i = 0; i < std::size(types); ++i)
    if (name == types[i].name)
      return Type(i);
  return std::nullopt;
}

bool tessera::ptx::registerFits(Type declared, Type expected, bool mayBeWider) {
  TypeClass have = typeClass(declared), want = typeClass(expected);
  if (have == TypeClass::Pred || want == TypeClass::Pred)
    return have == want;
  unsigned haveBits = typeBits(declared), wantBits = typeBits(expected);
  // Sub-byte and byte-packed values lie in registers of 16 bits or more.
  if (want == TypeClass::Packed && wantBits < 16)
    wantBits = 16;
  bool isInteger = have == TypeClass::Unsigned || have == TypeClass::Signed;
  bool widthFits = haveBits == wantBits || (mayBeWider && haveBits > wantBits);
  if (!widthFits)
    return false;
  switch (want) {
  case TypeClass::Bits:
    // A wider floating-point register does not take fewer bits.
    return have == TypeClass::Bits || isInteger || haveBits == wantBits;
  case TypeClass::Unsigned:
  case TypeClass::Signed:
    return have == TypeClass::Bits || isInteger;
  case TypeClass::Float:
    return have == TypeClass::Bits ||
           (have == TypeClass::Float && haveBits == wantBits);
  case TypeClass::Packed:
    return have == TypeClass::Bits || declared == expected ||
           (isInteger && haveBits == wantBits);
  case TypeClass::Pred:
  case TypeClass::Opaque:
    return declared == expected;
  }
  return false;
}

StringRef tessera::ptx::spaceName(Space space) {
  constexpr const char *names[] = {"generic", "reg",   "const", "global",
                                   "local",   "param", "shared"};
  return names[int(space)];
}

std::optional<Space> tessera::ptx::findSpace(StringRef name) {
  // The part after "::" names a sub-window of the space.
  return StringSwitch<std::optional<Space>>(name.split("::").first)
      .Case("reg", Space::Reg)
      .Case("const", Space::Const)
      .Case("global", Space::Global)
      .Case("local", Space::Local)
      .Case("param", Space::Param)
      .Case("shared", Space::Shared)
      .Default(std::nullopt);
}
