//===- Layout/SwizzleSearch.cpp - the best swizzle for a pair ---*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Exhaustive over the family that the header describes: at most two orders and
// a few hundred swizzles, each judged by a rank.
//
//===----------------------------------------------------------------------===//

#include "tessera/Layout/BankConflicts.h"
#include "tessera/Support/Error.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;
using namespace tessera;
using namespace tessera::layout;

static Expected<AccessCost> widestCost(const LinearLayout &registers,
                                       const LinearLayout &shared,
                                       unsigned elementBits) {
  Expected<unsigned> width = widestVector(registers, shared, elementBits);
  if (!width)
    return width.takeError();
  return countBankConflicts(registers, shared, elementBits, *width);
}

namespace {
class Search {
public:
  Search(const LinearLayout &writer, const LinearLayout &reader,
         unsigned elementBits)
      : writer(writer), reader(reader), elementBits(elementBits) {
    for (const Axis &axis : writer.out().axes())
      shape.push_back(int64_t(1) << axis.bits);
  }

  Expected<SwizzleChoice> run();

private:
  Error tryAll(unsigned bits, ArrayRef<unsigned> order);
  Error tryOne(Swizzle swizzle, ArrayRef<unsigned> order);

  const LinearLayout &writer, &reader;
  unsigned elementBits;
  SmallVector<int64_t> shape;
  std::optional<SwizzleChoice> best;
};
} // namespace

Error Search::tryOne(Swizzle swizzle, ArrayRef<unsigned> order) {
  Expected<LinearLayout> shared =
      sharedSwizzled(shape, order, elementBits, swizzle);
  if (!shared)
    return shared.takeError();
  Expected<AccessCost> write = widestCost(writer, *shared, elementBits);
  if (!write)
    return write.takeError();
  Expected<AccessCost> read = widestCost(reader, *shared, elementBits);
  if (!read)
    return read.takeError();
  if (!best || write->wavefronts() + read->wavefronts() < best->wavefronts())
    best.emplace(SwizzleChoice{swizzle, SmallVector<unsigned>(order),
                               std::move(*shared), *write, *read});
  return Error::success();
}

Error Search::tryAll(unsigned bits, ArrayRef<unsigned> order) {
  if (bits == 0)
    return tryOne(Swizzle{0, 4, 3}, order);
  int scale = int(Log2_32(elementBits)) - 3;
  int addressBits = int(writer.out().bits()) + scale;
  for (int base = std::max(scale, 0); base <= 6; ++base)
    for (int shift = int(bits); base + shift + int(bits) <= addressBits;
         ++shift) {
      // A swizzle below a vector only makes accesses narrower, or impossible
      // for elements below a byte; the others decide.
      Error error = tryOne({bits, unsigned(base), unsigned(shift)}, order);
      consumeError(std::move(error));
    }
  return Error::success();
}

Expected<SwizzleChoice> Search::run() {
  SmallVector<unsigned> first, last;
  for (unsigned index = 0; index != shape.size(); ++index) {
    first.push_back(index);
    last.push_back(shape.size() - 1 - index);
  }
  std::string reason;
  for (unsigned bits = 0; bits <= 5; ++bits) {
    if (Error error = tryAll(bits, last))
      reason = toString(std::move(error));
    if (first != last)
      if (Error error = tryAll(bits, first))
        reason = toString(std::move(error));
  }
  if (!best)
    return makeError(reason);
  return std::move(*best);
}

Expected<SwizzleChoice> layout::searchSwizzle(const LinearLayout &writer,
                                              const LinearLayout &reader,
                                              unsigned elementBits) {
  if (writer.out() != reader.out())
    return makeError("expected layouts of the same tile, got " +
                     writer.out().str() + " and " + reader.out().str());
  for (const Axis &axis : writer.out().axes())
    if (!isTileDim(axis.dim))
      return makeError("expected layouts of a tile, got " + writer.out().str());
  if (!isPowerOf2_32(elementBits) || elementBits < 4 || elementBits > 128)
    return makeError(
        "expected a power of two from 4 to 128 as element bits, got " +
        Twine(elementBits));
  return Search(writer, reader, elementBits).run();
}
