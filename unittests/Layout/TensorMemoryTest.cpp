//===- unittests/Layout/TensorMemoryTest.cpp - tiles in tensor memory -*- C++ -*-===//
//
// Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Over ranges of shapes: every element has a cell, registers hold every
// element, and one instruction moves them. Its cells are enumerated one by one.
//
//===----------------------------------------------------------------------===//

#include "tessera/Layout/TensorMemory.h"
#include "tessera/Layout/TileLayouts.h"

#include "gtest/gtest.h"

using namespace tessera;
using namespace tessera::layout;

using Shape = llvm::SmallVector<int64_t>;

TEST(TensorMemory, PlacesAreThoseOfTheInstruction) {
  LinearLayout whole = tensorPlace(128, {128, 64});
  EXPECT_EQ(whole, llvm::cantFail(tmemAccumulator(DataPath::D, 128, 64)));
  LinearLayout half = tensorPlace(64, {64, 64});
  EXPECT_EQ(half, llvm::cantFail(tmemAccumulator(DataPath::F, 64, 64)));
  // Batches behind blocks of rows behind columns.
  LinearLayout several = tensorPlace(128, {2, 256, 32});
  const Space &cells = several.in(), &tile = several.out();
  EXPECT_EQ(cells.bits(Dim::TmemColumn), 7u);
  auto at = [&](uint64_t lane, uint64_t column) {
    return several.apply(cells.pack(Dim::TmemLane, lane) |
                         cells.pack(Dim::TmemColumn, column));
  };
  EXPECT_EQ(at(5, 3), tile.pack(tileDim(1), 5) | tile.pack(tileDim(2), 3));
  EXPECT_EQ(at(5, 35), tile.pack(tileDim(1), 133) | tile.pack(tileDim(2), 3));
  EXPECT_EQ(at(5, 67), tile.pack(tileDim(0), 1) | tile.pack(tileDim(1), 5) |
                           tile.pack(tileDim(2), 3));
}

/// Row r of 128 has its four bytes at 16 (r % 32) + 4 (r / 32).
TEST(TensorMemory, ScalesAreInTheOrderOfTheirCopy) {
  for (bool isLhs : {true, false}) {
    Shape shape = isLhs ? Shape{256, 8} : Shape{8, 256};
    LinearLayout image = blockScaleImage(shape, isLhs);
    const LinearLayout offsets = llvm::cantFail(image.invert());
    for (uint64_t row = 0; row < 256; ++row)
      for (uint64_t block = 0; block < 8; ++block) {
        uint64_t point = offsets.in().pack(tileDim(isLhs ? 0 : 1), row) |
                         offsets.in().pack(tileDim(isLhs ? 1 : 0), block);
        EXPECT_EQ(offsets.apply(point), 512 * (block / 4 * 2 + row / 128) +
                                            16 * (row % 32) +
                                            4 * (row % 128 / 32) + block % 4);
      }
    EXPECT_EQ(blockScaleColumns(shape), 16u);
  }
}

/// The instruction at `first` and warp `warp` reaches the cell of each of its
/// registers, and no other warp's lanes.
static void expectMoved(const LinearLayout &cells, const TensorMove &move) {
  LinearLayout own = llvm::cantFail(tcgen05Registers(
      move.shape, move.repeat, /*warpgroup=*/false, move.split));
  auto get = [](const Space &space, uint64_t cell) {
    return std::pair(space.get(cell, Dim::TmemLane),
                     space.get(cell, Dim::TmemColumn));
  };
  const uint64_t registers = uint64_t(1) << cells.in().bits(Dim::Register);
  const uint64_t warps = uint64_t(1) << cells.in().bits(Dim::Warp);
  for (uint64_t warp = 0; warp < warps; ++warp)
    for (uint64_t first = 0; first < registers; first += move.registers) {
      auto [baseLane, baseColumn] =
          get(cells.out(), cells.apply(cells.in().pack(Dim::Register, first) |
                                       cells.in().pack(Dim::Warp, warp)));
      for (uint64_t r = 0; r < move.registers; ++r)
        for (uint64_t lane = 0; lane < 32; ++lane) {
          auto [wantedLane, wantedColumn] =
              get(cells.out(),
                  cells.apply(cells.in().pack(Dim::Register, first + r) |
                              cells.in().pack(Dim::Lane, lane) |
                              cells.in().pack(Dim::Warp, warp)));
          auto [ownLane, ownColumn] =
              get(own.out(), own.apply(own.in().pack(Dim::Register, r) |
                                       own.in().pack(Dim::Lane, lane)));
          ASSERT_EQ(wantedLane, baseLane + ownLane);
          ASSERT_EQ(wantedColumn, baseColumn + ownColumn);
          ASSERT_EQ(wantedLane / 32, warp % 4);
        }
    }
}

TEST(TensorMemory, OneInstructionMovesRegisters) {
  for (unsigned m : {64u, 128u})
    for (int64_t blocks : {1, 2})
      for (int64_t n : {16, 64, 256})
        for (int64_t batches : {1, 2})
          for (unsigned warps : {4u, 8u, 16u})
            for (bool wholeRows : {false, true}) {
              Shape shape{batches, m * blocks, n};
              LinearLayout place = tensorPlace(m, shape);
              LinearLayout registers = tensorRegisters(place, warps, wholeRows);
              EXPECT_TRUE(registers.isSurjective());
              EXPECT_EQ(shapeOf(registers), shape);
              EXPECT_EQ(registers.in().bits(Dim::Lane), 5u);
              EXPECT_EQ(1u << registers.in().bits(Dim::Warp), warps);
              LinearLayout cells = tensorCells(place, registers);
              std::optional<TensorMove> move = findTensorMove(cells, 64);
              ASSERT_TRUE(move) << registers.str();
              EXPECT_EQ(move->shape, wholeRows && m == 128
                                         ? TmemShape::L32x32b
                                         : TmemShape::L16x256b);
              expectMoved(cells, *move);
            }
}

/// Every shape is found again in the registers that it moves.
TEST(TensorMemory, AllShapesAreChosen) {
  for (TmemShape shape :
       {TmemShape::L32x32b, TmemShape::L16x64b, TmemShape::L16x128b,
        TmemShape::L16x256b, TmemShape::L16x32bx2})
    for (unsigned repeat = 1; repeat <= 128; repeat *= 2) {
      unsigned split = shape == TmemShape::L16x32bx2 ? repeat : 0;
      llvm::Expected<LinearLayout> cells =
          tcgen05Registers(shape, repeat, /*warpgroup=*/true, split);
      if (!cells) {
        llvm::consumeError(cells.takeError());
        continue;
      }
      std::optional<TensorMove> move = findTensorMove(*cells, 128);
      ASSERT_TRUE(move) << tmemShapeName(shape).str() << " x" << repeat;
      EXPECT_EQ(move->shape, shape);
      EXPECT_EQ(move->repeat, repeat);
      EXPECT_EQ(move->split, split);
    }
  // Lanes that no instruction reaches in this order.
  LinearLayout place = tensorPlace(128, {128, 16});
  EXPECT_FALSE(
      findTensorMove(tensorCells(place, defaultLayout({128, 16}, 4)), 64));
}

/// Sums of f16 as fragments: two columns in a word. Rows of a thread are packed
/// as well; registers without neighbours are not.
TEST(TensorMemory, FactorsHaveTwoElementsInAColumn) {
  LinearLayout place = tensorFactorPlace({256, 64}, 16);
  EXPECT_EQ(columnsOfPlace(place), 64u);
  const Space &in = place.in(), &out = place.out();
  auto at = [&](uint64_t lane, uint64_t column, uint64_t half) {
    return place.apply(in.pack(Dim::TmemLane, lane) |
                       in.pack(Dim::TmemColumn, column) |
                       in.pack(Dim::Offset, half));
  };
  auto element = [&](uint64_t row, uint64_t depth) {
    return out.pack(tileDim(0), row) | out.pack(tileDim(1), depth);
  };
  EXPECT_EQ(at(5, 3, 1), element(5, 7));
  EXPECT_EQ(at(5, 32 + 3, 0), element(128 + 5, 6));
  // A thread that has a row stores its words. Two threads that have a word
  // together do not.
  LinearLayout registers =
      tensorRegisters(tensorPlace(128, {256, 64}), 4, /*wholeRows=*/true);
  std::optional<TensorMove> move =
      findWordMove(tensorCells(place, registers), 128);
  ASSERT_TRUE(move);
  EXPECT_EQ(move->shape, TmemShape::L32x32b);
  EXPECT_EQ(move->registers, 2 * move->repeat);
  LinearLayout apart = llvm::cantFail(LinearLayout::parse(
      "{register: [(0,2), (0,4), (0,8), (0,16), (0,32), (128,0)], "
      "lane: [(0,1), (1,0), (2,0), (4,0), (8,0)], "
      "warp: [(32,0), (64,0), (16,0)]} -> (dim0:256, dim1:64)"));
  EXPECT_FALSE(findWordMove(tensorCells(place, apart), 128));
}

TEST(TensorMemory, WarpgroupsShareColumnsBySixteen) {
  auto warpBit = [](llvm::ArrayRef<int64_t> shape, unsigned numWarps,
                    unsigned bit, bool wholeRows) {
    LinearLayout registers =
        tensorRegisters(tensorPlace(128, shape), numWarps, wholeRows);
    uint64_t point = registers.column(Dim::Warp, bit);
    return std::pair(registers.out().get(point, tileDim(0)),
                     registers.out().get(point, tileDim(1)));
  };
  using Point = std::pair<uint64_t, uint64_t>;
  EXPECT_EQ(warpBit({128, 256}, 8, 2, false), Point(0, 16));
  EXPECT_EQ(warpBit({128, 256}, 16, 3, false), Point(0, 32));
  EXPECT_EQ(warpBit({128, 32}, 8, 2, false), Point(0, 16));
  EXPECT_EQ(warpBit({128, 16}, 8, 2, false), Point(0, 8));
  EXPECT_EQ(warpBit({128, 8}, 8, 2, false), Point(0, 0));
  // Rows behind them come first, and whole rows are shared in halves.
  EXPECT_EQ(warpBit({256, 64}, 8, 2, false), Point(128, 0));
  EXPECT_EQ(warpBit({256, 64}, 16, 3, false), Point(0, 16));
  EXPECT_EQ(warpBit({128, 256}, 8, 2, true), Point(0, 128));
}

TEST(TensorMemory, HalvesArePackedInPairs) {
  LinearLayout place = tensorPlace(128, {128, 64});
  std::optional<TensorMove> move = findHalfMove(
      tensorCells(place, tensorRegisters(place, 4, /*wholeRows=*/false)), 64);
  ASSERT_TRUE(move);
  EXPECT_EQ(move->shape, TmemShape::L16x128b);
  EXPECT_EQ(move->repeat, 8u);
  EXPECT_EQ(move->registers, 32u);
  EXPECT_TRUE(move->packed);
  move = findHalfMove(
      tensorCells(place, tensorRegisters(place, 4, /*wholeRows=*/true)), 64);
  ASSERT_TRUE(move);
  EXPECT_EQ(move->shape, TmemShape::L32x32b);
  EXPECT_EQ(move->repeat, 32u);
  EXPECT_TRUE(move->packed);
  // A thread of 16x64b has every other column.
  LinearLayout apart = llvm::cantFail(
      tcgen05Registers(TmemShape::L16x64b, 4, /*warpgroup=*/true));
  move = findHalfMove(apart, 64);
  ASSERT_TRUE(move);
  EXPECT_EQ(move->shape, TmemShape::L16x64b);
  EXPECT_FALSE(move->packed);
}
