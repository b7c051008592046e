//===- TileAAToTileAS/MmaTable.cpp - the instructions of mma.sync -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One row per shape and pair of types (gpu-facts.md 1.7); of the rows that fit
// a product the first is taken, so deeper ones come first.
//
//===----------------------------------------------------------------------===//

#include "tessera/Conversion/TileAAToTileAS/LayoutChoice.h"

using namespace mlir;

namespace tessera::gpu {

namespace {
enum class Operand : uint8_t { F16, BF16, TF32, F64, I8, E4M3, E5M2 };
enum class Sum : uint8_t { F16, F32, F64, I32 };

struct Row {
  Operand operand;
  Sum sum;
  unsigned m, n, k;
  /// What the intrinsic is called behind its shape; integers: by signedness.
  const char *suffix;
  std::optional<GpuCapability> needs;
};

constexpr auto everywhere = std::nullopt;
constexpr auto wide = GpuCapability::F64MmaWide;
constexpr auto fp8 = GpuCapability::Fp8MmaSync;

constexpr Row rows[] = {
    {Operand::F16, Sum::F32, 16, 8, 16, "f32.f32", everywhere},
    {Operand::F16, Sum::F32, 16, 8, 8, "f32.f32", everywhere},
    {Operand::F16, Sum::F16, 16, 8, 16, "f16.f16", everywhere},
    {Operand::F16, Sum::F16, 16, 8, 8, "f16.f16", everywhere},
    {Operand::BF16, Sum::F32, 16, 8, 16, "bf16", everywhere},
    {Operand::BF16, Sum::F32, 16, 8, 8, "bf16", everywhere},
    {Operand::TF32, Sum::F32, 16, 8, 8, "tf32", everywhere},
    {Operand::TF32, Sum::F32, 16, 8, 4, "tf32", everywhere},
    {Operand::F64, Sum::F64, 16, 8, 16, "f64", wide},
    {Operand::F64, Sum::F64, 16, 8, 8, "f64", wide},
    {Operand::F64, Sum::F64, 16, 8, 4, "f64", wide},
    {Operand::F64, Sum::F64, 8, 8, 4, "f64", everywhere},
    {Operand::I8, Sum::I32, 16, 8, 32, "", everywhere},
    {Operand::I8, Sum::I32, 16, 8, 16, "", everywhere},
    {Operand::E4M3, Sum::F32, 16, 8, 32, "f32.e4m3.e4m3.f32", fp8},
    {Operand::E4M3, Sum::F32, 16, 8, 16, "f32.e4m3.e4m3.f32", fp8},
    {Operand::E4M3, Sum::F16, 16, 8, 32, "f16.e4m3.e4m3.f16", fp8},
    {Operand::E4M3, Sum::F16, 16, 8, 16, "f16.e4m3.e4m3.f16", fp8},
    {Operand::E5M2, Sum::F32, 16, 8, 32, "f32.e5m2.e5m2.f32", fp8},
    {Operand::E5M2, Sum::F32, 16, 8, 16, "f32.e5m2.e5m2.f32", fp8},
    {Operand::E5M2, Sum::F16, 16, 8, 32, "f16.e5m2.e5m2.f16", fp8},
    {Operand::E5M2, Sum::F16, 16, 8, 16, "f16.e5m2.e5m2.f16", fp8},
};
} // namespace

static std::optional<Operand> operandOf(Type type) {
  if (type.isF16())
    return Operand::F16;
  if (type.isBF16())
    return Operand::BF16;
  if (isa<FloatTF32Type>(type))
    return Operand::TF32;
  if (type.isF64())
    return Operand::F64;
  if (type.isInteger(8))
    return Operand::I8;
  if (isa<Float8E4M3FNType>(type))
    return Operand::E4M3;
  if (isa<Float8E5M2Type>(type))
    return Operand::E5M2;
  return std::nullopt;
}

static std::optional<Sum> sumOf(Type type) {
  if (type.isF16())
    return Sum::F16;
  if (type.isF32())
    return Sum::F32;
  if (type.isF64())
    return Sum::F64;
  if (type.isInteger(32))
    return Sum::I32;
  return std::nullopt;
}

static unsigned bitsOf(Operand operand) {
  switch (operand) {
  case Operand::F16:
  case Operand::BF16:
    return 16;
  case Operand::TF32:
    return 32;
  case Operand::F64:
    return 64;
  case Operand::I8:
  case Operand::E4M3:
  case Operand::E5M2:
    return 8;
  }
  llvm_unreachable("unknown operand");
}

std::optional<MmaInstruction> findMma(Type lhs, Type acc,
                                      ArrayRef<int64_t> accShape, int64_t depth,
                                      bool lhsSigned, bool rhsSigned,
                                      const GpuTarget &target) {
  std::optional<Operand> operand = operandOf(lhs);
  std::optional<Sum> sum = sumOf(acc);
  if (!operand || !sum)
    return std::nullopt;
  int64_t m = accShape[accShape.size() - 2], n = accShape.back();
  for (const Row &row : rows) {
    if (row.operand != *operand || row.sum != *sum || m < row.m || n < row.n ||
        depth < row.k || (row.needs && !target.has(*row.needs)))
      continue;
    std::string suffix = row.suffix;
    if (suffix.empty()) {
      suffix = lhsSigned ? "s8" : "u8";
      if (lhsSigned != rhsSigned)
        suffix += rhsSigned ? ".s8" : ".u8";
    }
    unsigned bits = bitsOf(*operand);
    std::string name =
        ("llvm.nvvm.mma.m" + llvm::Twine(row.m) + "n" + llvm::Twine(row.n) +
         "k" + llvm::Twine(row.k) + ".row.col." + suffix)
            .str();
    return MmaInstruction{row.m, row.n, row.k, bits, std::max(32 / bits, 1u),
                          name};
  }
  return std::nullopt;
}

} // namespace tessera::gpu
