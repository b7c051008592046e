//===- Layout/LaneTurns.cpp - stores without bank conflicts ---------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tries every pair of a lane bit and a register bit.
//
//===----------------------------------------------------------------------===//

#include "tessera/Layout/LaneTurns.h"
#include "tessera/Layout/BankConflicts.h"

using namespace llvm;
using namespace tessera;
using namespace tessera::layout;

/// Nothing where the layouts do not fit.
static std::optional<uint64_t> wavefronts(const LinearLayout &registers,
                                          const LinearLayout &shared,
                                          unsigned elementBits) {
  Expected<unsigned> width = widestVector(registers, shared, elementBits);
  if (!width) {
    consumeError(width.takeError());
    return std::nullopt;
  }
  Expected<AccessCost> cost =
      countBankConflicts(registers, shared, elementBits, *width);
  if (!cost) {
    consumeError(cost.takeError());
    return std::nullopt;
  }
  return cost->wavefronts();
}

std::optional<LaneTurn> layout::findLaneTurn(const LinearLayout &registers,
                                             const LinearLayout &shared,
                                             unsigned elementBits) {
  std::optional<uint64_t> least = wavefronts(registers, shared, elementBits);
  if (!least)
    return std::nullopt;
  *least /= 2;
  std::optional<LaneTurn> best;
  const Space &in = registers.in();
  for (unsigned bit = 0; bit < in.bits(Dim::Register); ++bit)
    for (unsigned lane = 0; lane < in.bits(Dim::Lane); ++lane) {
      SmallVector<uint64_t> columns;
      for (const Axis &axis : in.axes())
        for (unsigned i = 0; i < axis.bits; ++i) {
          uint64_t column = registers.column(axis.dim, i);
          if (axis.dim == Dim::Lane && i == lane)
            column ^= registers.column(Dim::Register, bit);
          columns.push_back(column);
        }
      LinearLayout turned =
          cantFail(LinearLayout::create(in, registers.out(), columns));
      std::optional<uint64_t> cost = wavefronts(turned, shared, elementBits);
      // The first of equals.
      if (cost && *cost <= *least && (!best || *cost < *least)) {
        least = cost;
        best = LaneTurn{lane, bit, std::move(turned)};
      }
    }
  return best;
}
