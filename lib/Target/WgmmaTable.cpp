//===- Target/WgmmaTable.cpp - the shapes of wgmma -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The rows are those of gpu-facts.md 3.1.
//
//===----------------------------------------------------------------------===//

#include "tessera/Target/WgmmaTable.h"

#include "llvm/ADT/STLExtras.h"

namespace tessera::gpu {

using Factor = MmaFactor;
using Sum = MmaSum;

static constexpr WgmmaRow rows[] = {
    {Factor::F16, Sum::F32, 16, true},   {Factor::F16, Sum::F16, 16, true},
    {Factor::BF16, Sum::F32, 16, true},  {Factor::TF32, Sum::F32, 8, false},
    {Factor::E4M3, Sum::F32, 32, false}, {Factor::E4M3, Sum::F16, 32, false},
    {Factor::E5M2, Sum::F32, 32, false}, {Factor::E5M2, Sum::F16, 32, false},
    {Factor::I8, Sum::I32, 32, false},
};

llvm::ArrayRef<WgmmaRow> wgmmaTable() { return rows; }

const WgmmaRow *findWgmma(Factor factor, Sum sum) {
  const WgmmaRow *found = llvm::find_if(rows, [&](const WgmmaRow &row) {
    return row.factor == factor && row.sum == sum;
  });
  return found == std::end(rows) ? nullptr : found;
}

bool isWgmmaColumns(Factor factor, unsigned n) {
  if (n < 8 || n > 256 || n % 8 != 0)
    return false;
  return factor != Factor::I8 || n == 8 || n == 24 || n % 16 == 0;
}

} // namespace tessera::gpu
