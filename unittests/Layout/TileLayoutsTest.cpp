//===- unittests/Layout/TileLayoutsTest.cpp - layouts of tiles -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Properties of the layouts that assignment chooses from, over ranges of
// shapes: every element has a place, derived layouts put elements where the
// tile they are derived from says, and every thread of a product holds what its
// results need. The referee enumerates places one by one.
//
//===----------------------------------------------------------------------===//

#include "tessera/Layout/TileLayouts.h"

#include "llvm/Support/MathExtras.h"

#include "gtest/gtest.h"
#include <set>

using namespace tessera;
using namespace tessera::layout;

using Shape = llvm::SmallVector<int64_t>;

/// The coordinates of the element in register `r` of thread `t`.
static Shape elementAt(const LinearLayout &layout, uint64_t r, uint64_t t) {
  uint64_t place = layout.in().pack(Dim::Register, r) |
                   layout.in().pack(Dim::Lane, t % 32) |
                   layout.in().pack(Dim::Warp, t / 32);
  uint64_t point = layout.apply(place);
  Shape coordinates;
  for (unsigned d = 0; d < layout.out().axes().size(); ++d)
    coordinates.push_back(
        static_cast<int64_t>(layout.out().get(point, tileDim(d))));
  return coordinates;
}

static uint64_t registersOf(const LinearLayout &layout) {
  return uint64_t(1) << layout.in().bits(Dim::Register);
}

static uint64_t threadsOf(const LinearLayout &layout) {
  return uint64_t(1) << (layout.in().bits(Dim::Lane) +
                         layout.in().bits(Dim::Warp));
}

/// What thread `t` holds.
static std::set<Shape> heldBy(const LinearLayout &layout, uint64_t t) {
  std::set<Shape> elements;
  for (uint64_t r = 0; r < registersOf(layout); ++r)
    elements.insert(elementAt(layout, r, t));
  return elements;
}

static void expectWhole(const LinearLayout &layout, const Shape &shape,
                        unsigned numWarps) {
  EXPECT_EQ(shapeOf(layout), shape) << layout.str();
  EXPECT_EQ(threadsOf(layout), 32u * numWarps) << layout.str();
  EXPECT_TRUE(layout.isSurjective()) << layout.str();
  // No register of a thread is a copy of another.
  for (uint64_t t : {uint64_t(0), threadsOf(layout) - 1})
    EXPECT_EQ(heldBy(layout, t).size(), registersOf(layout)) << layout.str();
}

static std::vector<Shape> shapes() {
  return {{1},     {16},     {128},     {4096},      {1, 1},     {64, 1},
          {8, 64}, {32, 32}, {128, 64}, {2, 16, 16}, {4, 1, 128}};
}

TEST(TileLayouts, DefaultLayoutsHoldEveryElement) {
  for (const Shape &shape : shapes())
    for (unsigned numWarps : {1u, 4u, 16u})
      expectWhole(defaultLayout(shape, numWarps), shape, numWarps);
}

TEST(TileLayouts, BlockedLayoutsPutNeighboursIntoOneThread) {
  LinearLayout rows = blockedLayout({64, 64}, {1, 0}, 8, 4);
  expectWhole(rows, {64, 64}, 4);
  for (int64_t i = 0; i < 8; ++i)
    EXPECT_EQ(elementAt(rows, i, 0), (Shape{0, i}));
  // The next lane goes on along the row: coalesced.
  EXPECT_EQ(elementAt(rows, 0, 1), (Shape{0, 8}));
  LinearLayout columns = blockedLayout({64, 64}, {0, 1}, 4, 4);
  for (int64_t i = 0; i < 4; ++i)
    EXPECT_EQ(elementAt(columns, i, 0), (Shape{i, 0}));
  EXPECT_EQ(elementAt(columns, 0, 1), (Shape{4, 0}));
}

TEST(TileLayouts, SlicesForgetOneCoordinate) {
  for (unsigned dim : {0u, 1u}) {
    LinearLayout whole = defaultLayout({32, 64}, 4);
    LinearLayout slice = sliceLayout(whole, dim);
    for (uint64_t t = 0; t < threadsOf(whole); ++t) {
      std::set<Shape> expected;
      for (Shape element : heldBy(whole, t)) {
        element.erase(element.begin() + dim);
        expected.insert(element);
      }
      EXPECT_EQ(heldBy(slice, t), expected);
    }
    EXPECT_EQ(axisLayout(whole, 1 - dim), slice);
  }
}

TEST(TileLayouts, UnitLayoutsServeABroadcast) {
  LinearLayout whole = defaultLayout({32, 64}, 4);
  LinearLayout column = unitLayout(whole, {32, 1});
  for (uint64_t t = 0; t < threadsOf(whole); ++t)
    for (Shape element : heldBy(whole, t))
      EXPECT_TRUE(heldBy(column, t).count({element[0], 0}));
}

TEST(TileLayouts, ViewsKeepRowMajorNumbers) {
  LinearLayout whole = defaultLayout({32, 64}, 4);
  LinearLayout flat = viewLayout(whole, {2048});
  LinearLayout cube = viewLayout(whole, {8, 16, 16});
  for (uint64_t t = 0; t < threadsOf(whole); t += 7)
    for (uint64_t r = 0; r < registersOf(whole); ++r) {
      Shape element = elementAt(whole, r, t), inCube = elementAt(cube, r, t);
      int64_t number = element[0] * 64 + element[1];
      EXPECT_EQ(elementAt(flat, r, t), Shape{number});
      EXPECT_EQ((inCube[0] * 16 + inCube[1]) * 16 + inCube[2], number);
    }
}

TEST(TileLayouts, PermutedLayoutsAreInverse) {
  const int32_t permutations[][3] = {{0, 2, 1}, {1, 2, 0}, {2, 0, 1}};
  LinearLayout result = defaultLayout({4, 32, 16}, 4);
  for (llvm::ArrayRef<int32_t> permutation : permutations) {
    LinearLayout source = permutedSource(result, permutation);
    EXPECT_EQ(permutedResult(source, permutation), result);
    // Result dimension d is source dimension permutation[d].
    for (uint64_t t = 0; t < threadsOf(result); t += 5) {
      Shape out = elementAt(result, 0, t), in = elementAt(source, 0, t);
      for (unsigned d = 0; d < 3; ++d)
        EXPECT_EQ(out[d], in[permutation[d]]);
    }
  }
}

TEST(TileLayouts, ScansStayWithinAWarp) {
  for (const Shape &shape :
       std::vector<Shape>{{1024}, {8, 64}, {64, 8}, {2, 4}})
    for (unsigned dim = 0; dim < shape.size(); ++dim) {
      LinearLayout layout = scanLayout(shape, dim, 4);
      EXPECT_TRUE(layout.isSurjective());
      EXPECT_EQ(threadsOf(layout), 128u);
      for (unsigned bit = 0; bit < layout.in().bits(Dim::Warp); ++bit)
        EXPECT_EQ(layout.out().get(layout.column(Dim::Warp, bit), tileDim(dim)),
                  0u);
    }
}

//===----------------------------------------------------------------------===//
// Products
//===----------------------------------------------------------------------===//

/// Every thread has the row of A and the column of B of each of its results.
/// With `spread`, the depth may lie in the other lanes of a warp.
static void expectOperands(const DotLayouts &layouts, int64_t depth,
                           bool spread) {
  for (uint64_t t = 0; t < threadsOf(layouts.acc); t += spread ? 32 : 3) {
    auto collect = [&](const LinearLayout &layout) {
      std::set<Shape> held = heldBy(layout, t);
      for (uint64_t lane = 1; spread && lane < 32; ++lane)
        held.merge(heldBy(layout, t + lane));
      return held;
    };
    std::set<Shape> lhs = collect(layouts.lhs), rhs = collect(layouts.rhs);
    for (Shape element : collect(layouts.acc)) {
      size_t rank = element.size();
      for (int64_t k = 0; k < depth; ++k) {
        Shape a = element, b = element;
        a[rank - 1] = k;
        b[rank - 2] = k;
        ASSERT_TRUE(lhs.count(a) && rhs.count(b))
            << "thread " << t << " depth " << k;
      }
    }
  }
}

TEST(TileLayouts, MultiplyAddHasItsRowsAndColumns) {
  for (const Shape &shape : std::vector<Shape>{{32, 32}, {8, 16}, {2, 16, 16}})
    expectOperands(fmaLayouts(defaultLayout(shape, 4), 8), 8, false);
}

TEST(TileLayouts, FragmentsFitTogether) {
  const MmaShape mma{16, 8, 16};
  for (const Shape &shape : std::vector<Shape>{{16, 8}, {32, 64}, {2, 16, 16}})
    for (unsigned numWarps : {1u, 4u})
      for (bool rowsOnly : {false, true}) {
        DotLayouts layouts = mmaLayouts(mma, 16, shape, 32, numWarps, rowsOnly);
        expectWhole(layouts.acc, shape, numWarps);
        expectOperands(layouts, 32, true);
        // A row of results in one warp can be reduced without shared memory.
        size_t column = shape.size() - 1;
        for (unsigned bit = 0; rowsOnly && bit < llvm::Log2_32(numWarps); ++bit)
          EXPECT_EQ(layouts.acc.out().get(layouts.acc.column(Dim::Warp, bit),
                                          tileDim(column)),
                    0u);
      }
}

TEST(TileLayouts, LayoutsOfProductsStartWithTheirFragments) {
  const MmaShape mma{16, 8, 16};
  LinearLayout a = llvm::cantFail(mmaFragment(mma, MmaOperand::A, 16));
  LinearLayout b = llvm::cantFail(mmaFragment(mma, MmaOperand::B, 16));
  LinearLayout c = llvm::cantFail(mmaFragment(mma, MmaOperand::C, 16));
  for (const Shape &shape : std::vector<Shape>{{16, 8}, {32, 64}, {2, 16, 16}})
    for (unsigned numWarps : {1u, 4u}) {
      DotLayouts layouts = mmaLayouts(mma, 16, shape, 32, numWarps, false);
      EXPECT_TRUE(startsWithFragment(layouts.lhs, a));
      EXPECT_TRUE(startsWithFragment(layouts.rhs, b));
      EXPECT_TRUE(startsWithFragment(layouts.acc, c));
      EXPECT_FALSE(startsWithFragment(layouts.lhs, b));
      EXPECT_FALSE(startsWithFragment(defaultLayout(shape, numWarps), c));
    }
}

/// With columns in pairs the same fragments are there in another order of the
/// columns, which is the same for the right factor and the sums, and every warp
/// has both columns of a pair.
TEST(TileLayouts, ColumnsOfProductsInPairs) {
  const MmaShape mma{16, 8, 32};
  LinearLayout b = llvm::cantFail(mmaFragment(mma, MmaOperand::B, 8));
  LinearLayout c = llvm::cantFail(mmaFragment(mma, MmaOperand::C, 8));
  for (const Shape &shape :
       std::vector<Shape>{{16, 16}, {32, 64}, {128, 128}, {2, 16, 32}})
    for (unsigned numWarps : {1u, 4u, 8u}) {
      DotLayouts layouts = mmaLayouts(mma, 8, shape, 64, numWarps,
                                      /*rowsOnly=*/false, /*inPairs=*/true);
      EXPECT_TRUE(layouts.rhs.isSurjective());
      EXPECT_TRUE(layouts.acc.isSurjective());
      EXPECT_FALSE(startsWithFragment(layouts.rhs, b));
      EXPECT_FALSE(startsWithFragment(layouts.acc, c));
      EXPECT_TRUE(startsWithFragment(withoutColumnsInPairs(layouts.rhs), b));
      EXPECT_TRUE(startsWithFragment(withoutColumnsInPairs(layouts.acc), c));
      EXPECT_EQ(withColumnsInPairs(withoutColumnsInPairs(layouts.acc)),
                layouts.acc);
      const Dim column = tileDim(shape.size() - 1);
      const uint64_t neighbour = layouts.rhs.out().pack(column, 1);
      unsigned found = 0;
      for (unsigned i = 0; i < layouts.rhs.in().bits(Dim::Register); ++i)
        found += layouts.rhs.column(Dim::Register, i) == neighbour;
      EXPECT_EQ(found, 1u);
    }
}

/// A thread has both elements of each of its bytes, in neighbouring registers.
TEST(TileLayouts, PairsAreBesideTheirBytes) {
  for (int64_t count : {1, 64, 4096})
    for (unsigned numWarps : {1u, 4u}) {
      LinearLayout bytes = defaultLayout({count}, numWarps);
      LinearLayout elements = pairLayout(bytes);
      EXPECT_EQ(shapeOf(elements), (llvm::SmallVector<int64_t>{2 * count}));
      const unsigned registers = bytes.in().bits(Dim::Register);
      EXPECT_EQ(elements.in().bits(Dim::Register), registers + 1);
      for (uint64_t place = 0; place < bytes.in().size(); ++place)
        for (uint64_t low : {0u, 1u}) {
          const uint64_t r = bytes.in().get(place, Dim::Register);
          uint64_t at = elements.in().pack(Dim::Register, 2 * r + low);
          for (Dim dim : {Dim::Lane, Dim::Warp})
            at |= elements.in().pack(dim, bytes.in().get(place, dim));
          EXPECT_EQ(elements.apply(at), 2 * bytes.apply(place) + low);
        }
    }
}

/// Every row of an instruction finds its scales in the lane that it reads:
/// 4 (row % 8) + 2 t + row / 8 of A, 4 column + t of B, with the same t for all
/// of them, and in the same register.
TEST(TileLayouts, ScalesAreInTheLanesOfTheirRows) {
  for (const Shape &shape :
       std::vector<Shape>{{16, 8}, {64, 64}, {128, 32}, {2, 32, 16}})
    for (unsigned numWarps : {1u, 4u, 8u}) {
      DotLayouts layouts =
          mmaLayouts({16, 8, 32}, 8, shape, 128, numWarps, false);
      for (bool isLhs : {true, false}) {
        LinearLayout scales =
            blockScaleLayout(isLhs ? layouts.lhs : layouts.rhs, isLhs, 4);
        const unsigned other = shape.size() - (isLhs ? 2 : 1);
        const uint64_t rows = isLhs ? 16 : 8;
        EXPECT_TRUE(scales.isSurjective());
        for (uint64_t warp = 0; warp < numWarps; ++warp)
          for (uint64_t r = 0; r < registersOf(scales); ++r)
            for (uint64_t t = 0; t < (isLhs ? 2u : 4u); ++t) {
              const uint64_t first = 32 * warp + (isLhs ? 2 * t : t);
              Shape base = elementAt(scales, r, first);
              EXPECT_EQ(base[other] % rows, 0u);
              for (uint64_t row = 0; row < rows; ++row) {
                Shape wanted = base;
                wanted[other] += row;
                EXPECT_EQ(elementAt(scales, r, first + 4 * (row % 8) + row / 8),
                          wanted);
              }
            }
        // Four blocks of a row are a word.
        for (uint64_t r = 0; r < 4; ++r)
          EXPECT_EQ(elementAt(scales, r, 0)[shape.size() - (isLhs ? 1 : 2)],
                    int64_t(r));
      }
    }
}

TEST(TileLayouts, FactorsOfResultsAreInTheirThread) {
  for (const Shape &shape :
       std::vector<Shape>{{32, 32}, {8, 16}, {2, 16, 16}}) {
    unsigned rank = shape.size();
    LinearLayout acc = defaultLayout(shape, 4);
    DotLayouts layouts = fmaLayouts(acc, 8);
    EXPECT_TRUE(holdsFactorsOf(layouts.lhs, acc, rank - 1));
    EXPECT_TRUE(holdsFactorsOf(layouts.rhs, acc, rank - 2));
    // Columns are not rows, and a coalesced layout spreads the depth.
    EXPECT_FALSE(holdsFactorsOf(layouts.rhs, acc, rank - 1));
    Shape lhs = shape;
    lhs[rank - 1] = 8;
    EXPECT_FALSE(holdsFactorsOf(defaultLayout(lhs, 4), acc, rank - 1));
  }
}
