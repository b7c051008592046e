//===- Layout/MmaFragments.cpp - fragments of mma.sync and wgmma -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// All types obey one rule on 32-bit words: word W of row m of A is held by lane
// 4 * (m % 8) + W % 4, in the register given by m / 8 and W / 4. The elements
// of a word are the low register bits. B is the same with n for m.
//
//===----------------------------------------------------------------------===//

#include "tessera/Layout/Fragments.h"
#include "tessera/Support/Error.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;
using namespace tessera;
using namespace tessera::layout;

namespace {
/// One mma.sync shape and the width of the elements it multiplies.
struct MmaInstruction {
  unsigned m, n, k, elementBits;
};
} // namespace

static constexpr MmaInstruction mmaInstructions[] = {
    {16, 8, 8, 16},  {16, 8, 16, 16}, {16, 8, 4, 32},  {16, 8, 8, 32},
    {16, 8, 4, 64},  {16, 8, 8, 64},  {16, 8, 16, 64}, {16, 8, 16, 8},
    {16, 8, 32, 8},  {16, 8, 32, 4},  {16, 8, 64, 4},  {16, 8, 128, 1},
    {16, 8, 256, 1}, {8, 8, 4, 64},   {8, 8, 16, 8},   {8, 8, 32, 4},
    {8, 8, 128, 1}};

/// Appends the A or B rule: `row` is the m or n axis, `k` the other.
static void addOperand(LayoutBuilder &builder, Dim row, Dim k, unsigned rowBits,
                       unsigned kBits, unsigned elementBits) {
  unsigned wordBits = elementBits < 32 ? Log2_32(32 / elementBits) : 0;
  builder.run(Dim::Register, k, 0, wordBits);
  builder.run(Dim::Lane, k, wordBits, 2);
  builder.run(Dim::Lane, row, 0, 3);
  builder.run(Dim::Register, row, 3, rowBits - 3);
  builder.run(Dim::Register, k, wordBits + 2, kBits - wordBits - 2);
}

Expected<LinearLayout> layout::mmaFragment(MmaShape shape, MmaOperand operand,
                                           unsigned elementBits) {
  bool isC = operand == MmaOperand::C;
  if (none_of(mmaInstructions, [&](const MmaInstruction &known) {
        return known.m == shape.m && known.n == shape.n && known.k == shape.k &&
               (isC || known.elementBits == elementBits);
      }))
    return makeError("expected a shape of mma.sync, got m" + Twine(shape.m) +
                     "n" + Twine(shape.n) + "k" + Twine(shape.k) +
                     (isC ? Twine("") : " of b" + Twine(elementBits)));
  bool isA = operand == MmaOperand::A, isB = operand == MmaOperand::B;
  Expected<Space> tile =
      Space::tile({isB ? shape.k : shape.m, isA ? shape.k : shape.n});
  if (!tile)
    return tile.takeError();
  LayoutBuilder builder(*tile);
  Dim first = tileDim(0), second = tileDim(1);
  if (isA) {
    addOperand(builder, first, second, Log2_32(shape.m), Log2_32(shape.k),
               elementBits);
  } else if (isB) {
    addOperand(builder, second, first, Log2_32(shape.n), Log2_32(shape.k),
               elementBits);
  } else {
    builder.bit(Dim::Register, second, 0);
    builder.run(Dim::Lane, second, 1, 2).run(Dim::Lane, first, 0, 3);
    builder.run(Dim::Register, first, 3, Log2_32(shape.m) - 3);
  }
  return builder.finish();
}

Expected<LinearLayout> layout::wgmmaAccumulator(unsigned n) {
  if (!isPowerOf2_32(n) || n < 8 || n > 256)
    return makeError(
        "expected a power of two from 8 to 256 for n of wgmma, got " +
        Twine(n));
  LayoutBuilder builder(cantFail(Space::tile({64, n})));
  Dim row = tileDim(0), column = tileDim(1);
  builder.bit(Dim::Register, column, 0).bit(Dim::Register, row, 3);
  builder.run(Dim::Register, column, 3, Log2_32(n) - 3);
  builder.run(Dim::Lane, column, 1, 2).run(Dim::Lane, row, 0, 3);
  return builder.run(Dim::Warp, row, 4, 2).finish();
}

Expected<LinearLayout> layout::wgmmaA(unsigned elementBits) {
  if (elementBits != 8 && elementBits != 16 && elementBits != 32)
    return makeError("expected 8, 16 or 32 bits per element of wgmma A, got " +
                     Twine(elementBits));
  unsigned k = 256 / elementBits;
  LayoutBuilder builder(cantFail(Space::tile({64, k})));
  addOperand(builder, tileDim(0), tileDim(1), 4, Log2_32(k), elementBits);
  return builder.run(Dim::Warp, tileDim(0), 4, 2).finish();
}
