//===- Layout/MemoryLayouts.cpp - layouts of shared memory ------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Shared-memory images of a tile: dense in some order, panelled, swizzled.
//
//===----------------------------------------------------------------------===//

#include "tessera/Layout/MemoryLayouts.h"
#include "tessera/Support/Error.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;
using namespace tessera;
using namespace tessera::layout;

Swizzle layout::swizzleOf(SwizzleMode mode) {
  switch (mode) {
  case SwizzleMode::None:
    return {0, 4, 3};
  case SwizzleMode::B32:
    return {1, 4, 3};
  case SwizzleMode::B64:
    return {2, 4, 3};
  case SwizzleMode::B128:
    return {3, 4, 3};
  case SwizzleMode::B128Atom32:
    return {2, 5, 2};
  case SwizzleMode::B128Atom64:
    return {1, 6, 1};
  }
  llvm_unreachable("unknown mode");
}

unsigned layout::swizzleWidth(SwizzleMode mode) {
  switch (mode) {
  case SwizzleMode::None:
    return 0;
  case SwizzleMode::B32:
    return 32;
  case SwizzleMode::B64:
    return 64;
  default:
    return 128;
  }
}

/// Packed tile bits from the lowest address bit up. The bits of the
/// fastest index beyond its low `panelBits` come last.
static Expected<SmallVector<uint64_t>>
denseImage(const Space &tile, ArrayRef<unsigned> order, unsigned panelBits) {
  SmallVector<uint64_t> image, panels;
  SmallVector<bool> seen(tile.axes().size());
  for (auto [position, index] : enumerate(order)) {
    if (index >= seen.size() || seen[index])
      return makeError("expected an order that is a permutation, got index " +
                       Twine(index));
    seen[index] = true;
    Dim dim = tileDim(index);
    for (unsigned bit = 0; bit != tile.bits(dim); ++bit) {
      bool beyond = position == 0 && bit >= panelBits;
      (beyond ? panels : image).push_back(tile.pack(dim, uint64_t(1) << bit));
    }
  }
  if (order.size() != seen.size())
    return makeError("expected " + Twine(seen.size()) +
                     " indices in the order, got " + Twine(order.size()));
  image.append(panels);
  return image;
}

static Expected<LinearLayout> shared(ArrayRef<int64_t> shape,
                                     ArrayRef<unsigned> order,
                                     unsigned elementBits, Swizzle swizzle,
                                     unsigned panelBytes) {
  Expected<Space> tile = Space::tile(shape);
  if (!tile)
    return tile.takeError();
  if (!isPowerOf2_32(elementBits) || elementBits < 4 || elementBits > 128)
    return makeError("expected a power of two from 4 to 128 as element bits, "
                     "got " +
                     Twine(elementBits));
  // Offsets count elements; byte address bit a is offset bit a - scale.
  int scale = int(Log2_32(elementBits)) - 3;
  if (swizzle.bits != 0) {
    if (swizzle.bits > maxSpaceBits || swizzle.base > maxSpaceBits ||
        swizzle.shift > maxSpaceBits || swizzle.shift < swizzle.bits)
      return makeError("expected a swizzle whose shift is at least its bits, "
                       "got bits " +
                       Twine(swizzle.bits) + " and shift " +
                       Twine(swizzle.shift));
    if (int(swizzle.base) < scale)
      return makeError("expected a swizzle base of at least " + Twine(scale) +
                       ", got " + Twine(swizzle.base));
  }
  unsigned panelBits =
      panelBytes ? unsigned(int(Log2_32(panelBytes)) - scale) : maxSpaceBits;
  Expected<SmallVector<uint64_t>> image = denseImage(*tile, order, panelBits);
  if (!image)
    return image.takeError();
  LayoutBuilder builder(*tile);
  for (unsigned bit = 0; bit != image->size(); ++bit) {
    // The swizzle is its own inverse: what lies at an offset is the element
    // whose dense offset is the swizzled one.
    uint64_t element = (*image)[bit];
    int source = int(bit) + scale - int(swizzle.shift);
    int field = source - int(swizzle.base);
    if (field >= 0 && field < int(swizzle.bits))
      element ^= (*image)[source - scale];
    builder.column(Dim::Offset, element);
  }
  return builder.finish();
}

Expected<LinearLayout> layout::sharedSwizzled(ArrayRef<int64_t> shape,
                                              ArrayRef<unsigned> order,
                                              unsigned elementBits,
                                              Swizzle swizzle) {
  return shared(shape, order, elementBits, swizzle, 0);
}

Expected<LinearLayout> layout::sharedTile(ArrayRef<int64_t> shape,
                                          ArrayRef<unsigned> order,
                                          unsigned elementBits,
                                          SwizzleMode mode) {
  return shared(shape, order, elementBits, swizzleOf(mode), swizzleWidth(mode));
}
