//===- unittests/Layout/AlgebraTest.cpp - the algebra of layouts -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every operation against full enumeration on seeded random layouts, and every
// refusal of create() and its relatives.
//
//===----------------------------------------------------------------------===//

#include "LayoutTestUtils.h"

#include <map>
#include <set>

using namespace llvm;
using namespace tessera::layout;

/// All values, computed from coordinates by the definition.
static std::vector<uint64_t> enumerateAll(const LinearLayout &layout) {
  std::vector<uint64_t> values;
  for (uint64_t point = 0; point != layout.in().size(); ++point) {
    uint64_t value = 0;
    for (const Axis &axis : layout.in().axes())
      for (unsigned bit = 0; bit != axis.bits; ++bit)
        if (layout.in().get(point, axis.dim) >> bit & 1)
          value ^= layout.column(axis.dim, bit);
    values.push_back(value);
  }
  return values;
}

TEST(Algebra, PackedTilePointIsTheRowMajorIndex) {
  Space shape = tile({4, 8, 2});
  EXPECT_EQ(shape.pack(tileDim(0), 3) | shape.pack(tileDim(1), 5) |
                shape.pack(tileDim(2), 1),
            uint64_t((3 * 8 + 5) * 2 + 1));
  EXPECT_EQ(shape.str(), "(dim0:4, dim1:8, dim2:2)");
  EXPECT_EQ(shape.locate(0), std::pair(tileDim(2), 0u));
  EXPECT_EQ(shape.locate(3), std::pair(tileDim(1), 2u));
}

TEST(Algebra, TheTableOfTheEssay) {
  LinearLayout layout = unwrap(LinearLayout::parse(
      "{register: [(0,1), (2,0)], lane: [(0,2), (1,0)]} -> (dim0:4, dim1:4)"));
  const char *table[4][4] = {{"l0r0", "l0r1", "l1r0", "l1r1"},
                             {"l2r0", "l2r1", "l3r0", "l3r1"},
                             {"l0r2", "l0r3", "l1r2", "l1r3"},
                             {"l2r2", "l2r3", "l3r2", "l3r3"}};
  for (unsigned row = 0; row != 4; ++row)
    for (unsigned column = 0; column != 4; ++column) {
      uint64_t place = layout.pseudoInverse().apply(row * 4 + column);
      EXPECT_EQ("l" + std::to_string(layout.in().get(place, Dim::Lane)) + "r" +
                    std::to_string(layout.in().get(place, Dim::Register)),
                table[row][column]);
    }
}

TEST(Algebra, ApplyRankKernelAndFreeBits) {
  RandomLayouts random(1);
  for (unsigned round = 0; round != 300; ++round) {
    Space in = random.registers(4);
    LinearLayout layout =
        random.any(in, tile({1 << random.below(4), 1 << random.below(5)}));
    std::vector<uint64_t> values = enumerateAll(layout);
    std::set<uint64_t> image(values.begin(), values.end());
    for (uint64_t point = 0; point != in.size(); ++point)
      ASSERT_EQ(layout.apply(point), values[point]);
    ASSERT_EQ(image.size(), uint64_t(1) << layout.rank());
    ASSERT_EQ(layout.isInjective(), image.size() == in.size());
    ASSERT_EQ(layout.isSurjective(), image.size() == layout.out().size());

    // The kernel spans exactly the zeros.
    std::set<uint64_t> zeros, spanned{0};
    for (uint64_t point = 0; point != in.size(); ++point)
      if (values[point] == 0)
        zeros.insert(point);
    for (uint64_t vector : layout.kernel()) {
      std::set<uint64_t> more = spanned;
      for (uint64_t member : spanned)
        more.insert(member ^ vector);
      spanned = more;
    }
    ASSERT_EQ(spanned, zeros);

    // Without the free bits every value is reached exactly once.
    uint64_t freeBits = layout.freeBits();
    std::set<uint64_t> reached;
    for (uint64_t point = 0; point != in.size(); ++point)
      if ((point & freeBits) == 0)
        ASSERT_TRUE(reached.insert(values[point]).second);
    ASSERT_EQ(reached, image);

    // L o P o L = L, with a source whose free bits are zero.
    LinearLayout back = layout.pseudoInverse();
    for (uint64_t value : image) {
      ASSERT_EQ(layout.apply(back.apply(value)), value);
      ASSERT_EQ(back.apply(value) & freeBits, 0u);
    }
    // Text.
    ASSERT_EQ(unwrap(LinearLayout::parse(layout.str())), layout);
  }
}

TEST(Algebra, InvertIsTheInverseOrRefuses) {
  RandomLayouts random(2);
  unsigned bijections = 0;
  for (unsigned round = 0; round != 300; ++round) {
    Space in = random.registers(3);
    Space out = space(
        {{tileDim(0), in.bits() / 2}, {tileDim(1), in.bits() - in.bits() / 2}});
    LinearLayout layout =
        round % 2 ? random.covering(in, out) : random.any(in, out);
    std::vector<uint64_t> values = enumerateAll(layout);
    bool bijective =
        std::set<uint64_t>(values.begin(), values.end()).size() == in.size();
    Expected<LinearLayout> inverse = layout.invert();
    ASSERT_EQ(bool(inverse), bijective);
    if (!inverse) {
      consumeError(inverse.takeError());
      continue;
    }
    ++bijections;
    for (uint64_t point = 0; point != in.size(); ++point)
      ASSERT_EQ(inverse->apply(values[point]), point);
    ASSERT_EQ(unwrap(compose(*inverse, layout)), LinearLayout::identity(in));
  }
  EXPECT_GT(bijections, 100u);
}

TEST(Algebra, ComposeIsApplyTwice) {
  RandomLayouts random(3);
  for (unsigned round = 0; round != 200; ++round) {
    Space a = random.registers(4), b = tile({8, 4}),
          c = space({{Dim::Offset, 6}});
    LinearLayout inner = random.any(a, b), outer = random.any(b, c);
    LinearLayout both = unwrap(compose(outer, inner));
    for (uint64_t point = 0; point != a.size(); ++point)
      ASSERT_EQ(both.apply(point), outer.apply(inner.apply(point)));
  }
}

TEST(Algebra, ProductActsOnHighAndLowCoordinates) {
  RandomLayouts random(4);
  for (unsigned round = 0; round != 200; ++round) {
    LinearLayout low =
        random.any(random.registers(3),
                   tile({1 << random.below(3), 1 << random.below(3)}));
    LinearLayout high =
        random.any(random.registers(3),
                   tile({1 << random.below(3), 1 << random.below(3)}));
    LinearLayout both = unwrap(product(low, high));
    for (uint64_t point = 0; point != both.in().size(); ++point) {
      uint64_t lowPoint = 0, highPoint = 0;
      for (const Axis &axis : both.in().axes()) {
        uint64_t value = both.in().get(point, axis.dim);
        unsigned lowBits = low.in().bits(axis.dim);
        if (lowBits)
          lowPoint |= low.in().pack(axis.dim, value & ((1u << lowBits) - 1));
        if (high.in().bits(axis.dim))
          highPoint |= high.in().pack(axis.dim, value >> lowBits);
      }
      uint64_t lowValue = low.apply(lowPoint),
               highValue = high.apply(highPoint);
      for (Dim dim : {tileDim(0), tileDim(1)})
        ASSERT_EQ(both.out().get(both.apply(point), dim),
                  low.out().get(lowValue, dim) | high.out().get(highValue, dim)
                                                     << low.out().bits(dim));
    }
    ASSERT_EQ(unwrap(quotient(both, low)), high);
  }
}

TEST(Algebra, QuotientRefusesWhatIsNoProduct) {
  // Found by trying: a quotient exists exactly if product(low, q) gives it
  // back.
  RandomLayouts random(5);
  unsigned divisible = 0;
  for (unsigned round = 0; round != 400; ++round) {
    LinearLayout low = random.covering(
        space({{Dim::Register, 1}, {Dim::Lane, 1}}), tile({2, 2}));
    LinearLayout whole = random.covering(
        space({{Dim::Register, 2}, {Dim::Lane, 2}}), tile({4, 4}));
    Expected<LinearLayout> q = quotient(whole, low);
    bool found = false;
    for (unsigned columns = 0; columns != 16 && !found; ++columns) {
      LinearLayout candidate = unwrap(LinearLayout::create(
          low.in(), low.out(), {columns & 3u, columns >> 2}));
      found = unwrap(product(low, candidate)) == whole;
    }
    ASSERT_EQ(bool(q), found);
    divisible += found;
    if (!q)
      consumeError(q.takeError());
  }
  EXPECT_GT(divisible, 0u);
  EXPECT_LT(divisible, 400u);
}

TEST(Algebra, SublayoutAndPermute) {
  RandomLayouts random(6);
  for (unsigned round = 0; round != 100; ++round) {
    Space in = space({{Dim::Register, 2}, {Dim::Lane, 3}, {Dim::Warp, 1}});
    LinearLayout layout = random.any(in, tile({4, 8, 2}));
    LinearLayout part =
        unwrap(layout.sublayout({Dim::Lane}, {tileDim(1), tileDim(2)}));
    for (uint64_t lane = 0; lane != 8; ++lane) {
      uint64_t value = layout.apply(in.pack(Dim::Lane, lane));
      for (Dim dim : {tileDim(1), tileDim(2)})
        ASSERT_EQ(part.out().get(part.apply(lane), dim),
                  layout.out().get(value, dim));
    }
    LinearLayout turned = unwrap(layout.permuteTile({2, 0, 1}));
    EXPECT_EQ(turned.out(), tile({2, 4, 8}));
    for (uint64_t point = 0; point != in.size(); ++point) {
      uint64_t before = layout.apply(point), after = turned.apply(point);
      for (auto [now, old] : {std::pair(0, 2), {1, 0}, {2, 1}})
        ASSERT_EQ(turned.out().get(after, tileDim(now)),
                  layout.out().get(before, tileDim(old)));
    }
  }
}

TEST(Algebra, Refusals) {
  EXPECT_EQ(messageOf(Space::create({{Dim::Lane, 1}, {Dim::Lane, 2}})),
            "expected each axis once, got lane twice");
  EXPECT_EQ(messageOf(Space::create({{Dim::Lane, 40}, {Dim::Warp, 9}})),
            "expected at most 48 index bits, got 49");
  EXPECT_EQ(messageOf(Space::create({{tileDim(maxTileRank), 1}})),
            "expected a tile rank of at most 32");
  EXPECT_EQ(messageOf(Space::tile({4, 3})),
            "expected a tile size that is a power of two, got 3");
  EXPECT_EQ(messageOf(Space::tile({0})),
            "expected a tile size that is a power of two, got 0");
  EXPECT_EQ(messageOf(Space::tile(SmallVector<int64_t>(33, 1))),
            "expected a tile rank of at most 32, got 33");
  Space lane = space({{Dim::Lane, 2}});
  EXPECT_EQ(messageOf(LinearLayout::create(lane, tile({4}), {1})),
            "expected one column per input bit of (lane:4), got 1");
  EXPECT_EQ(messageOf(LinearLayout::create(lane, tile({4}), {1, 4})),
            "expected columns inside (dim0:4), got 4");
  LinearLayout copies = unwrap(LinearLayout::create(lane, tile({2}), {1, 0}));
  EXPECT_EQ(messageOf(copies.invert()),
            "expected a bijection, got a layout that holds each point 2 times");
  LinearLayout holes = unwrap(LinearLayout::create(lane, tile({8}), {1, 2}));
  EXPECT_EQ(messageOf(holes.invert()),
            "expected a bijection, got a layout that reaches only 2^2 of 8 "
            "points");
  EXPECT_EQ(messageOf(compose(copies, holes)),
            "expected a layout into (lane:4) to compose with, got one into "
            "(dim0:8)");
  EXPECT_EQ(messageOf(copies.sublayout({Dim::Warp}, {tileDim(0)})),
            "expected an axis of (lane:4), got warp");
  EXPECT_EQ(messageOf(copies.permuteTile({1})),
            "expected a permutation of the axes of (dim0:2)");
  EXPECT_EQ(messageOf(copies.permuteTile({})),
            "expected a permutation of the axes of (dim0:2)");
  LinearLayout big = LinearLayout::identity(space({{Dim::Lane, 30}}));
  EXPECT_EQ(messageOf(product(big, big)),
            "expected at most 48 index bits, got 60");
  EXPECT_EQ(messageOf(quotient(copies, holes)),
            "expected a factor no larger than (dim0:2), got (dim0:8)");
  EXPECT_EQ(messageOf(quotient(copies, big)),
            "expected a factor no larger than (lane:4), got "
            "(lane:1073741824)");
  EXPECT_EQ(messageOf(quotient(
                copies, unwrap(LinearLayout::create(space({{Dim::Lane, 1}}),
                                                    tile({2}), {0})))),
            "expected a product with the given factor, but lane bit 0 differs "
            "on dim0");
}
