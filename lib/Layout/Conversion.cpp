//===- Layout/Conversion.cpp - from one layout to another -------*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Per target bit, the source place is known up to the kernel of the source
// layout. A place that keeps block, warp, lane and register is looked for
// first, then one that keeps block, warp and lane, and so on. Since the bits
// are independent and any place is a sum of them, the worst bit decides.
//
//===----------------------------------------------------------------------===//

#include "tessera/Layout/Conversion.h"
#include "Gf2.h"
#include "tessera/Support/Error.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace tessera;
using namespace tessera::layout;

StringRef layout::conversionKindName(ConversionKind kind) {
  switch (kind) {
  case ConversionKind::None:
    return "none";
  case ConversionKind::Rename:
    return "rename";
  case ConversionKind::Shuffle:
    return "shuffle";
  case ConversionKind::SharedMemory:
    return "shared memory";
  case ConversionKind::Cluster:
    return "cluster";
  }
  llvm_unreachable("unknown kind");
}

static constexpr Dim places[] = {Dim::Register, Dim::Lane, Dim::Warp,
                                 Dim::Block};

static Error checkPlaces(const LinearLayout &layout) {
  for (const Axis &axis : layout.in().axes())
    if (!is_contained(places, axis.dim))
      return makeError("expected a layout of registers, got an axis " +
                       dimName(axis.dim));
  return Error::success();
}

/// Both spaces with their places widened to a common packing, so that "stays"
/// is equality of bits even if one side has more registers.
static uint64_t widen(uint64_t point, const Space &space, const Space &common) {
  uint64_t result = 0;
  for (const Axis &axis : space.axes())
    if (uint64_t value = space.get(point, axis.dim))
      result |= common.pack(axis.dim, value);
  return result;
}

static Expected<Space> commonSpace(const Space &a, const Space &b) {
  SmallVector<Axis> axes;
  for (Dim dim : places)
    axes.push_back({dim, std::max(a.bits(dim), b.bits(dim))});
  return Space::create(axes);
}

/// Looks for a member of start + span(kernel) equal to `wanted` under `mask`.
static std::optional<uint64_t> matchUnder(uint64_t start, uint64_t wanted,
                                          uint64_t mask,
                                          ArrayRef<uint64_t> kernel) {
  SmallVector<uint64_t> masked;
  for (uint64_t vector : kernel)
    masked.push_back(vector & mask);
  std::optional<uint64_t> combination =
      Gf2Span(masked).solve((start ^ wanted) & mask);
  if (!combination)
    return std::nullopt;
  for (auto [index, vector] : enumerate(kernel))
    if (*combination >> index & 1)
      start ^= vector;
  return start;
}

Expected<Conversion> layout::classifyConversion(const LinearLayout &from,
                                                const LinearLayout &to) {
  if (from.out() != to.out())
    return makeError("expected layouts of the same tile, got " +
                     from.out().str() + " and " + to.out().str());
  if (Error error = checkPlaces(from))
    return std::move(error);
  if (Error error = checkPlaces(to))
    return std::move(error);
  Expected<Space> common = commonSpace(from.in(), to.in());
  if (!common)
    return common.takeError();

  Gf2Span held(from.columns());
  SmallVector<uint64_t> kernel;
  for (uint64_t vector : held.kernel())
    kernel.push_back(widen(vector, from.in(), *common));
  // Masks of what must stay, from the strictest on.
  uint64_t block = common->mask(Dim::Block);
  uint64_t warp = block | common->mask(Dim::Warp);
  uint64_t lane = warp | common->mask(Dim::Lane);
  const uint64_t stays[] = {lane | common->mask(Dim::Register), lane, warp,
                            block, 0};

  ConversionKind worst = ConversionKind::None;
  SmallVector<uint64_t> fetch;
  SmallVector<BitMove> moves;
  for (unsigned bit = 0; bit != to.in().bits(); ++bit) {
    std::optional<uint64_t> source = held.solve(to.columns()[bit]);
    if (!source)
      return makeError("expected a source that holds every element of the "
                       "target, got one of rank " +
                       Twine(from.rank()));
    uint64_t start = widen(*source, from.in(), *common);
    uint64_t place = widen(uint64_t(1) << bit, to.in(), *common);
    unsigned level = 0;
    std::optional<uint64_t> best;
    for (;; ++level)
      if ((best = matchUnder(start, place, stays[level], kernel)))
        break;
    auto kind = static_cast<ConversionKind>(level);
    worst = std::max(worst, kind);
    uint64_t packed = widen(*best, *common, from.in());
    fetch.push_back(packed);
    auto [dim, index] = to.in().locate(bit);
    if (kind != ConversionKind::None)
      moves.push_back({dim, index, packed, kind});
  }

  // Different registers of one target lane come from different source lanes.
  unsigned exchanged = 0;
  if (worst == ConversionKind::Shuffle) {
    Gf2Span lanes;
    for (unsigned bit = 0; bit != to.in().bits(Dim::Register); ++bit)
      lanes.insert(from.in().get(fetch[bit], Dim::Lane));
    exchanged = lanes.rank();
  }
  Expected<LinearLayout> map = LinearLayout::create(to.in(), from.in(), fetch);
  if (!map)
    return map.takeError();
  return Conversion{worst, std::move(*map), std::move(moves), exchanged};
}
