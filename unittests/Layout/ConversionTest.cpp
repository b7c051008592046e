//===- unittests/Layout/ConversionTest.cpp - classifying conversions -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The classifier against a search over all places.
//
//===----------------------------------------------------------------------===//

#include "tessera/Layout/Conversion.h"
#include "LayoutTestUtils.h"

using namespace llvm;
using namespace tessera::layout;

/// For every place of the target, the nearest place of the source that holds
/// its element; the worst of them.
static std::optional<ConversionKind> referee(const LinearLayout &from,
                                             const LinearLayout &to) {
  auto worst = ConversionKind::None;
  for (uint64_t x = 0; x != to.in().size(); ++x) {
    std::optional<ConversionKind> best;
    for (uint64_t y = 0; y != from.in().size(); ++y) {
      if (from.apply(y) != to.apply(x))
        continue;
      auto same = [&](Dim dim) {
        return from.in().get(y, dim) == to.in().get(x, dim);
      };
      ConversionKind kind = !same(Dim::Block)  ? ConversionKind::Cluster
                            : !same(Dim::Warp) ? ConversionKind::SharedMemory
                            : !same(Dim::Lane) ? ConversionKind::Shuffle
                            : !same(Dim::Register) ? ConversionKind::Rename
                                                   : ConversionKind::None;
      best = best ? std::min(*best, kind) : kind;
    }
    if (!best)
      return std::nullopt;
    worst = std::max(worst, *best);
  }
  return worst;
}

TEST(Conversion, AgreesWithTheReferee) {
  RandomLayouts random(7);
  unsigned seen[5] = {}, refused = 0;
  for (unsigned round = 0; round != 1500; ++round) {
    Space in = random.registers(3);
    Space out = space({{tileDim(0), random.below(in.bits() + 1)}});
    // One in eight sources need not hold the whole tile.
    LinearLayout from =
        round % 8 == 0 ? random.any(in, out) : random.covering(in, out);
    LinearLayout to = from;
    if (round % 4 == 0) {
      to = random.covering(random.registers(3), out);
    } else {
      // Near the source, so that all kinds occur: mix two of the columns.
      SmallVector<uint64_t> columns(from.columns());
      if (columns.size() > 1) {
        unsigned a = random.below(columns.size()),
                 b = random.below(columns.size());
        if (round % 4 == 1)
          std::swap(columns[a], columns[b]);
        else if (a != b)
          columns[a] ^= columns[b];
      }
      to = unwrap(LinearLayout::create(in, out, columns));
    }
    if (round % 16 == 3)
      std::swap(from, to);
    std::optional<ConversionKind> expected = referee(from, to);
    Expected<Conversion> answer = classifyConversion(from, to);
    ASSERT_EQ(bool(answer), expected.has_value());
    if (!answer) {
      consumeError(answer.takeError());
      ++refused;
      continue;
    }
    ASSERT_EQ(answer->kind, *expected) << from.str() << " to " << to.str();
    ++seen[static_cast<unsigned>(answer->kind)];
    // The fetch map brings the right elements, by the means it says.
    ConversionKind moved = ConversionKind::None;
    for (const BitMove &move : answer->moves)
      moved = std::max(moved, move.kind);
    ASSERT_EQ(moved, answer->kind);
    ASSERT_EQ(unwrap(compose(from, answer->fetch)), to);
  }
  for (unsigned count : seen)
    EXPECT_GT(count, 20u);
  EXPECT_GT(refused, 5u);
}

static Conversion classify(StringRef from, StringRef to) {
  return unwrap(classifyConversion(unwrap(LinearLayout::parse(from)),
                                   unwrap(LinearLayout::parse(to))));
}

TEST(Conversion, MovesAreListed) {
  // Transposing a 2x2 tile between two lanes exchanges one bit.
  Conversion turned = classify("{register: [(1)], lane: [(2)]} -> (dim0:4)",
                               "{register: [(2)], lane: [(1)]} -> (dim0:4)");
  EXPECT_EQ(turned.kind, ConversionKind::Shuffle);
  EXPECT_EQ(turned.exchangedBits, 1u);
  ASSERT_EQ(turned.moves.size(), 2u);
  EXPECT_EQ(turned.moves[0].dim, Dim::Register);
  EXPECT_EQ(turned.moves[0].source, 2u);
  EXPECT_EQ(turned.moves[1].dim, Dim::Lane);
  EXPECT_EQ(turned.moves[1].source, 1u);
  // Lanes change places as a whole.
  Conversion lanes =
      classify("{register: [(1)], lane: [(2), (4)]} -> (dim0:8)",
               "{register: [(1)], lane: [(4), (2)]} -> (dim0:8)");
  EXPECT_EQ(lanes.kind, ConversionKind::Shuffle);
  EXPECT_EQ(lanes.exchangedBits, 0u);
  // Copies in the source save the crossing.
  EXPECT_EQ(classify("{register: [(1)], warp: [(0)]} -> (dim0:2)",
                     "{warp: [(1)]} -> (dim0:2)")
                .kind,
            ConversionKind::Rename);
}

TEST(Conversion, Refusals) {
  LinearLayout a = LinearLayout::identity(tile({4}));
  LinearLayout b =
      unwrap(LinearLayout::create(space({{Dim::Lane, 1}}), tile({4}), {1}));
  LinearLayout c =
      unwrap(LinearLayout::create(space({{Dim::Lane, 1}}), tile({4}), {2}));
  EXPECT_EQ(messageOf(classifyConversion(a, b)),
            "expected a layout of registers, got an axis dim0");
  EXPECT_EQ(messageOf(classifyConversion(b, a)),
            "expected a layout of registers, got an axis dim0");
  EXPECT_EQ(messageOf(classifyConversion(b, c)),
            "expected a source that holds every element of the target, got one "
            "of rank 1");
  EXPECT_EQ(messageOf(classifyConversion(
                b, unwrap(LinearLayout::create(space({{Dim::Lane, 1}}),
                                               tile({2, 2}), {1})))),
            "expected layouts of the same tile, got (dim0:4) and (dim0:2, "
            "dim1:2)");
}
