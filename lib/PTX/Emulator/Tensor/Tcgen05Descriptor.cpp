//===- PTX/Emulator/Tensor/Tcgen05Descriptor.cpp - the instruction descriptor -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Decodes it and checks it against the kind and the shapes that exist.
//
//===----------------------------------------------------------------------===//

#include "Tcgen05Descriptor.h"

#include "llvm/ADT/Twine.h"

using namespace llvm;
using namespace tessera::ptx::emu;

/// The type with number `code` of a kind.
static std::optional<MatrixType> typeOf(TensorKind kind, unsigned code) {
  auto pick = [&](std::initializer_list<std::pair<unsigned, MatrixType>> list)
      -> std::optional<MatrixType> {
    for (auto [number, type] : list)
      if (number == code)
        return type;
    return std::nullopt;
  };
  switch (kind) {
  case TensorKind::F16:
    return pick({{0, MatrixType::F16}, {1, MatrixType::BF16}});
  case TensorKind::TF32:
    return pick({{2, MatrixType::TF32}});
  case TensorKind::F8F6F4:
  case TensorKind::MXF8F6F4:
    return pick({{0, MatrixType::E4M3},
                 {1, MatrixType::E5M2},
                 {3, MatrixType::E2M3},
                 {4, MatrixType::E3M2},
                 {5, MatrixType::E2M1}});
  case TensorKind::I8:
    return pick({{0, MatrixType::U8}, {1, MatrixType::S8}});
  case TensorKind::MXF4:
  case TensorKind::MXF4NVF4:
    return pick({{1, MatrixType::E2M1}});
  }
  return std::nullopt;
}

InstructionDescriptor
InstructionDescriptor::decode(TensorKind kind, uint32_t bits, unsigned group,
                              bool isWeightStationary, bool isSparse) {
  InstructionDescriptor result;
  auto wrong = [&](const Twine &text) {
    if (result.problem.empty())
      result.problem = ("instruction descriptor: " + text).str();
  };
  bool scaled = isScaled(kind);
  bool isFour = kind == TensorKind::MXF4 || kind == TensorKind::MXF4NVF4;
  std::optional<MatrixType> a = typeOf(kind, bits >> 7 & 7);
  std::optional<MatrixType> b = typeOf(kind, bits >> 10 & (isFour ? 3 : 7));
  if (!a || !b)
    wrong("a type this kind does not have");
  result.a = a.value_or(MatrixType::F16);
  result.b = b.value_or(MatrixType::F16);
  result.negateA = bits >> 13 & 1;
  result.negateB = bits >> 14 & 1;
  result.mnMajorA = bits >> 15 & 1;
  result.mnMajorB = bits >> 16 & 1;
  result.n = (bits >> 17 & 63) << 3;
  if ((bits >> 2 & 1) != unsigned(isSparse))
    wrong(isSparse ? "the sparse bit is not set and the instruction is sparse"
                   : "the sparse bit is set and the instruction is not sparse");
  if (scaled) {
    result.d = MatrixType::F32;
    result.m = (bits >> 27 & 3) << 7;
    result.scaleIdB = bits >> 4 & 3;
    result.scaleIdA = bits >> 29 & 3;
    result.scaleType = bits >> 23 & 1 ? MatrixType::UE8M0 : MatrixType::UE4M3;
    if (bits & 0x0700004B)
      wrong("bits that must be zero are set");
    if (bits >> 31)
      wrong("a depth of 96, which is not emulated");
    if (isFour && (result.mnMajorA || result.mnMajorB))
      wrong("4-bit elements must be K-major");
    if (kind != TensorKind::MXF4NVF4 && result.scaleType != MatrixType::UE8M0)
      wrong("scales of this kind are ue8m0");
  } else {
    static constexpr MatrixType types[] = {MatrixType::F16, MatrixType::F32,
                                           MatrixType::S32, MatrixType::S32};
    unsigned code = bits >> 4 & 3;
    result.d = types[code];
    result.m = (bits >> 24 & 31) << 4;
    result.saturate = bits >> 3 & 1;
    result.selector = bits & 3;
    result.maxShift = bits >> 30 ? 4u << (bits >> 30) : 0;
    if (result.selector != 0 &&
        (!isSparse || kind == TensorKind::F8F6F4 || kind == TensorKind::I8))
      wrong("a sparsity selector other than 0");
    bool isInteger = kind == TensorKind::I8;
    if (code == 3 || (code == 2) != isInteger ||
        (code == 0 && kind == TensorKind::TF32))
      wrong("a type of D this kind does not have");
    if (bits & 0x20800040)
      wrong("bits that must be zero are set");
    if (result.saturate && !isInteger)
      wrong("saturation of floats");
    if (isInteger && (result.negateA || result.negateB))
      wrong("negation of integers");
  }
  unsigned m = result.m, n = result.n;
  bool isM = isWeightStationary ? m == 32 || m == 64 || m == 128
             : group == 2       ? m == 128 || m == 256
             : scaled           ? m == 128
                                : m == 64 || m == 128;
  if (!isM)
    wrong("m of " + Twine(m));
  unsigned step = group == 2 || m == 128 ? 16 : 8;
  bool isN = isWeightStationary ? n == 64 || n == 128 || n == 256
                                : n >= step && n <= 256 && n % step == 0;
  if (!isN)
    wrong("n of " + Twine(n) + " for m of " + Twine(m));
  if ((isSubByteFloat(result.a) && result.mnMajorA) ||
      (isSubByteFloat(result.b) && result.mnMajorB))
    wrong("4- and 6-bit elements must be K-major");
  return result;
}
