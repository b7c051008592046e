//===- Layout/BankConflicts.cpp - shared-memory accesses --------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Computes bank conflicts as ranks of matrices. The header says why that is
// right.
//
//===----------------------------------------------------------------------===//

#include "tessera/Layout/BankConflicts.h"
#include "Gf2.h"
#include "tessera/Support/Error.h"

#include "llvm/Support/MathExtras.h"

using namespace llvm;
using namespace tessera;
using namespace tessera::layout;

Expected<LinearLayout> layout::accessOffsets(const LinearLayout &registers,
                                             const LinearLayout &shared) {
  if (registers.out() != shared.out())
    return makeError("expected layouts of the same tile, got " +
                     registers.out().str() + " and " + shared.out().str());
  for (const Axis &axis : shared.in().axes())
    if (axis.dim != Dim::Offset)
      return makeError("expected a shared-memory layout of offset alone, got " +
                       dimName(axis.dim));
  Gf2Span stored(shared.columns());
  SmallVector<uint64_t> columns;
  for (uint64_t element : registers.columns()) {
    std::optional<uint64_t> offset = stored.solve(element);
    if (!offset)
      return makeError("expected a shared-memory layout that stores every "
                       "element of the registers");
    columns.push_back(*offset);
  }
  return LinearLayout::create(registers.in(), shared.in(), columns);
}

static Error checkElementBits(unsigned elementBits) {
  if (isPowerOf2_32(elementBits) && elementBits >= 4 && elementBits <= 128)
    return Error::success();
  return makeError(
      "expected a power of two from 4 to 128 as element bits, got " +
      Twine(elementBits));
}

static Gf2Span registerSpan(const LinearLayout &offsets) {
  return Gf2Span(
      offsets.columns().take_front(offsets.in().bits(Dim::Register)));
}

/// The number of low offset bits that the registers of one thread cover.
static unsigned coveredBits(const Gf2Span &registers) {
  unsigned bits = 0;
  while (bits != maxSpaceBits && registers.contains(uint64_t(1) << bits))
    ++bits;
  return bits;
}

Expected<unsigned> layout::widestVector(const LinearLayout &registers,
                                        const LinearLayout &shared,
                                        unsigned elementBits) {
  if (Error error = checkElementBits(elementBits))
    return std::move(error);
  Expected<LinearLayout> offsets = accessOffsets(registers, shared);
  if (!offsets)
    return offsets.takeError();
  uint64_t bits = uint64_t(elementBits)
                  << std::min(coveredBits(registerSpan(*offsets)), 8u);
  if (bits < 8)
    return makeError("expected threads that hold whole bytes, got runs of " +
                     Twine(bits) + " bits");
  return static_cast<unsigned>(std::min<uint64_t>(bits / 8, 16));
}

Expected<AccessCost> layout::countBankConflicts(const LinearLayout &registers,
                                                const LinearLayout &shared,
                                                unsigned elementBits,
                                                unsigned vectorBytes) {
  if (Error error = checkElementBits(elementBits))
    return std::move(error);
  if (!isPowerOf2_32(vectorBytes) || vectorBytes > 16)
    return makeError("expected 1, 2, 4, 8 or 16 bytes per access, got " +
                     Twine(vectorBytes));
  if (vectorBytes * 8 < elementBits)
    return makeError("expected an access of whole elements of " +
                     Twine(elementBits) + " bits, got " + Twine(vectorBytes) +
                     " bytes");
  Expected<LinearLayout> offsets = accessOffsets(registers, shared);
  if (!offsets)
    return offsets.takeError();
  Gf2Span held = registerSpan(*offsets);
  unsigned vectorBits = Log2_32(vectorBytes * 8 / elementBits);
  if (coveredBits(held) < vectorBits)
    return makeError("expected threads that hold aligned runs of " +
                     Twine(vectorBytes) + " bytes");

  // Word address = byte address / 4; byte address bit = offset bit + scale.
  int toWord = 2 - (int(Log2_32(elementBits)) - 3);
  auto wordOf = [&](uint64_t offset) {
    return toWord >= 0 ? offset >> toWord : offset << -toWord;
  };
  unsigned phaseLaneBits = vectorBytes == 16 ? 3 : vectorBytes == 8 ? 4 : 5;
  unsigned laneBits = offsets->in().bits(Dim::Lane);
  Gf2Span words, banks;
  auto add = [&](uint64_t word) {
    words.insert(word);
    banks.insert(word & 31);
  };
  for (unsigned bit = 0; bit != std::min(laneBits, phaseLaneBits); ++bit) {
    // A lane starts at an aligned vector; where in it does not matter.
    uint64_t offset = offsets->column(Dim::Lane, bit);
    add(wordOf(offset >> vectorBits << vectorBits));
  }
  for (unsigned bytes = 4; bytes < vectorBytes; bytes *= 2)
    add(bytes / 4);

  AccessCost cost;
  cost.vectorBytes = vectorBytes;
  cost.instructions = uint64_t(1) << (held.rank() - vectorBits);
  cost.phases = 1u << (laneBits > phaseLaneBits ? laneBits - phaseLaneBits : 0);
  cost.wavefrontsPerPhase = uint64_t(1) << (words.rank() - banks.rank());
  return cost;
}
