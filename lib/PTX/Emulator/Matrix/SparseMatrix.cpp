//===- PTX/Emulator/Matrix/SparseMatrix.cpp - A with half of it left out -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Decodes the metadata of sparse operands and multiplies what is kept.
//
//===----------------------------------------------------------------------===//

#include "SparseMatrix.h"

using namespace llvm;
using namespace tessera::ptx::emu;

SparseRule SparseRule::of(MatrixType type, bool isPaired, SparseOrder order) {
  if (type == MatrixType::TF32)
    return {2, order};
  return {isPaired ? 8u : 4u, order};
}

/// 1:2 is written as if halves of 16 bits were kept: 0 and 1, or 2 and 3.
static bool isMeaningful(const SparseRule &rule, unsigned bits) {
  unsigned low = bits & 3, high = bits >> 2 & 3;
  if (rule.chunk == 2)
    return bits == 0x4 || bits == 0xE;
  switch (rule.order) {
  case SparseOrder::Any:
    return low != high;
  case SparseOrder::Ascending:
    return low < high;
  case SparseOrder::Tensor:
    return low < high || bits == 0x6;
  }
  llvm_unreachable("unknown order");
}

std::optional<unsigned> tessera::ptx::emu::placeKept(
    const SparseRule &rule, unsigned rows, unsigned k,
    function_ref<unsigned(unsigned, unsigned)> metadata,
    std::vector<uint16_t> &kept) {
  std::optional<unsigned> wrong;
  kept.clear();
  kept.reserve(size_t(rows) * k / 2);
  for (unsigned row = 0; row < rows; ++row)
    for (unsigned chunk = 0; chunk < rule.chunks(k); ++chunk) {
      unsigned bits = metadata(row, chunk) & 15, first = chunk * rule.chunk;
      if (!isMeaningful(rule, bits)) {
        wrong = wrong.value_or(bits);
        bits = 0x4;
      }
      unsigned low = bits & 3, high = bits >> 2;
      if (rule.chunk == 2) {
        kept.push_back(uint16_t(first + low / 2));
        continue;
      }
      unsigned unit = rule.chunk / 4;
      for (unsigned index : {low, high})
        for (unsigned i = 0; i < unit; ++i)
          kept.push_back(uint16_t(first + index * unit + i));
    }
  return wrong;
}

/// Chunks that one lane speaks of in one row.
static unsigned chunksOfLane(unsigned elementBits) {
  return elementBits >= 16 ? 4 : 8;
}

unsigned tessera::ptx::emu::largestSelector(const SparseRule &rule, unsigned k,
                                            unsigned elementBits) {
  unsigned units = rule.chunks(k) / chunksOfLane(elementBits);
  unsigned lanes = units * (elementBits >= 16 ? 1 : 2);
  return 4 / lanes - 1;
}

unsigned tessera::ptx::emu::warpMetadata(const uint64_t *lanes,
                                         const SparseRule &rule, unsigned k,
                                         unsigned elementBits,
                                         unsigned selector, unsigned row,
                                         unsigned chunk) {
  unsigned per = chunksOfLane(elementBits), unit = chunk / per;
  unsigned units = rule.chunks(k) / per, group = row % 8 * 4;
  if (elementBits >= 16)
    return unsigned(lanes[group + selector * units + unit] >>
                        (row / 8 * 16 + chunk % per * 4) &
                    15);
  return unsigned(lanes[group + selector * units * 2 + unit * 2 + row / 8] >>
                      (chunk % per * 4) &
                  15);
}

void tessera::ptx::emu::multiplyAddKept(const double *a, const uint16_t *kept,
                                        const double *b, double *acc,
                                        unsigned m, unsigned n,
                                        unsigned count) {
  for (unsigned i = 0; i < m; ++i) {
    double *to = acc + size_t(i) * n;
    for (unsigned t = 0; t < count; ++t) {
      double left = a[size_t(i) * count + t];
      const double *right = b + size_t(kept[size_t(i) * count + t]) * n;
      for (unsigned j = 0; j < n; ++j)
        to[j] += left * right[j];
    }
  }
}

Fragment tessera::ptx::emu::sparseFragmentB(unsigned k, unsigned bits) {
  Fragment fragment;
  fragment.bits = bits;
  unsigned per = 32 / bits;
  fragment.count = k / 4;
  fragment.index.resize(size_t(fragment.count) * laneCount);
  for (unsigned lane = 0; lane < laneCount; ++lane)
    for (unsigned element = 0; element < fragment.count; ++element) {
      unsigned word = element / per * 4 + lane % 4;
      fragment.index[lane * fragment.count + element] =
          uint16_t((word * per + element % per) * 8 + lane / 4);
    }
  return fragment;
}
