//===- Target/BlockScaleTable.cpp - products with a scale per block -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The rows are those of gpu-facts.md 1.6 and 8.4. Blocks of 16 with scales of
// ue8m0 are in newer versions of PTX only.
//
//===----------------------------------------------------------------------===//

#include "tessera/Target/BlockScaleTable.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/ErrorHandling.h"

namespace tessera::gpu {

using Factor = MmaFactor;
using Scale = MmaScale;

static constexpr BlockScaleRow rows[] = {
    {"mxf8f6f4", Factor::E4M3, Scale::UE8M0, 32, 32, 0},
    {"mxf8f6f4", Factor::E5M2, Scale::UE8M0, 32, 32, 1},
    {"mxf4", Factor::E2M1, Scale::UE8M0, 32, 64, 1},
    {"mxf4nvf4", Factor::E2M1, Scale::UE4M3, 16, 64, 1},
};

llvm::ArrayRef<BlockScaleRow> blockScaleTable() { return rows; }

const BlockScaleRow *findBlockScale(Factor factor, Scale scale,
                                    unsigned block) {
  const BlockScaleRow *found =
      llvm::find_if(rows, [&](const BlockScaleRow &row) {
        return row.factor == factor && row.scale == scale && row.block == block;
      });
  return found == std::end(rows) ? nullptr : found;
}

llvm::StringRef blockScaleFactorName(Factor factor) {
  switch (factor) {
  case Factor::E4M3:
    return "e4m3";
  case Factor::E5M2:
    return "e5m2";
  case Factor::E2M1:
    return "e2m1";
  default:
    llvm_unreachable("a factor without block scales");
  }
}

llvm::StringRef blockScaleName(Scale scale) {
  return scale == Scale::UE8M0 ? "ue8m0" : "ue4m3";
}

} // namespace tessera::gpu
