//===- TileASToNVVM/Products/BlockScale.cpp - scales beside fragments -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The lowest registers of a thread are the scales of one row along the depth:
// up to four of them make a word.
//
//===----------------------------------------------------------------------===//

#include "BlockScale.h"

#include "DotPlaces.h"

using namespace mlir;
using tessera::layout::Dim;
using tessera::layout::LinearLayout;

namespace tessera::gpu {

/// Lanes that the instruction tells apart: of a row of A two, which are two
/// apart, of a column of B four.
static unsigned numLanes(bool isLhs) { return isLhs ? 2 : 4; }

ScaleWords::ScaleWords(Emitter &e, Value scales, bool isLhs)
    : e(e), isLhs(isLhs), space(Emitter::layoutOf(scales).out()) {
  const LinearLayout layout = Emitter::layoutOf(scales);
  const unsigned rank = space.axes().size();
  const unsigned perWord =
      1u << std::min(space.bits(layout::tileDim(isLhs ? rank - 1 : rank - 2)),
                     2u);
  const Registers &tile = e.get(scales);
  for (unsigned lane = 0; lane < numLanes(isLhs); ++lane) {
    const uint64_t atLane =
        layout.apply(layout.in().pack(Dim::Lane, isLhs ? 2 * lane : lane));
    for (unsigned r = 0; r < tile.size(); ++r)
      places.try_emplace(atLane ^ Emitter::registerPoint(layout, r),
                         Place{r / perWord, r % perWord, lane});
  }
  Type i32 = e.b.getI32Type();
  for (unsigned first = 0; first < tile.size(); first += perWord) {
    Value word;
    if (perWord == 1) {
      word = tile[first];
    } else {
      auto vector = VectorType::get({static_cast<int64_t>(perWord)},
                                    tile[first].getType());
      word = LLVM::UndefOp::create(e.b, e.loc(), vector);
      for (unsigned k = 0; k < perWord; ++k)
        word = LLVM::InsertElementOp::create(e.b, e.loc(), word,
                                             tile[first + k], e.i32(k));
      word = e.bitcast(word, e.b.getIntegerType(8 * perWord));
    }
    words.push_back(e.extend(word, i32, /*isSigned=*/false));
  }
}

bool ScaleWords::append(uint64_t batch, uint64_t other, uint64_t block,
                        SmallVectorImpl<Value> &operands) {
  const unsigned rank = space.axes().size();
  uint64_t point =
      space.pack(layout::tileDim(isLhs ? rank - 2 : rank - 1), other) |
      space.pack(layout::tileDim(isLhs ? rank - 1 : rank - 2), block);
  if (rank == 3)
    point |= space.pack(layout::tileDim(0), batch);
  auto found = places.find(point);
  if (found == places.end())
    return false;
  Type i16 = e.b.getI16Type();
  operands.push_back(words[found->second.word]);
  operands.push_back(e.integer(i16, found->second.byte));
  operands.push_back(e.integer(i16, found->second.lane));
  return true;
}

} // namespace tessera::gpu
