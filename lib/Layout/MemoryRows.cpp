//===- Layout/MemoryRows.cpp - what accesses touch of memory ------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An access is the span of its lanes and of the registers of its vector. The
// same span without the low bits of the index along the dimension has one
// element for each piece.
//
//===----------------------------------------------------------------------===//

#include "tessera/Layout/MemoryRows.h"

#include "Gf2.h"
#include "tessera/Layout/Space.h"

#include "llvm/Support/MathExtras.h"

using namespace llvm;
using namespace tessera;
using namespace tessera::layout;

/// The element whose index along `dim` is 1 << bit and otherwise 0.
static uint64_t neighbour(const LinearLayout &registers, unsigned dim,
                          unsigned bit) {
  return registers.out().pack(tileDim(dim), uint64_t(1) << bit);
}

uint64_t layout::neighboursInRegisters(const LinearLayout &registers,
                                       unsigned dim, uint64_t most) {
  const unsigned bits = registers.out().bits(tileDim(dim));
  unsigned held = 0;
  while (held < bits && (uint64_t(2) << held) <= most) {
    bool found = false;
    for (unsigned i = 0; i < registers.in().bits(Dim::Register); ++i)
      found |=
          registers.column(Dim::Register, i) == neighbour(registers, dim, held);
    if (!found)
      break;
    ++held;
  }
  return uint64_t(1) << held;
}

uint64_t layout::countPieces(const LinearLayout &registers, unsigned dim,
                             uint64_t vector, uint64_t pieceElements) {
  const unsigned bits = registers.out().bits(tileDim(dim));
  uint64_t low = 0;
  for (unsigned bit = 0; bit < std::min(bits, Log2_64(pieceElements)); ++bit)
    low |= neighbour(registers, dim, bit);
  Gf2Span elements, pieces;
  auto add = [&](uint64_t element) {
    elements.insert(element);
    pieces.insert(element & ~low);
  };
  for (unsigned bit = 0; bit < registers.in().bits(Dim::Lane); ++bit)
    add(registers.column(Dim::Lane, bit));
  for (unsigned bit = 0; bit < std::min(bits, Log2_64(vector)); ++bit)
    add(neighbour(registers, dim, bit));
  return (uint64_t(1) << registers.out().bits()) >>
         (elements.rank() - pieces.rank());
}
