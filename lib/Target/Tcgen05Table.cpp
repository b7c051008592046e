//===- Target/Tcgen05Table.cpp - the shapes of tcgen05.mma -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The rows and the fields of the descriptor are those of gpu-facts.md 8.4, 8.5.
//
//===----------------------------------------------------------------------===//

#include "tessera/Target/Tcgen05Table.h"

#include "llvm/ADT/STLExtras.h"

namespace tessera::gpu {

using Factor = MmaFactor;
using Sum = MmaSum;

static constexpr const char *all = "100f 110f";

static constexpr Tcgen05Row rows[] = {
    {"f16", Factor::F16, Sum::F32, 16, 0, true, all},
    {"f16", Factor::F16, Sum::F16, 16, 0, true, all},
    {"f16", Factor::BF16, Sum::F32, 16, 1, true, all},
    {"tf32", Factor::TF32, Sum::F32, 8, 2, false, all},
    {"f8f6f4", Factor::E4M3, Sum::F32, 32, 0, true, all},
    {"f8f6f4", Factor::E4M3, Sum::F16, 32, 0, true, all},
    {"f8f6f4", Factor::E5M2, Sum::F32, 32, 1, true, all},
    {"f8f6f4", Factor::E5M2, Sum::F16, 32, 1, true, all},
    {"i8", Factor::I8, Sum::I32, 32, 0, true, "100a 110a"},
};

llvm::ArrayRef<Tcgen05Row> tcgen05Table() { return rows; }

const Tcgen05Row *findTcgen05(Factor factor, Sum sum) {
  const Tcgen05Row *found = llvm::find_if(rows, [&](const Tcgen05Row &row) {
    return row.factor == factor && row.sum == sum;
  });
  return found == std::end(rows) ? nullptr : found;
}

bool isTcgen05Shape(Factor factor, unsigned m, unsigned n) {
  if (n < 8 || n > 256 || n % 8 != 0)
    return false;
  if (tcgen05Blocks(m) == 2)
    return n % 32 == 0;
  if (m == 128)
    return n % 16 == 0;
  return m == 64 && (factor != Factor::I8 || n == 8 || n == 24 || n % 16 == 0);
}

/// What the descriptor calls the types of sums.
static uint32_t codeOf(Sum sum) {
  switch (sum) {
  case Sum::F16:
    return 0;
  case Sum::I32:
    return 2;
  default:
    return 1;
  }
}

uint32_t tcgen05Instruction(const Tcgen05Row &row, const Tcgen05Form &form) {
  auto code = [&](bool isSigned) {
    return row.code + (row.factor == Factor::I8 && isSigned);
  };
  return codeOf(row.sum) << 4 | code(form.signedLhs) << 7 |
         code(form.signedRhs) << 10 | uint32_t(form.lhsAcross) << 15 |
         uint32_t(form.rhsAcross) << 16 | form.n / 8 << 17 | form.m / 16 << 24;
}

bool isBlockScaleShape(unsigned m, unsigned n) {
  return m == 128 && isTcgen05Shape(Factor::F16, m, n);
}

uint32_t tcgen05Instruction(const BlockScaleRow &row, const Tcgen05Form &form,
                            unsigned scaleByte) {
  return scaleByte << 4 | row.code << 7 | row.code << 10 |
         uint32_t(form.lhsAcross) << 15 | uint32_t(form.rhsAcross) << 16 |
         form.n / 8 << 17 | uint32_t(row.scale == MmaScale::UE8M0) << 23 |
         form.m / 128 << 27 | scaleByte << 29;
}

} // namespace tessera::gpu
