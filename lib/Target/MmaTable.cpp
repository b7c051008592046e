//===- Target/MmaTable.cpp - the shapes of mma.sync -------------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The shapes of mma.sync for each pair of element types, as gpu-facts.md 1.7
// lists them.
//
//===----------------------------------------------------------------------===//

#include "tessera/Target/MmaTable.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/ErrorHandling.h"

namespace tessera::gpu {

using Factor = MmaFactor;
using Sum = MmaSum;

static constexpr auto everywhere = std::nullopt;
static constexpr auto wide = GpuCapability::F64MmaWide;
static constexpr auto fp8 = GpuCapability::Fp8MmaSync;

static constexpr MmaRow rows[] = {
    {Factor::F16, Sum::F32, {16, 8, 16}, everywhere},
    {Factor::F16, Sum::F32, {16, 8, 8}, everywhere},
    {Factor::F16, Sum::F16, {16, 8, 16}, everywhere},
    {Factor::F16, Sum::F16, {16, 8, 8}, everywhere},
    {Factor::BF16, Sum::F32, {16, 8, 16}, everywhere},
    {Factor::BF16, Sum::F32, {16, 8, 8}, everywhere},
    {Factor::TF32, Sum::F32, {16, 8, 8}, everywhere},
    {Factor::TF32, Sum::F32, {16, 8, 4}, everywhere},
    {Factor::F64, Sum::F64, {16, 8, 16}, wide},
    {Factor::F64, Sum::F64, {16, 8, 8}, wide},
    {Factor::F64, Sum::F64, {16, 8, 4}, wide},
    {Factor::F64, Sum::F64, {8, 8, 4}, everywhere},
    {Factor::I8, Sum::I32, {16, 8, 32}, everywhere},
    {Factor::I8, Sum::I32, {16, 8, 16}, everywhere},
    {Factor::E4M3, Sum::F32, {16, 8, 32}, fp8},
    {Factor::E4M3, Sum::F32, {16, 8, 16}, fp8},
    {Factor::E4M3, Sum::F16, {16, 8, 32}, fp8},
    {Factor::E4M3, Sum::F16, {16, 8, 16}, fp8},
    {Factor::E5M2, Sum::F32, {16, 8, 32}, fp8},
    {Factor::E5M2, Sum::F32, {16, 8, 16}, fp8},
    {Factor::E5M2, Sum::F16, {16, 8, 32}, fp8},
    {Factor::E5M2, Sum::F16, {16, 8, 16}, fp8},
};

llvm::ArrayRef<MmaRow> mmaTable() { return rows; }

static bool isFor(const MmaRow &row, Factor factor, Sum sum) {
  return row.factor == factor && row.sum == sum;
}

static bool isOn(const MmaRow &row, const GpuTarget &target) {
  return !row.needs || target.has(*row.needs);
}

std::optional<layout::MmaShape> findMma(Factor factor, Sum sum,
                                        const layout::MmaShape &tile,
                                        const GpuTarget &target) {
  for (const MmaRow &row : rows)
    if (isFor(row, factor, sum) && isOn(row, target) && tile.m >= row.shape.m &&
        tile.n >= row.shape.n && tile.k >= row.shape.k)
      return row.shape;
  return std::nullopt;
}

bool hasMma(Factor factor, Sum sum, const GpuTarget &target) {
  return llvm::any_of(rows, [&](const MmaRow &row) {
    return isFor(row, factor, sum) && isOn(row, target);
  });
}

bool isMmaShape(Factor factor, Sum sum, const layout::MmaShape &shape) {
  return llvm::any_of(rows, [&](const MmaRow &row) {
    return isFor(row, factor, sum) && row.shape.m == shape.m &&
           row.shape.n == shape.n && row.shape.k == shape.k;
  });
}

unsigned mmaBits(Factor factor) {
  switch (factor) {
  case Factor::F16:
  case Factor::BF16:
    return 16;
  case Factor::TF32:
    return 32;
  case Factor::F64:
    return 64;
  case Factor::I8:
  case Factor::E4M3:
  case Factor::E5M2:
    return 8;
  case Factor::E2M1:
    return 4;
  }
  llvm_unreachable("unknown factor");
}

} // namespace tessera::gpu
