//===- Layout/Blocked.cpp - layouts for coalesced access --------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The blocked layout: each level of the machine takes the next bits of every
// tile index.
//
//===----------------------------------------------------------------------===//

#include "tessera/Layout/Fragments.h"
#include "tessera/Support/Error.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;
using namespace tessera;
using namespace tessera::layout;

static Error checkBlocked(const BlockedParams &params) {
  auto check = [&](StringRef name, ArrayRef<int64_t> list) -> Error {
    if (list.size() != params.shape.size())
      return makeError("expected " + Twine(params.shape.size()) + " " + name +
                       ", got " + Twine(list.size()));
    for (int64_t size : list)
      if (size <= 0 || !isPowerOf2_64(size) || Log2_64(size) > maxSpaceBits)
        return makeError("expected powers of two for " + name + ", got " +
                         Twine(size));
    return Error::success();
  };
  if (Error error = check("registers", params.registers))
    return error;
  if (Error error = check("lanes", params.lanes))
    return error;
  if (Error error = check("warps", params.warps))
    return error;
  if (!params.blocks.empty())
    if (Error error = check("blocks", params.blocks))
      return error;
  SmallVector<bool> seen(params.shape.size());
  for (unsigned index : params.order) {
    if (index >= seen.size() || seen[index])
      return makeError("expected an order that is a permutation, got index " +
                       Twine(index));
    seen[index] = true;
  }
  if (params.order.size() != seen.size())
    return makeError("expected " + Twine(seen.size()) +
                     " indices in the order, got " +
                     Twine(params.order.size()));
  unsigned laneBits = 0;
  for (int64_t size : params.lanes)
    laneBits += Log2_64(size);
  if (laneBits != 5)
    return makeError("expected lanes that multiply to 32, got 2^" +
                     Twine(laneBits));
  return Error::success();
}

Expected<LinearLayout> layout::blocked(const BlockedParams &params) {
  Expected<Space> tile = Space::tile(params.shape);
  if (!tile)
    return tile.takeError();
  if (Error error = checkBlocked(params))
    return std::move(error);

  LayoutBuilder builder(*tile);
  SmallVector<unsigned> next(params.shape.size()), end(params.shape.size());
  auto blockBits = [&](unsigned index) {
    return params.blocks.empty() ? 0u : Log2_64(params.blocks[index]);
  };
  for (unsigned index : params.order) {
    unsigned bits = tile->bits(tileDim(index));
    end[index] = bits - std::min(bits, blockBits(index));
  }
  auto take = [&](Dim in, unsigned index, unsigned count, bool copies) {
    for (unsigned i = 0; i != count; ++i) {
      if (next[index] != end[index])
        builder.bit(in, tileDim(index), next[index]++);
      else if (copies)
        builder.copy(in);
    }
  };
  for (unsigned index : params.order)
    take(Dim::Register, index, Log2_64(params.registers[index]), false);
  for (unsigned index : params.order)
    take(Dim::Lane, index, Log2_64(params.lanes[index]), true);
  for (unsigned index : params.order)
    take(Dim::Warp, index, Log2_64(params.warps[index]), true);
  for (unsigned index : params.order)
    take(Dim::Register, index, end[index] - next[index], false);
  for (unsigned index : params.order) {
    end[index] = tile->bits(tileDim(index));
    take(Dim::Block, index, blockBits(index), true);
  }
  return builder.finish();
}
